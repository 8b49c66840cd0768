import type { ModeCharges } from "../../biens/dossier.ts";
import type { Compteur } from "../../biens/index-des-compteurs.ts";
import type { Jour, Mois } from "../../dates.ts";
import type { Recuperable } from "../../missions/natures-de-depense.ts";
import type { Euros } from "../../montants.ts";
import type { AcheminementDuDecompte } from "./acheminement.ts";
import type { Consommation } from "./compteurs.ts";
import type { Exercice } from "./exercice.ts";
import type { MoisDEchelonnement } from "./solde-a-payer.ts";

/** The sending of a charges statement; euros. */
export interface EnvoiDuDecompte {
  id: number;
  envoyeLe: Jour;
  canal: "courriel" | "lettre";
  exigibleLe: Jour;
  /** The balance written on the statement; `montant`: the sum called, below zero when it is given back. */
  solde: Euros;
  montant: Euros;
  /** The months over which the sum is paid; null: at once. */
  mois: MoisDEchelonnement | null;
  /** Whether the statement corrects an earlier one. */
  rectificatif: boolean;
  /**
   * The progress of the statement towards the tenant; `reserve`: a French sentence for staff when the statement may
   * not have left, or arrives late; else null.
   */
  acheminement: AcheminementDuDecompte;
  reserve: string | null;
  /** The id of the mail of the statement, when the mail may be sent again; else null. */
  aRenvoyer: number | null;
  /** The day on which the letter was posted; null while nobody noted that day. */
  posteLe: Jour | null;
  /** The day on which the mail left or the letter was posted; null while that day is unknown. */
  partiLe: Jour | null;
}

/** The statement of the charges of a lease for a year (décompte de charges); euros. */
export interface DecompteDeCharges {
  DossierId: number;
  /** The name of the exercice (charges/README §16.1). */
  annee: number;
  /** The next exercice that ends in the same civil year, by its name; absent: there is none. */
  suivant?: number;
  exercice: Exercice;
  du: Jour;
  au: Jour;
  /** The days counted for this lease; `joursDeLAnnee`: the days of the exercice. */
  jours: number;
  joursDeLAnnee: number;
  /** True: other leases ran on some of the same days, and bear a part of the charges of those days. */
  partage: boolean;
  mode: Exclude<ModeCharges, "forfait">;
  lignes: {
    code: Recuperable;
    libelle: string;
    /** The meter that shares this line between leases; null: the days of each lease share it. */
    compteur: Compteur | null;
    depenses: Euros;
    recuperable: Euros;
    montant: Euros;
  }[];
  /** The quantities that the meters counted over the days of the lease, in their unit. */
  consommations: Consommation[];
  depenses: {
    date: Jour;
    code: Recuperable;
    libelle: string;
    numFacture: string | null;
    montant: Euros;
    tauxRecuperable: number;
    /** For a bill of a building: how the part of this dwelling was worked out. */
    calcul: string | null;
  }[];
  /** All the recoverable charges of the dwelling. */
  recuperable: Euros;
  total: Euros;
  /** The provisions called, in this product and outside. */
  provisions: Euros;
  /**
   * The months whose provision was not called in this product; `ailleurs`: the provisions called outside this
   * product, null while nobody gave them.
   */
  manquants: Mois[];
  ailleurs: Euros | null;
  /** The balance: above zero, the tenant owes it; below zero, it is owed to him. */
  solde: Euros;
  appelee: { montant: Euros; exigibleLe: Jour; le: Jour } | null;
  /** The due day of the balance: the day called, or the day proposed. */
  exigibleLe: Jour;
  /**
   * Whether the statement is provisional (« PROJET »): its balance is not called, and the exercice is not over, has
   * no bill, or misses provisions.
   */
  projet: boolean;
  /** The French reason why the statement may not be sent; null when it may. */
  refusEnvoi: string | null;
  /** The sending of the statement; null before the sending. */
  envoi: EnvoiDuDecompte | null;
  /**
   * The change of the balance since the statement was sent, which a corrected statement would call or give back. Null
   * when nothing changed, when no statement was sent, or while the balance is not known.
   */
  ecart: Euros | null;
  /**
   * `depuis`: the first day of a new provision; `actuelle`: the monthly provision in force on that day; `proposee`:
   * the provision that these charges justify. Null when none is proposed.
   */
  provision: { depuis: Jour; actuelle: Euros; proposee: Euros } | null;
  /** The last day of rent of the lease; null: no end. */
  finLe: Jour | null;
  avertissements: string[];
}
