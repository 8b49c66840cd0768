import type { Role } from "./demande.ts";
import type { LieuDeSignature } from "./preuve.ts";

// The mailboxes of signers: who reads a mailbox signs by it (signature/README §18.7).

/** The mailbox of an address: « lea+bail@… » comes to « lea@… ». */
const boiteDe = (mail: string): string =>
  mail
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, "");

/** Whether two addresses are of one mailbox. */
export const memeBoite = (une: string | null, autre: string | null): boolean =>
  une !== null && autre !== null && boiteDe(une) === boiteDe(autre);

/** Mailboxes that are not a signer's own: those of the tenants, for who stands surety for them; those of the agency. */
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
 * Why these mailboxes cannot be: who receives his code where the agency does, or of a guarantor the tenant, did not sign by
 * himself (Code civil, art. 1367 and 1174).
 * @param lieu elsewhere than at a distance the mailbox of a guarantor alone receives a code
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
  const prise = autres.find(({ mail }) => estDeLAgence(mail, boites))?.mail;
  return lieu === "distance" && prise
    ? `L’adresse ${prise} est celle de l’agence ou d’un de ses comptes, ${SON_CODE}\u00A0: donnez au signataire la sienne, ou faites-le signer sur place.`
    : null;
}

/** The others of these signers who have the mailbox of this one. */
export const quiPartagent = <Lui extends { mail: string | null }>(
  signataire: Lui,
  signataires: readonly Lui[],
): Lui[] =>
  signataires.filter((autre) => autre !== signataire && memeBoite(autre.mail, signataire.mail));

/** Signers who share a mailbox: told to staff, and each has a code of his own. */
export const boitesPartagees = (signataires: readonly { mail: string | null }[]): string[] =>
  signataires.some((signataire) => quiPartagent(signataire, signataires).length > 0)
    ? ["Deux signataires ont la même adresse e-mail\u00A0: la page de preuve le dira."]
    : [];
