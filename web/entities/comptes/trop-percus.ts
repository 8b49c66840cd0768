import { api } from "#web/lib/server/api.ts";

/** Gives back the advance of the tenant, all of it or `montant`; `keepAhead` cancels the return. */
export const giveBackAhead = (dossierId: number, montant: number | null | undefined) =>
  api.post<null>(`/Dossier/${dossierId}/avance`, { montant });
export const keepAhead = (dossierId: number, id: number, motif: string) =>
  api.post<null>(`/Dossier/${dossierId}/avance/${id}/annuler`, { motif });
