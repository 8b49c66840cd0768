import { record } from "#domain/missions/intendance.ts";
import { avertissementsIntendance } from "#domain/missions/mandat.ts";
import type { NotesSourceProps } from "#web/components/form-notes.tsx";
import { useReadable, useTelling } from "#web/components/form-telling.ts";
import { appartements } from "#web/entities/appartements/api.ts";
import { useKnown } from "#web/lib/resource.ts";

/** What the order of the caretaking mission being typed would be reproached with, from what its screen has read. */
export function IntendanceNotes({ tell }: NotesSourceProps) {
  const intendance = useReadable(record);
  const appartement = useKnown(appartements.find(intendance.AppartementId ?? 0));
  useTelling(
    tell,
    avertissementsIntendance(
      intendance,
      // A code is masked where the order is printed.
      appartement && { detail: appartement.detailClef ?? null, codeMasque: false },
    ),
  );
  return null;
}
