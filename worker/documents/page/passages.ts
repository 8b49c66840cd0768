import { type Atom, BODY, COLUMN, LABEL, type Place, paragraph, STRONG, style } from "./atoms.ts";
import type { Facts, Inline, Item, List, Notice, Quote, WritingBox } from "./blocks.ts";
import { HAIRLINE, INK, MUTED, mm, type Style, TEAL, THIN, wrap, write } from "./ink.ts";
import { type Element, within } from "./structure.ts";

const FACT_LABEL = style(9, 12.5, { color: MUTED });
const FACT_VALUE = style(9, 12.5);
const FACT_LABEL_WIDTH = mm(54);
const FACT_GAP = 2.5;
const LABELS: Place = { x: COLUMN.x, width: FACT_LABEL_WIDTH - mm(4) };
const VALUES: Place = {
  x: COLUMN.x + FACT_LABEL_WIDTH,
  width: COLUMN.width - FACT_LABEL_WIDTH,
};

/** A fact of this many lines or fewer is never cut between pages. */
const SHORT_FACT = 6;

/** The atoms of a table of facts: a label and its value a row. Only a long row is cut, between two lines. */
export function factAtoms({ facts }: Facts, parent: Element): Atom[] {
  const list = within(parent, "L");
  return facts.flatMap(({ label, value }, rank) => {
    const item = within(list, "LI");
    const labels = { ...LABELS, element: within(item, "Lbl") };
    const values = { ...VALUES, element: within(item, "LBody") };
    const cells = [
      { lines: wrap(label, LABELS.width, FACT_LABEL), style: FACT_LABEL, place: labels },
      { lines: wrap(value, VALUES.width, FACT_VALUE), style: FACT_VALUE, place: values },
    ];
    const count = Math.max(...cells.map(({ lines }) => lines.length));
    const cut = count <= SHORT_FACT ? count : 1;
    const last = count / cut - 1;
    return Array.from({ length: count / cut }, (_, line): Atom => {
      const gap = rank === 0 ? mm(2.5) : FACT_GAP;
      return {
        height: cut * FACT_VALUE.leading,
        ...(line === 0 ? { gap } : {}),
        keep: line < last ? staysWithNext(line, count) : staysWithNext(rank, facts.length),
        draw: (marks, top) => {
          for (const { lines, style, place } of cells)
            write(marks, lines.slice(line, line + cut), style, { ...place, top });
        },
      };
    });
  });
}

/** Whether a line stays on the page of the next line, so that each page has at least two lines of the text. */
export const staysWithNext = (line: number, count: number) =>
  line < count - 1 && (line === 0 || line === count - 2);

const QUOTE = style(8.5, 12);
const QUOTE_INDENT = mm(5);
const QUOTE_BAR = 1.5;
const QUOTE_GAP = 4;

/** The atoms of a quotation: indented text, with a bar along all its lines. */
export function quoteAtoms({ paragraphs, keep }: Quote, parent: Element): Atom[] {
  const quote = within(parent, "BlockQuote");
  const place = { x: COLUMN.x + QUOTE_INDENT, width: COLUMN.width - QUOTE_INDENT };
  return paragraphs.flatMap((text, rank) =>
    textAtoms(text, QUOTE, {
      ...place,
      align: "justified",
      element: within(quote, "P"),
    }).map((atom, line): Atom => {
      const joined = rank > 0 && line === 0 ? QUOTE_GAP : 0;
      const gap = rank === 0 && line === 0 ? mm(3) : joined;
      const opening = rank === 0 && paragraphs.length > 1;
      return {
        ...atom,
        gap: gap - joined,
        keep: atom.keep || opening || keep,
        height: atom.height + joined,
        draw: (marks, top) => {
          const height = atom.height + joined;
          marks.push({ kind: "box", x: COLUMN.x, y: top, width: QUOTE_BAR, height, color: TEAL });
          atom.draw(marks, top + joined);
        },
      };
    }),
  );
}

