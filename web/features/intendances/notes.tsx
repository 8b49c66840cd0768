import { record } from "#domain/missions/intendance.ts";
import { avertissementsIntendance } from "#domain/missions/mandat.ts";
import type { NotesSourceProps } from "#web/components/form/form-notes.tsx";
import { useReadable, useTelling } from "#web/components/form/form-telling.ts";
import { appartements } from "#web/entities/biens/appartements.ts";
import { useKnown } from "#web/lib/server/resource.ts";

/** Warns about the doubtful points of the order while the user types, from the data that the screen has read. */
export function IntendanceNotes({ tell }: NotesSourceProps) {
  const intendance = useReadable(record);
  const appartement = useKnown(appartements.find(intendance.AppartementId ?? 0));
  useTelling(
    tell,
    avertissementsIntendance(
      intendance,
      // The code is masked only on the printed order.
      appartement && { detail: appartement.detailClef ?? null, codeMasque: false },
    ),
  );
  return null;
}
