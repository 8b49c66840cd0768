import {
  ajouterJours,
  ajouterMois,
  dernierJour,
  type Jour,
  jourDuMois,
  joursDuMois,
  type Mois,
  moisDe,
  nombreDeJours,
  plusTard,
  plusTot,
  premierJour,
} from "../dates.ts";
import { motsDeFichier } from "../fichiers/nom-de-fichier.ts";
import {
  enLignes,
  type LoyerTenu,
  type Occupation,
  totalDuMois,
} from "../gerance/revisions/loyers.ts";
import { enEuros, somme } from "../montants.ts";

const JOURS_RATTRAPES_AU_PLUS = 31;
export interface ReglementQuittance {
  regle: boolean;
  statusInconu: boolean;
  /** The party that gave the present state; null: nobody. */
  source: "agence" | "locataire" | null;
  /** The instant of cancellation; null: the receipt is not cancelled. */
  annuleeLe: string | null;
}

/** The states of a receipt, in the order in which they are shown, and their words (quittances/README §7.3). */
export const ETATS_QUITTANCE = {
  payee: "Payée",
  declaree: "Déclarée",
  impayee: "Impayée",
  inconnue: "Inconnue",
  annulee: "Annulée",
} as const;

export type EtatQuittance = keyof typeof ETATS_QUITTANCE;

/** The states of receipts that count in the sums billed and received. */
export type EtatCompte = Exclude<EtatQuittance, "annulee">;

/**
 * The state of a receipt (quittances/README §7.3): cancelled first; then paid, or declared when only the tenant says
 * so; then unknown or unpaid.
 */
export function etatQuittance(quittance: ReglementQuittance): EtatQuittance {
  const { regle, statusInconu, source, annuleeLe } = quittance;
  if (annuleeLe !== null) return "annulee";
  if (regle) return source === "locataire" ? "declaree" : "payee";
  return statusInconu ? "inconnue" : "impayee";
}

/** Whether the agency confirms the whole payment: only then may a document or a mail be called a quittance. */
export function estAcquittee(quittance: ReglementQuittance): boolean {
  return etatQuittance(quittance) === "payee" && !quittance.statusInconu;
}

/**
 * The days of delay of an unpaid receipt (quittances/README §7.3): from its due day, or from the day on which it was
 * made when that day is later; 0 when it is not late.
 */
export function joursDeRetard(
  quittance: { regle: boolean; annuleeLe: string | null; echeance: Jour; emission: Jour },
  today: Jour,
): number {
  const { regle, annuleeLe, echeance: due, emission } = quittance;
  const depuis = plusTard(due, emission);
  return regle || annuleeLe !== null || depuis >= today ? 0 : nombreDeJours(depuis, today) - 1;
}

export type TitreQuittance =
  | "QUITTANCE DE LOYER"
  | "AVIS D'ÉCHÉANCE"
  | "REÇU DE PAIEMENT PARTIEL"
  | "REÇU DE PAIEMENT"
  | "ÉCHÉANCE ANNULÉE";

/** The facts about the payment of a receipt that come from the tenant's account; euros. */
export interface FaitsDePaiement {
  /** An insurer or a guarantor paid in the tenant's place: the tenant now owes them the sum (subrogation). */
  subrogee: boolean;
  /** The part settled by an earlier payment in advance. */
  avance: number;
  /** The cheques received for this receipt and not credited by the bank yet. */
  sousReserve: number;
}

/** A receipt with its amounts in euros; `montantPaye`: a part payment, null without one. */
export interface QuittanceChiffree extends ReglementQuittance {
  loyerHC: number;
  charge: number;
  assurance?: number;
  montantPaye: number | null;
  comptes?: FaitsDePaiement | null | undefined;
}

/**
 * The total of a receipt: rent, charges, and the twelfth of an insurance taken out for the tenant (locataires/README
 * §12.28); euros.
 */
export const totalQuittance = ({
  loyerHC,
  charge,
  assurance,
}: {
  loyerHC: number;
  charge: number;
  assurance: number;
}): number => somme(loyerHC, charge, assurance);

