import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import {
  CHAMPS_DES_COTES,
  type CoteEtatLieux,
  type EtatLieux,
  type EtatLieuxDetail,
  type EtatLieuxRow,
} from "#domain/biens/etat-lieux.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const etatsLieux = resource<EtatLieuxRow, EtatLieuxDetail, EtatLieux>("EtatLieux");

/** The resources to read again after an inventory was set, changed or deleted. */
export const TOUCHED_BY_ETATS_LIEUX = ["EtatLieux", "Dossier", "Appartement"];

/** The identifier of the inventory that a dossier holds on this side; null when there is none. */
export const etatLieuxId = (dossier: DossierDetail, cote: CoteEtatLieux) =>
  dossier[CHAMPS_DES_COTES[cote]];

/**
 * Sets an inventory on this side of a dossier. The server deletes the former inventory, or keeps it when it was signed
 * or has photos (biens/README §4.1).
 */
export async function setEtatLieux(dossierId: number, cote: CoteEtatLieux, values: EtatLieux) {
  const path = `/Dossier/${dossierId}/${CHAMPS_DES_COTES[cote]}/set`;
  return (await api.put<{ dossier: DossierDetail }>(path, values)).dossier;
}
