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

/** A part of the document as a screen reader reads it, with its children in reading order. */
export interface Element extends Attributes {
  role: Role;
  children: Element[];
}

interface Attributes {
  /** The text of a heading. */
  title?: string;
  /** The alternative text of a picture or a field. */
  alternative?: string;
  /** The field of the last page that this element represents. */
  annotation?: Reference;
  /** The cells that a heading cell names: those of its column, or those of its row. */
  scope?: "Column" | "Row";
  /** How many columns a cell takes; 1 when absent. */
  columns?: number;
  /** Whether the element is the title of an annex, whose headings are one level lower. */
  annex?: boolean;
}

export const wholeDocument = (): Element => ({ role: "Document", children: [] });

/** Adds a new element as the last child of its parent. */
export function within(parent: Element, role: Role, attributes: Attributes = {}): Element {
  const element = { role, children: [], ...attributes };
  parent.children.push(element);
  return element;
}

/** Adds a title: the first title is the only heading of level 1, and a later title is the title of an annex. */
export function title(parent: Element, text: string): Element {
  const annex = parent.children.some(isHeading);
  return within(parent, annex ? "H2" : "H1", { title: text, annex });
}

/**
 * Adds a heading of this level (2 to 5), one level lower after the title of an annex. When that would skip a level
 * after the previous heading, the heading takes the first level that skips none.
 */
export function heading(parent: Element, level: number, title: string): Element {
  const last = parent.children.findLast(isHeading);
  const wanted = parent.children.some(({ annex }) => annex) ? level + 1 : level;
  return within(parent, `H${Math.min(wanted, (last ? levelOf(last) : 0) + 1) as 1}`, { title });
}

/** Makes a document a part of another one: its headings go one level down. */
export function asPart(document: Element): void {
  document.role = "Part";
  for (const element of document.children.filter(isHeading))
    element.role = `H${Math.min(levelOf(element) + 1, 6) as 2}`;
}

export const isHeading = ({ role }: Element): boolean => /^H\d$/.test(role);

/** The level of a heading element, from 1 to 6. */
export const levelOf = ({ role }: Element): number => Number(role.slice(1));
