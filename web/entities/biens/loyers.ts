import { queryOptions } from "@tanstack/react-query";
import type { ChangementDeLoyerDemande } from "#domain/gerance/revisions/loyer-fiche.ts";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import { TOUCHED_BY_REVISIONS } from "#web/entities/comptes/revisions.ts";
import { api } from "#web/lib/server/api.ts";

const LOYERS = "Loyers";

/** The resources to read again after a rent was changed, or a change undone. */
export const TOUCHED_BY_RENTS = [LOYERS, ...TOUCHED_BY_REVISIONS];

export const rentsOf = (DossierId: number) =>
  queryOptions({
    queryKey: [LOYERS, DossierId] as const,
    queryFn: ({ signal }) => api.get<LoyersDuDossier>(`/Dossier/${DossierId}/loyers`, { signal }),
  });

export const changeRent = (DossierId: number, change: ChangementDeLoyerDemande) =>
  api.post<LoyersDuDossier & { warnings: string[] }>(`/Dossier/${DossierId}/loyers`, change);

export const undoRent = (DossierId: number, id: number, motif: string) =>
  api.post<LoyersDuDossier>(`/Dossier/${DossierId}/loyers/${id}/annuler`, { motif });
