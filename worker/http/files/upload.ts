import type { Context } from "hono";
import { Invalid, Refusal, TooLarge, WrongType } from "#domain/erreurs.ts";
import { OCTETS_PAR_FORMULAIRE } from "#domain/fichiers/fichier.ts";
import { type VersionLue, versionLue, versionSeule } from "#domain/fields.ts";
import { isDatabaseDown } from "#worker/db/failures.ts";
import { type Depot, deposer, effacer } from "#worker/files.ts";
import { versionOfTexts } from "#worker/http/api/validate.ts";
import { count } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { drain, type Part, readParts } from "./multipart.ts";

interface Expected {
  files: readonly string[];
  /** The maximum number of files in each field of `files`. */
  atMost: number;
  /** The maximum size of a file in bytes, when it is below the general maximum. */
  maxBytes?: number;
  images?: boolean;
  texts?: readonly string[];
}

interface Received {
  champ: string;
  depot: Depot;
}

/** A form whose files, at least one, are already in R2. */
export interface Form {
  texts: Record<string, string>;
  files: [Received, ...Received[]];
}

const MAX_TEXT = 8 * 1024;
const MEGABYTE = 1024 * 1024;
const MARGIN = MEGABYTE;

export function isForm(c: Context): boolean {
  return /^multipart\/form-data\s*;/i.test(c.req.header("Content-Type") ?? "");
}

/**
 * Streams the files of a form into R2, then calls `next`. When this fails or the sender goes away, the files are
 * deleted, unless the database did not answer.
 * @throws WrongType unless the request is a multipart form; TooLarge when the announced size is too large; TooMany
 * above the rate limit; Unreadable when the form breaks off; Invalid without a file, with too many, for an unknown
 * field, or for a text that is too long; the errors of `deposer`
 */
export async function receive<T>(
  c: Context<App>,
  expected: Expected,
  next: (form: Form) => Promise<T>,
): Promise<T> {
  const work = handle(c, expected, next);
  // The promise keeps the worker alive to delete the files, even when the sender has gone away.
  c.executionCtx.waitUntil(work.catch(() => {}));
  return work;
}

/** A form whose single file is in memory. */
export interface SmallForm {
  texts: Record<string, string>;
  file: { nom: string; octets: Uint8Array };
}

/**
 * Reads a form with a single file, which is not stored.
 * @throws WrongType unless the request is a multipart form; TooLarge above `maxBytes`; TooMany above the rate limit;
 * Unreadable when the form breaks off; Invalid without a file, with two, for an unknown field, or for a text that is
 * too long
 */
export async function readSmallForm(
  c: Context<App>,
  {
    field,
    maxBytes,
    texts: expected,
  }: { field: string; maxBytes: number; texts: readonly string[] },
): Promise<SmallForm> {
  if (!isForm(c)) throw new WrongType("Un formulaire multipart/form-data est attendu.");
  const tooLarge = new TooLarge(
    `Ce fichier est trop lourd : ${Math.floor(maxBytes / MEGABYTE)} Mo au plus.`,
  );
  if (Number(c.req.header("Content-Length") ?? 0) > maxBytes + MARGIN) {
    await drain(c.req.raw.body);
    throw tooLarge;
  }
  await countUpload(c);
  const texts: Record<string, string> = {};
  let file: SmallForm["file"] | undefined;
  for await (const part of readParts(c.req.raw.body, c.req.header("Content-Type") ?? "")) {
    if (expected.includes(part.name)) {
      texts[part.name] = await readText(part);
      continue;
    }
    const only = { files: [field], atMost: 1 };
    fieldOf(part, only, []);
    if (file) throw new Invalid({ [field]: "Un seul fichier." });
    file = { nom: part.file ?? "", octets: await readBytes(part, maxBytes, tooLarge) };
  }
  if (!file) throw new Invalid({ [field]: "Un fichier est attendu." });
  return { texts, file };
}

/**
 * Counts an upload against the rate limit. The body of a refused upload is read to its end: a sender reads the
 * response only then.
 * @throws TooMany above the limit
 */
