import * as z from "zod/mini";
import { choix, euros, identifiant, requis } from "../../fields.ts";
import { MODES_ENCAISSEMENT, PAYEURS, type Payeur } from "../locataires/reglement.ts";

const PARTS_AU_PLUS = 100;
/** The most transfers that one bank statement line may be matched with. */
const VIREMENTS_AU_PLUS = 4_000;

const part = z.strictObject({
  DossierId: identifiant(),
  montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
});

/**
 * The body that matches a bank statement line with what the line pays, in one of these ways: sums of dossiers,
 * payments already recorded, transfers of batches, expenses, the agency's own money, unidentified sums paid back, or
 * an invoice of fees.
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

/**
 * The body that assigns a sum received to the owner of a mandate or, when a supplier refunds an expense of the
 * mandate, to this expense.
 */
export const demandeAttribution = z.strictObject({
  MissionId: identifiant(),
  DepenseId: z.optional(identifiant()),
});

/** The body that sets a bank statement line aside, with the reason. */
export const demandeEcart = z.strictObject({ motif: requis(200) });

/**
 * The body that applies the certain proposals of a bank statement; without `ReleveId`, the certain proposals of every
 * statement.
 */
export const demandeCertaines = z.strictObject({ ReleveId: z.optional(identifiant()) });
