import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { CHAMPS, type TableLue } from "#domain/import/colonnes.ts";
import type { CorrectionImport } from "#domain/import/colonnes-fiche.ts";
import type { EssaiImport } from "#domain/import/fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import {
  makeImport,
  saveWrongLines,
  TOUCHED_BY_IMPORT,
  type Told,
  tryImport,
} from "#web/entities/fichiers/imports.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useOneAtATime } from "#web/lib/one-at-a-time.ts";
import type { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { ImportVerdict } from "./verdict.tsx";

interface ImportColumnsProps {
  file: File;
  table: TableLue;
  onDone(): void;
}

/** The field recognized for each column, which the user can change, then the records that the file would make. */
export function ImportColumns({ file, table, onDone }: ImportColumnsProps) {
  const { genre, colonnes } = table;
  const [told, setTold] = useState(() => colonnes.map(({ champ }) => champ));
  const [constants, setConstants] = useState<Readonly<Record<string, string>>>({});
  const [verdict, setVerdict] = useState<EssaiImport | null>(null);
  const [mended, setMended] = useState<readonly CorrectionImport[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const whole = { file, genre, colonnes: told, defauts: constants, corrections: [...mended] };
  const checks = useRef(0);
  const refused = ({ message, details }: ApiError) => {
    setRefusal(message);
    if (details) setVerdict(details as EssaiImport);
    return true;
  };
  const check = useWrite(tryImport, [], refused);
  const make = useWrite(makeImport, TOUCHED_BY_IMPORT, refused);
  const save = useWrite(saveWrongLines, []);
  const writing = useOneAtATime();
  const busy = check.isPending || writing.busy;

  /** A change makes the last check out of date. */
  function change() {
    setVerdict(null);
    setRefusal(null);
  }

  /** Two columns cannot have one field: the column that had this field loses it. */
  function tell(rank: number, champ: string | null) {
    change();
    setTold((before) =>
      before.map((said, one) => (one === rank ? champ : said === champ ? null : said)),
    );
  }

  function setConstant(champ: string, value: string | null) {
    change();
    setConstants(({ [champ]: _, ...others }) =>
      value === null ? others : { ...others, [champ]: value },
    );
  }

  /** Checks the file. Only the answer to the last request shows. */
  function verify(asked: Told) {
    const rank = ++checks.current;
    check.mutate(asked, {
      onSuccess: (said) => {
        if (rank === checks.current) setVerdict(said);
      },
    });
  }

  function mend(cell: CorrectionImport) {
    const others = mended.filter(
      ({ ligne, place }) => ligne !== cell.ligne || place !== cell.place,
    );
    const corrections = [...others, cell];
    setMended(corrections);
    setRefusal(null);
    verify({ ...whole, corrections });
  }

  async function importLines() {
    const left = verdict?.fausses ?? 0;
    // The screen already shows the refusal.
    const made = await make.mutateAsync({ ...whole, bonnesLignes: left > 0 }).catch(() => null);
    if (!made) return;
    const count = formatCount(verdict?.aCreer ?? made.nombre, "fiche créée", "fiches créées");
    // A failure to save the file has its own message; the records exist all the same.
    if (left > 0) await save.mutateAsync(whole).catch(() => {});
    notify(left > 0 ? `${count}, ${formatCount(left, "ligne")} à corriger.` : `${count}.`);
    onDone();
  }

  const options = CHAMPS[genre].map(({ champ, titre }) => ({ value: champ, label: titre }));
  const free = options.filter(({ value }) => !told.includes(value) && !(value in constants));
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-baseline gap-x-3 border-b px-4 py-3">
          <h2 className="font-medium">Ce que dit chaque colonne</h2>
          <p className="text-sm text-muted">
            {file.name} · {formatCount(table.lignes, "ligne")} · {table.source}
          </p>
        </div>
        <ul className="divide-y divide-line px-4">
          {colonnes.map(({ titre, exemples }, rank) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may bear one name
              key={rank}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(11rem,16rem)] items-center gap-x-4 py-1.5 max-sm:grid-cols-[minmax(0,1fr)_minmax(0,11rem)]"
            >
              <span className="truncate font-medium">{titre || "Sans nom"}</span>
              <span className="truncate text-sm text-muted max-sm:order-1 max-sm:col-span-2">
                {exemples.join(" · ")}
              </span>
              <Select
                aria-label={`Colonne ${titre}`}
                empty="Ne pas importer"
                options={options}
                value={told[rank] ?? ""}
                onChange={({ target }) => tell(rank, target.value || null)}
              />
            </li>
          ))}
        </ul>
        <div className="border-t px-4 py-3">
          <h3 className="text-sm font-medium">Pour toutes les lignes qui n’en disent rien</h3>
          <ul>
            {Object.entries(constants).map(([champ, value]) => {
              const label = options.find((option) => option.value === champ)?.label ?? champ;
              return (
                <li key={champ} className="mt-2 flex items-center gap-3">
                  <span className="w-56 truncate">{label}</span>
                  <Input
                    aria-label={label}
                    className="max-w-72"
                    value={value}
                    onChange={({ target }) => setConstant(champ, target.value)}
                  />
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Retirer ${label}`}
                    onClick={() => setConstant(champ, null)}
                  >
                    <X aria-hidden />
                  </Button>
                </li>
              );
            })}
          </ul>
          <div className="mt-2 flex items-center gap-2">
            <Plus aria-hidden className="size-4 text-muted" />
            <Select
              aria-label="Ajouter une valeur pour toutes les lignes"
              className="w-72"
              empty="Ajouter une valeur…"
              options={free}
              value=""
              onChange={({ target }) => target.value && setConstant(target.value, "")}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-3 border-t px-4 py-3">
          <p aria-live="polite" className="mr-auto text-sm text-muted">
            {check.isPending ? `Vérification de ${formatCount(table.lignes, "ligne")}…` : ""}
          </p>
          {refusal && (
            <p role="alert" className="text-danger">
              {refusal}
            </p>
          )}
          <Button onClick={onDone} disabled={busy}>
            Abandonner
          </Button>
          <Button
            variant={verdict ? "secondary" : "primary"}
            pending={check.isPending}
            disabled={busy || told.every((champ) => champ === null)}
            onClick={() => {
              change();
              verify(whole);
            }}
          >
            Vérifier
          </Button>
        </div>
      </Card>
      {verdict && (
        <ImportVerdict
          verdict={verdict}
          checking={check.isPending}
          importing={writing.busy}
          onImport={() => writing.run(importLines)}
          onMend={mend}
          onSaveWrong={() => save.mutate(whole)}
        />
      )}
    </>
  );
}
