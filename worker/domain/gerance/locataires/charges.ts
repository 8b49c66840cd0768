import type { ModeCharges } from "../../biens/dossier.ts";
import type { Compteur } from "../../biens/index-des-compteurs.ts";
import { dateRelocation } from "../../biens/logement.ts";
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
import { type Euros, enCentimes, enEuros, somme } from "../../montants.ts";
import { finDuLoyer } from "../../quittances/quittance.ts";
import {
  type Consommation,
  consommationDuBail,
  type ReleveCompteur,
} from "../charges/compteurs.ts";
import {
  type EnvoiDuDecompte,
  ecartDuRectificatif,
  MOIS_D_ECHELONNEMENT,
  type MoisDEchelonnement,
  provisionProposee,
  type SoldeFige,
} from "../charges/decompte.ts";
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
  type ChargesDuLogement,
  chargesDuLogement,
  type DepenseRecuperable,
} from "../charges/partage.ts";
import { type Centimes, enParts } from "../livres/repartition.ts";
import { horsMandat, MANDAT_TERMINE } from "../mandats/fin-de-mandat.ts";
import { prescrite } from "./prescription.ts";

/** The facts of a dwelling and a year from which the charges statement of one lease is worked out; cents. */
export interface DonneesDeCharges {
  exercice: Exercice;
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
  annule?: boolean;
}

/** The statement of the charges of a lease for a year (décompte de charges); euros. */
export interface DecompteDeCharges {
  DossierId: number;
  /** The year of the last day of the exercice, which names the statement. */
  annee: number;
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
  /** The French reason why the balance may not be called from the tenant; null when it may. */
  refus: string | null;
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
   * `actuelle`: the monthly provision in force on the day when a new one would begin; `proposee`: the provision that
   * these charges justify. Null when none is proposed.
   */
  provision: { actuelle: Euros; proposee: Euros } | null;
  /** The last day of rent of the lease; null: no end. */
  finLe: Jour | null;
  avertissements: string[];
}

/** A charges statement as it was sent; it never changes (charges/README §16.4). */
export interface DecompteFige
  extends Omit<
    DecompteDeCharges,
    "appelee" | "avertissements" | "ecart" | "envoi" | "projet" | "refus" | "refusEnvoi"
  > {
  /** The earlier statement that this one corrects; null when it corrects none. */
  rectifie: { envoyeLe: Jour; solde: Euros } | null;
  /** The new monthly provision that the statement announces, with its first day; null when it announces none. */
  nouvelleProvision: { depuis: Jour; montant: Euros } | null;
  /** Whether the books hold the sum of the statement, called from the tenant or given back to him. */
  auCompte: boolean;
}

/**
 * The sum that a sent statement asks for: its balance, less the balance of the statement that it corrects; euros,
 * below zero to give back.
 */
export const sommeFigee = ({ rectifie, solde }: Pick<DecompteFige, "rectifie" | "solde">): Euros =>
  somme(solde, 0 - (rectifie?.solde ?? 0));

/** The frozen copy of a charges statement on the day it is sent. @param envoye the facts known only at the sending */
export const figer = (
  {
    appelee: _appelee,
    avertissements: _avertissements,
    ecart: _ecart,
    envoi,
    projet: _projet,
    refus: _refus,
    refusEnvoi: _refusEnvoi,
    ...decompte
  }: DecompteDeCharges,
  envoye: Pick<DecompteFige, "auCompte" | "exigibleLe" | "nouvelleProvision">,
): DecompteFige => ({
  ...decompte,
  ...envoye,
  rectifie: envoi && { envoyeLe: envoi.envoyeLe, solde: envoi.solde },
});

/**
 * The figures of a sent statement that a later statement is compared with; cents. `provisions` leaves `ailleurs` out.
 */
