import { queryOptions } from "@tanstack/react-query";
import type {
  CompteBancaire,
  CompteBancaireDetail,
  CompteBancaireRow,
} from "#domain/gerance/banque/compte-bancaire.ts";
import type {
  LigneReleveRow,
  ReleveDetail,
  ReleveRow,
} from "#domain/gerance/banque/releve-fiche.ts";
import type { EtatDeRapprochement } from "#domain/gerance/livres/etat-rapprochement.ts";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const comptesBancaires = resource<CompteBancaireRow, CompteBancaireDetail, CompteBancaire>(
  "CompteBancaire",
);
export const releves = resource<ReleveRow, ReleveDetail, never>("Releve");
export const lignesReleve = resource<LigneReleveRow, LigneReleveRow, never>("LigneReleve");

/** The address of a statement's file; the journal of security notes each reading. */
export const revealStatement = (id: number) => api.post<{ url: string }>(`/Releve/${id}/reveler`);

/**
 * The resources to read again after a statement was imported or deleted: the import also matches the lines whose
 * match is certain.
 */
export const TOUCHED_BY_IMPORT = [
  releves.name,
  lignesReleve.name,
  comptesBancaires.name,
  ...TOUCHED_BY_ACCOUNTS,
];

/** The whole IBAN of an account; the journal of security notes each reading. */
export const revealIban = (id: number) =>
  api.post<{ id: number; iban: string }>(`/CompteBancaire/${id}/reveler`);

/**
 * The amounts that explain the difference between the balance of the bank and that of the books; null while no
 * statement gives a balance.
 */
export const stateOf = (id: number) =>
  queryOptions({
    queryKey: [comptesBancaires.name, "rapprochement", id] as const,
    queryFn: ({ signal }) =>
      api.get<EtatDeRapprochement | null>(`/CompteBancaire/${id}/rapprochement`, { signal }),
  });

/** The page where the user matches the waiting lines of the bank. */
export const MATCHING = "/banque";

export const statementHref = (id: number): string => `/banque/releves/${id}`;
