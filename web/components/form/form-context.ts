import { createContext, type RefCallback, use, useEffect, useRef } from "react";
import type { Values } from "#web/lib/rules/values.ts";

export interface FieldState {
  value: unknown;
  /** The reason of the refusal; absent when the value is accepted. */
  error?: string | undefined;
  ref: RefCallback<{ focus?(): void }>;
  onChange(value: unknown): void;
  onBlur(): void;
}

/**
 * The values of a screen: of a record to read (`reading.tsx`) or of a form (`form-store.ts`). The two have different
 * hooks, so a screen that goes from one to the other must mount its fields again.
 */
export interface FormStore {
  useField(name: string): FieldState;
  /** The present values; a change draws the component again. */
  useValues(names: readonly string[]): readonly unknown[];
  /** The present value; a change does not draw the component again. */
  getValue(name: string): unknown;
  /** Replaces the typed value; with `checked`, a refusal of the new value shows at once. */
  setValue(name: string, value: unknown, checked?: boolean): void;
  isRequired(name: string): boolean;
  mayBeEmpty(name: string): boolean;
  isComplete(values: Values): boolean;
}

export interface FormContextValue extends FormStore {
  id: string;
  /** « read » shows typeset text, « edit » shows inputs. */
  mode: "read" | "edit";
  /** Whether the user has typed something. */
  dirty: boolean;
  start: Values;
  labels: Map<string, string>;
  /** The fields on screen that their `required` property makes mandatory, whatever the schema says. */
  starred: Set<string>;
  /** Functions that open a closed section, by the names of the fields hidden in the section. */
  sections: Map<string, () => void>;
  /** Keeps the typed values while another record is created on its own page. */
  keepDraft(): void;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const context = use(FormContext);
  if (!context) throw new Error("A field stands in neither a RecordForm nor a Reading.");
  return context;
}

/** The number in a field; null while it is empty or half typed. */
export function useNumber(name: string): number | null {
  const value = useValue<unknown>(name);
  return typeof value === "number" ? value : null;
}

/** The present value of a field, in both modes; a change draws the component again. */
export function useValue<Value>(name: string): Value | null {
  const [value] = useForm().useValues([name]);
  return (value as Value | undefined) ?? null;
}

/**
 * Keeps a field equal to a computed value, until the user types another value. A null value leaves the field as it
 * is.
 */
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
