import {
  type FormEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { type FieldValues, FormProvider, useForm as useHookForm } from "react-hook-form";
import { useLocation } from "wouter";
import type * as z from "zod/mini";
import { ApiError } from "#web/lib/api.ts";
import { storeDraft, takeDraft } from "#web/lib/draft.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useLeaveGuard } from "#web/lib/navigation.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import {
  changedValues,
  defaultValues,
  resolverOf,
  same,
  type Values,
  valuesOf,
} from "#web/lib/schema.ts";
import { confirm } from "./confirm.tsx";
import type { Conflict } from "./conflict-dialog.tsx";
import { FormContext } from "./form-context.ts";
import type { SaveBarProps } from "./save-bar.tsx";

const ConflictDialog = lazyNamed(() => import("./conflict-dialog.tsx"), "ConflictDialog");

export interface Saved {
  updatedAt: string;
}

export interface DrawnForm {
  body(fields: ReactNode): ReactNode;
  /** Null when there is nothing to save. */
  bar: SaveBarProps | null;
  leave(): void;
}

export interface RecordFormProps<Detail extends Saved, Output extends FieldValues> {
  mode: "read" | "edit";
  /** The schema of creation: it validates the whole form in both modes and tells what is required. */
  schema: z.core.$ZodType<Output>;
  /** What is edited; null while creating. */
  record: Detail | null;
  /** Values that a new record starts with, over the schema's defaults. */
  initial?: Values;
  /** Values that the address brings, in place of those of the record that is edited: what was created in place. */
  brought?: Values;
  create(values: Output): Promise<Detail>;
  /** Receives only what changed, and the version it was changed from. Without it the form only creates. */
  modify?(changed: Values & { updatedAt: string }): Promise<Detail>;
  /** Reads the record again when it was changed meanwhile. */
  reload?(): Promise<Detail>;
  /** Leads elsewhere; the form no longer asks. */
  onSaved(record: Detail): void;
  onLeave(): void;
  /**
   * Tells this form from others at the same address, for what was typed when the session ended or the server went
   * away; null: the form keeps its typing itself.
   */
  draft?: string | null;
  /** The verb of the button that creates: « Créer le client ». */
  createLabel: string;
  /** Words a value of a conflict beside the other version's; null where the usual way will do. */
  describe?(name: string, value: unknown, other: unknown): string | null;
  /** Where the form and its save bar are drawn, with what is around them. */
  children(form: DrawnForm): ReactNode;
}

const SAVING_QUESTION = {
  title: "Quitter pendant l’enregistrement ?",
  text: "Il ira à son terme sans vous.",
  action: "Quitter",
  cancel: "Attendre",
};

const LEAVE_QUESTION = {
  title: "Abandonner les modifications ?",
  text: "Ce que vous avez saisi ne sera pas enregistré.",
  action: "Abandonner",
  cancel: "Continuer la saisie",
  danger: true,
};

/**
 * The machinery of a form: validation, save bar, Enter and Esc, the guard on leaving, the server's messages at their
 * fields, and the version that someone else has saved meanwhile.
 */
