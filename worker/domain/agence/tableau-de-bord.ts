import type { StatutPreavis } from "../biens/appartement.ts";
import { ajouterMois, type Jour, type Mois, moisDe } from "../dates.ts";
import { somme } from "../montants.ts";
import {
  type EtatCompte,
  etatQuittance,
  type ReglementQuittance,
} from "../quittances/quittance.ts";

/** The most rows in a table of the dashboard; `total` counts them all. */
export const LIGNES_AU_PLUS = 150;

const MOIS_MONTRES = 12;

/** A number of receipts, and their sum in euros with charges. */
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
  /** The rent with charges of a month, in euros. */
  loyerTCC: number;
  statut: StatutPreavis;
  /** The last day of the notice, or of the last dossier; null: the dwelling never had a tenant. */
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
  /** Euros: the receipts of the month, and the rents still to be billed in the present month. */
  attendu: number;
  /** The part of `attendu` received, on any day, in euros. */
  recu: number;
}

/** `GET /dashboard`: the figures of the dashboard. */
export interface TableauDeBord {
  jour: Jour;
  mois: Mois;
  /** The numbers of apartments in each state; one apartment may count in several states (biens/README §7.2). */
  appartements: {
    total: number;
    enGestion: number;
    louee: number;
    vacant: number;
    enTravaux: number;
  };
  /** Amounts in euros with VAT. */
  missions: { nombre: number; total: number; resteAPayer: number };
  intendances: {
    enCours: number;
    /** Caretaking missions that end within a month and are not renewed. */
    aRenouveler: { total: number; lignes: IntendanceARenouveler[] };
    /** Caretaking missions that ended without being renewed. */
    terminees: { total: number; lignes: IntendanceARenouveler[] };
  };
  /** The apartments in notice or vacant, the longest free first. */
  disponibles: { total: number; lignes: AppartementDisponible[] };
  /**
   * The receipts of the month by state; `aGenerer` counts the dossiers with rent in the month and no receipt for it.
   */
  quittances: Record<EtatCompte | "aGenerer", Compte>;
  /**
   * The months in which automatic receipts are missing or must be checked by staff, the oldest first (jobs/README
   * §9.9).
   */
  manques: { mois: Mois; nombre: number; aVerifier: number }[];
  /** The number of open dossiers without automatic receipts. */
  sansAutomatisme: number;
  /** The number of open dossiers whose rent is stopped by another lease of the same dwelling. */
  loyersArretes: number;
  /** The rents of this month, in euros; `declare`: the receipts that only the tenants say they paid. */
  loyerDuMois: { attendu: number; recu: number; declare: number; reste: number };
  /** The last twelve months, the present month last. */
  loyers: LoyersDuMois[];
  /** The number of mandates whose rents the agency receives, and whose statement of `mois` is not yet validated. */
  aCloturer: { mois: Mois; mandats: number };
  /** The names of the checks of the books that the daily run found red. */
  controlesRouges: string[];
}

/** `GET /dashboard/demarrage`: the first steps of a new agency. */
export interface Demarrage {
  /** The agency has given its name, its address and its town. */
  identite: boolean;
  logo: boolean;
  proprietaires: number;
  appartements: number;
  dossiers: number;
}

/** Whether the agency is new: the months shown have no receipt, cancelled ones aside. */
export const commence = ({
  loyers,
  quittances: { aGenerer: _, ...faites },
}: Pick<TableauDeBord, "loyers" | "quittances">): boolean =>
  loyers.slice(0, -1).every(({ attendu }) => attendu === 0) &&
  Object.values(faites).every(({ nombre }) => nombre === 0);

/** The months of the dashboard, the oldest first, ending with the month of `today`. */
export function moisMontres(today: Jour): Mois[] {
  return Array.from({ length: MOIS_MONTRES }, (_, rang) =>
    ajouterMois(moisDe(today), rang + 1 - MOIS_MONTRES),
  );
}

/** The receipts of a month in one state, without cancelled ones; euros. */
export interface QuittancesComptees extends Omit<ReglementQuittance, "annuleeLe"> {
  mois: Mois;
  nombre: number;
  montant: number;
  recu: number;
}

/**
 * The figures on receipts and rents that the dashboard shows.
 *
 * @param comptees the receipts of the months shown, added up by month and state; euros
 * @param aGenerer the dossiers with rent and no receipt this month: their number, and their rent in euros
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
 * The figures on receipts and rents for one month.
 *
 * @param comptees the receipts of the month, added up by state; euros
 * @param aGenerer the dossiers with rent and no receipt in the month: their number, and their rent in euros
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
