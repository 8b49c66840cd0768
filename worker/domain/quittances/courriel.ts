/** The kinds of mails about a receipt, in their order, with their French words for staff. */
export const COURRIELS = {
  avis: { nom: "Avis", article: "l’avis", entier: "l’avis d’échéance", feminin: false },
  quittance: { nom: "Quittance", article: "la quittance", entier: "la quittance", feminin: true },
  rejet: {
    nom: "Rejet",
    article: "l’annonce du rejet",
    entier: "l’annonce du rejet du paiement",
    feminin: false,
  },
  annulation: {
    nom: "Annulation",
    article: "l’annulation",
    entier: "l’avis d’annulation",
    feminin: true,
  },
} as const;

export type GenreCourriel = keyof typeof COURRIELS;

export const GENRES_COURRIEL = Object.keys(COURRIELS) as GenreCourriel[];

/** Builds an object with a value for each kind of mail. */
export function parGenre<T>(valeur: (genre: GenreCourriel) => T): Record<GenreCourriel, T> {
  return Object.fromEntries(GENRES_COURRIEL.map((genre) => [genre, valeur(genre)])) as Record<
    GenreCourriel,
    T
  >;
}

/**
 * The states of a mail. `annule`: the present state of the receipt no longer calls for this mail. `retenu`: a person
 * called the mail back, and only a person can send it.
 */
export type EtatCourriel =
  | "a_envoyer"
  | "en_cours"
  | "envoye"
  | "incertain"
  | "refuse"
  | "annule"
  | "retenu";

/** The states of a mail that may have reached the tenant. */
export const COURRIELS_PARTIS: readonly EtatCourriel[] = ["en_cours", "envoye", "incertain"];

/**
 * The state of each kind of mail about a receipt; null: no mail of this kind. On a receipt, `avis` and `quittance` are
 * therefore states of mails, not of documents.
 */
export type EtatsCourriels = Record<GenreCourriel, EtatCourriel | null>;

/**
 * The mail that the list shows for a receipt: the last kind that is not cancelled, else the first; null without a
 * mail.
 */
export function courrielCourant(
  etats: EtatsCourriels,
): { genre: GenreCourriel; etat: EtatCourriel } | null {
  const presents = GENRES_COURRIEL.flatMap((genre) => {
    const etat = etats[genre];
    return etat ? [{ genre, etat }] : [];
  });
  return presents.findLast(({ etat }) => etat !== "annule") ?? presents[0] ?? null;
}

/**
 * How long a mail may wait after its planned time, in milliseconds, before it counts as having lost its queue
 * message.
 */
const ATTENTE_AU_PLUS = 10 * 60_000;

/** A mail that has been waiting since before this instant has lost its queue message. */
export const perduAvant = (now: Date): string =>
  new Date(now.getTime() - ATTENTE_AU_PLUS).toISOString();

/**
 * Whether a mail lost its queue message (quittances/README §2.7): it has waited ten minutes past its planned time,
 * and nothing sends it.
 */
export function courrielPerdu(
  courriel: { etat: EtatCourriel; updatedAt: string; partLe: string | null },
  now: Date,
): boolean {
  const { etat, updatedAt, partLe } = courriel;
  return etat === "a_envoyer" && updatedAt < perduAvant(now) && (partLe ?? "") < perduAvant(now);
}

/** For how long the daily run sends a lost mail itself, in milliseconds; after that, a person decides. */
const REPRIS_AU_PLUS = 2 * 86_400_000;

/** The daily run itself sends the lost mails last changed since this instant; an older mail waits for a person. */
export const reprisDepuis = (now: Date): string =>
  new Date(now.getTime() - REPRIS_AU_PLUS).toISOString();

/**
 * A mail that lost its queue message, as staff see it: with the number of its receipt, or the subject of its document.
 */
export interface CourrielPerdu {
  id: number;
  genre: GenreCourriel | "document";
  destinataires: string[];
  /** The instant at which the mail should have been sent. */
  depuis: string;
  objet: string | null;
  /** The reason why the mail waits, when known: the agency has no name to sign it with. */
  erreur: string | null;
  numero: string | null;
  mois: string | null;
  locataire: string | null;
  DossierId: number | null;
}

/** The states in which a person may send a mail again: the mail was not sent, or nobody knows whether it was. */
export const COURRIELS_RENVOYABLES: readonly EtatCourriel[] = ["incertain", "refuse", "retenu"];

export interface CourrielAPartir {
  id: number;
  /** The instant until which the mail waits; null: the mail is sent at once. */
  partLe: string | null;
}

/** A waiting mail of a receipt, which may be called back. */
export interface CourrielEnAttente extends CourrielAPartir {
  genre: GenreCourriel;
}

export interface CourrielResume {
  id: number;
  genre: GenreCourriel;
  etat: EtatCourriel;
  /** The instant until which the mail waits; null: the mail is sent at once. */
  partLe: string | null;
  destinataires: string[];
  envoyeLe: string | null;
  erreur: string | null;
}
