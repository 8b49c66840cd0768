import * as z from "zod/mini";
import { MOTIFS_PREAVIS, type MotifPreavis } from "../../bail/preavis.ts";
import type { TYPES_BAIL } from "../../biens/dossier.ts";
import type { Jour, Mois } from "../../dates.ts";
import {
  booleen,
  choix,
  entier,
  euros,
  facultatif,
  isoDate,
  numero,
  requis,
  taux,
  texte,
  versionLue,
} from "../../fields.ts";
import { enCentimes } from "../../montants.ts";
import type { ChargeDeLaMajoration } from "../livres/ecritures-depots.ts";
import type { Payeur } from "../locataires/reglement.ts";
import type { CompteDeSortie, SommeDue } from "./compte-de-sortie.ts";
import { type DureeDuBail, MOTIFS_DU_BAILLEUR, type MotifDuBailleur } from "./conge.ts";
import {
  ACTIONS_RETENUE,
  type ActionRetenue,
  CHARGES_DE,
  type ChargeDe,
  type ChargesSoldees,
  type ContenuSolde,
  GENRES_DEPART,
  type GenreDepart,
  type GenreSolde,
  MODES_CONGE,
  type ModeConge,
  PREUVES_RETENUE,
  type PreuveRetenue,
  type RetenueNotee,
  TITULAIRES_PARTANTS,
  type TitulairePartant,
} from "./depart.ts";
import type { EtatDepart } from "./etat-depart.ts";
import { type GrilleVetuste, partDuPrix } from "./vetuste.ts";

const RETENUES_AU_PLUS = 300;

const MOTIFS = [
  ...(Object.keys(MOTIFS_PREAVIS) as MotifPreavis[]),
  ...(Object.keys(MOTIFS_DU_BAILLEUR) as MotifDuBailleur[]),
] as const;

const titulaire = z._default(choix(Object.keys(TITULAIRES_PARTANTS) as TitulairePartant[]), "tous");

const retenue = z
  .strictObject({
    libelle: requis(200),
    difference: z._default(z.nullable(texte(200)), null),
    qui: choix(Object.keys(CHARGES_DE) as ChargeDe[]),
    prix: z._default(z.nullable(euros()), null),
    montant: euros(),
    preuve: z._default(z.nullable(choix(Object.keys(PREUVES_RETENUE) as PreuveRetenue[])), null),
    action: z._default(z.nullable(choix(Object.keys(ACTIONS_RETENUE) as ActionRetenue[])), null),
    vetuste: z._default(z.nullable(z.strictObject({ age: entier(), part: taux() })), null),
  })
  .check(
    z.refine(
      ({ vetuste, prix, montant }) =>
        vetuste === null ||
        (prix !== null && partDuPrix(enCentimes(prix), vetuste.part) === enCentimes(montant)),
      { path: ["vetuste"], error: "La part après vétusté ne donne pas ce montant." },
    ),
  );

/** The body of `PUT /Dossier/{id}/depart`: the facts noted on a departure; an absent field keeps its value. */
export const demandeDepart = z.strictObject({
  titulaire,
  genre: z.optional(choix(Object.keys(GENRES_DEPART) as GenreDepart[])),
  mode: facultatif(choix(Object.keys(MODES_CONGE) as ModeConge[])),
  motif: facultatif(choix(MOTIFS)),
  justifie: z.optional(booleen()),
  occupants: z.optional(booleen()),
  acquisLe: facultatif(isoDate()),
  /** The day of the notice, of the death or of the agreement; `finLe`: the last day of the lease. */
  recuLe: facultatif(isoDate()),
  finLe: facultatif(isoDate()),
  remplaceLe: facultatif(isoDate()),
  visites: z.optional(booleen()),
  /** The day when the keys came back; `edfSortie`: the reading of the electricity meter on leaving. */
  clesLe: facultatif(isoDate()),
  edfSortie: facultatif(numero()),
  sansEtatDesLieux: z.optional(booleen()),
  conforme: facultatif(booleen()),
  retenues: z.optional(
    z.array(retenue).check(z.maxLength(RETENUES_AU_PLUS, "300 retenues au plus.")),
  ),
  provision: z.optional(euros()),
  motifProvision: facultatif(texte(500)),
  nouvelleAdresse: facultatif(texte(500)),
  clos: z.optional(booleen()),
  ...versionLue,
});

export type DemandeDepart = z.output<typeof demandeDepart>;

/** The query of `DELETE /Dossier/{id}/depart`, which withdraws a notice. */
export const retraitDepart = z.object({ titulaire: z.optional(titulaire) });

/**
 * The body of `POST /Dossier/{id}/depart/arreter`, which freezes the account of the departure; refused when the
 * version that the caller read has changed.
 */
export const demandeArret = z.strictObject(versionLue);

/** The body of `POST /Dossier/{id}/depart/annuler`, which cancels a frozen account. */
export const annulationArret = z.strictObject({ motif: requis(500) });

