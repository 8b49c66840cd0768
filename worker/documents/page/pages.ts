import { type Atom, COLUMN, NOTE, paragraph, SMALL, STRONG, stack, style } from "./atoms.ts";
import type { Block, Document, Letterhead } from "./blocks.ts";
import { HAIRLINE, type Line, type Mark, mm, type Style, TEAL, THIN, wrap, write } from "./ink.ts";
import { photoAtoms } from "./photos.ts";
import { type Element, wholeDocument, within } from "./structure.ts";
import { atomsOf, fitted, type Pictures, type Setting } from "./typesetting.ts";

/** The size of an A4 page in points. */
export const PAGE = { width: mm(210), height: mm(297) };

const TOP = mm(15);
const TOP_OF_FOLLOWING_PAGES = mm(27);
const BOTTOM = mm(291);
const FOOTER_GAP = mm(3);
const PAGE_NUMBER_WIDTH = mm(17);

const NAME = style(15, 19, { face: "bold", color: TEAL });
const FOOTER = style(7, 8.2, { color: NOTE.color });
const RUNNING_NAME = { ...SMALL, face: "bold" as const, color: TEAL };
const RUNNING_HEAD = mm(13);
const PAGE_NUMBER = style(7, 9, { color: NOTE.color });

/** The shares of the usual blanks between blocks and around cells, in the order in which they are tried. */
const SPACINGS = [1, 0.85, 0.7, 0.55, 0.45];
/** A last page that ends above this height (about two fifths of the page) is not worth a sheet. */
const NEAR_EMPTY = mm(130);

/**
 * Lays the blocks of a document out on pages, with head and foot, and adds their structure to `structure` in reading
 * order. When the last page, or a page before a page break, would be nearly empty, the blanks are reduced by the least
 * amount that saves a page.
 * @returns the marks of each page.
 */
export function pagesOf(
  document: Document,
  pictures: Pictures,
  structure: Element = wholeDocument(),
): Mark[][] {
  const usual = laidOut(document, pictures, 1);
  const chosen = usual.end < NEAR_EMPTY ? closer(usual, document, pictures) : usual;
  structure.children.push(...chosen.structure.children);
  return chosen.pages;
}

/**
 * A document laid out on its pages. `end` is where the text ends, in points from the top, on the emptiest of the pages
 * that end at a page break or at the end of the document.
 */
interface LaidOut {
  pages: Mark[][];
  end: number;
  structure: Element;
}

/** Tries the smaller spacings in turn, and gives the first layout with fewer pages, else the usual layout. */
function closer(usual: LaidOut, document: Document, pictures: Pictures): LaidOut {
  if (usual.pages.length < 2 || document.bare) return usual;
  for (const spacing of SPACINGS.slice(1)) {
    const tried = laidOut(document, pictures, spacing);
    if (tried.pages.length < usual.pages.length) return tried;
  }
  return usual;
}

function laidOut(document: Document, pictures: Pictures, spacing: number): LaidOut {
  const structure = wholeDocument();
  const atoms = () => atomsOfAll(document.blocks, { pictures, spacing, parent: structure });
  if (document.bare) return { ...flow(atoms(), { top: TOP, bottom: BOTTOM }), structure };
  const legal = paragraph(document.footer, FOOTER, {
    ...COLUMN,
    width: COLUMN.width - PAGE_NUMBER_WIDTH,
  });
  const footerTop = BOTTOM - Math.max(legal.height, FOOTER.leading);
  const { initials = [] } = document;
  const lowest = footerTop - 1.6 * FOOTER_GAP;
  const initialsTop = lowest - INITIALS.height;
  const bottom = initials.length > 0 ? initialsTop - FOOTER_GAP : lowest;
  const letterhead = letterheadOf(document.letterhead, pictures, structure);
  const { pages, signed, end } = flow(atoms(), {
    top: TOP + letterhead.height + mm(8),
    bottom,
    signedBottom: lowest,
  });
  const whole = pages.map((body, rank) => {
    const marks: Mark[] = [];
    if (rank === 0) letterhead.draw(marks, TOP);
    else drawRunningHead(marks, document);
    marks.push(...body, rule(footerTop - FOOTER_GAP));
    legal.draw(marks, footerTop);
    if (rank < signed) drawInitials(marks, initials, initialsTop);
    const number = `Page ${rank + 1} / ${pages.length}`.replaceAll(" ", "\u00A0");
    paragraph(number, PAGE_NUMBER, { ...COLUMN, align: "right" }).draw(marks, footerTop);
    return marks;
  });
  return { pages: whole, end, structure };
}

