import type { CoteEtatLieux } from "#domain/etat-lieux.ts";
import { generateOf } from "#web/documents/api.ts";
import { SIDES } from "#web/entities/etats-lieux/api.ts";

/** The document of this side; a form to fill by hand while there is no inventory. */
export const inventoryDocument = (dossierId: number, cote: CoteEtatLieux) =>
  generateOf[SIDES[cote]](dossierId);
