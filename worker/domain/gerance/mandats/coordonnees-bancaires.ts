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

/** An IBAN to pay: its check digits agree, and the key of a French account too; or the mask of the IBAN on record. */
export const ibanDeVirement = () =>
  iban().check(
    z.refine(
      (valeur) => estMasque(valeur) || ribValable(valeur),
      "La clé RIB de cet IBAN n’est pas la bonne : relisez ses chiffres.",
    ),
  );

/** An account outside the European Economic Area names its bank: a transfer there can't leave without it. */
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

/** The account on which an owner asks to be paid for a mandate. */
export const nouvellesCoordonnees = z
  .strictObject({
    ClientId: identifiant(),
    /** The holder as the bank's own paper names him: the bank compares it (mandats/README §12.15). */
    titulaire: facultatif(requis(140)),
    iban: ibanDeVirement().check(z.minLength(1, "Ce champ est requis.")),
    bic: facultatif(bic()),
  })
  .check(nommeSaBanque());

export type NouvellesCoordonnees = z.output<typeof nouvellesCoordonnees>;

/** The account on which a tenant, or a supplier, is to be paid. */
export const nouveauCompte = z
  .strictObject({
    titulaire: facultatif(requis(140)),
    iban: ibanDeVirement().check(z.minLength(1, "Ce champ est requis.")),
    bic: facultatif(bic()),
    /**
     * Of a supplier: who confirmed it, called back at a number that is not that of the bill (mandats/README §12.15).
     */
    rappel: facultatif(requis(140)),
  })
  .check(nommeSaBanque());

export type NouveauCompte = z.output<typeof nouveauCompte>;

/** An account of which a tenant paid his rent. */
export interface CompteConnu {
  /** Masked. */
  iban: string;
  /** The last day it paid. */
  vuLe: Jour;
}

/** `GET /Locataire/{id}/coordonnees` and `GET /Fournisseur/{id}/coordonnees`. */
export interface CoordonneesDuPaye {
  comptes: CoordonneesRow[];
  connus: CompteConnu[];
}

/**
 * The present, former and asked accounts of an owner, as `GET /Mission/{id}/coordonnees` lists them, or of a tenant or a
 * supplier, the latest first.
 */
export interface CoordonneesRow {
  id: number;
  /** The owner; null for a tenant or a supplier. */
  ClientId: number | null;
  nom: string;
  titulaire: string;
  /** « FR76 •••• •••• •••• 0189 » */
  iban: string;
  bic: string | null;
  /** The person who confirmed it by telephone; null but for a supplier. */
  rappel: string | null;
  etat: EtatCoordonnees;
  /** The instant from which it may be paid, once confirmed. */
  actifLe: string;
  /** It is the account paid now. */
  effectif: boolean;
  user: string | null;
  /** The caller asked for it, so he cannot confirm it. */
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
 * The bank details that hold at an instant for an owner: the last confirmed ones whose delay is over (mandats/README
 * §12.15).
 *
 * @param rows those of one owner for one mandate, in any order
 * @param instant ISO 8601, UTC
 */
export const effectives = <Row extends Coordonnees>(
  rows: readonly Row[],
  instant: string,
): Row | undefined =>
  rows
    .filter(({ etat, actifLe }) => etat === "confirme" && actifLe <= instant)
    .toSorted((a, b) => b.id - a.id)[0];

/** The change that does not hold yet: it waits for a second administrator, or for its delay. */
export const aVenir = <Row extends Coordonnees>(
  rows: readonly Row[],
  instant: string,
): Row | undefined => {
  const derniere = rows.filter(({ etat }) => etat !== "refuse").toSorted((a, b) => b.id - a.id)[0];
  return derniere && (derniere.etat === "en_attente" || derniere.actifLe > instant)
    ? derniere
    : undefined;
};
