import type { Intendance, IntendanceDetail, IntendanceRow } from "#domain/missions/intendance.ts";
import type { ModePaiement } from "#domain/quittances/paiement.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const intendances = resource<IntendanceRow, IntendanceDetail, Intendance>("Intendance");

/** The resources to read again after a caretaking mission was created, renewed, paid, changed or deleted. */
export const TOUCHED_BY_INTENDANCES = ["Intendance", "Appartement", "dashboard"];

/** The resources to read again after an expense was changed, approved or paid. */
export const TOUCHED_BY_EXPENSES = [
  ...TOUCHED_BY_INTENDANCES,
  "Fournisseur",
  "CompteBancaire",
  "CompteRendu",
  "Controle",
  "History",
];

export const renew = (id: number) => api.put<IntendanceDetail>(`/Intendance/${id}/renouveler`);

/** Approves the payment of these expenses, all or none. */
export const approve = (ids: readonly number[]) =>
  api.post<{ ids: number[] }>("/Intendance/bon-a-payer", { ids });

export interface Paid {
  date: string;
  mode?: ModePaiement | null | undefined;
  CompteBancaireId?: number | null | undefined;
}

/** Pays these expenses, all or none. */
export const pay = (ids: readonly number[], paid: Paid) =>
  api.post<{ ids: number[] }>("/Intendance/payer", { ids, ...paid });

export const takePaymentBack = (id: number, motif: string) =>
  api.post<IntendanceDetail>(`/Intendance/${id}/annuler-paiement`, { motif });
