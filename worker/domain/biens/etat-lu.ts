import { rechercheNormalisee } from "../recherche.ts";

/** The ranks of the states of an element: 0 new, 1 good, 2 worn, 3 bad (departs/README §14.5). */
export type RangDEtat = 0 | 1 | 2 | 3;

/** The state found in a text; `rang` is null when the text names no state, or is unclear. */
export interface EtatLu {
  rang: RangDEtat | null;
  /** The text names this state and nothing else. */
  seul: boolean;
}

const NEUF = 0;
const BON = 1;
const USAGE = 2;
const MAUVAIS = 3;

const RENFORT = "(?:en )?(?:(?:tres|assez|plutot) )?";
// The pattern leaves out « neuf » as a number: « neuf trous » means nine holes.
const SANS_NOMBRE = "(?! (?!sans|mais|pas|depuis|dans|sous)[a-z]+[sx]\\b)";

/**
 * The wordings of each state, in lower case without accents; a wording comes before the shorter wordings that it
 * contains.
 */
const MOTS = (
  [
    [MAUVAIS, `\\b${RENFORT}mauvais etat(?: d usage)?\\b`],
    [MAUVAIS, "\\bhors (?:d usage|service)\\b"],
    [MAUVAIS, `\\b${RENFORT}(?:degrade|deteriore)e?s?\\b`],
    [MAUVAIS, "^(?:tres )?mauvaise?s?$|\\betat (?:general )?(?:tres )?mauvais\\b"],
    [USAGE, `\\b${RENFORT}bon(?:ne)? etat d usage\\b`],
    [USAGE, "\\b(?:en )?etat (?:d )?usage(?: (?:normal|courant))?\\b"],
    [USAGE, `\\b(?:en )?etat (?:general )?moyen\\b|\\b${RENFORT}moyen etat\\b`],
    [USAGE, `^${RENFORT}(?:moyen(?:ne)?|usage|usagee|use|usee)s?$|^usage normal$`],
    [USAGE, "\\b(?:usagee|use|usee)s?\\b|(?<=[a-z]{4} )usages?$"],
    [BON, `\\b${RENFORT}bon(?:ne)? etat(?: general)?\\b`],
    [BON, `^${RENFORT}bon(?:ne)?s?$|\\betat (?:general )?(?:tres )?bon\\b`],
    [NEUF, `\\b(?:(?:a l |en )?etat )?neu(?:f|ve)s?\\b${SANS_NOMBRE}`],
    // The abbreviations on older inventories: N (new), TB and B (good), U (worn), M (bad).
    [NEUF, "^n$"],
    [BON, "^(?:tb|b)$"],
    [USAGE, "^u$"],
    [MAUVAIS, "^m$"],
  ] as const
).map(([rang, motif]) => ({ rang, motif: new RegExp(motif, "g") }));

/** Words that weaken or deny the state that follows: « pas neuf », « légèrement dégradé ». */
const NUANCE =
  /\b(?:pas|non|ni|jamais|sans|aucune?|nullement|plus|moins|peu|legerement|partiellement|presque|quasi|quasiment|ancien|ancienne|remplace)(?: [a-z]+){0,2} ?$/;

interface Mention {
  rang: RangDEtat;
  /** The state is at the start of the text. */
  enTete: boolean;
  /** The words of the state are alone between two punctuation marks. */
  seule: boolean;
  niee: boolean;
}

function mentionsDe(partie: string, place: number): Mention[] {
  let reste = partie;
  return MOTS.flatMap(({ rang, motif }) => {
    const trouvees = [...reste.matchAll(motif)].map(({ 0: mots, index }) => ({
      rang,
      enTete: place === 0 && index === 0,
      seule: mots === partie,
      niee: NUANCE.test(partie.slice(0, index)),
    }));
    reste = reste.replace(motif, (mots) => "_".repeat(mots.length));
    return trouvees;
  });
}

/** The parts of a text between punctuation marks, in lower case without accents. */
const partiesDe = (texte: string): string[] =>
  texte
    .split(/[,;.:!?()/\n]|\s[-–—]\s/)
    .map(rechercheNormalisee)
    .filter((partie) => partie !== "");

/**
 * The state of an element found in a free text (departs/README §14.5). A text that starts with a state gives this
 * state, or none when a worse state follows. Another text gives the only state that it names; it gives none when it
 * names two states or denies one.
 */
export function etatLu(texte: string): EtatLu {
  const parties = partiesDe(texte);
  const mentions = parties.flatMap(mentionsDe);
  const affirmees = mentions.filter(({ niee }) => !niee);
  const rangs = [...new Set(affirmees.map(({ rang }) => rang))];
  const tete = affirmees.find(({ enTete }) => enTete);
  const seul = parties.length === 1 && affirmees.some(({ seule }) => seule);
  if (tete) return { rang: tete.rang >= Math.max(...rangs) ? tete.rang : null, seul };
  const sur = rangs.length === 1 && affirmees.length === mentions.length;
  return { rang: sur ? (rangs[0] ?? null) : null, seul };
}
