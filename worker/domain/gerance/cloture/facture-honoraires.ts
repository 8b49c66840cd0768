import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { choix, euros, facultatif, isoDate, requis } from "../../fields.ts";
import type { Euros } from "../../montants.ts";
import type { PrestationDuLocataire } from "./facture-locataire.ts";

export const MODES_HONORAIRES = ["virement", "cheque", "prelevement", "especes", "carte"] as const;

export type ModeHonoraires = (typeof MODES_HONORAIRES)[number];

export const GENRES_DE_MISSION = ["location", "travaux", "autres"] as const;

/**
 * The body that invoices a mission apart from owners' statements: the service, its first and last days, its price in
 * euros with VAT.
 */
export const demandeFactureDeMission = z
  .strictObject({
    genre: choix(GENRES_DE_MISSION),
    libelle: requis(200),
    montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
    /** The fees of the letting's inventory, added to `montant`. */
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

export const demandeAvoir = z.strictObject({ motif: requis(200) });

/** The payment of an invoice by its debtor, or of a credit note to him. */
export const demandeReglementHonoraires = z.strictObject({
  date: isoDate(),
  mode: choix(MODES_HONORAIRES),
});

export type DemandeReglementHonoraires = z.output<typeof demandeReglementHonoraires>;

export const demandeAnnulationDeReglement = z.strictObject({ motif: requis(200) });

/** A party of an invoice, as it was named on the day of the invoice. */
export interface PartieFacturee {
  nom: string;
  /** The lines of the address, without postal code and town. */
  voie: string;
  codePostal: string;
  ville: string;
  pays: string;
  siren: string | null;
  siret: string | null;
  tvaIntra: string | null;
  adresseElectronique: string | null;
}

/** The agency's own bank account, which receives the payment of fees; never an account of third-party funds. */
export interface CompteAPayer {
  titulaire: string | null;
  /** The whole IBAN. */
  iban: string;
  bic: string | null;
}

/** A service invoiced and its price; euros. */
export interface LigneFacturee {
  libelle: string;
  quantite: number;
  prixUnitaireHT: Euros;
  ht: Euros;
  /** The VAT rate, in hundredths of a percent. */
  tauxTva: number;
  tva: Euros;
  ttc: Euros;
}

/**
 * The whole content of an invoice of fees except its number (Code général des impôts, annexe II, art. 242 nonies A);
 * euros.
 */
export interface ContenuFacture {
  vendeur: PartieFacturee;
  acheteur: PartieFacturee;
  mandat: string;
  date: Jour;
  du: Jour;
  au: Jour;
  lignes: LigneFacturee[];
  ht: Euros;
  tva: Euros;
  ttc: Euros;
  /** Whether some lines bear no VAT, and art. 293 B of the Code général des impôts exempts each of these lines. */
  franchise: boolean;
  optionDebits: boolean;
  /** The number of the invoice that a credit note corrects. */
  corrige: string | null;
  /**
   * Whether the fees are taken from the rents received: the owner has nothing to pay, unless `resteAPrendre` is
   * given.
   */
  prelevee: boolean;
  /** The services invoiced to a tenant. */
  prestations?: PrestationDuLocataire[];
  /**
   * The subject of an invoice of fees other than management: « honoraires de location »; `motif`: the reason of a
   * credit note.
   */
  objet?: string;
  motif?: string;
  /** The fees that the funds of the mandate could not pay on that day, to take from later funds; absent: none. */
  resteAPrendre?: Euros;
}

/** An invoice of fees, as `GET /FactureHonoraires` lists it; euros. */
export interface FactureHonorairesRow {
  id: number;
  serie: "FH" | "AV";
  numero: string;
  date: Jour;
  MissionId: number;
  /** The dossier of the tenant who owes the invoice; null: the owners of the mandate owe it. */
  DossierId: number | null;
  /** The owner's statement that made the invoice; null: the invoice was made apart from owners' statements. */
  CompteRenduId: number | null;
  mandat: string;
  ht: Euros;
  tva: Euros;
  ttc: Euros;
  /**
   * The sum left to pay (below zero, to pay back); null: the fees were wholly taken from the rents, or the credit
   * note is used up.
   */
  reste: Euros | null;
  /** Whether the fees are taken from the rents: then later rents, or the owner himself, pay the fees still due. */
  prelevee: boolean;
  /** The day and the mode of the last payment that is not taken from the rents; null without one. */
  regleeLe: Jour | null;
  mode: ModeHonoraires | null;
  /**
   * Whether a credit note may still cancel the invoice: no owner's statement made it, and no credit note cancels it
   * yet. False for a credit note.
   */
  corrigible: boolean;
}

/** The answer of `GET /FactureHonoraires/{id}`: an invoice of fees with its whole content. */
export interface FactureHonorairesDetail
  extends Omit<FactureHonorairesRow, "reste" | "prelevee" | "regleeLe" | "mode" | "corrigible"> {
  exercice: string;
  rang: number;
  contenu: ContenuFacture;
  user: string | null;
  createdAt: string;
}
