import type { Intendance, IntendanceDetail, IntendanceRow } from "#domain/missions/intendance.ts";
import type { ModePaiement } from "#domain/quittances/paiement.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const intendances = resource<IntendanceRow, IntendanceDetail, Intendance>("Intendance");

/** Read again after a caretaking mission was created, renewed, paid, changed or deleted. */
export const TOUCHED_BY_INTENDANCES = ["Intendance", "Appartement", "dashboard"];

/** Also read again after an expense of the accounts has changed. */
export const TOUCHED_BY_EXPENSES = [
  ...TOUCHED_BY_INTENDANCES,
  "Fournisseur",
  "CompteBancaire",
  "CompteRendu",
  "Controle",
  "History",
];

export const renew = (id: number) => api.put<IntendanceDetail>(`/Intendance/${id}/renouveler`);

/** Approves expenses for payment, all or none. */
export const approve = (ids: readonly number[]) =>
  api.post<{ ids: number[] }>("/Intendance/bon-a-payer", { ids });

export interface Paid {
  date: string;
  mode?: ModePaiement | null | undefined;
  CompteBancaireId?: number | null | undefined;
}

/** Pays expenses, all or none. */
export const pay = (ids: readonly number[], paid: Paid) =>
  api.post<{ ids: number[] }>("/Intendance/payer", { ids, ...paid });

/** Takes the payment of an expense back. */
export const takePaymentBack = (id: number, motif: string) =>
  api.post<IntendanceDetail>(`/Intendance/${id}/annuler-paiement`, { motif });
