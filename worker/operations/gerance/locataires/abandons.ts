import { eq } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { storedFiles } from "#worker/db/schema-fichiers.ts";
import type { Depot } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/gerance/livres/contexte.ts";
import type { Suites } from "./quittances-suivies.ts";
import { apercevoirReglements, enregistrerReglements, type ReglementFait } from "./reglements.ts";

/**
 * The owner gives up what a tenant owes (domain/README §12.2): the oldest debts end first, his paper is kept with the
 * payment that ends them, and nothing comes into the bank.
 * @param depot his paper, which lies in R2
 * @throws NotFound; Invalid when it is more than what is owed.
 */
export async function abandonnerCreance({
  db,
  DossierId,
  montant,
  date,
  commentaire,
  depot,
  user,
  today,
}: Contexte & {
  DossierId: number;
  montant: Centimes;
  date: Jour;
  commentaire: string | null;
  depot: Depot;
}): Promise<Suites & { reglement: ReglementFait | undefined }> {
  const demande = {
    DossierId,
    montant,
    date,
    commentaire,
    mode: "abandon",
    payeur: "bailleur",
  } as const;
  const [range] = await db
    .insert(storedFiles)
    .values({ ...depot, user })
    .returning({ id: storedFiles.id });
  try {
    const complete = { ...demande, StoredFileId: range?.id };
    const [apercu] = await apercevoirReglements(db, [complete], today);
    if (apercu && apercu.avance > 0) {
      throw new Invalid({ montant: "C’est plus que ce que doit le locataire." });
    }
    const { reglements, ...suites } = await enregistrerReglements({
      db,
      demandes: [complete],
      user,
      today,
    });
    return { ...suites, reglement: reglements[0] };
  } catch (error) {
    await db.delete(storedFiles).where(eq(storedFiles.key, depot.key));
    throw error;
  }
}
