import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { choix, euros, facultatif, isoDate, requis } from "../../fields.ts";
import type { Euros } from "../../montants.ts";
import type { PrestationDuLocataire } from "./facture-locataire.ts";

/** The ways in which an owner pays an invoice of fees himself. */
export const MODES_HONORAIRES = ["virement", "cheque", "prelevement", "especes", "carte"] as const;

export type ModeHonoraires = (typeof MODES_HONORAIRES)[number];

/** The kinds of fees of a mission that stands alone, which manages nothing. */
export const GENRES_DE_MISSION = ["location", "travaux", "autres"] as const;

/** The invoice of a mission that stands alone: what was done, from when to when, and its price; euros TTC. */
export const demandeFactureDeMission = z
  .strictObject({
    genre: choix(GENRES_DE_MISSION),
    libelle: requis(200),
    montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
    /** Besides, for the inventory of a letting. */
    etatDesLieux: facultatif(euros()),
    du: isoDate(),
    au: isoDate(),
  })
  .check(
    z.refine(({ du, au }) => du <= au, {
      path: ["au"],
      error: "Le dernier jour ne précède pas le premier.",
    }),
  );

export type DemandeFactureDeMission = z.output<typeof demandeFactureDeMission>;

/** Why an invoice that stands alone is taken back. */
export const demandeAvoir = z.strictObject({ motif: requis(200) });

/** The payment of an invoice by its owner, or of a credit note to him: its day, and how. */
export const demandeReglementHonoraires = z.strictObject({
  date: isoDate(),
  mode: choix(MODES_HONORAIRES),
});

export type DemandeReglementHonoraires = z.output<typeof demandeReglementHonoraires>;

/** The reason why a payment of an invoice is taken back. */
export const demandeAnnulationDeReglement = z.strictObject({ motif: requis(200) });

/** A party of an invoice, as it was named that day. */
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

/**
 * The agency's own account, on which an owner pays an invoice of fees himself: never an account of third-party funds.
 */
export interface CompteAPayer {
  titulaire: string | null;
  /** The whole IBAN. */
  iban: string;
  bic: string | null;
}

/** The service done and its price; euros. */
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

/**
 * The whole content of an invoice of fees except its number (Code général des impôts, annexe II, art. 242 nonies A).
 */
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
  /** Its lines without VAT bear none by art. 293 B of the Code général des impôts. */
  franchise: boolean;
  optionDebits: boolean;
  /** Number of the invoice that a credit note corrects. */
  corrige: string | null;
  /** The fees are taken from the rents received: nothing is for its owner to pay. */
  prelevee: boolean;
  /** Of a tenant: what his part is of. */
  prestations?: PrestationDuLocataire[];
  /** What its fees are of, where it is not management; and why a credit note was made. */
  objet?: string;
  motif?: string;
  /** What the funds of the mandate did not hold that day: taken from the next ones. Absent: nothing. */
  resteAPrendre?: Euros;
}

/** An invoice of fees, as `GET /FactureHonoraires` lists it; euros. */
export interface FactureHonorairesRow {
  id: number;
  serie: "FH" | "AV";
  numero: string;
  date: Jour;
  MissionId: number;
  /** The dossier of the tenant who owes it; null: the principals of the mandate do. */
  DossierId: number | null;
  /** The account that made it; null: it stands alone. */
  CompteRenduId: number | null;
  mandat: string;
  ht: Euros;
  tva: Euros;
  ttc: Euros;
  /** The sum left to pay; below zero, of a credit note, to pay back; null: it was taken from the rents, or is spent. */
  reste: Euros | null;
  /** Taken from the rents: what is left of it is taken from the next ones, unless its owner pays it himself. */
  prelevee: boolean;
  /** The day and the mode of his payment; null: he has paid nothing. */
  regleeLe: Jour | null;
  mode: ModeHonoraires | null;
  /** A credit note may take it back: it stands alone, and none does. */
  corrigible: boolean;
}

/** `GET /FactureHonoraires/{id}`: a row of the list with its whole content. */
export interface FactureHonorairesDetail
  extends Omit<FactureHonorairesRow, "reste" | "prelevee" | "regleeLe" | "mode" | "corrigible"> {
  exercice: string;
  rang: number;
  contenu: ContenuFacture;
  user: string | null;
  createdAt: string;
}
