// The private access by which an owner reads his account (mandats/README §12.20): the secret of a link, a code mailed
// at each visit, a visit that ends by itself.

/** The minutes that a code lasts, and those that a visit lasts. */
export const MINUTES_DU_CODE = 10;
export const MINUTES_DE_VISITE = 30;

/** The tries that one code allows, and the codes that one link may ask for within an hour. */
export const ESSAIS_PAR_CODE = 5;
export const CODES_PAR_HEURE = 5;

/** After this many wrong codes in a row, the link is withdrawn: whoever has it cannot read the mails. */
export const CODES_MANQUES_AU_PLUS = 25;

export type EtatAcces = "ouvert" | "expire" | "retire";

/** The message to the holder of a link that no longer opens. */
export const REFUS_ACCES: Readonly<Record<Exclude<EtatAcces, "ouvert">, string>> = {
  expire: "Ce lien a expiré. Demandez-en un autre à votre agence.",
  retire: "Ce lien n’ouvre plus. Demandez-en un autre à votre agence.",
};

/**
 * Whether a link opens now, the only place that decides it.
 *
 * @param adresse the owner's present address: a link stops opening once it is another mailbox.
 */
export function etatAcces(
  acces: { mail: string; expireLe: string; revoqueLe: string | null },
  adresse: string | null,
  now: Date,
): EtatAcces {
  if (acces.revoqueLe !== null || !memeAdresse(acces.mail, adresse)) return "retire";
  return acces.expireLe <= now.toISOString() ? "expire" : "ouvert";
}

const memeAdresse = (une: string, autre: string | null) =>
  une.toLowerCase() === autre?.trim().toLowerCase();

/** « j•••@exemple.fr »: its holder knows it, and nobody else learns it. */
export function mailMasque(mail: string): string {
  const at = mail.lastIndexOf("@");
  return `${mail.slice(0, 1)}•••${mail.slice(at)}`;
}

/** A link sent to an owner, as `GET /Client/{id}/acces` lists it, the latest first. */
export interface AccesRow {
  id: number;
  mail: string;
  etat: EtatAcces;
  expireLe: string;
  revoqueLe: string | null;
  /** The instant of the last visit. */
  vuLe: string | null;
  /** The e-mail of the user who sent it. */
  user: string | null;
  createdAt: string;
}

/** The content of the page of a link before a code is given. */
export interface LienProprietaire {
  agenceNom: string;
  agenceEmail: string;
  agenceTel: string;
  /** `data:` address of the logo; null: none was given. */
  logo: string | null;
  etat: EtatAcces;
  /** The address to which codes are sent, masked. */
  mail: string;
  /** The instant until which the code that was sent holds. */
  codeJusqua: string | null;
}

/** A code was sent to the mailbox of the link. */
export interface CodeEnvoye {
  mail: string;
  codeJusqua: string;
}

/** A visit that begins, with its token, which only the page keeps. */
export interface VisiteProprietaire {
  jeton: string;
  jusqua: string;
}
