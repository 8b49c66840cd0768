import { eq, getTableName, is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { GENRES_IMPORT, type GenreImport } from "#domain/import/genres.ts";
import type { Db } from "#worker/db/client.ts";
import { mandatTenu } from "#worker/db/conditions.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { importFiches, imports } from "#worker/db/schema/imports.ts";
import { missionAppartements, missionClients, missions } from "#worker/db/schema/missions.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import { appartements, dossiers, proprietes } from "#worker/db/schema/schema.ts";
import { tables } from "#worker/db/tables.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { TABLES_IMPORT } from "./connus.ts";

const NOMMEES = 5;

/** How a refusal names a record of each kind, from its columns. */
const NOMS: Readonly<Record<GenreImport, SQL>> = {
  Client: sql`trim(fiche.prenom || ' ' || fiche.nom)`,
  Appartement: sql`fiche.adresse`,
  Mission: sql`'mandat ' || coalesce('n° ' || fiche."numRegistre", 'sans numéro')`,
  Locataire: sql`fiche.prenom || ' ' || fiche.nom`,
  Dossier: sql`'dossier ' || fiche."numFraisDossier"`,
  Caution: sql`fiche.prenom || ' ' || fiche.nom`,
};

/**
 * Undoes an import, in one transaction (import/README §13.7): deletes all the records that it made, or none, and
 * gives dwellings back their former rents, unless the dwellings changed since.
 * @throws NotFound when there is no such import; Conflict when it was undone already, or when some of its records
 * were used since: the message names them.
 */
export async function annulerImport(
  { db, now, user }: Pick<Contexte, "db" | "now"> & { user: string },
  { id, device = null }: { id: number; device?: string | null },
): Promise<void> {
  await onWhatIsRead(async () => {
    const [importation] = await db.select().from(imports).where(eq(imports.id, id));
    if (!importation) throw new NotFound();
    if (importation.annuleLe !== null) throw new Conflict("Cet import est déjà annulé.");
    const { genre } = importation;
    const servies = serviesDe(genre, id);
    const nommees = await db.all<{ nom: string; ligne: number; nombre: number }>(
      sql`SELECT ${NOMS[genre]} AS nom, origine.ligne, count(*) OVER () AS nombre ${servies}
        ORDER BY origine.ligne LIMIT ${NOMMEES}`,
    );
    if (nommees.length > 0) throw new Conflict(refus(genre, nommees));
    await db.write({
      premisse: provided(
        db,
        sql`EXISTS (SELECT 1 FROM ${imports} WHERE ${imports.id} = ${id} AND "annuleLe" IS NULL)
          AND NOT EXISTS (SELECT 1 ${servies})`,
      ),
      histoire: trace(db, {
        entite: genre,
        entiteId: sql`(${creees(genre, id)})`,
        etat: "Suppression",
        user,
        quand: sql`EXISTS (SELECT 1 FROM ${TABLES_IMPORT[genre]} encore WHERE encore.id = fiche.id)`,
      }),
      ...rendreLoyers(db, id, user),
      fiches: db.run(sql`DELETE FROM ${TABLES_IMPORT[genre]} WHERE id IN (${creees(genre, id)})`),
      origines: db.run(sql`DELETE FROM ${importFiches} WHERE "ImportId" = ${id}`),
      securite: noter(db, {
        evenement: "import_annule",
        user,
        device,
        details: { genre, nombre: importation.nombre },
      }),
      import:
        db.run(sql`UPDATE ${imports} SET "annuleLe" = ${now.toISOString()}, "annulePar" = ${user}
        WHERE ${imports.id} = ${id}`),
    });
  });
}

const creees = (genre: GenreImport, id: number): SQL =>
  sql`SELECT "entiteId" FROM ${importFiches} WHERE "ImportId" = ${id} AND entite = ${genre} AND avant IS NULL`;

function refus(
  genre: GenreImport,
  nommees: readonly { nom: string; ligne: number; nombre: number }[],
): string {
  const nombre = nommees[0]?.nombre ?? 0;
  const { singulier, pluriel } = GENRES_IMPORT[genre];
  const qui = nommees.map(({ nom, ligne }) => `${nom} (ligne ${ligne})`).join(", ");
  const suite = nombre > nommees.length ? `, et ${nombre - nommees.length} autres` : "";
  return `Cet import ne s’annule plus : ${nombre === 1 ? `un ${singulier} a servi ou changé` : `${nombre} ${pluriel} ont servi ou changé`} depuis : ${qui}${suite}.`;
}

/** Tables that name a record by its kind and identifier, without a foreign key. */
const PAPIERS = ["Document", "Courriel", "Remplacement"];

/**
 * The end of an SQL query, from its FROM on, for the records of an import that changed since the import, or that a
 * row of another table now names.
 */
function serviesDe(genre: GenreImport, id: number): SQL {
  const table = TABLES_IMPORT[genre];
  const liens = Object.values(tables).flatMap((autre) =>
    is(autre, SQLiteTable) ? colonnesVers(autre, table) : [],
  );
  const motifs = [
    sql`fiche.version <> origine.version`,
    ...liens.map(
      ({ nom, colonne }) =>
        sql`EXISTS (SELECT 1 FROM ${sql.identifier(nom)} lie WHERE lie.${sql.identifier(colonne)} = fiche.id)`,
    ),
    ...PAPIERS.map(
      (nom) =>
        sql`EXISTS (SELECT 1 FROM ${sql.identifier(nom)} papier WHERE papier.entite = ${genre} AND papier."entiteId" = fiche.id)`,
    ),
    ...(genre === "Appartement" ? [PROPRIETAIRES_CHANGES] : []),
    ...(genre === "Mission" ? [MANDAT_CHANGE, mandatTenu(sql`fiche.id`)] : []),
  ];
  return sql`FROM ${importFiches} origine JOIN ${table} fiche ON fiche.id = origine."entiteId"
    WHERE origine."ImportId" = ${id} AND origine.entite = ${genre} AND origine.avant IS NULL
      AND (${sql.join(motifs, sql` OR `)})`;
}

/**
 * For each table, the other tables whose rows are made together with its records: the ownerships of a dwelling, the
 * rents of a dossier, the parties, dwellings and terms of a mandate.
 */
const VENUS_AVEC = new Map<SQLiteTable, readonly SQLiteTable[]>([
  [appartements, [proprietes]],
  [dossiers, [loyersHistoriques]],
  [missions, [missionClients, missionAppartements, conditionsMandat]],
]);

/** The columns of `autre` that name a record of `table`, apart from rows made together with the record. */
function colonnesVers(autre: SQLiteTable, table: SQLiteTable) {
  if (VENUS_AVEC.get(table)?.includes(autre)) return [];
  return getTableConfig(autre).foreignKeys.flatMap((cle) => {
    const { columns, foreignTable } = cle.reference();
    const [colonne] = columns;
    return foreignTable === table && colonne && columns.length === 1
      ? [{ nom: getTableName(autre), colonne: colonne.name }]
      : [];
  });
}

/** The condition that the history of the record has one of these events since the import. */
const racontee = (
  genre: GenreImport,
  etats: readonly string[],
) => sql`EXISTS (SELECT 1 FROM "History" dite
  WHERE dite.entite = ${genre} AND dite."entiteId" = fiche.id
    AND dite.etat IN (SELECT value FROM json_each(${JSON.stringify(etats)}))
    AND dite."createdAt" > (SELECT "createdAt" FROM "Import" WHERE "Import".id = origine."ImportId"))`;

/** The condition that an owner was added to the dwelling, removed, or given another right since the import. */
const PROPRIETAIRES_CHANGES = racontee("Appartement", [
  "Propriétaire ajouté",
  "Propriétaire retiré",
  "Droit d’un propriétaire",
  "Fin d’un usufruit",
]);

/** The condition that the parties, the dwellings or the terms of the mandate changed since the import. */
const MANDAT_CHANGE = racontee("Mission", [
  "Commanditaire ajouté",
  "Commanditaire retiré",
  "Appartement ajouté",
  "Appartement retiré",
  "Conditions du mandat",
]);

/**
 * The statements that give dwellings back the rents they had before the leases of an import, except the dwellings
 * changed since. An earlier import had noted the version of the dwelling at that time; it now notes the new version,
 * and can still be undone.
 */
function rendreLoyers(db: Db, id: number, user: string) {
  const a = sql.identifier("Appartement");
  const rendus = sql`FROM ${importFiches} origine WHERE origine."ImportId" = ${id}
    AND origine.entite = 'Appartement' AND origine.avant IS NOT NULL
    AND origine."entiteId" = ${a}.id AND origine.version = ${a}.version`;
  const change = (champ: string) =>
    sql`json_array(${a}.${sql.identifier(champ)} / 100.0, (origine.avant ->> ${champ}) / 100.0)`;
  return {
    histoireDesLoyers: db.run(sql`INSERT INTO "History" (entite, "entiteId", etat, "user", details)
      SELECT 'Appartement', ${a}.id, 'Modification', ${user},
        json_object('loyerHC', ${change("loyerHC")}, 'charge', ${change("charge")})
      FROM ${importFiches} origine JOIN ${a} ON ${a}.id = origine."entiteId" AND ${a}.version = origine.version
      WHERE origine."ImportId" = ${id} AND origine.entite = 'Appartement' AND origine.avant IS NOT NULL`),
    versions: db.run(sql`UPDATE ${importFiches} SET version = suivie.version + 1
      FROM (SELECT origine."entiteId", origine.avant ->> 'version' AS avant, origine.version
        FROM ${importFiches} origine JOIN ${a} ON ${a}.id = origine."entiteId" AND ${a}.version = origine.version
        WHERE origine."ImportId" = ${id} AND origine.entite = 'Appartement' AND origine.avant IS NOT NULL) suivie
      WHERE ${importFiches}."ImportId" <> ${id} AND ${importFiches}.entite = 'Appartement'
        AND ${importFiches}."entiteId" = suivie."entiteId" AND ${importFiches}.version = suivie.avant`),
    loyers:
      db.run(sql`UPDATE ${a} SET "loyerHC" = origine.avant ->> 'loyerHC', charge = origine.avant ->> 'charge',
      "updatedAt" = ${MAINTENANT} ${rendus}`),
  };
}
