import type { ModeCharges } from "../../biens/dossier.ts";
import type { Compteur } from "../../biens/etat-lieux.ts";
import {
  dansMois,
  formatJour,
  type Jour,
  type Mois,
  moisDeLaPeriode,
  moisEnLettres,
  nombreDeJours,
  plusTot,
} from "../../dates.ts";
import { RECUPERABLES, type Recuperable } from "../../missions/depense.ts";
import { type Euros, enCentimes, enEuros } from "../../montants.ts";
import type { ReleveCompteur } from "../charges/compteurs.ts";
import {
  anneeDeLExercice,
  type Exercice,
  estCivil,
  exerciceCivil,
  exerciceEnMots,
  joursDeLExercice,
} from "../charges/exercice.ts";
import {
  type BailACharges,
  type ChargesDuBail,
  chargesDuLogement,
  type DepenseRecuperable,
} from "../charges/partage.ts";
import { type Centimes, enParts } from "../livres/repartition.ts";
import { prescrite } from "./imputation.ts";

/** The data of a dwelling and a year, for the statement of one of its leases; cents. */
export interface DonneesDeCharges {
  exercice: Exercice;
  DossierId: number;
  baux: readonly BailACharges[];
  depenses: readonly DepenseRecuperable[];
  /** The lease has charges to call each month. */
  provisionnee: boolean;
  /** Of the meters that share some of the bills. */
  releves?: readonly ReleveCompteur[];
  /** The months of the exercice for which it was called some charges. */
  moisAppeles: readonly Mois[];
  /** Provisions of the year called elsewhere, before the product was used; null: nobody said. */
  ailleurs: Centimes | null;
  /**
   * The bills left out: recoverable ones without a day, bills of the year still unpaid, calls of the syndic, which are
   * no bills.
   */
  ecartees: { sansDate: number; nonPayees: number; appelsDuSyndic: number };
  /** The balance, once called. */
  appelee: { montant: Centimes; exigibleLe: Jour; le: Jour } | null;
}

/** The statement of the charges of a lease and a year; euros. */
export interface DecompteDeCharges {
  DossierId: number;
  /** Of the last day of the exercice, by which it is named. */
  annee: number;
  /** The days of the lease in the exercice. */
  du: Jour;
  au: Jour;
  /** The days counted, among those of the year. */
  jours: number;
  joursDeLAnnee: number;
  /** Days on which other leases also ran were shared. */
  partage: boolean;
  mode: Exclude<ModeCharges, "forfait">;
  lignes: {
    code: Recuperable;
    libelle: string;
    /** The meter that shares it; null: the days do. */
    compteur: Compteur | null;
    depenses: Euros;
    recuperable: Euros;
    montant: Euros;
  }[];
  depenses: {
    date: Jour;
    code: Recuperable;
    libelle: string;
    numFacture: string | null;
    montant: Euros;
    tauxRecuperable: number;
  }[];
  /** All the recoverable charges of the dwelling. */
  recuperable: Euros;
  total: Euros;
  /** Provisions, with those called elsewhere. */
  provisions: Euros;
  /** Months without a call here, and the sum called elsewhere; null: nobody said. */
  manquants: Mois[];
  ailleurs: Euros | null;
  /** Above zero, the tenant owes it; below, it is owed to him. */
  solde: Euros;
  appelee: { montant: Euros; exigibleLe: Jour; le: Jour } | null;
  /** The due day of the balance: as called, else as proposed. */
  exigibleLe: Jour;
  /** The balance is not called, and its amount is not final. */
  projet: boolean;
  /** The reason why the balance may not be called from the tenant, in a sentence; null when it may. */
  refus: string | null;
  avertissements: string[];
}

/**
 * The statement of the charges of a lease and a year (art. 23 of loi n° 89-462; charges/README §12.21).
 * @returns a sentence where there is none to make
 */