/** The body of `POST /Dossier/{id}/depart/solder-charges`, which settles the charges of the last year; euros. */
export const demandeSoldeCharges = z.strictObject({
  approuveesLe: isoDate(),
  appele: euros(),
  reel: euros(),
  /** The first day of these charges; absent: the first day of the lease in its last exercice (year of charges). */
  du: facultatif(isoDate()),
});

/**
 * The body of `POST /Dossier/{id}/depart/rendu`: the day on which the owner himself gave back the sum that he held.
 */
export const demandeRendu = z.strictObject({ date: isoDate() });

/**
 * The body of `POST /Dossier/{id}/depart/majoration`: who bears the increase that a late return owes to the tenant.
 */
export const demandeMajoration = z.strictObject({
  aLaCharge: choix(["bailleur", "agence"] satisfies ChargeDeLaMajoration[]),
});

/** A holder of the lease who left alone, while the lease goes on. */
export interface PartantSeul {
  titulaire: Exclude<TitulairePartant, "tous">;
  nom: string;
  genre: GenreDepart;
  mode: ModeConge | null;
  motif: MotifPreavis | MotifDuBailleur | null;
  justifie: boolean;
  recuLe: Jour | null;
  finLe: Jour | null;
  remplaceLe: Jour | null;
  /**
   * The last day on which the holder who left, and his guarantor, owe with the others. Null when he died, or when the
   * last day of his notice is unknown.
   */
  finDeSolidarite: Jour | null;
}

/** A frozen account of a departure, as screens show it. */
export interface SoldeArrete {
  id: number;
  genre: GenreSolde;
  date: Jour;
  contenu: ContenuSolde;
  /** The sum to give back to the tenant, in cents. */
  restitution: number;
  user: string | null;
  /**
   * The day on which the sum was given back: the day noted for the owner who held it, or the execution day of a
   * validated transfer, even to come. Null until then.
   */
  renduLe: Jour | null;
  /** The transfer that gives the sum back, with its state in words: « Virement préparé pour le 30/11/2026 ». */
  virement: { ReversementId: number; numero: string; mots: string } | null;
  /** The last transfer of the sum, when the bank refused it and the sum is not given back otherwise; else null. */
  refus: { le: Jour | null; motif: string | null } | null;
  annuleLe: Jour | null;
  motif: string | null;
}

/** A departure with all that its screen needs; amounts in cents in `compte` and `soldes`, in euros elsewhere. */
export interface DepartDetail {
  DossierId: number;
  /** The day on which these facts were read. */
  luLe: Jour;
  /** The departure as staff noted it; null while nobody noted one. */
  depart: {
    genre: GenreDepart;
    mode: ModeConge | null;
    motif: MotifPreavis | MotifDuBailleur | null;
    justifie: boolean;
    occupants: boolean;
    acquisLe: Jour | null;
    visites: boolean;
    sansEtatDesLieux: boolean;
    conforme: boolean | null;
    retenues: RetenueNotee[];
    provision: number;
    motifProvision: string | null;
    clotLe: Jour | null;
    version: number;
  } | null;
  partants: PartantSeul[];
  titulaires: string[];
  bail: {
    regime: (typeof TYPES_BAIL)[number];
    zoneTendue: boolean;
    /** The last day of the present term of the lease; null when unknown. */
    terme: Jour | null;
    duree: DureeDuBail;
    depotGarantie: number;
    loyerHC: number;
  };
  recuLe: Jour | null;
  finLe: Jour | null;
  clesLe: Jour | null;
  finDuLoyer: Jour | null;
  nouvelleAdresse: string | null;
  restitueLe: Jour | null;
  etat: EtatDepart | null;
  /** The ids of the two inventories compared; their content is read separately. */
  etatIn: number | null;
  etatOut: number | null;
  grille: GrilleVetuste | null;
  compte: CompteDeSortie & {
    depot: number;
    lieu: "agence" | "bailleur";
    /** True: the product supposes that the owner holds the deposit, because the books do not mention the deposit. */
    jamaisDit: boolean;
    /** Whether the books are open: freezing the account then writes entries in them. */
    livres: boolean;
    dues: SommeDue[];
    avance: number;
    /** The parts of the advance that a person other than the tenant paid; cents. */
    avancesDeTiers: { payeur: Exclude<Payeur, "locataire">; montant: number }[];
    /** The legal maximum of the provision for charges, in cents. */
    provisionAuPlus: number;
    aFacturer: Mois[];
    /** The count of receipts that bill days after the last day of rent. */
    auDela: number;
    manques: string[];
    /**
     * The days whose charges the departure settles, with the statement that already settled all of them, if any. Null
     * while no day ends the lease.
     */
    charges: ChargesSoldees | null;
    echeance: Jour | null;
    /** The increase owed today for a late return and not called yet; cents. */
    majoration: number;
  };
  soldes: SoldeArrete[];
}
