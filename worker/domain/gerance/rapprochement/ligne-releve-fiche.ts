import * as z from "zod/mini";
import { choix, euros, identifiant, requis } from "../../fields.ts";
import { MODES_ENCAISSEMENT, PAYEURS, type Payeur } from "../locataires/reglement.ts";

const PARTS_AU_PLUS = 100;
/** As many transfers as a batch has. */
const VIREMENTS_AU_PLUS = 4_000;

const part = z.strictObject({
  DossierId: identifiant(),
  montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
});

/**
 * The answer to a line: payments of these dossiers; recorded payments that it proves, credits or refuses; transfers to
 * owners that it makes or gives back; expenses that it pays, or the one whose supplier gives some back; the agency's own
 * money; sums that waited and that it pays back; or the invoice of fees that it pays.
 */
export const demandeRapprochement = z.strictObject({
  parts: z.optional(
    z
      .array(part)
      .check(
        z.minLength(1, "Une part au moins est attendue."),
        z.maxLength(PARTS_AU_PLUS, `${PARTS_AU_PLUS} parts au plus.`),
      ),
  ),
  ReglementIds: z.optional(
    z
      .array(identifiant())
      .check(
        z.minLength(1, "Un règlement au moins est attendu."),
        z.maxLength(PARTS_AU_PLUS, `${PARTS_AU_PLUS} règlements au plus.`),
      ),
  ),
  VirementIds: z.optional(
    z
      .array(identifiant())
      .check(
        z.minLength(1, "Un virement au moins est attendu."),
        z.maxLength(VIREMENTS_AU_PLUS, `${VIREMENTS_AU_PLUS} virements au plus.`),
      ),
  ),
  DepenseIds: z.optional(
    z
      .array(identifiant())
      .check(
        z.minLength(1, "Une dépense au moins est attendue."),
        z.maxLength(PARTS_AU_PLUS, `${PARTS_AU_PLUS} dépenses au plus.`),
      ),
  ),
  ApportId: z.optional(identifiant()),
  SommeIds: z.optional(
    z
      .array(identifiant())
      .check(
        z.minLength(1, "Une somme au moins est attendue."),
        z.maxLength(PARTS_AU_PLUS, `${PARTS_AU_PLUS} sommes au plus.`),
      ),
  ),
  FactureId: z.optional(identifiant()),
  payeur: z.optional(choix(Object.keys(PAYEURS) as Payeur[])),
  mode: z.optional(choix(MODES_ENCAISSEMENT)),
});

export type DemandeRapprochement = z.output<typeof demandeRapprochement>;

/** The mandate whose owner a sum is for, and the expense of it that a supplier gives back, if it is that. */
export const demandeAttribution = z.strictObject({
  MissionId: identifiant(),
  DepenseId: z.optional(identifiant()),
});

/** Why a line is set aside. */
export const demandeEcart = z.strictObject({ motif: requis(200) });

/** The statement whose sure lines to take; absent: all. */
export const demandeCertaines = z.strictObject({ ReleveId: z.optional(identifiant()) });
