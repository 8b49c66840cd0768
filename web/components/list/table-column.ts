import { clsx } from "clsx";
import type { ReactNode } from "react";

export interface Column<Row> {
  /** Also the name the API sorts by, when `sort` is true. */
  id: string;
  /** Empty over buttons: read by screen readers only. */
  header: string;
  cell(row: Row): ReactNode;
  /**
   * The text that the cell may have cut, shown on hover; a row that opens is one link over its cells, and shows none.
   */
  title?(row: Row): string | undefined;
  /** Sortable: true, or the API's name when it is not `id`. */
  sort?: boolean | string;
  /** Right for amounts. */
  align?: "left" | "right";
  /** Hidden where the list is narrower than this. */
  from?: "md" | "lg" | "xl";
  /**
   * Its place on the card that a row becomes on a phone (`table-cards.css`): the title, which opens the card; the amount
   * beside it; a line of its own; a fact, after its header; or nowhere. Without a place, a column that does not hide
   * stands among the badges, at the end of the card.
   */
  card?: "title" | "amount" | "line" | "fact" | "badge" | "none";
  /** Width and other classes of the column's cells. */
  className?: string;
}

const FROM = {
  md: "hidden @2xl:table-cell",
  lg: "hidden @4xl:table-cell",
  xl: "hidden @6xl:table-cell",
};

/** The classes of a column's cells, that of its head among them. */
export function cellStyle<Row>({ from, align, className }: Column<Row>): string {
  return clsx(from && FROM[from], align === "right" && "text-right tabular-nums", className);
}

/** The column whose cell opens the row: never one that hides. */
export function leadOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ card }) => card === "title") ?? columns.find(({ from }) => !from);
}

/** The name the API sorts the column by. */
export function wireName<Row>({ id, sort }: Column<Row>): string {
  return typeof sort === "string" ? sort : id;
}
