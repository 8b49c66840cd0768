import { eq, inArray, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { Invalid, NotFound, WrongType } from "#domain/erreurs.ts";
import {
  NOTICE,
  NOTICE_ATTENDUE,
  NOTICE_ILLISIBLE,
  TYPES_DE_VISUEL,
  VISUEL_ATTENDU,
  VISUEL_ILLISIBLE,
  VISUELS,
  type Visuel,
} from "#domain/fichiers/visuel.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db } from "#worker/db/client.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import type { Picture } from "#worker/documents/page/blocks.ts";
import { isDrawable } from "#worker/documents/page/pictures.ts";
import type { Env } from "#worker/env.ts";
import { type Depot, effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { estJoignable } from "#worker/operations/jonction.ts";
import { idDuDepot } from "./depots.ts";

interface R2 {
  env: Pick<Env, "FILES">;
}

/**
 * The query for the settings of the agency, with the R2 keys of those that are pictures; to run in the same batch as
 * others.
 */
export const lireReglages = (db: Db) =>
  db
    .select({
      nom: variables.nom,
      valeur: variables.valeur,
      secret: variables.secret,
      key: storedFiles.key,
    })
    .from(variables)
    .leftJoin(storedFiles, eq(storedFiles.id, variables.StoredFileId));

type Reglages = Awaited<ReturnType<typeof lireReglages>>;

/** R2 keys of the pictures that the agency gave. */
export type ClesVisuels = Partial<Record<Visuel, string>>;

export const clesVisuels = (reglages: Reglages): ClesVisuels =>
  Object.fromEntries(
    VISUELS.flatMap((visuel) => {
      const key = reglages.find(({ nom }) => nom === visuel)?.key;
      return key ? [[visuel, key]] : [];
    }),
  );

/** The agency with its pictures, for the head and the foot of all its documents. */
export async function papierDe(
  ctx: R2,
  reglages: Reglages,
): Promise<{ agence: Agence } & Partial<Record<Visuel, Picture>>> {
  return { agence: agenceDe(reglages), ...(await imagesDe(ctx, clesVisuels(reglages))) };
}

/** The pictures with these keys; one that cannot be read is left out. */
export async function imagesDe(
  ctx: R2,
  cles: ClesVisuels,
): Promise<Partial<Record<Visuel, Picture>>> {
  const images: Partial<Record<Visuel, Picture>> = {};
  for (const visuel of VISUELS) {
    const key = cles[visuel];
    const image = key === undefined ? null : await imageDe(ctx, key);
    if (image) images[visuel] = image;
  }
  return images;
}

async function imageDe({ env }: R2, key: string): Promise<Picture | null> {
  try {
    const objet = await env.FILES.get(key);
    return objet && new Uint8Array(await objet.arrayBuffer());
  } catch (error) {
    console.warn(JSON.stringify({ message: "Picture not read", key, error: String(error) }));
    return null;
  }
}

/** The `data:` address of an image, PNG or JPEG as `poserVisuel` accepts them. */
export function adresseDeLImage(octets: Uint8Array): string {
  const type = octets[0] === 0x89 ? "image/png" : "image/jpeg";
  return `data:${type};base64,${Buffer.from(octets).toString("base64")}`;
}

/**
 * The PDF of the notice that the agency joins to its leases; null when the agency gave none, or the file cannot be
 * read.
 */
export async function noticeDe(ctx: R2, reglages: Reglages): Promise<Uint8Array | null> {
  const key = reglages.find(({ nom }) => nom === NOTICE)?.key;
  return key ? imageDe(ctx, key) : null;
}

type Garde = Visuel | typeof NOTICE;

const depotDe = (visuel: Garde) =>
  sql`(SELECT ${variables.StoredFileId} FROM ${variables} WHERE ${variables.nom} = ${visuel})`;
const reglageDe = (visuel: Garde) =>
  sql`(SELECT ${variables.id} FROM ${variables} WHERE ${variables.nom} = ${visuel})`;

/**
 * Makes a file that is in R2 the logo or the stamp of the agency, and deletes the former one.
 * @throws WrongType for a file that is neither PNG nor JPEG, Invalid for one that documents can't draw.
 */
export async function poserVisuel(
  ctx: Contexte,
  { visuel, depot }: { visuel: Visuel; depot: Depot },
): Promise<void> {
  if (!TYPES_DE_VISUEL.some((type) => type === depot.type)) throw new WrongType(VISUEL_ATTENDU);
  const objet = await ctx.env.FILES.get(depot.key);
  if (!objet || !(await isDrawable(new Uint8Array(await objet.arrayBuffer()))))
    throw new Invalid({ image: VISUEL_ILLISIBLE });
  await poser(ctx, { nom: visuel, etat: "Image déposée", depot });
}

/**
 * Makes a file that is in R2 the notice joined to the leases, and deletes the former one.
 * @throws WrongType for a file that is no PDF, Invalid for one that can't be joined.
 */
export async function poserNotice(ctx: Contexte, depot: Depot): Promise<void> {
  if (depot.type !== "application/pdf") throw new WrongType(NOTICE_ATTENDUE);
  const objet = await ctx.env.FILES.get(depot.key);
  if (!objet || !(await estJoignable(new Uint8Array(await objet.arrayBuffer()))))
    throw new Invalid({ file: NOTICE_ILLISIBLE });
  await poser(ctx, { nom: NOTICE, etat: "Notice déposée", depot });
}

async function poser(
  { env, db, user, now }: Contexte,
  { nom, etat, depot }: { nom: Garde; etat: string; depot: Depot },
): Promise<void> {
  const StoredFileId = idDuDepot(depot.key);
  const updatedAt = now.toISOString();
  const { anciens } = await db.write({
    anciens: oter(db, nom),
    depot: db.insert(storedFiles).values({ ...depot, user }),
    reglage: db
      .insert(variables)
      .values({ nom, recherche: texteDeRecherche([nom]), StoredFileId })
      .onConflictDoUpdate({ target: variables.nom, set: { StoredFileId, updatedAt } }),
    historique: trace(db, {
      entite: "Variable",
      entiteId: reglageDe(nom),
      etat,
      user,
      details: { nom, fichier: `${depot.nom}.${depot.extention}` },
    }),
  });
  await effacer(env, cles(anciens));
}

/**
 * Deletes a picture of the agency, or its notice.
 * @throws NotFound when it has none.
 */
export async function retirerVisuel(
  { env, db, user }: Pick<Contexte, "env" | "db" | "user">,
  visuel: Garde,
): Promise<void> {
  const { anciens } = await db.write({
    historique: trace(db, {
      entite: "Variable",
      entiteId: reglageDe(visuel),
      etat: visuel === NOTICE ? "Notice supprimée" : "Image supprimée",
      user,
      details: { nom: visuel },
      quand: sql`${depotDe(visuel)} IS NOT NULL`,
    }),
    anciens: oter(db, visuel),
  });
  if (anciens.length === 0) throw new NotFound("Ce fichier n’existe pas.");
  await effacer(env, cles(anciens));
}

const oter = (db: Db, visuel: Garde) =>
  db
    .delete(storedFiles)
    .where(sql`${storedFiles.id} = ${depotDe(visuel)}`)
    .returning({ key: storedFiles.key });

const cles = (rangees: readonly { key: string }[]) => rangees.map(({ key }) => key);

/** The query for the pictures of the agency and its notice; to run in the same batch as others. */
export const lireVisuels = (db: Db) =>
  db
    .select({
      visuel: variables.nom,
      key: storedFiles.key,
      nom: storedFiles.nom,
      taille: storedFiles.taille,
      createdAt: storedFiles.createdAt,
    })
    .from(variables)
    .innerJoin(storedFiles, eq(storedFiles.id, variables.StoredFileId))
    .where(inArray(variables.nom, [...VISUELS, NOTICE]));
