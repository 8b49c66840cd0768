import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { apres, differences } from "#domain/agence/history.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { EntiteSignee } from "#domain/fichiers/fichier.ts";
import type { VersionLue } from "#domain/fields.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db, Results, Statement } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { remplacements, storedFiles } from "#worker/db/schema/fichiers.ts";
import { appartements, clients, fichiers, images, locataires } from "#worker/db/schema/schema.ts";
import { asRead, isStale, onVersionRead, type Version } from "#worker/db/versions.ts";
import { type Depot, effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { oublierValeurs, trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { fichesDuPapier } from "#worker/operations/signature/demandes.ts";
import { prevenirDuRemplacement, remplacer } from "#worker/operations/signature/remplacement.ts";
import { idDuDepot } from "./depots.ts";

interface Liens {
  ClientId?: number | null | undefined;
  LocataireId?: number | null | undefined;
  AppartementId?: number | null | undefined;
}

/** The queries for the records that links name; to run in the same batch as others. */
const lireLiens = (db: Db, liens: Liens) => ({
  clients: db
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.id, liens.ClientId ?? 0)),
  locataires: db
    .select({ id: locataires.id })
    .from(locataires)
    .where(eq(locataires.id, liens.LocataireId ?? 0)),
  appartements: db
    .select({ id: appartements.id })
    .from(appartements)
    .where(eq(appartements.id, liens.AppartementId ?? 0)),
});

/** @throws Invalid naming the records that do not exist. */
export async function verifierLiens(db: Db, liens: Liens): Promise<void> {
  exigerLiens(await db.read(lireLiens(db, liens)), liens);
}

function exigerLiens(fiches: Results<ReturnType<typeof lireLiens>>, liens: Liens): void {
  const absent = (trouves: readonly unknown[]) => trouves.length === 0;
  const absents = {
    ...(liens.ClientId && absent(fiches.clients) ? { ClientId: "Ce client n’existe pas." } : {}),
    ...(liens.LocataireId && absent(fiches.locataires)
      ? { LocataireId: "Ce locataire n’existe pas." }
      : {}),
    ...(liens.AppartementId && absent(fiches.appartements)
      ? { AppartementId: "Cet appartement n’existe pas." }
      : {}),
  };
  if (Object.keys(absents).length > 0) throw new Invalid(absents);
}

/**
 * Records a file that is in R2, attached to an owner, a tenant, an apartment or to nobody yet.
 * @param nom the title of the `Fichier`; absent, the name of the file.
 * @param lire makes the query for the facts to return, from an SQL expression of the identifier of the `Fichier`. The
 * query runs in the same transaction, because an erasure could come right after the transaction.
 * @returns the facts read.
 * @throws Invalid when the owner, the tenant or the apartment does not exist; Conflict when their data were erased.
 */
export async function creerFichier<Lu>(
  { db, user }: Pick<Contexte, "db" | "user">,
  {
    depot,
    nom: donne,
    ClientId,
    LocataireId,
    AppartementId,
    sensible,
    lire,
  }: Liens & {
    depot: Depot;
    nom?: string | null | undefined;
    sensible?: boolean | null | undefined;
    lire: (id: SQL) => Statement<Lu>;
  },
): Promise<Lu> {
  const nom = donne ?? depot.nom;
  await verifierLiens(db, { ClientId, LocataireId, AppartementId });
  const StoredFileId = idDuDepot(depot.key);
  // The table is named in plain SQL, because drizzle renames the tables of the queries around it.
  const id = sql`(SELECT fiche.id FROM "Fichier" fiche JOIN "StoredFile" objet ON objet.id = fiche."StoredFileId"
    WHERE objet.key = ${depot.key})`;
  const { faitsLus } = await db.write({
    depot: db.insert(storedFiles).values({ ...depot, user }),
    fichier: db.insert(fichiers).values({
      nom,
      recherche: texteDeRecherche([nom]),
      ClientId,
      LocataireId,
      AppartementId,
      sensible: sensible ?? false,
      StoredFileId,
    }),
    historique: trace(db, {
      entite: "Fichier",
      entiteId: id,
      etat: "Création",
      user,
    }),
    faitsLus: lire(id),
  });
  return faitsLus;
}