/** The total of a receipt whose insurance may be absent; euros. */
export const totalDuDocument = ({
  assurance = 0,
  loyerHC,
  charge,
}: Pick<QuittanceChiffree, "loyerHC" | "charge" | "assurance">): number =>
  totalQuittance({ loyerHC, charge, assurance });

/**
 * The title of the document of a receipt in its present state (art. 21 of loi n° 89-462; quittances/README §2.1). Any
 * doubt excludes the title « quittance »: a part payment, a payment by an insurer or a guarantor, a cheque not
 * credited yet.
 */
export function titreQuittance(quittance: QuittanceChiffree): TitreQuittance {
  const { annuleeLe, comptes, montantPaye } = quittance;
  const { subrogee = false, avance = 0, sousReserve = 0 } = comptes ?? {};
  const total = totalDuDocument(quittance);
  if (annuleeLe !== null) return "ÉCHÉANCE ANNULÉE";
  const partiel = montantPaye !== null && montantPaye < total;
  if (estAcquittee(quittance) && !partiel)
    return subrogee ? "REÇU DE PAIEMENT" : "QUITTANCE DE LOYER";
  const recu = somme(partiel ? montantPaye : 0, sousReserve);
  if (somme(recu, -avance) <= 0) return "AVIS D'ÉCHÉANCE";
  return recu < total ? "REÇU DE PAIEMENT PARTIEL" : "REÇU DE PAIEMENT";
}

export interface DatesOccupation {
  dateDebutBail: Jour;
  dateFinBail: Jour | null;
  dateDebutPreavis: Jour | null;
  dateFinPreavis: Jour | null;
  dateSortie: Jour | null;
  /** The first day of the lease that replaces this lease in the dwelling; null without one. */
  dateRelocation: Jour | null;
}

export type Termes = Omit<DatesOccupation, "dateDebutBail" | "dateRelocation">;

/**
 * The last day of rent by the dossier alone: the end of the lease, or of the notice when earlier; without an end of
 * lease, the end of the notice, else the day of leaving. Null without any of these days.
 */
export function finConvenue(dates: Termes): Jour | null {
  const { dateFinBail, dateDebutPreavis, dateFinPreavis, dateSortie } = dates;
  if (dateFinBail && dateDebutPreavis && dateFinPreavis)
    return plusTot(dateFinBail, dateFinPreavis);
  return dateFinBail ?? dateFinPreavis ?? dateSortie;
}

/** The longest legal notice, in days: the six months of an owner (art. 15 of loi n° 89-462). */
const PREAVIS_AU_PLUS = 184;

/** Whether a notice is recorded with its first and last day, and lasts no longer than the law allows. */
export const congeNote = ({
  dateDebutPreavis: debut,
  dateFinPreavis: fin,
}: Pick<Termes, "dateDebutPreavis" | "dateFinPreavis">): boolean =>
  debut !== null && fin !== null && nombreDeJours(debut, fin) <= PREAVIS_AU_PLUS;

/**
 * Whether the tenant leaves before the last day of rent without a recorded notice (quittances/README §2.3). The rent
 * is still owed, but staff must confirm it.
 */
export const partiSansConge = (
  { dateSortie, ...preavis }: Omit<Termes, "dateFinBail">,
  fin: Jour,
): boolean => dateSortie !== null && dateSortie < fin && !congeNote(preavis);

/**
 * The last day of rent: the last day by the dossier, or the eve of the lease that replaces this lease when that eve
 * is earlier; null: no end.
 */
export function finDuLoyer({ dateRelocation, ...dates }: Omit<DatesOccupation, "dateDebutBail">) {
  const fin = finConvenue(dates);
  if (dateRelocation === null) return fin;
  const veille = ajouterJours(dateRelocation, -1);
  return fin === null ? veille : plusTot(fin, veille);
}

/**
 * The days of the month for which rent is owed, both ends included (quittances/README §2.3): from the start of the
 * lease to its end, the end of the notice, or the eve of the next lease. Null when the month has none.
 */
