import { clsx } from "clsx";
import { type SyntheticEvent, useState } from "react";
import { moisEnLettres } from "#domain/dates.ts";
import { formatEuros, formatNombre, somme } from "#domain/montants.ts";
import type { SommesDuMois } from "#domain/quittances/quittance-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { shortMonth } from "#web/lib/format.ts";
import { useShortcutsWithin } from "#web/lib/use-shortcuts.ts";
import { MonthCell, moveFocus } from "./year-cell.tsx";
import { monthsOf, type YearCell, type YearLine } from "./year-data.ts";

interface YearGridProps {
  year: number;
  /** Undefined while they load. */
  lines: readonly YearLine[] | undefined;
  /** The sums of each month, over all the pages. */
  totals: readonly SommesDuMois[];
  onOpen(line: YearLine, cell: YearCell): void;
  onPdf(line: YearLine): void;
}

const name =
  "sticky left-0 z-1 w-44 max-w-44 min-w-40 bg-surface max-[1400px]:shadow-[1px_0_0_var(--line)] lg:w-56 lg:max-w-56";
const sums = "pl-2! text-right whitespace-nowrap tabular-nums";

/** A line for each dossier, a cell for each month; the arrows go from cell to cell. */
export function YearGrid({ year, lines, totals, onOpen, onPdf }: YearGridProps) {
  const { note, watch } = useNote();
  const onKeyDown = useShortcutsWithin("Quittances de l’année", {
    "ArrowLeft ArrowUp ArrowRight ArrowDown": moveFocus,
  });
  return (
    <div className="relative max-[1400px]:overflow-x-auto">
      <Table aria-label={`Quittances de ${year}`} aria-busy={lines === undefined || undefined}>
        <thead className="min-[1400px]:sticky min-[1400px]:top-(--sticky-top) min-[1400px]:z-2 [&_th]:bg-surface">
          <tr>
            <TableHead className={name}>Appartement, locataire</TableHead>
            {monthsOf(year).map((mois) => (
              <TableHead key={mois} className="w-14 px-0.5! text-center! capitalize">
                <abbr title={moisEnLettres(mois)} className="no-underline">
                  {shortMonth(mois)}
                </abbr>
              </TableHead>
            ))}
            <TableHead className="text-right!">Attendu</TableHead>
            <TableHead className="text-right!">Reçu</TableHead>
            <TableHead className="w-10">
              <span className="sr-only">Récapitulatif annuel</span>
            </TableHead>
          </tr>
        </thead>
        <tbody {...watch} onKeyDown={onKeyDown}>
          {lines === undefined && <SkeletonLines />}
          {lines?.map((line, row) => (
            <tr key={line.DossierId} className="group/row">
              <th
                scope="row"
                className={clsx(name, "h-12 border-b px-3 text-left font-normal leading-tight")}
              >
                <span className="block truncate font-medium" title={line.appartement}>
                  {line.appartement}
                </span>
                <span className="block truncate text-xs text-muted" title={line.locataire}>
                  {line.locataire}
                </span>
              </th>
              {line.months.map((cell, column) => (
                <td key={cell.mois} className="border-b px-0.5 text-center">
                  <MonthCell
                    cell={cell}
                    reachable={row === 0 && column === firstFilled(line)}
                    place={`${row}-${column}`}
                    onOpen={() => onOpen(line, cell)}
                  />
                </td>
              ))}
              <TableCell className={sums}>{formatNombre(line.expected, 2)}</TableCell>
              <TableCell className={clsx(sums, line.received < line.expected && "text-muted")}>
                {formatNombre(line.received, 2)}
              </TableCell>
              <TableCell className="px-1!">
                {line.AppartementId !== lines[row - 1]?.AppartementId && (
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    title={`Récapitulatif ${year} de l’appartement`}
                    aria-label={`Récapitulatif ${year} : ${line.appartement}`}
                    onClick={() => onPdf(line)}
                  >
                    <FileText />
                  </Button>
                )}
              </TableCell>
            </tr>
          ))}
        </tbody>
        {lines && lines.length > 0 && <Totals year={year} totals={totals} />}
      </Table>
      {note}
    </div>
  );
}

const firstFilled = (line: YearLine) => line.months.findIndex((cell) => cell.etat !== null);

/** One note for the whole grid, with the amount of the cell that has the pointer or the focus. */
function useNote() {
  const [shown, setShown] = useState<{ text: string; left: number; top: number } | null>(null);
  const show = (event: SyntheticEvent) => {
    const cell = event.target instanceof Element && event.target.closest("[data-note]");
    if (!(cell instanceof HTMLElement)) return setShown(null);
    const box = cell.getBoundingClientRect();
    setShown({ text: cell.dataset.note ?? "", left: box.left + box.width / 2, top: box.top - 6 });
  };
  const hide = () => setShown(null);
  const note = shown && (
    <div
      aria-hidden
      style={{ left: shown.left, top: shown.top }}
      className="pointer-events-none fixed z-50 -translate-x-1/2 -translate-y-full rounded-md bg-text px-2 py-1 text-xs whitespace-nowrap text-canvas tabular-nums"
    >
      {shown.text}
    </div>
  );
  return { note, watch: { onMouseOver: show, onMouseLeave: hide, onFocus: show, onBlur: hide } };
}

function Totals({ year, totals }: { year: number; totals: readonly SommesDuMois[] }) {
  const rows = [
    { label: "Attendu", of: ({ attendu }: SommesDuMois) => attendu },
    { label: "Reçu", of: ({ recu }: SommesDuMois) => recu },
    { label: "Déclaré", of: ({ declare }: SommesDuMois) => declare },
  ].filter(({ label, of }) => label !== "Déclaré" || totals.some((sums) => of(sums) > 0));
  const months = monthsOf(year).map(
    (mois) =>
      totals.find((sums) => sums.mois === mois) ?? { mois, attendu: 0, recu: 0, declare: 0 },
  );
  return (
    <tfoot className="text-xs [&_td]:h-8 [&_th]:h-8">
      {rows.map(({ label, of }) => (
        <tr key={label}>
          <th scope="row" className={clsx(name, "px-3 text-left font-medium")}>
            {label}
          </th>
          {months.map((sums) => (
            <td
              key={sums.mois}
              title={formatEuros(of(sums))}
              className="px-0.5 text-center whitespace-nowrap text-muted tabular-nums"
            >
              {of(sums) > 0 ? formatNombre(of(sums), 0) : "–"}
            </td>
          ))}
          <td colSpan={2} className="px-3 text-right font-semibold whitespace-nowrap tabular-nums">
            {formatEuros(somme(...totals.map(of)))}
          </td>
          <td />
        </tr>
      ))}
    </tfoot>
  );
}

function SkeletonLines() {
  return Array.from({ length: 12 }, (_, index) => index).map((index) => (
    <tr key={index}>
      <td className={clsx(name, "h-12 border-b px-3")}>
        <Skeleton className="h-3 w-32" />
      </td>
      {monthsOf(2000).map((mois) => (
        <td key={mois} className="border-b px-0.5">
          <Skeleton className="h-8 w-full min-w-8" />
        </td>
      ))}
      <td colSpan={3} className="border-b" />
    </tr>
  ));
}
