import * as z from "zod/mini";
import type { Jour, Mois } from "../../dates.ts";
import {
  choix,
  euros,
  facultatif,
  identifiant,
  isoDate,
  mois,
  requis,
  texte,
} from "../../fields.ts";
import type { EtatCompteRendu } from "../cloture/compte-rendu.ts";
import type { LigneEcrite } from "../livres/grand-livre.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { EtatReversement } from "../reversements/reversement.ts";
import type { NatureEcheance } from "./imputation.ts";
import {
  type EtatReglement,
  MODES_ENCAISSEMENT,
  type ModeReglement,
  PAYEURS,
  type Payeur,
} from "./reglement.ts";

export const REGLEMENTS_AU_PLUS = 500;

/** « Abandon » is not among these modes: `POST /Dossier/{id}/abandon` gives a debt up, with the owner's paper. */
const MODES = [...MODES_ENCAISSEMENT, "Virement", "Cheque"] as const;

/**
 * `POST Reglement`: records a payment in euros; the names « Virement » and « Cheque » of receipts are accepted too
 * (locataires/README §12.7).
 */
export const demandeReglement = z.strictObject({
  DossierId: identifiant(),
  date: isoDate(),
  montant: euros(),
  mode: facultatif(choix(MODES)),
  payeur: z.optional(choix(Object.keys(PAYEURS) as [Payeur, ...Payeur[]])),
  /** The receipt that the debtor names; `mois`: the months that he names. */
  QuitanceId: facultatif(identifiant()),
  mois: z.optional(z.array(mois()).check(z.maxLength(36, "36 mois au plus."))),
  commentaire: facultatif(texte(500)),
  CompteBancaireId: facultatif(identifiant()),
  /** A key chosen by the caller: the same key sent twice makes one payment. */
  cle: z.optional(requis(80)),
});

export type DemandeDeReglement = z.output<typeof demandeReglement>;

/** `POST Reglement/lot`: records all the payments or none. */
export const demandeReglements = z.strictObject({
  reglements: z.array(demandeReglement).check(
    z.minLength(1, "Saisissez au moins un règlement."),
    z.maxLength(REGLEMENTS_AU_PLUS, `${REGLEMENTS_AU_PLUS} règlements au plus à la fois.`),
    z.refine((reglements) => {
      const cles = reglements.flatMap(({ cle }) => cle ?? []);
      return new Set(cles).size === cles.length;
    }, "Deux règlements portent la même clé."),
  ),
});

/** `POST Reglement/{id}/annuler`: the reason to cancel a payment. */
export const demandeFin = z.strictObject({ motif: requis(200) });
/** `POST Reglement/lot/annuler`: cancels several payments, all or none. */
export const demandeFinDeLot = z.extend(demandeFin, {
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins un règlement."),
      z.maxLength(REGLEMENTS_AU_PLUS, `${REGLEMENTS_AU_PLUS} règlements au plus à la fois.`),
    ),
});
export const demandeRejet = z.extend(demandeFin, { date: isoDate() });
/** `POST Reglement/{id}/crediter`: the day on which the bank credited the cheque. */
export const demandeCredit = z.strictObject({ date: isoDate() });

/** A sum that a payment settles; euros. */
export interface ImputationVue {
  EcheanceId: number;
  QuitanceId: number | null;
  mois: Mois;
  nature: NatureEcheance;
  montant: number;
}

/** The effect of a real or simulated payment on the account of its dossier; euros. */
export interface ReglementVu {
  DossierId: number;
  etat: EtatReglement;
  imputations: ImputationVue[];
  avance: number;
  /** The sum that the dossier owes after the payment, less its advances. */
  solde: number;
  /**
   * The mandate under which the agency receives the money, when that mandate is not in the register (see
   * `FONDS_SANS_MANDAT`); else null.
   */
  mandatNonInscrit: number | null;
}

/** A row of `POST Reglement/lot/apercu`: what a payment of the batch would do. */
export interface ReglementDuLot extends ReglementVu {
  /** The months whose quittances the payment would send. */
  envois: Mois[];
}

/** A payment, as `GET Reglement` lists it; euros. */
export interface ReglementRow {
  id: number;
  numero: string;
  DossierId: number;
  AppartementId: number;
  LocataireId: number;
  locataire: string;
  appartement: string;
  ville: string;
  date: string;
  montant: number;
  mode: ModeReglement | null;
  payeur: Payeur;
  fonds: ModeFonds;
  etat: EtatReglement;
  motif: string | null;
  finLe: string | null;
  commentaire: string | null;
  /** The months that the payment settles; `avance`: the part of the payment that settles no sum yet. */
  mois: Mois[];
  avance: number;
  LigneReleveId: number | null;
  createdAt: string;
  updatedAt: string;
  version: number;
}

export interface ReglementDetail extends Omit<ReglementRow, "mois"> {
  imputations: ImputationVue[];
  StoredFileId: number | null;
  user: string | null;
}

/** A receipt that a payment settles, with the part of the payment that goes to it; euros. */
export interface QuittanceDuReglement {
  id: number;
  numero: string;
  mois: Mois;
  montant: number;
}

/** A line of a bank statement that shows a payment, or its refusal; euros. */
export interface LigneDuReglement {
  id: number;
  ReleveId: number;
  compte: string;
  date: Jour;
  libelle: string;
  montant: number;
}

/** A batch of transfers that pays an owner's statement. */
export interface LotDuReglement {
  id: number;
  numero: string;
  etat: EtatReversement;
}

/** An owner's statement that shows a payment, or a draft that will show it. */
export interface CompteDuReglement {
  id: number;
  mois: Mois;
  etat: EtatCompteRendu;
  mandat: string;
  lots: LotDuReglement[];
}

/**
 * `GET Reglement/{id}/suite`: the course of a payment, from the receipts that it settles to the transfers that pay
 * the owners.
 */
export interface SuiteDuReglement {
  quittances: QuittanceDuReglement[];
  ecritures: Pick<LigneEcrite, "id" | "ecriture" | "date" | "libelle">[];
  banque: LigneDuReglement[];
  comptes: CompteDuReglement[];
}
