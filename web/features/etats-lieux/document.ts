import { CHAMPS_DES_COTES, type CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { generate } from "#web/documents/api.ts";

/** The paper of an inventory; while none is written, a form to fill in by hand. */
export const etatLieuxDocument = (dossierId: number, cote: CoteEtatLieux) =>
  generate(CHAMPS_DES_COTES[cote], { id: dossierId });
