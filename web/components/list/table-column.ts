import { clsx } from "clsx";
import type { ReactNode } from "react";

export interface Column<Row> {
  /** The identifier of the column, and the name the API sorts by when `sort` is true. */
  id: string;
  /** Empty over buttons: read by screen readers only. */
  header: string;
  cell(row: Row): ReactNode;
  /** The whole text of a cell that may be cut, shown on hover; not in a row that opens, which is covered by a link. */
  title?(row: Row): string | undefined;
  /** Whether the column sorts: true, or the API's name when it is not `id`. */
  sort?: boolean | string;
  /** Right for amounts. */
  align?: "left" | "right";
  /** Hidden where the list is narrower than this. */
  from?: "md" | "lg" | "xl";
  /**
   * The place of the column on the card that a row becomes on a phone (`table-cards.css`): the title, which opens the
   * card; the amount beside it; a line of its own; a fact, after its header; or nowhere. Without a place, a column that
   * is always shown joins the badges at the end of the card.
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

/** The classes of a column's cells, its head included. */
export function cellStyle<Row>({ from, align, className }: Column<Row>): string {
  return clsx(from && FROM[from], align === "right" && "text-right tabular-nums", className);
}

/** The column whose cell opens the row; never one that may be hidden. */
export function leadOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ card }) => card === "title") ?? columns.find(({ from }) => !from);
}

/** The name the API sorts the column by. */
export function wireName<Row>({ id, sort }: Column<Row>): string {
  return typeof sort === "string" ? sort : id;
}
