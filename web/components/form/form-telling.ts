import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { Avertissement } from "#domain/avertissement.ts";
import { type Readable, readableValues, type Shape } from "#web/lib/rules/schema.ts";
import { useForm } from "./form-context.ts";
import type { NotesSourceProps } from "./form-notes.tsx";

/** The typed values as `schema` reads them; null for a value that the schema refuses. */
export function useReadable<Fields extends Shape>(schema: { shape: Fields }): Readable<Fields> {
  return readableValues(schema, useWatch());
}

const REST = 400;

/**
 * Passes the notes to `tell` when the user stops typing. Notes on missing data wait until all the required fields
 * are filled.
 */
export function useTelling(
  tell: NotesSourceProps["tell"],
  avertissements: readonly Avertissement[],
): void {
  const { isComplete } = useForm();
  const values = useWatch();
  // This effect runs at each drawing on purpose: each keystroke restarts the pause.
  useEffect(() => {
    const timer = setTimeout(() => {
      const complete = isComplete(values);
      tell(avertissements.filter(({ manque }) => complete || !manque));
    }, REST);
    return () => clearTimeout(timer);
  });
}
