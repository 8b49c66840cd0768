import { formatJour, type Jour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";

/** Who receives the deposits that the agency holds, at the end of a mandate. */
export const DESTINATAIRES_DES_DEPOTS = {
  mandant: "Le propriétaire, avec son dernier compte",
  gestionnaire: "Le gestionnaire suivant, par virement",
} as const;

export type DestinataireDesDepots = keyof typeof DESTINATAIRES_DES_DEPOTS;

/** A deposit handed to the next manager, and the bill that pays it; cents. */
export interface DepotRemis {
  DossierId: number;
  IntendanceId: number;
  montant: Centimes;
}

/** What the agency holds for a tenant of the mandate, and what he owes; cents. */
export interface LocataireDuMandat {
  DossierId: number;
  AppartementId: number;
  locataire: string;
  logement: string;
  depot: Centimes;
  /** Paid ahead: it leaves with the deposit. */
  avance: Centimes;
  /** Handed to the next manager already. */
  remis: Centimes;
  /** Owed to the owner, who goes on with it. */
  du: Centimes;
  /** A frozen account of a departure that the agency has still to give back, or that waits for charges. */
  arrete: boolean;
  /** A cheque that the bank has not credited. */
  cheque: Centimes;
  /** The lease still runs. */
  present: boolean;
  /** The papers of its lease that the agency keeps. */
  pieces: readonly string[];
}

/** Who manages from then on, as papers name him. */
export interface GestionnaireSuivant {
  FournisseurId: number;
  nom: string;
  adresse: string[];
}

/** The end of a mandate as somebody noted it. */
export interface FinNotee {
  id: number;
  finLe: Jour;
  motif: string;
  /** Null: the owner himself. */
  gestionnaire: GestionnaireSuivant | null;
  depots: DestinataireDesDepots;
  remisLe: Jour | null;
  arreteLe: Jour | null;
  CompteRenduId: number | null;
  version: number;
}

/** What the books and the records say of a mandate on a day; cents. */
export interface FaitsDeFin {
  today: Jour;
  /** The books are kept. */
  livres: boolean;
  inscrit: boolean;
  /** Owed to the owner, and to be paid over by accounts already valid. */
  solde: Centimes;
  aVerser: Centimes;
  /** Kept by the terms in force. */
  provision: Centimes;
  /** Fees that the owner still owes, and those taken and not transferred yet. */
  honorairesDus: Centimes;
  honorairesAVirer: Centimes;
  /** Owed to suppliers. */
  fournisseurs: Centimes;
  /** Drafts of accounts of months before this one: « d’octobre 2026 ». */
  brouillons: readonly string[];
  /** The account of the running month is valid already. */
  moisRendu: boolean;
  /** Bills good to pay, in words. */
  factures: readonly string[];
  /** Batches whose file the bank does not have, by number. */
  lots: readonly string[];
  locataires: readonly LocataireDuMandat[];
}

const euros = (centimes: Centimes): string => formatEuros(enEuros(centimes));

/** What a tenant's deposit and advance make, in cents, of which nothing was handed over yet. */
export const tenuPour = ({
  depot,
  avance,
}: Pick<LocataireDuMandat, "depot" | "avance">): Centimes => depot + avance;

/** The deposits and advances that are still held, in cents. */
export const depotsTenus = (locataires: readonly LocataireDuMandat[]): Centimes =>
  locataires.reduce((somme, locataire) => somme + tenuPour(locataire), 0);

/**
 * What the end of a mandate still waits for, in sentences (mandats/README §12.24): nothing, it may be frozen.
 * @param fin the end as it is noted
 */
export function manquesDeLaFin(fin: FinNotee, faits: FaitsDeFin): string[] {
  const { brouillons, factures, inscrit, livres, lots, locataires, moisRendu, solde, today } =
    faits;
  if (!livres) return ["Les comptes ne sont pas ouverts : signez d’abord la reprise des soldes."];
  const arretes = locataires.filter(({ arrete }) => arrete);
  const cheques = locataires.filter(({ cheque }) => cheque > 0);
  const aRemettre = fin.depots === "gestionnaire" ? depotsTenus(locataires) : 0;
  return [
    ...(fin.finLe > today ? [`Le mandat court jusqu’au ${formatJour(fin.finLe)}.`] : []),
    ...(inscrit ? [] : ["Ce mandat n’est pas au registre : il n’a pas de compte à rendre."]),
    ...brouillons.map((mois) => `Le compte rendu ${mois} est à valider.`),
    ...(moisRendu
      ? ["Le compte rendu du mois est déjà validé : le dernier compte s’arrête le mois prochain."]
      : []),
    ...factures.map((facture) => `${facture} : à payer, ou à retirer du bon à payer.`),
    ...lots.map((numero) => `Le lot ${numero} n’est pas encore remis à la banque.`),
    ...arretes.map(
      ({ locataire }) => `Le compte de sortie de ${locataire} est arrêté : rendez d’abord son dû.`,
    ),
    ...cheques.map(
      ({ locataire, cheque }) =>
        `Un chèque de ${euros(cheque)} de ${locataire} attend son crédit à la banque.`,
    ),
    ...(aRemettre > 0
      ? [`${euros(aRemettre)} de dépôts sont à remettre au gestionnaire suivant.`]
      : []),
    ...(solde < 0
      ? [`Le compte du mandat est à découvert de ${euros(-solde)} : le propriétaire les doit.`]
      : []),
  ];
}

/** What is still to leave once the last account is frozen, in sentences; none: the mandate is settled. */
export function restesDeLaFin(faits: FaitsDeFin): string[] {
  const { aVerser, fournisseurs, honorairesAVirer, honorairesDus, locataires, solde } = faits;
  const tenu = depotsTenus(locataires);
  return [
    ...(aVerser > 0 ? [`${euros(aVerser)} sont à virer.`] : []),
    ...(honorairesAVirer > 0
      ? [`${euros(honorairesAVirer)} d’honoraires sont à virer à l’agence.`]
      : []),
    ...(honorairesDus > honorairesAVirer
      ? [`${euros(honorairesDus - honorairesAVirer)} d’honoraires restent dus par le propriétaire.`]
      : []),
    ...(solde > 0 ? [`${euros(solde)} sont venus depuis : le compte suivant les rend.`] : []),
    ...(solde < 0 ? [`${euros(-solde)} manquent au compte : le propriétaire les doit.`] : []),
    ...(fournisseurs !== 0 ? [`${euros(fournisseurs)} sont dus à des fournisseurs.`] : []),
    ...(tenu > 0 ? [`${euros(tenu)} de dépôts ou d’avances sont encore tenus.`] : []),
  ];
}

/** Where the end of a mandate stands (mandats/README §12.24). */
export const ETATS_FIN = {
  notee: "Fin notée",
  a_arreter: "À arrêter",
  arretee: "Arrêté, à solder",
  soldee: "Terminé",
} as const;

export type EtatFin = keyof typeof ETATS_FIN;

export function etatDeLaFin(fin: FinNotee, faits: FaitsDeFin): EtatFin {
  if (fin.arreteLe !== null) return restesDeLaFin(faits).length === 0 ? "soldee" : "arretee";
  return fin.finLe <= faits.today ? "a_arreter" : "notee";
}

/** The day from which nothing more is called for a mandate, if its end is noted. @param finLe its last day */
export const horsMandat = (jour: Jour, finLe: Jour | null): boolean =>
  finLe !== null && jour > finLe;

/** What the papers of an end say; cents. */
export interface ContenuFin {
  numero: string;
  dateSignature: Jour | null;
  mandants: readonly string[];
  finLe: Jour;
  motif: string;
  gestionnaire: Omit<GestionnaireSuivant, "FournisseurId"> | null;
  depots: DestinataireDesDepots;
  locataires: readonly Pick<
    LocataireDuMandat,
    "DossierId" | "locataire" | "logement" | "depot" | "avance" | "du" | "present" | "pieces"
  >[];
  /** The owner's account before, what the deposits brought, what was kept and is given back, the fees, the sum paid over. */
  soldeAvant: Centimes;
  depotsVerses: Centimes;
  provision: Centimes;
  honoraires: Centimes;
  reversement: Centimes;
  /**
   * The sums that earlier accounts still had to pay over on the day of the end, and the fees still unpaid; ends frozen
   * before these fields existed have neither.
   */
  aVerserAvant?: Centimes;
  honorairesDus?: Centimes;
  compteRendu: string;
}

/** `GET /Mission/{id}/fin`: the end of a mandate, with all that its screen shows. */
export interface FinDeMandatDetail {
  MissionId: number;
  fin: FinNotee | null;
  etat: EtatFin | null;
  faits: FaitsDeFin;
  /** What it waits for before it may be frozen, and what is still to leave after. */
  manques: string[];
  restes: string[];
  contenu: ContenuFin | null;
  annulees: { finLe: Jour; annuleLe: Jour; motif: string }[];
}
