import * as z from "zod/mini";
import type { Jour, Mois } from "../../dates.ts";
import { booleen, facultatif, identifiant, isoDate, requis } from "../../fields.ts";
import type { Euros } from "../../montants.ts";
import { COMPTES_AU_PLUS, type EtatReversement, type EtatVirement } from "./reversement.ts";
import type { FormatSepa } from "./sepa.ts";
import type { GenreVirement } from "./virement.ts";

const auPlus = (quoi: string) =>
  z.array(identifiant()).check(z.maxLength(COMPTES_AU_PLUS, `${COMPTES_AU_PLUS} ${quoi} au plus.`));

/**
 * `POST Reversement`: the sums to transfer in a batch, with or without the agency's fees; or the credit notes of fees
 * that the agency pays back from its own account.
 */
export const demandeReversement = z
  .strictObject({
    CompteRenduIds: z._default(auPlus("comptes rendus"), []),
    /** The frozen accounts of departures. */
    SoldeDepartIds: z._default(auPlus("restitutions"), []),
    /** The refunds of advances that tenants who stay asked for. */
    AvanceRendueIds: z._default(auPlus("trop-perçus"), []),
    IntendanceIds: z._default(auPlus("dépenses"), []),
    /** The credit notes of fees: the agency pays them from its own account, in a separate batch. */
    FactureHonorairesIds: z._default(auPlus("avoirs"), []),
    dateExecution: isoDate(),
    /** The account that pays; absent: the only account of rents, or the agency's only account for credit notes. */
    CompteBancaireId: facultatif(identifiant()),
    honoraires: z.optional(booleen()),
  })
  .check(
    z.refine((demande) => deLaGerance(demande) || demande.FactureHonorairesIds.length > 0, {
      path: ["CompteRenduIds"],
      error: "Choisissez au moins une somme à virer.",
    }),
    z.refine((demande) => !(deLaGerance(demande) && demande.FactureHonorairesIds.length > 0), {
      path: ["FactureHonorairesIds"],
      error:
        "Les avoirs d’honoraires partent du compte de l’agence, jamais de la gérance : faites-en un lot à part.",
    }),
  );

interface SommesDeLaGerance {
  CompteRenduIds: readonly number[];
  SoldeDepartIds: readonly number[];
  AvanceRendueIds: readonly number[];
  IntendanceIds: readonly number[];
  honoraires?: boolean | undefined;
}

/** Whether a request pays a sum from the money held for others. */
const deLaGerance = (demande: SommesDeLaGerance): boolean =>
  demande.CompteRenduIds.length +
    demande.SoldeDepartIds.length +
    demande.AvanceRendueIds.length +
    demande.IntendanceIds.length >
    0 || demande.honoraires === true;

export type DemandeReversement = z.input<typeof demandeReversement>;

const identifiantEcrit = z.string().check(z.regex(/^[1-9]\d{0,8}$/, "Un identifiant est attendu."));

const identifiantsEcrits = () =>
  z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/,
          "Des identifiants séparés de virgules sont attendus.",
        ),
      ),
  );

/**
 * `GET Reversement/apercu?ids=1,2&SoldeDepartIds&AvanceRendueIds&IntendanceIds&CompteBancaireId&honoraires`: without
 * ids, the preview lists every sum to pay from the money held for others and, apart, all the credit notes. With
 * `FactureHonorairesIds`, it lists only these credit notes.
 */
export const apercuDemande = z.strictObject({
  /** The ids of the owners’ statements to pay. */
  ids: identifiantsEcrits(),
  SoldeDepartIds: identifiantsEcrits(),
  AvanceRendueIds: identifiantsEcrits(),
  IntendanceIds: identifiantsEcrits(),
  FactureHonorairesIds: identifiantsEcrits(),
  CompteBancaireId: z.optional(identifiantEcrit),
  honoraires: z.optional(z.enum(["true", "false"], "« true » ou « false » est attendu.")),
});

/** The body that cancels a batch, with the reason. */
export const demandeAnnulation = z.strictObject({ motif: requis(200) });

/** The body that notes a transfer refused by the bank; without `date`, the bank refused it today. */
export const demandeRejetDeVirement = z.strictObject({
  motif: requis(200),
  date: z.optional(isoDate()),
});

/** An owner’s part of a validated statement that is not paid yet, with the result of its check; euros. */
export interface PartAReverser {
  CompteRenduPartId: number;
  CompteRenduId: number;
  MissionId: number;
  ClientId: number;
  mois: Mois;
  /** The number of the mandate, « 000042 »; `mandat`: its name, « INDIVISION DURAND ». */
  numero: string;
  mandat: string;
  nom: string;
  montant: Euros;
  titulaire: string | null;
  /** The IBAN with its middle digits masked. */
  iban: string | null;
  /** The day of payment set by the mandate, postponed to a day on which banks settle transfers. */
  jour: Jour;
  /** The French reason why the part may not be paid; null when it may. */
  bloque: string | null;
  avertissements: string[];
}

