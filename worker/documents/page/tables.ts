import { type Atom, beside, COLUMN, LABEL, type Place, paragraph, stack, style } from "./atoms.ts";
import type { Row, Table } from "./blocks.ts";
import { HAIRLINE, INK, MUTED, mm, type Style, TEAL, THIN, TINT } from "./ink.ts";
import { staysWithNext } from "./passages.ts";
import { type Element, within } from "./structure.ts";

/**
 * The blank above and below the text of a cell, and the height of its lines, in points: for a usual table, then for a
 * close one.
 */
const CELL = { padding: 4, leading: 13 };
const CLOSE_CELL = { padding: 2.2, leading: 12 };
const CELL_GUTTER = 8;
/** The thickness of the rule under each row, in points. */
const RULE = 0.6;

/** The atoms of a table: a head and its rows; the head is drawn again on each page. */
export function tableAtoms(
  { columns, rows, grid, close }: Table,
  { spacing, parent }: { spacing: number; parent: Element },
): Atom[] {
  const table = within(parent, "Table");
  const cell = close ? CLOSE_CELL : CELL;
  const padding = cell.padding * spacing;
  const shares = columns.reduce((sum, column) => sum + column.width, 0);
  let x = COLUMN.x;
  const places = columns.map(({ width, align }, rank): Place => {
    const place = { x, width: (width * COLUMN.width) / shares, align };
    x += place.width;
    if (align === "right" || rank === 0) return place;
    const gutter = columns[rank - 1]?.align === "right" ? 2 * CELL_GUTTER : CELL_GUTTER;
    return { ...place, x: place.x + gutter, width: place.width - gutter };
  });
  const labels = columns.map(({ label }) => label.toUpperCase());
  const edges = grid ? places.slice(1).map(({ x }) => x - CELL_GUTTER / 2) : [];
  const headed = columns.some(({ label }, rank) => rank > 0 && label)
    ? headCells(columns, places, within(table, "TR"))
    : captioned(places, within(table, "Caption"));
  const head: Atom = { ...row(labels, LABEL, headed, { rule: TEAL, edges, padding }), keep: true };
  let group: Atom[] = [];
  const atoms = rows.map(({ cells, tone = "normal", height = 0 }, rank): Atom => {
    const spread = edges.length === 0 || tone === "group";
    const cellPlaces = bodyCells(cells, places, { row: within(table, "TR"), spread });
    const atom = row(cells, { ...CELL_STYLES[tone], leading: cell.leading }, cellPlaces, {
      padding,
      rule: nextRule(rows, rank),
      edges: tone === "group" ? [] : edges,
      least: mm(height),
      tint: tone === "group",
    });
    if (tone === "group") group = [];
    const above = stack([head, ...group]);
    if (tone === "group") group = [atom];
    return { ...atom, head: above };
  });
  return [{ ...head, gap: mm(5) }, ...runsOf(rows, atoms).flatMap(keptRun)];
}

/** The cells of a head in the structure, each the header of its column. */
const headCells = (columns: Table["columns"], places: readonly Place[], row: Element): Place[] =>
  places.map((place, rank) => {
    const head = columns[rank]?.label;
    return { ...place, element: head ? within(row, "TH", { scope: "Column" }) : within(row, "TD") };
  });

/** The cells of a head whose only text is in its first column: that text becomes the caption of the table. */
const captioned = ([first, ...others]: readonly Place[], element: Element): Place[] =>
  first ? [{ ...first, element }, ...others] : [];

/** The cells of a row in the structure; the first cell, unless blank, is the header of the row. */
function bodyCells(
  cells: readonly string[],
  places: readonly Place[],
  { row, spread }: { row: Element; spread: boolean },
): Place[] {
  let covered = 0;
  return places.map((place, rank) => {
    if (rank < covered) return place;
    covered = spread && cells[rank] ? lastOf(cells, rank, places) + 1 : rank + 1;
    const columns = covered - rank;
    const element =
      rank === 0 && cells[0]?.trim()
        ? within(row, "TH", { scope: "Row", columns })
        : within(row, "TD", { columns });
    return { ...place, element };
  });
}

