// The private way by which an owner reads his account (domain/README §12.20): the secret of a link, a code mailed at each
// visit, a visit that ends by itself.

/** Minutes that a code is good for, and a visit lasts. */
export const MINUTES_DU_CODE = 10;
export const MINUTES_DE_VISITE = 30;

/** Tries that one code allows, codes that one link may ask for within an hour. */
export const ESSAIS_PAR_CODE = 5;
export const CODES_PAR_HEURE = 5;

/** Codes missed without one that was right: the link is withdrawn, whoever has it cannot read the mails. */
export const CODES_MANQUES_AU_PLUS = 25;

export type EtatAcces = "ouvert" | "expire" | "retire";

/** What keeps a link from opening, for whom has its secret. */
export const REFUS_ACCES: Readonly<Record<Exclude<EtatAcces, "ouvert">, string>> = {
  expire: "Ce lien a expiré. Demandez-en un autre à votre agence.",
  retire: "Ce lien n’ouvre plus. Demandez-en un autre à votre agence.",
};

/**
 * Whether a link opens now; nothing else says it.
 * @param adresse where the owner is written to now: a link opens no more once that is another mailbox.
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

/** « j•••@exemple.fr »: enough for its holder, nothing for another. */
export function mailMasque(mail: string): string {
  const at = mail.lastIndexOf("@");
  return `${mail.slice(0, 1)}•••${mail.slice(at)}`;
}

/** A link that was sent to an owner, as `GET /Client/{id}/acces` lists it: the last one first. */
export interface AccesRow {
  id: number;
  mail: string;
  etat: EtatAcces;
  expireLe: string;
  revoqueLe: string | null;
  /** The instant of the last visit. */
  vuLe: string | null;
  /** The e-mail of who sent it. */
  user: string | null;
  createdAt: string;
}

/** What the page of a link shows before a code is given. */
export interface LienProprietaire {
  agenceNom: string;
  agenceEmail: string;
  agenceTel: string;
  /** `data:` address of the logo; null: none was given. */
  logo: string | null;
  etat: EtatAcces;
  /** Where codes are sent, masked. */
  mail: string;
  /** A code that was sent is good until this instant. */
  codeJusqua: string | null;
}

/** A code left for the mailbox of the link. */
export interface CodeEnvoye {
  mail: string;
  codeJusqua: string;
}

/** A visit that begins: its token, which nothing keeps but the page itself. */
export interface VisiteProprietaire {
  jeton: string;
  jusqua: string;
}
