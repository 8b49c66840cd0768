import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { useState } from "react";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import type { DecompteDeCharges } from "#domain/gerance/locataires/charges.ts";
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
import { chargesOf, chargesPaper, type YearOfCharges } from "#web/entities/comptes/charges.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { ChargesCallDialog } from "./charges-call-dialog.tsx";
import { ElsewhereField, useElsewhere } from "./charges-elsewhere.tsx";
import { ChargesTable } from "./charges-table.tsx";

const YEARS_OFFERED = 4;

interface ChargesDialogProps {
  account: CompteDuDossier;
  onClose(): void;
}

/** The charges of a year of a tenant: what they come to, the paper, the balance to call. */
export function ChargesDialog({ account, onClose }: ChargesDialogProps) {
  const present = Number(aujourdhui(new Date()).slice(0, 4));
  const [year, setYear] = useState(present - 1);
  const elsewhere = useElsewhere();
  const [calling, setCalling] = useState(false);
  const query = useQuery({
    ...chargesOf(account.DossierId, { annee: year, ailleurs: elsewhere.settled }),
    placeholderData: (former) => (former?.annee === year ? former : undefined),
  });
  const paper = useGeneration((said: YearOfCharges) => chargesPaper(account.DossierId, said));
  const statement = query.error ? undefined : query.data;
  if (calling && statement) {
    return (
      <ChargesCallDialog
        account={account}
        statement={statement}
        onClose={() => setCalling(false)}
      />
    );
  }
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
              options={Array.from({ length: YEARS_OFFERED }, (_, rank) => {
                const one = String(present - rank);
                return { value: one, label: one };
              })}
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
          {statement.refus === null && (
            <Button variant="primary" disabled={!answered} onClick={() => setCalling(true)}>
              Appeler le solde
            </Button>
          )}
        </DialogFooter>
      )}
    </Dialog>
  );
}

interface UnreadProps {
  error: Error;
  onRetry(): void;
}

/** That there is no statement to make is no failure: trying again would change nothing. */
const Unread = ({ error, onRetry }: UnreadProps) =>
  error instanceof ApiError && error.status === 409 ? (
    <Notice icon={Info}>{error.message}</Notice>
  ) : (
    <ErrorState error={error} onRetry={onRetry} />
  );

function Statement({ statement }: { statement: DecompteDeCharges }) {
  const { appelee, avertissements, depenses, solde } = statement;
  return (
    <>
      {avertissements.map((warning) => (
        <Notice key={warning}>{warning}</Notice>
      ))}
      {depenses.length > 0 && <ChargesTable statement={statement} />}
      {appelee && (
        <Notice icon={Info} tone="blue">
          Solde de {formatEuros(appelee.montant)} appelé le {formatJour(appelee.le)}, exigible le{" "}
          {formatJour(appelee.exigibleLe)}.
        </Notice>
      )}
      {depenses.length > 0 && solde < 0 && (
        <Notice icon={Info} tone="blue">
          Ce solde revient au locataire, et son compte ne le porte pas : remboursez-le par une
          dépense du logement à son nom, de nature « Autre dépense », ou demandez-le au propriétaire
          s’il reçoit les loyers.
        </Notice>
      )}
    </>
  );
}
