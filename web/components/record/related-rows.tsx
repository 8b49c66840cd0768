import { ListFoot } from "#web/components/list/list-foot.tsx";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import { RelatedList, type RelatedListProps } from "./related-list.tsx";

interface RelatedRowsProps<Row extends { id: number }>
  extends Omit<RelatedListProps<Row, never>, "all" | "foot"> {
  /** A prefix for the list's parameters in the address. */
  tabbed: string;
}

/** A list of records that came with the record on screen, drawn a page at a time. */
export function RelatedRows<Row extends { id: number }>({
  rows,
  tabbed,
  ...props
}: RelatedRowsProps<Row>) {
  const { shown, list } = usePagedRows(rows, { tabbed });
  return (
    <RelatedList<Row, never>
      total={list.total}
      {...props}
      rows={shown}
      foot={<ListFoot of={props.title} list={list} />}
    />
  );
}
