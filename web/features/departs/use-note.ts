import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import {
  type DepartureNote,
  noteDeparture,
  TOUCHED_BY_DEPARTS,
} from "#web/entities/biens/departs.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** Stores some fields of this departure. The first fields stored create the departure. */
export function useNote({ DossierId, depart, recuLe }: DepartDetail) {
  const genre = depart?.genre ?? (recuLe ? "conge_locataire" : "accord");
  return useWrite(
    (note: DepartureNote) => noteDeparture(DossierId, { genre, ...note }),
    TOUCHED_BY_DEPARTS,
  );
}
