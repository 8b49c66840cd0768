import type { Field, Inline } from "./blocks.ts";
import { INK, type Line, type Mark, MUTED, mm, type Style, TEAL, wrap, write } from "./ink.ts";
import { type Element, within } from "./structure.ts";

/** The column of the page that the blocks fill. */
export const COLUMN: Place = { x: mm(20), width: mm(170) };

/** A piece of the page that is never cut: a line, a row, a signature. Heights in points. */
export interface Atom {
  height: number;
  /** The blank above this atom, in points, unless the atom opens a page. */
  gap?: number;
  /** Whether this atom stays on the page of the next atom. */
  keep?: boolean;
  /** The head of the table that this atom belongs to, drawn again above this atom when it opens a page. */
  head?: Atom;
  /**
   * The height on the page, in points from the top, at which the atom ends; absent for an atom that flows with the
   * text.
   */
  endsAt?: number;
  /** Whether the atom is a signature: only the pages before it have initials. */
  signed?: boolean;
  pageBreak?: "always" | "afterFirst";
  draw(marks: Mark[], top: number): void;
}

export const style = (size: number, leading: number, rest: Partial<Style> = {}): Style => ({
  size,
  leading,
  face: "regular",
  color: INK,
  ...rest,
});

export const BODY = style(9.5, 13.5);
export const SMALL = style(8, 11.5, { color: MUTED });
export const STRONG = style(9.5, 13.5, { face: "bold" });
export const LABEL = style(6.5, 10, { face: "bold", color: MUTED, tracking: 0.5 });
export const TITLE = style(20, 25, { face: "bold", color: TEAL });
export const SUBTITLE = style(10.5, 16, { color: MUTED });
export const HEADING = style(11.5, 16, { face: "bold", color: TEAL });
export const SUBHEADING = style(10, 14, { face: "bold" });
export const MINOR_HEADING = style(9.5, 13.5, { face: "bold", color: MUTED });
export const VALUE = style(15, 20, { face: "bold", color: TEAL });
export const NOTE = style(7.5, 10.5, { color: MUTED });

export interface Place {
  x: number;
  width: number;
  align?: "left" | "right";
  /** The part of the document that this text belongs to. */
  element?: Element;
}

/** A text in one atom, when it must not be cut. */
export function paragraph(text: Inline, style: Style, place: Place): Atom {
  const written = wrap(text, place.width, style);
  return {
    height: written.length * style.leading,
    draw: (marks, top) => write(marks, written, style, { ...place, top }),
  };
}

/** A text that may be cut over two pages, with at least two lines on each. */
export function lines(
  text: Inline,
  style: Style,
  {
    gap,
    keep,
    ...place
  }: { element: Element; gap?: number; keep?: boolean; align?: "left" | "justified" },
): Atom[] {
  const written = wrap(text, COLUMN.width, style);
  return written.map((line: Line, rank) => ({
    height: style.leading,
    gap: rank === 0 ? gap : undefined,
    keep: rank === written.length - 1 ? keep : keep || rank === 0 || rank === written.length - 2,
    draw: (marks, top) => write(marks, [line], style, { ...COLUMN, ...place, top }),
  }));
}

/** Puts several atoms one under another in a single atom. */
export function stack(parts: readonly Atom[]): Atom {
  return {
    height: parts.reduce((sum, part) => sum + (part.gap ?? 0) + part.height, 0),
    draw: (marks, top) => {
      let y = top;
      for (const part of parts) {
        y += part.gap ?? 0;
        part.draw(marks, y);
        y += part.height;
      }
    },
  };
}

/** Puts several atoms side by side in a single atom. */
export function beside(parts: readonly Atom[]): Atom {
  return {
    height: Math.max(0, ...parts.map((part) => part.height)),
    draw: (marks, top) => {
      for (const part of parts) part.draw(marks, top);
    },
  };
}

function field({ label, lines, wide = false }: Field, place: Place, list: Element): Atom {
  const item = within(list, "LI");
  const name = paragraph(label.toUpperCase(), LABEL, { ...place, element: within(item, "Lbl") });
  const body = within(item, "LBody");
  const part = () => (lines.length > 1 ? within(body, "P") : body);
  return stack([
    name,
    ...lines.map((line, rank) => ({
      ...paragraph(line, rank === 0 && !wide ? STRONG : BODY, { ...place, element: part() }),
      gap: rank === 0 ? 1 : 0,
    })),
  ]);
}

const GUTTER = mm(6);

/** Equal columns that share the width of a place, from left to right. */
export function columnsOf(place: Place, count: number): Place[] {
  const width = (place.width - GUTTER * (count - 1)) / count;
  return Array.from({ length: count }, (_, rank) => ({
    x: place.x + rank * (width + GUTTER),
    width,
  }));
}

/** Labeled values in columns; `gap` separates the rows. */
export function grid(
  fields: readonly Field[],
  columns: number,
  { place, gap, parent }: { place: Place; gap: number; parent: Element },
): Atom[] {
  const list = within(parent, "L");
  return rowsOf(fields, columns).map((cells, row) => {
    const places = columnsOf(place, cells[0]?.wide ? 1 : columns);
    const atoms = cells.map((cell, rank) => field(cell, places[rank] ?? place, list));
    return { ...beside(atoms), gap: row === 0 ? 0 : gap };
  });
}

function rowsOf(fields: readonly Field[], columns: number): Field[][] {
  const rows: Field[][] = [];
  for (const field of fields) {
    const row = rows.at(-1);
    if (row && row.length < columns && !row[0]?.wide && !field.wide) row.push(field);
    else rows.push([field]);
  }
  return rows;
}