export function decompteDeCharges(
  donnees: DonneesDeCharges,
  today: Jour,
): DecompteDeCharges | string {
  const { exercice, DossierId, baux, depenses, releves, appelee, ailleurs } = donnees;
  const annee = anneeDeLExercice(exercice);
  if (baux.some(({ id, mode }) => id === DossierId && mode === "forfait")) {
    return "Les charges de ce bail sont un forfait : elles ne se régularisent pas.";
  }
  const charges = chargesDuLogement(exercice, { baux, depenses, ...(releves && { releves }) });
  const chargesDuBail = charges.baux.find(({ bail }) => bail.id === DossierId);
  if (!chargesDuBail) return `Ce bail ne court aucun jour de ${exerciceEnMots(exercice)}.`;
  const { bail, du, au, jours, parts, total } = chargesDuBail;
  const solde = chargesDuBail.solde - (ailleurs ?? 0);
  const estimes = new Set(charges.natures.flatMap(({ indexEstimes }) => indexEstimes));
  const manquants = moisManquants(donnees, chargesDuBail, today);
  const attente = attenteDe(donnees, manquants, today);
  return {
    DossierId,
    annee,
    du,
    au,
    jours,
    joursDeLAnnee: joursDeLExercice(exercice),
    partage: jours < nombreDeJours(du, au),
    mode: bail.mode === "periodique" ? "periodique" : "provisions",
    lignes: charges.natures.map(({ code, compteur, depenses: payees, recuperable }, rang) => ({
      code,
      libelle: RECUPERABLES[code].libelle,
      compteur,
      depenses: enEuros(payees),
      recuperable: enEuros(recuperable),
      montant: enEuros(parts[rang] ?? 0),
    })),
    depenses: depenses.map((depense) => ({ ...depense, montant: enEuros(depense.montant) })),
    recuperable: enEuros(charges.natures.reduce((somme, nature) => somme + nature.recuperable, 0)),
    total: enEuros(total),
    provisions: enEuros(bail.provisions + (ailleurs ?? 0)),
    manquants,
    ailleurs: ailleurs === null ? null : enEuros(ailleurs),
    solde: enEuros(solde),
    appelee: appelee && { ...appelee, montant: enEuros(appelee.montant) },
    exigibleLe: appelee?.exigibleLe ?? exigibiliteProposee(today),
    projet: appelee === null && attente !== null,
    refus: appelee ? dejaAppele(annee) : (attente ?? (solde > 0 ? null : RIEN_A_APPELER)),
    avertissements: avertissementsDe(donnees, { solde, manquants, estimes: [...estimes] }, today),
  };
}

/** Whether the exercice is over: the sum owed for it may be known. */
const fini = ({ au }: Exercice, today: Jour): boolean => today > au;

/** « L’année 2025 n’est pas finie », « L’exercice 2026 n’est pas fini ». */
const pasFini = (exercice: Exercice): string =>
  estCivil(exercice)
    ? `L’année ${anneeDeLExercice(exercice)} n’est pas finie`
    : `L’exercice ${anneeDeLExercice(exercice)} n’est pas fini`;

/** The months of a lease whose provision was not called here: before the product was used, or forgotten. */
function moisManquants(
  { provisionnee, moisAppeles }: DonneesDeCharges,
  { bail, du, au }: ChargesDuBail,
  today: Jour,
): Mois[] {
  if (bail.mode !== "provisions" || !provisionnee) return [];
  return moisDeLaPeriode(du, plusTot(au, today)).filter((mois) => !moisAppeles.includes(mois));
}

