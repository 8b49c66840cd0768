import { type PdfFile, type Reference, textString } from "./file.ts";
import { PAGE } from "./pages.ts";
import { type Element, isHeading, levelOf } from "./structure.ts";
import type { WrittenPage } from "./tags.ts";

/** A document has bookmarks from this many pages on. */
const LONG = 3;
/** The blank in points that a viewer shows above the heading that a bookmark opens. */
const ABOVE = 20;

interface Bookmark {
  title: string;
  level: number;
  destination: string;
  reference: Reference;
  children: Bookmark[];
}

/**
 * The entry of the PDF catalog for the bookmarks of a long document, one for each heading; "" for a short document.
 */
export function outline(file: PdfFile, structure: Element, pages: readonly WrittenPage[]): string {
  if (pages.length < LONG) return "";
  const tops = topsOf(pages);
  const bookmarks: Bookmark[] = [];
  for (const element of structure.children.filter(isHeading)) {
    const destination = tops.get(element);
    if (destination === undefined) continue;
    const level = levelOf(element);
    const reference = file.reserve();
    const bookmark = { title: element.title ?? "", level, destination, reference, children: [] };
    siblingsOf(bookmarks, level).push(bookmark);
  }
  if (bookmarks.length === 0) return "";
  const root = file.reserve();
  file.fill(root, `<</Type/Outlines${written(file, bookmarks, root)}>>`);
  return `/Outlines ${root}`;
}

function topsOf(pages: readonly WrittenPage[]): Map<Element, string> {
  const tops = new Map<Element, string>();
  for (const { passages, reference } of pages)
    for (const { element, first } of passages)
      if (!tops.has(element))
        tops.set(element, `[${reference}/XYZ 0 ${Math.round(PAGE.height - first.y + ABOVE)} null]`);
  return tops;
}

/**
 * The list to which a bookmark of level `level` is added: the children of the last bookmark when its level is higher,
 * searched in the same way; else `bookmarks`.
 */
function siblingsOf(bookmarks: Bookmark[], level: number): Bookmark[] {
  const last = bookmarks.at(-1);
  return last && last.level < level ? siblingsOf(last.children, level) : bookmarks;
}

/** Writes the bookmarks and returns the entries of their parent; all bookmarks are shown open. */
function written(file: PdfFile, bookmarks: readonly Bookmark[], parent: Reference): string {
  for (const [rank, { title, destination, reference, children }] of bookmarks.entries()) {
    const [before, after] = [bookmarks[rank - 1], bookmarks[rank + 1]];
    const links = `${before ? `/Prev ${before.reference}` : ""}${after ? `/Next ${after.reference}` : ""}`;
    const under = children.length > 0 ? written(file, children, reference) : "";
    file.fill(
      reference,
      `<</Title ${textString(title)}/Parent ${parent}${links}/Dest${destination}${under}>>`,
    );
  }
  return `/First ${bookmarks[0]?.reference}/Last ${bookmarks.at(-1)?.reference}/Count ${countOf(bookmarks)}`;
}

const countOf = (bookmarks: readonly Bookmark[]): number =>
  bookmarks.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
