import { type SQL, sql } from "drizzle-orm";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireComptes } from "./comptes-lus.ts";
import { avecAvanceEtDette, regler } from "./imputations.ts";
import { reunir, type Suites, suitesDe } from "./quittances-suivies.ts";

/** The most dossiers of one write, so that other writes pass in between. */
const DOSSIERS_PAR_ECRITURE = 250;

type Auteur = Pick<Contexte, "db" | "today" | "user">;

/**
 * Spends the advances of these dossiers on their debts in the books (locataires/README §12.2). A write that makes one
 * debt spends its advances itself; this function comes after writes that call many sums. A second run finds nothing.
 * @param DossierIds null for all dossiers, 250 at a time
 */
export async function consommerAvances(
  ctx: Auteur,
  DossierIds: readonly number[] | null,
): Promise<Suites> {
  if (DossierIds?.length === 0) return reunir();
  if (DossierIds !== null) {
    const choisis = sql`r."DossierId" IN (SELECT value FROM json_each(${JSON.stringify(DossierIds)}))`;
    return (await consommer(ctx, choisis)).suites;
  }
  const faites: Suites[] = [];
  for (let apres = 0; ; ) {
    const suivants = sql`r."DossierId" > ${apres}`;
    const { dernier, suites } = await consommer(ctx, suivants, DOSSIERS_PAR_ECRITURE);
    faites.push(suites);
    if (dernier === null) return reunir(...faites);
    apres = dernier;
  }
}

/**
 * Spends the advances of the first `auPlus` of these dossiers (all when below zero).
 * @returns `dernier`: the last dossier whose advances were spent, null when none was left; `suites`: the effects on
 * receipts
 */
function consommer(ctx: Auteur, lesquels: SQL, auPlus = -1) {
  const { db, today } = ctx;
  return onWhatIsRead(async () => {
    const aVoir = await db.all<{ DossierId: number }>(
      sql`${avecAvanceEtDette(lesquels, today)} ORDER BY r."DossierId" LIMIT ${auPlus}`,
    );
    const dernier = aVoir.at(-1)?.DossierId ?? null;
    if (dernier === null) return { dernier, suites: reunir() };
    const { comptes } = await lireComptes(
      ctx,
      aVoir.map(({ DossierId }) => ({ DossierId, date: today })),
    );
    const { avant, inchange, ecrites } = await regler(ctx, { comptes });
    const { attente } = await db.write({ garde: provided(db, inchange), ...ecrites });
    return { dernier, suites: suitesDe(avant, attente) };
  });
}
