import { sousLoi89 } from "../../bail/bail.ts";
import { finPreavis, type MotifPreavis, moisDePreavis } from "../../bail/preavis.ts";
import type { TYPES_BAIL } from "../../biens/dossier.ts";
import {
  ajouterAnnees,
  ajouterJours,
  dansMois,
  formatJour,
  type Jour,
  terme,
} from "../../dates.ts";

type RegimeDuBail = (typeof TYPES_BAIL)[number];

export interface CongeDuLocataire {
  /** The day when the owner received the notice: the first presentation of a registered letter is no reception. */
  recuLe: Jour;
  regime: RegimeDuBail;
  zoneTendue: boolean;
  /** A reason, other than the zone, that shortens the notice to one month; null without a reason. */
  motif: MotifPreavis | null;
  /** Whether the letter of notice gives the reason or the zone, with its proof. */
  justifie: boolean;
}

/**
 * The months of a tenant’s notice, and its last day, included (loi n° 89-462, art. 15, I; departs/README §14.1). A
 * reason given after the letter does not shorten the notice. Null when only the lease sets the notice.
 */
export function preavisDuLocataire(conge: CongeDuLocataire): { mois: number; fin: Jour } | null {
  const { recuLe, regime, justifie } = conge;
  const retenu = {
    regime,
    zoneTendue: justifie && conge.zoneTendue,
    motif: justifie ? conge.motif : null,
  };
  const mois = moisDePreavis(retenu);
  const fin = finPreavis(recuLe, retenu);
  return mois === null || fin === null ? null : { mois, fin };
}

/** The grounds on which an owner gives notice (loi n° 89-462, art. 15, I). */
export const MOTIFS_DU_BAILLEUR = {
  reprise: "Reprise pour habiter",
  vente: "Vente",
  motif: "Motif légitime et sérieux",
} as const;

export type MotifDuBailleur = keyof typeof MOTIFS_DU_BAILLEUR;

/** The months of an owner’s notice; none for a lease that ends by itself or sets its own notice. */
const MOIS_DU_BAILLEUR: Partial<Record<RegimeDuBail, number>> = { nu: 6, meuble: 3 };

/**
 * The last day on which the tenant may receive an owner’s notice for this term of the lease (loi n° 89-462, art. 15
 * and 25-8). Months are counted in several ways: this day is in time in all of them (departs/README §14.1). Null when
 * an owner’s notice cannot end the lease.
 * @param terme the last day of the lease, included
 */
export function dernierJourDuConge(terme: Jour, regime: RegimeDuBail): Jour | null {
  const mois = MOIS_DU_BAILLEUR[regime];
  return mois === undefined ? null : dansMois(terme, -mois);
}

export interface CongeDuBailleur {
  regime: RegimeDuBail;
  /** The last day of the lease, included. */
  terme: Jour;
  recuLe: Jour;
  motif: MotifDuBailleur;
  /** The day when the owner bought the dwelling already let; null when he let it himself. */
  acquisLe: Jour | null;
}

const ANS_AVANT_VENTE = 3;
const ANS_AVANT_REPRISE = 2;

/**
 * The day on which an owner’s notice ends the lease, or the reason why the notice does not end the lease (loi n°
 * 89-462, art. 15, I and 25-8; departs/README §14.1).
 */
export function effetDuCongeDuBailleur({
  regime,
  terme,
  recuLe,
  motif,
  acquisLe,
}: CongeDuBailleur): { effet: Jour; refus: null } | { effet: null; refus: string } {
  const dernier = dernierJourDuConge(terme, regime);
  if (dernier === null)
    return {
      effet: null,
      refus: "Ce bail finit de lui-même, ou par ce qu’il dit : aucun congé du bailleur.",
    };
  if (recuLe > dernier) {
    return {
      effet: null,
      refus: `Le locataire devait recevoir ce congé le ${formatJour(dernier)} au plus tard : le bail est reconduit.`,
    };
  }
  if (acquisLe !== null && motif === "vente" && terme < ajouterAnnees(acquisLe, ANS_AVANT_VENTE)) {
    return {
      effet: null,
      refus: `Le logement a été acheté loué le ${formatJour(acquisLe)}, moins de trois ans avant ce terme : le congé pour vendre vaut pour le terme suivant.`,
    };
  }
  const apresAchat = acquisLe === null ? terme : ajouterAnnees(acquisLe, ANS_AVANT_REPRISE);
  return { effet: motif === "reprise" && apresAchat > terme ? apresAchat : terme, refus: null };
}

/**
 * The number of months during which a colocataire (cotenant) who left, and his guarantor, still owe when nobody takes
 * his place.
 */
const MOIS_DE_SOLIDARITE = 6;

/**
 * The last day on which a colocataire (cotenant) who gave notice owes with the others: six months after his notice
 * ends, or earlier when somebody replaces him, but not before his notice ends (loi n° 89-462, art. 8-1, VI). A « bail
 * mobilité » has no solidarity: the last day of his notice (art. 25-13, II).
 * @param depart `effet`: the last day of his notice, included; `remplaceLe`: the first day of the new colocataire on
 * the lease, null while nobody replaces him; `violencesLe`: the day of the first presentation of a letter about
 * violence within the couple: he owes until the next day, included (art. 8-2)
 */
export function finDeSolidarite({
  effet,
  remplaceLe,
  regime,
  violencesLe = null,
}: {
  effet: Jour;
  remplaceLe: Jour | null;
  regime: RegimeDuBail;
  violencesLe?: Jour | null;
}): Jour {
  if (violencesLe !== null) return ajouterJours(violencesLe, 1);
  if (regime === "mobilite") return effet;
  const seul = dansMois(effet, MOIS_DE_SOLIDARITE);
  if (remplaceLe === null) return seul;
  const remplace = remplaceLe > effet ? remplaceLe : effet;
  return remplace < seul ? remplace : seul;
}

/**
 * The fate of a lease whose only holder dies. An unfurnished lease passes to certain persons who lived there; without
 * such persons, it ends on the day of death (loi n° 89-462, art. 14). Any other lease passes to the heirs (Code civil,
 * art. 1742).
 * @param occupants whether a person named by article 14 lived there
 */
export function bailApresDeces(
  regime: RegimeDuBail,
  occupants: boolean,
): "transfere" | "termine" | "aux_heritiers" {
  if (!sousLoi89({ regime }) || regime !== "nu") return "aux_heritiers";
  return occupants ? "transfere" : "termine";
}

/** The first term of a lease; the later terms last as long, and are unknown when `mois` is null. */
export interface DureeDuBail {
  debut: Jour;
  /** The length of the term in months; null when it is not a whole number of months. */
  mois: number | null;
  /** The last day of the first term; null when unknown. */
  terme: Jour | null;
}

/**
 * The last day of the term of the lease that includes a given day: a lease is renewed for terms of the same length
 * (loi n° 89-462, art. 10; 25-7). Without a length in whole months, the last day of the first term; null when that
 * day is unknown.
 */
export function termeEnCours(
  { debut, mois, terme: premier }: DureeDuBail,
  jour: Jour,
): Jour | null {
  if (mois === null || premier === null) return premier;
  let fin = premier;
  for (let rang = 2; fin < jour; rang++) fin = terme(debut, mois * rang);
  return fin;
}
