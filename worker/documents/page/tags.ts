import type { PageContent, Passage } from "./content.ts";
import { type PdfFile, type Reference, textString } from "./file.ts";
import type { Mark } from "./ink.ts";
import { PAGE } from "./pages.ts";
import type { Element } from "./structure.ts";

export interface WrittenPage extends PageContent {
  reference: Reference;
}

/** The place of an element: the passage of rank `rank` on the page `page`. */
interface Place extends Passage {
  page: Reference;
  rank: number;
}

/** An entry of the parent tree: the key of a page or a field, and the reference of its owners. */
export type KeyedOwner = readonly [key: number, owner: Reference];

/**
 * Writes the structure tree of the document into the file, with the place of each part on its pages (ISO 32000-1,
 * 14.7).
 */
export function structureTree(
  file: PdfFile,
  structure: Element,
  pages: readonly WrittenPage[],
): Reference {
  const root = file.reserve();
  const { top, parents } = structureElements(file, { structure, pages, parent: root, key: 0 });
  file.fill(
    root,
    `<</Type/StructTreeRoot/K ${top}/ParentTree ${file.add(`<</Nums[${parents.flat().join(" ")}]>>`)}/ParentTreeNextKey ${pages.length}>>`,
  );
  return root;
}

/**
 * Writes the elements of a structure under `parent`.
 * @returns the root element, and the entries of the parent tree: one for each page from `key` on, then one for the
 * field.
 */
export function structureElements(
  file: PdfFile,
  {
    structure,
    pages,
    parent,
    key,
  }: { structure: Element; pages: readonly WrittenPage[]; parent: Reference; key: number },
): { top: Reference; parents: KeyedOwner[] } {
  const places = placesOf(pages);
  const references = new Map<Element, Reference>();
  const last = pages.at(-1)?.reference;
  const write = (element: Element, parent: Reference): Reference => {
    const reference = file.reserve();
    references.set(element, reference);
    const own = places.get(element) ?? [];
    const kids = [
      ...contentKids(own),
      ...element.children.map((child) => write(child, reference)),
      ...(element.annotation ? [`<</Type/OBJR/Obj ${element.annotation}/Pg ${last}>>`] : []),
    ].join(" ");
    const page = own[0] ? `/Pg ${own[0].page}` : "";
    file.fill(
      reference,
      `<</S/${element.role}/P ${parent}${page}${kids && `/K[${kids}]`}${attributes(element, own[0])}>>`,
    );
    return reference;
  };
  const top = write(structure, parent);
  const parents = pages.map(({ passages }, rank): KeyedOwner => {
    const owners = passages.map(({ element }) => references.get(element));
    return [key + rank, file.add(`[${owners.join(" ")}]`)];
  });
  for (const [{ annotation }, reference] of references)
    if (annotation) parents.push([key + pages.length, reference]);
  return { top, parents };
}

function placesOf(pages: readonly WrittenPage[]): Map<Element, Place[]> {
  const places = new Map<Element, Place[]>();
  for (const { passages, reference } of pages)
    for (const [rank, passage] of passages.entries()) {
      const known = places.get(passage.element) ?? [];
      known.push({ ...passage, page: reference, rank });
      places.set(passage.element, known);
    }
  return places;
}

/** Refers to each passage by its rank on the page of the first passage; a passage on another page names that page. */
const contentKids = (places: readonly Place[]) =>
  places.map(({ page, rank }) =>
    page === places[0]?.page ? String(rank) : `<</Type/MCR/Pg ${page}/MCID ${rank}>>`,
  );

function attributes({ role, alternative, scope, columns = 1 }: Element, place: Place | undefined) {
  const cell = `${scope ? `/Scope/${scope}` : ""}${columns > 1 ? `/ColSpan ${columns}` : ""}`;
  return [
    alternative === undefined ? "" : `/Alt ${textString(alternative)}`,
    cell && `/A<</O/Table${cell}>>`,
    role === "Figure" && place ? `/A<</O/Layout/Placement/Block/BBox[${box(place.first)}]>>` : "",
  ].join("");
}

/** The rectangle of a picture on its page, from the bottom left corner, in points. */
function box(mark: Mark): string {
  if (mark.kind !== "picture") return "0 0 0 0";
  const { x, y, width, height } = mark;
  return [x, PAGE.height - y - height, x + width, PAGE.height - y].map(Math.round).join(" ");
}
