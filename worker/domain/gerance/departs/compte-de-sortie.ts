import { deMoisEnLettres, type Mois } from "../../dates.ts";
import { enCentimes, enEuros, formatEuros } from "../../montants.ts";
import { moisQuittance, type QuittanceVive } from "../../quittances/mois-factures.ts";
import type { Centimes } from "../livres/repartition.ts";
import { NATURES_EN_MOTS, type NatureEcheance } from "../locataires/imputation.ts";
import type { Occupation } from "../revisions/loyers.ts";
import type { LigneDeSolde, RetenueNotee } from "./depart.ts";
import {
  aLaChargeDuLocataire,
  libelleDeLaRetenue,
  manqueDeLaRetenue,
  retenuesDe,
} from "./retenues.ts";
import { type SoldeDeSortie, soldeDeSortie } from "./solde-de-sortie.ts";

/** A sum that was called and that the tenant still owes; cents. */
export interface SommeDue {
  mois: Mois;
  nature: NatureEcheance;
  libelle: string | null;
  reste: Centimes;
}

/** The facts of the account of a departure: in cents, except the sums typed by staff in euros. */
export interface FaitsDuCompte {
  /** The deposit held for the tenant; `lieu`: its holder. */
  depot: Centimes;
  lieu: "agence" | "bailleur";
  dues: readonly SommeDue[];
  /**
   * The tenant’s advance that goes back with the deposit: the part that the owner holds and, when the agency holds
   * the deposit, the part that the agency holds too.
   */
  avance: Centimes;
  /**
   * The tenant’s advance held by the agency while the owner holds the deposit: it pays what the deposit does not
   * cover, and the rest goes back separately.
   */
  avanceAgence?: Centimes;
  retenues: readonly RetenueNotee[];
  /** The part of the deposit kept until the charges are approved; euros. */
  provision: number;
}

export interface CompteDeSortie extends SoldeDeSortie {
  lignes: LigneDeSolde[];
}

/**
 * The account of a departure, line by line, with its balance (loi n° 89-462, art. 22; departs/README §14.3): the
 * deposit, the sums owed, the sums kept with their proof, the provision for charges. A deposit called and not paid is
 * no longer owed.
 */
export function compteDeSortie(faits: FaitsDuCompte): CompteDeSortie {
  const { depot, lieu, provision, avanceAgence = 0 } = faits;
  const dues = faits.dues.filter(({ nature, reste }) => nature !== "depot" && reste > 0);
  const retenues = aLaChargeDuLocataire(faits.retenues);
  const solder = (avance: Centimes) =>
    soldeDeSortie({
      depot,
      du: dues.reduce((total, { reste }) => total + reste, -avance),
      retenues: retenuesDe(retenues),
      provision: enCentimes(provision),
    });
  const avance = faits.avance + Math.min(avanceAgence, solder(faits.avance).resteDu);
  const solde = solder(avance);
  const lignes: LigneDeSolde[] = [
    ...(depot > 0
      ? [
          {
            libelle: `Dépôt de garantie, détenu par ${lieu === "agence" ? "l’agence" : "le bailleur"}`,
            montant: depot,
          },
        ]
      : []),
    ...(avance > 0 ? [{ libelle: "Payé d’avance", montant: avance }] : []),
    ...lignesDues(dues),
    ...retenues.map((retenue) => ({
      libelle: libelleDeLaRetenue(retenue),
      montant: -enCentimes(retenue.montant),
    })),
    ...(solde.provision > 0
      ? [
          {
            libelle:
              "Provision gardée jusqu’à l’approbation des comptes de l’immeuble (article 22)",
            montant: -solde.provision,
          },
        ]
      : []),
  ];
  return { ...solde, lignes };
}

/** The lines of the sums owed: rent and charges of a month share a line; any other sum has a separate line. */
export function lignesDues(dues: readonly SommeDue[]): LigneDeSolde[] {
  const loyers = dues.filter(({ nature }) => nature === "loyer" || nature === "charges");
  const autres = dues.filter((due) => !loyers.includes(due));
  return [
    ...[...Map.groupBy(loyers, ({ mois }) => mois)].map(([mois, loyersDuMois]) => ({
      libelle: `Loyer et charges ${deMoisEnLettres(mois)}, reste dû`,
      montant: -loyersDuMois.reduce((total, { reste }) => total + reste, 0),
    })),
    ...autres.map(({ nature, libelle, mois, reste }) => ({
      libelle:
        nature === "regularisation"
          ? `Régularisation des charges, ${libelle ?? deMoisEnLettres(mois)}, reste dû`
          : `${libelle ?? NATURES_EN_MOTS[nature]} ${deMoisEnLettres(mois)}, reste dû`,
      montant: -reste,
    })),
  ];
}

