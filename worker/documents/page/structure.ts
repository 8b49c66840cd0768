import type { Reference } from "./file.ts";

/** The structure roles of ISO 32000-1 (14.8.4) that the documents use. */
export type Role =
  | "Document"
  | "Part"
  | `H${1 | 2 | 3 | 4 | 5 | 6}`
  | "P"
  | "BlockQuote"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "Caption"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "Form";

/** A part of the document as a screen reader reads it, its children in reading order. */
export interface Element extends Attributes {
  role: Role;
  children: Element[];
}

interface Attributes {
  /** The text of a heading. */
  title?: string;
  /** The alternative text of a picture or a field. */
  alternative?: string;
  /** The field of the last page that it stands for. */
  annotation?: Reference;
  /** The direction of the cells under a heading cell. */
  scope?: "Column" | "Row";
  /** How many columns a cell takes; 1 when absent. */
  columns?: number;
  /** The title of a later part: its headings are below it. */
  annex?: boolean;
}

export const wholeDocument = (): Element => ({ role: "Document", children: [] });

/** A new element, the last of its parent's children. */
export function within(parent: Element, role: Role, attributes: Attributes = {}): Element {
  const element = { role, children: [], ...attributes };
  parent.children.push(element);
  return element;
}

/** The title of the document, its only heading of the first level; or the title of an annex. */
export function title(parent: Element, text: string): Element {
  const annex = parent.children.some(isHeading);
  return within(parent, annex ? "H2" : "H1", { title: text, annex });
}

/**
 * A heading of this level (2 to 5), one lower in an annex; or, when that would skip a level after the heading before
 * it, of the first level that does not.
 */
export function heading(parent: Element, level: number, title: string): Element {
  const last = parent.children.findLast(isHeading);
  const wanted = parent.children.some(({ annex }) => annex) ? level + 1 : level;
  return within(parent, `H${Math.min(wanted, (last ? levelOf(last) : 0) + 1) as 1}`, { title });
}

/** Makes a document part of another: its headings go one level down. */
export function asPart(document: Element): void {
  document.role = "Part";
  for (const element of document.children.filter(isHeading))
    element.role = `H${Math.min(levelOf(element) + 1, 6) as 2}`;
}

export const isHeading = ({ role }: Element): boolean => /^H\d$/.test(role);

/** Of a heading. */
export const levelOf = ({ role }: Element): number => Number(role.slice(1));
