import {
  dernierJour,
  type Jour,
  moisDeLaPeriode,
  nombreDeJours,
  premierJour,
} from "../../dates.ts";
import {
  estCalculee,
  NATURES_FISCALES,
  type NatureFiscale,
} from "../../missions/natures-de-depense.ts";
import { type Euros, enEuros, formatEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import { tenuePourLui } from "../locataires/imputation.ts";
import type { Payeur } from "../locataires/reglement.ts";
import { partRecuperable } from "../mandats/depense.ts";
import { type Part, repartirParts } from "../mandats/parts.ts";
import { type NatureDeRecette, porteLaTva, type TvaEncaissee, tvaDe } from "./tva-des-loyers.ts";

/**
 * The lines of tax form 2044 that the agency can fill; `recette`: the line is income, otherwise an expense (notice
 * 2044; cloture/README §12.19).
 */
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

/**
 * The flat amount for other management expenses, for each dwelling and year, in cents (Code général des impôts, art.
 * 31, I, 1°, e).
 */
const FORFAIT_PAR_LOCAL: Centimes = 20_00;

/**
 * The simple tax regime applies up to this gross income of a year, in euros, unless the owner opts out (Code général
 * des impôts, art. 32).
 */
export const MICRO_FONCIER_AU_PLUS: Euros = 15_000;

/**
 * The line of form 2044 for a sum received; null: the sum is no income to declare. An insurer's payment for unpaid
 * rents goes whole to line 213, « recettes brutes diverses », never to line 211 (notice 2044; cloture/README §12.19).
 *
 * @param payeur the tenant, or whoever pays for him
 */
export function ligneDeLaRecette(nature: NatureDeRecette, payeur: Payeur): Ligne2044 | null {
  if (tenuePourLui(nature)) return null;
  if (payeur === "gli" || payeur === "visale") return "213";
  if (nature === "loyer" || nature === "solde_anterieur") return "211";
  if (nature === "reparation") return "212";
  return nature === "contribution" || nature === "majoration" ? "213" : null;
}

/**
 * The part of last year's calls of the syndic (the building's manager) that is added back to the income once the
 * accounts of the building are closed (notice 2044, line 230).
 *
 * @param comptes cents: the part that is not deductible, the part that the tenant owes, the excess called
 * @returns cents
 */
export const aReintegrer = ({
  nonDeductible,
  recuperable,
  surplus,
}: Record<"nonDeductible" | "recuperable" | "surplus", Centimes>): Centimes =>
  nonDeductible + recuperable + surplus;

export interface RecetteFiscale {
  date: Jour;
  /**
   * The day whose shares of the owners apply, when not `date`: a sum taken back is shared as on the day it came in.
   */
  partageLe?: Jour;
  AppartementId: number;
  meuble: boolean;
  nature: NatureDeRecette;
  payeur: Payeur;
  libelle: string;
  /** Cents with VAT; below zero, taken back. */
  montant: Centimes;
  /** The VAT rate of rent and charges, in percent; null: none, or unknown. */
  tauxTva: number | null;
  /** The key of the sums paid together for one month: their VAT is worked out on their total, as on a receipt. */
  ensemble: string;
}

/** An expense paid in the year; below zero, a payment taken back in the year. Cents. */
export interface DepenseFiscale {
  date: Jour;
  /**
   * The day whose shares of the owners apply, when not `date`: an expense taken back is shared as on the day it was
   * paid.
   */
  partageLe?: Jour;
  AppartementId: number;
  /**
   * Whether the dwelling was let furnished on the day of the expense: by the last lease begun, else by the next
   * lease.
   */
  meuble: boolean;
  nature: NatureFiscale | null;
  fournisseur: string;
  libelle: string;
  montant: Centimes;
  /** The part that the tenant owes back, in percent. */
  tauxRecuperable: number;
}

/** Fees on the day they were paid; below zero, given back. Cents. */
export interface FraisFiscal {
  date: Jour;
  /** The day whose shares of the owners apply, when not `date`: the day of the rent or service behind the fees. */
  partageLe?: Jour;
  /** The dwelling that the fees concern; absent: they concern the whole mandate, or nobody noted a dwelling. */
  AppartementId?: number | undefined;
  libelle: string;
  montant: Centimes;
}

/** A dwelling of the mandate; it appears twice when it was let both unfurnished and furnished in the year. */
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
  /** The number of paid expenses without a day, which belong to no year. */
  sansDate: number;
  /** The sums due in the year and paid before the books began, in cents: no line counts them. */
  avancesReprises: Centimes;
  /** The sums received in the year whose purpose nobody noted, in cents: no line counts them. */
  sansLigne: Centimes;
  /**
   * The owners with a share of some sum of the year, first the owners of the latest shares. When nobody gave the
   * shares, the owners of the mandate. `morale`: the owner is a company.
   */
  mandants: readonly { ClientId: number; nom: string; morale: boolean }[];
  /** The shares of the owners that divide a sum of this day; null: nobody gave them. */
  partsLe(jour: Jour): readonly Part[] | null;
}

