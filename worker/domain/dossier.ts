import type { AppartementResume } from "./adresse.ts";
import type { Jour } from "./dates.ts";
import type { Dossier } from "./dossier-fiche.ts";
import type { EncadrementDeclare } from "./encadrement-fiche.ts";
import { horsTaxe, montantTva } from "./montants.ts";

export const TYPES_BAIL = [
  "nu",
  "meuble",
  "etudiant",
  "mobilite",
  "code_civil",
  "stationnement",
] as const;
export const MODES_CHARGES = ["provisions", "forfait", "periodique"] as const;

/** What may be joined to a lease, in the order of its annexes (domain/README §3.11). */
export const ANNEXES = [
  "reglement",
  "dpe",
  "plomb",
  "amiante",
  "electricite",
  "gaz",
  "bruit",
  "risques",
  "notice",
  "etatDesLieux",
  "autorisation",
  "references",
  "cautionnement",
  "assurance",
  "vetuste",
  "rib",
] as const;

export type Annexe = (typeof ANNEXES)[number];

/** Fees of the dossier: HT = TTC / (1 + rate / 100) rounded to cents, VAT = TTC − HT (domain/README §7.6). Euros. */
export function fraisDossier(dossier: {
  fraisDossierTTC?: number | null;
  fraisDossierTauxTVA: number;
}): { fraisDossierHT: number | null; fraisDossierTVA: number | null } {
  const ttc = dossier.fraisDossierTTC;
  if (ttc === null || ttc === undefined) return { fraisDossierHT: null, fraisDossierTVA: null };
  return {
    fraisDossierHT: horsTaxe(ttc, dossier.fraisDossierTauxTVA),
    fraisDossierTVA: montantTva(ttc, dossier.fraisDossierTauxTVA),
  };
}

/** The legal regime of the lease: given, or derived from the main residence (domain/README §3.1). */
export function regime(dossier: { typeBail?: (typeof TYPES_BAIL)[number] | null }, rp: boolean) {
  return dossier.typeBail ?? (rp ? "nu" : "code_civil");
}

export type ModeCharges = (typeof MODES_CHARGES)[number];

/** How charges are paid: those of a mobility lease are a lump sum, whatever was said (domain/README §3.5). */
export function modeCharges(
  regimeDuBail: (typeof TYPES_BAIL)[number] | null,
  chargesMode: ModeCharges | null | undefined,
): ModeCharges {
  return regimeDuBail === "mobilite" ? "forfait" : (chargesMode ?? "provisions");
}

export interface DossierRow {
  id: number;
  appartement: string;
  ville: string;
  locataire: string;
  AppartementId: number;
  LocataireId: number;
  dateDebutBail: string;
  /** The dossier's end (domain/README §7.1); the five below decide the last day of rent. */
  dateFin: string | null;
  dateFinBail: string | null;
  dateDebutPreavis: string | null;
  dateFinPreavis: string | null;
  dateSortie: string | null;
  dateRelocation: string | null;
  colocation: boolean;
  jourQuitance: number;
  loyerHC: number;
  loyerCharge: number;
  loyerTTC: number;
  clos: boolean;
  enPreavis: boolean;
  /** What the tenant owes, the part of it that is due, and what is paid in advance (domain/README §12.2); euros. */
  solde: number;
  exigible: number;
  avance: number;
  updatedAt: string;
  version: number;
}

export interface DossierDetail extends Omit<Dossier, "encadrement"> {
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  loyerTTC: number;
  fraisDossierHT: number | null;
  fraisDossierTVA: number | null;
  encadrement:
    | (EncadrementDeclare & { montantBase: number | null; complementLoyer: number | null })
    | null;
  clos: boolean;
  enPreavis: boolean;
  /** What the tenant owes, and has paid in advance (domain/README §12.2); euros. */
  solde: number;
  avance: number;
  /** The day a later lease takes the place of this one in the dwelling (domain/README §2.3). */
  dateRelocation: Jour | null;
  /** The lease that stops the rent of this one, which nothing says to end: `loyerArrete()`. */
  loyerArrete: { DossierId: number; locataire: string; dateDebutBail: Jour } | null;
  /**
   * In words for staff: the other leases of the dwelling on the same days, the tenants whose rent this one stops, and a
   * departure without notice.
   */
  warnings: string[];
  Appartement: AppartementResume;
  Locataire: {
    id: number;
    titre: string;
    nom: string;
    prenom: string;
    mail: string;
    tel: string;
    rp: boolean;
  };
  Cautions: { id: number; nom: string; prenom: string; mobile: string; mail: string }[];
  /** The first guarantor. */
  caution: number | null;
  etatIn: number | null;
  etatOut: number | null;
  EtatEntrant: { id: number; date: string; lieu: string } | null;
  EtatSortant: { id: number; date: string; lieu: string } | null;
  /** Where the signed documents are read. */
  contratLocation: string | null;
  inventaireEntree: string | null;
  inventaireSortie: string | null;
  /** How many former files of this record are kept: `GET /Remplacement`. */
  remplaces: number;
  canDelete: boolean;
}
