import type { Jour } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";

// Apart from the schemas of forms: the screens that only read load this without their library.

/** How a lease ends (departs/README §14). */
export const GENRES_DEPART = {
  conge_locataire: "Congé du locataire",
  conge_bailleur: "Congé du bailleur",
  deces: "Décès du locataire",
  accord: "Accord des parties",
  abandon: "Abandon du logement",
  resiliation: "Résiliation",
  terme: "Terme du bail",
} as const;

export type GenreDepart = keyof typeof GENRES_DEPART;

/** The ways in which one holder leaves alone, while the lease goes on. */
export const GENRES_D_UN_SEUL: readonly GenreDepart[] = [
  "conge_locataire",
  "accord",
  "deces",
  "abandon",
];

/** Whether the notice that a dossier bears is its tenant's: one without a departure was noted as he gave it. */
export const congeDuLocataire = (genre: GenreDepart | null | undefined): boolean =>
  (genre ?? "conge_locataire") === "conge_locataire";

/** How a notice was given; the law of 1989 does not know the last one (art. 15, I). */
export const MODES_CONGE = {
  lrar: "Lettre recommandée",
  remise: "Remise contre récépissé ou émargement",
  commissaire: "Commissaire de justice",
  lre: "Lettre recommandée électronique",
  mail: "Courriel ou lettre simple",
} as const;

export type ModeConge = keyof typeof MODES_CONGE;

/** The holders who leave: the lease ends with all of them, and goes on when one leaves alone. */
export const TITULAIRES_PARTANTS = {
  tous: "Tous les titulaires",
  premier: "Le premier titulaire seul",
  second: "Le second titulaire seul",
} as const;

export type TitulairePartant = keyof typeof TITULAIRES_PARTANTS;

/** The bearer of a difference between the two inventories. */
export const CHARGES_DE = {
  locataire: "Le locataire",
  bailleur: "Le bailleur",
  a_discuter: "À discuter",
} as const;

export type ChargeDe = keyof typeof CHARGES_DE;

/** The proof of the sum that is kept (loi n° 89-462, art. 22: « dûment justifiées »). */
export const PREUVES_RETENUE = {
  devis: "Devis",
  facture: "Facture",
  photos: "Photos et états des lieux",
} as const;

export type PreuveRetenue = keyof typeof PREUVES_RETENUE;

/** The act that mends a difference; « rien » where its cost alone is borne, or nothing. */
export const ACTIONS_RETENUE = {
  reparer: "Réparer",
  remplacer: "Remplacer",
  nettoyer: "Nettoyer",
  rien: "Rien",
} as const;

export type ActionRetenue = keyof typeof ACTIONS_RETENUE;

/** The wear by which the grid shares a price: the age in whole years, and the tenant's part in percent. */
export interface VetusteRetenue {
  age: number;
  part: number;
}

/** A row that staff decide: a difference between the inventories, or a sum of its own, such as a missing key; euros. */
export interface RetenueNotee {
  libelle: string;
  /** The difference it decides, as {@link differencesEntre} names it; null: a sum of its own. */
  difference: string | null;
  qui: ChargeDe;
  /** Of the quote or the bill; null while it is unknown. */
  prix: number | null;
  /** The part that the tenant bears; zero for what the owner bears. */
  montant: number;
  preuve: PreuveRetenue | null;
  /** Null while nobody told it. */
  action: ActionRetenue | null;
  /** Null where the grid did not make the amount. */
  vetuste: VetusteRetenue | null;
}

/** The accounts of a departure: of its end; then of the charges that it waited for; of the increase of a late deposit. */
export const GENRES_SOLDE = ["sortie", "charges", "majoration", "avance"] as const;

export type GenreSolde = (typeof GENRES_SOLDE)[number];

/** A line of a frozen account, as its paper prints it; cents, below zero for what is taken off. */
export interface LigneDeSolde {
  libelle: string;
  montant: Centimes;
}

/** A frozen account of a departure: all that its paper says, so that it never changes (departs/README §14.3). */
export interface ContenuSolde {
  locataires: string[];
  /** The tenant died: the account is his estate's. */
  succession?: boolean;
  /** The names to whom the paper is sent, where a holder died. */
  destinataires?: string[];
  logement: string;
  bailleur: string;
  nouvelleAdresse: string | null;
  clesLe: Jour;
  lignes: LigneDeSolde[];
  /** Held for the tenant; who holds it. */
  depot: Centimes;
  lieu: "agence" | "bailleur";
  /** Of the deposit, taken for what was owed. */
  impute: Centimes;
  provision: Centimes;
  motifProvision: string | null;
  restitution: Centimes;
  resteDu: Centimes;
  /** The day by which the sum is given back; null outside the law of 1989. */
  echeance: Jour | null;
  /** The exit inventory agrees with the entry one; null where none was made. */
  conforme: boolean | null;
  /** The exit inventory has no entry one to be compared with. */
  sansEntree?: boolean;
  /** A quote or a bill proves a sum that is kept. */
  retenues?: boolean;
  /** The last rent, without charges, on which a late return is increased. */
  loyerHC: Centimes;
  /** Of the charges that were waited for. */
  charges?: ChargesSoldees;
}

/** The days whose charges an account settles after a departure. */
export interface ChargesSoldees {
  du: Jour;
  au: Jour;
  /** The statement that settled them already: nothing is counted again; null: the account settles them itself. */
  decompte: { annee: number; le: Jour } | null;
}