/**
 * Records images that are in R2, of an apartment or of none yet; all of them or none.
 * @returns the identifiers of the `Image` rows, in the order of `depots`.
 * @throws Invalid when the apartment does not exist.
 */
export async function creerImages(
  { db, user }: Pick<Contexte, "db" | "user">,
  { depots, AppartementId }: Pick<Liens, "AppartementId"> & { depots: readonly Depot[] },
): Promise<number[]> {
  await verifierLiens(db, { AppartementId });
  const cles = JSON.stringify(depots.map(({ key }) => key));
  const rang = sql`JOIN json_each(${cles}) depot ON depot.value = "StoredFile".key`;
  const creees = sql`SELECT "Image".id FROM ${images}
    JOIN ${storedFiles} ON "StoredFile".id = "Image"."StoredFileId" ${rang} ORDER BY depot.key`;
  const { rangees } = await db.write({
    depots: db.insert(storedFiles).values(depots.map((depot) => ({ ...depot, user }))),
    images: db.run(sql`INSERT INTO ${images} ("AppartementId", "StoredFileId")
      SELECT ${AppartementId ?? null}, "StoredFile".id FROM ${storedFiles} ${rang}
      ORDER BY depot.key`),
    historique: trace(db, {
      entite: "Image",
      entiteId: sql`(${creees})`,
      etat: "Création",
      user,
    }),
    rangees: db.all<{ id: number }>(creees),
  });
  return rangees.map(({ id }) => id);
}

interface Place {
  entite: "Fichier" | "Image" | EntiteSignee;
  id: number;
}

/** The query for the record of a place, to run in the same batch as others; its result goes to {@link exigerPlace}. */
export const lirePlace = (db: Db, { entite, id }: Place) =>
  db.all<Version>(sql`SELECT "updatedAt", version FROM ${sql.identifier(entite)} WHERE id = ${id}`);

/** @throws NotFound when the record does not exist. */
export async function verifierPlace(db: Db, place: Place): Promise<void> {
  exigerPlace(await lirePlace(db, place));
}

/** @throws NotFound when the record does not exist, Conflict when it changed since it was read. */
export function exigerPlace([fiche]: readonly Version[], lue: VersionLue = {}): void {
  if (!fiche) throw new NotFound();
  if (isStale(fiche, lue)) throw new Conflict(FICHE_MODIFIEE);
}

/** The condition that the record is still as it was read; a field absent from `lue` matches any version. */
const connueDe = ({ id }: Place, lue: VersionLue) =>
  sql`id = ${id} AND version = coalesce(${lue.version ?? null}, version)
    AND "updatedAt" = coalesce(${lue.updatedAt ?? null}, "updatedAt")`;

/** The column that holds the file of a field: `contratLocation` is in `contratLocationId`. */
const colonne = (champ: string) => sql.identifier(`${champ}Id`);

/**
 * Puts files that are in R2 on a record, in one transaction; the former files become versions of the record
 * (http/README §9.8). Two simultaneous calls lose no file.
 * @param lue the version of the record that the caller read; absent, any version is accepted.
 * @throws NotFound when the record does not exist, Conflict when it has changed.
 */
export async function poserFichiers(
  { env, db, user, now }: Pick<Contexte, "env" | "db" | "user" | "now">,
  {
    place,
    depots,
    lue = {},
  }: { place: Place; depots: readonly { champ: string; depot: Depot }[]; lue?: VersionLue },
): Promise<void> {
  const ctx = { env, db, user, now };
  const champs = depots.map(({ champ }) => champ);
  const connue = connueDe(place, lue);
  const { fiche, ouvertes } = await db.write({
    depots: db.insert(storedFiles).values(depots.map(({ depot }) => ({ ...depot, user }))),
    ...remplacer(ctx, {
      lesquelles: sql`entite = ${place.entite} AND "entiteId" IN ${fichesDuPapier(place)}
        AND champ IN (SELECT value FROM json_each(${JSON.stringify(champs)}))`,
      quand: rowExists(sql`${sql.identifier(place.entite)}`, connue),
    }),
    ...ecrituresDePose(ctx, { place, depots, quand: connue }),
  });
  if (fiche.rowsAffected === 0) {
    const cles = depots.map(({ depot }) => depot.key);
    await db.delete(storedFiles).where(inArray(storedFiles.key, cles));
    await effacer(env, cles);
    await verifierPlace(db, place);
    throw new Conflict(FICHE_MODIFIEE);
  }
  await prevenirDuRemplacement(ctx, ouvertes);
}

