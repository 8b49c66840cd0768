import { clsx } from "clsx";
import type { ReactNode } from "react";

export interface Column<Row> {
  /** The identifier of the column; also the API's name for the order when `sort` is true. */
  id: string;
  /** Shown at the head of the column. Empty above buttons: a screen reader then says « Actions ». */
  header: string;
  cell(row: Row): ReactNode;
  /**
   * The whole text of a cell that may be cut, shown when the pointer is on it. A row that opens never shows it,
   * because a link covers the row.
   */
  title?(row: Row): string | undefined;
  /** True when the column can give the order of the rows; the API's name when it is not `id`. */
  sort?: boolean | string;
  align?: "left" | "right";
  /** Hidden in a list narrower than this. */
  from?: "md" | "lg" | "xl";
  /**
   * The place of the column on the card that a row becomes on a phone (`table-cards.css`). « title » opens the card,
   * with « amount » beside it; « line » has a line of its own; « fact » follows its header; « none » is hidden. When
   * absent, a column that is always shown joins the badges at the end of the card.
   */
  card?: "title" | "amount" | "line" | "fact" | "badge" | "none";
  className?: string;
}

const FROM = {
  md: "hidden @2xl:table-cell",
  lg: "hidden @4xl:table-cell",
  xl: "hidden @6xl:table-cell",
};

/** The classes of a column's cells, head included. */
export function cellStyle<Row>({ from, align, className }: Column<Row>): string {
  return clsx(from && FROM[from], align === "right" && "text-right tabular-nums", className);
}

/**
 * The column whose cell opens the row: the title of the card, else the first column that is always shown; undefined
 * when there is none.
 */
export function leadOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ card }) => card === "title") ?? columns.find(({ from }) => !from);
}

/** The API's name for the order by this column. */
export function wireName<Row>({ id, sort }: Column<Row>): string {
  return typeof sort === "string" ? sort : id;
}
