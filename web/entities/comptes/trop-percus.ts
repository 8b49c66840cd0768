import { api } from "#web/lib/server/api.ts";

/** Gives back what the tenant paid ahead: all of it, or this much; and cancels it. */
export const giveBackAhead = (dossierId: number, montant: number | null | undefined) =>
  api.post<null>(`/Dossier/${dossierId}/avance`, { montant });
export const keepAhead = (dossierId: number, id: number, motif: string) =>
  api.post<null>(`/Dossier/${dossierId}/avance/${id}/annuler`, { motif });
