import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { Avertissement } from "#domain/avertissement.ts";
import { type Readable, readableValues, type Shape } from "#web/lib/rules/schema.ts";
import { useForm } from "./form-context.ts";
import type { NotesSourceProps } from "./form-notes.tsx";

/** The typed values, as far as `schema` can read them: null for the rest. */
export function useReadable<Fields extends Shape>(schema: { shape: Fields }): Readable<Fields> {
  return readableValues(schema, useWatch());
}

const REST = 400;

/** Tells the doubts once typing rests, and the missing facts once the form holds all that it requires. */
export function useTelling(
  tell: NotesSourceProps["tell"],
  avertissements: readonly Avertissement[],
): void {
  const { isComplete } = useForm();
  const values = useWatch();
  // At each drawing, on purpose: a key typed meanwhile starts the rest again.
  useEffect(() => {
    const timer = setTimeout(() => {
      const complete = isComplete(values);
      tell(avertissements.filter(({ manque }) => complete || !manque));
    }, REST);
    return () => clearTimeout(timer);
  });
}
