import { queryOptions } from "@tanstack/react-query";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import type { EnvoiDemande } from "#domain/gerance/charges/envoi-fiche.ts";
import { api } from "#web/lib/server/api.ts";
import { COMPTE } from "./comptes.ts";

const path = (dossierId: number, annee: number) => `/Dossier/${dossierId}/charges/${annee}`;

/**
 * A year of charges. `ailleurs` is the sum of provisions called outside this product, in euros; null when nobody
 * typed it.
 */
export interface YearOfCharges {
  annee: number;
  ailleurs: number | null;
}

const query = ({ ailleurs }: YearOfCharges) => (ailleurs === null ? {} : { ailleurs });

export const chargesOf = (dossierId: number, year: YearOfCharges) =>
  queryOptions({
    queryKey: [COMPTE, dossierId, "charges", year] as const,
    queryFn: ({ signal }) =>
      api.get<DecompteDeCharges>(path(dossierId, year.annee), { query: query(year), signal }),
  });

export const chargesPaper = (dossierId: number, year: YearOfCharges) =>
  api.get<DocumentGenere>(`${path(dossierId, year.annee)}/generate`, { query: query(year) });

/** Sends the statement of charges that the screen shows; a sent statement never changes. */
export const sendCharges = (
  dossierId: number,
  annee: number,
  statement: Omit<EnvoiDemande, "DossierId" | "annee"> & { exigibleLe: string },
) =>
  api.post<{ id: number; canal: "courriel" | "lettre"; warnings: string[] }>(
    `${path(dossierId, annee)}/envoyer`,
    statement,
  );

/**
 * Cancels a sent statement, which stays in the list, marked as cancelled. `aImprimer` is the letter to print for a
 * tenant without e-mail.
 */
export const cancelCharges = (id: number, motif: string) =>
  api.post<{ lettre: boolean; aImprimer: string | null; warnings: string[] }>(
    `/Decompte/${id}/annuler`,
    { motif },
  );

/** Spreads the unpaid balance of a sent statement over `mois` months. */
export const spreadCharges = (dossierId: number, annee: number, mois: number) =>
  api.post<DecompteDeCharges>(`${path(dossierId, annee)}/douziemes`, { mois });
