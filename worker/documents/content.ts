import type { Color, Mark } from "./ink.ts";
import { type Face, widthOf } from "./typeface.ts";

/** How a face writes a printable text: a PDF string, one character of it a byte. */
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
      if (mark.wordSpacing && encode(" ", mark.face) !== "( )")
        return wordsOf(mark)
          .map((word) => operators(word, pageHeight, encode))
          .join("\n");
      const { text, face, size, color } = mark;
      const set = STATES.filter(([name]) => mark[name]);
      const before = set.map(([name, operator]) => ` ${number(mark[name] ?? 0)} ${operator}`);
      const after = set.map(([, operator]) => ` 0 ${operator}`);
      return `BT /${FONT_NAMES[face]} ${number(size)} Tf ${rgb(color)} rg${before.join("")} ${number(x)} ${number(pageHeight - mark.y)} Td ${encode(text, face)} Tj${after.join("")} ET`;
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
  ["wordSpacing", "Tw"],
  ["rise", "Ts"],
] as const;

type Text = Extract<Mark, { kind: "text" }>;

/** Each word at its place: PDF spaces words out only where a character is one byte. */
function wordsOf({ wordSpacing = 0, ...mark }: Text): Text[] {
  let { x } = mark;
  return mark.text.split(/(?<= )/).map((text) => {
    const word = { ...mark, x, text };
    x += widthOf(text, mark.face, mark.size) + (text.endsWith(" ") ? wordSpacing : 0);
    return word;
  });
}

const rgb = (color: Color) => color.join(" ");

const number = (value: number) => String(Math.round(value * 100) / 100);
