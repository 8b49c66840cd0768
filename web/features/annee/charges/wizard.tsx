import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, Building2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { aujourdhui, formatPeriode } from "#domain/dates.ts";
import type { ChargesDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import {
  anneeCivileDe,
  exerciceEnMots,
  joursDeLExercice,
  nomDExercice,
} from "#domain/gerance/charges/exercice.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { chargesOfPlace, type Place } from "#web/entities/comptes/annee-de-charges.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useLeaveGuard } from "#web/lib/navigation.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { BuildingExpenses } from "./building-expenses.tsx";
import type { Elsewhere } from "./elsewhere.ts";
import { KeysAndMeters } from "./keys-and-meters.tsx";
import { Overview } from "./overview.tsx";
import { Sending } from "./sending.tsx";
import { SyndicStatement } from "./syndic-statement.tsx";
import type { TellUnsaved } from "./unsaved.ts";

const YearEndDialog = lazyNamed(() => import("./year-end-dialog.tsx"), "YearEndDialog");

interface ChargesWizardProps {
  place: Place;
  annee: number;
}

const STEPS = {
  exercice: "Exercice",
  depenses: "Dépenses",
  cles: "Clés et compteurs",
  apercu: "Aperçu",
  envoi: "Envoi",
} as const;

type Step = keyof typeof STEPS;

/** The charges of a building or a dwelling for a year, step by step from its bills to the statements sent. */
export function ChargesWizard({ place, annee }: ChargesWizardProps) {
  const [search, setSearch] = useSearchParams();
  const [elsewhere, setElsewhere] = useState<Elsewhere>({});
  const query = useQuery(chargesOfPlace(place, annee));
  const [, navigate] = useLocation();
  const [lines, setLines] = useState(false);
  const sums = query.data ? unsentSums(query.data, elsewhere) : false;
  const typed = lines || sums;
  const ask = () => confirm(lines ? LINES_QUESTION : SUMS_QUESTION);
  const leaveFreely = useLeaveGuard(typed, ask);
  const list = `/annee?tab=charges&annee=${anneeCivileDe(annee)}`;
  const steps = (Object.keys(STEPS) as Step[]).filter(
    (step) => step !== "cles" || place.genre === "immeuble",
  );
  const asked = search.get("etape");
  const rank = Math.max(0, steps.indexOf((asked ?? "exercice") as Step));
  const step = steps[rank] ?? "exercice";
  const charges = query.data;
  const nom = charges?.immeuble?.nom ?? charges?.lots[0]?.appartement ?? "";
  usePageTitle(`Charges ${nomDExercice(annee)}${nom && ` – ${nom}`}`);
  if (query.isError && !charges) {
    return (
      <Card>
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      </Card>
    );
  }

  async function go(next: Step | undefined) {
    if (!next || next === step || (lines && !(await confirm(LINES_QUESTION)))) return;
    setSearch(
      (current) => {
        const now = new URLSearchParams(current);
        now.set("etape", next);
        return now;
      },
      { replace: true },
    );
    window.scrollTo({ top: 0 });
  }

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button asChild variant="ghost" size="icon">
          <Link
            href={list}
            aria-label="Toutes les charges de l’année"
            onClick={(event) => {
              if (!typed) return;
              event.preventDefault();
              void ask().then((accepted) => {
                if (accepted) leaveFreely(() => navigate(list));
              });
            }}
          >
            <ArrowLeft aria-hidden />
          </Link>
        </Button>
        <div className="min-w-0">
          <p className="truncate font-medium">{nom}</p>
          {charges && <p className="text-xs text-muted">{titleOf(charges)}</p>}
        </div>
        <Segmented<Step>
          label="Étape"
          className="sm:ml-auto"
          value={step}
          segments={steps.map((value, index) => ({
            value,
            label: (
              <>
                <span className="tabular-nums">{index + 1}</span>
                <span className={value === step ? "" : "max-md:sr-only"}>{STEPS[value]}</span>
              </>
            ),
          }))}
          onChange={go}
        />
      </div>
      {charges ? (
        <>
          <Steps
            step={step}
            {...{ place, annee, charges, elsewhere, setElsewhere }}
            onUnsaved={setLines}
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Button disabled={rank === 0} onClick={() => go(steps[rank - 1])}>
              <ArrowLeft aria-hidden />
              Précédent
            </Button>
            {rank < steps.length - 1 && (
              <Button
                variant={step === "depenses" ? "secondary" : "primary"}
                onClick={() => go(steps[rank + 1])}
              >
                {STEPS[steps[rank + 1] ?? "envoi"]}
                <ArrowRight aria-hidden />
              </Button>
            )}
          </div>
        </>
      ) : (
        <WaitingList />
      )}
    </div>
  );
}

