import { Invalid } from "../erreurs.ts";
import type { Agence } from "./agence.ts";

/** The refusal to send a mail while the agency has no name to sign it with. */
export const SANS_NOM =
  "L’agence n’a pas de nom : aucun document ne part par courriel avant que les paramètres le disent.";

/** Whether the agency has a name. */
export const estNommee = ({ agenceNom }: Pick<Agence, "agenceNom">): boolean =>
  agenceNom.trim() !== "";

/**
 * Refuses to send a document while the agency has no name.
 *
 * @throws Invalid, with the missing setting in `details.reglages`
 */
export function exigerNomAgence(agence: Agence): void {
  if (!estNommee(agence)) throw new Invalid({}, SANS_NOM, { reglages: ["agenceNom"] });
}
