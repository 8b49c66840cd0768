import { type Atom, style } from "./atoms.ts";
import type { Label, LabelSheet, Labels } from "./blocks.ts";
import { type Line, type Mark, mm, type Style, wrap, write } from "./ink.ts";
import { type Element, within } from "./structure.ts";

/** The margin inside a label, because a printer may feed the sheet askew. */
const INSET = mm(2);
const LINES = 6;
const SIZES = [10, 9.5, 9, 8.5, 8, 7.5];
/** The height of a line relative to the size of its type: the usual height, then the smallest. */
const [LEADING, CLOSE] = [1.25, 1.05];
const SMALLEST = 7.5;
/** The sizes for a text too long for a label at the usual smallest size; no real postal address needs them. */
const LAST_RESORTS = [7, 6.5, 6, 5.5, 5, 4.5, 4];

/** The labels of a document as atoms, one for each sheet, with page breaks between them. */
export function labelSheets({ sheet, first, labels }: Labels, parent: Element): Atom[] {
  const cells = sheet.columns * sheet.rows;
  const width = mm(sheet.width) - 2 * INSET;
  const height = mm(sheet.height) - 2 * INSET;
  const fits = new Map([...new Set(labels)].map((label) => [label, fitted(label, width, height)]));
  const elements = labels.map(() => within(parent, "P"));
  const sheets: Atom[] = [];
  for (let start = 1 - first; start < labels.length; start += cells) {
    if (sheets.length > 0) sheets.push({ height: 0, pageBreak: "always", draw: () => {} });
    sheets.push({
      height: 0,
      draw: (marks) => {
        for (let cell = 0; cell < cells; cell++) {
          const label = labels[start + cell];
          const fit = label && fits.get(label);
          const element = elements[start + cell];
          if (fit) drawLabel(marks, fit, sheet, { cell, element });
        }
      },
    });
  }
  return sheets;
}

interface Fit {
  lines: Line[];
  style: Style;
}

function drawLabel(
  marks: Mark[],
  { lines, style }: Fit,
  sheet: LabelSheet,
  { cell, element }: { cell: number; element: Element | undefined },
): void {
  const width = mm(sheet.width) - 2 * INSET;
  const height = mm(sheet.height) - 2 * INSET;
  const left = mm(sheet.left + (cell % sheet.columns) * sheet.pitchX);
  const top = mm(sheet.top + Math.floor(cell / sheet.columns) * sheet.pitchY);
  const blank = height - lines.length * style.leading;
  write(marks, lines, style, { x: left + INSET, top: top + INSET + blank / 2, width, element });
}

/**
 * Sets a label at the largest size that fits, in the first of these ways that fits: without wrapping a line; on at
 * most six lines; on more lines; on lines set close together, in the smallest types.
 */
function fitted(label: Label, width: number, height: number): Fit {
  const set = (size: number, leading: number): Fit => {
    const one = style(size, size * leading);
    return { style: one, lines: label.flatMap((line) => wrap(line, width, one)) };
  };
  const usual = SIZES.map((size) => set(size, LEADING));
  const small = [SMALLEST, ...LAST_RESORTS].map((size) => set(size, CLOSE));
  const holds = ({ lines, style }: Fit) => lines.length * style.leading <= height;
  return (
    usual.find((one) => one.lines.length === label.length && holds(one)) ??
    usual.find((one) => one.lines.length <= LINES && holds(one)) ??
    usual.find(holds) ??
    small.find(holds) ??
    small.at(-1) ?? { lines: [], style: style(10, 12) }
  );
}
