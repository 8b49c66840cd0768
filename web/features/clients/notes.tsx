import { avertissementsClient, record } from "#domain/client.ts";
import { type NotesSourceProps, useReadable, useTelling } from "#web/components/form-notes.tsx";

/** What is doubtful in the record of an owner being typed. */
export function ClientNotes({ tell }: NotesSourceProps) {
  const { numSiret } = useReadable(record);
  useTelling(tell, avertissementsClient({ numSiret }));
  return null;
}
