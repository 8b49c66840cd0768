import { dansMois, type Jour } from "../dates.ts";
import type { TYPES_BAIL } from "../dossier.ts";
import { sousLoi89 } from "./bail.ts";

/** What shortens the notice of an unfurnished lease to one month (art. 15, I of loi n° 89-462). */
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

/** The months of notice of a tenant (domain/README §3.3); null where the lease alone says it. */
export function moisDePreavis({ regime, zoneTendue, motif }: Conge): number | null {
  if (!sousLoi89({ regime })) return null;
  if (regime !== "nu") return 1;
  return zoneTendue || motif !== null ? 1 : 3;
}

/**
 * The last day of a notice: the day of the last month that bears the number of the day the owner received it, or the last
 * of a month that has none (art. 641 du code de procédure civile). Null where the lease alone says it.
 */
export function finPreavis(recuLe: Jour, conge: Conge): Jour | null {
  const mois = moisDePreavis(conge);
  return mois === null ? null : dansMois(recuLe, mois);
}

/**
 * By when the deposit is given back, from the day the keys come back: a month if the exit inventory conforms to the entry
 * one, else two (domain/README §3.6). Null where the law of 1989 does not say it.
 */
export function restitutionDepot(
  clesRendues: Jour,
  regimeDuBail: Conge["regime"],
): { conforme: Jour; sinon: Jour } | null {
  if (!sousLoi89({ regime: regimeDuBail })) return null;
  return { conforme: dansMois(clesRendues, 1), sinon: dansMois(clesRendues, 2) };
}
