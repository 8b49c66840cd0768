import { eq, inArray, sql } from "drizzle-orm";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { EntiteSignee } from "#domain/fichier.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db, Results } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import {
  appartements,
  clients,
  fichiers,
  images,
  locataires,
  storedFiles,
} from "#worker/db/schema.ts";
import type { Env } from "#worker/env.ts";
import { type Depot, effacer } from "#worker/files.ts";
import { type Auteur, oublierValeurs, trace } from "./history.ts";

interface Liens {
  ClientId?: number | null | undefined;
  LocataireId?: number | null | undefined;
  AppartementId?: number | null | undefined;
}

/** The records that links name, to be read beside others. */
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

function exigerLiens(lus: Results<ReturnType<typeof lireLiens>>, liens: Liens): void {
  const absent = (trouves: readonly unknown[]) => trouves.length === 0;
  const absents = {
    ...(liens.ClientId && absent(lus.clients) ? { ClientId: "Ce client n’existe pas." } : {}),
    ...(liens.LocataireId && absent(lus.locataires)
      ? { LocataireId: "Ce locataire n’existe pas." }
      : {}),
    ...(liens.AppartementId && absent(lus.appartements)
      ? { AppartementId: "Cet appartement n’existe pas." }
      : {}),
  };
  if (Object.keys(absents).length > 0) throw new Invalid(absents);
}

/** The identifier of the file that lies under this key, once it is recorded. */
export const idDuDepot = (key: string) =>
  sql`(SELECT ${storedFiles.id} FROM ${storedFiles} WHERE ${storedFiles.key} = ${key})`;

/**
 * Records a file that lies in R2, kept on an owner, a tenant, an apartment or nobody yet.
 * @param nom what it is called; the name of the file when absent.
 * @returns the identifier of the `Fichier`.
 * @throws Invalid when the owner, the tenant or the apartment does not exist.
 */
export async function creerFichier(
  db: Db,
  depot: Depot,
  { nom = depot.nom, ClientId, LocataireId, AppartementId }: Liens & { nom?: string | undefined },
  { user }: Auteur,
): Promise<number> {
  await verifierLiens(db, { ClientId, LocataireId, AppartementId });
  const StoredFileId = idDuDepot(depot.key);
  const {
    fichier: [cree],
  } = await db.write({
    depot: db.insert(storedFiles).values({ ...depot, user }),
    fichier: db
      .insert(fichiers)
      .values({
        nom,
        recherche: texteDeRecherche([nom]),
        ClientId,
        LocataireId,
        AppartementId,
        StoredFileId,
      })
      .returning({ id: fichiers.id }),
    historique: trace(db, {
      entite: "Fichier",
      entiteId: sql`(SELECT id FROM ${fichiers} WHERE ${fichiers.StoredFileId} = ${StoredFileId})`,
      etat: "Création",
      user,
    }),
  });
  if (!cree) throw new NotFound();
  return cree.id;
}

/**
 * Records images that lie in R2, of an apartment or of none yet; all of them or none.
 * @returns the identifiers of the `Image` rows, in the order of `depots`.
 * @throws Invalid when the apartment does not exist.
 */
