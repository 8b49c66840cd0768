import { useQuery } from "@tanstack/react-query";
import { FileText, Info } from "lucide-react";
import { useState } from "react";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { type DecompteDeCharges, refusDAppelDuSolde } from "#domain/gerance/charges.ts";
import type { CompteDuDossier } from "#domain/gerance/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { exactNumber, readNumber } from "#web/components/fields.tsx";
import { Notice } from "#web/components/notice.tsx";
import { TypedInput } from "#web/components/typed-input.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { Outcome } from "#web/documents/outcome.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import { chargesOf, chargesPaper, type YearOfCharges } from "#web/entities/comptes/charges.ts";
import { ChargesCallDialog } from "./charges-call-dialog.tsx";
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
  const [elsewhere, setElsewhere] = useState<number | null>(null);
  const [calling, setCalling] = useState(false);
  const asked = { annee: year, ailleurs: elsewhere };
  const query = useQuery({
    ...chargesOf(account.DossierId, asked),
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
        <div className="flex flex-wrap items-end gap-4">
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
                setElsewhere(null);
              }}
            />
          </div>
          {(elsewhere !== null || (statement?.manquants.length ?? 0) > 0) && (
            <div className="w-72">
              <Label htmlFor="provisions-ailleurs" className="mb-1">
                Provisions appelées avant ce logiciel
              </Label>
              <TypedInput
                id="provisions-ailleurs"
                name="ailleurs"
                ref={() => {}}
                inputMode="decimal"
                unit="€"
                value={elsewhere}
                read={readNumber}
                write={(euros) => (typeof euros === "number" ? exactNumber(euros, 2) : "")}
                onChange={(euros) =>
                  setElsewhere(typeof euros === "number" && euros >= 0 ? euros : null)
                }
                onBlur={() => {}}
                aria-required={false}
                aria-invalid={false}
                aria-describedby={undefined}
              />
            </div>
          )}
        </div>
        {query.error && <Notice icon={Info}>{query.error.message}</Notice>}
        {query.isPending && <WaitingList />}
        {statement && <Statement statement={statement} />}
        <Outcome warnings={paper.warnings} refusal={paper.refusal} />
      </DialogBody>
      {statement && statement.depenses.length > 0 && (
        <DialogFooter>
          <Button pending={paper.pending} onClick={() => paper.start(asked)}>
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
