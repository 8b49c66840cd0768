import { type ReactNode, useState } from "react";
import { lastingPage, PAGE_SIZE } from "#web/components/list/list-parameters.ts";
import { Pagination } from "./pagination.tsx";

interface PagedItemsProps<Item> {
  /** The name of the items, for the pagination. */
  of: string;
  items: readonly Item[];
  children(items: readonly Item[]): ReactNode;
}

/** A long list in a dialog or a report, twenty rows a page; the address does not hold the page. */
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
