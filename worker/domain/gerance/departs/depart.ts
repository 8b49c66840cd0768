import type { Jour } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";

// This file is separate from the schemas of forms, so that screens which only read do not load the schema library.

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

/** The ways in which one holder of the lease leaves alone, while the lease goes on. */
export const GENRES_D_UN_SEUL: readonly GenreDepart[] = [
  "conge_locataire",
  "accord",
  "deces",
  "abandon",
];

/** Whether the notice noted on a dossier is the tenant’s; a notice without a kind of departure counts as his. */
export const congeDuLocataire = (genre: GenreDepart | null | undefined): boolean =>
  (genre ?? "conge_locataire") === "conge_locataire";

/** The ways of giving a notice; the law of 1989 does not accept `mail` (art. 15, I). */
export const MODES_CONGE = {
  lrar: "Lettre recommandée",
  remise: "Remise contre récépissé ou émargement",
  commissaire: "Commissaire de justice",
  lre: "Lettre recommandée électronique",
  mail: "Courriel ou lettre simple",
} as const;

export type ModeConge = keyof typeof MODES_CONGE;

/** The holders who leave: the lease ends when all leave, and goes on when one leaves alone. */
export const TITULAIRES_PARTANTS = {
  tous: "Tous les titulaires",
  premier: "Le premier titulaire seul",
  second: "Le second titulaire seul",
} as const;

export type TitulairePartant = keyof typeof TITULAIRES_PARTANTS;

export const CHARGES_DE = {
  locataire: "Le locataire",
  bailleur: "Le bailleur",
  a_discuter: "À discuter",
} as const;

export type ChargeDe = keyof typeof CHARGES_DE;

/** The kinds of proof of a sum kept from the tenant (loi n° 89-462, art. 22: « dûment justifiées »). */
export const PREUVES_RETENUE = {
  devis: "Devis",
  facture: "Facture",
  photos: "Photos et états des lieux",
} as const;

export type PreuveRetenue = keyof typeof PREUVES_RETENUE;

/** The actions on a difference between the inventories; `rien`: nothing is repaired, a sum may still be kept. */
export const ACTIONS_RETENUE = {
  reparer: "Réparer",
  remplacer: "Remplacer",
  nettoyer: "Nettoyer",
  rien: "Rien",
} as const;

export type ActionRetenue = keyof typeof ACTIONS_RETENUE;

/** The wear applied to a price: the age of the element in whole years, and the tenant’s part in percent. */
export interface VetusteRetenue {
  age: number;
  part: number;
}

/** A decision of staff on a difference between the inventories, or on another sum such as a missing key; euros. */
export interface RetenueNotee {
  libelle: string;
  /** The key of the difference, as {@link differencesEntre} gives it; null for another sum. */
  difference: string | null;
  qui: ChargeDe;
  /** The price of the quote or the bill; null while unknown. */
  prix: number | null;
  /** The part of the price that the tenant bears; zero when the owner bears it all. */
  montant: number;
  preuve: PreuveRetenue | null;
  /** The action chosen by staff; null while nobody chose one. */
  action: ActionRetenue | null;
  /** The wear applied to the price; null when staff typed the amount themselves. */
  vetuste: VetusteRetenue | null;
}

/**
 * The kinds of frozen accounts: the departure itself; the charges for which a part of the deposit was kept; the
 * increase for a deposit given back late; an advance received after the account of the departure was frozen.
 */
export const GENRES_SOLDE = ["sortie", "charges", "majoration", "avance"] as const;

export type GenreSolde = (typeof GENRES_SOLDE)[number];

/** A line of a frozen account, as its paper prints it; cents, negative for a deduction. */
export interface LigneDeSolde {
  libelle: string;
  montant: Centimes;
}

/** A frozen account of a departure, with all that its paper says, so that it never changes (departs/README §14.3). */
export interface ContenuSolde {
  locataires: string[];
  /** Whether the tenant died: the account is then for his estate. */
  succession?: boolean;
  /** The names of the persons who are sent the paper when a holder of the lease died. */
  destinataires?: string[];
  logement: string;
  bailleur: string;
  nouvelleAdresse: string | null;
  clesLe: Jour;
  lignes: LigneDeSolde[];
  /** The deposit held for the tenant or, in an account of charges, the part that was kept; `lieu`: its holder. */
  depot: Centimes;
  lieu: "agence" | "bailleur";
  /** The part of the deposit taken for the sums owed and the sums kept. */
  impute: Centimes;
  provision: Centimes;
  motifProvision: string | null;
  restitution: Centimes;
  resteDu: Centimes;
  /**
   * The last day to give the sum back; null for a deposit outside the law of 1989, for the increase of a late return,
   * and for an advance.
   */
  echeance: Jour | null;
  /** Whether the exit inventory agrees with the entry inventory; null when they could not be compared. */
  conforme: boolean | null;
  /** Whether the exit inventory has no entry inventory to be compared with. */
  sansEntree?: boolean;
  /** Whether a quote or a bill proves a sum kept. */
  retenues?: boolean;
  /** The last monthly rent without charges, on which the increase for a late return is computed. */
  loyerHC: Centimes;
  /** The days whose charges this account settles; present only in an account of charges. */
  charges?: ChargesSoldees;
}

/** The days whose charges an account settles after a departure. */
export interface ChargesSoldees {
  du: Jour;
  au: Jour;
  /**
   * The statement that already settled these days, so that this account counts no charges; null when this account
   * settles the days.
   */
  decompte: { annee: number; le: Jour } | null;
}
