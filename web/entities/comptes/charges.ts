import { queryOptions } from "@tanstack/react-query";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { DemandeAppelDeCharges } from "#domain/gerance/locataires/appel.ts";
import type { DecompteDeCharges } from "#domain/gerance/locataires/charges.ts";
import { api } from "#web/lib/server/api.ts";
import { COMPTE } from "./comptes.ts";

const path = (dossierId: number, annee: number) => `/Dossier/${dossierId}/charges/${annee}`;

/** The year, and its provisions called elsewhere, once somebody gave them; euros. */
export interface YearOfCharges {
  annee: number;
  ailleurs: number | null;
}

const query = ({ ailleurs }: YearOfCharges) => (ailleurs === null ? {} : { ailleurs });

/** The charges of a year for a tenant. */
export const chargesOf = (dossierId: number, year: YearOfCharges) =>
  queryOptions({
    queryKey: [COMPTE, dossierId, "charges", year] as const,
    queryFn: ({ signal }) =>
      api.get<DecompteDeCharges>(path(dossierId, year.annee), { query: query(year), signal }),
  });

export const chargesPaper = (dossierId: number, year: YearOfCharges) =>
  api.get<DocumentGenere>(`${path(dossierId, year.annee)}/generate`, { query: query(year) });

/** Calls the balance as it was read. */
export const callCharges = (dossierId: number, annee: number, sum: DemandeAppelDeCharges) =>
  api.post<{ id: number }>(`${path(dossierId, annee)}/appel`, sum);
