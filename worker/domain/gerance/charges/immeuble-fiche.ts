import * as z from "zod/mini";
import { REGIMES_JURIDIQUES } from "../../biens/appartement.ts";
import { COMPTEURS, type Compteur } from "../../biens/index-des-compteurs.ts";
import type { Jour } from "../../dates.ts";
import {
  booleen,
  choix,
  courriel,
  decimal,
  entier,
  euros,
  facultatif,
  identifiant,
  isoDate,
  lieuRequis,
  nomRequis,
  numero,
  requis,
  telephone,
  texte,
  versionLue,
} from "../../fields.ts";
import {
  NATURES_FISCALES,
  type NatureFiscale,
  PAYE_PAR,
  type PayePar,
  RECUPERABLES,
  type Recuperable,
} from "../../missions/natures-de-depense.ts";
import type { ExercicesAvant } from "./calendrier.ts";
import { type CleRepartition, GENRES_CLE, type GenreCle } from "./cles.ts";

/** A building whose expenses are shared among its dwellings, as the form sends it (charges/README §16.1). */
export const record = z.strictObject({
  nom: nomRequis(),
  adresse: lieuRequis(),
  codePostal: requis(10),
  ville: lieuRequis(100),
  genre: choix(REGIMES_JURIDIQUES),
  syndicNom: facultatif(texte(100)),
  syndicMail: facultatif(courriel()),
  syndicTel: facultatif(telephone()),
  /** The first day of the exercice of the building, always the first of a month: `MM-DD`. */
  exerciceDebut: z
    .string()
    .check(z.regex(/^(0[1-9]|1[0-2])-01$/, "Le premier jour d’un mois est attendu, « 07-01 ».")),
});

export const modification = z.partial(record);

export const creation = z.extend(record, {
  genre: z._default(record.shape.genre, "copropriete"),
  exerciceDebut: z._default(record.shape.exerciceDebut, "01-01"),
});

export type Immeuble = z.output<typeof creation>;

export interface ImmeubleRow extends Immeuble {
  id: number;
  /** The number of dwellings of the building that the agency manages. */
  lots: number;
  updatedAt: string;
  version: number;
}

export interface CleVue extends CleRepartition {
  id: number;
  nom: string;
  /**
   * Whether an expense already uses the key: another key may then replace it for later days, but nobody may delete
   * it.
   */
  employee: boolean;
}

export interface ImmeubleDetail extends Omit<ImmeubleRow, "lots"> {
  createdAt: string;
  exercicesAvant: readonly ExercicesAvant[] | null;
  /** The first days, `MM-DD`, that staff may choose for all the exercices of the building at once. */
  exerciceDebuts: string[];
  Lots: { id: number; nom: string; surface: number | null }[];
  Cles: CleVue[];
  canDelete: boolean;
}

/** Dwellings at one address that belong to no building yet. */
export interface ImmeublePropose {
  adresse: string;
  codePostal: string;
  ville: string;
  AppartementIds: number[];
}

const logements = () =>
  z
    .array(identifiant())
    .check(z.maxLength(500, "500 logements au plus."))
    .check(z.refine((ids) => new Set(ids).size === ids.length, "Un logement n’y est qu’une fois."));

/** `POST /Immeuble/reunir`: makes a building of dwellings at one address. */
export const demandeDeReunion = z.strictObject({
  AppartementIds: logements().check(z.minLength(1, "Choisissez au moins un logement.")),
});

/**
 * `PUT /Immeuble/{id}/lots`: the full list of the building's dwellings, with the version of the building that the
 * caller read.
 */
export const lotsDeLImmeuble = z.strictObject({ ...versionLue, AppartementIds: logements() });

/** The form of a building that exists: its own fields and its dwellings. */
export const immeubleEtLots = z.extend(creation, { AppartementIds: logements() });

/** `POST /CleRepartition`: a sharing key, with integer weights: hundredths of m² for a surface, litres for a meter. */
export const nouvelleCle = z.strictObject({
  ImmeubleId: identifiant(),
  nom: requis(60),
  genre: choix(Object.keys(GENRES_CLE) as GenreCle[]),
  total: entier(1, 100_000_000),
  depuis: isoDate(),
  lots: z
    .array(z.strictObject({ AppartementId: identifiant(), poids: entier(0, 100_000_000) }))
    .check(z.minLength(1, "Dites la part d’au moins un logement.")),
});

