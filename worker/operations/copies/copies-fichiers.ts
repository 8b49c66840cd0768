import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import { motifDe } from "#worker/db/failures.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { CHIFFRE, chiffre, ecrireCopie } from "./copies.ts";

/**
 * The prefixes of two kinds of keys in the bucket of copies: the copies of files, and the marks of files that the
 * database no longer names.
 */
const FICHIERS = "fichiers/";
const PARTIS = "partis/";
/** The limits of one message of the queue: files examined in a page, pages, files copied, and bytes copied. */
const VUS_PAR_PAGE = 1000;
const PAGES_PAR_MESSAGE = 20;
const COPIES_PAR_MESSAGE = 100;
const OCTETS_PAR_MESSAGE = 256 * 1024 * 1024;
const CLES_PAR_SUPPRESSION = 1000;

type R2 = Pick<Env, "FILES" | "BACKUPS" | "BACKUP_RECIPIENTS">;

export interface CopieFichiers {
  copies: number;
  /** The keys of the files that could not be copied, because R2 failed or no longer has them. */
  manques: string[];
  /** The last key examined, from which the next message goes on; null when all keys were examined. */
  suite: string | null;
}

/**
 * Copies into the bucket of copies each file that the database names and that has no copy yet. The copy is read back
 * and, when there are `BACKUP_RECIPIENTS`, encrypted for them. Thumbnails and receipts are not copied: they can be
 * made again. The copy of a file that the database no longer names stays as long as a kept copy of the database may
 * name it.
 * @param apres the key after which to look.
 * @param ancienne the day of the oldest copy of the database that is kept; null when none is kept.
 */
export async function copierFichiers(
  { env, db }: Pick<Contexte, "db"> & { env: R2 },
  { jour, apres, ancienne }: { jour: Jour; apres: string; ancienne: Jour | null },
): Promise<CopieFichiers> {
  const fait: CopieFichiers = { copies: 0, manques: [], suite: null };
  let reste = OCTETS_PAR_MESSAGE;
  let debut = apres;
  for (let page = 1; page <= PAGES_PAR_MESSAGE; page++) {
    const vue = await regarder(env, db, debut);
    for (const { key, taille } of vue.aCopier) {
      const essais = fait.copies + fait.manques.length;
      if (essais === COPIES_PAR_MESSAGE || reste <= 0) return { ...fait, suite: debut };
      if (await copier(env, key)) fait.copies++;
      else fait.manques.push(key);
      reste -= taille;
      debut = key;
    }
    await oublierPartis(env, vue, { jour, ancienne });
    if (vue.fin === null) return fait;
    debut = vue.fin;
  }
  return { ...fait, suite: debut };
}

interface Vue {
  aCopier: { key: string; taille: number }[];
  /** Copies of files that no row names. */
  orphelines: string[];
  /** The marks found, each with the day since which no row names its file. */
  partis: Map<string, Jour>;
  /** The marks of files that a row names again. */
  revenus: string[];
  fin: string | null;
}

/** Compares the rows after a key with the copies and the marks after the same key. */
async function regarder(env: R2, db: Db, apres: string): Promise<Vue> {
  const lignes = await db.all<{ key: string; taille: number }>(sql`
    SELECT key, taille FROM ${storedFiles} WHERE key > ${apres} ORDER BY key LIMIT ${VUS_PAR_PAGE}`);
  const [copies, marques] = await Promise.all([
    lister(env, FICHIERS, apres),
    lister(env, PARTIS, apres),
  ]);
  // Each list is complete only up to its own last key, so the comparison stops at the smallest of the three.
  const fins = [
    lignes.length === VUS_PAR_PAGE ? lignes.at(-1)?.key : undefined,
    copies.fin,
    marques.fin,
  ].filter((fin) => fin !== undefined);
  const fin = fins.toSorted()[0] ?? null;
  const vu = ({ key }: { key: string }) => fin === null || key <= fin;
  const nommees = lignes.filter(vu);
  const noms = new Set(nommees.map(({ key }) => key));
  const copiees = new Set(copies.objets.map(({ nom }) => nom));
  const present = copies.objets.filter(vu);
  const partis = marques.objets.filter(vu);
  return {
    aCopier: nommees.filter(({ key }) => !copiees.has(nomDeCopie(env, key))),
    orphelines: [...new Set(present.map(({ key }) => key))].filter((key) => !noms.has(key)),
    partis: new Map(partis.map(({ key, depuis }) => [key, depuis])),
    revenus: partis.map(({ key }) => key).filter((key) => noms.has(key)),
    fin,
  };
}

const nomDeCopie = (env: R2, key: string) => (chiffre(env) ? key + CHIFFRE : key);

async function lister(env: R2, prefix: string, apres: string) {
  const { objects, truncated } = await env.BACKUPS.list({
    prefix,
    limit: VUS_PAR_PAGE,
    include: ["customMetadata"],
    // The listing starts after both names that the copy of `apres` may have: the name with « .age » comes last.
    ...(apres && { startAfter: `${prefix}${apres}${CHIFFRE}` }),
  });
  const objets = objects.map(({ key, customMetadata }) => {
    const nom = key.slice(prefix.length);
    return { nom, key: cleDe(nom), depuis: customMetadata?.depuis ?? "" };
  });
  const derniere = objets.at(-1)?.key;
  return { objets, fin: truncated ? derniere : undefined };
}

const cleDe = (nom: string) => (nom.endsWith(CHIFFRE) ? nom.slice(0, -CHIFFRE.length) : nom);

/** @returns false, and logs why, when the file is missing or cannot be copied: the next daily run tries again. */
async function copier(env: R2, key: string): Promise<boolean> {
  try {
    const objet = await env.FILES.get(key);
    if (!objet) throw new Error("The file is not there.");
    await ecrireCopie(env, { key: FICHIERS + nomDeCopie(env, key), contenu: objet.body });
    if (chiffre(env)) await env.BACKUPS.delete(FICHIERS + key);
    return true;
  } catch (error) {
    console.error(JSON.stringify({ message: "File not copied", key, error: motifDe(error) }));
    return false;
  }
}

/**
 * Marks the copied files that no row names any more, and deletes the copies that no kept copy of the database may
 * name any more. A file that a row names again loses its mark.
 */
async function oublierPartis(
  env: R2,
  { orphelines, partis, revenus }: Vue,
  { jour, ancienne }: { jour: Jour; ancienne: Jour | null },
): Promise<void> {
  const oubliees: string[] = [];
  for (const key of orphelines) {
    const depuis = partis.get(key);
    if (depuis === undefined) {
      await env.BACKUPS.put(PARTIS + key, "", { customMetadata: { depuis: jour } });
    } else if (ancienne !== null && depuis < ancienne) oubliees.push(key);
  }
  await oublierCopies({ env }, oubliees);
  if (revenus.length > 0) await env.BACKUPS.delete(revenus.map((key) => PARTIS + key));
}

/**
 * Deletes the copies of these files, and their marks, at once and without any check.
 * @param keys the keys of the files in R2.
 * @throws when R2 fails: some copies may then still be there.
 */
export async function oublierCopies(
  { env }: { env: Pick<Env, "BACKUPS"> },
  keys: readonly string[],
): Promise<void> {
  const objets = keys.flatMap((key) => [FICHIERS + key, FICHIERS + key + CHIFFRE, PARTIS + key]);
  for (let debut = 0; debut < objets.length; debut += CLES_PAR_SUPPRESSION) {
    await env.BACKUPS.delete(objets.slice(debut, debut + CLES_PAR_SUPPRESSION));
  }
}