/**
 * The statements that put recorded files on a record; its former files become versions.
 * @param quand the condition that finds the row of the record
 */
export function ecrituresDePose(
  { db, user, now }: Pick<Contexte, "db" | "user" | "now">,
  {
    place,
    depots,
    quand,
  }: {
    place: { entite: Place["entite"]; id: number | SQL };
    depots: readonly { champ: string; depot: Pick<Depot, "key" | "nom"> }[];
    quand: SQL;
  },
) {
  const table = sql`${sql.identifier(place.entite)}`;
  const champs = depots.map(({ champ }) => champ);
  const affectations = depots.map(
    ({ champ, depot }) => sql`${colonne(champ)} = ${idDuDepot(depot.key)}`,
  );
  return {
    anciens: garderFichiers({ db, user }, { place, champs, quand }),
    historique: trace(db, {
      entite: place.entite,
      entiteId: place.id,
      etat: "Document déposé",
      user,
      details: Object.fromEntries(depots.map(({ champ, depot }) => [champ, depot.nom])),
      quand: rowExists(table, quand),
    }),
    fiche: db.run(sql`UPDATE ${table}
      SET ${sql.join(affectations, sql`, `)}, "updatedAt" = ${now.toISOString()} WHERE ${quand}`),
  };
}

/** The statement that keeps the present files of these fields as versions of the record. */
const garderFichiers = (
  { db, user }: Pick<Contexte, "db" | "user">,
  { place, champs, quand }: { place: Pick<Place, "entite">; champs: readonly string[]; quand: SQL },
) =>
  db.run(sql`INSERT INTO ${remplacements} (entite, "entiteId", champ, "StoredFileId", "user")
    ${sql.join(
      champs.map(
        (champ) => sql`SELECT ${place.entite}, id, ${champ}, ${colonne(champ)}, ${user}
          FROM ${sql.identifier(place.entite)} WHERE ${quand} AND ${colonne(champ)} IS NOT NULL`,
      ),
      sql` UNION ALL `,
    )}`);

/**
 * Takes a signed document off its record, which keeps it as a version.
 * @param lue the version of the record that the caller read; absent, any version is accepted.
 * @throws NotFound when the record does not exist or holds no such document; Conflict when it has changed.
 */
export async function retirerDocument(
  { db, user, now }: Pick<Contexte, "db" | "user" | "now">,
  { place, champ, lue = {} }: { place: Place; champ: string; lue?: VersionLue },
): Promise<void> {
  const table = sql`${sql.identifier(place.entite)}`;
  const present = sql`${connueDe(place, lue)} AND ${colonne(champ)} IS NOT NULL`;
  const {
    avant: [avant],
    fiche,
  } = await db.write({
    avant: lirePlace(db, place),
    ancien: garderFichiers({ db, user }, { place, champs: [champ], quand: present }),
    historique: trace(db, {
      entite: place.entite,
      entiteId: place.id,
      etat: "Document retiré",
      user,
      details: { champ },
      quand: rowExists(table, present),
    }),
    fiche: db.run(sql`UPDATE ${table}
      SET ${colonne(champ)} = NULL, "updatedAt" = ${now.toISOString()} WHERE ${present}`),
  });
  if (avant && isStale(avant, lue)) throw new Conflict(FICHE_MODIFIEE);
  if (fiche.rowsAffected === 0) throw new NotFound("Ce document n’existe pas.");
}

/**
 * The R2 keys of a `Fichier` and of its former versions.
 * @throws NotFound when there is no such `Fichier`.
 */
export async function lireCles({ db }: Pick<Contexte, "db">, id: number) {
  const {
    fichier: [fichier],
    versions,
  } = await db.read({
    fichier: db
      .select({ key: storedFiles.key })
      .from(fichiers)
      .innerJoin(storedFiles, eq(storedFiles.id, fichiers.StoredFileId))
      .where(eq(fichiers.id, id)),
    versions: db
      .select({ id: remplacements.id, key: storedFiles.key })
      .from(remplacements)
      .innerJoin(storedFiles, eq(storedFiles.id, remplacements.StoredFileId))
      .where(and(eq(remplacements.entite, "Fichier"), eq(remplacements.entiteId, id))),
  });
  if (!fichier) throw new NotFound();
  return { key: fichier.key, versions };
}

