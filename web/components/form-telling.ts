import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { Avertissement } from "#domain/avertissement.ts";
import { type Readable, readableValues, type Shape } from "#web/lib/schema.ts";
import { useForm } from "./form-context.ts";
import type { NotesSourceProps } from "./form-notes.tsx";

/** What is typed so far, as far as `schema` can read it: null for the rest. */
export function useReadable<Fields extends Shape>(schema: { shape: Fields }): Readable<Fields> {
  return readableValues(schema, useWatch());
}

const REST = 400;

/** Tells what is doubtful once typing rests, and what is missing once the form holds all that it requires. */
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
