import type { Jour } from "../dates.ts";
import type { Euros } from "../montants.ts";

/** How an owner pays an invoice of fees himself. */
export const MODES_HONORAIRES = ["virement", "cheque", "prelevement", "especes", "carte"] as const;

export type ModeHonoraires = (typeof MODES_HONORAIRES)[number];

/** One of the two of an invoice, as they were named that day. */
export interface PartieFacturee {
  nom: string;
  /** Lines of its address, then its postal code and town. */
  voie: string;
  codePostal: string;
  ville: string;
  pays: string;
  siren: string | null;
  siret: string | null;
  tvaIntra: string | null;
  adresseElectronique: string | null;
}

/** What was done, for how much; euros. */
export interface LigneFacturee {
  libelle: string;
  quantite: number;
  prixUnitaireHT: Euros;
  ht: Euros;
  /** Hundredths of a percent. */
  tauxTva: number;
  tva: Euros;
  ttc: Euros;
}

/** All that an invoice of fees says but its number (Code général des impôts, annexe II, art. 242 nonies A). */
export interface ContenuFacture {
  vendeur: PartieFacturee;
  acheteur: PartieFacturee;
  mandat: string;
  date: Jour;
  /** Period of the service. */
  du: Jour;
  au: Jour;
  lignes: LigneFacturee[];
  ht: Euros;
  tva: Euros;
  ttc: Euros;
  franchise: boolean;
  optionDebits: boolean;
  /** Number of the invoice that a credit note corrects. */
  corrige: string | null;
  /** Where the fees were taken from the rents received, nothing is left to pay. */
  prelevee: boolean;
}

/** An invoice of fees, as `GET /FactureHonoraires` lists it; euros. */
export interface FactureHonorairesRow {
  id: number;
  serie: "FH" | "AV";
  numero: string;
  date: Jour;
  MissionId: number;
  CompteRenduId: number;
  mandat: string;
  ht: Euros;
  tva: Euros;
  ttc: Euros;
}

/** The same, with all that it says: `GET /FactureHonoraires/{id}`. */
export interface FactureHonorairesDetail extends FactureHonorairesRow {
  exercice: string;
  rang: number;
  contenu: ContenuFacture;
  user: string | null;
  createdAt: string;
}
