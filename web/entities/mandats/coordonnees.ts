import { queryOptions } from "@tanstack/react-query";
import type {
  CoordonneesDuPaye,
  NouveauCompte,
} from "#domain/gerance/banque/coordonnees-bancaires.ts";
import { api } from "#web/lib/server/api.ts";

/** A tenant or a supplier whom the agency pays. */
export interface Payee {
  entite: "Locataire" | "Fournisseur";
  id: number;
  nom: string;
}

export const payeePath = ({ entite, id }: Payee): string => `/${entite}/${id}/coordonnees`;

/**
 * The accounts to which the agency pays a tenant or a supplier, the latest first, past and requested ones included;
 * and the accounts from which the tenant has paid.
 */
export const payeeAccounts = (payee: Payee) =>
  queryOptions({
    queryKey: [payee.entite, "coordonnees", payee.id] as const,
    queryFn: ({ signal }) => api.get<CoordonneesDuPaye>(payeePath(payee), { signal }),
  });

export const askAccount = (payee: Payee, body: NouveauCompte) =>
  api.post<CoordonneesDuPaye>(payeePath(payee), body);

/** @param path the API's path of the list of bank details, « /Mission/12/coordonnees » */
export const revealBankDetails = (path: string, id: number) =>
  api.post<{ iban: string }>(`${path}/${id}/reveler`);

export const decideBankDetails = (path: string, id: number, decision: "confirmer" | "refuser") =>
  api.post(`${path}/${id}/${decision}`);
