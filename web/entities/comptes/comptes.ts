import { queryOptions } from "@tanstack/react-query";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { dossiers } from "#web/entities/biens/dossiers.ts";
import { api } from "#web/lib/server/api.ts";

/** The period to read; without days, the whole account. */
export interface Period {
  du?: string;
  au?: string;
}

export const COMPTE = "Compte";

export const accountOf = (dossierId: number, { du, au }: Period = {}) =>
  queryOptions({
    queryKey: [COMPTE, dossierId, { du, au }] as const,
    queryFn: ({ signal }) =>
      api.get<CompteDuDossier>(`/Dossier/${dossierId}/compte`, { query: { du, au }, signal }),
  });

/** The resources to read again after a payment, or any other entry in a tenant's account. */
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

/** Opens the statement of a tenant's account, a PDF, in a new tab. */
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

/** Calls from the tenant a sum that is not rent. */
export const callSum = (dossierId: number, sum: SumToCall) =>
  api.post<{ id: number }>(`/Dossier/${dossierId}/appel`, sum);

/** Waives a debt of the tenant. `form` also holds the file of the owner's agreement. */
export const waive = (dossierId: number, form: FormData) =>
  api.post<{ id: number }>(`/Dossier/${dossierId}/abandon`, form);
