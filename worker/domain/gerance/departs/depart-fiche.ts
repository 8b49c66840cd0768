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
import type { ChargeDeLaMajoration } from "../livres/ecritures.ts";
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

/** `PUT /Dossier/{id}/depart`: what is told of a departure; what is absent stays as it is. */
export const demandeDepart = z.strictObject({
  titulaire,
  genre: z.optional(choix(Object.keys(GENRES_DEPART) as GenreDepart[])),
  mode: facultatif(choix(Object.keys(MODES_CONGE) as ModeConge[])),
  motif: facultatif(choix(MOTIFS)),
  justifie: z.optional(booleen()),
  occupants: z.optional(booleen()),
  acquisLe: facultatif(isoDate()),
  /** The day of the notice, of the death or of the agreement, and the last day of the lease that follows. */
  recuLe: facultatif(isoDate()),
  finLe: facultatif(isoDate()),
  remplaceLe: facultatif(isoDate()),
  visites: z.optional(booleen()),
  /** The day the keys came back, and the meter read on it. */
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

/** `DELETE /Dossier/{id}/depart`: the notice that is withdrawn. */
export const retraitDepart = z.object({ titulaire: z.optional(titulaire) });

/** `POST /Dossier/{id}/depart/arreter`: on the departure as it was read. */
export const demandeArret = z.strictObject(versionLue);

/** `POST /Dossier/{id}/depart/annuler`: cancels a frozen account. */
export const annulationArret = z.strictObject({ motif: requis(500) });

/** `POST /Dossier/{id}/depart/solder-charges`: what waited for the charges; euros. */
export const demandeSoldeCharges = z.strictObject({
  approuveesLe: isoDate(),
  appele: euros(),
  reel: euros(),
  /** The first day of these charges; absent: that of the exercice in which the lease ended. */
  du: facultatif(isoDate()),
});

/** `POST /Dossier/{id}/depart/rendu`: the owner gave back himself what he held. */
export const demandeRendu = z.strictObject({ date: isoDate() });

/** `POST /Dossier/{id}/depart/majoration`: what a late return costs is owed to the tenant, at whose charge. */
export const demandeMajoration = z.strictObject({
  aLaCharge: choix(["bailleur", "agence"] satisfies ChargeDeLaMajoration[]),
});

/** One who left alone, while the lease goes on. */
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
  /** The last day on which he owes with the others, and his guarantor; null where he died. */
  finDeSolidarite: Jour | null;
}

/** A frozen account, as screens read it. */
export interface SoldeArrete {
  id: number;
  genre: GenreSolde;
  date: Jour;
  contenu: ContenuSolde;
  /** Cents. */
  restitution: number;
  user: string | null;
  /** The day the sum was given back: by the owner who held it, or by a transfer. */
  renduLe: Jour | null;
  /** The transfer that gives it back, and its state in words: « Virement préparé pour le 30/11/2026 ». */
  virement: { ReversementId: number; numero: string; mots: string } | null;
  /** Its last transfer, which the bank refused, while no other carries it. */
  refus: { le: Jour | null; motif: string | null } | null;
  annuleLe: Jour | null;
  motif: string | null;
}

/** A departure and all that its screen needs; euros where it is not said otherwise. */
export interface DepartDetail {
  DossierId: number;
  /** The day on which it is read. */
  luLe: Jour;
  /** Null while nobody noted one. */
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
    /** The last day of the present term; null when unknown. */
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
  /** The inventories that it compares; their whole content is read apart. */
  etatIn: number | null;
  etatOut: number | null;
  grille: GrilleVetuste | null;
  compte: CompteDeSortie & {
    depot: number;
    lieu: "agence" | "bailleur";
    /** The owner holds it, and the books were never told. */
    jamaisDit: boolean;
    /** The books are open: freezing writes in them. */
    livres: boolean;
    dues: SommeDue[];
    avance: number;
    /** Of the advance, what somebody else than the tenant paid; cents. */
    avancesDeTiers: { payeur: Exclude<Payeur, "locataire">; montant: number }[];
    /** Cents. */
    provisionAuPlus: number;
    aFacturer: Mois[];
    /** The count of receipts that go beyond the last day of rent. */
    auDela: number;
    manques: string[];
    /** The days whose charges are waited for, and the statement that settled them already; null: no day ends the lease. */
    charges: ChargesSoldees | null;
    echeance: Jour | null;
    /** Owed today for a late return, and not called yet; cents. */
    majoration: number;
  };
  soldes: SoldeArrete[];
}