export async function creerImages(
  db: Db,
  depots: readonly Depot[],
  { AppartementId }: Pick<Liens, "AppartementId">,
  { user }: Auteur,
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

/** Where a record holds a file. */
interface Place {
  entite: "Fichier" | "Image" | EntiteSignee;
  id: number;
}

/** The record of a place, to be read beside others and given to {@link exigerPlace}. */
export const lirePlace = (db: Db, { entite, id }: Place) =>
  db.all<{ updatedAt: string }>(
    sql`SELECT "updatedAt" FROM ${sql.identifier(entite)} WHERE id = ${id}`,
  );

/** @throws NotFound when the record does not exist. */
export async function verifierPlace(db: Db, place: Place): Promise<void> {
  exigerPlace(await lirePlace(db, place));
}

/** @throws NotFound when the record does not exist, Conflict when it has changed since `updatedAt`. */
export function exigerPlace(
  [fiche]: readonly { updatedAt: string }[],
  updatedAt?: string | undefined,
): void {
  if (!fiche) throw new NotFound();
  if (updatedAt !== undefined && updatedAt !== fiche.updatedAt) throw new Conflict(FICHE_MODIFIEE);
}

/** Tables bear the names of the wire; the column of `contratLocation` is `contratLocationId`. */
const colonne = (champ: string) => sql.identifier(`${champ}Id`);

const cleDe = ({ entite, id }: Place, champ: string) =>
  sql`SELECT ${colonne(champ)} FROM ${sql.identifier(entite)} WHERE id = ${id}`;

/**
 * Puts files that lie in R2 where a record holds them; the former ones are deleted (domain/README §9.8). One
 * transaction, whoever else does the same at once.
 * @param updatedAt the record as its sender knew it; absent, whatever it is.
 * @throws NotFound when the record does not exist, Conflict when it has changed.
 */
export async function poserFichiers(
  env: Pick<Env, "FILES">,
  db: Db,
  place: Place,
  fichiersPoses: readonly { champ: string; depot: Depot }[],
  { user, now, updatedAt }: Auteur & { updatedAt?: string | undefined },
): Promise<void> {
  const table = sql`${sql.identifier(place.entite)}`;
  const champs = fichiersPoses.map(({ champ }) => champ);
  const affectations = fichiersPoses.map(
    ({ champ, depot }) => sql`${colonne(champ)} = ${idDuDepot(depot.key)}`,
  );
  const connue = sql`id = ${place.id} AND "updatedAt" = coalesce(${updatedAt ?? null}, "updatedAt")`;
  const { anciens, fiche } = await db.write({
    depots: db.insert(storedFiles).values(fichiersPoses.map(({ depot }) => ({ ...depot, user }))),
    anciens: ancienneCles(db, place, champs),
    historique: trace(db, {
      entite: place.entite,
      entiteId: place.id,
      etat: "Document déposé",
      user,
      details: Object.fromEntries(fichiersPoses.map(({ champ, depot }) => [champ, depot.nom])),
      quand: rowExists(table, connue),
    }),
    fiche: db.run(sql`UPDATE ${table}
      SET ${sql.join(affectations, sql`, `)}, "updatedAt" = ${now.toISOString()} WHERE ${connue}`),
  });
  if (fiche.rowsAffected === 0) {
    await oublier(
      env,
      db,
      fichiersPoses.map(({ depot }) => depot.key),
    );
    await verifierPlace(db, place);
    throw new Conflict(FICHE_MODIFIEE);
  }
  await oublier(
    env,
    db,
    anciens.map(({ key }) => key),
  );
}

const ancienneCles = (db: Db, place: Place, champs: readonly string[]) =>
  db
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(
      sql`${storedFiles.id} IN (${sql.join(
        champs.map((champ) => cleDe(place, champ)),
        sql` UNION ALL `,
      )})`,
    );

/** @throws NotFound when the record does not exist or holds no such document. */
export async function retirerDocument(
  env: Pick<Env, "FILES">,
  db: Db,
  place: Place & { champ: string },
  { user, now }: Auteur,
): Promise<void> {
  const table = sql`${sql.identifier(place.entite)}`;
  const present = sql`id = ${place.id} AND ${colonne(place.champ)} IS NOT NULL`;
  const { anciens, fiche } = await db.write({
    anciens: ancienneCles(db, place, [place.champ]),
    historique: trace(db, {
      entite: place.entite,
      entiteId: place.id,
      etat: "Document supprimé",
      user,
      details: { champ: place.champ },
      quand: rowExists(table, present),
    }),
    fiche: db.run(sql`UPDATE ${table}
      SET ${colonne(place.champ)} = NULL, "updatedAt" = ${now.toISOString()} WHERE ${present}`),
  });
  if (fiche.rowsAffected === 0) throw new NotFound("Ce document n’existe pas.");
  await oublier(
    env,
    db,
    anciens.map(({ key }) => key),
  );
}

/**
 * Renames a `Fichier`, or changes on what a `Fichier` or an `Image` is kept.
 * @throws NotFound, Conflict when it has changed since `updatedAt`, Invalid when a link leads nowhere.
 */
export async function modifierFichier(
  db: Db,
  { entite, id }: Place & { entite: "Fichier" | "Image" },
  values: Liens & { nom?: string | undefined },
  { user, now, updatedAt }: Auteur & { updatedAt?: string | undefined },
): Promise<void> {
  const { fiche, ...liens } = await db.read({
    fiche: lirePlace(db, { entite, id }),
    ...lireLiens(db, values),
  });
  exigerPlace(fiche, updatedAt);
  exigerLiens(liens, values);
  const table = entite === "Fichier" ? fichiers : images;
  const folded = values.nom === undefined ? {} : { recherche: texteDeRecherche([values.nom]) };
  await db.write({
    fiche: db
      .update(table)
      .set({ ...values, ...folded, updatedAt: now.toISOString() })
      .where(eq(table.id, id)),
    historique: trace(db, {
      entite,
      entiteId: sql`(SELECT id FROM ${table} WHERE id = ${id})`,
      etat: "Modification",
      user,
      details: { ...values },
    }),
  });
}

/**
 * Deletes a `Fichier` or an `Image`, row and object.
 * @throws NotFound when it does not exist.
 */
export async function supprimerFichier(
  env: Pick<Env, "FILES">,
  db: Db,
  place: Place & { entite: "Fichier" | "Image" },
  { user }: Auteur,
): Promise<void> {
  const { supprimes } = await db.write({
    historique: trace(db, {
      entite: place.entite,
      entiteId: sql`(SELECT id FROM ${sql.identifier(place.entite)} WHERE id = ${place.id})`,
      etat: "Suppression",
      user,
    }),
    supprimes: db
      .delete(storedFiles)
      .where(sql`${storedFiles.id} = (${cleDe(place, "StoredFile")})`)
      .returning({ key: storedFiles.key }),
    oubli: oublierValeurs(db, place.entite, place.id),
  });
  if (supprimes.length === 0) throw new NotFound();
  await effacer(
    env,
    supprimes.map(({ key }) => key),
  );
}

/** Deletes files that no record holds any more, row and object. */
async function oublier(env: Pick<Env, "FILES">, db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.delete(storedFiles).where(inArray(storedFiles.key, [...keys]));
  await effacer(env, keys);
}
