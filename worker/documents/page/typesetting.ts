import {
  type Atom,
  BODY,
  beside,
  COLUMN,
  columnsOf,
  grid,
  HEADING,
  LABEL,
  lines,
  MINOR_HEADING,
  NOTE,
  type Place,
  paragraph,
  SMALL,
  STRONG,
  SUBHEADING,
  SUBTITLE,
  stack,
  TITLE,
  VALUE,
} from "./atoms.ts";
import type { Block, Callout, Photos, Picture, Signatory, Signature } from "./blocks.ts";
import { RECIPIENT, window } from "./envelope-window.ts";
import { type Mark, mm, type Style, TEAL, TINT, wrap } from "./ink.ts";
import { labelSheets } from "./labels.ts";
import { factAtoms, listAtoms, noticeAtom, quoteAtoms, writingBoxAtom } from "./passages.ts";
import { type Element, heading, title, within } from "./structure.ts";
import { tableAtoms } from "./tables.ts";

/** The names and sizes of the readable pictures; an unreadable picture is not in the map. */
export type Pictures = ReadonlyMap<Picture, { name: string; width: number; height: number }>;

/** The setting of a block: the pictures, the spacing, and the parent in the structure. */
export interface Setting {
  pictures: Pictures;
  /** The share of the usual blanks around cells and callouts: 1 or less. */
  spacing: number;
  /** The element of the structure that receives the elements of the block. */
  parent: Element;
}

/**
 * The atoms of a block, in reading order; the function adds the elements of the block to the structure of the
 * document.
 */
export function atomsOf(
  block: Exclude<Block, Photos>,
  { pictures, spacing, parent }: Setting,
): Atom[] {
  switch (block.kind) {
    case "window":
      return [window(block, parent)];
    case "title":
      return [
        ...lines(block.text, titleStyle(block.text), {
          gap: mm(6),
          keep: true,
          element: title(parent, block.text),
        }),
        ...(block.subtitle === undefined
          ? []
          : lines(block.subtitle, SUBTITLE, { keep: true, element: within(parent, "P") })),
      ];
    case "heading": {
      const { text, level = 1 } = block;
      const [face, gap] = HEADINGS[level];
      return lines(text, face, { gap, keep: true, element: heading(parent, level + 1, text) });
    }
    case "paragraph": {
      const { text, tone, align, keep } = block;
      const element = within(parent, "P");
      return lines(text, tone === "muted" ? SMALL : BODY, { gap: mm(4), align, keep, element });
    }
    case "quote":
      return quoteAtoms(block, parent);
    case "list":
      return listAtoms(block, parent);
    case "facts":
      return factAtoms(block, parent);
    case "writingBox":
      return [writingBoxAtom(block, parent)];
    case "notice":
      return [noticeAtom(block, parent)];
    case "fields":
      return grid(block.fields, block.columns, { place: COLUMN, gap: mm(4), parent }).map(
        (row, rank) => (rank === 0 ? { ...row, gap: mm(5) } : row),
      );
    case "table":
      return tableAtoms(block, { spacing, parent });
    case "callout":
      return [callout(block, { spacing, parent })];
    case "signature":
      return [{ ...signature(block, pictures, parent), signed: true }];
    case "labels":
      return labelSheets(block, parent);
    case "spacer":
      return [{ height: 0, gap: mm(block.height), draw: () => {} }];
    case "pageBreak":
      return [{ height: 0, pageBreak: block.afterFirst ? "afterFirst" : "always", draw: () => {} }];
  }
}

const TITLE_SIZES = [20, 19, 18, 17, 16];

/** The style of a title: the largest size that puts it on one line; the usual style when none does. */
function titleStyle(text: string): Style {
  const size = TITLE_SIZES.find(
    (one) => wrap(text, COLUMN.width, { ...TITLE, size: one }).length === 1,
  );
  return size === undefined ? TITLE : { ...TITLE, size };
}

const HEADINGS: Record<1 | 2 | 3, [Style, gap: number]> = {
  1: [HEADING, mm(6)],
  2: [SUBHEADING, mm(4)],
  3: [MINOR_HEADING, mm(3)],
};

const CALLOUT_PADDING = mm(3.5);
const CALLOUT_BAR = 2.5;

