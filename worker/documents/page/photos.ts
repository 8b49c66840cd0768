import { type Atom, beside, COLUMN, columnsOf, NOTE, paragraph, stack } from "./atoms.ts";
import type { Photo, Photos } from "./blocks.ts";
import { mm } from "./ink.ts";
import { within } from "./structure.ts";
import { fitted, type Setting } from "./typesetting.ts";

/**
 * The height of a landscape photo divided by its width: such a photo fills its column, and a page holds three rows.
 */
const RATIO = 3 / 4;

/**
 * The atoms of rows of photos, each photo above its caption; a row is never cut. Only the caption of an unreadable
 * photo is printed.
 */
export const photoAtoms = (block: Photos, setting: Setting): Atom[] =>
  block.rows.map((row) => {
    const places = columnsOf(COLUMN, 2);
    const cells = row.map((photo, rank) => cell(photo, { place: places[rank] ?? COLUMN, setting }));
    return { ...beside(cells), gap: mm(4) };
  });

function cell(
  photo: Photo | null,
  { place, setting }: { place: { x: number; width: number }; setting: Setting },
): Atom {
  if (!photo) return { height: 0, draw: () => {} };
  const { picture, alternative } = photo;
  const image = picture ? setting.pictures.get(picture) : undefined;
  const height = image ? place.width * RATIO : 0;
  const element = image && within(setting.parent, "Figure", { alternative });
  return stack([
    {
      height,
      draw: (marks, top) => {
        const frame = { ...place, y: top, height };
        if (image) marks.push({ ...fitted(image, frame), element });
      },
    },
    ...photo.lines.map((line, rank) => ({
      ...paragraph(line, NOTE, { ...place, element: within(setting.parent, "P") }),
      gap: rank === 0 ? mm(1) : 0,
    })),
  ]);
}
