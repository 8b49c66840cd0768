import { createHash } from "node:crypto";
import type { Jour } from "#domain/dates.ts";
import { type Sauvegarde, sauvegardesPerimees } from "#domain/sauvegarde.ts";
import type { Env } from "#worker/env.ts";
import { enTranches } from "#worker/files.ts";

type Copies = Pick<Env, "BACKUPS">;

const SUFFIXE = ".sql.gz";
/** How a copy that was written to its end ends. */
const FIN = "COMMIT;";

const cle = (jour: Jour) => `${jour}${SUFFIXE}`;

/** The copies of the database there are, the latest first. */
export async function lireSauvegardes(env: Copies): Promise<Sauvegarde[]> {
  const { objects } = await env.BACKUPS.list();
  return objects
    .filter(({ key }) => key.endsWith(SUFFIXE))
    .map(({ key, size }) => ({ jour: key.slice(0, -SUFFIXE.length), taille: size }))
    .toSorted((a, b) => b.jour.localeCompare(a.jour));
}

/**
 * Writes a compressed copy of the whole database, as of one instant, into the bucket of copies, reads it
 * back, then deletes the copies that are too old. The copy of the day is there already: nothing. A copy of
 * any size takes the memory of one part.
 * @throws when the database or R2 fails, and when what is read back is not what was written: nothing is
 * left of such a copy.
 */
export async function sauvegarder(
  env: Copies & Pick<Env, "DATABASE_URL" | "DATABASE_AUTH_TOKEN">,
  jour: Jour,
): Promise<void> {
  if (await env.BACKUPS.head(cle(jour))) return;
  const temoin = new Temoin();
  const copie = (await lireBase(env))
    .pipeThrough(temoin.passage)
    .pipeThrough(new CompressionStream("gzip"));
  await ecrire(env, cle(jour), copie, () => temoin.verifier());
  await verifier(env, cle(jour), temoin.empreinte);
  const presentes = (await lireSauvegardes(env)).map(({ jour }) => jour);
  const perimees = sauvegardesPerimees(presentes, jour);
  if (perimees.length > 0) await env.BACKUPS.delete(perimees.map(cle));
}

/** The statements that make the database again, read in one transaction. */
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

/** Sees the bytes of a copy go by. */
class Temoin {
  #hash = createHash("sha256");
  #fin = Buffer.alloc(0);
  #empreinte: string | undefined;
  readonly passage = new TransformStream<Uint8Array, Uint8Array>({
    transform: (morceau, controller) => {
      this.#hash.update(morceau);
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

  get empreinte(): string {
    this.#empreinte ??= this.#hash.digest("hex");
    return this.#empreinte;
  }
}

/** @param complete throws when what went by must not be kept. */
async function ecrire(
  env: Copies,
  key: string,
  contenu: ReadableStream<Uint8Array>,
  complete: () => void,
): Promise<void> {
  const multipart = await env.BACKUPS.createMultipartUpload(key);
  try {
    const parts: R2UploadedPart[] = [];
    for await (const tranche of enTranches(contenu)) {
      parts.push(await multipart.uploadPart(parts.length + 1, tranche));
    }
    complete();
    await multipart.complete(parts);
  } catch (error) {
    await multipart.abort().catch(() => {});
    throw error;
  }
}

async function verifier(env: Copies, key: string, empreinte: string): Promise<void> {
  const hash = createHash("sha256");
  try {
    const lue = (await env.BACKUPS.get(key))?.body.pipeThrough(new DecompressionStream("gzip"));
    for await (const morceau of lue ?? []) hash.update(morceau);
    if (hash.digest("hex") !== empreinte) throw new Error("The copy is not what was written.");
  } catch (error) {
    await env.BACKUPS.delete(key);
    throw error;
  }
}
