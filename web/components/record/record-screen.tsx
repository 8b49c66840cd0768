import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { History, Trash2 } from "lucide-react";
import { type ReactNode, Suspense, use, useEffect, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { confirmDeletion } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { SaveBar } from "#web/components/form/save-bar.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import { Notice } from "#web/components/notice.tsx";
import { NotFound } from "#web/components/shell/not-found.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { TabPanel, Tabs } from "#web/components/ui/tabs.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useGoBack, useReturnPath } from "#web/lib/navigation.ts";
import { notify } from "#web/lib/notify.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { Reading } from "./reading.tsx";
import { EditingContext, type RecordDetail } from "./record-context.ts";
import type { DrawnForm } from "./record-form.tsx";
import { DETAILS, RecordHead, useWantedTab, WaitingRecord, withDetails } from "./record-head.tsx";

const RecordHistory = lazyNamed(() => import("./record-history.tsx"), "RecordHistory");

/** The part of a `resource()` that a record screen uses. */
interface RecordResource<Detail> {
  name: string;
  find(id: number): UseQueryOptions<Detail, Error, Detail, readonly [string, "find", number]>;
  remove(id: number, version: number): Promise<unknown>;
}

export interface RecordTab<Detail> {
  id: string;
  label: string;
  count?(record: Detail): number;
  /** Whether the record has this tab; when absent, every record does. */
  shown?(record: Detail): boolean;
  content(record: Detail): ReactNode;
}

export interface RecordScreenProps<Detail extends RecordDetail> {
  resource: RecordResource<Detail>;
  /** The address of a record without its identifier: « /client ». */
  base: string;
  /** The address of the list: « /client/ ». */
  list: string;
  title(record: Detail): string;
  badge?(record: Detail): ReactNode;
  /** The facts that people look up most; three at most. */
  facts?(record: Detail): ReactNode[];
  /** Stays visible above every tab, except while the details are edited. */
  summary?(record: Detail): ReactNode;
  /** The main action, at the right of the head; hidden while the record is edited. */
  action?(record: Detail): ReactNode;
  /** More actions, in the menu of the head. */
  actions?(record: Detail): readonly RowAction[];
  /** The fields of the tab « Détails ». */
  fields: ReactNode;
  /** Drawn under the fields of a stored record. */
  below?(record: Detail): ReactNode;
  /** The tabs after « Détails ». */
  tabs?: readonly RecordTab<Detail>[];
  /** The names of the other resources to read again after a write. */
  touched?: readonly string[];
  /** Drawn while the record is being read, from its row in a list. */
  early?(id: number): ReactNode;
}

/** The page of the record in the address (web/README §10.2), to read, or to edit inside a `RecordEdit`. */
export function RecordScreen<Detail extends RecordDetail>(props: RecordScreenProps<Detail>) {
  const { id } = useParams();
  const editing = use(EditingContext) !== null;
  const creating = editing && id === undefined;
  const known = creating || /^[1-9]\d{0,14}$/.test(id ?? "");
  const query = useQuery({ ...props.resource.find(Number(id)), enabled: known && !creating });

  if (!known) return <NotFound />;
  if (creating) return <RecordPage {...props} record={null} />;
  if (query.data) return <RecordPage key={id} {...props} record={query.data} />;
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return props.early?.(Number(id)) ?? <WaitingRecord />;
}

function RecordPage<Detail extends RecordDetail>(
  props: RecordScreenProps<Detail> & { record: Detail | null },
) {
  const { resource, record, base, list, tabs = [], touched = [] } = props;
  const editor = use(EditingContext);
  const editing = editor !== null;
  const [historyShown, setHistoryShown] = useState(false);
  const told = useToldOnArrival();
  const [, navigate] = useLocation();
  const [wantedTab, showTab] = useWantedTab();
  const returnPath = useReturnPath();
  const goBack = useGoBack(list);
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const title = record ? props.title(record) : (editor?.newTitle ?? "");
  usePageTitle(title);

  const readPath = `${base}/${record?.id}`;
  const remove = useWrite(
    async ({ shown, form }: { shown: Detail; form: DrawnForm | null }) => {
      await resource.remove(shown.id, shown.version);
      const leave = () => navigate(list, { replace: true });
      if (form) form.goFreely(leave);
      else leave();
    },
    [resource.name, ...touched],
  );

  function leaveForSaved(saved: RecordDetail) {
    notify(record ? "Vos modifications ont été prises en compte." : (editor?.created ?? ""));
    const back = record ? undefined : returnPath?.replaceAll("{id}", String(saved.id));
    const state: Arrival = { told: back ? [] : (saved.warnings ?? []) };
    navigate(back ?? `${base}/${saved.id}`, { replace: true, state });
  }

  async function askRemoval(shown: Detail, form: DrawnForm | null) {
    if (!(await confirmDeletion(title))) return;
    remove.mutate({ shown, form }, { onSuccess: () => notify("L’élément a été supprimé.") });
  }

  const shownTabs = record ? tabs.filter(({ shown }) => shown?.(record) ?? true) : [];
  const tab = shownTabs.some((entry) => entry.id === wantedTab) ? wantedTab : DETAILS;

  function menuOf(shown: Detail, form: DrawnForm | null): readonly RowAction[] {
    const own: RowAction[] = [
      ...(props.actions?.(shown) ?? []),
      { label: "Historique", icon: History, onSelect: () => setHistoryShown(true) },
    ];
    if (shown.canDelete && mayDelete) {
      const onSelect = () => askRemoval(shown, form);
      own.push({ label: "Supprimer", icon: Trash2, danger: true, onSelect });
    }
    return own;
  }

  const mainAction = (form: DrawnForm | null) => {
    if (!record) return null;
    if (form) return <Button onClick={form.leave}>Terminer</Button>;
    return (
      <>
        {props.action?.(record)}
        {mayModify && (
          <Button asChild>
            <Link href={`${readPath}/edit`} replace>
              <Pencil aria-hidden />
              Modifier
            </Link>
          </Button>
        )}
      </>
    );
  };

  const page = (form: DrawnForm | null) => (
    <Tabs value={tab} onChange={showTab}>
      <RecordHead
        title={title}
        badge={record && props.badge?.(record)}
        facts={record ? (props.facts?.(record) ?? []) : []}
        actions={mainAction(form)}
        menu={record ? menuOf(record, form) : []}
        tabs={withDetails(
          shownTabs.map(({ id, label, count }) => ({
            id,
            label,
            count: record ? count?.(record) : undefined,
          })),
        )}
      />
      {record && !editing && !record.warnings && told.length > 0 && (
        <Notice className="mt-4">
          {told.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
      {record && !(editing && tab === DETAILS) && props.summary?.(record)}
      <TabPanel id={DETAILS} keep={editing}>
        {form ? form.body(props.fields) : props.fields}
        {record && props.below?.(record)}
      </TabPanel>
      {record &&
        shownTabs.map((entry) => (
          <TabPanel key={entry.id} id={entry.id}>
            <div className="pt-5">
              <Suspense fallback={<WaitingList />}>{entry.content(record)}</Suspense>
            </div>
          </TabPanel>
        ))}
      {form?.bar && <SaveBar {...form.bar} />}
      {record && historyShown && (
        <Suspense>
          <RecordHistory
            entite={resource.name}
            id={record.id}
            title={title}
            onClose={() => setHistoryShown(false)}
          />
        </Suspense>
      )}
    </Tabs>
  );

  if (!editor) return record && <Reading record={record}>{page(null)}</Reading>;
  return editor.draw({
    record,
    touched,
    reveal: () => showTab(DETAILS),
    onSaved: leaveForSaved,
    onLeave: () => (record ? navigate(readPath, { replace: true }) : goBack()),
    children: page,
  });
}

/** The messages of a save, shown by the page that opens after the save. */
interface Arrival {
  told: readonly string[];
}

function useToldOnArrival(): Arrival["told"] {
  const [told] = useState(() => (window.history.state as Partial<Arrival> | null)?.told ?? []);
  // The messages show once: a reload or the way back no longer shows them.
  useEffect(() => {
    if (told.length > 0) window.history.replaceState(null, "");
  }, [told]);
  return told;
}
