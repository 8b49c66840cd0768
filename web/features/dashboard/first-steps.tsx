import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Demarrage } from "#domain/agence/tableau-de-bord.ts";
import { deMoisEnLettres, type Mois } from "#domain/dates.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";
import { firstStepsQuery } from "#web/entities/agence/dashboard.ts";
import { formatCount } from "#web/lib/format.ts";

interface Step {
  title: string;
  done: boolean;
  /** A summary of the data already entered, or the purpose of the step. */
  text: ReactNode;
  actions: readonly { label: string; href: string }[];
}

const IMPORT = { label: "Importer un fichier", href: "/import" };

/** The steps of a new agency, each done or not. */
function stepsOf(found: Demarrage, mois: Mois): readonly Step[] {
  const { identite, logo, proprietaires, appartements, dossiers } = found;
  return [
    {
      title: "Votre agence",
      done: identite && logo,
      text: !identite
        ? "Son nom, son adresse et son logo figurent sur chaque document ; sans nom, aucun ne part par courriel."
        : logo
          ? "Identité et logo sont en place."
          : "L’identité est en place ; il reste le logo, si vous en avez un.",
      actions: [{ label: identite ? "Ajouter le logo" : "Renseigner", href: "/parametres/" }],
    },
    {
      title: "Les propriétaires",
      done: proprietaires > 0,
      text:
        proprietaires > 0
          ? `${formatCount(proprietaires, "propriétaire")}.`
          : "Saisissez le premier, ou reprenez la liste de votre ancien logiciel.",
      actions: [{ label: "Nouveau client", href: "/client/new" }, IMPORT],
    },
    {
      title: "Les logements",
      done: appartements > 0,
      text:
        appartements > 0
          ? `${formatCount(appartements, "appartement")}.`
          : "Chaque logement a son adresse, son loyer et son propriétaire.",
      actions: [{ label: "Nouvel appartement", href: "/appartements/new" }, IMPORT],
    },
    {
      title: "Les baux",
      done: dossiers > 0,
      text:
        dossiers > 0
          ? `${formatCount(dossiers, "dossier")}.`
          : "Un dossier réunit un logement, un locataire et les conditions du bail.",
      actions: [{ label: "Nouveau dossier", href: "/dossiers/new" }, IMPORT],
    },
    {
      title: "Le premier mois",
      done: false,
      text: `Les quittances ${deMoisEnLettres(mois)} se génèrent d’un geste ; les suivantes se font d’elles-mêmes.`,
      actions: [{ label: "Voir le mois", href: "/quitances/?mode=generation" }],
    },
  ];
}

/** The first steps of a new agency, shown until the agency has made a receipt. */
export function FirstSteps({ mois }: { mois: Mois }) {
  const { data } = useQuery(firstStepsQuery);
  if (!data) return null;
  const steps = stepsOf(data, mois);
  const next = steps.findIndex(({ done }) => !done);
  const count = steps.filter(({ done }) => done).length;
  return (
    <Card className="mb-4 px-4 py-4 sm:px-5">
      <h2 className="text-lg font-semibold tracking-tight">Pour commencer</h2>
      <p className="text-muted">
        Cinq étapes, dans l’ordre qui vous convient. {count > 0 && `${count} sur 5 faites.`}
      </p>
      <ol className="mt-3 divide-y">
        {steps.map((step, rank) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Mark rank={rank + 1} done={step.done} />
            <div className="min-w-56 flex-1">
              <h3 className={clsx("font-medium", step.done && "text-muted")}>
                {step.title}
                {step.done && <span className="sr-only">, étape faite</span>}
              </h3>
              <p className="text-sm text-muted">{step.text}</p>
            </div>
            {!step.done && (
              <div className="flex flex-wrap gap-2">
                {step.actions.map(({ label, href }, place) => (
                  <Button
                    key={label}
                    asChild
                    variant={rank === next && place === 0 ? "primary" : "secondary"}
                  >
                    <Link href={href} aria-label={`${step.title} : ${label}`}>
                      {label}
                    </Link>
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Mark({ rank, done }: { rank: number; done: boolean }) {
  if (done) return <CircleCheck aria-hidden className="size-7 shrink-0 p-0.5 text-green" />;
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-sm font-semibold text-muted"
    >
      {rank}
    </span>
  );
}
