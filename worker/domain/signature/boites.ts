import type { Role } from "./demande.ts";
import type { LieuDeSignature } from "./preuve.ts";

// The mailboxes of signers: a signer proves himself by reading his mailbox (signature/README §18.7).

/** The mailbox of an address: mail to « lea+bail@… » arrives at « lea@… ». */
const boiteDe = (mail: string): string =>
  mail
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, "");

/** Whether two addresses are of one mailbox. */
export const memeBoite = (adresse: string | null, autre: string | null): boolean =>
  adresse !== null && autre !== null && boiteDe(adresse) === boiteDe(autre);

/** The mailboxes that a signer may not use: those of the tenants, when he guarantees them, and those of the agency. */
export interface BoitesDesAutres {
  locataires: readonly (string | null)[];
  /** Of its accounts, and its own. */
  agence: readonly string[];
}

interface Destinataire {
  role: Role;
  mail: string | null;
}

/** Whether the agency reads this mailbox. */
export const estDeLAgence = (mail: string | null, { agence }: BoitesDesAutres): boolean =>
  agence.some((boite) => memeBoite(mail, boite));

const SON_CODE = "qui recevrait son code et signerait à sa place";

/**
 * Why these mailboxes are refused: a signer whose code arrives at the agency, or a guarantor whose code arrives at a
 * tenant, would not sign by himself (Code civil, art. 1367 and 1174).
 * @param lieu anywhere but at a distance, only the mailbox of a guarantor receives a code
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

/** The other signers with the same mailbox as this one. */
export const quiPartagent = <Lui extends { mail: string | null }>(
  signataire: Lui,
  signataires: readonly Lui[],
): Lui[] =>
  signataires.filter((autre) => autre !== signataire && memeBoite(autre.mail, signataire.mail));

/** The signers who share a mailbox: staff are told, and each signer gets a code of his own. */
export const boitesPartagees = (signataires: readonly { mail: string | null }[]): string[] =>
  signataires.some((signataire) => quiPartagent(signataire, signataires).length > 0)
    ? ["Deux signataires ont la même adresse e-mail\u00A0: la page de preuve le dira."]
    : [];
