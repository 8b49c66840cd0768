import { queryOptions } from "@tanstack/react-query";
import type { DocumentGenere } from "#domain/document.ts";
import type { DemandeAppelDeCharges } from "#domain/gerance/appel.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges.ts";
import { api } from "#web/lib/api.ts";
import { COMPTE } from "./api.ts";

const path = (dossierId: number, annee: number) => `/Dossier/${dossierId}/charges/${annee}`;

/** What the charges of a year come to for a tenant. */
export const chargesOf = (dossierId: number, annee: number) =>
  queryOptions({
    queryKey: [COMPTE, dossierId, "charges", annee] as const,
    queryFn: ({ signal }) => api.get<DecompteDeCharges>(path(dossierId, annee), { signal }),
  });

export const chargesPaper = (dossierId: number, annee: number) =>
  api.get<DocumentGenere>(`${path(dossierId, annee)}/generate`);

/** Calls the balance that was read. */
export const callCharges = (dossierId: number, annee: number, sum: DemandeAppelDeCharges) =>
  api.post<{ id: number }>(`${path(dossierId, annee)}/appel`, sum);
