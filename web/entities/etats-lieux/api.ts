import type { DossierDetail } from "#domain/dossier.ts";
import type {
  CoteEtatLieux,
  EtatLieux,
  EtatLieuxDetail,
  EtatLieuxRow,
} from "#domain/etat-lieux.ts";
import { api } from "#web/lib/api.ts";
import { resource } from "#web/lib/resource.ts";

export const etatsLieux = resource<EtatLieuxRow, EtatLieuxDetail, EtatLieux>("EtatLieux");

/** What must be read again once an inventory was set, changed or deleted. */
export const TOUCHED_BY_ETATS_LIEUX = ["EtatLieux", "Dossier", "Appartement"];

/** The field of a file in which an inventory of this side stands. */
export const SIDES = { entree: "etatIn", sortie: "etatOut" } as const;

/** The inventory that a file holds on this side. */
export const inventoryId = (dossier: DossierDetail, cote: CoteEtatLieux) => dossier[SIDES[cote]];

/** Puts an inventory on this side of a file; the former one is deleted. */
export async function setInventory(dossierId: number, cote: CoteEtatLieux, values: EtatLieux) {
  const path = `/Dossier/${dossierId}/${SIDES[cote]}/set`;
  return (await api.put<{ dossier: DossierDetail }>(path, values)).dossier;
}
