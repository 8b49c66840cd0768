import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Link } from "wouter";
import { formatJour } from "#domain/dates.ts";
import {
  DESTINATAIRES_DES_DEPOTS,
  depotsTenus,
  type FinDeMandatDetail,
  type FinNotee,
  type Manque,
} from "#domain/gerance/mandats/fin-de-mandat.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { FoldingStep, Gestures } from "#web/components/step.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { accountHref } from "#web/entities/cloture/comptes-rendus.ts";
import { payoutHref } from "#web/entities/cloture/reversements.ts";
import { finOf, freezeEnd, handDeposits, TOUCHED_BY_FINS } from "#web/entities/mandats/fins.ts";
import { EndBadge } from "#web/entities/mandats/missions-columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { AccountOfEnd, Tenants } from "./account.tsx";
import { PapersOfEnd } from "./papers.tsx";

const dialogs = () => import("./end-dialogs.tsx");
const EndDialog = lazyNamed(dialogs, "EndDialog");
const CancelEndDialog = lazyNamed(dialogs, "CancelEndDialog");

const euros = (cents: number) => formatEuros(enEuros(cents));

/** The end of a mandate, step by step, from its notice to its last transfer. */
export function FinTab({ MissionId }: { MissionId: number }) {
  const query = useQuery(finOf(MissionId));
  const [asked, setAsked] = useState<"note" | "cancel" | null>(null);
  const detail = query.data;
  if (query.error && !detail)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (!detail) return <WaitingList />;
  const { fin } = detail;
  const close = () => setAsked(null);
  return (
    <>
      {fin && <Steps detail={detail} fin={fin} ask={setAsked} />}
      <Former annulees={detail.annulees} />
      <Suspense>
        {asked === "note" && <EndDialog MissionId={MissionId} fin={fin} onClose={close} />}
        {asked === "cancel" && <CancelEndDialog MissionId={MissionId} onClose={close} />}
      </Suspense>
    </>
  );
}

interface StepsProps {
  detail: FinDeMandatDetail;
  fin: FinNotee;
  ask(dialog: "note" | "cancel"): void;
}

interface StepOfEnd {
  title: string;
  fait: string | null;
  manque: string | null;
  content: ReactNode;
}

function Steps({ detail, fin, ask }: StepsProps) {
  const { etat, faits, manques, restes } = detail;
  const mayEnd = usePeut("administrer");
  const frozen = fin.arreteLe !== null;
  const toHand = fin.depots === "gestionnaire" ? depotsTenus(faits.locataires) : 0;
  const steps: StepOfEnd[] = [
    {
      title: "Fin du mandat",
      fait: `Le ${formatJour(fin.finLe)} : ${fin.motif}`,
      manque: null,
      content: <NoticeOfEnd fin={fin} mayEnd={mayEnd} ask={ask} />,
    },
    {
      title: "Dépôts de garantie",
      fait:
        toHand === 0 && (fin.depots === "mandant" || fin.remisLe !== null)
          ? DESTINATAIRES_DES_DEPOTS[fin.depots]
          : null,
      manque: toHand > 0 ? `${euros(toHand)} à remettre` : "Aucun dépôt n’est tenu par l’agence.",
      content: <Deposits detail={detail} fin={fin} toHand={toHand} mayEnd={mayEnd} />,
    },
    {
      title: "Dernier compte",
      fait: fin.arreteLe && `Arrêté le ${formatJour(fin.arreteLe)}`,
      manque: manques[0]?.phrase ?? null,
      content: <LastAccount detail={detail} fin={fin} mayEnd={mayEnd} />,
    },
    {
      title: "Papiers",
      fait: null,
      manque: frozen ? null : "Une fois le dernier compte arrêté.",
      content: <PapersOfEnd detail={detail} />,
    },
    {
      title: "Solde du mandat",
      fait: etat === "soldee" ? "Tout est soldé." : null,
      manque: restes[0] ?? null,
      content: <Settling detail={detail} fin={fin} mayEnd={mayEnd} />,
    },
  ];
  const next = frozen ? (etat === "soldee" ? 3 : 4) : toHand > 0 ? 1 : 2;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {etat && <EndBadge etat={etat} />}
        <p className="text-muted">
          {fin.gestionnaire
            ? `Géré ensuite par ${fin.gestionnaire.nom}`
            : "Géré ensuite par le propriétaire"}
        </p>
      </div>
      {steps.map(({ title, fait, manque, content }, rank) => (
        <FoldingStep
          key={title}
          id={`fin-${rank}`}
          title={title}
          fait={fait}
          manque={manque}
          rank={rank + 1}
          next={rank === next}
        >
          {content}
        </FoldingStep>
      ))}
      {mayEnd && (
        <Gestures>
          <Button variant="link" onClick={() => ask("cancel")}>
            Annuler la fin du mandat
          </Button>
        </Gestures>
      )}
    </div>
  );
}

