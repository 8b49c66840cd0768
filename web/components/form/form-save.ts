import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { notifyDanger } from "#web/lib/notify.ts";
import type { OneAtATime } from "#web/lib/one-at-a-time.ts";
import { type Rules, valuesOf } from "#web/lib/rules/rules.ts";
import { changedValues, same, type Values } from "#web/lib/rules/values.ts";
import { ApiError } from "#web/lib/server/api.ts";
import type { Conflict } from "./conflict-dialog.tsx";
import { type FieldsOnScreen, showInvalid, showRefusal, tellRefusal } from "./form-messages.ts";
import type { FormValues } from "./form-values.ts";

export interface Saved {
  version: number;
}

export interface Writes<Detail extends Saved, Output extends FieldValues> {
  /** The rules of creation, which check the whole form for a modification too. */
  rules: Rules<Output>;
  create(values: Output): Promise<Detail>;
  /** Receives the changed fields alone, and the version that they change. Without it, the form can only create. */
  modify?(changed: Values & Saved): Promise<Detail>;
  /** Called before the save. Returns the values to save, or null to save nothing. */
  ask?(values: Output, record: Detail | null): Promise<Output | null>;
  /** Reads the record again when somebody else has changed it meanwhile. */
  reload?(): Promise<Detail>;
}

interface SaveOnScreen<Detail> {
  fields: FieldsOnScreen;
  one: OneAtATime;
  onSaved(record: Detail): void;
}

/**
 * Saves the form, one save at a time. It handles the refusals of the schema and of the server, and the changes that
 * somebody else saved meanwhile.
 */
export function useFormSave<Detail extends Saved, Output extends FieldValues>(
  writes: Writes<Detail, Output>,
  { form, base, resetTo, stored }: FormValues<Detail, Output>,
  { fields, one: { run }, onSaved }: SaveOnScreen<Detail>,
) {
  const { fields: held } = writes.rules;
  const [conflict, setConflict] = useState<Conflict<Detail, Output> | null>(null);
  const left = useLeft();

  /** `version` is the stored version that the changes apply to. */
  async function save(values: Output, origin = base.current, version = origin): Promise<void> {
    const sent = structuredClone(form.getValues());
    try {
      const saved =
        origin && version && writes.modify
          ? await writes.modify({
              ...changedValues(values, valuesOf(held, origin)),
              version: version.version,
            })
          : await writes.create(values);
      if (left.current) return;
      stored(saved, sent);
      setConflict(null);
      onSaved(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409 && origin && version && !left.current)
        await meetConflict({ values, origin, version }, error);
      else tell(error);
    }
  }

  /**
   * Saves again when somebody else's version differs only outside the form. Otherwise shows the conflict, or the
   * refusal when no newer version is found.
   */
  async function meetConflict(
    { values, origin, version }: { values: Output; origin: Detail; version: Detail },
    error: ApiError,
  ) {
    const fresh = await writes.reload?.();
    if (!fresh || fresh.version === version.version) tell(error);
    else if (same(valuesOf(held, fresh), valuesOf(held, origin))) await save(values, origin, fresh);
    else setConflict({ fresh, origin, values });
  }

  function tell(error: ApiError) {
    if (left.current) tellRefusal(error);
    else showRefusal(form, fields, error);
  }

  const submit = form.handleSubmit(
    async (typed) => {
      const values = writes.ask ? await writes.ask(typed, base.current) : typed;
      if (values) await save(values);
    },
    (errors) => {
      if (!left.current) showInvalid(errors, fields);
      else notifyDanger("Rien n’a été enregistré : ce qui était saisi était à corriger.");
    },
  );

  return {
    /** Runs one save at a time: Enter pressed again, or held, saves nothing more. */
    async submit(event: FormEvent) {
      event.preventDefault();
      event.stopPropagation();
      await run(() => submit(event));
    },
    /** When somebody else saved meanwhile, both versions and the user's choices; null otherwise. */
    conflict: conflict && {
      versions: conflict,
      takeTheirs() {
        resetTo(valuesOf(held, conflict.fresh));
        setConflict(null);
      },
      keepMine: () => save(conflict.values, conflict.origin, conflict.fresh),
      close: () => setConflict(null),
    },
  };
}

/** Gives a reference that becomes true once the form has left the screen. */
function useLeft() {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}
