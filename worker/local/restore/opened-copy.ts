import { createReadStream, existsSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Decrypter } from "age-encryption";
import { clePriveeDe } from "#worker/operations/copies/cles-de-copie.ts";
import { Problem } from "../problem.ts";

const IDENTITY = /AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]+/g;

/**
 * The private keys in a file, as `age-keygen` or the secrets of `npm start` write them; without a file, those of
 * BACKUP_IDENTITY, none when it is not set.
 * @throws Problem when the file is absent, or holds no key
 */
export function readIdentities(file: string | undefined): string[] {
  if (file && !existsSync(file)) throw new Problem(`Le fichier ${file} n’existe pas.`);
  const text = file ? readFileSync(file, "utf8") : (process.env.BACKUP_IDENTITY ?? "");
  const identities = text.match(IDENTITY) ?? [];
  if (file && identities.length === 0) throw new Problem(`${file} ne contient aucune clé privée.`);
  return identities;
}

/**
 * The decrypted content of a copy; the content as it is of a file without the ending `.age`.
 * @throws Problem when an encrypted copy is damaged, or none of the keys opens it
 */
export async function openCopy(file: string, identities: readonly string[]): Promise<Readable> {
  const source = createReadStream(file);
  if (!file.endsWith(".age")) return source;
  if (identities.length === 0) {
    throw new Problem(
      `${file} est chiffré : donnez sa clé privée, --cle secrets.json ou BACKUP_IDENTITY=AGE-SECRET-KEY-1…`,
    );
  }
  const reader = new Decrypter();
  for (const identity of identities) reader.addIdentity(identity);
  try {
    return Readable.from(await reader.decrypt(asWeb(source)), { objectMode: false });
  } catch (error) {
    source.destroy();
    if (error instanceof Error && error.message.includes("no identity matched")) {
      throw new Problem(`${file} a été chiffré pour une autre clé.`);
    }
    throw damaged(file);
  }
}

export const damaged = (file: string) => new Problem(`${file} est une copie incomplète ou abîmée.`);

function asWeb(source: Readable): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/**
 * The SQL of a copy of the database: `.sql`, `.sql.gz` or `.sql.gz.age`.
 * @throws Problem when the copy is cut short or damaged, or when none of the keys opens it
 */
export async function* readSql(
  file: string,
  identities: readonly string[],
): AsyncGenerator<string> {
  const clear = await openCopy(file, identities);
  const zipped = /\.gz(\.age)?$/.test(file);
  const sql = zipped ? clear.pipe(createGunzip()) : clear;
  if (zipped) clear.on("error", (error) => sql.destroy(error));
  try {
    yield* sql.setEncoding("utf8");
  } catch {
    throw damaged(file);
  }
}

/**
 * The private key in the first line of a copy, which signs the note of the restoration in the history; null for a
 * copy without a key.
 */
export async function readSigningKey(
  file: string,
  identities: readonly string[],
): Promise<string | null> {
  let start = "";
  for await (const piece of readSql(file, identities)) {
    start += piece;
    if (start.includes("\n")) break;
  }
  return clePriveeDe(start.slice(0, start.indexOf("\n")));
}
