/**
 * The kinds of mail a receipt may have, one entry a kind, in the order they come: their words for the staff.
 * What each says, to whom and when stands in `worker/mail/courriels.ts`.
 */
export const COURRIELS = {
  avis: { nom: "Avis", article: "l’avis", entier: "l’avis d’échéance", feminin: false },
  quittance: { nom: "Quittance", article: "la quittance", entier: "la quittance", feminin: true },
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

export type EtatCourriel = "a_envoyer" | "en_cours" | "envoye" | "incertain" | "refuse" | "annule";

/** States of a mail that may have reached the tenant. */
export const COURRIELS_PARTIS: readonly EtatCourriel[] = ["en_cours", "envoye", "incertain"];

/**
 * The mail of each kind that a receipt has, by its state; null when there is none. On the wire a row carries them
 * under the names of the kinds: its `avis` and its `quittance` are the states of mails.
 */
export type EtatsCourriels = Record<GenreCourriel, EtatCourriel | null>;

/**
 * The mail that counts: the last kind that there is, a mail that was cancelled giving way to those before it;
 * null when there is none.
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

export interface CourrielResume {
  id: number;
  genre: GenreCourriel;
  etat: EtatCourriel;
  destinataires: string[];
  envoyeLe: string | null;
  erreur: string | null;
}
