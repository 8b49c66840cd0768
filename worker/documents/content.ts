import type { Color, Mark } from "./ink.ts";
import type { Face } from "./typeface.ts";

/** How a face writes a printable text: a PDF string of glyph numbers. */
export type Encode = (text: string, face: Face) => string;

const FONT_NAMES: Record<Face, string> = { regular: "R", bold: "B" };

/** The marks as the operators of a page's content stream, one character a byte. */
export function contentOf(marks: readonly Mark[], pageHeight: number, encode: Encode): string {
  return marks.map((mark) => operators(mark, pageHeight, encode)).join("\n");
}

function operators(mark: Mark, pageHeight: number, encode: Encode): string {
  const { x } = mark;
  switch (mark.kind) {
    case "text": {
      const { face, size, color } = mark;
      const set = STATES.filter(([name]) => mark[name]);
      const before = set.map(([name, operator]) => ` ${number(mark[name] ?? 0)} ${operator}`);
      const after = set.map(([, operator]) => ` 0 ${operator}`);
      return `BT /${FONT_NAMES[face]} ${number(size)} Tf ${rgb(color)} rg${before.join("")} ${number(x)} ${number(pageHeight - mark.y)} Td ${shown(mark, encode)}${after.join("")} ET`;
    }
    case "rule": {
      const y = number(pageHeight - mark.y);
      return `${rgb(mark.color)} RG ${number(mark.thickness)} w ${number(x)} ${y} m ${number(x + mark.width)} ${y} l S`;
    }
    case "box": {
      const y = number(pageHeight - mark.y - mark.height);
      return `${rgb(mark.color)} rg ${number(x)} ${y} ${number(mark.width)} ${number(mark.height)} re f`;
    }
    case "frame": {
      const y = number(pageHeight - mark.y - mark.height);
      return `${rgb(mark.color)} RG 0.7 w ${number(x)} ${y} ${number(mark.width)} ${number(mark.height)} re S`;
    }
    case "cross": {
      const [left, right] = [number(x), number(x + mark.width)];
      const [top, bottom] = [
        number(pageHeight - mark.y),
        number(pageHeight - mark.y - mark.height),
      ];
      return `${rgb(mark.color)} RG 1 w ${left} ${top} m ${right} ${bottom} l ${left} ${bottom} m ${right} ${top} l S`;
    }
    case "picture": {
      const y = number(pageHeight - mark.y - mark.height);
      return `q ${number(mark.width)} 0 0 ${number(mark.height)} ${number(x)} ${y} cm /${mark.name} Do Q`;
    }
  }
}

/** What lasts beyond a text unless it is put back. */
const STATES = [
  ["tracking", "Tc"],
  ["rise", "Ts"],
] as const;

type Text = Extract<Mark, { kind: "text" }>;

/** Spaced out word by word: PDF's own word spacing counts only where a character is one byte. */
function shown({ text, face, size, wordSpacing }: Text, encode: Encode): string {
  if (!wordSpacing) return `${encode(text, face)} Tj`;
  const between = number((-1000 * wordSpacing) / size);
  const words = text.split(/(?<= )/).map((word) => encode(word, face));
  const stretched = text.endsWith(" ") ? [...words, ""] : words;
  return `[${stretched.join(` ${between} `)}] TJ`;
}

const rgb = (color: Color) => color.join(" ");

const number = (value: number) => String(Math.round(value * 100) / 100);