/** Consecutive rows that are together no higher than this stay on one page. */
const SHORT_RUN = mm(85);

interface Run {
  rows: Row[];
  atoms: Atom[];
}

/** Splits the rows of a table into runs, each starting at a row that names a group. */
function runsOf(rows: readonly Row[], atoms: readonly Atom[]): Run[] {
  const runs: Run[] = [];
  for (const [rank, atom] of atoms.entries()) {
    const row = rows[rank];
    if (!row) continue;
    const run = runs.at(-1);
    if (run && row.tone !== "group") {
      run.rows.push(row);
      run.atoms.push(atom);
    } else runs.push({ rows: [row], atoms: [atom] });
  }
  return runs;
}

/** Keeps a short run on one page; a longer run has at least two rows on each page, with the name of its group. */
function keptRun({ rows, atoms }: Run): Atom[] {
  const short = stack(atoms).height <= SHORT_RUN;
  const named = rows[0]?.tone === "group";
  const last = atoms.length - 1;
  return atoms.map((atom, rank) => ({
    ...atom,
    keep:
      rank < last &&
      (short ||
        rows[rank + 1]?.tone === "total" ||
        rows[rank + 1]?.tone === "note" ||
        (named && rank === 1) ||
        staysWithNext(rank, atoms.length)),
  }));
}

const CELL_STYLES: Record<NonNullable<Row["tone"]>, Style> = {
  normal: style(9, 13),
  muted: style(9, 13, { color: MUTED }),
  note: style(8, 13, { color: MUTED }),
  total: style(9, 13, { face: "bold" }),
  group: style(9, 13, { face: "bold", color: TEAL }),
};

/** The color of the rule under a row; null when the next row is a note that continues it. */
function nextRule(rows: readonly Row[], rank: number) {
  if (rows[rank + 1]?.tone === "note") return null;
  return rows[rank + 1]?.tone === "total" && rows[rank]?.tone !== "total" ? INK : HAIRLINE;
}

function row(
  cells: readonly string[],
  cellStyle: Style,
  places: readonly Place[],
  {
    rule,
    edges,
    padding,
    least = 0,
    tint,
  }: {
    rule: Style["color"] | null;
    edges: readonly number[];
    padding: number;
    least?: number;
    tint?: boolean;
  },
): Atom {
  const room = (rank: number) =>
    edges.length > 0 ? (places[rank] ?? COLUMN) : roomOf(cells, rank, places);
  const content = beside(cells.map((cell, rank) => paragraph(cell, cellStyle, room(rank))));
  const height = Math.max(least, content.height + 2 * padding);
  return {
    height,
    draw: (marks, top) => {
      // Half of the rule under the row above lies in this row: the tint must not cover it.
      const y = top + RULE / 2;
      if (tint) marks.push({ kind: "box", ...COLUMN, y, height: height - RULE, color: TINT });
      for (const x of edges)
        marks.push({ kind: "box", x, y: top, width: THIN, height, color: HAIRLINE });
      content.draw(marks, top + padding);
      if (rule)
        marks.push({ kind: "rule", ...COLUMN, y: top + height, thickness: RULE, color: rule });
    },
  };
}

/** The place of a cell, widened by the empty cells that follow it. */
function roomOf(cells: readonly string[], rank: number, places: readonly Place[]): Place {
  const place = places[rank] ?? COLUMN;
  const end = places[lastOf(cells, rank, places)] ?? place;
  return { ...place, width: end.x + end.width - place.x };
}

/** The rank of the last column over which a cell extends. */
function lastOf(cells: readonly string[], rank: number, places: readonly Place[]): number {
  let last = rank;
  while (places[rank]?.align !== "right" && cells[last + 1] === "") last++;
  return last;
}
