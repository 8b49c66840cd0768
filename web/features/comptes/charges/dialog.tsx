import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { useState } from "react";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { justificatifsJusquau } from "#domain/gerance/charges/decompte-envoye.ts";
import type { DecompteDeCharges, EnvoiDuDecompte } from "#domain/gerance/charges/decompte-lu.ts";
import { anneeCivileDe, nomDExercice } from "#domain/gerance/charges/exercice.ts";
import { echelonnementsDe } from "#domain/gerance/charges/solde-a-payer.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { Outcome } from "#web/documents/outcome.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import {
  notePostedStatements,
  TOUCHED_BY_CHARGES,
} from "#web/entities/comptes/annee-de-charges.ts";
import {
  chargesOf,
  chargesPaper,
  spreadCharges,
  type YearOfCharges,
} from "#web/entities/comptes/charges.ts";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { SendingReserve } from "#web/entities/comptes/sending-reserve.tsx";
import { notify } from "#web/lib/notify.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { ChargesCancelDialog } from "./cancel-dialog.tsx";
import { ElsewhereField, useElsewhere } from "./elsewhere.tsx";
import { ChargesSendDialog } from "./send-dialog.tsx";
import { ChargesTable } from "./table.tsx";

const YEARS_OFFERED = 4;

interface ChargesDialogProps {
  account: CompteDuDossier;
  onClose(): void;
}

