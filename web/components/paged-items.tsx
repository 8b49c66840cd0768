import { type ReactNode, useState } from "react";
import { lastingPage, PAGE_SIZE } from "./list-parameters.ts";
import { Pagination } from "./pagination.tsx";

interface PagedItemsProps<Item> {
  /** What they are, for the name of the pagination. */
  of: string;
  items: readonly Item[];
  /** Draws those of a page. */
  children(items: readonly Item[]): ReactNode;
}

/** What a dialog or a report tells of many, twenty at a time: the address knows nothing of it. */
export function PagedItems<Item>({ of, items, children }: PagedItemsProps<Item>) {
  const [asked, setPage] = useState(1);
  const page = lastingPage(asked, items.length, PAGE_SIZE);
  return (
    <>
      {children(items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE))}
      <Pagination of={of} page={page} limit={PAGE_SIZE} total={items.length} onPage={setPage} />
    </>
  );
}