/** A sum to give back to a tenant, or to pay to a supplier, with the result of its check; euros. */
export interface SommeAVirer {
  nom: string;
  /** The object of the payment: « Dépôt de garantie, 12 rue des Lilas », « Fuite cuisine, facture F-7781 ». */
  objet: string;
  montant: Euros;
  titulaire: string | null;
  /** The IBAN with its middle digits masked. */
  iban: string | null;
  /** The last day to pay the sum; null when there is none. */
  echeance: Jour | null;
  /** The French reason why the sum may not be paid; null when it may. */
  bloque: string | null;
  avertissements: string[];
}

export interface RestitutionAVirer extends SommeAVirer {
  SoldeDepartId: number;
  DossierId: number;
  LocataireId: number;
}

/** The refund of an advance to a tenant who stays. */
export interface AvanceAVirer extends SommeAVirer {
  AvanceRendueId: number;
  DossierId: number;
  LocataireId: number;
}

export interface DepenseAVirer extends SommeAVirer {
  IntendanceId: number;
  FournisseurId: number;
}

/** A credit note of fees, or the share that one owner has in it. */
export interface AvoirAVirer extends SommeAVirer {
  FactureHonorairesId: number;
  /** The owner who is paid his share; null: the tenant is paid, or nobody gave the shares. */
  MandantId: number | null;
  MissionId: number;
  LocataireId: number | null;
}

/** `GET Reversement/apercu`: the preview of a batch, with the result of its checks; euros. */
export interface ApercuReversement {
  parts: PartAReverser[];
  restitutions: RestitutionAVirer[];
  avances: AvanceAVirer[];
  depenses: DepenseAVirer[];
  /**
   * The credit notes, which need a batch of their own. The fields below count credit notes only when the request asks
   * for credit notes alone.
   */
  avoirs: AvoirAVirer[];
  /** The sum that may be paid; `ecarte`: the sum that may not be paid. */
  total: Euros;
  ecarte: Euros;
  /** The agency’s fees that may be transferred. */
  honoraires: Euros;
  /**
   * The sentence on fees that may not be transferred yet: « 79,80 € d’honoraires ne partent pas encore : ils seraient
   * pris sur l’argent des autres. »; null when all the fees may be transferred.
   */
  honorairesRestants: string | null;
  /**
   * The open accounts that may pay, with their balances in the books: the accounts of rents, or the agency's own for
   * credit notes.
   */
  comptes: { id: number; nom: string; solde: Euros }[];
  CompteBancaireId: number | null;
  /** The day on which the bank would make the transfers. */
  dateExecution: Jour;
  /** The French reason why the batch may not be made; null when it may. */
  refus: string | null;
  /**
   * The words for recorded sums that no bank statement shows, and that may not pay anything: « 950,00 € saisis et
   * jamais vus à la banque : MARTIN ». Null without such sums.
   */
  nonVus: string | null;
  /** The agency's own money in the accounts of rents. */
  apport: Euros;
  /**
   * Whether the batch needs the validation of a second administrator: the total is above the limit, or the agency's
   * account receives fees for the first time.
   */
  secondePersonne: boolean;
  seuil: Euros;
}

/** A row of `GET Reversement`; euros. */
export interface ReversementRow {
  id: number;
  numero: string;
  dateExecution: Jour;
  CompteBancaireId: number;
  compte: string;
  etat: EtatReversement;
  format: FormatSepa;
  nombre: number;
  montant: Euros;
  /** The number of transfers that the bank made; `rejetes`: the number that it refused. */
  passes: number;
  rejetes: number;
  user: string | null;
  validePar: string | null;
  valideLe: string | null;
  telechargeLe: string | null;
  motif: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** A transfer of a batch; euros. */
export interface VirementVu {
  id: number;
  rang: number;
  genre: GenreVirement;
  CompteRenduPartId: number | null;
  CompteRenduId: number | null;
  MissionId: number | null;
  ClientId: number | null;
  mois: Mois | null;
  /** The mandate whose owner the transfer pays; null for another kind. */
  mandat: string | null;
  /** The frozen account whose sum the transfer gives back; null for another kind. */
  SoldeDepartId: number | null;
  DossierId: number | null;
  /** The advance that the transfer gives back; null for another kind. */
  AvanceRendueId: number | null;
  /** The expense that the transfer pays; null for another kind. */
  IntendanceId: number | null;
  /** The credit note of fees that the transfer pays back; null for another kind. */
  FactureHonorairesId: number | null;
  /** The thing given back or paid, in words; null for an owner's part and for fees. */
  objet: string | null;
  montant: Euros;
  titulaire: string;
  /** The IBAN with its middle digits masked. */
  iban: string;
  reference: string;
  libelle: string;
  etat: EtatVirement;
  motif: string | null;
  /** The day on which the bank made the transfer; `renduLe`: the day on which it sent the money back. */
  passeLe: Jour | null;
  renduLe: Jour | null;
}

/** The answer of `GET Reversement/{id}`: a batch with its transfers. */
export interface ReversementDetail extends ReversementRow {
  virements: VirementVu[];
  /** Whether the caller prepared the batch: he then may not validate it. */
  mien: boolean;
}
