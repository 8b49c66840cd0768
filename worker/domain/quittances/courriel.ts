/**
 * The kinds of mail a receipt may have, one entry a kind, in the order they come: their words for the staff. The
 * text, the recipients and the moment of each stand in `worker/mail/courriels.ts`.
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
 * `a_envoyer` until it leaves; `annule` while the state of its receipt does not want it, and then waits again once it
 * does; `retenu` once a person called it back: it leaves only when a person sends it again.
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
 * The mail of each kind that a receipt has, by its state; null when there is none. On the wire a row carries them
 * under the names of the kinds: its `avis` and its `quittance` are the states of mails.
 */
export type EtatsCourriels = Record<GenreCourriel, EtatCourriel | null>;

/**
 * The mail that counts: the last kind that there is, except cancelled mails, which give way to those before; null
 * when there is none.
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

/** How long a mail may wait beyond its time before its queue message is held for lost, in milliseconds. */
const ATTENTE_AU_PLUS = 10 * 60_000;

/** A mail that has waited since before this instant was lost on its way to the queue. */
export const perduAvant = (now: Date): string =>
  new Date(now.getTime() - ATTENTE_AU_PLUS).toISOString();

/** Its queue message was lost (quittances/README §2.7): it should have left for a while, and nothing sends it. */
export function courrielPerdu(
  courriel: { etat: EtatCourriel; updatedAt: string; partLe: string | null },
  now: Date,
): boolean {
  const { etat, updatedAt, partLe } = courriel;
  return etat === "a_envoyer" && updatedAt < perduAvant(now) && (partLe ?? "") < perduAvant(now);
}

/** The time within which the daily run sends lost mails by itself, in milliseconds; later a person decides. */
const REPRIS_AU_PLUS = 2 * 86_400_000;

/** A lost mail that has waited since before this instant is left to a person. */
export const reprisDepuis = (now: Date): string =>
  new Date(now.getTime() - REPRIS_AU_PLUS).toISOString();

/** A mail whose message was lost, as staff choose it: that of a receipt has its number, that of a document its subject. */
export interface CourrielPerdu {
  id: number;
  genre: GenreCourriel | "document";
  destinataires: string[];
  /** The instant at which it should have left. */
  depuis: string;
  objet: string | null;
  /** Why it waits, where that is known: the agency has no name to sign it with. */
  erreur: string | null;
  numero: string | null;
  mois: string | null;
  locataire: string | null;
  DossierId: number | null;
}

/** States of a mail that a person may send again: it surely did not leave, or its fate is unknown. */
export const COURRIELS_RENVOYABLES: readonly EtatCourriel[] = ["incertain", "refuse", "retenu"];

/** A mail that waits to leave. */
export interface CourrielAPartir {
  id: number;
  /** Until then it stays; null: it leaves at once. */
  partLe: string | null;
}

/** The mail of a receipt that waits to leave and may be called back. */
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