export const soldeFige = ({ total, provisions, ailleurs }: DecompteFige): SoldeFige => ({
  total: enCentimes(total),
  provisions: enCentimes(provisions) - enCentimes(ailleurs ?? 0),
  ailleurs: ailleurs === null ? null : enCentimes(ailleurs),
});

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
    depenses: depenses.map(({ compteur: _, calcul = null, ...depense }) => ({
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
    refus: refusDAppel({ ...donnees, envoye, annee, attente, solde }) ?? termine(solde),
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
  if (chargesDuBail.bail.mode !== "provisions" || joursDeLExercice(exercice) < 365) return null;
  if (finLe !== null && provision && provision.depuis > finLe) return null;
  return {
    actuelle: enEuros(provision?.actuelle ?? 0),
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

interface Suite
  extends Pick<
    DonneesDeCharges,
    "annule" | "appelee" | "envoye" | "exercice" | "reglees" | "soldees"
  > {
  annee: number;
  attente: string | null;
}

function refusDAppel({ solde, ...suite }: Suite & { solde: Centimes }) {
  const { annee, annule, appelee, attente, envoye } = suite;
  if (envoye) return dejaEnvoye(envoye);
  if (appelee) return dejaAppele(annee);
  if (annule) return "Un décompte de cette année est annulé : envoyez celui qui le remplace.";
  return dejaReglees(suite) ?? attente ?? (solde > 0 ? null : RIEN_A_APPELER);
}

function refusDEnvoi({ ecart, ...suite }: Suite & { ecart: Centimes | null }) {
  const { annee, appelee, attente, envoye } = suite;
  const reglees = dejaReglees(suite);
  if (reglees) return reglees;
  if (attente) return attente;
  if (envoye) return ecart === null ? dejaEnvoye(envoye) : null;
  return appelee ? dejaAppele(annee) : null;
}

/**
 * The French refusal for a year whose charges were already settled with the tenant's departure; null when there is
 * none (departs/README §14.3).
 */
function soldeesAuDepart({
  exercice,
  soldees,
}: Pick<Suite, "exercice" | "soldees">): string | null {
  if (!soldees || soldees.du > exercice.au || soldees.au < exercice.du) return null;
  return `Les charges du ${formatJour(soldees.du)} au ${formatJour(soldees.au)} sont soldées avec le départ, le ${formatJour(soldees.le)} : annulez d’abord ce solde pour envoyer un décompte.`;
}

/**
 * The French refusal for days whose charges were settled already: with the tenant's departure, or by a statement of
 * another exercice (charges/README §12.21). Null when there is none.
 */
const dejaReglees = ({
  exercice,
  reglees,
  soldees,
}: Pick<DonneesDeCharges, "exercice" | "reglees" | "soldees">): string | null =>
  soldeesAuDepart({ exercice, soldees: soldees ?? null }) ??
  (reglees
    ? `Le décompte du ${formatJour(reglees.le)} règle déjà les charges du ${formatJour(reglees.du)} au ${formatJour(reglees.au)} : aucun jour ne se règle deux fois. Annulez-le d’abord, ou rendez son exercice à l’immeuble.`
    : null);

const dejaEnvoye = ({ envoyeLe }: EnvoiDuDecompte): string =>
  `Ce décompte est envoyé depuis le ${formatJour(envoyeLe)} : seule une différence s’y ajoute, par un décompte rectificatif.`;

const fini = ({ au }: Exercice, today: Jour): boolean => today > au;

/** The beginning of a refusal: « L’année 2025 n’est pas finie », « L’exercice 2026 n’est pas fini ». */
const pasFini = (exercice: Exercice): string =>
  estCivil(exercice)
    ? `L’année ${anneeDeLExercice(exercice)} n’est pas finie`
    : `L’exercice ${anneeDeLExercice(exercice)} n’est pas fini`;

/** The months of a lease whose provision was not called in this product: it was called elsewhere, or forgotten. */
function moisManquants(
  { provisionnee, moisAppeles }: DonneesDeCharges,
  { bail, du, au }: ChargesDuBail,
  today: Jour,
): Mois[] {
  if (bail.mode !== "provisions" || !provisionnee) return [];
  return moisDeLaPeriode(du, plusTot(au, today)).filter((mois) => !moisAppeles.includes(mois));
}

function avertissementsDe(
  {
    exercice,
    depenses,
    ecartees,
    appelee,
    envoye,
    ailleurs,
    reglees,
    soldees,
    sansBailleur = false,
  }: DonneesDeCharges,
  {
    solde,
    manquants,
    ecart,
    estimes,
  }: {
    solde: Centimes;
    manquants: readonly Mois[];
    ecart: Centimes | null;
    estimes: readonly Jour[];
  },
  today: Jour,
): string[] {
  const { sansDate, nonPayees, appelsDuSyndic } = ecartees;
  const provisionsConnues = manquants.length === 0 || ailleurs !== null;
  const deja = dejaReglees({ exercice, reglees: reglees ?? null, soldees: soldees ?? null });
  const motifs: [boolean, string][] = [
    [deja !== null, deja ?? ""],
    [sansBailleur, SANS_BAILLEUR],
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
      ecart !== null,
      "Une dépense ou une provision a changé depuis l’envoi de ce décompte : un décompte rectificatif en porte la différence.",
    ],
    [
      provisionsConnues && !envoye && appelee !== null && appelee.montant !== solde,
      "Ce qui fut appelé n’est plus le solde de ce décompte : une dépense ou une provision a changé depuis.",
    ],
    [
      estimes.length > 0,
      `Index de compteur non relevé le ${estimes.map(formatJour).join(", le ")} : la consommation y est partagée au prorata des jours.`,
    ],
    [
      depenses.some(({ code }) => CHAUFFAGE_COLLECTIF.has(code)),
      "Chauffage ou eau chaude collectifs : joignez la note sur le calcul de ces charges (article 23).",
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

/** The warning of a statement that names no owner. */
export const SANS_BAILLEUR =
  "Le logement n’a aucun propriétaire : le décompte laisse le bailleur en blanc.";

/** The charges of a collective heating: a note explains their calculation to the tenant (art. 23). */
const CHAUFFAGE_COLLECTIF: ReadonlySet<Recuperable> = new Set(["R23", "R24"]);

const MOIS_NOMMES = 3;

const enumeres = (exercice: Exercice, mois: readonly Mois[]): string =>
  mois.length > MOIS_NOMMES
    ? `${mois.length} mois de ${exerciceEnMots(exercice)}`
    : mois.map(moisEnLettres).join(", ");

const RIEN_A_APPELER = "Le locataire ne doit rien de plus que ses provisions.";

/** The French reason why the charges of the year are not known yet; null when they are. */
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
 * The French reason why the balance of a statement may not be called from the tenant (charges/README §12.21); null
 * when the call is accepted.
 *
 * @param montant euros: the balance that the caller read
 */
export const refusDAppelDuSolde = (
  { refus, solde }: Pick<DecompteDeCharges, "refus" | "solde">,
  montant: Euros,
): string | null =>
  refus ??
  (enCentimes(montant) === enCentimes(solde)
    ? null
    : "Ce décompte a changé entre-temps : relisez-le avant d’appeler son solde.");

/** The months after a statement within which its balance falls due. */
const MOIS_D_EXIGIBILITE = 12;

/**
 * The French refusal of a due day less than a month after the tenant gets the statement (art. 23; charges/README
 * §12.21), or more than a year after it was sent; null when the day is accepted.
 *
 * @param today the day of the statement
 * @param arriveLe the day on which the tenant gets it
 */
export function refusDExigibilite(
  exigibleLe: Jour,
  today: Jour,
  arriveLe: Jour = today,
): string | null {
  const premier = exigibiliteProposee(arriveLe);
  if (exigibleLe < premier) {
    const lettre =
      arriveLe === today ? "" : ` la lettre arrive vers le ${formatJour(arriveLe)}, et`;
    return `Le ${formatJour(premier)} au plus tôt :${lettre} le décompte précède d’un mois au moins le paiement (article 23).`;
  }
  const dernier = dansMois(today, MOIS_D_EXIGIBILITE);
  return exigibleLe > dernier
    ? `Le ${formatJour(dernier)} au plus tard : le solde est exigible dans l’année qui suit l’envoi.`
    : null;
}

/** The French refusal to call the balance of a year twice. */
export const dejaAppele = (annee: number): string =>
  `Le solde des charges de ${annee} est déjà appelé à ce locataire.`;

/** The proposed due day of a balance: a month after the statement (art. 23). @param today the day of the statement */
export const exigibiliteProposee = (today: Jour): Jour => dansMois(today, 1);

/**
 * Whether the tenant may ask to pay in twelve parts: the statement came after the end of the civil year that follows
 * the year of its charges (art. 23).
 *
 * @param le the day of the statement
 */
export const parDouziemes = ({ annee }: Pick<DecompteDeCharges, "annee">, le: Jour): boolean =>
  le > exerciceCivil(annee + 1).au;

/**
 * The numbers of months over which a balance may be paid: three or six by agreement, twelve for a late statement (art.
 * 23).
 *
 * @param le the day of the statement
 */
export const echelonnementsDe = (
  decompte: Pick<DecompteDeCharges, "annee">,
  le: Jour,
): MoisDEchelonnement[] =>
  MOIS_D_ECHELONNEMENT.filter((mois) => mois < 12 || parDouziemes(decompte, le));

/**
 * The French reason why a sent statement may not be paid over `mois` months; null when it may.
 *
 * @param reste euros: the unpaid part of the sum that the statement asks for
 */
export function refusDEchelonnement(
  envoi: Pick<EnvoiDuDecompte, "envoyeLe" | "mois" | "partiLe"> | null,
  { annee, mois, reste }: { annee: number; mois: number; reste: Euros },
): string | null {
  if (envoi === null) return "Ce décompte n’est pas envoyé : son solde n’est pas encore à payer.";
  if (envoi.mois !== null) return "Ce solde est déjà à payer en plusieurs fois.";
  if (reste <= 0) return "Il ne reste rien à payer de ce décompte.";
  return refusDesMois({ annee }, mois, envoi.partiLe ?? envoi.envoyeLe);
}

/**
 * The French refusal to spread the balance of a statement over `mois` months; null when they are accepted.
 *
 * @param le the day of the statement
 */
export const refusDesMois = (
  decompte: Pick<DecompteDeCharges, "annee">,
  mois: number,
  le: Jour,
): string | null =>
  echelonnementsDe(decompte, le).some((un) => un === mois)
    ? null
    : "Ce décompte est envoyé à temps : son solde se paie en trois ou six mois, par accord (article 23).";

/** The twelve parts of a balance, in euros. @param montant euros, above zero */
export const douziemes = (montant: Euros): Euros[] => enParts(enCentimes(montant), 12).map(enEuros);
