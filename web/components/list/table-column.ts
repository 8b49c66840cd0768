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

/** The name the API sorts the column by. */
export function wireName<Row>({ id, sort }: Column<Row>): string {
  return typeof sort === "string" ? sort : id;
}
