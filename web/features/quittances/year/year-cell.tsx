import { clsx } from "clsx";
import type { KeyboardEvent } from "react";
import { moisEnLettres } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { ETATS_QUITTANCE } from "#domain/quittances/quittance.ts";
import { STATE_NAMES, STATES } from "#web/entities/quittances/states.tsx";
import type { YearCell } from "./year-data.ts";

const FILLS = {
  green: "bg-green-soft text-green",
  blue: "bg-blue-soft text-blue",
  red: "bg-red-soft text-red",
  grey: "bg-grey-soft text-grey",
} as Partial<Record<string, string>>;

interface MonthCellProps {
  cell: YearCell;
  /** Whether the Tab key reaches this cell. That key reaches one cell of the grid; arrows lead to the others. */
  reachable: boolean;
  place: string;
  onOpen(): void;
}

/** The legend of the grid: each sign of a cell, with its words. */
export function Legend() {
  return (
    <ul aria-label="Légende" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {STATE_NAMES.map((state) => (
        <li key={state} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden
            className={clsx(
              "grid size-5 place-items-center rounded text-xs font-semibold",
              FILLS[STATES[state].tone],
            )}
          >
            {STATES[state].letter}
          </span>
          {ETATS_QUITTANCE[state]}
        </li>
      ))}
    </ul>
  );
}

export function MonthCell({ cell, reachable, place, onOpen }: MonthCellProps) {
  if (cell.etat === null) return <span className="text-line-strong">·</span>;
  const { letter, tone } = STATES[cell.etat];
  const label = ETATS_QUITTANCE[cell.etat];
  const several = cell.receipts.length > 1 ? cell.receipts.length : null;
  const count = several ? `${several} quittances, ` : "";
  return (
    <button
      type="button"
      tabIndex={reachable ? 0 : -1}
      data-place={place}
      data-note={noteOf(cell)}
      data-several={several}
      aria-label={`${moisEnLettres(cell.mois)}, ${count}${label.toLowerCase()}, ${formatEuros(cell.expected)}`}
      onClick={onOpen}
      className={clsx(
        "inline-flex h-8 w-full min-w-8 items-center justify-center rounded-md text-sm font-semibold hover:ring-1 hover:ring-current hover:ring-inset",
        several && "after:content-[attr(data-several)]",
        FILLS[tone],
      )}
    >
      {letter}
    </button>
  );
}

function noteOf({ etat, expected, received, receipts }: YearCell): string {
  const state = etat ? ETATS_QUITTANCE[etat] : "";
  const several = receipts.length > 1 ? `${receipts.length} quittances, ` : "";
  const part = received > 0 && received < expected ? `, reçu ${formatEuros(received)}` : "";
  return `${several}${state} · ${formatEuros(expected)}${part}`;
}

/** An arrow key moves the focus to the next cell in its direction, past the empty cells. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, readonly [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const step = steps[event.key];
  const place = event.target instanceof HTMLElement && event.target.dataset.place;
  if (!step || !place) return;
  event.preventDefault();
  let [row = 0, column = 0] = place.split("-").map(Number);
  for (let tries = 0; tries < 60; tries += 1) {
    row += step[0];
    column += step[1];
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-place="${row}-${column}"]`);
    next?.focus();
    if (next) return;
  }
}
