import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { SORT_DES_TEXTES } from "#domain/personnes/effacement.ts";
import { openDb } from "#worker/db/client.ts";
import { readPdf } from "../documents/pdf-text.ts";

type Schema = z.core.$ZodType;

interface Forme {
  type: string;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  shape?: Record<string, Schema>;
  element?: Schema;
}

const forme = (schema: Schema) => (schema as unknown as { _zod: { def: Forme } })._zod.def;

const accepte = (schema: Schema, valeur: unknown, mot: string): boolean => {
  const lu = z.safeParse(schema, valeur);
  return lu.success && JSON.stringify(lu.data).includes(mot);
};

/**
 * A value of this schema with `mot` in every text that the schema accepts; undefined when it accepts none.
 * @param sauf fields to leave alone, at any depth
 */
export function plante(
  schema: Schema,
  mot: string,
  sauf: ReadonlySet<string> = new Set(),
): unknown {
  const textes = [`${mot} dit`, mot, `${mot}@${mot}.example`.toLowerCase()];
  const texte = textes.find(
    (texte) => accepte(schema, texte, mot) || accepte(schema, texte, mot.toLowerCase()),
  );
  if (texte !== undefined) return texte;
  const { type, innerType, in: entree, out, shape, element } = forme(schema);
  if (shape) {
    const champs = Object.entries(shape)
      .filter(([champ]) => !sauf.has(champ))
      .map(([champ, dedans]) => [champ, plante(dedans, mot, sauf)] as const)
      .filter(([, valeur]) => valeur !== undefined);
    return champs.length > 0 ? Object.fromEntries(champs) : undefined;
  }
  if (element) {
    const valeur = plante(element, mot, sauf);
    return valeur === undefined ? undefined : [valeur];
  }
  if (innerType) return plante(innerType, mot, sauf);
  // A transformation alone accepts any value: the schema behind it decides.
  if (type === "pipe" && entree && out) {
    return plante(forme(entree).type === "transform" ? out : entree, mot, sauf);
  }
  return undefined;
}

/** The columns of a table that an erasure leaves as they are. */
export const gardes = (table: string): Set<string> =>
  new Set(
    Object.entries(SORT_DES_TEXTES[table] ?? {})
      .filter(([, sort]) => typeof sort === "object" && "garde" in sort)
      .map(([champ]) => champ),
  );

/**
 * The places where these words still are: any column of any table, any object of both buckets, the text of PDFs
 * included.
 */
export async function cherche(mots: RegExp, saufObjets: readonly string[] = []): Promise<string[]> {
  const db = openDb(env);
  const trouves: string[] = [];
  const tables = await db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
  );
  for (const { name } of tables) {
    const lignes = await db.all<Record<string, unknown>>(
      sql`SELECT * FROM ${sql.identifier(name)}`,
    );
    for (const ligne of lignes) {
      for (const [colonne, valeur] of Object.entries(ligne)) {
        if (mots.test(String(valeur))) trouves.push(`${name}.${colonne}: ${valeur}`);
      }
    }
  }
  for (const [nom, bucket] of Object.entries({ FILES: env.FILES, BACKUPS: env.BACKUPS })) {
    for (const { key } of (await bucket.list({ limit: 1000 })).objects) {
      if (saufObjets.includes(key)) continue;
      const octets = await (await bucket.get(key))?.bytes();
      if (octets && mots.test(`${key} ${await texteDe(octets)}`)) trouves.push(`${nom} ${key}`);
    }
  }
  return trouves;
}

async function texteDe(octets: Uint8Array): Promise<string> {
  const brut = new TextDecoder("latin1").decode(octets);
  if (octets[0] === 0x1f && octets[1] === 0x8b) {
    const ouvert = new Blob([new Uint8Array(octets)])
      .stream()
      .pipeThrough(new DecompressionStream("gzip"));
    return new Response(ouvert).text();
  }
  if (!brut.startsWith("%PDF") || !brut.includes("/ObjStm")) return brut;
  const { text, title, author } = readPdf(octets);
  return `${brut} ${text} ${title} ${author}`;
}