/** The largest blank between a heading and the block that follows it. */
const UNDER_HEADING: Partial<Record<Block["kind"], number>> = {
  table: mm(1),
  paragraph: mm(2),
  facts: mm(2),
  list: mm(2),
  quote: mm(2),
  heading: mm(2.5),
};

const INITIALS = { width: mm(19), height: mm(9), gap: mm(2) };
const INITIALS_LABEL = style(7, 8.6, { color: NOTE.color });

/** The minimum height of text kept above the signatures on their page: more than one introductory sentence. */
const ABOVE_SIGNATURE = mm(35);
/** A signature and the text kept above it may together be at most this high. */
const SIGNED_TOGETHER = mm(170);

/** Draws one small frame for each name, in a row that ends at the right edge of the column. */
function drawInitials(marks: Mark[], initials: readonly string[], y: number): void {
  const { width, height, gap } = INITIALS;
  const right = COLUMN.x + COLUMN.width;
  for (const [rank, label] of initials.entries()) {
    const x = right - (initials.length - rank) * (width + gap) + gap;
    marks.push({ kind: "frame", x, y, width, height, color: HAIRLINE });
    paragraph(label, INITIALS_LABEL, { x: x + 3, width: width - 4 }).draw(marks, y + 1);
  }
  if (initials.length === 0) return;
  const x = right - initials.length * (width + gap) + gap - mm(18);
  paragraph("Paraphes", PAGE_NUMBER, { x, width: mm(16), align: "right" }).draw(
    marks,
    y + (height - PAGE_NUMBER.leading) / 2,
  );
}

const rule = (y: number): Mark => ({
  kind: "rule",
  ...COLUMN,
  y,
  thickness: THIN,
  color: HAIRLINE,
});

function letterheadOf(
  { name, lines, logo }: Letterhead,
  pictures: Pictures,
  structure: Element,
): Atom {
  const image = logo && pictures.get(logo);
  const element = image
    ? within(structure, "Figure", { alternative: `Logo : ${name}` })
    : within(structure, "P");
  const left = { x: COLUMN.x, width: mm(84), element };
  const right = () => ({
    x: mm(110),
    width: COLUMN.x + COLUMN.width - mm(110),
    element: within(structure, "P"),
  });
  const contact = stack([
    ...(image ? [paragraph(name, { ...STRONG, size: 8, leading: 11.5 }, right())] : []),
    ...lines.map((line) => paragraph(line, SMALL, right())),
  ]);
  const sign = paragraph(name, NAME, left);
  const height = Math.max(contact.height, image ? mm(20) : sign.height);
  return {
    height,
    draw: (marks, top) => {
      const frame = { x: left.x, y: top, width: mm(60), height: mm(20) };
      if (image) marks.push({ ...fitted(image, frame), element });
      else sign.draw(marks, top - 2);
      contact.draw(marks, top);
    },
  };
}

function drawRunningHead(marks: Mark[], { letterhead, title }: Document): void {
  const name = wrap(letterhead.name, COLUMN.width / 3, RUNNING_NAME).slice(0, 1);
  write(marks, name, RUNNING_NAME, { ...COLUMN, top: RUNNING_HEAD });
  const width = COLUMN.width - (name[0]?.width ?? 0) - mm(4);
  const place = { x: COLUMN.x + COLUMN.width - width, width, align: "right" as const };
  write(marks, shortened(title, width, SMALL), SMALL, { ...place, top: RUNNING_HEAD });
  marks.push(rule(RUNNING_HEAD + mm(6)));
}

