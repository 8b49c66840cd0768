import { useQuery } from "@tanstack/react-query";
import { ClipboardPaste, History, KeyRound, Plus, Save, Trash2 } from "lucide-react";
import { type ClipboardEvent, Suspense, useState } from "react";
import { aujourdhui, formatJour, type Jour, lireJour, plusTot } from "#domain/dates.ts";
import type { ChargesDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import { cleEnVigueur } from "#domain/gerance/charges/cles.ts";
import { anneeDeLExercice, type Exercice } from "#domain/gerance/charges/exercice.ts";
import type { CleVue, DepenseImmeubleRow } from "#domain/gerance/charges/immeuble-fiche.ts";
import { RECUPERABLES, type Recuperable } from "#domain/missions/natures-de-depense.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { readNumber } from "#web/components/fields/fields.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import {
  dropExpense,
  expensesOfBuilding,
  noteExpense,
  TOUCHED_BY_CHARGES,
} from "#web/entities/comptes/annee-de-charges.ts";
import { immeubles } from "#web/entities/comptes/immeubles.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { DayCell, NumberCell } from "./inputs.tsx";
import { NatureSelect } from "./natures.tsx";
import { RemoveLine } from "./remove-line.tsx";
import { type TellUnsaved, useUnsaved } from "./unsaved.ts";

const KeyDialog = lazyNamed(() => import("./key-dialog.tsx"), "KeyDialog");

/** A line of the grid, before it is an expense. */
interface Line {
  key: string;
  recuperable: Recuperable | null;
  intitule: string;
  numFacture: string;
  date: Jour | null;
  montant: number | null;
  CleId: number | null;
}

const blank = (date: Jour, CleId: number | null): Line => ({
  key: crypto.randomUUID(),
  ...{ recuperable: null, intitule: "", numFacture: "", date, montant: null, CleId },
});

/** The distribution key of a new line: the key used last, else the general key, else the first. */
function usualKey(keys: readonly CleVue[], noted: readonly DepenseImmeubleRow[]): number | null {
  const last = noted
    .toSorted((one, other) => other.id - one.id)
    .flatMap(({ cle }) => keys.find(({ nom }) => nom === cle) ?? [])[0];
  return (last ?? keys.find(({ nom }) => /g[ée]n[ée]ra/i.test(nom)) ?? keys[0])?.id ?? null;
}

const complete = (line: Line) =>
  line.montant !== null && line.montant > 0 && line.date !== null && line.CleId !== null;

const started = ({ recuperable, intitule, montant }: Line) =>
  recuperable !== null || intitule !== "" || montant !== null;

const euros = (cell: string) => readNumber(cell.replace(/\s|€/g, ""));

/** « 120,50 » or « 120 € »: a sum, and not the number of a bill. */
const isSum = (cell: string) => /[.,]\d{1,2}\s*€?$|€$/.test(cell) && euros(cell) !== null;

/**
 * A line pasted from a sheet: the nature or label first, then the day, the sum and the number of the bill. The sum is
 * the last cell written as a sum, else the last number.
 */
function pastedLine(text: string, day: Jour, CleId: number | null): Line | null {
  const cells = text.split("\t").map((cell) => cell.trim());
  const sum = cells.findLast((cell) => isSum(cell)) ?? cells.findLast((cell) => euros(cell)) ?? "";
  const montant = euros(sum);
  if (!montant) return null;
  const [premiere = "", seconde = ""] = cells;
  const code = (Object.keys(RECUPERABLES) as Recuperable[]).find((one) => one === premiere);
  const others = cells.slice(code ? 2 : 1).filter((cell) => cell !== sum);
  return {
    ...blank(day, CleId),
    recuperable: code ?? null,
    intitule: code ? seconde || RECUPERABLES[code].libelle : premiere,
    numFacture:
      others.find(
        (cell) => /\d/.test(cell) && !/[%²]/.test(cell) && !isSum(cell) && !lireJour(cell),
      ) ?? "",
    date: cells.map((cell) => lireJour(cell)).find((one) => one !== null) ?? day,
    montant,
  };
}

interface BuildingExpensesProps {
  id: number;
  annee: number;
  charges: ChargesDeLAnnee;
  onUnsaved: TellUnsaved;
}

