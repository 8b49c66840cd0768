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
 * `POST Reversement`: the accounts to pay over, the deposits to give back and the bills to pay, and whether the agency takes
 * its fees with them.
 */
export const demandeReversement = z
  .strictObject({
    CompteRenduIds: z._default(auPlus("comptes rendus"), []),
    /** The frozen accounts of departures. */
    SoldeDepartIds: z._default(auPlus("restitutions"), []),
    /** The expenses. */
    IntendanceIds: z._default(auPlus("dépenses"), []),
    dateExecution: isoDate(),
    /** The account that pays; absent: the only account of rents. */
    CompteBancaireId: facultatif(identifiant()),
    honoraires: z.optional(booleen()),
  })
  .check(
    z.refine(
      ({ CompteRenduIds, SoldeDepartIds, IntendanceIds, honoraires }) =>
        CompteRenduIds.length + SoldeDepartIds.length + IntendanceIds.length > 0 ||
        honoraires === true,
      { path: ["CompteRenduIds"], error: "Choisissez au moins une somme à virer." },
    ),
  );

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
 * `GET Reversement/apercu?ids=1,2&SoldeDepartIds&IntendanceIds&CompteBancaireId&honoraires`: without any of the three, all that
 * waits.
 */
export const apercuDemande = z.strictObject({
  /** Of accounts rendered. */
  ids: identifiantsEcrits(),
  SoldeDepartIds: identifiantsEcrits(),
  IntendanceIds: identifiantsEcrits(),
  CompteBancaireId: z.optional(identifiantEcrit),
  honoraires: z.optional(z.enum(["true", "false"], "« true » ou « false » est attendu.")),
});

/** The reason to cancel a batch. */
export const demandeAnnulation = z.strictObject({ motif: requis(200) });

/** The reason why the bank did not make a transfer, and its day; absent: today. */
export const demandeRejetDeVirement = z.strictObject({
  motif: requis(200),
  date: z.optional(isoDate()),
});

/** An owner's part of a valid account, not paid over yet, with the result of its control; euros. */
export interface PartAReverser {
  CompteRenduPartId: number;
  CompteRenduId: number;
  MissionId: number;
  ClientId: number;
  mois: Mois;
  /** « 000042 », « INDIVISION DURAND » */
  numero: string;
  mandat: string;
  nom: string;
  montant: Euros;
  titulaire: string | null;
  /** The IBAN, masked. */
  iban: string | null;
  /** The day set by the mandate, moved to a day on which banks settle. */
  jour: Jour;
  /** The reason why it is left out; null: it is paid. */
  bloque: string | null;
  avertissements: string[];
}

/** A sum to give back to a tenant, or to pay to a supplier, with the result of its control; euros. */
export interface SommeAVirer {
  nom: string;
  /** « Dépôt de garantie, 12 rue des Lilas », « Fuite cuisine, facture F-7781 ». */
  objet: string;
  montant: Euros;
  titulaire: string | null;
  /** The IBAN, masked. */
  iban: string | null;
  /** The day by which it is due; null: none is. */
  echeance: Jour | null;
  /** The reason why it is left out; null: it is paid. */
  bloque: string | null;
  avertissements: string[];
}

export interface RestitutionAVirer extends SommeAVirer {
  SoldeDepartId: number;
  DossierId: number;
  LocataireId: number;
}

export interface DepenseAVirer extends SommeAVirer {
  IntendanceId: number;
  FournisseurId: number;
}

/** `GET Reversement/apercu`: the control list of a batch, before it is made; euros. */
export interface ApercuReversement {
  parts: PartAReverser[];
  restitutions: RestitutionAVirer[];
  depenses: DepenseAVirer[];
  /** The sum to pay, and the sum left out. */
  total: Euros;
  ecarte: Euros;
  /** The fees that may be transferred. */
  honoraires: Euros;
  /**
   * « 79,80 € d’honoraires ne partent pas encore : ils seraient pris sur l’argent des autres. »; null: all the fees
   * may leave.
   */
  honorairesRestants: string | null;
  /** The open accounts of rents, with their balances in the books. */
  comptes: { id: number; nom: string; solde: Euros }[];
  CompteBancaireId: number | null;
  /** The day on which the batch would be paid. */
  dateExecution: Jour;
  /** The reason why nothing leaves; null: the batch may leave. */
  refus: string | null;
  /** « 950,00 € saisis et jamais vus à la banque : MARTIN »: these sums pay nothing; null: there are none. */
  nonVus: string | null;
  /** The agency's own money in the accounts of rents. */
  apport: Euros;
  /** Its sum is above the limit: it needs a second administrator. */
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
  /** The counts of its transfers that the bank made, and refused. */
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
  /** The mandate whose account it pays over; null for another genre. */
  mandat: string | null;
  /** The dossier whose deposit it gives back; null for another genre. */
  SoldeDepartId: number | null;
  DossierId: number | null;
  /** The expense that it pays; null for another genre. */
  IntendanceId: number | null;
  /** The thing given back or paid, in words: null for an owner's part and for fees. */
  objet: string | null;
  montant: Euros;
  titulaire: string;
  /** The IBAN, masked. */
  iban: string;
  reference: string;
  libelle: string;
  etat: EtatVirement;
  motif: string | null;
  /** The day on which the bank made it, and the day on which it gave it back. */
  passeLe: Jour | null;
  renduLe: Jour | null;
}

/** `GET Reversement/{id}`. */
export interface ReversementDetail extends ReversementRow {
  virements: VirementVu[];
  /** The caller prepared it, so he cannot validate it. */
  mien: boolean;
}
