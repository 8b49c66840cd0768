import { useState } from "react";
import { colonnesProposees } from "#domain/gerance/banque/colonnes-proposees.ts";
import {
  COLONNES_A_DIRE,
  type Correspondance,
  correspondance,
  type TableInconnue,
} from "#domain/gerance/banque/correspondance.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Select } from "#web/components/ui/select.tsx";

interface ColumnsDialogProps {
  file: File;
  table: TableInconnue;
  onClose(): void;
  onTold(told: Correspondance): void;
}

const CHOICES = Object.entries(COLONNES_A_DIRE).map(([value, label]) => ({ value, label }));

/**
 * Asks for the meaning of each column of a bank's file. The answer also applies to the next files of the same
 * account.
 */
export function ColumnsDialog({ file, table, onClose, onTold }: ColumnsDialogProps) {
  const [told, setTold] = useState<readonly string[]>(() => colonnesProposees(table));
  const read = correspondance.safeParse(namesOf(table, told));

  /** Two columns cannot have one meaning: the column that had this meaning loses it. */
  const tell = (rank: number, value: string) =>
    setTold((before) =>
      table.entetes.map((_, one) =>
        one === rank ? value : before[one] === value ? "" : (before[one] ?? ""),
      ),
    );

  return (
    <Dialog
      open
      size="lg"
      title="Que contient chaque colonne ?"
      description={`${file.name} : ses en-têtes ne sont pas connus. Votre réponse sert aussi aux prochains relevés de ce compte.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody>
        <form>
          <ul className="divide-y divide-line">
            {table.entetes.map((entete, rank) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may bear one name
                key={rank}
                className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-4 py-2"
              >
                <span className="min-w-0">
                  <span className="block truncate font-medium">{entete || "Sans nom"}</span>
                  <span className="block truncate text-sm text-muted">
                    {table.exemples
                      .map((cells) => cells[rank])
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
                <Select
                  aria-label={`Colonne ${entete}`}
                  empty="Ne pas lire"
                  options={CHOICES}
                  value={told[rank] ?? ""}
                  onChange={({ target }) => tell(rank, target.value)}
                />
              </li>
            ))}
          </ul>
        </form>
      </DialogBody>
      <DialogFooter>
        <p aria-live="polite" className="mr-auto text-sm text-muted">
          {!read.success &&
            "Il faut la date, le libellé, et le montant (ou le débit et le crédit)."}
        </p>
        <Button onClick={onClose}>Annuler</Button>
        <Button
          variant="primary"
          disabled={!read.success}
          onClick={() => read.success && onTold(read.data)}
        >
          Importer
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The header of the column chosen for each meaning. */
const namesOf = ({ entetes }: TableInconnue, told: readonly string[]) =>
  Object.fromEntries(told.flatMap((value, rank) => (value ? [[value, entetes[rank] ?? ""]] : [])));
