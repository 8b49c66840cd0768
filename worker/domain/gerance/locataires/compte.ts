import type { Jour, Mois } from "../../dates.ts";
import type { Journal } from "../livres/ecritures.ts";
import type { Detenteur } from "../reprise/solde-repris.ts";
import type { NatureEcheance } from "./imputation.ts";
import {
  type EtatReglement,
  MODES_REGLEMENT,
  type ModeReglement,
  type Payeur,
  payeurNomme,
} from "./reglement.ts";

/** A sum called from a tenant, as its account tells it; euros. */
export interface EcheanceDuCompte {
  id: number;
  mois: Mois;
  nature: NatureEcheance;
  /** In words, where the nature is not enough. */
  libelle: string | null;
  montant: number;
  /** The sum that no payment has settled. */
  reste: number;
  exigibleLe: Jour;
  QuitanceId: number | null;
  /** False: it is older than the books, and no debt of the account. */
  inscrite: boolean;
}

/** A line of the account: what an entry makes the tenant owe (debit) or owe no more (credit); euros. */
export interface LigneDuCompte {
  /** The entry's identifier. */
  id: number;
  date: Jour;
  journal: Journal;
  libelle: string;
  /** The paper it rests on: the number of a receipt, of a payment. */
  piece: string | null;
  debit: number;
  credit: number;
  /** The balance after this line: the sum owed, less the sum paid in advance. */
  solde: number;
  /** The receipt that it calls. */
  QuitanceId: number | null;
  /** The payment of the entry. */
  ReglementId: number | null;
  mode: ModeReglement | null;
  payeur: Payeur | null;
  /** The state of the payment. */
  etat: EtatReglement | null;
  /** The entry it reverses. */
  annuleId: number | null;
}

/** The sums owed and due, by the age of the debt in days; `aEchoir` is not due yet. Euros. */
export interface AgesDesDettes {
  aEchoir: number;
  jusqua30: number;
  jusqua60: number;
  jusqua90: number;
  auDela: number;
}

/** `GET /Dossier/{id}/compte`: the account of a tenant (locataires/README §12.2); euros. */
export interface CompteDuDossier {
  DossierId: number;
  locataire: string;
  appartement: string;
  /** The first and last days of the lines; null: from the beginning, to the last one. */
  du: Jour | null;
  au: Jour | null;
  /** The day from which the books are kept; null: they are not open yet. */
  debut: Jour | null;
  /** The sums called and not settled, due or not. */
  solde: number;
  /** The part of `solde` that is due. */
  exigible: number;
  /** The part of `exigible` that the owner receives and has not confirmed: no arrears yet (relances/README §12.12). */
  aConfirmer: number;
  /** The sum paid above all calls. */
  avance: number;
  /** Cheques that the bank has not credited yet. */
  enAttente: number;
  /** The part of `solde` that the tenant says he paid, and nobody has confirmed. */
  declare: number;
  /** The deposit: the sums called and received. */
  depot: { appele: number; recu: number };
  /** The deposit now held for the tenant, by holder. */
  detenu: Record<Detenteur, number>;
  /** The tenant was called on to prove his insurance, or is insured by his owner (locataires/README §12.28). */
  assurePourCompte: boolean;
  ages: AgesDesDettes;
  echeances: EcheanceDuCompte[];
  /** The sum owed before the first line, less the sum paid in advance. */
  report: number;
  lignes: LigneDuCompte[];
}

/** The heading of a line: « Règlement 2026-000012, virement, la CAF ». */
export const intituleDeLigne = ({
  libelle,
  mode,
  payeur,
}: Pick<LigneDuCompte, "libelle" | "mode" | "payeur">): string =>
  [libelle, mode && MODES_REGLEMENT[mode].toLowerCase(), payeur && payeurNomme(payeur)]
    .filter(Boolean)
    .join(", ");
