import type { ModeCharges } from "../../biens/dossier.ts";
import type { Compteur } from "../../biens/index-des-compteurs.ts";
import { dateRelocation } from "../../biens/logement.ts";
import { type Jour, type Mois, moisDeLaPeriode, nombreDeJours, plusTot } from "../../dates.ts";
import { RECUPERABLES, type Recuperable } from "../../missions/depense.ts";
import { type Euros, enEuros } from "../../montants.ts";
import { finDuLoyer } from "../../quittances/quittance.ts";
import type { Centimes } from "../livres/repartition.ts";
import { horsMandat, MANDAT_TERMINE } from "../mandats/fin-de-mandat.ts";
import { avertissementsDe } from "./avertissements.ts";
import { type Consommation, consommationDuBail, type ReleveCompteur } from "./compteurs.ts";
import { type EnvoiDuDecompte, ecartDuRectificatif, type SoldeFige } from "./decompte-envoye.ts";
import { anneeDeLExercice, type Exercice, exerciceEnMots, joursDeLExercice } from "./exercice.ts";
import {
  type BailACharges,
  type ChargesDuBail,
  type ChargesDuLogement,
  chargesDuLogement,
  type DepenseRecuperable,
} from "./partage.ts";
import { provisionProposee } from "./provision.ts";
import { attenteDe, refusDEnvoi } from "./refus-de-decompte.ts";
import { exigibiliteProposee } from "./solde-a-payer.ts";

/** The facts of a dwelling and a year from which the charges statement of one lease is worked out; cents. */
export interface DonneesDeCharges {
  exercice: Exercice;
  /** The name of the exercice; absent: the year of its last day. */
  annee?: number;
  DossierId: number;
  baux: readonly BailACharges[];
  depenses: readonly DepenseRecuperable[];
  /** The lease calls charges each month. */
  provisionnee: boolean;
  releves?: readonly ReleveCompteur[];
  /** The months of the exercice for which the lease was called charges. */
  moisAppeles: readonly Mois[];
  /** Provisions of the year called outside this product; null: nobody gave them. */
  ailleurs: Centimes | null;
  /**
   * How many bills to warn about. The statement leaves out the bills without a day (`sansDate`) and the calls of the
   * syndic, the building's manager (`appelsDuSyndic`). It counts the bills not noted as paid (`nonPayees`).
   */
  ecartees: { sansDate: number; nonPayees: number; appelsDuSyndic: number };
  /** The balance as it was called from the tenant; null while it is not called. */
  appelee: { montant: Centimes; exigibleLe: Jour; le: Jour } | null;
  /** The last statement sent, with the figures frozen on that day. */
  envoye?: (EnvoiDuDecompte & { fige: SoldeFige }) | null;
  /** The day on which the tenant would get a statement sent today; absent: today. */
  arriveLe?: Jour;
  /** The first day of a new provision; `actuelle`: the monthly charges called on that day without a new provision. */
  provision?: { depuis: Jour; actuelle: Centimes };
  sansBailleur?: boolean;
  /** The last day of the mandate whose books the agency keeps; absent or null: it goes on, or no book is kept. */
  finDuMandat?: Jour | null;
  /** The days whose charges were already settled with the tenant's departure, and the day of that settlement. */
  soldees?: { du: Jour; au: Jour; le: Jour } | null;
  /**
   * The last statement sent for another exercice with some of the same days, as when the building moved the first day
   * of its exercice; null without such a statement.
   */
  reglees?: { du: Jour; au: Jour; le: Jour } | null;
}

/** The statement of the charges of a lease for a year (décompte de charges); euros. */
export interface DecompteDeCharges {
  DossierId: number;
  /** The name of the exercice (charges/README §16.1). */
  annee: number;
  /** The next exercice that ends in the same civil year, by its name; absent: there is none. */
  suivant?: number;
  exercice: Exercice;
  du: Jour;
  au: Jour;
  /** The days counted for this lease; `joursDeLAnnee`: the days of the exercice. */
  jours: number;
  joursDeLAnnee: number;
  /** True: other leases ran on some of the same days, and bear a part of the charges of those days. */
  partage: boolean;
  mode: Exclude<ModeCharges, "forfait">;
  lignes: {
    code: Recuperable;
    libelle: string;
    /** The meter that shares this line between leases; null: the days of each lease share it. */
    compteur: Compteur | null;
    depenses: Euros;
    recuperable: Euros;
    montant: Euros;
  }[];
  /** The quantities that the meters counted over the days of the lease, in their unit. */
  consommations: Consommation[];
  depenses: {
    date: Jour;
    code: Recuperable;
    libelle: string;
    numFacture: string | null;
    montant: Euros;
    tauxRecuperable: number;
    /** For a bill of a building: how the part of this dwelling was worked out. */
    calcul: string | null;
  }[];
  /** All the recoverable charges of the dwelling. */
  recuperable: Euros;
  total: Euros;
  /** Provisions called, here and outside this product. */
  provisions: Euros;
  /**
   * The months whose provision was not called here; `ailleurs`: the provisions called outside this product, null
   * while nobody gave them.
   */
  manquants: Mois[];
  ailleurs: Euros | null;
  /** The balance: above zero, the tenant owes it; below zero, it is owed to him. */
  solde: Euros;
  appelee: { montant: Euros; exigibleLe: Jour; le: Jour } | null;
  /** The due day of the balance: the day called, or the day proposed. */
  exigibleLe: Jour;
  /** The balance is not called yet and may still change. */
  projet: boolean;
  /** The French reason why the statement may not be sent; null when it may. */
  refusEnvoi: string | null;
  /** The sending of the statement; null before the sending. */
  envoi: EnvoiDuDecompte | null;
  /**
   * The change of the balance since the statement was sent; a corrected statement would bear this change. Null:
   * nothing changed.
   */
  ecart: Euros | null;
  /**
   * `depuis`: the first day of a new provision; `actuelle`: the monthly provision in force on that day; `proposee`:
   * the provision that these charges justify. Null when none is proposed.
   */
  provision: { depuis: Jour; actuelle: Euros; proposee: Euros } | null;
  /** The last day of rent of the lease; null: no end. */
  finLe: Jour | null;
  avertissements: string[];
}

