import { Eye, Plus } from "lucide-react";
import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { Link } from "wouter";
import { navigate } from "wouter/use-browser-location";
import type { Retenue } from "#domain/personnes/retenue.ts";
import { confirm } from "#web/components/confirm.tsx";
import { EmptyState, type EmptyStateProps } from "#web/components/empty-state.tsx";
import { LazySelectDialog } from "#web/components/fields/lazy-select-dialog.ts";
import type { Choosable } from "#web/components/fields/select-dialog.tsx";
import { CsvButton } from "#web/components/list/csv-button.tsx";
import { DataTable, type Unfolded } from "#web/components/list/data-table.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import type { Column } from "#web/components/list/table-column.ts";
import type { Tone } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { CircleHelp, Pencil, Unlink } from "#web/components/ui/row-icons.tsx";
import { formatCount } from "#web/lib/format.ts";
import { useHere, withReturn } from "#web/lib/navigation.ts";
import type { Query } from "#web/lib/server/api.ts";
import { usePeut } from "#web/lib/server/session.ts";

export interface RelatedListProps<Row extends { id: number }, Choice extends { id: number }> {
  /** The title above the table, « Appartements ». */
  title: string;
  noun: readonly [singular: string, plural: string];
  rows: readonly Row[] | undefined;
  /** The count of all the linked records, when `rows` is one page of them. */
  total?: number;
  /** The filters that list all the linked records, when `rows` is one page of them. */
  all?: Query;
  columns: readonly Column<Row>[];
  name(row: Row): string;
  href?(row: Row): string;
  /** False removes the action to edit: the page of the record edits nothing. */
  editable?: boolean;
  /** Opens the row in place, when the record has no page. */
  onOpen?(row: Row): void;
  unfolded?: Unfolded | null;
  /** Saves all the rows as a CSV file. */
  csv?(): Promise<void>;
  /** Whether the columns align with the columns of the list above. */
  aligned?: boolean;
  /** Links an existing record, chosen in a dialog. */
  add?: Choosable<Choice> & { label: string; onAdd(row: Choice): void };
  /**
   * Removes a link, after a question (web/README §10.3). When `kept` gives a reason to keep the link, an action that
   * explains this reason replaces the removal.
   */
  remove?: { label: string; onRemove(row: Row): void; kept?(row: Row): Retenue | undefined };
  /** Creates a record on its own page, which then leads back here. */
  create?: { href: string; label: string };
  actions?(row: Row): readonly RowAction[];
  tone?(row: Row): Tone | null;
  empty: Omit<EmptyStateProps, "children">;
  /** More buttons, before the list's own buttons. */
  tools?: ReactNode;
  sort?: string | undefined;
  onSort?(sort: string): void;
  search?: ComponentProps<typeof ListFrame>["search"];
  /** Whether other rows are about to replace the rows shown. */
  stale?: boolean;
  foot?: ReactNode;
  nothing?: ReactNode;
}

/** Explains why a link cannot be removed now, and offers to open the page where the user can change that. */
async function tellWhy(name: string, { AppartementId, DossierId, MissionId, raison }: Retenue) {
  const [action, there] = DossierId
    ? ["Ouvrir ce compte", `/dossiers/${DossierId}?tab=compte`]
    : MissionId
      ? ["Ouvrir ce mandat", `/missions/${MissionId}?tab=comptes`]
      : ["Ouvrir ce bien", `/appartements/${AppartementId}?tab=proprietaires`];
  const title = `${name} : à garder pour l’instant`;
  if (await confirm({ title, text: raison, action, cancel: "Fermer" })) navigate(there);
}

/** The records linked to the record on screen, in a tab. */
export function RelatedList<Row extends { id: number }, Choice extends { id: number } = Row>(
  props: RelatedListProps<Row, Choice>,
) {
  const { rows, add, remove, create, noun } = props;
  const [choosing, setChoosing] = useState(false);
  const here = useHere();
  const mayModify = usePeut("modifier");

  async function askRemoval(row: Row) {
    const question = {
      title: `${remove?.label} : ${props.name(row)} ?`,
      text: "Cette action est irreversible.",
      action: remove?.label ?? "Retirer",
      danger: true,
    };
    if (await confirm(question)) remove?.onRemove(row);
  }

  function actionsOf(row: Row): RowAction[] {
    const address = props.href?.(row);
    const own: RowAction[] = [];
    const { onOpen } = props;
    if (address) own.push({ label: "Voir", icon: Eye, href: address });
    else if (onOpen) own.push({ label: "Voir", icon: Eye, onSelect: () => onOpen(row) });
    if (address && mayModify && props.editable !== false)
      own.push({ label: "Modifier", icon: Pencil, href: `${address}/edit` });
    own.push(...(props.actions?.(row) ?? []));
    const kept = remove?.kept?.(row);
    if (kept && mayModify) {
      const onSelect = () => tellWhy(props.name(row), kept);
      own.push({ label: "Pourquoi ne pas retirer", icon: CircleHelp, quick: true, onSelect });
    } else if (remove && mayModify) {
      own.push({
        label: remove.label,
        icon: Unlink,
        danger: true,
        quick: true,
        onSelect: () => askRemoval(row),
      });
    }
    return own;
  }

  const buttons = mayModify && (
    <>
      {props.tools}
      {add && (
        <Button onClick={() => setChoosing(true)}>
          <Plus aria-hidden />
          {add.label}
        </Button>
      )}
      {create && (
        <Button asChild variant={add ? "secondary" : "primary"}>
          <Link href={withReturn(create.href, here)}>
            <Plus aria-hidden />
            {create.label}
          </Link>
        </Button>
      )}
    </>
  );

  return (
    <ListFrame
      heading={
        <>
          <h3 className="font-semibold">{props.title}</h3>
          {rows && (
            <span className="text-sm text-muted">
              {formatCount(props.total ?? rows.length, noun[0], noun[1])}
            </span>
          )}
        </>
      }
      search={props.search}
      tools={
        <>
          {props.csv && <CsvButton download={props.csv} />}
          {buttons}
        </>
      }
    >
      <DataTable
        label={props.title}
        columns={props.columns}
        rows={rows}
        name={props.name}
        href={props.href}
        onChoose={props.onOpen}
        unfolded={props.unfolded}
        actions={props.href || props.actions || remove ? actionsOf : undefined}
        tone={props.tone}
        expected={3}
        aligned={props.aligned}
        sort={props.sort}
        onSort={props.onSort}
        stale={props.stale}
        empty={props.nothing ?? <EmptyState {...props.empty} />}
      />
      {props.foot}
      {add && choosing && (
        <Suspense>
          <LazySelectDialog
            create={create}
            {...add}
            open
            onOpenChange={setChoosing}
            exclude={rows?.map((row) => row.id)}
            chosen={props.all}
            onChoose={add.onAdd}
          />
        </Suspense>
      )}
    </ListFrame>
  );
}
