import { and, eq, isNotNull } from "drizzle-orm";
import { Conflict } from "#domain/erreurs.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

/**
 * Refuses to send a mail again when its statement of charges was cancelled (charges/README §16.6). Any other mail
 * passes.
 * @throws Conflict with the reason, for staff.
 */
export async function exigerDecompteVivant(
  { db }: Pick<Contexte, "db">,
  CourrielId: number,
): Promise<void> {
  const [annule] = await db
    .select({ id: decomptes.id })
    .from(decomptes)
    .where(and(eq(decomptes.CourrielId, CourrielId), isNotNull(decomptes.annuleLe)));
  if (annule) throw new Conflict("Ce décompte est annulé : il ne repart pas.");
}