/** A filled line of form 2044; euros. */
export interface LigneFiscale {
  ligne: Ligne2044;
  libelle: string;
  montant: Euros;
  /** The part of each owner, in the order of the owners. */
  parts: Euros[];
}

/** A dwelling let unfurnished, with its lines of form 2044 and their totals. */
export interface LotNu {
  AppartementId: number;
  nom: string;
  lignes: LigneFiscale[];
  /** The income (line 215); `charges`: the expenses (line 240); `net`: the result before loan interest. */
  brut: Total;
  charges: Total;
  net: Total;
}

export interface Total {
  montant: Euros;
  parts: Euros[];
}

/** A movement of a furnished letting; euros. */
export interface MouvementMeuble {
  date: Jour;
  AppartementId: number;
  nom: string;
  libelle: string;
  recette: Euros;
  depense: Euros;
}

/** The figures that help owners to declare the rents of a year (cloture/README §12.19); euros. */
export interface AideFiscale {
  annee: number;
  mandants: {
    ClientId: number;
    nom: string;
    /** Whether the owner is a company: its partners declare on form 2072, or it pays corporate tax. */
    morale: boolean;
    brut: Euros;
    microFoncier: boolean;
  }[];
  nus: LotNu[];
  lignes: LigneFiscale[];
  brut: Total;
  charges: Total;
  net: Total;
  /** The works, which the form lists one by one. */
  travaux: { date: Jour; nom: string; fournisseur: string; libelle: string; montant: Euros }[];
  meubles: MouvementMeuble[];
  /**
   * The VAT of the year for each dwelling and rate, when the owner charges it; every other figure of income is
   * without VAT.
   */
  tva: (TvaEncaissee & { nom: string })[];
  avertissements: string[];
}

interface Mouvement {
  ligne: Ligne2044;
  partageLe: Jour;
  montant: Centimes;
}

const ligneDeLaDepense = (nature: NatureFiscale | null): Ligne2044 | null =>
  (nature && (NATURES_FISCALES[nature].ligne as Ligne2044 | null)) || null;

/**
 * The part of an expense that its owner may deduct, in cents, without the part that tenants owe back; below zero for
 * a sum added back to the income. Calls of the syndic (the building's manager) count whole, since their excess is
 * added back a year later.
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

/**
 * A line of the form with the part of each owner. Movements divided by the same shares are added up first, so that
 * their total is rounded once.
 */
