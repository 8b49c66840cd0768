import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import type { TitulairePartant } from "#domain/gerance/departs/depart.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import {
  aRendre,
  etapesDuDepart,
  type NomEtape,
  prochaineEtape,
} from "#domain/gerance/departs/etapes.ts";
import { ETATS_DEPART } from "#domain/gerance/departs/etat-depart.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { useDocumentEvents } from "#web/documents/api.ts";
import { departOf } from "#web/entities/biens/departs.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { AccountStep } from "./account-step.tsx";
import { KeysStep, LettingStep, NoticeStep, SummonsStep } from "./first-steps.tsx";
import { InventoryStep } from "./inventory-step.tsx";
import { ClosingStep, ReturnStep } from "./return-step.tsx";
import { Step, stepId } from "./step.tsx";
import type { DepartureDialog, StepContent } from "./step-content.ts";

const returns = () => import("./return-dialogs.tsx");
const sums = () => import("./sums-dialog.tsx");

const DIALOGS = {
  notice: lazyNamed(() => import("./notice-dialog.tsx"), "NoticeDialog"),
  summons: lazyNamed(() => import("./summons-dialog.tsx"), "SummonsDialog"),
  keys: lazyNamed(() => import("./keys-dialog.tsx"), "KeysDialog"),
  sum: lazyNamed(sums, "SumDialog"),
  provision: lazyNamed(sums, "ProvisionDialog"),
  returned: lazyNamed(returns, "ReturnedDialog"),
  charges: lazyNamed(returns, "ChargesSettledDialog"),
  increase: lazyNamed(returns, "IncreaseDialog"),
  cancel: lazyNamed(returns, "CancelFrozenDialog"),
} satisfies Record<DepartureDialog, unknown>;

const CONTENTS: Record<NomEtape, ComponentType<StepContent>> = {
  conge: NoticeStep,
  relocation: LettingStep,
  convocation: SummonsStep,
  cles: KeysStep,
  differences: InventoryStep,
  compte: AccountStep,
  restitution: ReturnStep,
  cloture: ClosingStep,
};

/** A tenant's departure, step by step, from the notice to the return of the deposit. */
export function DepartTab({ dossier }: { dossier: DossierDetail }) {
  const query = useQuery(departOf(dossier.id));
  const [asked, setAsked] = useState<{
    dialog: DepartureDialog;
    titulaire: TitulairePartant;
  } | null>(null);
  const mayModify = usePeut("modifier");
  const detail = query.data;
  if (query.error && !detail)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (!detail) return <WaitingList />;
  const Dialog = asked && DIALOGS[asked.dialog];
  const ask: StepContent["ask"] = (dialog, titulaire = "tous") => setAsked({ dialog, titulaire });
  const dialog = (
    <Suspense>
      {Dialog && (
        <Dialog detail={detail} titulaire={asked.titulaire} onClose={() => setAsked(null)} />
      )}
    </Suspense>
  );
  if (detail.etat === null && detail.partants.length === 0) {
    return (
      <>
        <NoDeparture mayModify={mayModify} ask={ask} />
        {dialog}
      </>
    );
  }
  return (
    <Steps dossier={dossier} detail={detail} mayModify={mayModify} ask={ask} dialog={dialog} />
  );
}

/** The steps, with the next step open. The next step takes the focus once the previous step is done. */
function Steps({ dialog, ...content }: StepContent & { dialog: ReactNode }) {
  const { detail } = content;
  const { made } = useDocumentEvents("Dossier", detail.DossierId);
  const summons = made.find(({ type }) => type === "convocationSortie");
  const etapes = etapesDuDepart(detail, summons ? aujourdhui(new Date(summons.createdAt)) : null);
  const next = prochaineEtape(etapes);
  const before = useRef(next);
  useEffect(() => {
    if (before.current !== next && next !== null) document.getElementById(stepId(next))?.focus();
    before.current = next;
  }, [next]);
  return (
    <div className="space-y-3">
      <Head detail={detail} />
      {etapes.map((etape, rank) => {
        const Content = CONTENTS[etape.nom];
        return (
          <Step key={etape.nom} etape={etape} rank={rank + 1} next={etape.nom === next}>
            <Content {...content} />
          </Step>
        );
      })}
      {dialog}
    </div>
  );
}

function NoDeparture({ mayModify, ask }: Pick<StepContent, "mayModify" | "ask">) {
  return (
    <EmptyState
      title="Le locataire est là"
      text="Congé, clés, compte de sortie, dépôt à rendre : tout le départ se suivra ici, une étape après l’autre."
    >
      {mayModify && (
        <>
          <Button variant="primary" onClick={() => ask("notice")}>
            Noter le départ
          </Button>
          <Button onClick={() => ask("keys")}>Les clés sont rendues</Button>
        </>
      )}
    </EmptyState>
  );
}

function Head({ detail }: { detail: DepartDetail }) {
  const { compte, etat, finDuLoyer, soldes } = detail;
  const frozen = soldes.some(({ annuleLe }) => annuleLe === null);
  const due = frozen ? aRendre(soldes).find(({ genre }) => genre === "sortie") : null;
  const echeance = due
    ? due.contenu.echeance
    : frozen || compte.restitution === 0
      ? null
      : compte.echeance;
  const facts: ReactNode[] = [
    finDuLoyer && `Loyer dû jusqu’au ${formatJour(finDuLoyer)}`,
    echeance &&
      detail.restitueLe === null &&
      `dépôt à rendre au plus tard le ${formatJour(echeance)}`,
  ].filter(Boolean);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {etat && <Badge tone={etat === "clos" ? "grey" : "blue"}>{ETATS_DEPART[etat]}</Badge>}
      <p className="text-muted">{facts.join(" · ")}</p>
    </div>
  );
}
