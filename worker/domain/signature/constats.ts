import type { TypeDocument } from "../fichiers/document.ts";
import { peut, peutSignerPourLAgence, type Role } from "../profils/droits.ts";

const CONSTATS: readonly TypeDocument[] = ["etatIn", "etatOut", "inventaireMobilier"];

/** Whether a paper is filled in on site: it records facts, and commits the agency to nothing. */
export const estConstat = (type: TypeDocument): boolean => CONSTATS.includes(type);

/**
 * Whether a user account may sign a paper for the agency: an inventory, when the account may draw one up; another
 * paper, when the account is entitled to sign.
 */
export const peutSignerCePapier = (
  profil: { role: Role; habiliteSigner?: boolean | undefined },
  type: TypeDocument,
): boolean => (estConstat(type) ? peut(profil.role, "modifier") : peutSignerPourLAgence(profil));
