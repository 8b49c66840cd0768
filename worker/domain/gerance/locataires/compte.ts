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
  /** In words, where the nature does not say it all. */
  libelle: string | null;
  montant: number;
  /** What no payment has settled. */
  reste: number;
  exigibleLe: Jour;
  QuitanceId: number | null;
  /** False: it is of before the books, and no debt of the account. */
  inscrite: boolean;
}

/** A line of the account: what an entry makes the tenant owe (debit) or owe no more (credit); euros. */
export interface LigneDuCompte {
  /** The entry. */
  id: number;
  date: Jour;
  journal: Journal;
  libelle: string;
  /** The paper it rests on: the number of a receipt, of a payment. */
  piece: string | null;
  debit: number;
  credit: number;
  /** After this line: what is owed, less what is paid in advance. */
  solde: number;
  /** The receipt that calls it. */
  QuitanceId: number | null;
  /** The payment it is the entry of. */
  ReglementId: number | null;
  mode: ModeReglement | null;
  payeur: Payeur | null;
  /** What became of the payment. */
  etat: EtatReglement | null;
  /** The entry it reverses. */
  annuleId: number | null;
}

/** What is owed and due, by how long it has been, in days; `aEchoir` is not due yet. Euros. */
export interface AgesDesDettes {
  aEchoir: number;
  jusqua30: number;
  jusqua60: number;
  jusqua90: number;
  auDela: number;
}

/** `GET /Dossier/{id}/compte`: the account of a tenant (domain/README §12.2); euros. */
export interface CompteDuDossier {
  DossierId: number;
  locataire: string;
  appartement: string;
  /** The first and last days of the lines; null: from the beginning, to the last one. */
  du: Jour | null;
  au: Jour | null;
  /** The day from which the books are kept; null: they are not open yet. */
  debut: Jour | null;
  /** What was called and is not settled, due or not. */
  solde: number;
  /** The part of `solde` that is due. */
  exigible: number;
  /** The part of `exigible` that the owner receives, of which nobody said whether he did: no arrears yet (domain/README §12.12). */
  aConfirmer: number;
  /** What was paid above all that was called. */
  avance: number;
  /** Cheques that the bank has not credited yet. */
  enAttente: number;
  /** The part of `solde` which the tenant says is paid, and nobody has confirmed. */
  declare: number;
  /** The deposit: what was called, and what was received of it. */
  depot: { appele: number; recu: number };
  /** The deposit that is held for the tenant now, by whom. */
  detenu: Record<Detenteur, number>;
  ages: AgesDesDettes;
  echeances: EcheanceDuCompte[];
  /** What is owed before the first line, less what is paid in advance. */
  report: number;
  lignes: LigneDuCompte[];
}

/** What a line is about: « Règlement 2026-000012, virement, la CAF ». */
export const intituleDeLigne = ({
  libelle,
  mode,
  payeur,
}: Pick<LigneDuCompte, "libelle" | "mode" | "payeur">): string =>
  [libelle, mode && MODES_REGLEMENT[mode].toLowerCase(), payeur && payeurNomme(payeur)]
    .filter(Boolean)
    .join(", ");
