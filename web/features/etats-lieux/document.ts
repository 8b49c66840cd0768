import { CHAMPS_DES_COTES, type CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { generate } from "#web/documents/api.ts";

/** The document of this side; a form to fill in by hand while there is no inventory. */
export const etatLieuxDocument = (dossierId: number, cote: CoteEtatLieux) =>
  generate(CHAMPS_DES_COTES[cote], { id: dossierId });
