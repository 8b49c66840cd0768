import * as z from "zod/mini";
import { MOIS_ECRIT } from "#domain/dates.ts";
import { identifiant, isoDate } from "#domain/fields.ts";

/** A message of the queue. It may be delivered twice, late, or in any order. */
export const message = z.discriminatedUnion("type", [
  /** Makes the automatic receipt of a dossier for a month, with its PDF and its mail, as of the day `today`. */
  z.strictObject({
    type: z.literal("quitance"),
    DossierId: identifiant(),
    mois: z.string().check(z.regex(MOIS_ECRIT)),
    today: isoDate(),
  }),
  /** Sends a mail of the outbox. */
  z.strictObject({ type: z.literal("courriel"), CourrielId: identifiant() }),
  /** Makes the copy of the database for this day. */
  z.strictObject({ type: z.literal("sauvegarde"), jour: isoDate() }),
  /**
   * Copies the files that have no copy and whose key comes after `apres`; `manques` lists those that earlier messages
   * failed to copy.
   */
  z.strictObject({
    type: z.literal("fichiers"),
    jour: isoDate(),
    apres: z.string(),
    manques: z.array(z.string()),
  }),
  /** Makes the piece number `rang` of the complete export. */
  z.strictObject({
    type: z.literal("export"),
    ExportCompletId: identifiant(),
    rang: z.int().check(z.nonnegative()),
  }),
]);

export type Message = z.output<typeof message>;