/** The expenses of a building for a year: the expenses already noted, and a grid to type or paste others. */
export function BuildingExpenses({ id, annee, charges, onUnsaved }: BuildingExpensesProps) {
  const { exercice, lots } = charges;
  const noted = useQuery(expensesOfBuilding(id, annee));
  const building = useQuery(immeubles.find(id));
  const before = useQuery(expensesOfBuilding(id, annee - 1));
  const [adding, setAdding] = useState(false);
  const mayModify = usePeut("modifier");
  if (!noted.data || !building.data) return <WaitingList />;
  const names = [...new Set(building.data.Cles.map(({ nom }) => nom))];
  const keys = names.flatMap(
    (name) =>
      cleEnVigueur(
        building.data.Cles.filter(({ nom }) => nom === name),
        exercice.au,
      ) ?? [],
  );
  return (
    <div className="space-y-4">
      <Noted rows={noted.data} annee={annee} />
      {mayModify &&
        (keys.length === 0 ? (
          <Card>
            <EmptyState
              icon={KeyRound}
              title="Aucune clé de répartition"
              text="Une clé dit la part de chaque logement dans les dépenses de l’immeuble : les tantièmes du syndic, ou les surfaces."
            >
              <Button variant="primary" onClick={() => setAdding(true)}>
                <KeyRound aria-hidden />
                Ajouter une clé
              </Button>
            </EmptyState>
          </Card>
        ) : (
          <Grid
            {...{ id, exercice, keys, onUnsaved }}
            former={before.data ?? []}
            known={noted.data}
          />
        ))}
      {adding && (
        <Suspense>
          <KeyDialog {...{ id, lots }} depuis={exercice.du} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface GridProps {
  id: number;
  exercice: Exercice;
  keys: readonly CleVue[];
  former: readonly DepenseImmeubleRow[];
  known: readonly DepenseImmeubleRow[];
  onUnsaved: TellUnsaved;
}

function Grid({ id, exercice, keys, former, known, onUnsaved }: GridProps) {
  const first = usualKey(keys, [...known, ...former]);
  const day = plusTot(exercice.au, aujourdhui(new Date()));
  const [lines, setLines] = useState<readonly Line[]>(() => [blank(day, first)]);
  const change = (key: string, changes: Partial<Line>) =>
    setLines((now) => {
      const next = now.map((line) => (line.key === key ? { ...line, ...changes } : line));
      const last = next.at(-1);
      return last && started(last) ? [...next, blank(day, last.CleId)] : next;
    });
  const typed = lines.filter(started);
  useUnsaved(typed.length > 0, onUnsaved);
  const save = useWrite(async (all: readonly Line[]) => {
    for (const [rank, line] of all.entries()) {
      const { CleId, date, montant, recuperable } = line;
      if (CleId === null || date === null || montant === null) continue;
      const nature = recuperable ? RECUPERABLES[recuperable].libelle : "Dépense de l’immeuble";
      await noteExpense({
        ...{ ImmeubleId: id, CleId, date, montant, recuperable, regle: false },
        intitule: line.intitule || nature,
        numFacture: line.numFacture || `${anneeDeLExercice(exercice)}-${known.length + rank + 1}`,
        periodeDu: exercice.du,
        periodeAu: exercice.au,
      });
      setLines((now) => now.filter(({ key }) => key !== line.key));
    }
    notify(`${formatCount(all.length, "dépense enregistrée", "dépenses enregistrées")}.`);
  }, TOUCHED_BY_CHARGES);

  /** The expenses noted last year and not yet this year, proposed without their sums. */
  const proposed = former.filter(
    ({ intitule, recuperable }) =>
      !known.some((one) => one.recuperable === recuperable && one.intitule === intitule),
  );

  function resume() {
    const next = proposed.map(({ CleId, intitule, recuperable }) => ({
      ...blank(day, keys.some((key) => key.id === CleId) ? CleId : first),
      ...{ intitule, recuperable },
    }));
    setLines([...typed, ...next, blank(day, first)]);
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain");
    if (!text.includes("\t")) return;
    event.preventDefault();
    const pasted = text.split(/\r?\n/).flatMap((line) => pastedLine(line, day, first) ?? []);
    setLines([...typed, ...pasted, blank(day, first)]);
  }

  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        <p className="mr-auto font-medium">À saisir</p>
        <span className="flex items-center gap-1.5 text-xs text-muted max-md:hidden">
          <ClipboardPaste aria-hidden className="size-3.5" />
          Une feuille se colle dans la grille
        </span>
        {proposed.length > 0 && (
          <Button size="sm" onClick={resume}>
            <History aria-hidden />
            Reprendre {formatCount(proposed.length, "ligne")} de l’an passé
          </Button>
        )}
      </div>
      <ol className="divide-y" aria-label="Dépenses à saisir" onPaste={paste}>
        {lines.map((line, rank) => (
          <li
            key={line.key}
            className="grid grid-cols-2 gap-2 px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8rem] xl:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_7.5rem_8rem_11rem_2.25rem]"
          >
            <NatureSelect
              rank={rank}
              value={line.recuperable}
              onChange={(recuperable) => change(line.key, { recuperable })}
            />
            <Input
              aria-label={`Intitulé, ligne ${rank + 1}`}
              placeholder={line.recuperable ? RECUPERABLES[line.recuperable].libelle : "Intitulé"}
              value={line.intitule}
              onChange={(event) => change(line.key, { intitule: event.target.value })}
            />
            <DayCell
              label={`Date, ligne ${rank + 1}`}
              value={line.date}
              onChange={(date) => change(line.key, { date })}
            />
            <NumberCell
              label={`Montant, ligne ${rank + 1}`}
              value={line.montant}
              onChange={(montant) => change(line.key, { montant })}
            />
            <Select
              aria-label={`Clé, ligne ${rank + 1}`}
              value={String(line.CleId ?? "")}
              options={keys.map((key) => ({ value: String(key.id), label: key.nom }))}
              onChange={(event) => change(line.key, { CleId: Number(event.target.value) })}
            />
            <RemoveLine
              rank={rank}
              only={lines.length === 1}
              onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
        <Button size="sm" variant="ghost" onClick={() => setLines([...lines, blank(day, first)])}>
          <Plus aria-hidden />
          Une ligne
        </Button>
        <p className="ml-auto text-sm text-muted tabular-nums" role="status">
          {typed.length > 0 && formatEuros(somme(...typed.map(({ montant }) => montant ?? 0)))}
        </p>
        <Button
          variant="primary"
          pending={save.isPending}
          disabled={typed.length === 0 || !typed.every(complete)}
          onClick={() => save.mutate(typed)}
        >
          {!save.isPending && <Save aria-hidden />}
          Enregistrer {typed.length > 0 && formatCount(typed.length, "dépense")}
        </Button>
      </div>
    </Card>
  );
}

function Noted({ rows, annee }: { rows: readonly DepenseImmeubleRow[]; annee: number }) {
  const mayDelete = usePeut("supprimer");
  const drop = useWrite(dropExpense, TOUCHED_BY_CHARGES);
  async function ask(row: DepenseImmeubleRow) {
    const question = {
      title: "Supprimer cette dépense ?",
      text: `${row.intitule}, ${formatEuros(row.montant)} : ses ${formatCount(row.parts.length, "part")} partent avec elle.`,
      ...{ action: "Supprimer", danger: true },
    };
    if (await confirm(question)) drop.mutate(row);
  }
  return (
    <Card className="overflow-x-auto">
      {rows.length === 0 ? (
        <EmptyState
          title={`Aucune dépense de l’immeuble pour ${annee}`}
          text="Chaque dépense se partage entre les logements par sa clé, au centime."
        />
      ) : (
        <Table aria-label="Dépenses de l’immeuble">
          <thead>
            <tr>
              <TableHead>Nature</TableHead>
              <TableHead className="max-md:hidden">Date</TableHead>
              <TableHead className="max-md:hidden">Clé</TableHead>
              <TableHead className="text-right">Montant</TableHead>
              <TableHead className="text-right max-lg:hidden">Hors gestion</TableHead>
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {rows.map((row) => (
              <tr key={row.id}>
                <TableCell>
                  <span className="block">{row.intitule}</span>
                  <span className="block text-xs text-muted">
                    {row.recuperable ? RECUPERABLES[row.recuperable].libelle : "Non récupérable"}
                  </span>
                </TableCell>
                <TableCell className="max-md:hidden">{formatJour(row.date)}</TableCell>
                <TableCell className="max-md:hidden">{row.cle}</TableCell>
                <TableCell className="text-right whitespace-nowrap">
                  {formatEuros(row.montant)}
                </TableCell>
                <TableCell className="text-right whitespace-nowrap text-muted max-lg:hidden">
                  {row.reste > 0 && formatEuros(row.reste)}
                </TableCell>
                <TableCell className="w-10">
                  {mayDelete && (
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Supprimer ${row.intitule}`}
                      onClick={() => ask(row)}
                    >
                      <Trash2 aria-hidden />
                    </Button>
                  )}
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