/** The title: the year, then its days, unless the words for the year already give the days. */
function titleOf({ exercice }: ChargesDeLAnnee): string {
  const [words, days] = [exerciceEnMots(exercice), formatPeriode(exercice.du, exercice.au)];
  return `Charges de ${words}${words.includes(days) ? "" : `, ${days}`}`;
}

const LINES_QUESTION = {
  title: "Quitter sans enregistrer ?",
  text: "Les lignes saisies à cette étape ne seront pas gardées.",
  action: "Quitter",
  cancel: "Continuer la saisie",
  danger: true,
};

const SUMS_QUESTION = {
  title: "Quitter sans envoyer ?",
  text: "Les provisions appelées ailleurs ne sont gardées qu’avec le décompte envoyé : il faudra les saisir de nouveau.",
  action: "Quitter",
  cancel: "Continuer",
  danger: true,
};

/** Whether the user typed provisions called outside this product for a lease whose statement is not sent yet. */
const unsentSums = ({ lots }: ChargesDeLAnnee, elsewhere: Elsewhere): boolean =>
  lots.some(({ baux }) =>
    baux.some(
      ({ decompte, DossierId }) => elsewhere[DossierId] !== undefined && decompte.envoi === null,
    ),
  );

interface StepProps extends ChargesWizardProps {
  charges: ChargesDeLAnnee;
  elsewhere: Elsewhere;
  setElsewhere(next: Elsewhere): void;
  onUnsaved: TellUnsaved;
}

function Steps({ step, ...props }: StepProps & { step: Step }): ReactNode {
  const { annee, charges, onUnsaved, place } = props;
  if (step === "exercice") return <Year {...props} />;
  if (step === "depenses") {
    return place.genre === "immeuble" ? (
      <BuildingExpenses id={place.id} annee={annee} charges={charges} onUnsaved={onUnsaved} />
    ) : (
      <SyndicStatement id={place.id} charges={charges} onUnsaved={onUnsaved} />
    );
  }
  if (step === "cles")
    return <KeysAndMeters id={place.id} charges={charges} onUnsaved={onUnsaved} />;
  if (step === "apercu") return <Overview {...props} />;
  return <Sending {...props} />;
}

/** The days of the year of charges, its totals, and the data that it lacks. */
function Year({ charges, place }: Pick<StepProps, "charges" | "place">) {
  const { exercice, lots, manques } = charges;
  const [ending, setEnding] = useState(false);
  const mayEnd = usePeut("modifier") && place.genre === "immeuble";
  const tenants = lots.reduce((count, { baux }) => count + baux.length, 0);
  const finished = aujourdhui(new Date()) > exercice.au;
  const facts: [string, string][] = [
    ["Exercice", `${formatPeriode(exercice.du, exercice.au)}, ${joursDeLExercice(exercice)} jours`],
    ["Logements", formatCount(lots.length, "logement")],
    ["Décomptes à faire", formatCount(tenants, "locataire")],
    ["Charges récupérables", formatEuros(somme(...lots.map(({ recuperable }) => recuperable)))],
    [
      "Reste aux propriétaires",
      formatEuros(somme(...lots.map(({ proprietaire }) => proprietaire))),
    ],
  ];
  return (
    <div className="space-y-3">
      {!finished && (
        <Notice>L’exercice n’est pas fini : ses décomptes ne partent pas encore.</Notice>
      )}
      {manques.length > 0 && (
        <Notice icon={Building2} tone="blue">
          <ul className="space-y-1">
            {manques.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Card>
        <dl className="divide-y">
          {facts.map(([label, value]) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
              <dt className="text-muted">{label}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {mayEnd && (
          <div className="border-t px-4 py-2.5">
            <Button size="sm" onClick={() => setEnding(true)}>
              Changer la fin de l’exercice
            </Button>
          </div>
        )}
      </Card>
      <Suspense>
        {ending && (
          <YearEndDialog {...{ charges }} id={place.id} onClose={() => setEnding(false)} />
        )}
      </Suspense>
    </div>
  );
}
