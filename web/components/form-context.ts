import { createContext, useContext, useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type * as z from "zod/mini";

export interface FormContextValue {
  id: string;
  /** Read: typeset text; edit: inputs. */
  mode: "read" | "edit";
  schema: z.core.$ZodType;
  /** The label of each field on screen, by name. */
  labels: Map<string, string>;
  /** The fields on screen that are required although the schema alone does not say so. */
  starred: Set<string>;
  /** What opens each section that is closed, by the names of the fields that it hides. */
  sections: Map<string, () => void>;
  /** Keeps what was typed for the return from a creation in place. */
  keepDraft(): void;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error("A field stands outside of a RecordForm.");
  return context;
}

/** The present value of a numeric field; null while it is empty or still being typed. */
export function useNumber(name: string): number | null {
  const value = useValue<unknown>(name);
  return typeof value === "number" ? value : null;
}

/** The present value of a field, in both modes: what conditional sections and derived amounts read. */
export function useValue<Value>(name: string): Value | null {
  return useWatch({ name }) ?? null;
}

/** Keeps a field at a value computed from others, until another value is typed into it. */
export function useFollowing(name: string, value: unknown): void {
  const { mode } = useForm();
  const { getValues, setValue } = useFormContext();
  const previous = useRef(value);
  useEffect(() => {
    const current = getValues(name);
    const follows = current === null || current === previous.current;
    previous.current = value;
    if (mode === "edit" && follows && value !== null && value !== current) {
      setValue(name, value, { shouldDirty: true, shouldValidate: current !== null });
    }
  }, [mode, name, value, getValues, setValue]);
}
