/**
 * The places of signature; away from the agency, a consumer may withdraw (Code de la consommation, art. L. 221-18).
 */
export const LIEUX = {
  agence: "à l'agence",
  logement: "dans le logement",
  distance: "à distance",
} as const;
export type LieuDeSignature = keyof typeof LIEUX;

/** The ways in which a signer was recognized, with their French words. */
export const IDENTITES = {
  code: "code reçu à cette adresse",
  carte: "carte d'identité, vue par l'agence",
  passeport: "passeport, vu par l'agence",
  titreSejour: "titre de séjour, vu par l'agence",
  connue: "personne connue de l'agence",
  session: "compte de l'agence",
} as const;
export type Identite = keyof typeof IDENTITES;

/** The ways in which the agency recognizes a person who signs in front of it. */
export const IDENTITES_VUES = ["carte", "passeport", "titreSejour", "connue"] as const;

/** A file as its signers read it, before its proof page and its seal. */
export interface PapierLu {
  /** The title of the paper: « Contrat de location D000123 ». */
  titre: string;
  pages: number;
  octets: number;
  /** The SHA-256 of the file, in hexadecimal. */
  empreinte: string;
}

/** A person who signed, with the evidence of the signature; instants in ISO 8601. */
export interface SignataireProuve {
  /** The capacity in French: « Locataire », « Pour l'agence ». */
  role: string;
  nom: string;
  /** The position of a representative, « représentant légal de … »; null for a person who signs for himself. */
  qualite: string | null;
  mail: string | null;
  ip: string | null;
  identite: Identite;
  luLe: string | null;
  signeLe: string;
  /** The instant of signature by the clock of an offline device; null for an online signature. */
  signeLeAppareil: string | null;
  /**
   * The instant of the mail that confirmed to the signer a signature given in front of the agency; null without a
   * mail.
   */
  avertiLe: string | null;
  /** The sentence that the signer agreed to. */
  consentement: string;
  /** The mention that a guarantor or a debtor typed (Code civil, art. 2297 and 1376); null for another signer. */
  mention: string | null;
  /** True: the guarantor keeps the right to have the tenant sued first; null for another signer. */
  gardeDiscussion: boolean | null;
  /** The words of the other boxes that the signer ticked. */
  cases: readonly string[];
}

/** An event between the opening of a paper for signature and its seal; instants in ISO 8601. */
export interface EvenementProuve {
  le: string;
  /** The event in French: « Lien de signature envoyé ». */
  etat: string;
  /**
   * The signer whose act the event is, the agency's signer included; null for any other act of the agency or the
   * product.
   */
  qui: string | null;
  /** The id of the line of history. */
  ligne: number;
}

export interface Preuve {
  papier: PapierLu;
  lieu: LieuDeSignature;
  signataires: readonly SignataireProuve[];
  evenements: readonly EvenementProuve[];
  /** The last line of the history, and its fingerprint, which depends on every line before. */
  historique: { ligne: number; empreinte: string };
  /** The SHA-256 of the certificate of the seal, in hexadecimal. */
  certificat: string;
  /** The instant of the seal, in ISO 8601. */
  scelleLe: string;
}

/** A shortened e-mail address, « j…@exemple.fr », which only its holder can recognize. */
export function courrielTronque(mail: string): string {
  const at = mail.lastIndexOf("@");
  return at < 1 ? "…" : `${mail.slice(0, 1)}…${mail.slice(at)}`;
}

/** The network part of an IP address, /24 or /48: « 203.0.113.… », « 2001:db8:85a3:… »; « … » for another text. */
export function ipTronquee(ip: string): string {
  const quatre = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(ip);
  if (quatre) return `${quatre[1]}.…`;
  if (!/^[\da-f:]+$/i.test(ip) || !ip.includes(":")) return "…";
  const [debut = "", suite] = ip.split("::");
  const mots = [debut, suite ?? ""].map((partie) => partie.split(":").filter(Boolean));
  const zeros = suite === undefined ? [] : Array(8 - mots.flat().length).fill("0");
  return `${[...(mots[0] ?? []), ...zeros, ...(mots[1] ?? [])].slice(0, 3).join(":")}:…`;
}

/** A fingerprint in groups of eight digits, easy to compare by eye. */
export const empreinteEnGroupes = (empreinte: string): string =>
  empreinte.replace(/(.{8})(?=.)/g, "$1 ");

const SIGNES_DU_CONSENTEMENT = 16;

/** The sentence that a signer agrees to; it names the file by the first digits of its fingerprint. */
export const consentementA = ({ titre, pages, empreinte }: PapierLu): string =>
  `J'ai lu le document «\u00A0${titre}\u00A0» (${pages}\u00A0${pages > 1 ? "pages" : "page"}, empreinte ${empreinte.slice(0, SIGNES_DU_CONSENTEMENT)}…) et je le signe électroniquement.`;

/**
 * The sentence that a guarantor agrees to; it also names the guaranteed lease by the first digits of its fingerprint.
 */
export const consentementAvecBail = (papier: PapierLu, bail: string): string =>
  `${consentementA(papier)} J'ai reçu le bail garanti (empreinte ${bail.slice(0, SIGNES_DU_CONSENTEMENT)}…).`;

/** An instant in words, in UTC: « 25/11/2026 à 13:31:07 UTC ». */
export const instantDePreuve = (iso: string): string =>
  `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} à ${iso.slice(11, 19)}\u00A0UTC`;
