import { useState } from "react";
import {
  COLONNES_A_DIRE,
  type ColonneDite,
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

/** What each column of a bank's file holds: said once, kept for the next files of the account. */
export function ColumnsDialog({ file, table, onClose, onTold }: ColumnsDialogProps) {
  const [told, setTold] = useState<readonly string[]>(() => guess(table));
  const read = correspondance.safeParse(namesOf(table, told));

  /** A column is told once: another that said the same says nothing any more. */
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

/** The header of each thing told. */
const namesOf = ({ entetes }: TableInconnue, told: readonly string[]) =>
  Object.fromEntries(told.flatMap((value, rank) => (value ? [[value, entetes[rank] ?? ""]] : [])));

const DAY = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;
const AMOUNT = /^[-+−]?[\d\s\u00A0\u202F.]*\d[.,]\d{2}(\s?€)?$/;

/** The first column of days, the first of amounts, that of the longest words: to be confirmed. */
function guess({ entetes, exemples }: TableInconnue): string[] {
  const told = entetes.map(() => "");
  const cells = (rank: number) => exemples.map((line) => line[rank] ?? "").filter(Boolean);
  const say = (what: ColonneDite, rank: number) => {
    if (rank >= 0) told[rank] = what;
  };
  const ranks = [...entetes.keys()];
  const every = (pattern: RegExp) =>
    ranks.find(
      (rank) => cells(rank).length > 0 && cells(rank).every((cell) => pattern.test(cell)),
    ) ?? -1;
  say("date", every(DAY));
  say("montant", every(AMOUNT));
  const longest = ranks
    .filter((rank) => told[rank] === "" && cells(rank).some((cell) => /[a-z]{3}/i.test(cell)))
    .toSorted((one, other) => cells(other).join("").length - cells(one).join("").length);
  say("libelle", longest[0] ?? -1);
  return told;
}
