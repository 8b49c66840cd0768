import { createContext, type RefCallback, use, useEffect, useRef } from "react";
import type { Values } from "#web/lib/rules/values.ts";

/** One field, as its store tells it. */
export interface FieldState {
  value: unknown;
  /** Why it is refused. */
  error?: string | undefined;
  ref: RefCallback<{ focus?(): void }>;
  onChange(value: unknown): void;
  onBlur(): void;
}

/**
 * The store of a screen's values: a record that is read (`reading.tsx`), or a form (`form-store.ts`). Each has its own
 * hooks, so fields are always drawn anew when they pass from one to the other.
 */
export interface FormStore {
  useField(name: string): FieldState;
  /** The present values, followed. */
  useValues(names: readonly string[]): readonly unknown[];
  /** The present value, not followed. */
  getValue(name: string): unknown;
  /** Replaces the typed value; `checked`: a refusal of the new value is shown at once. */
  setValue(name: string, value: unknown, checked?: boolean): void;
  /** Must it hold something? */
  isRequired(name: string): boolean;
  /** May it be left empty, and stay so? */
  mayBeEmpty(name: string): boolean;
  /** Is every required field filled? */
  isComplete(values: Values): boolean;
}

export interface FormContextValue extends FormStore {
  id: string;
  /** Read: typeset text; edit: inputs. */
  mode: "read" | "edit";
  /** Something was typed. */
  dirty: boolean;
  /** The values before any typing. */
  start: Values;
  /** The label of each field on screen, by name. */
  labels: Map<string, string>;
  /** The fields on screen that are required although the schema alone does not require them. */
  starred: Set<string>;
  /** Functions that open a closed section, by the names of the fields it hides. */
  sections: Map<string, () => void>;
  /** Keeps the typed values until the return from a creation in place. */
  keepDraft(): void;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const context = use(FormContext);
  if (!context) throw new Error("A field stands in neither a RecordForm nor a Reading.");
  return context;
}

/** The number in a field; null while it is empty or still being typed. */
export function useNumber(name: string): number | null {
  const value = useValue<unknown>(name);
  return typeof value === "number" ? value : null;
}

/** The present value of a field, in both modes, for conditional sections and derived amounts. */
export function useValue<Value>(name: string): Value | null {
  const [value] = useForm().useValues([name]);
  return (value as Value | undefined) ?? null;
}

/** Keeps a field at a computed value, until another value is typed. */
export function useFollowing(name: string, value: unknown): void {
  const { mode, getValue, setValue } = useForm();
  const previous = useRef(value);
  useEffect(() => {
    const current = getValue(name);
    const follows = current === null || current === previous.current;
    previous.current = value;
    if (mode === "edit" && follows && value !== null && value !== current) {
      setValue(name, value, current !== null);
    }
  }, [mode, name, value, getValue, setValue]);
}
