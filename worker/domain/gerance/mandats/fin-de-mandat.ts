import { formatJour, type Jour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";

export const DESTINATAIRES_DES_DEPOTS = {
  mandant: "Le propriétaire, avec son dernier compte",
  gestionnaire: "Le gestionnaire suivant, par virement",
} as const;

export type DestinataireDesDepots = keyof typeof DESTINATAIRES_DES_DEPOTS;

/** A deposit handed to the next manager, and the expense that pays it; cents. */
export interface DepotRemis {
  DossierId: number;
  IntendanceId: number;
  montant: Centimes;
}

/** The money that the agency holds for a tenant of the mandate, and his debt; cents. */
export interface LocataireDuMandat {
  DossierId: number;
  AppartementId: number;
  locataire: string;
  logement: string;
  depot: Centimes;
  /** Rent paid ahead, which is handed over with the deposit. */
  avance: Centimes;
  /** The sum already handed to the next manager. */
  remis: Centimes;
  /** The tenant's debt, which the owner will claim himself. */
  du: Centimes;
  /** The account of the departure is frozen, and the agency still holds money of the tenant. */
  arrete: boolean;
  /** Cheques that the bank has not credited. */
  cheque: Centimes;
  /** The overpayment that the tenant wants back and that no transfer has refunded yet. */
  aRendre: Centimes;
  /** The tenant has not left the dwelling. */
  present: boolean;
  /** The papers of the lease that the agency keeps, in French words. */
  pieces: readonly string[];
}

/** The manager who takes over the mandate, as papers name him. */
export interface GestionnaireSuivant {
  FournisseurId: number;
  nom: string;
  adresse: string[];
}

export interface FinNotee {
  id: number;
  finLe: Jour;
  motif: string;
  /** The manager who takes over; null: the owner manages himself. */
  gestionnaire: GestionnaireSuivant | null;
  depots: DestinataireDesDepots;
  remisLe: Jour | null;
  arreteLe: Jour | null;
  CompteRenduId: number | null;
  version: number;
}

/** The facts of a mandate on a day that decide whether it may end; cents. */
export interface FaitsDeFin {
  today: Jour;
  /** The books are open. */
  livres: boolean;
  inscrit: boolean;
  /** The money held for the owner; `aVerser`: the sum that validated statements still owe him. */
  solde: Centimes;
  aVerser: Centimes;
  /** The sum that the owner's account must keep, by the terms in force. */
  provision: Centimes;
  /**
   * The invoiced fees that the agency's own account has not received; `honorairesAVirer`: the part of these fees
   * already taken from the owner's money. Below zero, fees were given back.
   */
  honorairesDus: Centimes;
  honorairesAVirer: Centimes;
  /** The debts to suppliers. */
  fournisseurs: Centimes;
  /** The drafts of owners' statements of earlier months: « d’octobre 2026 ». */
  brouillons: readonly { CompteRenduId: number; mois: string }[];
  /** The owner's statement of the present month is already validated. */
  moisRendu: boolean;
  /** The books have entries that no statement of the owner shows yet; the next one will (`mandatsSansCompte`). */
  compteAttendu: boolean;
  /** The approved and unpaid bills, in words. */
  factures: readonly string[];
  /** The batches of transfers whose file the bank does not have yet. */
  lots: readonly { ReversementId: number; numero: string }[];
  locataires: readonly LocataireDuMandat[];
}

const euros = (centimes: Centimes): string => formatEuros(enEuros(centimes));

/** The deposit and the advance of a tenant, in cents. */
export const tenuPour = ({
  depot,
  avance,
}: Pick<LocataireDuMandat, "depot" | "avance">): Centimes => depot + avance;

/** The deposits and advances still held for the tenants, in cents. */
export const depotsTenus = (locataires: readonly LocataireDuMandat[]): Centimes =>
  locataires.reduce((somme, locataire) => somme + tenuPour(locataire), 0);

/** A point to settle before a mandate can end, as a sentence. An id names the record in which staff settle it. */
export interface Manque {
  phrase: string;
  CompteRenduId?: number;
  ReversementId?: number;
  DossierId?: number;
}

/** The bills that the agency is to pay for the owner. */
const aPayer = ({ factures }: FaitsDeFin): Manque[] =>
  factures.map((facture) => ({ phrase: `${facture} : à payer, ou à retirer du bon à payer.` }));

/** The batches of transfers that the bank does not have yet. */
const lotsEnAttente = ({ lots }: FaitsDeFin): Manque[] =>
  lots.map(({ ReversementId, numero }) => ({
    ...{ ReversementId, phrase: `Le lot ${numero} n’est pas encore remis à la banque.` },
  }));

/** The overpayments to give back to tenants, and their cheques that the bank has not credited. */
const sommesEnAttente = ({ locataires }: FaitsDeFin): Manque[] => [
  ...locataires
    .filter(({ aRendre }) => aRendre > 0)
    .map(({ DossierId, locataire }) => ({
      DossierId,
      phrase: `Le trop-perçu de ${locataire} est à rendre : virez-le, ou annulez-le à son compte.`,
    })),
  ...locataires
    .filter(({ cheque }) => cheque > 0)
    .map(({ DossierId, locataire, cheque }) => ({
      DossierId,
      phrase: `Un chèque de ${euros(cheque)} de ${locataire} attend son crédit à la banque.`,
    })),
];

/**
 * The points to settle before the end of a mandate may be frozen (mandats/README §12.24); empty: the end may be
 * frozen.
 */
export function manquesDeLaFin(fin: FinNotee, faits: FaitsDeFin): Manque[] {
  const { brouillons, inscrit, livres, locataires, moisRendu, solde, today } = faits;
  const dit = (phrase: string): Manque => ({ phrase });
  if (!livres)
    return [dit("Les comptes ne sont pas ouverts : signez d’abord la reprise des soldes.")];
  const arretes = locataires.filter(({ arrete }) => arrete);
  const aRemettre = fin.depots === "gestionnaire" ? depotsTenus(locataires) : 0;
  return [
    ...(fin.finLe > today ? [dit(`Le mandat court jusqu’au ${formatJour(fin.finLe)}.`)] : []),
    ...(inscrit ? [] : [dit("Ce mandat n’est pas au registre : il n’a pas de compte à rendre.")]),
    ...brouillons.map(({ CompteRenduId, mois }) => ({
      ...{ CompteRenduId, phrase: `Le compte rendu ${mois} est à valider.` },
    })),
    ...(moisRendu
      ? [
          dit(
            "Le compte rendu du mois est déjà validé : le dernier compte s’arrête le mois prochain.",
          ),
        ]
      : []),
    ...aPayer(faits),
    ...lotsEnAttente(faits),
    ...arretes.map(({ DossierId, locataire }) => ({
      DossierId,
      phrase: `Le compte de sortie de ${locataire} est arrêté : rendez d’abord son dû.`,
    })),
    ...sommesEnAttente(faits),
    ...(aRemettre > 0
      ? [dit(`${euros(aRemettre)} de dépôts sont à remettre au gestionnaire suivant.`)]
      : []),
    ...(solde < 0
      ? [dit(`Le compte du mandat est à découvert de ${euros(-solde)} : le propriétaire les doit.`)]
      : []),
  ];
}

/**
 * The sentence about an owner's account below zero. When a sum is still to be transferred to him, or entries wait for
 * the next statement, the next statement decides what he owes: it offsets that sum, and gives back the fees on
 * reversed rents.
 */
function dusAuCompte({ aVerser, compteAttendu }: FaitsDeFin): string {
  if (aVerser > 0)
    return `manquent au compte, et ${euros(aVerser)} attendent d’être virés : le compte suivant les compense et dit ce qui reste à virer, ou ce que le propriétaire doit, honoraires rendus déduits.`;
  return compteAttendu
    ? "manquent au compte : le compte suivant dit ce que le propriétaire doit, honoraires rendus déduits."
    : "manquent au compte : le propriétaire les doit.";
}

/** The sums to settle after the final statement of a mandate, in French sentences; empty: everything is settled. */
export function restesDeLaFin(faits: FaitsDeFin): string[] {
  const { aVerser, compteAttendu, fournisseurs, honorairesAVirer, locataires, solde } = faits;
  const honoraires = faits.honorairesDus - honorairesAVirer;
  const tenu = depotsTenus(locataires.filter((locataire) => tenuPour(locataire) > 0));
  const manque = depotsTenus(locataires.filter((locataire) => tenuPour(locataire) < 0));
  const reste = (montant: Centimes, phrase: string) =>
    montant > 0 ? [`${euros(montant)} ${phrase}`] : [];
  return [
    ...reste(solde < 0 ? 0 : aVerser, "sont à virer."),
    ...reste(honorairesAVirer, "d’honoraires sont à virer à l’agence."),
    ...reste(
      -honorairesAVirer,
      "d’honoraires rendus sont à remettre par l’agence sur le compte de gérance.",
    ),
    ...reste(honoraires, "d’honoraires restent dus par le propriétaire."),
    ...reste(-honoraires, "d’honoraires sont à rembourser au propriétaire."),
    ...reste(solde, "sont venus depuis : le compte suivant les rend."),
    ...reste(-solde, dusAuCompte(faits)),
    ...(compteAttendu && solde === 0
      ? ["Des faits venus depuis attendent le compte suivant."]
      : []),
    ...(fournisseurs !== 0 ? [`${euros(fournisseurs)} sont dus à des fournisseurs.`] : []),
    ...reste(tenu, "de dépôts ou d’avances sont encore tenus."),
    ...reste(-manque, "de dépôts ont été remis en trop : le propriétaire les doit."),
    ...[...aPayer(faits), ...lotsEnAttente(faits), ...sommesEnAttente(faits)].map(
      ({ phrase }) => phrase,
    ),
  ];
}

/**
 * Whether a batch of transfers may pay a sum of a mandate. When the owner's account is below zero, a batch pays only
 * the fees that the agency refunds and the overpayments of tenants.
 */
export function virementAPreparer({
  aVerser,
  factures,
  honorairesAVirer,
  honorairesDus,
  locataires,
  solde,
}: FaitsDeFin): boolean {
  const duMandat = aVerser > 0 || honorairesAVirer > 0 || factures.length > 0;
  return (
    (duMandat && solde >= 0) ||
    honorairesDus < honorairesAVirer ||
    locataires.some(({ aRendre }) => aRendre > 0)
  );
}

/** The states of the end of a mandate (mandats/README §12.24). */
export const ETATS_FIN = {
  notee: "Fin notée",
  a_arreter: "À solder",
  arretee: "À solder",
  soldee: "Terminée",
} as const;

export type EtatFin = keyof typeof ETATS_FIN;

/** The end of a mandate, as the list of missions and the record of a mission show it. */
export interface FinDeMission extends Pick<FinNotee, "finLe" | "arreteLe"> {
  etat: EtatFin;
}

/**
 * The state of the end of a mandate on a day.
 * @param soldee true: nothing is left to settle ({@link restesDeLaFin})
 */
export function etatDeLaFin(
  { finLe, arreteLe }: Pick<FinNotee, "finLe" | "arreteLe">,
  { today, soldee }: { today: Jour; soldee: boolean },
): EtatFin {
  if (arreteLe !== null) return soldee ? "soldee" : "arretee";
  return finLe <= today ? "a_arreter" : "notee";
}

/**
 * Whether a day comes after the end of a mandate: no sum is called from a tenant for such a day.
 * @param finLe the last day of the mandate; null: no end is noted
 */
export const horsMandat = (jour: Jour, finLe: Jour | null): boolean =>
  finLe !== null && jour > finLe;

/** The refusal to call a sum that falls due after the end of a mandate. */
export const MANDAT_TERMINE = "Le mandat de ce logement est terminé : rien n’est plus appelé ici.";

/** The content of the papers of a mandate's end; cents. */
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
  /**
   * The figures of the final statement. `depotsVerses`: the deposits handed to the owner; `provision`: the provision
   * given back to him.
   */
  soldeAvant: Centimes;
  depotsVerses: Centimes;
  provision: Centimes;
  honoraires: Centimes;
  reversement: Centimes;
  /**
   * The sums still to transfer for earlier statements, and the unpaid fees, on the day of the end; absent from older
   * ends.
   */
  aVerserAvant?: Centimes;
  honorairesDus?: Centimes;
  compteRendu: string;
}

/** `GET /Mission/{id}/fin`: the end of a mandate, with all that its page shows; cents. */
export interface FinDeMandatDetail {
  MissionId: number;
  fin: FinNotee | null;
  etat: EtatFin | null;
  faits: FaitsDeFin;
  /**
   * The points to settle before the end may be frozen; empty without a noted end, or once it is frozen. `restes`: the
   * sums to settle after the final statement; empty before the end is frozen.
   */
  manques: Manque[];
  restes: string[];
  /** Whether a batch of transfers may pay a sum of the mandate; false before the end is frozen. */
  virement: boolean;
  contenu: ContenuFin | null;
  annulees: { finLe: Jour; annuleLe: Jour; motif: string }[];
}
