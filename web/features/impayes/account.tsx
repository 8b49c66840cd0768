import { useQuery } from "@tanstack/react-query";
import { CirclePause, Handshake, Send } from "lucide-react";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import { formatJour, jourEnLettres } from "#domain/dates.ts";
import { MOTIFS_PAUSE } from "#domain/gerance/relances/impayes.ts";
import type { ImpayeDetail } from "#domain/gerance/relances/relance-fiche.ts";
import { CANAUX, ETATS_RELANCE } from "#domain/gerance/relances/relances.ts";
import { formatEuros } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Notice } from "#web/components/notice.tsx";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { SignedPaper } from "#web/documents/signed-paper.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import { endPause, endPlan, impayes, TOUCHED_BY_RELANCES } from "#web/entities/comptes/impayes.ts";
import { printLetters } from "#web/entities/comptes/reminder-letters.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { PauseDialog } from "./pause-dialog.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { AlertBadge, FollowUp, StepBadge } from "./words.tsx";

const AnswerDialog = lazyNamed(() => import("./answer-dialog.tsx"), "AnswerDialog");
const ToSign = lazyNamed(() => import("#web/features/signatures/to-sign.tsx"), "ToSign");

type Sent = ImpayeDetail["relances"][number];

const SENT: readonly Column<Sent>[] = [
  { id: "etape", header: "Relance", cell: (row) => <StepBadge etape={row.etape} /> },
  {
    id: "montant",
    header: "Somme",
    card: "amount",
    align: "right",
    className: "whitespace-nowrap",
    cell: (row) => formatEuros(row.montant),
  },
  { id: "canal", header: "Envoi", card: "fact", from: "md", cell: (row) => CANAUX[row.canal] },
  {
    id: "etat",
    header: "État",
    cell: (row) =>
      row.libereeLe
        ? `${ETATS_RELANCE[row.etat]} le ${formatJour(row.libereeLe)}`
        : `${ETATS_RELANCE[row.etat]}${row.motif ? ` : ${row.motif}` : ""}`,
  },
];

interface OfAccountProps {
  account: { DossierId: number };
}

/** The last and the next reminder of a dossier, and the pause or plan that stops the reminders. */
export function HoldsOfAccount({ account: { DossierId } }: OfAccountProps) {
  const { data } = useQuery(impayes.find(DossierId));
  return (
    data && (
      <>
        <Standing data={data} />
        <Holds id={DossierId} data={data} />
      </>
    )
  );
}

/**
 * The last reminder, the next one, and the alerts about the debt; nothing when no debt is late or to be confirmed.
 */
