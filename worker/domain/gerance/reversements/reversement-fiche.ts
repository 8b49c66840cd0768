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
 * `POST Reversement`: the owners' statements to pay, the deposits and advances to give back, the bills to pay, and
 * whether the agency takes its fees too; or the credit notes of fees that it pays back from its own account.
 */
export const demandeReversement = z
  .strictObject({
    CompteRenduIds: z._default(auPlus("comptes rendus"), []),
    /** The frozen accounts of departures. */
    SoldeDepartIds: z._default(auPlus("restitutions"), []),
    /** The sums paid ahead that tenants who stay asked back. */
    AvanceRendueIds: z._default(auPlus("trop-perçus"), []),
    /** The expenses. */
    IntendanceIds: z._default(auPlus("dépenses"), []),
    /** The credit notes of fees: they leave the agency's own account, in a batch of their own. */
    FactureHonorairesIds: z._default(auPlus("avoirs"), []),
    dateExecution: isoDate(),
    /** The account that pays; absent: the only account of rents, or the only one of the agency for credit notes. */
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

/** Whether a request asks for a sum that leaves the funds of others. */
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
 * ids, every sum that waits in the funds of others, and credit notes apart. `FactureHonorairesIds`: these notes alone.
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

/** The body of a request to cancel a batch: the reason. */
export const demandeAnnulation = z.strictObject({ motif: requis(200) });

/** The body of a request that notes a transfer refused by the bank: the reason and the day; absent: today. */
export const demandeRejetDeVirement = z.strictObject({
  motif: requis(200),
  date: z.optional(isoDate()),
});

/** An owner’s part of a validated statement, not paid yet, with the result of its control; euros. */
export interface PartAReverser {
  CompteRenduPartId: number;
  CompteRenduId: number;
  MissionId: number;
  ClientId: number;
  mois: Mois;
  /** The number of the mandate and its name: « 000042 », « INDIVISION DURAND ». */
  numero: string;
  mandat: string;
  nom: string;
  montant: Euros;
  titulaire: string | null;
  /** The IBAN with its middle digits masked. */
  iban: string | null;
  /** The day set by the mandate, moved to a day on which banks settle. */
  jour: Jour;
  /** The reason why the part may not be paid; null when it may. */
  bloque: string | null;
  avertissements: string[];
}

/** A sum to give back to a tenant, or to pay to a supplier, with the result of its control; euros. */
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
  /** The reason why the sum may not be paid; null when it may. */
  bloque: string | null;
  avertissements: string[];
}

export interface RestitutionAVirer extends SommeAVirer {
  SoldeDepartId: number;
  DossierId: number;
  LocataireId: number;
}

/** A sum paid ahead, to give back to a tenant who stays. */
export interface AvanceAVirer extends SommeAVirer {
  AvanceRendueId: number;
  DossierId: number;
  LocataireId: number;
}

export interface DepenseAVirer extends SommeAVirer {
  IntendanceId: number;
  FournisseurId: number;
}

/** A credit note of fees, or the share of one of its owners. */
export interface AvoirAVirer extends SommeAVirer {
  FactureHonorairesId: number;
  /** The owner who is paid his share; null: the tenant is paid, or nobody gave the shares. */
  MandantId: number | null;
  MissionId: number;
  LocataireId: number | null;
}

/** `GET Reversement/apercu`: the control list of a batch, before it is made; euros. */
export interface ApercuReversement {
  parts: PartAReverser[];
  restitutions: RestitutionAVirer[];
  avances: AvanceAVirer[];
  depenses: DepenseAVirer[];
  /** The credit notes, which make a batch of their own: no sum below counts them unless they alone are asked for. */
  avoirs: AvoirAVirer[];
  /** The sum to pay, and the sum left out. */
  total: Euros;
  ecarte: Euros;
  /** The agency’s fees that may be transferred. */
  honoraires: Euros;
  /**
   * The sentence on fees that may not be transferred yet: « 79,80 € d’honoraires ne partent pas encore : ils seraient
   * pris sur l’argent des autres. »; null when all may.
   */
  honorairesRestants: string | null;
  /** The open accounts that may pay, with their balances in the books: of rents, or of the agency for credit notes. */
  comptes: { id: number; nom: string; solde: Euros }[];
  CompteBancaireId: number | null;
  /** The day on which the batch would be paid. */
  dateExecution: Jour;
  /** The reason why the batch may not leave; null when it may. */
  refus: string | null;
  /**
   * The sentence on sums typed but never seen at the bank, which pay nothing: « 950,00 € saisis et jamais vus à la
   * banque : MARTIN »; null when there are none.
   */
  nonVus: string | null;
  /** The agency's own money in the accounts of rents. */
  apport: Euros;
  /** Whether the total is above the limit, so that the batch needs a second administrator. */
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
  /** The count of transfers that the bank made, then the count of transfers that it refused. */
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
  /** The frozen account whose sum the transfer gives back, then the dossier of the tenant paid; else null. */
  SoldeDepartId: number | null;
  DossierId: number | null;
  /** The advance that the transfer gives back; null for another kind. */
  AvanceRendueId: number | null;
  /** The expense that the transfer pays; null for another kind. */
  IntendanceId: number | null;
  /** The credit note of fees that the transfer pays back; null for another kind. */
  FactureHonorairesId: number | null;
  /** The thing given back or paid, in words: null for an owner's part and for fees. */
  objet: string | null;
  montant: Euros;
  titulaire: string;
  /** The IBAN with its middle digits masked. */
  iban: string;
  reference: string;
  libelle: string;
  etat: EtatVirement;
  motif: string | null;
  /** The day when the bank made the transfer, then the day when it sent the money back. */
  passeLe: Jour | null;
  renduLe: Jour | null;
}

/** The answer of `GET Reversement/{id}`: a batch with its transfers. */
export interface ReversementDetail extends ReversementRow {
  virements: VirementVu[];
  /** Whether the caller prepared the batch, so that he cannot validate it. */
  mien: boolean;
}
