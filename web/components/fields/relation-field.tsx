import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, X } from "lucide-react";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import { useForm } from "#web/components/form/form-context.ts";
import type { ListResource } from "#web/components/list/list-query.ts";
import { inputStyle } from "#web/components/ui/input.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { useHere, withParameter } from "#web/lib/navigation.ts";
import { type Bound, FieldFrame, type FieldProps } from "./field.tsx";
import { LazySelectDialog } from "./lazy-select-dialog.ts";
import type * as dialog from "./select-dialog.tsx";

type FindResource<Row, Detail> = Pick<ListResource<Row>, "name" | "list"> & {
  find(id: number): UseQueryOptions<Detail, Error, Detail, readonly [string, "find", number]>;
};

interface RelationFieldProps<Row extends { id: number }, Detail extends Named, Named>
  extends FieldProps,
    Omit<dialog.Choosable<Row>, "resource" | "create" | "name"> {
  /** The name of a row of the dialog, in few words. */
  rowName(row: Row): string;
  resource: FindResource<Row, Detail>;
  /** The name of the linked record, in few words. */
  display(record: Named): string;
  /** The linked record, when the record on screen already holds it: the server is then not called. */
  known?: (Named & { id: number }) | undefined;
  /** The address of the linked record. */
  href?(id: number): string;
  /** Creates the record on its own page. On return, `parameter` in this page's address holds the new identifier. */
  create?: { href: string; label: string; parameter: string };
  /** The identifiers of records that the dialog shows, but that cannot be chosen. */
  exclude?: readonly number[];
  /** Called with the chosen record, to fill other fields from it. */
  onChosen?(row: Row): void;
}

/** A link to another record, chosen in a dialog. The form holds the identifier of that record. */
export function RelationField<Row extends { id: number }, Detail extends Named, Named>(
  props: RelationFieldProps<Row, Detail, Named>,
) {
  const { name, label, hint, span, required, href } = props;
  return (
    <FieldFrame
      {...{ name, label, hint, span, required }}
      read={(id) => <Linked {...props} id={Number(id)} href={href?.(Number(id))} />}
    >
      {(bound) => <RelationInput {...props} bound={bound} />}
    </FieldFrame>
  );
}

function RelationInput<Row extends { id: number }, Detail extends Named, Named>(
  props: RelationFieldProps<Row, Detail, Named> & { bound: Bound },
) {
  const { bound, create, resource, display, known } = props;
  const [open, setOpen] = useState(false);
  const { keepDraft } = useForm();
  const here = useHere();
  const id = typeof bound.value === "number" ? bound.value : null;
  return (
    <div className="relative">
      <button
        type="button"
        id={bound.id}
        ref={bound.ref}
        onBlur={bound.onBlur}
        aria-haspopup="dialog"
        aria-labelledby={`${bound.id}-label ${bound.id}`}
        aria-describedby={bound["aria-describedby"]}
        data-invalid={bound["aria-invalid"] || undefined}
        onClick={() => setOpen(true)}
        className={`${inputStyle} flex h-9 items-center pr-14 text-left data-invalid:border-danger`}
      >
        <span className="truncate">
          {id === null ? (
            <span className="text-muted">Choisir…</span>
          ) : (
            <Linked resource={resource} id={id} display={display} known={known} />
          )}
        </span>
      </button>
      <span className="absolute inset-y-0 right-2 flex items-center gap-1 text-muted">
        {id !== null && !bound["aria-required"] && (
          <button
            type="button"
            aria-label={`Retirer : ${props.label}`}
            className="rounded p-0.5 hover:text-text"
            onClick={() => bound.onChange(null)}
          >
            <X className="size-4" />
          </button>
        )}
        <ChevronsUpDown aria-hidden className="pointer-events-none size-4" />
      </span>
      {open && (
        <Suspense>
          <LazySelectDialog
            open
            onOpenChange={setOpen}
            resource={resource}
            columns={props.columns}
            name={props.rowName}
            title={props.title}
            search={props.search}
            sort={props.sort}
            fixed={props.fixed}
            exclude={props.exclude}
            create={
              create && {
                href: create.href,
                label: create.label,
                back: withParameter(here, create.parameter, "{id}"),
                onLeave: keepDraft,
              }
            }
            onChoose={(row) => {
              bound.onChange(row.id);
              props.onChosen?.(row);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

interface LinkedProps<Row, Detail, Named> {
  resource: FindResource<Row, Detail>;
  id: number;
  display(record: Named): string;
  known?: (Named & { id: number }) | undefined;
  href?: string | undefined;
}

function Linked<Row, Detail extends Named, Named>({
  resource,
  id,
  display,
  known,
  href,
}: LinkedProps<Row, Detail, Named>) {
  const stored = known?.id === id ? known : undefined;
  const { data } = useQuery({ ...resource.find(id), enabled: !stored });
  const linked = stored ?? data;
  if (linked === undefined) return <Skeleton className="inline-block h-3 w-32" />;
  if (!href) return display(linked);
  return (
    <Link href={href} className="text-accent underline-offset-4 hover:underline">
      {display(linked)}
    </Link>
  );
}
