import type { Color, Mark } from "./ink.ts";
import type { Face } from "./typeface.ts";

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
      const { text, face, size, color, tracking = 0 } = mark;
      const spacing = tracking === 0 ? ["", ""] : [` ${number(tracking)} Tc`, " 0 Tc"];
      return `BT /${FONT_NAMES[face]} ${number(size)} Tf ${rgb(color)} rg${spacing[0]} ${number(x)} ${number(pageHeight - mark.y)} Td ${encode(text, face)} Tj${spacing[1]} ET`;
    }
    case "rule": {
      const y = number(pageHeight - mark.y);
      return `${rgb(mark.color)} RG ${number(mark.thickness)} w ${number(x)} ${y} m ${number(x + mark.width)} ${y} l S`;
    }
    case "box": {
      const y = number(pageHeight - mark.y - mark.height);
      return `${rgb(mark.color)} rg ${number(x)} ${y} ${number(mark.width)} ${number(mark.height)} re f`;
    }
    case "picture": {
      const y = number(pageHeight - mark.y - mark.height);
      return `q ${number(mark.width)} 0 0 ${number(mark.height)} ${number(x)} ${y} cm /${mark.name} Do Q`;
    }
  }
}

const rgb = (color: Color) => color.join(" ");

const number = (value: number) => String(Math.round(value * 100) / 100);
