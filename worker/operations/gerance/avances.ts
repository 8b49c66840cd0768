import { sql } from "drizzle-orm";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { lireComptes } from "./comptes-lus.ts";
import type { Contexte } from "./contexte.ts";
import { avecAvanceEtDette, regler } from "./imputations.ts";
import { reunir, type Suites, suitesDe } from "./quittances-suivies.ts";

/**
 * Spends the advances of these dossiers on what they owe in the books (domain/README §12.2): done again, it finds nothing.
 * What makes a sum owed spends them itself; this is for sums whose number is known only once they are called.
 * @param DossierIds null for all
 */
export async function consommerAvances({
  db,
  DossierIds,
  user,
  today,
}: Contexte & { DossierIds: readonly number[] | null }): Promise<Suites> {
  if (DossierIds?.length === 0) return reunir();
  const lesquels =
    DossierIds === null
      ? sql`true`
      : sql`r."DossierId" IN (SELECT value FROM json_each(${JSON.stringify(DossierIds)}))`;
  return onWhatIsRead(async () => {
    const aVoir = await db.all<{ DossierId: number }>(avecAvanceEtDette(lesquels, today));
    if (aVoir.length === 0) return reunir();
    const { comptes } = await lireComptes(
      db,
      aVoir.map(({ DossierId }) => ({ DossierId, date: today })),
    );
    const { avant, inchange, ecrites } = await regler({ db, comptes, user, today });
    const { attente } = await db.write({ garde: provided(db, inchange), ...ecrites });
    return suitesDe(avant, attente);
  });
}
