import * as z from "zod/mini";
import type { Jour } from "../../dates.ts";
import { facultatif, identifiant, requis } from "../../fields.ts";
import { bic, estMasque, iban, ribValable } from "../../iban.ts";
import { demandeUnBic } from "../../zone-sepa.ts";

export const ETATS_COORDONNEES = {
  en_attente: "À confirmer",
  confirme: "Confirmé",
  refuse: "Refusé",
} as const;

export type EtatCoordonnees = keyof typeof ETATS_COORDONNEES;

/** The field of an IBAN: a valid IBAN (for a French account, with a valid key), or the masked IBAN already stored. */
export const ibanDeVirement = () =>
  iban().check(
    z.refine(
      (valeur) => estMasque(valeur) || ribValable(valeur),
      "La clé RIB de cet IBAN n’est pas la bonne : relisez ses chiffres.",
    ),
  );

/** The check of a bank account outside the European Economic Area: a transfer to it needs a BIC. */
export const nommeSaBanque = <
  Compte extends { iban?: string | null | undefined; bic?: string | null | undefined },
>() =>
  z.refine<Compte>(
    ({ iban: compte, bic: banque }) => !compte || !demandeUnBic(compte) || !!banque,
    {
      path: ["bic"],
      error:
        "Ce compte est hors de l’Espace économique européen\u00A0: donnez le BIC de sa banque.",
    },
  );

/** The body that asks to pay an owner of a mandate on a new bank account. */
export const nouvellesCoordonnees = z
  .strictObject({
    ClientId: identifiant(),
    /**
     * The name of the account holder, spelt as his bank spells it: the payer's bank compares the two spellings
     * (mandats/README §12.15).
     */
    titulaire: facultatif(requis(140)),
    iban: ibanDeVirement().check(z.minLength(1, "Ce champ est requis.")),
    bic: facultatif(bic()),
  })
  .check(nommeSaBanque());

export type NouvellesCoordonnees = z.output<typeof nouvellesCoordonnees>;

/** The body that gives the bank account of a tenant or a supplier. */
export const nouveauCompte = z
  .strictObject({
    titulaire: facultatif(requis(140)),
    iban: ibanDeVirement().check(z.minLength(1, "Ce champ est requis.")),
    bic: facultatif(bic()),
    /**
     * For a supplier: the person who confirmed the account by telephone, at a number found elsewhere than on the bill
     * (mandats/README §12.15).
     */
    rappel: facultatif(requis(140)),
  })
  .check(nommeSaBanque());

export type NouveauCompte = z.output<typeof nouveauCompte>;

/** A bank account from which a tenant paid his rent. */
export interface CompteConnu {
  /** The masked IBAN. */
  iban: string;
  /** The last day on which the account paid. */
  vuLe: Jour;
}

/**
 * `GET /Locataire/{id}/coordonnees` and `GET /Fournisseur/{id}/coordonnees`: the bank accounts of a tenant or a
 * supplier.
 */
export interface CoordonneesDuPaye {
  comptes: CoordonneesRow[];
  connus: CompteConnu[];
}

/**
 * A bank account of an owner (`GET /Mission/{id}/coordonnees`), a tenant or a supplier: present, former, or waiting
 * for approval. The latest come first.
 */
export interface CoordonneesRow {
  id: number;
  /** The owner; null for a tenant or a supplier. */
  ClientId: number | null;
  nom: string;
  titulaire: string;
  /** The masked IBAN: « FR76 •••• •••• •••• 0189 ». */
  iban: string;
  bic: string | null;
  /** The person who confirmed a supplier's account by telephone; else null. */
  rappel: string | null;
  etat: EtatCoordonnees;
  /** The instant from which the account may be paid, once it is confirmed. */
  actifLe: string;
  /** The account receives payments today. */
  effectif: boolean;
  user: string | null;
  /** The caller himself requested the change, and so may not confirm it. */
  mien: boolean;
  decidePar: string | null;
  decideLe: string | null;
  createdAt: string;
}

interface Coordonnees {
  id: number;
  etat: EtatCoordonnees;
  actifLe: string;
}

/**
 * The bank account to pay at an instant: the last confirmed one whose delay is over (mandats/README §12.15).
 *
 * @param rows the accounts of one tenant, of one supplier, or of one owner for one mandate, in any order
 * @param instant ISO 8601, UTC
 */
export const effectives = <Row extends Coordonnees>(
  rows: readonly Row[],
  instant: string,
): Row | undefined =>
  rows
    .filter(({ etat, actifLe }) => etat === "confirme" && actifLe <= instant)
    .toSorted((a, b) => b.id - a.id)[0];

/**
 * The change of account that waits for a second administrator, or for the end of its delay; undefined without a
 * change.
 *
 * @param rows the accounts of one owner for one mandate, in any order
 * @param instant ISO 8601, UTC
 */
export const aVenir = <Row extends Coordonnees>(
  rows: readonly Row[],
  instant: string,
): Row | undefined => {
  const derniere = rows.filter(({ etat }) => etat !== "refuse").toSorted((a, b) => b.id - a.id)[0];
  return derniere && (derniere.etat === "en_attente" || derniere.actifLe > instant)
    ? derniere
    : undefined;
};