/** The charges of a tenant's year: their total, their paper, and the balance to call. */
export function ChargesDialog({ account, onClose }: ChargesDialogProps) {
  const present = Number(aujourdhui(new Date()).slice(0, 4));
  const [year, setYear] = useState(present - 1);
  const elsewhere = useElsewhere();
  const [calling, setCalling] = useState(false);
  const [cancelling, setCancelling] = useState<EnvoiDuDecompte | null>(null);
  const query = useQuery({
    ...chargesOf(account.DossierId, { annee: year, ailleurs: elsewhere.settled }),
    placeholderData: (former) => (former?.annee === year ? former : undefined),
  });
  const paper = useGeneration((said: YearOfCharges) => chargesPaper(account.DossierId, said));
  const statement = query.error ? undefined : query.data;
  if (calling && statement) {
    return (
      <ChargesSendDialog
        account={account}
        statement={statement}
        onClose={() => setCalling(false)}
      />
    );
  }
  if (cancelling)
    return <ChargesCancelDialog envoi={cancelling} onClose={() => setCancelling(null)} />;
  const answered = elsewhere.euros === elsewhere.settled && !query.isPlaceholderData;
  return (
    <Dialog
      open
      size="lg"
      title="Régularisation des charges"
      description={`${account.locataire}, ${account.appartement}.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody className="space-y-3">
        <div className="flex flex-wrap items-start gap-4">
          <div className="w-28">
            <Label htmlFor="annee-charges" className="mb-1">
              Année
            </Label>
            <Select
              id="annee-charges"
              value={String(year)}
              options={yearsOffered(present, year, statement?.suivant).map((one) => ({
                value: String(one),
                label: nomDExercice(one),
              }))}
              onChange={(event) => {
                setYear(Number(event.target.value));
                elsewhere.clear();
              }}
            />
          </div>
          {(elsewhere.typed !== null ||
            elsewhere.settled !== null ||
            (statement?.manquants.length ?? 0) > 0) && <ElsewhereField elsewhere={elsewhere} />}
        </div>
        {query.error && <Unread error={query.error} onRetry={() => query.refetch()} />}
        {query.isPending && <WaitingList />}
        {statement && <Statement statement={statement} />}
        {statement?.envoi && (
          <Sent statement={statement} envoi={statement.envoi} onCancel={setCancelling} />
        )}
        <Outcome warnings={paper.warnings} refusal={paper.refusal} />
      </DialogBody>
      {statement && statement.depenses.length > 0 && (
        <DialogFooter>
          <Button
            pending={paper.pending}
            disabled={elsewhere.euros === undefined}
            onClick={() => paper.start({ annee: year, ailleurs: elsewhere.euros ?? null })}
          >
            <FileText aria-hidden />
            Voir le PDF
          </Button>
          {statement.refusEnvoi === null && (
            <Button variant="primary" disabled={!answered} onClick={() => setCalling(true)}>
              {statement.envoi ? "Envoyer le rectificatif" : "Envoyer le décompte"}
            </Button>
          )}
        </DialogFooter>
      )}
    </Dialog>
  );
}

/** The last years, and the second exercice of the chosen year, if the building moved the end of its exercices. */
function yearsOffered(present: number, chosen: number, next: number | undefined): number[] {
  const years = Array.from({ length: YEARS_OFFERED }, (_, rank) => present - rank);
  const added = next ?? (years.includes(chosen) ? undefined : chosen);
  return years.flatMap((year) =>
    anneeCivileDe(added ?? 0) === year ? [added ?? 0, year] : [year],
  );
}

interface UnreadProps {
  error: Error;
  onRetry(): void;
}

/** A year without a statement (409) is no failure: trying again would change nothing. */
const Unread = ({ error, onRetry }: UnreadProps) =>
  error instanceof ApiError && error.status === 409 ? (
    <Notice icon={Info}>{error.message}</Notice>
  ) : (
    <ErrorState error={error} onRetry={onRetry} />
  );

function Statement({ statement }: { statement: DecompteDeCharges }) {
  const { appelee, avertissements, depenses, envoi } = statement;
  return (
    <>
      {avertissements.map((warning) => (
        <Notice key={warning}>{warning}</Notice>
      ))}
      {depenses.length > 0 && <ChargesTable statement={statement} />}
      {appelee && !envoi && (
        <Notice icon={Info} tone="blue">
          Solde de {formatEuros(appelee.montant)} appelé le {formatJour(appelee.le)}, exigible le{" "}
          {formatJour(appelee.exigibleLe)}.
        </Notice>
      )}
    </>
  );
}

interface SentProps {
  statement: DecompteDeCharges;
  envoi: EnvoiDuDecompte;
  onCancel(envoi: EnvoiDuDecompte): void;
}

/** The sent statement, and the months over which the tenant may pay its balance. */
function Sent({ statement, envoi, onCancel }: SentProps) {
  const { annee, DossierId } = statement;
  const mayModify = usePeut("modifier");
  const mayCancel = usePeut("supprimer");
  const spread = useWrite(
    (mois: number) => spreadCharges(DossierId, annee, mois),
    TOUCHED_BY_ACCOUNTS,
  );
  const posted = useWrite(async (id: number) => {
    const { refuses } = await notePostedStatements([id], aujourdhui(new Date()));
    if (refuses[0]) throw new Error(refuses[0].motif);
    notify("La lettre est notée postée.");
  }, TOUCHED_BY_CHARGES);
  const offered = envoi.montant > 0 && envoi.mois === null && mayModify;
  return (
    <Notice
      icon={Info}
      tone="blue"
      actions={
        <>
          {offered &&
            echelonnementsDe(statement, envoi.partiLe ?? envoi.envoyeLe).map((mois) => (
              <Button
                key={mois}
                size="sm"
                disabled={spread.isPending}
                onClick={() => spread.mutate(mois)}
              >
                En {mois} mois
              </Button>
            ))}
          {mayModify && envoi.acheminement === "a_poster" && (
            <Button size="sm" disabled={posted.isPending} onClick={() => posted.mutate(envoi.id)}>
              Postée ce jour
            </Button>
          )}
          {mayCancel && (
            <Button size="sm" onClick={() => onCancel(envoi)}>
              Annuler
            </Button>
          )}
        </>
      }
    >
      {envoi.rectificatif ? "Rectificatif envoyé" : "Décompte envoyé"} le{" "}
      {formatJour(envoi.envoyeLe)}
      {envoi.canal === "lettre" ? ", par lettre" : ", par courriel"} :{" "}
      {envoi.montant < 0
        ? `${formatEuros(0 - envoi.montant)} portés à son crédit`
        : `${formatEuros(envoi.montant)} exigibles le ${formatJour(envoi.exigibleLe)}${envoi.mois ? `, en ${envoi.mois} mois` : ""}`}
      . Justificatifs à disposition jusqu’au {formatJour(justificatifsJusquau(envoi.envoyeLe))}.
      <SendingReserve envoi={envoi} />
    </Notice>
  );
}
