import { Invalid } from "../erreurs.ts";
import type { Agence } from "./agence.ts";

/** The refusal of a mail while the agency has no name: nobody would sign the document. */
export const SANS_NOM =
  "L’agence n’a pas de nom : aucun document ne part par courriel avant que les paramètres le disent.";

/** The agency has a name to sign its mails with. */
export const estNommee = ({ agenceNom }: Pick<Agence, "agenceNom">): boolean =>
  agenceNom.trim() !== "";

/**
 * Refuses to send a document that nobody would sign: the missing setting is in `details.reglages`.
 * @throws Invalid
 */
export function exigerNomAgence(agence: Agence): void {
  if (!estNommee(agence)) throw new Invalid({}, SANS_NOM, { reglages: ["agenceNom"] });
}
