import { useQuery } from "@tanstack/react-query";
import { FileText, Info } from "lucide-react";
import { useState } from "react";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { type DecompteDeCharges, refusDAppelDuSolde } from "#domain/gerance/charges.ts";
import type { CompteDuDossier } from "#domain/gerance/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { Outcome } from "#web/documents/outcome.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import { chargesOf, chargesPaper } from "#web/entities/comptes/charges.ts";
import { CallBalance } from "./charges-call.tsx";
import { ChargesTable } from "./charges-table.tsx";

const YEARS_OFFERED = 4;

interface ChargesDialogProps {
  account: CompteDuDossier;
  onClose(): void;
}

/** The charges of a year of a tenant: what they come to, the paper, the balance to call. */
export function ChargesDialog({ account, onClose }: ChargesDialogProps) {
  const today = aujourdhui(new Date());
  const present = Number(today.slice(0, 4));
  const [year, setYear] = useState(present - 1);
  const [calling, setCalling] = useState(false);
  const query = useQuery(chargesOf(account.DossierId, year));
  const paper = useGeneration((annee: number) => chargesPaper(account.DossierId, annee));
  const statement = query.error ? undefined : query.data;
  if (calling && statement) {
    return (
      <CallBalance account={account} statement={statement} onClose={() => setCalling(false)} />
    );
  }
  const callable =
    statement && refusDAppelDuSolde(statement, { montant: statement.solde, today }) === null;
  return (
    <Dialog
      open
      size="lg"
      title="Régularisation des charges"
      description={`${account.locataire}, ${account.appartement}.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody className="space-y-3">
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
            onChange={(event) => setYear(Number(event.target.value))}
          />
        </div>
        {query.error && <Notice icon={Info}>{query.error.message}</Notice>}
        {query.isPending && <WaitingList />}
        {statement && <Statement statement={statement} />}
        <Outcome warnings={paper.warnings} refusal={paper.refusal} />
      </DialogBody>
      {statement && (
        <DialogFooter>
          <Button pending={paper.pending} onClick={() => paper.start(year)}>
            <FileText aria-hidden />
            Voir le PDF
          </Button>
          {callable && (
            <Button variant="primary" onClick={() => setCalling(true)}>
              Appeler le solde
            </Button>
          )}
        </DialogFooter>
      )}
    </Dialog>
  );
}

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
