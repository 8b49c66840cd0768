import type { StatutPreavis } from "./appartement.ts";
import { ajouterMois, type Jour, type Mois, moisDe } from "./dates.ts";
import { somme } from "./montants.ts";
import { type EtatQuittance, etatQuittance } from "./quittance.ts";

/** Rows of a table of the dashboard at most; `total` tells how many there are. */
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
  /** Last day of notice, or of the last dossier; null when nobody ever lived there. */
  libreLe: Jour | null;
}

export interface IntendanceARenouveler {
  id: number;
  AppartementId: number;
  appartement: string;
  ville: string;
  dateDepart: Jour;
  dateFin: Jour;
  prix: number | null;
  regle: boolean;
}

export interface LoyersDuMois {
  mois: Mois;
  /** What the receipts of the month ask for, and, this month, what is still to be billed. Euros. */
  attendu: number;
  /** What was received of it, whenever it was. Euros. */
  recu: number;
}

/** `GET /dashboard`. */
export interface TableauDeBord {
  jour: Jour;
  mois: Mois;
  /** An apartment may be in several of them (domain/README §7.2). */
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
    /** Not renewed, their last day within a month of today. */
    aRenouveler: { total: number; lignes: IntendanceARenouveler[] };
  };
  /** In notice or vacant, the longest free first. */
  disponibles: { total: number; lignes: AppartementDisponible[] };
  /** The receipts of this month by state; `aGenerer`: dossiers without one whose lease runs this month. */
  quittances: Record<EtatQuittance | "aGenerer", Compte>;
  /** Of this month, in euros. */
  loyerDuMois: { attendu: number; recu: number; reste: number };
  /** The last twelve months, this one last. */
  loyers: LoyersDuMois[];
}

/** The months of the dashboard, oldest first, this one last. */
export function moisMontres(today: Jour): Mois[] {
  return Array.from({ length: MOIS_MONTRES }, (_, rang) =>
    ajouterMois(moisDe(today), rang + 1 - MOIS_MONTRES),
  );
}

/** The receipts of a month that are in the same state; euros. */
export interface QuittancesComptees {
  mois: Mois;
  regle: boolean;
  statusInconu: boolean;
  nombre: number;
  montant: number;
  recu: number;
}

/**
 * What the tables of receipts and rents of the dashboard show.
 * @param comptees the receipts of the months shown, summed by month and state.
 * @param aGenerer the dossiers of this month that have no receipt yet.
 */
export function quittancesEtLoyers(
  comptees: readonly QuittancesComptees[],
  aGenerer: Compte,
  today: Jour,
): Pick<TableauDeBord, "quittances" | "loyerDuMois" | "loyers"> {
  const mois = moisDe(today);
  const quittances: TableauDeBord["quittances"] = {
    payee: { nombre: 0, montant: 0 },
    impayee: { nombre: 0, montant: 0 },
    inconnue: { nombre: 0, montant: 0 },
    aGenerer,
  };
  for (const ligne of comptees.filter((une) => une.mois === mois)) {
    const compte = quittances[etatQuittance(ligne)];
    compte.nombre += ligne.nombre;
    compte.montant = somme(compte.montant, ligne.montant);
  }
  const loyerDe = (un: Mois): LoyersDuMois => {
    const lignes = comptees.filter((ligne) => ligne.mois === un);
    return {
      mois: un,
      attendu: somme(
        ...lignes.map(({ montant }) => montant),
        ...(un === mois ? [aGenerer.montant] : []),
      ),
      recu: somme(...lignes.map(({ recu }) => recu)),
    };
  };
  const { attendu, recu } = loyerDe(mois);
  return {
    quittances,
    loyers: moisMontres(today).map(loyerDe),
    loyerDuMois: { attendu, recu, reste: somme(attendu, -recu) },
  };
}