/**
 * Renames a `Fichier`, or moves a `Fichier` or an `Image` to another record.
 * @param lue the version of the `Fichier` or `Image` that the caller read; absent, any version is accepted.
 * @throws NotFound when it does not exist; Conflict when it changed since it was read; Invalid when the other record
 * does not exist.
 */
export async function modifierFichier(
  { db, user, now }: Pick<Contexte, "db" | "user" | "now">,
  {
    place: { entite, id },
    changements,
    lue = {},
  }: {
    place: Place & { entite: "Fichier" | "Image" };
    changements: Liens & { nom?: string | undefined; sensible?: boolean | undefined };
    lue?: VersionLue;
  },
): Promise<void> {
  const table: typeof fichiers | typeof images = entite === "Fichier" ? fichiers : images;
  await onVersionRead(lue, async () => {
    const {
      fiche: [fiche],
      ...liens
    } = await db.read({
      fiche: db.select().from(table).where(eq(table.id, id)),
      ...lireLiens(db, changements),
    });
    if (!fiche) throw new NotFound();
    if (isStale(fiche, lue)) throw new Conflict(FICHE_MODIFIEE);
    exigerLiens(liens, changements);
    const details = differences(fiche, changements);
    if (Object.keys(details).length === 0) return true;
    const connue = and(eq(table.id, id), asRead(table, { version: fiche.version }));
    const { nom } = changements;
    const { modifiee } = await db.write({
      // Every list shows the address of a file that is no longer sensitive: the journal of security notes the change.
      ...(changements.sensible === false && "sensible" in details
        ? {
            securite: noter(db, {
              evenement: "revelation",
              user,
              details: { entite, id },
              quand: rowExists(table, connue),
            }),
          }
        : {}),
      historique: trace(db, {
        entite,
        entiteId: id,
        etat: "Modification",
        user,
        details,
        quand: rowExists(table, connue),
      }),
      modifiee: db
        .update(table)
        .set({
          ...apres(details),
          ...(nom === undefined ? {} : { recherche: texteDeRecherche([nom]) }),
          updatedAt: now.toISOString(),
        })
        .where(connue),
    });
    return modifiee.rowsAffected === 0 ? undefined : true;
  });
}

/**
 * Deletes a `Fichier` or an `Image`: its row, and its object in R2.
 * @param lue the version of the `Fichier` or `Image` that the caller read; absent, any version is accepted.
 * @throws NotFound when it does not exist; Conflict when it has changed, or has former versions, which are kept.
 */
export async function supprimerFichier(
  { env, db, user }: Pick<Contexte, "env" | "db" | "user">,
  { place, lue = {} }: { place: Place & { entite: "Fichier" | "Image" }; lue?: VersionLue },
): Promise<void> {
  const table = sql`${sql.identifier(place.entite)}`;
  const versions = sql`${remplacements.entite} = ${place.entite}
    AND ${remplacements.entiteId} = ${place.id}`;
  const libre = sql`${connueDe(place, lue)} AND NOT ${rowExists(remplacements, versions)}`;
  const {
    supprimes,
    reste: [reste],
  } = await db.write({
    historique: trace(db, {
      entite: place.entite,
      entiteId: place.id,
      etat: "Suppression",
      user,
      quand: rowExists(table, libre),
    }),
    supprimes: db
      .delete(storedFiles)
      .where(sql`${storedFiles.id} IN (SELECT "StoredFileId" FROM ${table} WHERE ${libre})`)
      .returning({ key: storedFiles.key }),
    oubli: oublierValeurs(db, place.entite, place.id),
    reste: lirePlace(db, place),
  });
  if (reste) {
    if (isStale(reste, lue)) throw new Conflict(FICHE_MODIFIEE);
    throw new Conflict(
      "Suppression impossible : les versions précédentes de ce fichier sont gardées.",
    );
  }
  if (supprimes.length === 0) throw new NotFound();
  await effacer(
    env,
    supprimes.map(({ key }) => key),
  );
}