function Standing({ data }: { data: ImpayeDetail }) {
  const [answering, setAnswering] = useState(false);
  const mayModify = usePeut("modifier");
  if (data.du === 0 && data.aConfirmer === 0) return null;
  const asks = mayModify && data.aConfirmer > 0;
  const waits = mayModify && data.suivante?.le === null;
  return (
    <Card className="flex flex-wrap items-start gap-x-8 gap-y-3 px-4 py-3.5 sm:px-5">
      <div>
        <h2 className="text-sm text-muted">Relances</h2>
        <FollowUp {...data} />
      </div>
      {data.alertes.length > 0 && (
        <ul className="min-w-0 flex-1 basis-80 space-y-1.5 text-sm">
          {data.alertes.map((alerte) => (
            <li key={alerte.genre}>
              <AlertBadge alerte={alerte} />
              <span className="mt-0.5 block text-muted">{alerte.detail}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="ml-auto flex flex-wrap gap-2 empty:hidden print:hidden">
        {asks && (
          <Button size="sm" onClick={() => setAnswering(true)}>
            Réponse du propriétaire
          </Button>
        )}
        {mayModify && data.du > 0 && data.assureurs.length > 0 && (
          <Button asChild size="sm">
            <Link href="?tab=documents" replace>
              Déclarer l’impayé
            </Link>
          </Button>
        )}
        {waits && (
          <Button asChild size="sm">
            <Link href="/impayes?tab=relances">Relances à valider</Link>
          </Button>
        )}
      </div>
      <Suspense>
        {answering && <AnswerDialog DossierId={data.id} onClose={() => setAnswering(false)} />}
      </Suspense>
    </Card>
  );
}

/** The reminders of a dossier; nothing when there are none. */
export function RemindersOfAccount({ account: { DossierId } }: OfAccountProps) {
  const { data } = useQuery(impayes.find(DossierId));
  const print = useWrite(printLetters, []);
  if (!data || data.relances.length === 0) return null;
  return (
    <RelatedList
      title="Relances"
      noun={["relance", "relances"]}
      rows={data.relances}
      columns={SENT}
      name={(row) => row.objet}
      actions={(row) => [
        { label: "Voir la lettre", icon: FileText, onSelect: () => print.mutate([row.id]) },
      ]}
      empty={{ icon: Send, title: "Aucune relance" }}
    />
  );
}

interface DialogOfAccountProps extends OfAccountProps {
  onClose(): void;
}

export function PauseOfAccount({ account, onClose }: DialogOfAccountProps) {
  return <PauseDialog rows={[{ id: account.DossierId }]} onClose={onClose} />;
}

export function PlanOfAccount({ account, onClose }: DialogOfAccountProps) {
  const { data } = useQuery(impayes.find(account.DossierId));
  return data ? <PlanDialog id={account.DossierId} du={data.du} onClose={onClose} /> : null;
}

/** The pause and the payment plan in force, with the buttons that end them. */
function Holds({ id, data }: { id: number; data: ImpayeDetail }) {
  const mayModify = usePeut("modifier");
  const lift = useWrite(() => endPause(id), TOUCHED_BY_RELANCES);
  const close = useWrite(() => endPlan(id, "Clos par l’agence"), TOUCHED_BY_RELANCES);
  const paper = useGeneration(() => api.get(`/Dossier/${id}/planApurement/generate`));
  const { pause, plan } = data;
  async function askClosing() {
    const question = {
      title: "Clore le plan d’apurement ?",
      text: "Les relances de ce dossier reprennent pour tout ce qui reste dû.",
      action: "Clore le plan",
    };
    if (await confirm(question)) close.mutate(undefined);
  }
  return (
    <>
      {pause && (
        <Notice
          icon={CirclePause}
          actions={
            mayModify && (
              <Button size="sm" pending={lift.isPending} onClick={() => lift.mutate(undefined)}>
                Lever la pause
              </Button>
            )
          }
        >
          Relances en pause jusqu’au {formatJour(pause.jusquau)} : {MOTIFS_PAUSE[pause.motif]}
          {pause.commentaire && ` (${pause.commentaire})`}
        </Notice>
      )}
      {plan && (
        <Notice
          icon={Handshake}
          actions={
            (mayModify || plan.signe) && (
              <>
                {mayModify && (
                  <Button size="sm" pending={paper.pending} onClick={() => paper.start(undefined)}>
                    Plan à signer
                  </Button>
                )}
                <SignedPaper
                  entite="PlanApurement"
                  id={plan.id}
                  title="Plan d’apurement"
                  named="le plan d’apurement signé"
                  signe={plan.signe}
                  touched={TOUCHED_BY_RELANCES}
                  signing={(signed) => (
                    <Suspense>
                      <ToSign
                        paper={{
                          type: "planApurement",
                          sources: { id },
                          entite: "PlanApurement",
                          entiteId: plan.id,
                        }}
                        title="Plan d’apurement"
                        signed={signed}
                      />
                    </Suspense>
                  )}
                />
                {mayModify && (
                  <Button size="sm" onClick={askClosing}>
                    Clore
                  </Button>
                )}
              </>
            )
          }
        >
          Plan d’apurement du {formatJour(plan.date)} : {formatEuros(plan.montant)} en{" "}
          {plan.termes.length} échéance{plan.termes.length > 1 ? "s" : ""},{" "}
          {plan.termes
            .map(({ date, montant }) => `${formatEuros(montant)} le ${formatJour(date)}`)
            .join(", ")}
          {plan.manque && (
            <strong className="block font-medium">
              L’échéance du {jourEnLettres(plan.manque)} n’a pas été réglée.
            </strong>
          )}
        </Notice>
      )}
    </>
  );
}
