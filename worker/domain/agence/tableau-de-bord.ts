import type { StatutPreavis } from "../biens/appartement.ts";
import { ajouterMois, type Jour, type Mois, moisDe } from "../dates.ts";
import { somme } from "../montants.ts";
import {
  type EtatCompte,
  etatQuittance,
  type ReglementQuittance,
} from "../quittances/quittance.ts";

/** A table of the dashboard shows this many rows at most; `total` counts them all. */
export const LIGNES_AU_PLUS = 150;

const MOIS_MONTRES = 12;

/** A number of receipts and their sum in euros, charges included. */
export interface Compte {
  nombre: number;
  montant: number;
}

export interface AppartementDisponible {
  id: number;
  appartement: string;
  codePostal: string;
  ville: string;
  surface: number | null;
  nbPiece: number | null;
  /** Rent and charges of a month, in euros. */
  loyerTCC: number;
  statut: StatutPreavis;
  /** The last day of the notice, or of the last dossier; null when the dwelling never had a tenant. */
  libreLe: Jour | null;
}

export interface IntendanceARenouveler {
  id: number;
  AppartementId: number;
  appartement: string;
  ville: string;
  dateDepart: Jour | null;
  dateFin: Jour;
  prix: number | null;
  tva: number;
  regle: boolean;
}

export interface LoyersDuMois {
  mois: Mois;
  /** Euros: the receipts of the month, and for the present month the rents still to be billed as well. */
  attendu: number;
  /** The part received, on any day. Euros. */
  recu: number;
}

/** `GET /dashboard`. */
export interface TableauDeBord {
  jour: Jour;
  mois: Mois;
  /** Counts of apartments; one may be counted in several (biens/README §7.2). */
  appartements: {
    total: number;
    enGestion: number;
    louee: number;
    vacant: number;
    enTravaux: number;
  };
  /** Euros TTC. */
  missions: { nombre: number; total: number; resteAPayer: number };
  intendances: {
    enCours: number;
    /** Caretaking missions that end within a month of today and are not renewed. */
    aRenouveler: { total: number; lignes: IntendanceARenouveler[] };
    /** Not renewed, their last day past. */
    terminees: { total: number; lignes: IntendanceARenouveler[] };
  };
  /** In notice or vacant, the longest free first. */
  disponibles: { total: number; lignes: AppartementDisponible[] };
  /** The receipts of this month by state; `aGenerer`: dossiers without one whose lease runs this month. */
  quittances: Record<EtatCompte | "aGenerer", Compte>;
  /**
   * The months whose automatic receipts are due and missing, or wait for a check by staff (jobs/README §9.9), oldest
   * first.
   */
  manques: { mois: Mois; nombre: number; aVerifier: number }[];
  /** Running dossiers whose receipts only staff make. */
  sansAutomatisme: number;
  /** How many running dossiers have their rent stopped by another lease of the dwelling: `loyerArrete()`. */
  loyersArretes: number;
  /** Euros, for this month; `declare` is the unpaid part that tenants say they have paid. */
  loyerDuMois: { attendu: number; recu: number; declare: number; reste: number };
  /** The last twelve months, this one last. */
  loyers: LoyersDuMois[];
  /** How many mandates whose rents the agency receives have no validated account for the last month. */
  aCloturer: { mois: Mois; mandats: number };
  /** The controls of the accounts that the daily run found red, by their names. */
  controlesRouges: string[];
}

/** `GET /dashboard/demarrage`: the progress of a new agency, with the numbers of people and things. */
export interface Demarrage {
  /** Its name and address are given. */
  identite: boolean;
  logo: boolean;
  proprietaires: number;
  appartements: number;
  dossiers: number;
}

/** The agency is new: no receipt was made in the months shown. */
export const commence = ({
  loyers,
  quittances: { aGenerer: _, ...faites },
}: Pick<TableauDeBord, "loyers" | "quittances">): boolean =>
  loyers.slice(0, -1).every(({ attendu }) => attendu === 0) &&
  Object.values(faites).every(({ nombre }) => nombre === 0);

/** The months of the dashboard, oldest first, this one last. */
export function moisMontres(today: Jour): Mois[] {
  return Array.from({ length: MOIS_MONTRES }, (_, rang) =>
    ajouterMois(moisDe(today), rang + 1 - MOIS_MONTRES),
  );
}

/** The receipts of a month in one state, cancelled ones left out; euros. */
export interface QuittancesComptees extends Omit<ReglementQuittance, "annuleeLe"> {
  mois: Mois;
  nombre: number;
  montant: number;
  recu: number;
}

/**
 * The figures on receipts and rents that the dashboard shows.
 * @param comptees the receipts of the months shown, summed by month and state.
 * @param aGenerer the dossiers of this month that have no receipt yet.
 */
export function quittancesEtLoyers(
  comptees: readonly QuittancesComptees[],
  aGenerer: Compte,
  today: Jour,
): Pick<TableauDeBord, "quittances" | "loyerDuMois" | "loyers"> {
  const loyers = moisMontres(today).map((moisMontre): LoyersDuMois => {
    const { attendu, recu } = bilanDuMois(
      comptees.filter((ligne) => ligne.mois === moisMontre),
      moisMontre === moisDe(today) ? aGenerer : { nombre: 0, montant: 0 },
    ).loyerDuMois;
    return { mois: moisMontre, attendu, recu };
  });
  const duMois = comptees.filter((ligne) => ligne.mois === moisDe(today));
  return { ...bilanDuMois(duMois, aGenerer), loyers };
}

/**
 * The figures of a month.
 * @param comptees its receipts, summed by state.
 * @param aGenerer its dossiers that have no receipt yet.
 */
export function bilanDuMois(
  comptees: readonly QuittancesComptees[],
  aGenerer: Compte,
): Pick<TableauDeBord, "quittances" | "loyerDuMois"> {
  const quittances: TableauDeBord["quittances"] = {
    payee: { nombre: 0, montant: 0 },
    declaree: { nombre: 0, montant: 0 },
    impayee: { nombre: 0, montant: 0 },
    inconnue: { nombre: 0, montant: 0 },
    aGenerer,
  };
  for (const ligne of comptees) {
    const etat = etatQuittance({ ...ligne, annuleeLe: null });
    if (etat === "annulee") continue;
    const compte = quittances[etat];
    compte.nombre += ligne.nombre;
    compte.montant = somme(compte.montant, ligne.montant);
  }
  const attendu = somme(...comptees.map(({ montant }) => montant), aGenerer.montant);
  const recu = somme(...comptees.map((ligne) => ligne.recu));
  return {
    quittances,
    loyerDuMois: {
      attendu,
      recu,
      declare: quittances.declaree.montant,
      reste: somme(attendu, -recu),
    },
  };
}
