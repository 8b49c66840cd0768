import type { Jour } from "../../dates.ts";
import { estCalculee, NATURES_FISCALES, type NatureFiscale } from "../../missions/depense.ts";
import { type Euros, enEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { Payeur } from "../locataires/reglement.ts";
import { partRecuperable } from "../mandats/depense.ts";
import { type Part, repartirParts } from "../mandats/parts.ts";

/** Lines of form 2044 that the agency can fill, and how each counts in the result (notice 2044; domain/README §12.19). */
export const LIGNES_2044 = {
  "211": { libelle: "Loyers bruts encaissés, hors charges récupérables", recette: true },
  "212": { libelle: "Dépenses du propriétaire mises à la charge du locataire", recette: true },
  "213": { libelle: "Recettes brutes diverses", recette: true },
  "221": { libelle: "Frais d’administration et de gestion", recette: false },
  "222": { libelle: "Autres frais de gestion, 20 € par local", recette: false },
  "223": { libelle: "Primes d’assurance", recette: false },
  "224": { libelle: "Dépenses de réparation, d’entretien et d’amélioration", recette: false },
  "225": {
    libelle: "Charges récupérables non récupérées au départ du locataire",
    recette: false,
  },
  "226": { libelle: "Indemnités d’éviction, frais de relogement", recette: false },
  "227": { libelle: "Taxes foncières, sans les ordures ménagères", recette: false },
  "229": { libelle: "Provisions pour charges de copropriété payées", recette: false },
  "230": {
    libelle: "Régularisation des provisions de l’année précédente, à réintégrer",
    recette: false,
  },
} as const;

export type Ligne2044 = keyof typeof LIGNES_2044;

const ORDRE = Object.keys(LIGNES_2044).toSorted() as Ligne2044[];

/** Other expenses of management, each year, for a dwelling (Code général des impôts, art. 31, I, 1°, e). */
const FORFAIT_PAR_LOCAL: Centimes = 20_00;

/** Gross rents up to which the simple regime may be chosen (Code général des impôts, art. 32). */
export const MICRO_FONCIER_AU_PLUS: Euros = 15_000;

/** The line of what a tenant, or another for him, pays; null: it is no income of the owner's declaration. */
export function ligneDeLaRecette(nature: NatureEcheance, payeur: Payeur): Ligne2044 | null {
  if (nature === "depot") return null;
  if (payeur === "gli" || payeur === "visale") return "213";
  if (nature === "loyer" || nature === "solde_anterieur") return "211";
  if (nature === "reparation") return "212";
  return nature === "contribution" ? "213" : null;
}

/**
 * What of the calls of the year before is added back, once the accounts of the building are closed (notice 2044, line 230).
 * @param comptes cents: what is not deductible, what the tenant owes, what was called too much
 */
export const aReintegrer = ({
  nonDeductible,
  recuperable,
  surplus,
}: Record<"nonDeductible" | "recuperable" | "surplus", Centimes>): Centimes =>
  nonDeductible + recuperable + surplus;

/** A sum received in the year, on the day it came in. */
export interface RecetteFiscale {
  date: Jour;
  AppartementId: number;
  /** Of a furnished letting. */
  meuble: boolean;
  nature: NatureEcheance;
  payeur: Payeur;
  libelle: string;
  /** Cents; taken back, below zero. */
  montant: Centimes;
}

/** An expense paid in the year; or, below zero, the payment of an earlier year that was taken back in this one, on the day it was. */
export interface DepenseFiscale {
  date: Jour;
  AppartementId: number;
  /** Paid while the dwelling was let furnished. */
  meuble: boolean;
  nature: NatureFiscale | null;
  fournisseur: string;
  libelle: string;
  montant: Centimes;
  /** How much of it the tenant owes back, in percent. */
  tauxRecuperable: number;
}

/** Fees on the day they were paid: an invoice taken from the rents, its credit note, below zero, or what an owner paid himself. */
export interface FraisFiscal {
  date: Jour;
  libelle: string;
  montant: Centimes;
}

/** A dwelling of the mandate, as it was let: twice in the year where it was let bare, then furnished. */
export interface LotFiscal {
  AppartementId: number;
  nom: string;
  meuble: boolean;
}

export interface DonneesFiscales {
  annee: number;
  lots: readonly LotFiscal[];
  recettes: readonly RecetteFiscale[];
  depenses: readonly DepenseFiscale[];
  frais: readonly FraisFiscal[];
  /** Expenses that are paid, nobody said when: they are of no year. */
  sansDate: number;
  /** Every owner whom the terms of the year name, in the order of the mandate. */
  mandants: readonly { ClientId: number; nom: string; morale: boolean }[];
  /** The shares on a day; null: nobody said them. */
  partsLe(jour: Jour): readonly Part[] | null;
}

/** A line of the form; euros. */
export interface LigneFiscale {
  ligne: Ligne2044;
  libelle: string;
  montant: Euros;
  /** In the order of the owners. */
  parts: Euros[];
}

/** A dwelling let bare: its lines, and what they make. */
export interface LotNu {
  AppartementId: number;
  nom: string;
  lignes: LigneFiscale[];
  /** 215: gross income; 240: expenses; before interest: what is left. */
  brut: Total;
  charges: Total;
  net: Total;
}

export interface Total {
  montant: Euros;
  parts: Euros[];
}

/** A movement of a furnished letting. */
export interface MouvementMeuble {
  date: Jour;
  AppartementId: number;
  nom: string;
  libelle: string;
  recette: Euros;
  depense: Euros;
}

/** What helps owners to declare a year (domain/README §12.19); euros. */
export interface AideFiscale {
  annee: number;
  mandants: {
    ClientId: number;
    nom: string;
    /** A company: what its partners declare goes by form 2072, or it pays the tax of companies. */
    morale: boolean;
    brut: Euros;
    microFoncier: boolean;
  }[];
  nus: LotNu[];
  lignes: LigneFiscale[];
  brut: Total;
  charges: Total;
  net: Total;
  /** Works, as the form wants them one by one. */
  travaux: { date: Jour; nom: string; fournisseur: string; libelle: string; montant: Euros }[];
  meubles: MouvementMeuble[];
  avertissements: string[];
}

interface Mouvement {
  ligne: Ligne2044;
  date: Jour;
  montant: Centimes;
}

const ligneDeLaDepense = (nature: NatureFiscale | null): Ligne2044 | null =>
  (nature && (NATURES_FISCALES[nature].ligne as Ligne2044 | null)) || null;

/**
 * What of an expense is the owner's own: what the syndic calls is told whole, and what was too much added back a year later;
 * so is what no tenant owes back of bills that were told without it.
 */
function deductible(depense: DepenseFiscale): Centimes {
  const { nature, montant } = depense;
  if (nature === "copropriete" || nature === "charges_non_recuperees") return montant;
  if (nature === "regularisation_copropriete") return -montant;
  return montant - partRecuperable(depense);
}

interface LigneEnCentimes {
  ligne: Ligne2044;
  montant: Centimes;
  parts: Centimes[];
}

/** A line and each owner's part of it: what is dated under the same shares is shared at once. */
function partager(
  ligne: Ligne2044,
  mouvements: readonly Mouvement[],
  { mandants, partsLe }: DonneesFiscales,
): LigneEnCentimes {
  const parts = new Map(mandants.map(({ ClientId }) => [ClientId, 0]));
  for (const siens of Map.groupBy(mouvements, ({ date }) =>
    JSON.stringify(partsLe(date)),
  ).values()) {
    const dites = partsLe(siens[0]?.date ?? "") ?? [];
    const montants = repartirParts(somme(siens), dites);
    for (const [rang, { ClientId }] of dites.entries()) {
      parts.set(ClientId, (parts.get(ClientId) ?? 0) + (montants[rang] ?? 0));
    }
  }
  return {
    ligne,
    montant: somme(mouvements),
    parts: mandants.map(({ ClientId }) => parts.get(ClientId) ?? 0),
  };
}

const somme = (mouvements: readonly { montant: Centimes }[]): Centimes =>
  mouvements.reduce((total, { montant }) => total + montant, 0);

/** The sum of lines, each as it is printed. */
const totaliser = (lignes: readonly LigneEnCentimes[], mandants: readonly unknown[]): Total => ({
  montant: enEuros(somme(lignes)),
  parts: mandants.map((_, rang) =>
    enEuros(lignes.reduce((total, { parts }) => total + (parts[rang] ?? 0), 0)),
  ),
});

const estRecette = ({ ligne }: LigneEnCentimes): boolean => LIGNES_2044[ligne].recette;

/** Expenses come off what was received. */
const enResultat = (une: LigneEnCentimes): LigneEnCentimes =>
  estRecette(une)
    ? une
    : { ...une, montant: 0 - une.montant, parts: une.parts.map((part) => 0 - part) };

const bilan = (lignes: readonly LigneEnCentimes[], mandants: readonly unknown[]) => ({
  brut: totaliser(lignes.filter(estRecette), mandants),
  charges: totaliser(
    lignes.filter((une) => !estRecette(une)),
    mandants,
  ),
  net: totaliser(lignes.map(enResultat), mandants),
});

const ecrite = ({ ligne, montant, parts }: LigneEnCentimes): LigneFiscale => ({
  ligne,
  libelle: LIGNES_2044[ligne].libelle,
  montant: enEuros(montant),
  parts: parts.map(enEuros),
});

/** Where a movement is told: a dwelling, let in one of the two ways. */
type Lieu = Pick<LotFiscal, "AppartementId" | "meuble">;

const memeLieu =
  (lot: Lieu) =>
  ({ AppartementId, meuble }: Lieu): boolean =>
    AppartementId === lot.AppartementId && meuble === lot.meuble;

type FraisDuLot = FraisFiscal & Lieu;

/** Fees are of the mandate: each dwelling bears some, in proportion to what it brought in. */
function fraisParLot({ frais, lots, recettes }: DonneesFiscales): FraisDuLot[] {
  const recettesDu = (lot: LotFiscal) =>
    recettes.filter((une) => memeLieu(lot)(une) && !depot(une));
  const recu = lots.map((lot) => Math.max(0, somme(recettesDu(lot))));
  const poids = recu.some((montant) => montant > 0) ? recu : lots.map(() => 1);
  return frais.flatMap(({ montant, ...un }) => {
    const parts = repartir(Math.abs(montant), poids);
    return lots.flatMap(({ AppartementId, meuble }, rang) => {
      const part = Math.sign(montant) * (parts[rang] ?? 0);
      return part === 0 ? [] : [{ ...un, AppartementId, meuble, montant: part }];
    });
  });
}

const depot = ({ nature }: RecetteFiscale): boolean => nature === "depot";

/** Every movement of a bare dwelling, on its line. */
function mouvementsDuLot(lot: LotFiscal, donnees: DonneesFiscales, frais: readonly FraisDuLot[]) {
  const siens = <T extends Lieu>(les: readonly T[]) => les.filter(memeLieu(lot));
  const mouvements: Mouvement[] = [
    ...siens(donnees.recettes).flatMap(({ nature, payeur, date, montant }) => {
      const ligne = ligneDeLaRecette(nature, payeur);
      return ligne ? [{ ligne, date, montant }] : [];
    }),
    ...siens(frais).map(({ date, montant }) => ({ ligne: "221" as const, date, montant })),
    { ligne: "222", date: `${donnees.annee}-12-31`, montant: FORFAIT_PAR_LOCAL },
    ...siens(donnees.depenses).flatMap((depense) => {
      const ligne = ligneDeLaDepense(depense.nature);
      return ligne ? [{ ligne, date: depense.date, montant: deductible(depense) }] : [];
    }),
  ];
  return Map.groupBy(mouvements, ({ ligne }) => ligne);
}

/** Both ways, day after day: the accountant of the letting decides what each is. */
function journalDesMeubles(
  donnees: DonneesFiscales,
  frais: readonly FraisDuLot[],
): MouvementMeuble[] {
  const noms = new Map(donnees.lots.map((un) => [un.AppartementId, un.nom]));
  const mouvement = (
    { date, AppartementId, meuble, libelle }: Lieu & { date: Jour; libelle: string },
    sommes: Pick<MouvementMeuble, "recette" | "depense">,
  ): MouvementMeuble[] =>
    meuble ? [{ date, AppartementId, nom: noms.get(AppartementId) ?? "", libelle, ...sommes }] : [];
  return [
    ...donnees.recettes
      .filter((une) => !depot(une))
      .flatMap((une) => mouvement(une, { recette: enEuros(une.montant), depense: 0 })),
    ...donnees.depenses
      .filter(({ nature }) => !estCalculee(nature))
      .flatMap((une) =>
        mouvement(
          { ...une, libelle: [une.fournisseur, une.libelle].filter(Boolean).join(", ") },
          { recette: 0, depense: enEuros(une.montant) },
        ),
      ),
    ...frais.flatMap((un) => mouvement(un, { recette: 0, depense: enEuros(un.montant) })),
  ].toSorted((un, autre) => ordre(un.date, autre.date));
}

/**
 * What helps the owners of a mandate to declare a year of rents (domain/README §12.19): by line of form 2044 for each bare
 * dwelling, on a cash basis, each line shared as owners were on its days, to the cent, totals being the sums of the lines
 * that are printed; day after day for furnished ones.
 */
export function aideFiscale(donnees: DonneesFiscales): AideFiscale {
  const { annee, lots, mandants, depenses, partsLe } = donnees;
  const frais = fraisParLot(donnees);
  const nus = lots
    .filter(({ meuble }) => !meuble)
    .map((lot) => {
      const parLigne = mouvementsDuLot(lot, donnees, frais);
      const lignes = ORDRE.map((ligne) =>
        partager(ligne, parLigne.get(ligne) ?? [], donnees),
      ).filter(({ montant, parts }) => montant !== 0 || parts.some((part) => part !== 0));
      return { lot, lignes };
    });
  const lignes = ORDRE.flatMap((ligne): LigneEnCentimes[] => {
    const siennes = nus.flatMap((un) => un.lignes.filter((une) => une.ligne === ligne));
    if (siennes.length === 0) return [];
    return [
      {
        ligne,
        montant: somme(siennes),
        parts: mandants.map((_, rang) =>
          siennes.reduce((total, { parts }) => total + (parts[rang] ?? 0), 0),
        ),
      },
    ];
  });
  const total = bilan(lignes, mandants);
  const noms = new Map(lots.map((un) => [un.AppartementId, un.nom]));
  const nues = depenses.filter(({ meuble }) => !meuble);
  const sansNature = nues.filter(({ nature }) => nature === null || nature === "autre").length;
  const mixtes = lots.filter(
    (un) => lots.some(memeLieu({ ...un, meuble: !un.meuble })) && !un.meuble,
  );
  return {
    annee,
    mandants: mandants.map((un, rang) => {
      const brut = total.brut.parts[rang] ?? 0;
      return { ...un, brut, microFoncier: !un.morale && brut > 0 && brut <= MICRO_FONCIER_AU_PLUS };
    }),
    nus: nus.map(({ lot, lignes: siennes }) => ({
      AppartementId: lot.AppartementId,
      nom: lot.nom,
      lignes: siennes.map(ecrite),
      ...bilan(siennes, mandants),
    })),
    lignes: lignes.map(ecrite),
    ...total,
    travaux: nues
      .filter(({ nature }) => nature === "travaux")
      .map((une) => ({
        date: une.date,
        nom: noms.get(une.AppartementId) ?? "",
        fournisseur: une.fournisseur,
        libelle: une.libelle,
        montant: enEuros(deductible(une)),
      })),
    meubles: journalDesMeubles(donnees, frais),
    avertissements: [
      ...(partsLe(`${annee}-12-31`) === null
        ? [
            "Les quotes-parts des mandants ne sont pas dites : les conditions du mandat les donnent.",
          ]
        : []),
      ...(sansNature > 0
        ? [
            `${sansNature} dépense${sansNature > 1 ? "s" : ""} sans ligne de la déclaration : ${
              sansNature > 1
                ? "dites leur nature, ou vérifiez qu’elles n’en ont pas."
                : "dites sa nature, ou vérifiez qu’elle n’en a pas."
            }`,
          ]
        : []),
      ...(donnees.sansDate > 0
        ? [
            donnees.sansDate > 1
              ? `${donnees.sansDate} dépenses réglées n’ont pas de date : elles ne sont d’aucune année.`
              : "1 dépense réglée n’a pas de date : elle n’est d’aucune année.",
          ]
        : []),
      ...mixtes.map(
        ({ nom }) => `${nom} : loué nu et meublé dans l’année ; vérifiez où vont ses dépenses.`,
      ),
    ],
  };
}