/**
 * Works out the charges statement of a lease for a year (art. 23 of loi n° 89-462; charges/README §12.21).
 *
 * @param donnees cents
 * @returns the statement in euros, or a French sentence that says why there is none
 */
export function decompteDeCharges(
  donnees: DonneesDeCharges,
  today: Jour,
): DecompteDeCharges | string {
  const { exercice, DossierId, baux, depenses, releves, appelee, envoye = null } = donnees;
  // Staff give the provisions called outside this product only once; later, the last statement sent gives them.
  const ailleurs = donnees.ailleurs ?? envoye?.fige.ailleurs ?? null;
  const { annee = anneeDeLExercice(exercice) } = donnees;
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
  const attente = attenteDe({ ...donnees, ailleurs }, manquants, today);
  const refait = { total, provisions: bail.provisions, ailleurs };
  const ecart = envoye && attente === null ? ecartDuRectificatif(envoye.fige, refait) : null;
  const finLe = finDuLoyer({ ...bail, dateRelocation: dateRelocation(bail, baux) });
  const auPlusTot = exigibiliteProposee(donnees.arriveLe ?? today);
  const termine = (somme: Centimes) =>
    somme > 0 && horsMandat(auPlusTot, donnees.finDuMandat ?? null) ? MANDAT_TERMINE : null;
  return {
    DossierId,
    annee,
    exercice,
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
    consommations: consommations(donnees, charges.natures, { du, au }),
    depenses: depenses.map(({ compteur: _, periode: _periode, calcul = null, ...depense }) => ({
      ...depense,
      montant: enEuros(depense.montant),
      calcul,
    })),
    recuperable: enEuros(charges.natures.reduce((somme, nature) => somme + nature.recuperable, 0)),
    total: enEuros(total),
    provisions: enEuros(bail.provisions + (ailleurs ?? 0)),
    manquants,
    ailleurs: ailleurs === null ? null : enEuros(ailleurs),
    solde: enEuros(solde),
    appelee: appelee && { ...appelee, montant: enEuros(appelee.montant) },
    exigibleLe: appelee?.exigibleLe ?? auPlusTot,
    projet: appelee === null && attente !== null,
    refusEnvoi:
      refusDEnvoi({ ...donnees, envoye, annee, attente, ecart }) ?? termine(ecart ?? solde),
    envoi: envoye && sansFiges(envoye),
    ecart: ecart === null ? null : enEuros(ecart),
    provision: attente === null ? provisionDe(donnees, { charges, chargesDuBail, finLe }) : null,
    finLe,
    avertissements: avertissementsDe(
      { ...donnees, ailleurs },
      { solde, manquants, ecart, estimes: [...estimes] },
      today,
    ),
  };
}

interface ChargesConnues {
  charges: ChargesDuLogement;
  chargesDuBail: ChargesDuBail;
  finLe: Jour | null;
}

/**
 * The provision that a whole year of charges justifies. Null without provisions, for a shorter year, or when the
 * lease ends before a new provision begins.
 */
function provisionDe(
  { exercice, provision }: DonneesDeCharges,
  { charges, chargesDuBail, finLe }: ChargesConnues,
): DecompteDeCharges["provision"] {
  if (!provision || chargesDuBail.bail.mode !== "provisions" || joursDeLExercice(exercice) < 365)
    return null;
  if (finLe !== null && provision.depuis > finLe) return null;
  return {
    depuis: provision.depuis,
    actuelle: enEuros(provision.actuelle),
    proposee: enEuros(provisionProposee(charges, chargesDuBail, exercice)),
  };
}

const consommations = (
  { releves = [] }: DonneesDeCharges,
  natures: readonly { compteur: Compteur | null }[],
  jours: { du: Jour; au: Jour },
): Consommation[] =>
  [...new Set(natures.flatMap(({ compteur }) => compteur ?? []))].map((compteur) => {
    const { quantite, index } = consommationDuBail(releves, compteur, jours);
    return {
      compteur,
      quantite: quantite / 1_000,
      index: index && { debut: index.debut / 1_000, fin: index.fin / 1_000 },
    };
  });

const sansFiges = ({ fige: _, ...envoi }: NonNullable<DonneesDeCharges["envoye"]>) => envoi;

/** The months of a lease whose provision was not called in this product: it was called elsewhere, or forgotten. */
function moisManquants(
  { provisionnee, moisAppeles }: DonneesDeCharges,
  { bail, du, au }: ChargesDuBail,
  today: Jour,
): Mois[] {
  if (bail.mode !== "provisions" || !provisionnee) return [];
  return moisDeLaPeriode(du, plusTot(au, today)).filter((mois) => !moisAppeles.includes(mois));
}
