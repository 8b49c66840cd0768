import { avertissementsClient } from "#domain/personnes/client.ts";
import { record } from "#domain/personnes/client-fiche.ts";
import type { NotesSourceProps } from "#web/components/form/form-notes.tsx";
import { useReadable, useTelling } from "#web/components/form/form-telling.ts";

/** Warns about the doubtful points of the owner's record while the user types. */
export function ClientNotes({ tell }: NotesSourceProps) {
  const { numSiret } = useReadable(record);
  useTelling(tell, avertissementsClient({ numSiret }));
  return null;
}