export function RecordForm<Detail extends Saved, Output extends FieldValues>(
  props: RecordFormProps<Detail, Output>,
) {
  const { mode, schema, record } = props;
  const [path] = useLocation();
  const id = useId();
  const [labels] = useState(() => new Map<string, string>());
  const [starred] = useState(() => new Set<string>());
  const place = props.draft ? `${path}#${props.draft}` : path;
  const [restored] = useState(() => (mode === "edit" ? restoredValues() : {}));
  const [conflict, setConflict] = useState<Conflict<Detail, Output> | null>(null);
  const [start] = useState(() => ({ ...defaultValues(schema), ...props.initial }));

  const form = useHookForm<Values, unknown, Output>({
    defaultValues: start,
    values: record ? valuesOf(schema, record) : undefined,
    resetOptions: { keepDirtyValues: true },
    resolver: resolverOf(schema, starred),
    mode: "onTouched",
  });
  const { isDirty, isSubmitting } = form.formState;
  const resetTo = (values: Values) => form.reset(values, { keepDirtyValues: false });
  const unsaved = mode === "edit" && isDirty;

  // The version that the changes start from: it follows the record until something is typed.
  const base = useRef(record);
  useEffect(() => {
    if (!isDirty) base.current = record;
  }, [record, isDirty]);

  useEffect(() => {
    for (const [name, value] of Object.entries(restored)) {
      form.setValue(name, value, { shouldDirty: true });
    }
  }, [restored, form]);

  const saving = useRef(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const askToLeave = () => confirm(saving.current ? SAVING_QUESTION : LEAVE_QUESTION);
  const goFreely = useLeaveGuard(unsaved, askToLeave, keepDraft);

  /** What was typed here before, and what the address brings besides: a new record starts with the latter. */
  function restoredValues(): Values {
    const draft = props.draft === null ? {} : (takeDraft(place) ?? {});
    if (record) return { ...draft, ...props.brought };
    const names = Object.keys(draft).filter((name) => !(name in (props.initial ?? {})));
    return Object.fromEntries(names.map((name) => [name, draft[name]]));
  }

  /** Of a stored record only what changed: the rest may be another's work by then. */
  function keepDraft() {
    if (props.draft === null) return;
    const values = form.getValues();
    const { current } = base;
    storeDraft(place, current ? changedValues(values, valuesOf(schema, current)) : values);
  }

  async function leave() {
    if (unsaved && !(await askToLeave())) return;
    resetTo(record ? valuesOf(schema, record) : start);
    goFreely(props.onLeave);
  }

  /** `version`: the stored version that the changes are laid on. */
  async function save(values: Output, origin = base.current, version = origin): Promise<void> {
    try {
      const saved =
        origin && version && props.modify
          ? await props.modify({
              ...changedValues(values, valuesOf(schema, origin)),
              updatedAt: version.updatedAt,
            })
          : await props.create(values);
      if (left.current) return;
      resetTo(form.getValues());
      setConflict(null);
      goFreely(() => props.onSaved(saved));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409 && origin && version && !left.current)
        await meetConflict(values, origin, version, error);
      else showRefusal(error);
    }
  }

  /** A version that differs only outside of the form is no conflict; any other is shown. */
  async function meetConflict(values: Output, origin: Detail, version: Detail, error: ApiError) {
    const fresh = await props.reload?.();
    if (!fresh || fresh.updatedAt === version.updatedAt) showRefusal(error);
    else if (same(valuesOf(schema, fresh), valuesOf(schema, origin)))
      await save(values, origin, fresh);
    else setConflict({ fresh, origin, values });
  }

  function showRefusal(error: ApiError) {
    const entries = left.current ? [] : Object.entries(error.fields);
    for (const [name, message] of entries) form.setError(name, { type: "server", message });
    const [first] = entries;
    if (first && labels.has(first[0])) form.setFocus(first[0]);
    else if (!error.metEverywhere) notifyDanger(error.message);
  }

  const submit = form.handleSubmit(
    (values) => save(values),
    (errors) => {
      const shown = Object.keys(errors).some(
        (name) => labels.has(name) || typeof errors[name]?.message !== "string",
      );
      if (!shown) notifyDanger(String(Object.values(errors)[0]?.message ?? "Vérifiez la saisie."));
    },
  );

  /** One at a time: Enter pressed again, or held, saves nothing more. */
  async function submitOnce(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (saving.current) return;
    saving.current = true;
    await submit(event).finally(() => {
      saving.current = false;
    });
  }

  const latestLeave = useRef(leave);
  latestLeave.current = leave;
  useEffect(() => {
    if (mode === "read") return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) void latestLeave.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [mode]);

  const body = (fields: ReactNode) =>
    mode === "read" ? (
      fields
    ) : (
      <form
        id={id}
        noValidate
        onSubmit={submitOnce}
        // What would be typed meanwhile would be saved nowhere.
        onKeyDownCapture={(event) => isSubmitting && event.key !== "Tab" && event.preventDefault()}
        className={isSubmitting ? "pointer-events-none" : undefined}
      >
        {fields}
      </form>
    );

  const bar =
    mode === "edit" && (unsaved || !record)
      ? {
          form: id,
          text: record ? "Modifications non enregistrées" : null,
          label: record ? "Enregistrer" : props.createLabel,
          pending: isSubmitting,
          onCancel: leave,
        }
      : null;

  return (
    <FormContext
      value={{
        id,
        mode,
        schema,
        labels,
        starred,
        keepDraft: () => goFreely(keepDraft),
      }}
    >
      <FormProvider {...form}>{props.children({ body, bar, leave })}</FormProvider>
      {conflict && (
        <Suspense>
          <ConflictDialog
            schema={schema}
            conflict={conflict}
            labels={labels}
            describe={props.describe}
            onReload={() => {
              resetTo(valuesOf(schema, conflict.fresh));
              setConflict(null);
            }}
            onKeep={() => save(conflict.values, conflict.origin, conflict.fresh)}
            onClose={() => setConflict(null)}
          />
        </Suspense>
      )}
    </FormContext>
  );
}
