import type {
  CompteBancaire,
  CompteBancaireDetail,
  CompteBancaireRow,
} from "#domain/gerance/compte-bancaire.ts";
import type { LigneReleveRow, ReleveDetail, ReleveRow } from "#domain/gerance/releve-fiche.ts";
import { api } from "#web/lib/api.ts";
import { resource } from "#web/lib/resource.ts";

export const comptesBancaires = resource<CompteBancaireRow, CompteBancaireDetail, CompteBancaire>(
  "CompteBancaire",
);
export const releves = resource<ReleveRow, ReleveDetail, never>("Releve");
export const lignesReleve = resource<LigneReleveRow, LigneReleveRow, never>("LigneReleve");

/** What must be read again once a statement was imported. */
export const TOUCHED_BY_IMPORT = [releves.name, lignesReleve.name, comptesBancaires.name];

/** The whole IBAN of an account: each asking is kept in the journal of security. */
export const revealIban = (id: number) =>
  api.post<{ id: number; iban: string }>(`/CompteBancaire/${id}/reveler`);

/** Where the lines of a statement are shown. */
export const statementHref = (id: number): string => `/banque/releves/${id}`;
