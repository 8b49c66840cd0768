import { type Jour, type Mois, nombreDeJours, plusTard } from "../dates.ts";
import { motsDeFichier } from "../fichiers/nom-de-fichier.ts";
import { somme } from "../montants.ts";

export interface ReglementQuittance {
  regle: boolean;
  statusInconu: boolean;
  /** The party that gave the present state; null: nobody. */
  source: "agence" | "locataire" | null;
  /** The instant of cancellation; null: the receipt is not cancelled. */
  annuleeLe: string | null;
}

/** The states of a receipt, in the order in which they are shown, and their words (quittances/README §7.3). */
export const ETATS_QUITTANCE = {
  payee: "Payée",
  declaree: "Déclarée",
  impayee: "Impayée",
  inconnue: "Inconnue",
  annulee: "Annulée",
} as const;

export type EtatQuittance = keyof typeof ETATS_QUITTANCE;

/** The states of receipts that count in the sums billed and received. */
export type EtatCompte = Exclude<EtatQuittance, "annulee">;

/**
 * The state of a receipt (quittances/README §7.3): cancelled first; then paid, or declared when only the tenant says
 * so; then unknown or unpaid.
 */
export function etatQuittance(quittance: ReglementQuittance): EtatQuittance {
  const { regle, statusInconu, source, annuleeLe } = quittance;
  if (annuleeLe !== null) return "annulee";
  if (regle) return source === "locataire" ? "declaree" : "payee";
  return statusInconu ? "inconnue" : "impayee";
}

/** Whether the agency confirms the whole payment: only then may a document or a mail be called a quittance. */
export function estAcquittee(quittance: ReglementQuittance): boolean {
  return etatQuittance(quittance) === "payee" && !quittance.statusInconu;
}

/**
 * The days of delay of an unpaid receipt (quittances/README §7.3): from its due day, or from the day on which it was
 * made when that day is later; 0 when it is not late.
 */
export function joursDeRetard(
  quittance: { regle: boolean; annuleeLe: string | null; echeance: Jour; emission: Jour },
  today: Jour,
): number {
  const { regle, annuleeLe, echeance: due, emission } = quittance;
  const depuis = plusTard(due, emission);
  return regle || annuleeLe !== null || depuis >= today ? 0 : nombreDeJours(depuis, today) - 1;
}

export type TitreQuittance =
  | "QUITTANCE DE LOYER"
  | "AVIS D'ÉCHÉANCE"
  | "REÇU DE PAIEMENT PARTIEL"
  | "REÇU DE PAIEMENT"
  | "ÉCHÉANCE ANNULÉE";

/** The facts about the payment of a receipt that come from the tenant's account; euros. */
export interface FaitsDePaiement {
  /** An insurer or a guarantor paid in the tenant's place: the tenant now owes them the sum (subrogation). */
  subrogee: boolean;
  /** The part settled by an earlier payment in advance. */
  avance: number;
  /** The cheques received for this receipt and not credited by the bank yet. */
  sousReserve: number;
}

/** A receipt with its amounts in euros; `montantPaye`: a part payment, null without one. */
export interface QuittanceChiffree extends ReglementQuittance {
  loyerHC: number;
  charge: number;
  assurance?: number;
  montantPaye: number | null;
  comptes?: FaitsDePaiement | null | undefined;
}

/**
 * The total of a receipt: rent, charges, and the twelfth of an insurance taken out for the tenant (locataires/README
 * §12.28); euros.
 */
export const totalQuittance = ({
  loyerHC,
  charge,
  assurance,
}: {
  loyerHC: number;
  charge: number;
  assurance: number;
}): number => somme(loyerHC, charge, assurance);

/** The total of a receipt whose insurance may be absent; euros. */
export const totalDuDocument = ({
  assurance = 0,
  loyerHC,
  charge,
}: Pick<QuittanceChiffree, "loyerHC" | "charge" | "assurance">): number =>
  totalQuittance({ loyerHC, charge, assurance });

/**
 * The title of the document of a receipt in its present state (art. 21 of loi n° 89-462; quittances/README §2.1). Any
 * doubt excludes the title « quittance »: a part payment, a payment by an insurer or a guarantor, a cheque not
 * credited yet.
 */
export function titreQuittance(quittance: QuittanceChiffree): TitreQuittance {
  const { annuleeLe, comptes, montantPaye } = quittance;
  const { subrogee = false, avance = 0, sousReserve = 0 } = comptes ?? {};
  const total = totalDuDocument(quittance);
  if (annuleeLe !== null) return "ÉCHÉANCE ANNULÉE";
  const partiel = montantPaye !== null && montantPaye < total;
  if (estAcquittee(quittance) && !partiel)
    return subrogee ? "REÇU DE PAIEMENT" : "QUITTANCE DE LOYER";
  const recu = somme(partiel ? montantPaye : 0, sousReserve);
  if (somme(recu, -avance) <= 0) return "AVIS D'ÉCHÉANCE";
  return recu < total ? "REÇU DE PAIEMENT PARTIEL" : "REÇU DE PAIEMENT";
}

/**
 * How long a tenant keeps a quittance, in words: as long as the rent may be claimed (art. 7-1 of loi n° 89-462; art.
 * 2224 of the Code civil). @param rp the dwelling is his main home
 */
export const conservation = ({ rp }: { rp: boolean }): string => (rp ? "trois ans" : "cinq ans");

/** The path of the PDF of a receipt, under `/api/`. */
export const cheminQuittance = (id: number): string => `quitance/download/${id}`;

/** The path of the yearly summary of an apartment, under `/api/`. */
export const cheminAnnuel = (AppartementId: number, annee: number): string =>
  `quitance/generate/${AppartementId}/${annee}`;

const GENRES_DE_FICHIER: Record<TitreQuittance, string> = {
  "QUITTANCE DE LOYER": "Quittance",
  "REÇU DE PAIEMENT PARTIEL": "Recu",
  "REÇU DE PAIEMENT": "Recu",
  "AVIS D'ÉCHÉANCE": "Avis",
  "ÉCHÉANCE ANNULÉE": "Annulee",
};

/**
 * The file name of the PDF of a receipt (quittances/README §2.1): « Quittance_2026-11_DUPONT_000123.pdf », « Recu_… »,
 * « Avis_… », « Annulee_… ».
 *
 * @param nom the tenant's name, reduced to A–Z, digits and hyphens
 * @param numero « 2026-000123 », of which the last part is kept
 */
export function fichierQuittance({
  mois,
  nom,
  numero,
  ...quittance
}: QuittanceChiffree & { mois: Mois; nom: string; numero: string }): string {
  const genre = GENRES_DE_FICHIER[titreQuittance(quittance)];
  const locataire = motsDeFichier(nom, "-").toUpperCase() || "LOCATAIRE";
  return `${genre}_${mois}_${locataire}_${numero.split("-").at(-1)}.pdf`;
}

/** The reasons why a receipt may not be marked unpaid. */
export const REGLEMENTS_TENUS = {
  banque: "La banque montre son règlement",
  compte: "Un compte rendu a dit son règlement au propriétaire",
  partage: "Son règlement en solde une autre aussi",
} as const;
export type ReglementTenu = keyof typeof REGLEMENTS_TENUS;
