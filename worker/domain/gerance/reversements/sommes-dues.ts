import { formatJour, type Jour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import type { GenreSolde } from "../departs/depart.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type Depense, type MandatDeDepense, refusDePaiement } from "../mandats/depense.ts";
import { motsDe } from "../rapprochement/mots-de-ligne.ts";
import { type EncaissementNonVu, motsDesNonVus } from "./encaissement-non-vu.ts";
import {
  type AttenteDeCoordonnees,
  avertissementsDesCoordonnees,
  type Controle,
  type CoordonneesLues,
  refusDesCoordonnees,
} from "./reversement.ts";
import { LIBELLE_AU_PLUS } from "./sepa.ts";
import { texteSepa } from "./texte-sepa.ts";

/** The facts about any sum to pay: its payee and its transfers; cents. */
export interface SommeDue {
  nom: string;
  montant: Centimes;
  /** The number of the batch that already pays the sum and is not cancelled; null without one. */
  lot: string | null;
  /** The number of transfers of this sum that the bank refused. */
  rejets: number;
  coordonnees: CoordonneesLues | null;
  attente: AttenteDeCoordonnees;
}

/** A holder of the lease who died, with the day of his death; `seul`: no living holder is left. */
export interface Defunt {
  nom: string;
  prenom: string;
  le: Jour;
  seul: boolean;
}

/**
 * A sum that the agency holds for a tenant and gives back to him, and the facts that decide whether it may be paid.
 */
interface SommeRendue extends SommeDue {
  DossierId: number;
  LocataireId: number;
  genre: GenreSolde;
  /** A MissionId or, for a dwelling without mandate, the id of the dwelling as a negative number. */
  mandat: number;
  logement: string;
  /** The day on which the deposit was given back, when the dossier already notes one; else null. */
  noteeLe: Jour | null;
  /** The holders of the lease who died: no sum goes to their own account. */
  defunts: readonly Defunt[];
  /** The part of the sum that comes from other money than the deposit (departs/README §14.3). */
  horsDepot: Centimes;
  /** The deposit or advance that the books hold for the dossier; `nonVu`: the part that no bank statement shows. */
  detenu: Centimes;
  nonVu: Centimes;
}

/** The sum of a frozen account of departure, to give back to the tenant. */
export interface RestitutionDue extends SommeRendue {
  SoldeDepartId: number;
  /**
   * The last day to give the sum back; null for a deposit outside the law of 1989, and for the increase of a late
   * return.
   */
  echeance: Jour | null;
}

/** The refund of an advance that a tenant who stays asked for. */
export interface AvanceDue extends SommeRendue {
  AvanceRendueId: number;
}

/** A supplier's bill to pay, and the facts that decide whether it may be paid. */
export interface DepenseDue extends SommeDue {
  IntendanceId: number;
  /** The expense of the building that this bill is a part of; null for an expense of one dwelling. */
  DepenseImmeubleId: number | null;
  FournisseurId: number;
  intitule: string;
  numFacture: string | null;
  depense: Depense;
  mandat: MandatDeDepense;
  /** The sum of the other bills of the mandate in batches not validated yet; cents. */
  retenu: Centimes;
  /** The sums recorded for the mandate that no bank statement shows. */
  nonVus: readonly EncaissementNonVu[];
}

const euros = (centimes: Centimes): string => formatEuros(enEuros(centimes));

const dejaDans = (lot: string | null) => (lot === null ? null : `Déjà dans le lot ${lot}.`);

/**
 * Checks the sums to give back to tenants (reversements/README §12.18). The books must hold each sum for its dossier,
 * less the part from other money (`horsDepot`), and the tenant is paid on his present bank account.
 *
 * @param dues sums of one kind, in order: the money held for a dossier pays its first sums first
 */
export function controlerRestitutions<Due extends SommeRendue>(
  dues: readonly Due[],
  today: Jour,
): { due: Due; controle: Controle }[] {
  const deduit = new Map<number, Centimes>();
  return dues.map((due) => {
    const deja = deduit.get(due.DossierId) ?? 0;
    const bloque = refusDeRestitution(due, due.detenu - due.nonVu - deja);
    if (bloque === null) deduit.set(due.DossierId, deja + due.montant - due.horsDepot);
    return { due, controle: { bloque, avertissements: avertissementsDesCoordonnees(due, today) } };
  });
}

function refusDeRestitution(due: SommeRendue, disponible: Centimes): string | null {
  const { genre, horsDepot, lot, noteeLe, montant, nonVu, nom } = due;
  const quoi = genre === "avance" ? "trop-perçu" : "dépôt";
  if (lot !== null) return dejaDans(lot);
  if (noteeLe !== null) {
    return `Le dossier dit ce dépôt rendu le ${formatJour(noteeLe)} : effacez ce jour s’il ne l’est pas.`;
  }
  if (disponible < montant - horsDepot) {
    return nonVu > 0
      ? `${euros(nonVu)} de ce ${quoi} sont saisis et jamais vus à la banque.`
      : `Il ne reste que ${euros(Math.max(0, disponible))} de ${quoi} dans les comptes de ce dossier.`;
  }
  const deces = refusDuDeces(due);
  if (deces !== null) return deces;
  return refusDesCoordonnees(due, `${nom} n’a pas d’IBAN : ajoutez-le sur sa fiche.`);
}

/**
 * The refusal to pay a sum after the death of a holder of the lease: the bank account is in his name alone or, when
 * no holder is alive, nobody gave an account after that day. Null when the payment is allowed.
 */
export function refusDuDeces({
  defunts,
  coordonnees,
}: Pick<SommeRendue, "defunts" | "coordonnees">): string | null {
  const defunt = defunts.find(
    (mort) =>
      (mort.seul && (coordonnees === null || coordonnees.actifLe.slice(0, 10) <= mort.le)) ||
      (coordonnees !== null && auNomDe(coordonnees.titulaire, mort)),
  );
  if (!defunt) return null;
  const quoi = defunt.seul
    ? "la somme va au notaire. Ajoutez le compte de la succession sur sa fiche."
    : "ce compte est le sien. Ajoutez celui du notaire, ou de l’autre titulaire.";
  return `${defunt.prenom} ${defunt.nom} est décédé·e le ${formatJour(defunt.le)} : ${quoi}`;
}

/** The words that show that a bank account belongs to an estate or to a notary. */
const DE_SUCCESSION = [
  "succession",
  "notaire",
  "notarial",
  "notariale",
  "indivision",
  "scp",
  "selarl",
];

/** Whether an account is in the name of this person alone. */
function auNomDe(titulaire: string, { nom, prenom }: Pick<Defunt, "nom" | "prenom">): boolean {
  const mots = motsDe(titulaire).filter((mot) => !CIVILITES.has(mot));
  const motsDuNom = new Set([...motsDe(nom), ...motsDe(prenom)]);
  return (
    !mots.some((mot) => DE_SUCCESSION.includes(mot)) &&
    motsDe(nom).every((mot) => mots.includes(mot)) &&
    mots.every((mot) => motsDuNom.has(mot))
  );
}

const CIVILITES = new Set(["m", "mr", "monsieur", "mme", "madame", "mlle"]);

/**
 * Checks the bills that one batch pays (reversements/README §12.18). Each bill follows the rules of any expense, and
 * only money of its mandate that bank statements show may pay it. The unpaid parts of an expense of a building are
 * paid all together, or not at all (charges/README §16.2).
 *
 * @param dues the bills, in order: the money of a mandate pays its first bills first
 */
export function controlerDepenses(
  dues: readonly DepenseDue[],
  today: Jour,
): { due: DepenseDue; controle: Controle }[] {
  const deduit = new Map<number, Centimes>();
  const refus = dues.map((due) => {
    const { mandat } = due.mandat;
    const deja = deduit.get(mandat) ?? 0;
    const bloque = refusDeDepense(due, { deja, today });
    if (bloque === null) deduit.set(mandat, deja + due.montant);
    return bloque;
  });
  const refusDImmeuble = new Map(
    dues
      .map(({ DepenseImmeubleId }, rang) => [DepenseImmeubleId, refus[rang]] as const)
      .filter(([id, bloque]) => id !== null && bloque),
  );
  return dues.map((due, rang) => {
    const autre = refusDImmeuble.get(due.DepenseImmeubleId);
    const bloque =
      refus[rang] ?? (autre ? `Une autre part de cette dépense ne se paie pas. ${autre}` : null);
    return { due, controle: { bloque, avertissements: avertissementsDesCoordonnees(due, today) } };
  });
}

function refusDeDepense(
  due: DepenseDue,
  { deja, today }: { deja: Centimes; today: Jour },
): string | null {
  const { lot, depense, mandat, montant, retenu, nonVus, nom } = due;
  if (lot !== null) return dejaDans(lot);
  const disponible = mandat.disponible - retenu - deja;
  const refus = refusDePaiement(depense, mandat, { date: today, disponible });
  if (refus) return refus;
  const nonVu = nonVus.reduce((somme, encaissement) => somme + encaissement.montant, 0);
  if (nonVu > 0 && disponible - nonVu < montant) return `${motsDesNonVus(nonVus)}.`;
  return refusDesCoordonnees(due, `${nom} n’a pas d’IBAN : ajoutez-le sur sa fiche.`);
}

const six = (id: number): string => String(id).padStart(6, "0");

/** The words of a transfer to a tenant, by the kind of account that it settles. */
const OBJETS: Record<GenreSolde, { code: string; libelle: string; objet: string }> = {
  sortie: { code: "DG", libelle: "DEPOT DE GARANTIE", objet: "Dépôt de garantie" },
  charges: { code: "RC", libelle: "REGULARISATION DE CHARGES", objet: "Charges soldées" },
  majoration: { code: "MR", libelle: "MAJORATION DE RETARD", objet: "Majoration de retard" },
  avance: { code: "TP", libelle: "TROP PERCU", objet: "Trop-perçu" },
};

/** The start of the reference of a tenant's transfer, before its rank: « D000123-DG- » for a deposit. */
export const debutDeReferenceDuLocataire = ({
  DossierId,
  genre,
}: Pick<SommeRendue, "DossierId" | "genre">): string => `D${six(DossierId)}-${OBJETS[genre].code}-`;

/** The start of the reference of a supplier’s transfer, before its rank: « F000045- » for the expense 45. */
export const debutDeReferenceDuFournisseur = (IntendanceId: number): string =>
  `F${six(IntendanceId)}-`;

/** The words on the tenant's bank statement: « DEPOT DE GARANTIE DOSSIER 000123 ». */
export const libelleDuLocataire = ({
  DossierId,
  genre,
}: Pick<SommeRendue, "DossierId" | "genre">): string =>
  texteSepa(`${OBJETS[genre].libelle} DOSSIER ${six(DossierId)}`, LIBELLE_AU_PLUS);

/** The words on a supplier’s bank statement: « FACTURE F-7781 Fuite cuisine ». */
export const libelleDuFournisseur = ({
  numFacture,
  intitule,
}: Pick<DepenseDue, "numFacture" | "intitule">): string =>
  texteSepa(["FACTURE", numFacture, intitule].filter(Boolean).join(" "), LIBELLE_AU_PLUS);

/** The description of a sum given back: « Dépôt de garantie, 12 rue des Lilas ». */
export const objetDeRestitution = ({
  genre,
  logement,
}: Pick<SommeRendue, "genre" | "logement">): string => `${OBJETS[genre].objet}, ${logement}`;

/** The description of a bill: « Fuite cuisine, facture F-7781 ». */
export const objetDeDepense = ({
  intitule,
  numFacture,
}: {
  intitule: string;
  numFacture: string | null;
}): string =>
  [intitule, numFacture && `facture ${numFacture}`].filter(Boolean).join(", ") || "Dépense";
