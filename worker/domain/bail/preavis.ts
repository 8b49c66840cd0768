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
  /** The dwelling is in a tense zone, where one month of notice needs no other reason. */
  zoneTendue: boolean;
  motif: MotifPreavis | null;
}

/** Whether the record of a dwelling places it in a tense zone. */
export const enZoneTendue = ({ zone, zoneTendue }: Pick<Appartement, "zone" | "zoneTendue">) =>
  zoneTendue === true || zone === "tresTendue" || zone === "tendue";

/** The months of a tenant's notice (bail/README §3.3); null when only the lease sets them. */
export function moisDePreavis({ regime, zoneTendue, motif }: Conge): number | null {
  if (!sousLoi89({ regime })) return null;
  if (regime !== "nu") return 1;
  return zoneTendue || motif !== null ? 1 : 3;
}

/**
 * The last day of a tenant's notice: the day of the same number in the last month, or the last day of a shorter month
 * (art. 641 du code de procédure civile). Null when only the lease sets it.
 *
 * @param recuLe the day on which the owner received the notice
 */
export function finPreavis(recuLe: Jour, conge: Conge): Jour | null {
  const mois = moisDePreavis(conge);
  return mois === null ? null : dansMois(recuLe, mois);
}

/**
 * The length of a notice in whole months; null when the length is no whole number of months, or above twelve months.
 *
 * @param recuLe the day on which the notice was received, from which it runs
 */
export function moisDuPreavis(recuLe: Jour, fin: Jour): number | null {
  for (let mois = 1; mois <= MOIS_AU_PLUS && dansMois(recuLe, mois) <= fin; mois++)
    if (dansMois(recuLe, mois) === fin) return mois;
  return null;
}

const MOIS_AU_PLUS = 12;

/**
 * The legal lengths of a tenant's notice in months, the shortest first: one or three for an unfurnished lease, one for
 * the other leases (art. 15, I of loi n° 89-462). Empty when only the lease sets the length.
 */
export const preavisLegaux = (regime: Conge["regime"]): readonly number[] =>
  sousLoi89({ regime }) ? (regime === "nu" ? [1, 3] : [1]) : [];

/**
 * The doubts about the length of a notice, in French sentences (art. 15, 25-8 and 25-15 of loi n° 89-462); empty when
 * only the lease sets the length.
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
