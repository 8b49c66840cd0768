import { type SQL, sql } from "drizzle-orm";
import { consommer } from "#domain/gerance/compte-tenu.ts";
import type { Db } from "#worker/db/client.ts";
import { echeances, ecritures, imputations, reglements } from "#worker/db/schema-gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { lireComptes } from "./comptes-lus.ts";
import type { Contexte } from "./contexte.ts";
import { type Reglee, regler } from "./imputations.ts";
import { inchangees, reunir, type Suites, suitesDe } from "./quittances-suivies.ts";

/**
 * Spends the advances of these dossiers on what they owe in the books (domain/README §12.2): done again, it finds nothing.
 * @param DossierIds null for all
 */
export async function consommerAvances({
  db,
  DossierIds,
  user,
  today,
}: Contexte & { DossierIds: readonly number[] | null }): Promise<Suites> {
  if (DossierIds?.length === 0) return reunir();
  return onWhatIsRead(async () => {
    const aVoir = await avecAvanceEtDette(db, DossierIds);
    if (aVoir.length === 0) return reunir();
    const { comptes } = await lireComptes(
      db,
      aVoir.map((DossierId) => ({ DossierId, date: today })),
    );
    const depenses = [...comptes.values()].flatMap(({ DossierId, avances, ouvertes }) =>
      avances.flatMap((avance) => {
        const depense = consommer(DossierId, avance, today, ouvertes);
        const { ReglementId } = avance;
        return depense.imputations.length > 0 ? [{ DossierId, ReglementId, ...depense }] : [];
      }),
    );
    if (depenses.length === 0) return reunir();
    const ids = sql`(SELECT value FROM json_each(${JSON.stringify(depenses.map(({ ReglementId }) => ReglementId))}))`;
    const cles = await db.all<{ id: number; cle: string; entrees: number }>(sql`
      SELECT r.id, r.cle, (SELECT count(*) FROM ${ecritures} e WHERE e."ReglementId" = r.id) AS entrees
      FROM ${reglements} r WHERE r.id IN ${ids}`);
    const parId = new Map(cles.map((une) => [une.id, une]));
    const reglees = depenses.flatMap(({ ReglementId, ...depense }): Reglee[] => {
      const un = parId.get(ReglementId);
      if (!un) return [];
      const cle = `avance ${un.entrees} ${un.cle}`;
      return [{ ...depense, reglement: un.cle, cle, date: today, libelle: LIBELLE }];
    });
    const { avant, ecrites } = await regler(db, reglees, user);
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchangees(avant)}
          AND NOT EXISTS (SELECT 1 FROM ${reglements} WHERE id IN ${ids} AND etat <> 'credite')`,
      ),
      ...ecrites,
    });
    return suitesDe(avant, attente);
  });
}

/** The words of the entry, which the number of the payment follows. */
const LIBELLE = "Avance portée sur l’appel, règlement";

/** Those of these dossiers that have an advance, and owe something; all of them when none is named. */
const avecAvanceEtDette = async (db: Db, DossierIds: readonly number[] | null) => {
  const lesquels: SQL =
    DossierIds === null
      ? sql`true`
      : sql`r."DossierId" IN (SELECT value FROM json_each(${JSON.stringify(DossierIds)}))`;
  const rows = await db.all<{ DossierId: number }>(sql`
    SELECT DISTINCT r."DossierId" FROM ${reglements} r
    WHERE ${lesquels} AND r.etat = 'credite'
      AND EXISTS (SELECT 1 FROM ${echeances} e WHERE e."DossierId" = r."DossierId" AND e.reste > 0 AND e."EcritureId" IS NOT NULL)
      AND r.montant > coalesce((SELECT sum(i.montant) FROM ${imputations} i WHERE i."ReglementId" = r.id), 0)`);
  return rows.map(({ DossierId }) => DossierId);
};