function callout(
  { label, value, details = [] }: Callout,
  { spacing, parent }: Pick<Setting, "spacing" | "parent">,
): Atom {
  const part = () => ({ element: within(parent, "P") });
  const inside = { x: COLUMN.x + CALLOUT_PADDING, width: COLUMN.width - 2 * CALLOUT_PADDING };
  const amount = { ...inside, align: "right" as const };
  const [valueLine] = wrap(value, inside.width, VALUE);
  const labelWidth = inside.width - (valueLine?.width ?? 0) - mm(6);
  const text = stack([
    paragraph(label, STRONG, { ...inside, width: labelWidth, ...part() }),
    ...details.map((detail) =>
      paragraph(detail, SMALL, { ...inside, width: labelWidth, ...part() }),
    ),
  ]);
  const figure = paragraph(value, VALUE, { ...amount, ...part() });
  const height = Math.max(text.height, figure.height) + 2 * CALLOUT_PADDING * spacing;
  const middle = (top: number, part: Atom) => top + (height - part.height) / 2;
  return {
    height,
    gap: mm(4.5),
    draw: (marks, top) => {
      marks.push({ kind: "box", ...COLUMN, y: top, height, color: TINT });
      marks.push({ kind: "box", x: COLUMN.x, y: top, width: CALLOUT_BAR, height, color: TEAL });
      text.draw(marks, middle(top, text));
      figure.draw(marks, middle(top, figure));
    },
  };
}

const SIGNATURE_ROOM = 14;
/** The number of signatures in a row: three for three signatories, else two. */
const signaturesARow = (signatories: number) => (signatories === 3 ? 3 : 2);
const BESIDE_SIGNATURE = { x: COLUMN.x, width: mm(84) };
const UNDER_RECIPIENT = { x: RECIPIENT.x, width: COLUMN.x + COLUMN.width - RECIPIENT.x };

/**
 * The signatures of a document. One signatory signs at the right of the place and date, under the recipient; several
 * sign below, two or three a row.
 */
function signature(block: Signature, pictures: Pictures, parent: Element): Atom {
  const { note, placeAndDate, signatories } = block;
  const room = mm(block.room ?? SIGNATURE_ROOM);
  const [only] = signatories;
  const alone = signatories.length === 1;
  const place = alone ? BESIDE_SIGNATURE : COLUMN;
  const opening = stack([
    paragraph(placeAndDate, BODY, { ...place, element: within(parent, "P") }),
    ...(note === undefined
      ? []
      : [{ ...paragraph(note, NOTE, { ...place, element: within(parent, "P") }), gap: mm(3) }]),
  ]);
  if (only && alone)
    return {
      ...beside([opening, signingSpace(only, UNDER_RECIPIENT, room, { pictures, parent })]),
      gap: mm(4.5),
    };
  const aRow = signaturesARow(signatories.length);
  const places = columnsOf(COLUMN, aRow);
  const spaces = signatories.map((signatory, rank) =>
    signingSpace(signatory, places[rank % aRow] ?? COLUMN, room, { pictures, parent }),
  );
  const rows: Atom[] = [];
  for (let start = 0; start < spaces.length; start += aRow)
    rows.push({ ...beside(spaces.slice(start, start + aRow)), gap: mm(3) });
  return { ...stack([opening, ...rows]), gap: mm(6) };
}

function signingSpace(
  { role, name, detail, picture }: Signatory,
  place: Place,
  room: number,
  { pictures, parent }: { pictures: Pictures; parent: Element },
): Atom {
  const image = picture && pictures.get(picture);
  const part = () => ({ ...place, element: within(parent, "P") });
  const texts = [
    paragraph(role.toUpperCase(), LABEL, part()),
    paragraph(name, STRONG, part()),
    ...(detail === undefined ? [] : [paragraph(detail, SMALL, part())]),
  ];
  const element =
    image && within(parent, "Figure", { alternative: `Cachet ou signature : ${name}` });
  return stack([
    ...texts,
    {
      height: room,
      draw: (marks, top) => {
        const frame = { ...place, y: top + mm(1), height: room };
        if (image) marks.push({ ...fitted(image, frame), element });
      },
    },
  ]);
}

/**
 * Places a picture in the top left corner of a frame, as large as the frame allows, with the picture’s own
 * proportions.
 */
export function fitted(
  image: { name: string; width: number; height: number },
  frame: { x: number; y: number; width: number; height: number },
): Mark {
  const scale = Math.min(frame.width / image.width, frame.height / image.height);
  return {
    kind: "picture",
    name: image.name,
    x: frame.x,
    y: frame.y,
    width: image.width * scale,
    height: image.height * scale,
  };
}
