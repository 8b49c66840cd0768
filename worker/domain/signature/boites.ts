import type { Role } from "./demande.ts";
import type { LieuDeSignature } from "./preuve.ts";

// A signer proves who he is by reading his mailbox (signature/README §18.7).

/** The mailbox of an address: « lea+bail@… » and « lea@… » are one mailbox. */
const boiteDe = (mail: string): string =>
  mail
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, "");

/** Whether two addresses lead to one mailbox. */
export const memeBoite = (adresse: string | null, autre: string | null): boolean =>
  adresse !== null && autre !== null && boiteDe(adresse) === boiteDe(autre);

/** The mailboxes that a signer may not use: the agency's, and the tenants' for a guarantor. */
export interface BoitesDesAutres {
  locataires: readonly (string | null)[];
  /** The addresses of the agency and of its user accounts. */
  agence: readonly string[];
}

interface Destinataire {
  role: Role;
  mail: string | null;
}

/** Whether an address leads to a mailbox of the agency. */
export const estDeLAgence = (mail: string | null, { agence }: BoitesDesAutres): boolean =>
  agence.some((boite) => memeBoite(mail, boite));

const SON_CODE = "qui recevrait son code et signerait à sa place";

/**
 * The French reason to refuse the mailboxes of signers: a code read by the agency, or by the tenant for a guarantor,
 * would let somebody else sign (Code civil, art. 1367 and 1174). Null when they are accepted.
 *
 * @param lieu « distance »: every signer receives a code; at another place, only a guarantor does
 */
export function refusDesBoites(
  signataires: readonly Destinataire[],
  boites: BoitesDesAutres,
  lieu: LieuDeSignature,
): string | null {
  const cautions = signataires.filter(({ role }) => role === "caution");
  if (cautions.some(({ mail }) => boites.locataires.some((boite) => memeBoite(mail, boite))))
    return "La caution a l’adresse e-mail d’un locataire\u00A0: donnez-lui la sienne.";
  if (cautions.some(({ mail }) => estDeLAgence(mail, boites)))
    return `La caution a l’adresse e-mail de l’agence ou d’un de ses comptes, ${SON_CODE}\u00A0: donnez-lui la sienne.`;
  const autres = signataires.filter(({ role }) => role !== "agence" && role !== "caution");
  const mailDeLAgence = autres.find(({ mail }) => estDeLAgence(mail, boites))?.mail;
  return lieu === "distance" && mailDeLAgence
    ? `L’adresse ${mailDeLAgence} est celle de l’agence ou d’un de ses comptes, ${SON_CODE}\u00A0: donnez au signataire la sienne, ou faites-le signer sur place.`
    : null;
}

/** The other signers who use the mailbox of this signer. */
export const quiPartagent = <Lui extends { mail: string | null }>(
  signataire: Lui,
  signataires: readonly Lui[],
): Lui[] =>
  signataires.filter((autre) => autre !== signataire && memeBoite(autre.mail, signataire.mail));

/** The warning to staff about signers who share a mailbox; empty when none do. */
export const boitesPartagees = (signataires: readonly { mail: string | null }[]): string[] =>
  signataires.some((signataire) => quiPartagent(signataire, signataires).length > 0)
    ? ["Deux signataires ont la même adresse e-mail\u00A0: la page de preuve le dira."]
    : [];