export type NouvelleCle = z.output<typeof nouvelleCle>;

const clesDe = <Cle extends string>(choisis: Readonly<Record<Cle, unknown>>) =>
  Object.keys(choisis) as [Cle, ...Cle[]];

const COMPTEURS_DITS = clesDe(COMPTEURS);

/** An expense of a building, to share among its dwellings; euros. */
export const depenseImmeuble = z
  .strictObject({
    ImmeubleId: identifiant(),
    CleId: identifiant(),
    intitule: requis(),
    numFacture: numero(),
    date: isoDate(),
    montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
    periodeDu: facultatif(isoDate()),
    periodeAu: facultatif(isoDate()),
    FournisseurId: facultatif(identifiant()),
    natureFiscale: facultatif(choix(clesDe(NATURES_FISCALES))),
    recuperable: facultatif(choix(clesDe(RECUPERABLES))),
    payePar: facultatif(choix(clesDe(PAYE_PAR))),
    /** Whether somebody other than the agency already paid the expense. */
    regle: z._default(booleen(), false),
    /** The meter by which the tenants of a dwelling share the part of that dwelling. */
    compteur: facultatif(choix(COMPTEURS_DITS)),
  })
  .check(
    z.refine(({ periodeDu, periodeAu }) => !periodeDu || !periodeAu || periodeDu <= periodeAu, {
      path: ["periodeAu"],
      error: "La période finit avant de commencer.",
    }),
    z.refine(({ payePar, regle }) => !regle || payePar !== "agence", {
      path: ["regle"],
      error: "L’agence paie par un bon à payer : la dépense n’est pas encore réglée.",
    }),
  );

export type DepenseImmeuble = z.output<typeof depenseImmeuble>;

export const depenseImmeubleChangee = z.strictObject({ ...versionLue, depense: depenseImmeuble });

/** A row of the list of a building's expenses; euros. */
export interface DepenseImmeubleRow {
  id: number;
  ImmeubleId: number;
  CleId: number;
  cle: string;
  intitule: string;
  numFacture: string;
  date: Jour;
  montant: number;
  periodeDu: Jour | null;
  periodeAu: Jour | null;
  FournisseurId: number | null;
  natureFiscale: NatureFiscale | null;
  recuperable: Recuperable | null;
  payePar: PayePar | null;
  compteur: Compteur | null;
  /** The part of each dwelling; `reste`: the part of the dwellings that the agency does not manage. */
  parts: { id: number; AppartementId: number; montant: number; regle: boolean }[];
  reste: number;
  version: number;
}

/**
 * `POST /Appartement/{id}/decomptes-syndic`: the yearly accounts of a syndic (the building's manager), with the part
 * that tenants owe back (« dont locatif ») by nature; euros.
 */
export const nouveauDecompteSyndic = z.strictObject({
  du: isoDate(),
  au: isoDate(),
  approuveLe: facultatif(isoDate()),
  lignes: z
    .array(
      z.strictObject({
        recuperable: choix(clesDe(RECUPERABLES)),
        montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
        intitule: facultatif(requis()),
        compteur: facultatif(choix(COMPTEURS_DITS)),
      }),
    )
    .check(z.minLength(1, "Dites au moins une nature."), z.maxLength(60, "60 lignes au plus.")),
});

export type NouveauDecompteSyndic = z.output<typeof nouveauDecompteSyndic>;

export interface DecompteSyndicVu {
  id: number;
  du: Jour;
  au: Jour;
  approuveLe: Jour | null;
  lignes: {
    recuperable: Recuperable;
    intitule: string;
    montant: number;
    compteur: Compteur | null;
  }[];
}

/** `POST /Appartement/{id}/releves`: the reading of a meter, in its unit. */
export const nouveauReleve = z.strictObject({
  compteur: choix(COMPTEURS_DITS),
  numero: facultatif(requis(40)),
  date: isoDate(),
  index: decimal(100_000_000).check(
    z.refine((index) => Number(index.toFixed(3)) === index, "Trois décimales au plus."),
  ),
});

export interface ReleveVu {
  id: number;
  compteur: Compteur;
  numero: string | null;
  date: Jour;
  index: number;
}