/** Sets a text on one line, cut at its end when it is too long. */
function shortened(text: string, width: number, style: Style): Line[] {
  const whole = wrap(text, width, style);
  if (whole.length < 2) return whole;
  const [first] = wrap(text, width - mm(4), style);
  const kept = first?.pieces.map((piece) => piece.text).join("") ?? "";
  return wrap(`${kept.replace(/[\s–,]+$/, "")} …`, width, style);
}

/** The atoms of all the blocks; a block of some kinds is moved closer to the heading above it. */
function atomsOfAll(blocks: readonly Block[], setting: Setting): Atom[] {
  return blocks.flatMap((block, rank) => {
    const [first, ...others] =
      block.kind === "photos" ? photoAtoms(block, setting) : atomsOf(block, setting);
    if (!first) return [];
    const under = blocks[rank - 1]?.kind === "heading" ? UNDER_HEADING[block.kind] : undefined;
    const gap = Math.min(first.gap ?? 0, under ?? Number.POSITIVE_INFINITY);
    return [{ ...first, gap }, ...others].map((atom) => ({
      ...atom,
      gap: (atom.gap ?? 0) * setting.spacing,
    }));
  });
}

interface Limits {
  /** The height at which the text starts on the first page. */
  top: number;
  bottom: number;
  /** The height at which the text ends on the page of the last signature, which has no initials. */
  signedBottom?: number;
}

/**
 * Puts the atoms on pages. Atoms kept together stay together unless they are higher than a whole page. `signed` is the
 * rank of the page with the last signature, or of the last page when there is no signature.
 */
function flow(
  atoms: readonly Atom[],
  { top, bottom: usual, signedBottom = usual }: Limits,
): { pages: Mark[][]; signed: number; end: number } {
  const lastSigned = atoms.findLast((atom) => atom.signed);
  let marks: Mark[] = [];
  const pages = [marks];
  let signed: number | undefined;
  let y = top;
  let end = Number.POSITIVE_INFINITY;
  let opening = true;
  const turn = () => {
    marks = [];
    pages.push(marks);
    y = TOP_OF_FOLLOWING_PAGES;
    opening = true;
  };
  for (const group of groups(atoms)) {
    const [{ pageBreak } = {}] = group;
    if (pageBreak) {
      if (pageBreak === "afterFirst" && pages.length > 1) continue;
      end = Math.min(end, y);
      turn();
      continue;
    }
    const bottom = lastSigned && group.includes(lastSigned) ? signedBottom : usual;
    if (!opening && y + heightOf(group) > bottom) turn();
    for (const atom of group) {
      if (!opening && y + (atom.gap ?? 0) + atom.height > bottom) turn();
      if (!opening) y += atom.gap ?? 0;
      else if (atom.head) {
        const repeated: Mark[] = [];
        atom.head.draw(repeated, y);
        marks.push(...repeated.map((mark) => ({ ...mark, element: undefined })));
        y += atom.head.height;
      }
      atom.draw(marks, y);
      if (atom.signed) signed = pages.length - 1;
      y = atom.endsAt ?? y + atom.height;
      opening = false;
    }
  }
  return { pages, signed: signed ?? pages.length - 1, end: Math.min(end, y) };
}

/** Groups the atoms that must stay on one page; an atom that is not kept with the next atom ends its group. */
function groups(atoms: readonly Atom[]): Atom[][] {
  const result: Atom[][] = [];
  let group: Atom[] = [];
  for (const atom of atoms) {
    group.push(atom);
    if (atom.keep) continue;
    result.push(atom.signed ? accompanied(group, result) : group);
    group = [];
  }
  if (group.length > 0) result.push(group);
  return result;
}

/** The signature with enough of the signed text above it, taken from the groups of atoms before it. */
function accompanied(group: Atom[], before: Atom[][]): Atom[] {
  let whole = group;
  while (heightOf(whole.slice(0, -1)) < ABOVE_SIGNATURE) {
    const more = [...(before.at(-1) ?? []), ...whole];
    if (more.length === whole.length || more[0]?.pageBreak) break;
    if (heightOf(more) > SIGNED_TOGETHER) break;
    whole = more;
    before.pop();
  }
  return whole;
}

function heightOf(group: readonly Atom[]): number {
  return group.reduce((sum, atom) => sum + (atom.gap ?? 0) + atom.height, 0);
}
