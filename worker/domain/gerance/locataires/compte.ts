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

/** A sum called from a tenant, as his account shows it; euros. */
export interface EcheanceDuCompte {
  id: number;
  mois: Mois;
  nature: NatureEcheance;
  /** The words that describe the sum; null when `nature` describes it fully. */
  libelle: string | null;
  montant: number;
  reste: number;
  exigibleLe: Jour;
  QuitanceId: number | null;
  /** Whether the sum is a debt in the books; false for a sum older than the books. */
  inscrite: boolean;
}

/** A line of a tenant's account: an entry raises (debit) or lowers (credit) the sum that he owes; euros. */
export interface LigneDuCompte {
  id: number;
  date: Jour;
  journal: Journal;
  libelle: string;
  /** The number of the receipt or of the payment behind the line; null without one. */
  piece: string | null;
  debit: number;
  credit: number;
  /** The balance after this line: the sum owed less the sums paid in advance and the cheques not credited yet. */
  solde: number;
  /** The receipt whose sums the entry calls or withdraws; null for another entry. */
  QuitanceId: number | null;
  ReglementId: number | null;
  mode: ModeReglement | null;
  payeur: Payeur | null;
  etat: EtatReglement | null;
  /** The entry that this one cancels; null when it cancels none. */
  annuleId: number | null;
}

/** The debts of a tenant by days of delay; `aEchoir` is not due yet. Euros. */
export interface AgesDesDettes {
  aEchoir: number;
  jusqua30: number;
  jusqua60: number;
  jusqua90: number;
  auDela: number;
}

/** An overpayment that a tenant who stays wants back, until a transfer refunds it; euros. */
export interface TropPercu {
  id: number;
  date: Jour;
  montant: number;
  /** The batch of transfers that will pay the refund; null: no batch yet. */
  ReversementId: number | null;
  lot: string | null;
}

/** `GET /Dossier/{id}/compte`: the account of a tenant (locataires/README §12.2); euros. */
export interface CompteDuDossier {
  DossierId: number;
  locataire: string;
  appartement: string;
  /** The first and last days shown; null: no limit. */
  du: Jour | null;
  au: Jour | null;
  /** The day on which the books open; null: they are not open. */
  debut: Jour | null;
  /**
   * The booked sums unpaid today, due or not. With `au`, the balance after the last line, on the evening of that day:
   * the sums owed less the sums paid in advance and the cheques not credited yet; below zero, in the tenant's favour.
   */
  solde: number;
  /** The unpaid sums whose due day has come: today, or on the evening of `au` when `au` is before today. */
  exigible: number;
  /**
   * The part of `exigible` that the owner may have received himself and has not confirmed: it is not late yet
   * (relances/README §12.12).
   */
  aConfirmer: number;
  /**
   * The sum that the tenant paid beyond all the sums called; `avanceTenue`: the part of it that the agency holds today
   * and may give back.
   */
  avance: number;
  avanceTenue: number;
  rendues: TropPercu[];
  /** The cheques not credited by the bank, today or on the evening of `au`. */
  enAttente: number;
  /** The part of `solde` that the tenant says he paid and that nobody has confirmed. */
  declare: number;
  depot: { appele: number; recu: number };
  /** The deposit held for the tenant today, by holder. */
  detenu: Record<Detenteur, number>;
  /**
   * True when the tenant received a formal notice to prove his insurance, or the owner insures him (locataires/README
   * §12.28).
   */
  assurePourCompte: boolean;
  ages: AgesDesDettes;
  echeances: EcheanceDuCompte[];
  /**
   * The balance before the first line: the sum owed less the sums paid in advance and the cheques not credited yet.
   */
  report: number;
  lignes: LigneDuCompte[];
}

/** The title of a line: « Règlement 2026-000012, virement, la CAF ». */
export const intituleDeLigne = ({
  libelle,
  mode,
  payeur,
}: Pick<LigneDuCompte, "libelle" | "mode" | "payeur">): string =>
  [libelle, mode && MODES_REGLEMENT[mode].toLowerCase(), payeur && payeurNomme(payeur)]
    .filter(Boolean)
    .join(", ");
