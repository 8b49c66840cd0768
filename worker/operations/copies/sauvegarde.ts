import { type Sauvegarde, sauvegardesPerimees } from "#domain/agence/sauvegarde.ts";
import type { Jour } from "#domain/dates.ts";
import type { Env } from "#worker/env.ts";
import { parGrosMorceaux, sansTables } from "#worker/operations/filtre-sql.ts";
import { garderAncre } from "#worker/operations/historique/ancres.ts";
import type { Ancre } from "#worker/operations/historique/chaine.ts";
import { nouvellesCles } from "./cles-de-copie.ts";
import { CHIFFRE, chiffre, ecrireCopie, objetsDe } from "./copies.ts";

type Copies = Pick<Env, "BACKUPS" | "BACKUP_RECIPIENTS" | "DATABASE_URL" | "DATABASE_AUTH_TOKEN">;

const SUFFIXE = ".sql.gz";
/**
 * The suffix of the file that proves a copy, once the copy was read back and compared: it contains the SHA-256 of the
 * copy, in the format of `sha256sum -c`.
 */
const PREUVE = ".sha256";
const COPIE = /^(\d{4}-\d{2}-\d{2})\.sql\.gz(\.age)?$/;
/** The last line of a complete copy. */
const FIN = "COMMIT;";
/** The tables left out of copies: sign-ins, and the export of all data, whose files in R2 are not copied either. */
const TABLES_OMISES = ["LoginFailure", "Challenge", "Session", "ExportComplet", "ExportMorceau"];

export type Copie = Sauvegarde & { key: string };

/** The copies of the database, the latest first. */
export async function lireSauvegardes({ env }: { env: Pick<Env, "BACKUPS"> }): Promise<Copie[]> {
  const copies: Copie[] = [];
  const preuves = new Set<string>();
  for await (const { key, size } of objetsDe(env, "2")) {
    if (key.endsWith(PREUVE)) preuves.add(key.slice(0, -PREUVE.length));
    const [, jour, age] = COPIE.exec(key) ?? [];
    if (!jour) continue;
    copies.push({ key, jour, taille: size, chiffree: age !== undefined, verifiee: false });
  }
  return copies
    .map((copie) => ({ ...copie, verifiee: preuves.has(copie.key) }))
    .toSorted((a, b) => b.key.localeCompare(a.key));
}

/**
 * Writes a copy of the whole database at one instant into the bucket of copies, and reads it back; then deletes the
 * copies that are too old. The copy is compressed and, when there are `BACKUP_RECIPIENTS`, encrypted for them. The
 * tables of `TABLES_OMISES` are left out. When today's copy exists already, the call does nothing. Whatever the size
 * of the copy, memory holds one part of it at a time.
 * @param tete the last sealed line of the history, kept beside the copy with the key that verifies the copy's
 * signatures.
 * @throws when the database or R2 fails, when the dump is cut short, and when the copy read back differs from the one
 * written; the copy is then deleted.
 */
export async function sauvegarder(
  { env }: { env: Copies },
  { jour, tete = null }: { jour: Jour; tete?: Ancre | null },
): Promise<void> {
  const key = `${jour}${SUFFIXE}${chiffre(env) ? CHIFFRE : ""}`;
  // When two calls make a copy at once, the call that fails deletes the file of the other. So a proof without its file
  // does not count as a copy.
  const gardees = await Promise.all([key, key + PREUVE].map((nom) => env.BACKUPS.head(nom)));
  if (gardees.every((objet) => objet !== null)) return;
  const fin = new Fin();
  const { enTete, publique } = await nouvellesCles();
  const empreinte = await ecrireCopie(env, {
    key,
    contenu: parGrosMorceaux(await lireBase(env))
      .pipeThrough(sansTables(TABLES_OMISES))
      .pipeThrough(fin.passage)
      .pipeThrough(precede(enTete)),
    compresse: true,
    complet: () => fin.verifier(),
  });
  const connue = new Date().toISOString();
  if (tete) await garderAncre({ env }, { ...tete, connue, copie: key, clePublique: publique });
  await env.BACKUPS.put(key + PREUVE, `${empreinte}  ${key}\n`);
  const copies = await lireSauvegardes({ env });
  const perimees = new Set(sauvegardesPerimees([...new Set(copies.map(({ jour }) => jour))], jour));
  const cles = copies.filter(({ jour }) => perimees.has(jour)).map(({ key }) => key);
  if (cles.length > 0) await env.BACKUPS.delete(cles.flatMap((key) => [key, key + PREUVE]));
}

/** The SQL statements that rebuild the database, read in one transaction. */
async function lireBase({
  DATABASE_URL,
  DATABASE_AUTH_TOKEN,
}: Pick<Env, "DATABASE_URL" | "DATABASE_AUTH_TOKEN">): Promise<ReadableStream<Uint8Array>> {
  const url = new URL("/dump", DATABASE_URL.replace(/^libsql:/, "https:"));
  const answer = await fetch(url, {
    headers: DATABASE_AUTH_TOKEN ? { Authorization: `Bearer ${DATABASE_AUTH_TOKEN}` } : {},
  });
  if (!answer.ok || !answer.body) throw new Error(`The database gave no dump: ${answer.status}`);
  return answer.body;
}

const precede = (texte: string) =>
  new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(texte)),
  });

class Fin {
  #fin = Buffer.alloc(0);
  readonly passage = new TransformStream<Uint8Array, Uint8Array>({
    transform: (morceau, controller) => {
      this.#fin = Buffer.concat([this.#fin, morceau.subarray(-FIN.length - 1)]).subarray(
        -FIN.length - 1,
      );
      controller.enqueue(morceau);
    },
  });

  /** @throws when the copy stopped before its end. */
  verifier(): void {
    if (this.#fin.toString().trim() !== FIN) throw new Error("The dump is cut short.");
  }
}