function partager(
  ligne: Ligne2044,
  mouvements: readonly Mouvement[],
  { mandants, partsLe }: DonneesFiscales,
): LigneEnCentimes {
  const parts = new Map(mandants.map(({ ClientId }) => [ClientId, 0]));
  for (const groupe of Map.groupBy(mouvements, ({ partageLe }) =>
    JSON.stringify(partsLe(partageLe)),
  ).values()) {
    const quotites = partsLe(groupe[0]?.partageLe ?? "") ?? [];
    const montants = repartirParts(somme(groupe), quotites);
    for (const [rang, { ClientId }] of quotites.entries()) {
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

/** Whether the owners' parts of a line add up to its amount; false when the shares of some day are unknown. */
const estPartagee = ({ montant, parts }: LigneEnCentimes): boolean =>
  montant === parts.reduce((total, part) => total + part, 0);

const totaliser = (lignes: readonly LigneEnCentimes[], mandants: readonly unknown[]): Total => ({
  montant: enEuros(somme(lignes)),
  parts: mandants.map((_, rang) =>
    enEuros(lignes.reduce((total, { parts }) => total + (parts[rang] ?? 0), 0)),
  ),
});

const estRecette = ({ ligne }: LigneEnCentimes): boolean => LIGNES_2044[ligne].recette;

/** A line as it counts in the result: an expense is below zero. */
const enResultat = (ligne: LigneEnCentimes): LigneEnCentimes =>
  estRecette(ligne)
    ? ligne
    : { ...ligne, montant: 0 - ligne.montant, parts: ligne.parts.map((part) => 0 - part) };

const bilan = (lignes: readonly LigneEnCentimes[], mandants: readonly unknown[]) => ({
  brut: totaliser(lignes.filter(estRecette), mandants),
  charges: totaliser(
    lignes.filter((ligne) => !estRecette(ligne)),
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

/** The VAT within each sum received that bears VAT, in cents. */
function tvaDesRecettes(recettes: readonly RecetteFiscale[]): Map<RecetteFiscale, Centimes> {
  const taxees = recettes.filter(
    ({ nature, payeur, tauxTva }) => Boolean(tauxTva) && porteLaTva(nature, payeur),
  );
  const ensembles = Map.groupBy(taxees, ({ ensemble, tauxTva }) => `${tauxTva} ${ensemble}`);
  return new Map(
    [...ensembles.values()].flatMap((mouvements) => {
      const tva = tvaDe(somme(mouvements), mouvements[0]?.tauxTva ?? 0);
      const parts = repartir(
        Math.abs(tva),
        mouvements.map(({ montant }) => Math.abs(montant)),
      );
      return mouvements.map(
        (recette, rang) => [recette, Math.sign(tva) * (parts[rang] ?? 0)] as const,
      );
    }),
  );
}

/** The VAT of the year for each dwelling and rate. */
function tvaCollectee(
  lots: readonly LotFiscal[],
  tva: ReadonlyMap<RecetteFiscale, Centimes>,
): AideFiscale["tva"] {
  const noms = new Map(lots.map((lot) => [lot.AppartementId, lot.nom]));
  const groupes = Map.groupBy(tva, ([recette]) => `${recette.AppartementId} ${recette.tauxTva}`);
  return [...groupes.values()].map((mouvements) => {
    const [premiere] = mouvements[0] ?? [];
    const ttc = somme(mouvements.map(([recette]) => recette));
    const taxe = mouvements.reduce((total, [, montant]) => total + montant, 0);
    return {
      nom: noms.get(premiere?.AppartementId ?? 0) ?? "",
      taux: premiere?.tauxTva ?? 0,
      ttc: enEuros(ttc),
      ht: enEuros(ttc - taxe),
      tva: enEuros(taxe),
    };
  });
}

/** A dwelling let in one of the two ways, unfurnished or furnished. */
type Lieu = Pick<LotFiscal, "AppartementId" | "meuble">;

const memeLieu =
  (lot: Lieu) =>
  ({ AppartementId, meuble }: Lieu): boolean =>
    AppartementId === lot.AppartementId && meuble === lot.meuble;

type FraisDuLot = FraisFiscal & Lieu;

/**
 * The fees of each dwelling: the fees of the whole mandate are shared in proportion to the sums received for each
 * dwelling, equally when nothing was received.
 */
function fraisParLot({ frais, lots, recettes }: DonneesFiscales): FraisDuLot[] {
  const recettesDu = (lot: LotFiscal) =>
    recettes.filter((recette) => memeLieu(lot)(recette) && !tenue(recette));
  const recu = new Map(lots.map((lot) => [lot, Math.max(0, somme(recettesDu(lot)))]));
  return frais.flatMap(({ montant, ...depense }) => {
    const sien = lots.filter(({ AppartementId }) => AppartementId === depense.AppartementId);
    const porteurs = sien.length > 0 ? sien : lots;
    const poids = porteurs.map((lot) => recu.get(lot) ?? 0);
    const parts = repartir(
      Math.abs(montant),
      poids.some((valeur) => valeur > 0) ? poids : porteurs.map(() => 1),
    );
    return porteurs.flatMap(({ AppartementId, meuble }, rang) => {
      const part = Math.sign(montant) * (parts[rang] ?? 0);
      return part === 0 ? [] : [{ ...depense, AppartementId, meuble, montant: part }];
    });
  });
}

const tenue = ({ nature }: RecetteFiscale): boolean => tenuePourLui(nature);

/**
 * Splits the yearly flat amount for other expenses of a dwelling (line 222) among the successive shares of its owners
 * in the year, in proportion to the dwelling's fees under each (line 221, less the fees given back). Without fees,
 * the weights are the days of the year under each. Days without shares weigh nothing, except when the whole year has
 * no shares.
 */
function forfaitDuLot(
  frais: readonly FraisDuLot[],
  { annee, partsLe }: Pick<DonneesFiscales, "annee" | "partsLe">,
): Mouvement[] {
  const parPartage = (portes: readonly Portee[]): Portee[] =>
    [...Map.groupBy(portes, ({ partageLe }) => JSON.stringify(partsLe(partageLe)))]
      .toSorted(([partage], [autre]) => ordre(partage, autre))
      .map(([, groupe]) => ({
        partageLe: groupe[0]?.partageLe ?? "",
        montant: Math.max(0, somme(groupe)),
      }));
  const avecParts = ({ partageLe }: Portee): boolean => partsLe(partageLe) !== null;
  const gardes = parPartage(
    frais.map(({ date, partageLe = date, montant }) => ({ partageLe, montant })).filter(avecParts),
  );
  const mois = moisDuneAnnee(annee);
  const partages = mois.filter(avecParts);
  const poids = somme(gardes) > 0 ? gardes : parPartage(partages.length > 0 ? partages : mois);
  const montants = repartir(
    FORFAIT_PAR_LOCAL,
    poids.map(({ montant }) => montant),
  );
  return poids.map(({ partageLe }, rang) => ({
    ligne: "222",
    partageLe,
    montant: montants[rang] ?? 0,
  }));
}

/** A weight, with the day whose owners' shares apply. */
type Portee = Pick<Mouvement, "partageLe" | "montant">;

/** The months of a year, each weighted by its number of days. */
const moisDuneAnnee = (annee: number) =>
  moisDeLaPeriode(`${annee}-01-01`, `${annee}-12-31`).map((mois) => ({
    partageLe: premierJour(mois),
    montant: nombreDeJours(premierJour(mois), dernierJour(mois)),
  }));

/** Every movement of an unfurnished dwelling, by line of the form. */
function mouvementsDuLot(lot: LotFiscal, donnees: DonneesFiscales, frais: readonly FraisDuLot[]) {
  const duLot = <T extends Lieu>(les: readonly T[]) => les.filter(memeLieu(lot));
  const mouvements: Mouvement[] = [
    ...duLot(donnees.recettes).flatMap(({ nature, payeur, date, partageLe = date, montant }) => {
      const ligne = ligneDeLaRecette(nature, payeur);
      return ligne ? [{ ligne, partageLe, montant }] : [];
    }),
    ...duLot(frais).map(({ date, partageLe = date, montant }) => ({
      ligne: "221" as const,
      partageLe,
      montant,
    })),
    ...forfaitDuLot(duLot(frais), donnees),
    ...duLot(donnees.depenses).flatMap((depense) => {
      const ligne = ligneDeLaDepense(depense.nature);
      const { date, partageLe = date } = depense;
      return ligne ? [{ ligne, partageLe, montant: deductible(depense) }] : [];
    }),
  ];
  return Map.groupBy(mouvements, ({ ligne }) => ligne);
}

/** The income and expenses of furnished lettings, by day; the owner's accountant classifies them. */
function journalDesMeubles(
  donnees: DonneesFiscales,
  frais: readonly FraisDuLot[],
): MouvementMeuble[] {
  const noms = new Map(donnees.lots.map((lot) => [lot.AppartementId, lot.nom]));
  const mouvement = (
    { date, AppartementId, meuble, libelle }: Lieu & { date: Jour; libelle: string },
    sommes: Pick<MouvementMeuble, "recette" | "depense">,
  ): MouvementMeuble[] =>
    meuble ? [{ date, AppartementId, nom: noms.get(AppartementId) ?? "", libelle, ...sommes }] : [];
  return [
    ...donnees.recettes
      .filter((recette) => !tenue(recette))
      .flatMap((recette) => mouvement(recette, { recette: enEuros(recette.montant), depense: 0 })),
    ...donnees.depenses
      .filter(({ nature }) => !estCalculee(nature))
      .flatMap((depense) =>
        mouvement(
          {
            ...depense,
            libelle: [depense.fournisseur, depense.libelle].filter(Boolean).join(", "),
          },
          { recette: 0, depense: enEuros(depense.montant) },
        ),
      ),
    ...frais.flatMap((fraisDuLot) =>
      mouvement(fraisDuLot, { recette: 0, depense: enEuros(fraisDuLot.montant) }),
    ),
  ].toSorted((mouvement, autre) => ordre(mouvement.date, autre.date));
}

/**
 * The figures that help the owners of a mandate to declare the rents of a year (cloture/README §12.19); cents in,
 * euros out. Unfurnished dwellings: each line of form 2044, by the days on which sums were paid, divided by the
 * owners' shares of the day. Furnished dwellings: each movement.
 */
export function aideFiscale(encaisse: DonneesFiscales): AideFiscale {
  const tva = tvaDesRecettes(encaisse.recettes);
  // The owner collects VAT for the State: VAT is no income of his.
  const recettes = encaisse.recettes.map((recette) => ({
    ...recette,
    montant: recette.montant - (tva.get(recette) ?? 0),
  }));
  const donnees = { ...encaisse, recettes };
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
    const lignesDesLots = nus.flatMap((lot) =>
      lot.lignes.filter((fiscale) => fiscale.ligne === ligne),
    );
    if (lignesDesLots.length === 0) return [];
    return [
      {
        ligne,
        montant: somme(lignesDesLots),
        parts: mandants.map((_, rang) =>
          lignesDesLots.reduce((total, { parts }) => total + (parts[rang] ?? 0), 0),
        ),
      },
    ];
  });
  const total = bilan(lignes, mandants);
  const noms = new Map(lots.map((lot) => [lot.AppartementId, lot.nom]));
  const nues = depenses.filter(({ meuble }) => !meuble);
  const sansNature = nues.filter(({ nature }) => nature === null || nature === "autre").length;
  const mixtes = lots.filter(
    (lot) => lots.some(memeLieu({ ...lot, meuble: !lot.meuble })) && !lot.meuble,
  );
  return {
    annee,
    mandants: mandants.map((mandant, rang) => {
      const brut = total.brut.parts[rang] ?? 0;
      return {
        ...mandant,
        brut,
        microFoncier: !mandant.morale && brut > 0 && brut <= MICRO_FONCIER_AU_PLUS,
      };
    }),
    nus: nus.map(({ lot, lignes: lignesDuLot }) => ({
      AppartementId: lot.AppartementId,
      nom: lot.nom,
      lignes: lignesDuLot.map(ecrite),
      ...bilan(lignesDuLot, mandants),
    })),
    lignes: lignes.map(ecrite),
    ...total,
    travaux: nues
      .filter(({ nature }) => nature === "travaux")
      .map((depense) => ({
        date: depense.date,
        nom: noms.get(depense.AppartementId) ?? "",
        fournisseur: depense.fournisseur,
        libelle: depense.libelle,
        montant: enEuros(deductible(depense)),
      })),
    meubles: journalDesMeubles(donnees, frais),
    tva: tvaCollectee(encaisse.lots, tva),
    avertissements: [
      ...(partsLe(`${annee}-12-31`) === null || !lignes.every(estPartagee)
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
      ...(donnees.avancesReprises > 0
        ? [
            `${formatEuros(enEuros(donnees.avancesReprises))} payés d’avance avant l’ouverture des comptes n’y sont pas : ils sont de l’année où ils ont été encaissés, dite par qui les a reçus.`,
          ]
        : []),
      ...(donnees.sansLigne > 0
        ? [
            `${formatEuros(enEuros(donnees.sansLigne))} reçus pour le mandant ne sont d’aucune ligne : si un fournisseur a rendu une dépense, reprenez la ligne du relevé et dites laquelle.`,
          ]
        : []),
      ...mixtes.map(
        ({ nom }) => `${nom} : loué nu et meublé dans l’année ; vérifiez où vont ses dépenses.`,
      ),
    ],
  };
}
