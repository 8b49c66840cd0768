import { api } from "#web/lib/server/api.ts";

/** Returns the tenant's advance, or `montant` euros of it; null returns all of it. `keepAhead` cancels the return. */
export const giveBackAhead = (dossierId: number, montant: number | null | undefined) =>
  api.post<null>(`/Dossier/${dossierId}/avance`, { montant });
export const keepAhead = (dossierId: number, id: number, motif: string) =>
  api.post<null>(`/Dossier/${dossierId}/avance/${id}/annuler`, { motif });