export async function countUpload(c: Context<App>): Promise<void> {
  try {
    await count(c, "uploads");
  } catch (error) {
    await drain(c.req.raw.body);
    throw error;
  }
}

async function handle<T>(
  c: Context<App>,
  expected: Expected,
  next: (form: Form) => Promise<T>,
): Promise<T> {
  if (!isForm(c)) throw new WrongType("Un formulaire multipart/form-data est attendu.");
  const announced = Number(c.req.header("Content-Length") ?? 0);
  const room = expected.files.length * expected.atMost;
  const { maxBytes = OCTETS_PAR_FORMULAIRE } = expected;
  if (announced > room * maxBytes + MARGIN) {
    await drain(c.req.raw.body);
    throw new TooLarge();
  }
  await countUpload(c);
  const received: Received[] = [];
  try {
    const texts = await readForm(c, expected, received);
    const [first, ...others] = received;
    if (!first) throw new Invalid({ [expected.files.join(", ")]: "Un fichier est attendu." });
    return await next({ texts, files: [first, ...others] });
  } catch (error) {
    // When the database did not answer, the rows may have been written: the files stay, and the daily run decides on
    // them.
    if (error instanceof Refusal || !isDatabaseDown(error)) {
      await effacer(
        c.env,
        received.map(({ depot }) => depot.key),
      );
    }
    throw error;
  }
}

/**
 * Streams each file into R2 and adds it to `received` at once, so that the caller can delete it after a failure;
 * returns the texts.
 */
async function readForm(c: Context<App>, expected: Expected, received: Received[]) {
  const texts: Record<string, string> = {};
  const contentType = c.req.header("Content-Type") ?? "";
  for await (const part of readParts(c.req.raw.body, contentType)) {
    if (expected.texts?.includes(part.name)) {
      texts[part.name] = await readText(part);
    } else {
      const champ = fieldOf(part, expected, received);
      const depot = await deposer(c.env, {
        nom: part.file ?? "",
        morceaux: part.pieces,
        champ,
        octetsMax: expected.maxBytes ?? OCTETS_PAR_FORMULAIRE,
        images: expected.images ?? false,
        permettre: () => count(c, "uploads"),
      });
      received.push({ champ, depot });
    }
  }
  return texts;
}

/**
 * The field of a file.
 * @throws Invalid when the form has no such field, when the field is no file, or when the field already has its
 * maximum of files
 */
function fieldOf({ name, file }: Part, expected: Expected, received: readonly Received[]): string {
  if (!expected.files.includes(name)) throw new Invalid({ [name]: "Champ inconnu." });
  if (file === null) throw new Invalid({ [name]: "Un fichier est attendu." });
  if (received.filter(({ champ }) => champ === name).length === expected.atMost) {
    throw new Invalid({
      [name]: expected.atMost === 1 ? "Un seul fichier." : `${expected.atMost} fichiers au plus.`,
    });
  }
  return name;
}

async function readText(part: Part): Promise<string> {
  const tooLong = new Invalid({ [part.name]: "Ce texte est trop long." });
  return (await readBytes(part, MAX_TEXT, tooLong)).toString("utf8");
}

async function readBytes({ pieces }: Part, atMost: number, refusal: Refusal = new TooLarge()) {
  const bytes: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > atMost) throw refusal;
    bytes.push(Buffer.from(piece));
  }
  return Buffer.concat(bytes);
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The texts of a form as JSON values: identifiers become numbers, and `sensible` becomes a boolean. */
export function valuesOf(texts: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      name.endsWith("Id") && /^\d{1,15}$/.test(text)
        ? Number(text)
        : name === "sensible"
          ? (BOOLEANS[text] ?? text)
          : text,
    ]),
  );
}

/** The schema of the record's version among the texts of a form, for the description of the API. */
export const VERSION_FORM = versionSeule;
export const VERSION_TEXTS = Object.keys(versionLue);

/** The version of the record that the sender of a form read. */
export const versionOf = ({ texts }: Form): VersionLue => versionOfTexts(texts);
