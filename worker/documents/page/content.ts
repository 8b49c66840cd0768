import type { Color, Mark } from "./ink.ts";
import type { Element } from "./structure.ts";
import type { Face } from "./typeface.ts";

/** Encodes a printable text of a face as a PDF string, one character for each byte. */
export type Encode = (text: string, face: Face) => string;

const FONT_NAMES: Record<Face, string> = { regular: "R", bold: "B" };

/** Marks of one element of the structure, written one after another; `first` is the first mark. */
export interface Passage {
  element: Element;
  first: Mark;
}

export interface PageContent {
  /** The operators of the page’s content stream, one character for each byte. */
  operators: string;
  /** The passages in the order of the numbers (`MCID`) that the operators give them. */
  passages: readonly Passage[];
}

/**
 * Writes the marks as the operators of a page’s content stream. Each mark is tagged as a part of the structure, or as
 * an artifact when it is repeated on each page or is mere ornament (ISO 32000-1, 14.8.2).
 */
export function contentOf(marks: readonly Mark[], pageHeight: number, encode: Encode): PageContent {
  const passages: Passage[] = [];
  const lines: string[] = [];
  const set = state();
  let open: string | Element | undefined;
  for (const mark of marks) {
    const owner = mark.element ?? (mark.kind === "text" ? "Pagination" : "Layout");
    if (owner !== open) {
      if (open) lines.push("EMC");
      open = owner;
      if (typeof owner === "string") lines.push(`/Artifact<</Type/${owner}>>BDC`);
      else {
        const rank = passages.push({ element: owner, first: mark }) - 1;
        lines.push(`/${owner.role}<</MCID ${rank}>>BDC`);
      }
    }
    lines.push(operators(mark, pageHeight, encode, set));
  }
  if (open) lines.push("EMC");
  return { operators: lines.join("\n"), passages };
}

type Operator = "Tf" | "Tc" | "Ts" | "rg" | "RG" | "w";
type Set = (operator: Operator, operands: string) => string;

/** Remembers the settings in force, so that an operator is written only when its value changes. */
function state(): Set {
  const said = new Map<Operator, string>([
    ["Tc", "0"],
    ["Ts", "0"],
  ]);
  return (operator, operands) => {
    if (said.get(operator) === operands) return "";
    said.set(operator, operands);
    return `${operands} ${operator} `;
  };
}

function operators(mark: Mark, pageHeight: number, encode: Encode, set: Set): string {
  const x = number(mark.x);
  const y = number(pageHeight - mark.y - ("height" in mark ? mark.height : 0));
  switch (mark.kind) {
    case "text": {
      const { face, size, color, tracking = 0, rise = 0 } = mark;
      const font = set("Tf", `/${FONT_NAMES[face]} ${number(size)}`);
      const look = `${set("rg", rgb(color))}${set("Tc", number(tracking))}${set("Ts", number(rise))}`;
      return `BT ${font}${look}${x} ${y} Td ${shown(mark, encode)} ET`;
    }
    case "rule":
      return `${stroke(mark.color, mark.thickness, set)}${x} ${y} m ${number(mark.x + mark.width)} ${y} l S`;
    case "box":
      return `${set("rg", rgb(mark.color))}${x} ${y} ${number(mark.width)} ${number(mark.height)} re f`;
    case "frame":
      return `${stroke(mark.color, FRAME, set)}${x} ${y} ${number(mark.width)} ${number(mark.height)} re S`;
    case "picture":
      return `q ${number(mark.width)} 0 0 ${number(mark.height)} ${x} ${y} cm /${mark.name} Do Q`;
  }
}

const FRAME = 0.7;

const stroke = (color: Color, thickness: number, set: Set) =>
  `${set("RG", rgb(color))}${set("w", number(thickness))}`;

type Text = Extract<Mark, { kind: "text" }>;

/**
 * The operators that draw a text and widen its spaces one by one: the word spacing of PDF works only when a character
 * is one byte.
 */
function shown({ text, face, size, wordSpacing, endsWord }: Text, encode: Encode): string {
  const whole = endsWord ? `${text} ` : text;
  if (!wordSpacing) return `${encode(whole, face)} Tj`;
  const words = whole.split(/(?<= )/).map((word) => encode(word, face));
  return `[${words.join(` ${number((-1000 * wordSpacing) / size)} `)}] TJ`;
}

const rgb = (color: Color) => color.join(" ");

const number = (value: number) => String(Math.round(value * 100) / 100);
