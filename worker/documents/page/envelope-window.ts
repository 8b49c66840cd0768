import { type Atom, BODY, COLUMN, grid, stack, style } from "./atoms.ts";
import type { Window } from "./blocks.ts";
import { HAIRLINE, type Line, mm, type Style, THIN, wrap, write } from "./ink.ts";
import { type Element, within } from "./structure.ts";

/** The place of the recipient, seen through the right window of a DL envelope. */
export const RECIPIENT = { x: mm(110), top: mm(50), width: mm(85) };
const RECIPIENT_LINES = 6;
const RECIPIENT_SIZES = [10.5, 10, 9.5, 9, 8.5, 8, 7.5];
/** The height that the window of the envelope leaves to the recipient. */
const RECIPIENT_HEIGHT = mm(33);
/** The height of a line relative to the size of its type: the usual height, then smaller heights. */
const RECIPIENT_LEADINGS = [1.35, 1.2, 1.05];
const FOLDS = [mm(99), mm(198)];

/** The recipient and the facts beside it, with the marks where the letter is folded. */
export function window({ recipient, fields }: Window, parent: Element): Atom {
  const address = recipientLines(recipient);
  const place = { x: COLUMN.x, width: mm(76) };
  const facts = stack(grid(fields, 2, { place, gap: mm(3), parent }));
  const element = within(parent, "P");
  return {
    height: 0,
    endsAt: Math.max(
      mm(83),
      RECIPIENT.top + facts.height + mm(4),
      RECIPIENT.top + address.lines.length * address.style.leading,
    ),
    draw: (marks) => {
      facts.draw(marks, RECIPIENT.top);
      write(marks, address.lines, address.style, { ...RECIPIENT, element });
      for (const y of FOLDS)
        marks.push({ kind: "rule", x: mm(4), y, width: mm(4), thickness: THIN, color: HAIRLINE });
    },
  };
}

/**
 * Sets the lines of a recipient at the largest size that fits the address in six lines; else at the largest leading
 * and size that fit the window of the envelope. The type is never smaller than a sorting machine can read.
 */
function recipientLines(recipient: readonly string[]): { lines: Line[]; style: Style } {
  const sets = RECIPIENT_LEADINGS.flatMap((leading) =>
    RECIPIENT_SIZES.map((size) => {
      const sized = style(size, size * leading);
      const lines = recipient.flatMap((line) => wrap(line, RECIPIENT.width, sized));
      return { lines, style: sized, height: lines.length * sized.leading };
    }),
  );
  return (
    sets.find(({ lines }) => lines.length <= RECIPIENT_LINES) ??
    sets.find(({ height }) => height <= RECIPIENT_HEIGHT) ??
    sets.at(-1) ?? { lines: [], style: BODY }
  );
}
