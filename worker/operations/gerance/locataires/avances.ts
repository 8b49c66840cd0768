import { type SQL, sql } from "drizzle-orm";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/gerance/livres/contexte.ts";
import { lireComptes } from "./comptes-lus.ts";
import { avecAvanceEtDette, regler } from "./imputations.ts";
import { reunir, type Suites, suitesDe } from "./quittances-suivies.ts";

/** Dossiers of one write: others write in between. */
const DOSSIERS_PAR_ECRITURE = 250;

/**
 * Spends the advances of these dossiers on what they owe in the books (domain/README §12.2): done again, it finds nothing.
 * What makes a sum owed spends them itself; this is for sums whose number is known only once they are called.
 * @param DossierIds null for all, so many of them at a time
 */
export async function consommerAvances({
  db,
  DossierIds,
  user,
  today,
}: Contexte & { DossierIds: readonly number[] | null }): Promise<Suites> {
  if (DossierIds?.length === 0) return reunir();
  if (DossierIds !== null) {
    const siens = sql`r."DossierId" IN (SELECT value FROM json_each(${JSON.stringify(DossierIds)}))`;
    return (await consommer({ db, user, today }, siens)).suites;
  }
  const faites: Suites[] = [];
  for (let apres = 0; ; ) {
    const { dernier, suites } = await consommer(
      { db, user, today },
      sql`r."DossierId" > ${apres}`,
      DOSSIERS_PAR_ECRITURE,
    );
    faites.push(suites);
    if (dernier === null) return reunir(...faites);
    apres = dernier;
  }
}

/** @returns the last dossier seen, null once there is none. */
function consommer({ db, user, today }: Contexte, lesquels: SQL, auPlus = -1) {
  return onWhatIsRead(async () => {
    const aVoir = await db.all<{ DossierId: number }>(
      sql`${avecAvanceEtDette(lesquels, today)} ORDER BY r."DossierId" LIMIT ${auPlus}`,
    );
    const dernier = aVoir.at(-1)?.DossierId ?? null;
    if (dernier === null) return { dernier, suites: reunir() };
    const { comptes } = await lireComptes(
      db,
      aVoir.map(({ DossierId }) => ({ DossierId, date: today })),
    );
    const { avant, inchange, ecrites } = await regler({ db, comptes, user, today });
    const { attente } = await db.write({ garde: provided(db, inchange), ...ecrites });
    return { dernier, suites: suitesDe(avant, attente) };
  });
}