function NoticeOfEnd({ fin, mayEnd, ask }: Pick<StepsProps, "fin" | "ask"> & { mayEnd: boolean }) {
  return (
    <>
      <p className="text-muted">
        Après le {formatJour(fin.finLe)}, aucun loyer n’est plus appelé pour ce mandat ; les
        dossiers restent.
      </p>
      {mayEnd && fin.arreteLe === null && (
        <Gestures>
          <Button onClick={() => ask("note")}>Modifier</Button>
        </Gestures>
      )}
    </>
  );
}

interface EndProps {
  detail: FinDeMandatDetail;
  fin: FinNotee;
  mayEnd: boolean;
}

function Deposits({ detail, fin, toHand, mayEnd }: EndProps & { toHand: number }) {
  const hand = useWrite(() => handDeposits(detail.MissionId, fin.version), TOUCHED_BY_FINS);
  return (
    <>
      <Tenants locataires={detail.contenu?.locataires ?? detail.faits.locataires} />
      {fin.remisLe && (
        <p className="mt-3 text-muted">
          Remis le {formatJour(fin.remisLe)} : chaque dépôt est une facture bonne à payer, que{" "}
          <Link className="underline underline-offset-4" href="/reversements">
            les virements
          </Link>{" "}
          paient.
        </p>
      )}
      {mayEnd && toHand > 0 && (
        <Gestures>
          <Button
            variant="primary"
            pending={hand.isPending}
            onClick={async () => {
              const accepted = await confirm({
                title: "Remettre les dépôts au gestionnaire suivant ?",
                subject: `${euros(toHand)} à virer à ${fin.gestionnaire?.nom}`,
                text: "Ils ne sont plus tenus pour les locataires ici. Un virement par locataire est à préparer.",
                action: "Remettre les dépôts",
              });
              if (accepted)
                hand.mutate(undefined, {
                  onSuccess: () => notify("Les dépôts sont à virer au gestionnaire suivant."),
                });
            }}
          >
            Remettre les dépôts
          </Button>
        </Gestures>
      )}
    </>
  );
}

function LastAccount({ detail, fin, mayEnd }: EndProps) {
  const { contenu, faits, manques, MissionId } = detail;
  const freeze = useWrite(() => freezeEnd(MissionId, fin.version), TOUCHED_BY_FINS);
  return (
    <>
      <AccountOfEnd faits={faits} contenu={contenu} />
      {manques.length > 0 && (
        <ul className="mt-4 list-disc space-y-1 pl-5 text-muted">
          {manques.map((manque) => (
            <li key={manque.phrase}>
              <Missing manque={manque} />
            </li>
          ))}
        </ul>
      )}
      {mayEnd && fin.arreteLe === null && (
        <Gestures>
          <Button
            variant="primary"
            disabled={manques.length > 0}
            pending={freeze.isPending}
            onClick={async () => {
              const accepted = await confirm({
                title: "Arrêter le dernier compte ?",
                text: "Le compte rendu du mois est validé à ce jour, ses honoraires sont facturés, plus rien n’est gardé, et le registre note la résiliation.",
                action: "Arrêter le compte",
              });
              if (accepted)
                freeze.mutate(undefined, {
                  onSuccess: () => notify("Le dernier compte est arrêté."),
                });
            }}
          >
            {!freeze.isPending && <Lock aria-hidden />}
            Arrêter le compte
          </Button>
        </Gestures>
      )}
    </>
  );
}

/** A step that is missing, with a link to the screen where it is done, if there is one. */
function Missing({
  manque: { phrase, CompteRenduId, ReversementId, DossierId },
}: {
  manque: Manque;
}) {
  const href =
    (CompteRenduId && accountHref(CompteRenduId)) ||
    (ReversementId && payoutHref(ReversementId)) ||
    (DossierId && `/dossiers/${DossierId}?tab=compte`);
  if (!href) return phrase;
  return (
    <Link className="underline underline-offset-4" href={href}>
      {phrase}
    </Link>
  );
}

function Settling({ detail, fin, mayEnd }: EndProps) {
  if (fin.arreteLe === null)
    return <p className="text-muted">Le dernier compte s’arrête d’abord.</p>;
  if (detail.restes.length === 0)
    return <p className="text-muted">Les comptes de ce mandat sont à zéro.</p>;
  return (
    <>
      <ul className="list-disc space-y-1 pl-5">
        {detail.restes.map((reste) => (
          <li key={reste}>{reste}</li>
        ))}
      </ul>
      {mayEnd && detail.virement && (
        <Gestures>
          <Button variant="primary" asChild>
            <Link href="/reversements">Préparer le virement</Link>
          </Button>
        </Gestures>
      )}
    </>
  );
}

const Former = ({ annulees }: Pick<FinDeMandatDetail, "annulees">) =>
  annulees.length > 0 && (
    <ul className="mt-4 text-sm text-muted">
      {annulees.map(({ finLe, annuleLe, motif }) => (
        <li key={`${finLe} ${annuleLe} ${motif}`}>
          Fin du {formatJour(finLe)}, annulée le {formatJour(annuleLe)} : {motif}
        </li>
      ))}
    </ul>
  );