export function occupation(dates: DatesOccupation, mois: Mois): Occupation | null {
  const debut = plusTard(dates.dateDebutBail, premierJour(mois));
  const fin = plusTot(finDuLoyer(dates) ?? dernierJour(mois), dernierJour(mois));
  if (fin < debut) return null;
  return { debut, fin, jours: nombreDeJours(debut, fin), joursDuMois: joursDuMois(mois) };
}

export interface MontantsDuMois extends Occupation {
  loyerHC: number;
  charge: number;
  total: number;
}

/**
 * The rent of a month, in euros: the rents in force on the days owed, rent and charges each rounded to the cent
 * (quittances/README §2.3, revisions/README §15.2). Null when the lease covers no day of the month.
 */
export function montantsDuMois(
  dossier: DatesOccupation & { loyers: readonly LoyerTenu[] },
  mois: Mois,
): MontantsDuMois | null {
  const periode = occupation(dossier, mois);
  if (periode === null) return null;
  const lignes = enLignes(dossier.loyers);
  const loyerHC = enEuros(totalDuMois(lignes, periode, "loyerHC"));
  const charge = enEuros(totalDuMois(lignes, periode, "loyerCharge"));
  return { ...periode, loyerHC, charge, total: somme(loyerHC, charge) };
}

/**
 * How long a tenant keeps a quittance, in words: as long as the rent may be claimed (art. 7-1 of loi n° 89-462; art.
 * 2224 of the Code civil). @param rp the dwelling is his main home
 */
export const conservation = ({ rp }: { rp: boolean }): string => (rp ? "trois ans" : "cinq ans");

/** The path of the PDF of a receipt, under `/api/`. */
export const cheminQuittance = (id: number): string => `quitance/download/${id}`;

/** The path of the yearly summary of an apartment, under `/api/`. */
export const cheminAnnuel = (AppartementId: number, annee: number): string =>
  `quitance/generate/${AppartementId}/${annee}`;

/** The period of a receipt that is not cancelled; `automatique`: made from the dossier for a month, not by hand. */
export interface QuittanceVive {
  date: Jour;
  dateFin: Jour;
  automatique: boolean;
  /**
   * The revision whose difference of rent this receipt adds to a month that another receipt bills; absent or null
   * otherwise.
   */
  RevisionId?: number | null;
}

/**
 * Whether the month is billed (quittances/README §2.4): by its automatic receipt, or by a receipt made by hand that
 * covers all its days of rent. A receipt made by hand for some of the days or for something else does not bill the
 * month; nor does a receipt that completes the month after a revision (revisions/README §15.5).
 * @param vives the receipts of the dossier that were not cancelled.
 */
export function moisQuittance(
  { debut, fin }: Pick<Occupation, "debut" | "fin">,
  vives: readonly QuittanceVive[],
): boolean {
  return vives.some(({ automatique, date, dateFin, RevisionId = null }) =>
    automatique
      ? moisDe(date) === moisDe(debut)
      : RevisionId === null && date <= debut && fin <= dateFin,
  );
}

/**
 * The past months of a year whose rent is owed and not fully billed, in order (quittances/README §2.6).
 *
 * @param vives the receipts of the dossier, without cancelled ones
 */
export function moisNonFactures(
  dossier: DatesOccupation,
  annee: number,
  vives: readonly QuittanceVive[],
  today: Jour,
): Mois[] {
  const mois = Array.from({ length: 12 }, (_, rang) => ajouterMois(`${annee}-01`, rang));
  return mois.filter((moisDit) => {
    const periode = dernierJour(moisDit) < today ? occupation(dossier, moisDit) : null;
    return periode !== null && !moisQuittance(periode, vives);
  });
}

/**
 * Whether a year is over and all its months are billed, which a yearly quittance needs (quittances/README §2.6).
 *
 * @param vives the receipts of the dossier, without cancelled ones
 */
export function anneeQuittancee(
  dossier: DatesOccupation,
  annee: number,
  vives: readonly QuittanceVive[],
  today: Jour,
): boolean {
  return (
    dernierJour(`${annee}-12`) < today && moisNonFactures(dossier, annee, vives, today).length === 0
  );
}

