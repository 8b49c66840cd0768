import type { TypeDocument } from "../fichiers/document.ts";
import { peut, peutSignerPourLAgence, type Role } from "../profils/droits.ts";

const CONSTATS: readonly TypeDocument[] = ["etatIn", "etatOut", "inventaireMobilier"];

/** A paper that is drawn up and filled in on site: it tells facts, and commits the agency to nothing. */
export const estConstat = (type: TypeDocument): boolean => CONSTATS.includes(type);

/** Who signs this paper for the agency: an inventory, whoever may draw it up; any other, who was entitled. */
export const peutSignerCePapier = (
  profil: { role: Role; habiliteSigner?: boolean | undefined },
  type: TypeDocument,
): boolean => (estConstat(type) ? peut(profil.role, "modifier") : peutSignerPourLAgence(profil));
