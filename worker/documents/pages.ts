import { type Atom, COLUMN, NOTE, paragraph, SMALL, STRONG, stack, style } from "./atoms.ts";
import type { Document, Letterhead } from "./blocks.ts";
import { HAIRLINE, type Mark, mm, TEAL, wrap, write } from "./ink.ts";
import { atomsOf, fitted, type Pictures } from "./typesetting.ts";

/** A4, in points. */
export const PAGE = { width: mm(210), height: mm(297) };

const TOP = mm(15);
const TOP_OF_FOLLOWING_PAGES = mm(27);
const BOTTOM = mm(289);
const FOOTER_GAP = mm(3);
const PAGE_NUMBER_WIDTH = mm(22);

const NAME = style(15, 19, { face: "bold", color: TEAL });
const FOOTER = style(6.5, 9, { color: NOTE.color });
const RUNNING_NAME = { ...SMALL, face: "bold" as const, color: TEAL };
const RUNNING_HEAD = mm(13);
const PAGE_NUMBER = style(7, 9, { color: NOTE.color });

/** The marks of each page of the document, from the first: the blocks laid out, head and foot drawn. */
export function pagesOf(document: Document, pictures: Pictures): Mark[][] {
  const legal = paragraph(document.footer, FOOTER, {
    ...COLUMN,
    width: COLUMN.width - PAGE_NUMBER_WIDTH,
  });
  const footerTop = BOTTOM - Math.max(legal.height, FOOTER.leading);
  const bottom = footerTop - 2 * FOOTER_GAP;
  const letterhead = letterheadOf(document.letterhead, pictures);
  const atoms = document.blocks.flatMap((block) => atomsOf(block, pictures));
  const pages = flow(atoms, TOP + letterhead.height + mm(8), bottom);
  return pages.map((body, rank) => {
    const marks: Mark[] = [];
    if (rank === 0) letterhead.draw(marks, TOP);
    else drawRunningHead(marks, document);
    marks.push(...body, rule(footerTop - FOOTER_GAP));
    legal.draw(marks, footerTop);
    const number = `Page ${rank + 1} / ${pages.length}`.replaceAll(" ", "\u00A0");
    paragraph(number, PAGE_NUMBER, { ...COLUMN, align: "right" }).draw(marks, footerTop);
    return marks;
  });
}

const rule = (y: number): Mark => ({
  kind: "rule",
  ...COLUMN,
  y,
  thickness: 0.5,
  color: HAIRLINE,
});

function letterheadOf({ name, lines, logo }: Letterhead, pictures: Pictures): Atom {
  const left = { x: COLUMN.x, width: mm(84) };
  const right = { x: mm(110), width: COLUMN.x + COLUMN.width - mm(110) };
  const image = logo && pictures.get(logo);
  const contact = stack([
    ...(image ? [paragraph(name, { ...STRONG, size: 8, leading: 11.5 }, right)] : []),
    ...lines.map((line) => paragraph(line, SMALL, right)),
  ]);
  const sign = paragraph(name, NAME, left);
  const height = Math.max(contact.height, image ? mm(20) : sign.height);
  return {
    height,
    draw: (marks, top) => {
      contact.draw(marks, top);
      if (image) marks.push(fitted(image, { x: left.x, y: top, width: mm(60), height: mm(20) }));
      else sign.draw(marks, top - 2);
    },
  };
}

function drawRunningHead(marks: Mark[], { letterhead, title }: Document): void {
  const name = wrap(letterhead.name, COLUMN.width / 3, RUNNING_NAME).slice(0, 1);
  write(marks, name, RUNNING_NAME, { ...COLUMN, top: RUNNING_HEAD });
  const width = (COLUMN.width * 2) / 3 - mm(4);
  const place = { x: COLUMN.x + COLUMN.width - width, width, align: "right" as const };
  write(marks, wrap(title, width, SMALL).slice(0, 1), SMALL, { ...place, top: RUNNING_HEAD });
  marks.push(rule(RUNNING_HEAD + mm(6)));
}

/** Puts the atoms on pages: those kept together stay so unless a whole page can't hold them. */
function flow(atoms: readonly Atom[], top: number, bottom: number): Mark[][] {
  let marks: Mark[] = [];
  const pages = [marks];
  let y = top;
  let opening = true;
  const turn = () => {
    marks = [];
    pages.push(marks);
    y = TOP_OF_FOLLOWING_PAGES;
    opening = true;
  };
  for (const group of groups(atoms)) {
    if (group[0]?.pageBreak) {
      turn();
      continue;
    }
    if (!opening && y + heightOf(group) > bottom) turn();
    for (const atom of group) {
      if (!opening && y + (atom.gap ?? 0) + atom.height > bottom) turn();
      if (!opening) y += atom.gap ?? 0;
      else if (atom.head) {
        atom.head.draw(marks, y);
        y += atom.head.height;
      }
      if (atom.pinned) y = Math.max(y, bottom - atom.height);
      atom.draw(marks, y);
      y = atom.endsAt ?? y + atom.height;
      opening = false;
    }
  }
  return pages;
}

/** Atoms that hold together, one by one or several. */
function groups(atoms: readonly Atom[]): Atom[][] {
  const result: Atom[][] = [];
  let group: Atom[] = [];
  for (const atom of atoms) {
    group.push(atom);
    if (atom.keep) continue;
    result.push(group);
    group = [];
  }
  if (group.length > 0) result.push(group);
  return result;
}

function heightOf(group: readonly Atom[]): number {
  return group.reduce((sum, atom) => sum + (atom.gap ?? 0) + atom.height, 0);
}
