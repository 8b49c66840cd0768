/**
 * The kinds of mail that a receipt may have, in order, with their words for the staff. Their texts, recipients and
 * times are in `worker/mail/courriels.ts`.
 */
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

/** The value of each kind. */
export function parGenre<T>(valeur: (genre: GenreCourriel) => T): Record<GenreCourriel, T> {
  return Object.fromEntries(GENRES_COURRIEL.map((genre) => [genre, valeur(genre)])) as Record<
    GenreCourriel,
    T
  >;
}

/**
 * `a_envoyer` until the mail leaves. `annule` while the state of the receipt does not want it; the mail waits again
 * once the state does. `retenu` once a person called it back: it leaves only when a person sends it again.
 */
export type EtatCourriel =
  | "a_envoyer"
  | "en_cours"
  | "envoye"
  | "incertain"
  | "refuse"
  | "annule"
  | "retenu";

/** States of a mail that may have reached the tenant. */
export const COURRIELS_PARTIS: readonly EtatCourriel[] = ["en_cours", "envoye", "incertain"];

/**
 * The state of each kind of mail of a receipt; null when there is no such mail. On the wire the fields bear the names
 * of the kinds: `avis` and `quittance` are states of mails.
 */
export type EtatsCourriels = Record<GenreCourriel, EtatCourriel | null>;

/**
 * The mail that counts: the one of the last kind that is not cancelled; if all are, the last one; null when there is
 * none.
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

/** Milliseconds: a mail that waits longer than this beyond its time has lost its queue message. */
const ATTENTE_AU_PLUS = 10 * 60_000;

/** A mail that has waited since before this instant has lost its queue message. */
export const perduAvant = (now: Date): string =>
  new Date(now.getTime() - ATTENTE_AU_PLUS).toISOString();

/** Whether the queue message of a mail was lost (quittances/README §2.7): its time is past, and nothing sends it. */
export function courrielPerdu(
  courriel: { etat: EtatCourriel; updatedAt: string; partLe: string | null },
  now: Date,
): boolean {
  const { etat, updatedAt, partLe } = courriel;
  return etat === "a_envoyer" && updatedAt < perduAvant(now) && (partLe ?? "") < perduAvant(now);
}

/** Milliseconds: the daily run sends lost mails itself within this time; after it, a person decides. */
const REPRIS_AU_PLUS = 2 * 86_400_000;

/** A lost mail that has waited since before this instant is left to a person. */
export const reprisDepuis = (now: Date): string =>
  new Date(now.getTime() - REPRIS_AU_PLUS).toISOString();

/**
 * A mail whose queue message was lost, as staff select it: it shows the number of its receipt, or the subject of its
 * document.
 */
export interface CourrielPerdu {
  id: number;
  genre: GenreCourriel | "document";
  destinataires: string[];
  /** The instant at which it should have left. */
  depuis: string;
  objet: string | null;
  /** Why the mail waits, where that is known: the agency has no name to sign it with. */
  erreur: string | null;
  numero: string | null;
  mois: string | null;
  locataire: string | null;
  DossierId: number | null;
}

/** The states in which a person may send a mail again: it surely did not leave, or its fate is unknown. */
export const COURRIELS_RENVOYABLES: readonly EtatCourriel[] = ["incertain", "refuse", "retenu"];

/** A mail that waits to leave. */
export interface CourrielAPartir {
  id: number;
  /** Until then it stays; null: it leaves at once. */
  partLe: string | null;
}

/** A mail of a receipt that still waits and may be called back. */
export interface CourrielEnAttente extends CourrielAPartir {
  genre: GenreCourriel;
}

export interface CourrielResume {
  id: number;
  genre: GenreCourriel;
  etat: EtatCourriel;
  /** Until then it stays; null: it leaves at once. */
  partLe: string | null;
  destinataires: string[];
  envoyeLe: string | null;
  erreur: string | null;
}
