import { clsx } from "clsx";
import { Children, type ReactNode } from "react";
import { useSearchParams } from "wouter";
import type { ListResource } from "#web/components/list/list-query.ts";
import type { RowAction } from "#web/components/list/row-action.ts";
import { ActionMenu } from "#web/components/list/row-actions.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { type TabEntry, Tabs, TabsList } from "#web/components/ui/tabs.tsx";
import { WaitingFields } from "#web/components/waiting.tsx";
import { useListed } from "#web/lib/server/resource.ts";

interface RecordHeadProps {
  title: string;
  badge: ReactNode;
  facts: ReactNode[];
  actions: ReactNode;
  menu: readonly RowAction[];
  tabs: readonly TabEntry[];
}

const frame =
  "sticky top-(--header-height) z-10 -mx-4 -mt-5 border-b bg-canvas px-4 pt-4 sm:-mx-6 sm:px-6 print:static print:m-0 print:p-0";

/** The part of a record that stays visible above its tabs. */
export function RecordHead({ title, badge, facts, actions, menu, tabs }: RecordHeadProps) {
  return (
    <header className={clsx(frame, tabs.length === 0 && "pb-3")}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-44 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="text-xl font-semibold tracking-tight text-balance">{title}</h2>
            {badge}
          </div>
          {facts.length > 0 && (
            <p className="mt-0.5 flex flex-wrap text-sm text-muted tabular-nums [&>*:not(:last-child)]:after:mx-2 [&>*:not(:last-child)]:after:content-['·']">
              {Children.toArray(facts)
                .slice(0, 3)
                .map((fact) => (
                  <span key={String(fact)}>{fact}</span>
                ))}
            </p>
          )}
        </div>
        <div className="flex shrink-0 items-center gap-2 print:hidden">
          {actions}
          <ActionMenu label="Autres actions" actions={menu} />
        </div>
      </div>
      {tabs.length > 0 && (
        <div className="mt-2 print:hidden">
          <TabsList label="Rubriques" tabs={tabs} />
        </div>
      )}
    </header>
  );
}

export const DETAILS = "details";

/** The tab « Détails », then these tabs; no tab at all when there are no others. */
export const withDetails = (tabs: readonly TabEntry[]): readonly TabEntry[] =>
  tabs.length > 0 ? [{ id: DETAILS, label: "Détails" }, ...tabs] : [];

export function useWantedTab(): [tab: string, showTab: (next: string) => void] {
  const [search, setSearch] = useSearchParams();
  const showTab = (next: string) =>
    setSearch(
      (current) => {
        const parameters = new URLSearchParams(current);
        if (next === DETAILS) parameters.delete("tab");
        else parameters.set("tab", next);
        return parameters;
      },
      { replace: true },
    );
  return [search.get("tab") ?? DETAILS, showTab];
}

interface KnownRecordProps<Row> {
  resource: Pick<ListResource<Row>, "name" | "list">;
  id: number;
  /** The columns of the record's list; the first column names the record. */
  columns: readonly Column<Row>[];
  /** The name of the record, as its page shows it. */
  title(row: Row): string;
  /**
   * The tabs of the record's page. A tab with `shown` is left out, because the row cannot tell whether the tab shows.
   */
  tabs: readonly { id: string; label: string; shown?: unknown }[];
}

/**
 * A record while it loads, drawn from its row in a list with each fact in its final place. Gray lines when no list
 * has the row.
 */
export function KnownRecord<Row extends { id: number }>(props: KnownRecordProps<Row>) {
  const row = useListed<Row>(props.resource.name, props.id);
  const [tab, showTab] = useWantedTab();
  if (!row) return <WaitingRecord />;
  const tabs = props.tabs.filter(({ shown }) => !shown).map(({ id, label }) => ({ id, label }));
  return (
    <div aria-busy="true">
      <Tabs value={tab} onChange={showTab}>
        <RecordHead
          title={props.title(row)}
          badge={null}
          facts={[<Skeleton key="facts" className="inline-block h-3 w-72 max-w-full" />]}
          actions={null}
          menu={[]}
          tabs={withDetails(tabs)}
        />
      </Tabs>
      <dl className="grid grid-cols-2 gap-x-14 gap-y-6 pt-6 lg:grid-cols-4 lg:gap-x-6">
        {props.columns.slice(1).map((column) => (
          <div key={column.id}>
            <dt className="text-sm text-muted">{column.header}</dt>
            <dd className="mt-1">{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
      <WaitingFields />
      <span className="sr-only" role="status">
        Chargement
      </span>
    </div>
  );
}

/** A record while it loads, as gray lines. */
export function WaitingRecord() {
  return (
    <div aria-busy="true">
      <div className={clsx(frame, "pb-3")}>
        <Skeleton className="h-6 w-64" />
        <Skeleton className="mt-2 h-4 w-96 max-w-full" />
        <Skeleton className="mt-4 h-4 w-1/2" />
      </div>
      <WaitingFields />
      <span className="sr-only" role="status">
        Chargement
      </span>
    </div>
  );
}
