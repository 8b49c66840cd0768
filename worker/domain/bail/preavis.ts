import { phrases } from "../avertissement.ts";
import type { Appartement } from "../biens/appartement-fiche.ts";
import type { TYPES_BAIL } from "../biens/dossier.ts";
import { dansMois, type Jour } from "../dates.ts";
import { sousLoi89 } from "./bail.ts";

/** The reasons that shorten the notice of an unfurnished lease to one month (art. 15, I of loi n° 89-462). */
export const MOTIFS_PREAVIS = {
  mutation: "Mutation",
  perteEmploi: "Perte d’emploi",
  nouvelEmploi: "Nouvel emploi après une perte d’emploi",
  premierEmploi: "Premier emploi",
  sante: "État de santé (certificat médical)",
  rsa: "RSA ou AAH",
  violences: "Violences au sein du couple",
  logementSocial: "Attribution d’un logement social",
} as const;

export type MotifPreavis = keyof typeof MOTIFS_PREAVIS;

interface Conge {
  regime: (typeof TYPES_BAIL)[number];
  /** The dwelling is in a tense zone: one month without any reason. */
  zoneTendue: boolean;
  motif: MotifPreavis | null;
}

/** Whether a dwelling is in a tense zone, as its record says. */
export const enZoneTendue = ({ zone, zoneTendue }: Pick<Appartement, "zone" | "zoneTendue">) =>
  zoneTendue === true || zone === "tresTendue" || zone === "tendue";

/** The months of notice of a tenant (bail/README §3.3); null where the lease alone sets them. */
export function moisDePreavis({ regime, zoneTendue, motif }: Conge): number | null {
  if (!sousLoi89({ regime })) return null;
  if (regime !== "nu") return 1;
  return zoneTendue || motif !== null ? 1 : 3;
}

/**
 * The last day of a notice: in the last month, the day that has the same number as the day of receipt, or the last day
 * of a shorter month (art. 641 du code de procédure civile). Null where the lease alone sets it.
 */
export function finPreavis(recuLe: Jour, conge: Conge): Jour | null {
  const mois = moisDePreavis(conge);
  return mois === null ? null : dansMois(recuLe, mois);
}

/**
 * The length of a notice in whole months, from its two days; null when they are no whole number of months.
 * @param recuLe the day the notice was received, from which it runs
 */
export function moisDuPreavis(recuLe: Jour, fin: Jour): number | null {
  for (let mois = 1; mois <= MOIS_AU_PLUS && dansMois(recuLe, mois) <= fin; mois++)
    if (dansMois(recuLe, mois) === fin) return mois;
  return null;
}

const MOIS_AU_PLUS = 12;

/**
 * The lengths of a tenant's notice that the law knows, the shortest first. They are three months for an unfurnished
 * lease, or one when the letter gives its reason, the tense zone included (art. 15, I of loi n° 89-462). Empty where
 * the lease alone sets the length.
 */
export const preavisLegaux = (regime: Conge["regime"]): readonly number[] =>
  sousLoi89({ regime }) ? (regime === "nu" ? [1, 3] : [1]) : [];

/**
 * The legal doubts about a notice as it was noted (art. 15, 25-8 and 25-15 of loi n° 89-462), in sentences; empty where
 * the lease alone sets its length.
 */
export const doutesDuPreavis = (
  { recuLe, fin }: { recuLe: Jour; fin: Jour },
  { regime, zoneTendue }: Pick<Conge, "regime" | "zoneTendue">,
): string[] => {
  const legaux = preavisLegaux(regime);
  const mois = moisDuPreavis(recuLe, fin);
  if (legaux.length === 0) return [];
  const reduit = legaux.length > 1 && mois === legaux[0];
  return phrases([
    [
      mois === null || !legaux.includes(mois),
      `Le préavis noté n'est ${legaux.length > 1 ? "ni d'un mois ni de trois mois" : "pas d'un mois"} à compter de la réception du congé\u00A0: vérifiez sa fin.`,
    ],
    [
      reduit && !zoneTendue,
      "Le préavis est réduit à un mois\u00A0: son motif doit être écrit dans le congé et justifié en même temps, sinon il est de trois mois (article 15, I).",
    ],
    [
      reduit && zoneTendue,
      "Le préavis est réduit à un mois\u00A0: le congé doit dire que le logement est en zone tendue, ou donner un autre motif et le justifier, sinon il est de trois mois (article 15, I).",
    ],
  ]);
};

/**
 * The day by which the deposit is given back, counted from the day the keys come back: one month if the exit inventory
 * conforms to the entry one, else two (bail/README §3.6). Null outside the law of 1989.
 */
export function restitutionDepot(
  clesRendues: Jour,
  regimeDuBail: Conge["regime"],
): { conforme: Jour; sinon: Jour } | null {
  if (!sousLoi89({ regime: regimeDuBail })) return null;
  return { conforme: dansMois(clesRendues, 1), sinon: dansMois(clesRendues, 2) };
}
