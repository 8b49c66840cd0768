import { eq } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import type { Depot } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { Suites } from "./quittances-suivies.ts";
import { apercevoirReglements, enregistrerReglements, type ReglementFait } from "./reglements.ts";

/**
 * Gives up a debt in the name of the owner (locataires/README §12.2), the oldest sums first. A payment records it,
 * with the owner's paper; no money enters the bank.
 * @throws NotFound when there is no such dossier; Invalid when the sum is more than the tenant owes.
 */
export async function abandonnerCreance(
  ctx: Contexte,
  {
    depot,
    ...abandon
  }: {
    DossierId: number;
    montant: Centimes;
    date: Jour;
    commentaire: string | null;
    /** The owner's paper, which is in R2. */
    depot: Depot;
  },
): Promise<Suites & { reglement: ReglementFait | undefined }> {
  const { db, user } = ctx;
  const [range] = await db
    .insert(storedFiles)
    .values({ ...depot, user })
    .returning({ id: storedFiles.id });
  try {
    const commun = { mode: "abandon", payeur: "bailleur", StoredFileId: range?.id } as const;
    const demandes = [{ ...abandon, ...commun }];
    const [apercu] = await apercevoirReglements(ctx, demandes);
    if (apercu && apercu.avance > 0) {
      throw new Invalid({ montant: "C’est plus que ce que doit le locataire." });
    }
    const { reglements, ...suites } = await enregistrerReglements(ctx, { demandes });
    return { ...suites, reglement: reglements[0] };
  } catch (error) {
    await db.delete(storedFiles).where(eq(storedFiles.key, depot.key));
    throw error;
  }
}
