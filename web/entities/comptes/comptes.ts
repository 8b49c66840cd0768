import { queryOptions } from "@tanstack/react-query";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { dossiers } from "#web/entities/biens/dossiers.ts";
import { api } from "#web/lib/server/api.ts";

/** The period of an account to read. */
export interface Period {
  du?: string;
  au?: string;
}

export const COMPTE = "Compte";

/** The account of a dossier. */
export const accountOf = (dossierId: number, { du, au }: Period = {}) =>
  queryOptions({
    queryKey: [COMPTE, dossierId, { du, au }] as const,
    queryFn: ({ signal }) =>
      api.get<CompteDuDossier>(`/Dossier/${dossierId}/compte`, { query: { du, au }, signal }),
  });

/** Read again once an account has moved. */
export const TOUCHED_BY_ACCOUNTS = [
  COMPTE,
  "Reglement",
  dossiers.name,
  "Locataire",
  "Quitance",
  "Impaye",
  "Reversement",
  "dashboard",
];

export const downloadAccount = (dossierId: number, period: Period) =>
  api.download(`/api/Dossier/${dossierId}/compte.csv`, { ...period });

/** The statement of an account, as a PDF in a tab. */
export const openStatement = (dossierId: number, period: Period) =>
  api.open(
    api
      .get<{ generated: string }>(`/Dossier/${dossierId}/compte/generate`, { query: { ...period } })
      .then(({ generated }) => generated),
  );

export interface SumToCall {
  nature: string;
  montant: number;
  exigibleLe: string;
  libelle?: string | null | undefined;
}

/** Calls a sum from the tenant besides the rent. */
export const callSum = (dossierId: number, sum: SumToCall) =>
  api.post<{ id: number }>(`/Dossier/${dossierId}/appel`, sum);

/** Waives a debt of the tenant; `form` also holds the owner’s paper. */
export const waive = (dossierId: number, form: FormData) =>
  api.post<{ id: number }>(`/Dossier/${dossierId}/abandon`, form);