function avertissementsDe(
  { exercice, depenses, ecartees, appelee, ailleurs }: DonneesDeCharges,
  {
    solde,
    manquants,
    estimes,
  }: { solde: Centimes; manquants: readonly Mois[]; estimes: readonly Jour[] },
  today: Jour,
): string[] {
  const { sansDate, nonPayees, appelsDuSyndic } = ecartees;
  const provisionsConnues = manquants.length === 0 || ailleurs !== null;
  const motifs: [boolean, string][] = [
    [
      depenses.length === 0,
      `Aucune dépense récupérable de ce logement n’est datée de ${exerciceEnMots(exercice)} : notez celles du syndic et des factures.`,
    ],
    [!fini(exercice, today), `${pasFini(exercice)} : d’autres dépenses peuvent venir.`],
    [
      !provisionsConnues,
      `Aucune provision n’est appelée ici pour ${enumeres(exercice, manquants)} : dites les provisions appelées ailleurs, le solde n’en déduit rien.`,
    ],
    [
      provisionsConnues && appelee !== null && appelee.montant !== solde,
      "Ce qui fut appelé n’est plus le solde de ce décompte : une dépense ou une provision a changé depuis.",
    ],
    [
      estimes.length > 0,
      `Index de compteur non relevé le ${estimes.map(formatJour).join(", le ")} : la consommation y est partagée au prorata des jours.`,
    ],
    [sansDate > 0, `Dépenses récupérables sans date : ${sansDate}. Elles ne sont d’aucune année.`],
    [nonPayees > 0, `Dépenses de ce décompte qui ne sont pas dites payées : ${nonPayees}.`],
    [
      appelsDuSyndic > 0,
      `Appels de fonds du syndic laissés de côté : ${appelsDuSyndic}. Ce sont des provisions : notez les dépenses de son décompte annuel.`,
    ],
    [
      prescrite(exercice.au, today),
      "Plus de trois ans ont passé : le locataire peut opposer la prescription (article 7-1).",
    ],
  ];
  return motifs.flatMap(([vrai, phrase]) => (vrai ? [phrase] : []));
}

const MOIS_NOMMES = 3;

const enumeres = (exercice: Exercice, mois: readonly Mois[]): string =>
  mois.length > MOIS_NOMMES
    ? `${mois.length} mois de ${exerciceEnMots(exercice)}`
    : mois.map(moisEnLettres).join(", ");

const RIEN_A_APPELER = "Le locataire ne doit rien de plus que ses provisions.";

/** The reason why the sum owed for the year is not known yet, in a sentence; null when it is. */
function attenteDe(
  { exercice, depenses, ailleurs }: DonneesDeCharges,
  manquants: readonly Mois[],
  today: Jour,
): string | null {
  if (!fini(exercice, today)) return `${pasFini(exercice)} : son solde n’est pas connu.`;
  if (depenses.length === 0) return "Aucune dépense récupérable : il n’y a rien à régulariser.";
  return manquants.length > 0 && ailleurs === null
    ? `Des provisions de ${exerciceEnMots(exercice)} ne sont pas appelées ici : dites les provisions appelées ailleurs, ou 0.`
    : null;
}

/**
 * The reason why the balance of a statement may not be called from the tenant (charges/README §12.21); null when it
 * may.
 *
 * @param montant euros: the balance that was read
 * @returns a sentence
 */
export const refusDAppelDuSolde = (
  { refus, solde }: Pick<DecompteDeCharges, "refus" | "solde">,
  montant: Euros,
): string | null =>
  refus ??
  (enCentimes(montant) === enCentimes(solde)
    ? null
    : "Ce décompte a changé entre-temps : relisez-le avant d’appeler son solde.");

/**
 * The reason why the balance of a statement made today may not fall due that day: the statement comes at least a month
 * before it (art. 23; charges/README §12.21); null when it may.
 *
 * @returns a sentence
 */
export function refusDExigibilite(exigibleLe: Jour, today: Jour): string | null {
  const premier = exigibiliteProposee(today);
  return exigibleLe < premier
    ? `Le ${formatJour(premier)} au plus tôt : le décompte précède d’un mois au moins le paiement (article 23).`
    : null;
}

/** The refusal to call a balance twice, in a sentence. */
export const dejaAppele = (annee: number): string =>
  `Le solde des charges de ${annee} est déjà appelé à ce locataire.`;

/** The default due day of the balance: a month after the statement, which comes before it (art. 23). */
export const exigibiliteProposee = (today: Jour): Jour => dansMois(today, 1);

/** Whether the tenant may ask to pay by twelfths: the statement comes after the civil year that follows (art. 23). */
export const parDouziemes = ({ annee }: Pick<DecompteDeCharges, "annee">, le: Jour): boolean =>
  le > exerciceCivil(annee + 1).au;

/** The twelve parts of a balance. @param montant euros, above zero */
export const douziemes = (montant: Euros): Euros[] => enParts(enCentimes(montant), 12).map(enEuros);