/** The atoms of a text, one for each line. */
function textAtoms(
  text: Inline,
  style: Style,
  place: { x: number; width: number; align?: "left" | "justified"; element: Element },
): Atom[] {
  const written = wrap(text, place.width, style);
  return written.map((line, rank) => ({
    height: style.leading,
    keep: staysWithNext(rank, written.length),
    draw: (marks, top) => write(marks, [line], style, { ...place, top }),
  }));
}

const ITEM_INDENT = mm(6);
const ITEM_INSET = mm(6);

/** The atoms of a list, with at least two items on each page; an item stays with the first item inset under it. */
export function listAtoms({ items }: List, parent: Element): Atom[] {
  const list = within(parent, "L");
  let heading: Element | undefined;
  let inset: Element | undefined;
  return items.flatMap((item, rank) => {
    if (!item.inset) inset = undefined;
    else if (heading) inset ??= within(heading, "L");
    const part = within(inset ?? list, "LI");
    const { text, indent: before } = markerOf(item);
    const label = within(part, "Lbl");
    const element = within(part, "LBody");
    if (!item.inset) heading = element;
    const indent = ITEM_INDENT + (item.inset ? ITEM_INSET : 0);
    const place = { x: COLUMN.x + indent, width: COLUMN.width - indent, element };
    const heads = !item.inset && items[rank + 1]?.inset;
    const keep = heads || staysWithNext(rank, items.length);
    return textAtoms(item.text, BODY, place).map((written, line, { length }): Atom => {
      const atom = line === length - 1 ? { ...written, keep } : written;
      if (line > 0) return atom;
      return {
        ...atom,
        gap: rank === 0 ? mm(2.5) : 2.5,
        draw: (marks, top) => {
          const marker = { ...place, x: place.x - ITEM_INDENT + before, element: label, top };
          write(marks, wrap(text, ITEM_INDENT, BODY), BODY, marker);
          atom.draw(marks, top);
        },
      };
    });
  });
}

const DASH = { text: "–", indent: mm(1.5) };
const BLANK_BOX = { text: "☐", indent: mm(0.3) };
const TICKED_BOX = { text: "☑", indent: mm(0.3) };

function markerOf({ checked }: Item) {
  if (checked === undefined) return DASH;
  return checked ? TICKED_BOX : BLANK_BOX;
}

const RULE_SPACING = mm(9);

export function writingBoxAtom({ label, height, keep }: WritingBox, parent: Element): Atom {
  const place = { ...COLUMN, element: within(parent, "P") };
  const title = paragraph(label.toUpperCase(), LABEL, place);
  const frame = mm(height);
  return {
    height: title.height + 2 + frame,
    gap: mm(4),
    keep,
    draw: (marks, top) => {
      title.draw(marks, top);
      const y = top + title.height + 2;
      marks.push({ kind: "frame", ...COLUMN, y, height: frame, color: MUTED });
      for (let line = y + RULE_SPACING; line < y + frame - 4; line += RULE_SPACING)
        marks.push({
          kind: "rule",
          x: COLUMN.x + mm(4),
          width: COLUMN.width - mm(8),
          y: line,
          thickness: THIN,
          color: HAIRLINE,
        });
    },
  };
}

const NOTICE_PADDING = mm(3);

export function noticeAtom({ text }: Notice, parent: Element): Atom {
  const words = paragraph(text, STRONG, {
    x: COLUMN.x + NOTICE_PADDING,
    width: COLUMN.width - 2 * NOTICE_PADDING,
    element: within(parent, "P"),
  });
  const height = words.height + 2 * NOTICE_PADDING;
  return {
    height,
    gap: mm(4),
    draw: (marks, top) => {
      marks.push({ kind: "frame", ...COLUMN, y: top, height, color: INK });
      words.draw(marks, top + NOTICE_PADDING);
    },
  };
}
