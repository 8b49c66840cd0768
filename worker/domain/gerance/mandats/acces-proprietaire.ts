// An owner reads his account through a private link. Each visit needs a code sent by e-mail, and lasts a limited time
// (mandats/README §12.20).

/** A code is valid during this many minutes; a visit lasts `MINUTES_DE_VISITE` minutes. */
export const MINUTES_DU_CODE = 10;
export const MINUTES_DE_VISITE = 30;

/** The most tries of one code; `CODES_PAR_HEURE`: the most codes mailed for one link in an hour. */
export const ESSAIS_PAR_CODE = 5;
export const CODES_PAR_HEURE = 5;

/** After this many wrong codes in a row, a link is withdrawn: its user probably does not receive the owner's mails. */
export const CODES_MANQUES_AU_PLUS = 25;

export type EtatAcces = "ouvert" | "expire" | "retire";

/** The French message to the holder of a link that no longer opens. */
export const REFUS_ACCES: Readonly<Record<Exclude<EtatAcces, "ouvert">, string>> = {
  expire: "Ce lien a expiré. Demandez-en un autre à votre agence.",
  retire: "Ce lien n’ouvre plus. Demandez-en un autre à votre agence.",
};

/**
 * The state of a link: it opens now, it has expired, or it was withdrawn.
 *
 * @param adresse the owner's e-mail address today: a link sent to another address is withdrawn
 */
export function etatAcces(
  acces: { mail: string; expireLe: string; revoqueLe: string | null },
  adresse: string | null,
  now: Date,
): EtatAcces {
  if (acces.revoqueLe !== null || !memeAdresse(acces.mail, adresse)) return "retire";
  return acces.expireLe <= now.toISOString() ? "expire" : "ouvert";
}

const memeAdresse = (adresse: string, autre: string | null) =>
  adresse.toLowerCase() === autre?.trim().toLowerCase();

/** A masked e-mail address, « j•••@exemple.fr », which only the owner of the address can recognize. */
export function mailMasque(mail: string): string {
  const at = mail.lastIndexOf("@");
  return `${mail.slice(0, 1)}•••${mail.slice(at)}`;
}

/** A row of `GET /Client/{id}/acces`: a link sent to an owner; the latest come first. */
export interface AccesRow {
  id: number;
  mail: string;
  etat: EtatAcces;
  expireLe: string;
  revoqueLe: string | null;
  /** The instant of the last visit; null: the link was never used. */
  vuLe: string | null;
  /** The e-mail of the user who sent the link. */
  user: string | null;
  createdAt: string;
}

/** The content of the page of a link before the visitor types a code. */
export interface LienProprietaire {
  agenceNom: string;
  agenceEmail: string;
  agenceTel: string;
  /** The logo as a `data:` address; null: the agency has none. */
  logo: string | null;
  etat: EtatAcces;
  /** The masked address that receives the codes. */
  mail: string;
  /** The instant at which the last code sent expires; null when no code can be used. */
  codeJusqua: string | null;
}

/** The answer once a code was mailed to the owner. */
export interface CodeEnvoye {
  mail: string;
  codeJusqua: string;
}

/** The answer that opens a visit: its token, which only the page stores, and the instant at which the visit ends. */
export interface VisiteProprietaire {
  jeton: string;
  jusqua: string;
}
