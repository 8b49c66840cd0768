import type * as z from "zod/mini";
import { manquesReglages } from "#domain/agence/agence.ts";
import type { NotesSourceProps } from "#web/components/form/form-notes.tsx";
import { useReadable, useTelling } from "#web/components/form/form-telling.ts";

interface SettingsNotesProps extends NotesSourceProps {
  schema: { shape: Readonly<Record<string, z.core.$ZodType>> };
}

/** Warns about the consequences of settings left empty. */
export function SettingsNotes({ schema, tell }: SettingsNotesProps) {
  useTelling(tell, manquesReglages(useReadable(schema)));
  return null;
}