/**
 * The decision of the daily run about an automatic receipt: make it (`due`), leave it to staff (`aVerifier`), or
 * nothing (null).
 */
export type SortAutomatique = "due" | "aVerifier" | null;

/**
 * Decides the automatic receipt of a month in the daily run (jobs/README §9.9). The receipt is due when automatic
 * receipts are on for both apartment and tenant, the lease covers a day of the month, the day `jourQuitance` has come
 * and the month is not billed. No receipt is made after staff cancelled one, or for a month that ended before the
 * dossier was recorded. Staff decide when the tenant left before the last day of rent without a recorded notice.
 *
 * @param vives the receipts of the dossier, without cancelled ones; `annulee`: an automatic receipt of the month was
 * cancelled
 * @param creeLe the day on which the dossier was recorded
 */
export function sortAutomatique(
  dossier: DatesOccupation & {
    creeLe: Jour;
    jourQuitance: number;
    appartement: { quitanceAuto: boolean };
    locataire: { quitanceAuto: boolean };
  },
  {
    mois,
    today,
    vives,
    annulee,
  }: { mois: Mois; today: Jour; vives: readonly QuittanceVive[]; annulee: boolean },
): SortAutomatique {
  const periode = occupation(dossier, mois);
  const attendue =
    periode !== null &&
    generationAutomatique(dossier) &&
    !annulee &&
    !moisQuittance(periode, vives) &&
    jourDuMois(mois, dossier.jourQuitance) <= today &&
    (mois === moisDe(today) || dossier.creeLe <= dernierJour(mois));
  if (!attendue) return null;
  return partiSansConge(dossier, periode.fin) ? "aVerifier" : "due";
}

/** Whether the receipts of a dossier are automatic: both its apartment and its tenant have the option on. */
export const generationAutomatique = ({
  appartement,
  locataire,
}: {
  appartement: { quitanceAuto: boolean };
  locataire: { quitanceAuto: boolean };
}): boolean => appartement.quitanceAuto && locataire.quitanceAuto;

const GENRES_DE_FICHIER: Record<TitreQuittance, string> = {
  "QUITTANCE DE LOYER": "Quittance",
  "REÇU DE PAIEMENT PARTIEL": "Recu",
  "REÇU DE PAIEMENT": "Recu",
  "AVIS D'ÉCHÉANCE": "Avis",
  "ÉCHÉANCE ANNULÉE": "Annulee",
};

/**
 * The file name of the PDF of a receipt (quittances/README §2.1): « Quittance_2026-11_DUPONT_000123.pdf », « Recu_… »,
 * « Avis_… », « Annulee_… ».
 *
 * @param nom the tenant's name, reduced to A–Z, digits and hyphens
 * @param numero « 2026-000123 », of which the last part is kept
 */
export function fichierQuittance({
  mois,
  nom,
  numero,
  ...quittance
}: QuittanceChiffree & { mois: Mois; nom: string; numero: string }): string {
  const genre = GENRES_DE_FICHIER[titreQuittance(quittance)];
  const locataire = motsDeFichier(nom, "-").toUpperCase() || "LOCATAIRE";
  return `${genre}_${mois}_${locataire}_${numero.split("-").at(-1)}.pdf`;
}

/** The months that the daily run looks at, the oldest first: the months of the last 31 days (jobs/README §9.9). */
export function moisARattraper(today: Jour): Mois[] {
  const mois = [moisDe(ajouterJours(today, 1 - JOURS_RATTRAPES_AU_PLUS))];
  for (let dernier = mois[0]; dernier !== undefined && dernier < moisDe(today); ) {
    dernier = ajouterMois(dernier, 1);
    mois.push(dernier);
  }
  return mois;
}

/** The reasons why a receipt may not be marked unpaid. */
export const REGLEMENTS_TENUS = {
  banque: "La banque montre son règlement",
  compte: "Un compte rendu a dit son règlement au propriétaire",
  partage: "Son règlement en solde une autre aussi",
} as const;
export type ReglementTenu = keyof typeof REGLEMENTS_TENUS;
