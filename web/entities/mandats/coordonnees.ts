import { queryOptions } from "@tanstack/react-query";
import type {
  CoordonneesDuPaye,
  NouveauCompte,
} from "#domain/gerance/mandats/coordonnees-bancaires.ts";
import { api } from "#web/lib/server/api.ts";

/** A payee of the agency: a tenant or a supplier. */
export interface Payee {
  entite: "Locataire" | "Fournisseur";
  id: number;
  nom: string;
}

export const payeePath = ({ entite, id }: Payee): string => `/${entite}/${id}/coordonnees`;

/**
 * The accounts of a tenant or a supplier: in force, past and asked for, the latest first; and the accounts from which
 * he paid.
 */
export const payeeAccounts = (payee: Payee) =>
  queryOptions({
    queryKey: [payee.entite, "coordonnees", payee.id] as const,
    queryFn: ({ signal }) => api.get<CoordonneesDuPaye>(payeePath(payee), { signal }),
  });

export const askAccount = (payee: Payee, body: NouveauCompte) =>
  api.post<CoordonneesDuPaye>(payeePath(payee), body);

/** @param path of the list of bank details: « /Mission/12/coordonnees » */
export const revealBankDetails = (path: string, id: number) =>
  api.post<{ iban: string }>(`${path}/${id}/reveler`);

export const decideBankDetails = (path: string, id: number, decision: "confirmer" | "refuser") =>
  api.post(`${path}/${id}/${decision}`);