export interface FacturationDuDepart {
  /** The last months of the lease, with the days of rent of each. */
  occupations: readonly { mois: Mois; periode: Occupation }[];
  vives: readonly QuittanceVive[];
}

/**
 * The months of rent that no receipt bills (`aFacturer`), and the count of receipts that bill days after the last day
 * of rent (`auDela`).
 */
export function facturationDuDepart({ occupations, vives }: FacturationDuDepart) {
  const derniere = occupations.at(-1)?.periode.fin;
  return {
    aFacturer: occupations
      .filter(({ periode }) => !moisQuittance(periode, vives))
      .map(({ mois }) => mois),
    auDela: vives.filter(({ dateFin }) => derniere !== undefined && dateFin > derniere).length,
  };
}

/** Whether a sum kept needs both inventories: the sum is for a difference between them, or photos prove the sum. */
const parInventaires = ({ difference, preuve }: RetenueNotee): boolean =>
  difference !== null || preuve === "photos";

function deuxFois(retenues: readonly RetenueNotee[]): boolean {
  const differences = retenues.flatMap(({ difference }) => difference ?? []);
  return new Set(differences).size < differences.length;
}

/** The reasons not to freeze the account yet, as sentences; empty when staff may freeze it. */
export function manquesDuCompte({
  clesLe,
  today,
  conforme,
  sansInventaire,
  inventaires,
  retenues,
  provision,
  provisionAuPlus,
  motifProvision,
  aFacturer,
  auDela,
  sousReserve,
  avanceAilleurs = 0,
}: {
  clesLe: string | null;
  today: string;
  conforme: boolean | null;
  /** Whether staff said that there will be no exit inventory. */
  sansInventaire: boolean;
  inventaires: boolean;
  retenues: readonly RetenueNotee[];
  /** The provision and its legal maximum, in euros. */
  provision: number;
  provisionAuPlus: number;
  motifProvision: string | null;
  aFacturer: readonly Mois[];
  auDela: number;
  /** The sum of the cheques that the bank has not credited yet; cents. */
  sousReserve: Centimes;
  /** The tenant’s advance paid to the owner while the agency holds the deposit; cents. */
  avanceAilleurs?: Centimes;
}): string[] {
  const locatives = retenues.filter(({ qui }) => qui === "locataire");
  return [
    ...(clesLe === null || clesLe > today ? ["Les clés ne sont pas rendues."] : []),
    ...(sansInventaire || conforme !== null
      ? []
      : ["Il reste à dire si l’état des lieux de sortie est conforme."]),
    ...(!inventaires && locatives.some(parInventaires)
      ? ["Sans état des lieux d’entrée et de sortie, aucune dégradation ne se retient."]
      : []),
    ...(conforme === true && locatives.some(({ difference }) => difference !== null)
      ? ["Une dégradation est retenue : l’état des lieux de sortie n’est pas conforme."]
      : []),
    ...(avanceAilleurs > 0
      ? [
          `${formatEuros(enEuros(avanceAilleurs))} payés d’avance sont chez le bailleur, et le dépôt à l’agence : annulez ces règlements, et saisissez-les au jour où il vous en verse la somme.`,
        ]
      : []),
    ...(deuxFois(retenues) ? ["Une différence est retenue deux fois."] : []),
    ...(retenues.some(({ qui }) => qui === "a_discuter")
      ? ["Une différence reste à discuter."]
      : []),
    ...(locatives.some((retenue) => manqueDeLaRetenue(retenue) !== null)
      ? ["Chaque retenue a son montant et sa preuve (article 22)."]
      : []),
    ...(provision > provisionAuPlus
      ? [
          provisionAuPlus === 0
            ? "Aucune provision ne se garde ici : il faut un bail de la loi de 1989, un immeuble collectif et des charges payées par provisions (article 22)."
            : "La provision dépasse le cinquième du dépôt (article 22).",
        ]
      : []),
    ...(provision > 0 && !motifProvision?.trim()
      ? ["La provision se justifie : dites pourquoi, par le dernier résultat ou le budget."]
      : []),
    ...(sousReserve > 0
      ? [
          `Un chèque de ${formatEuros(enEuros(sousReserve))} attend d’être crédité : le compte s’arrête une fois qu’il l’est, ou rejeté.`,
        ]
      : []),
    ...aFacturer.map((mois) => `Le loyer ${deMoisEnLettres(mois)} n’est pas quittancé.`),
    ...(auDela > 0
      ? ["Une quittance va au-delà du dernier jour de loyer : elle est à refaire au prorata."]
      : []),
  ];
}
