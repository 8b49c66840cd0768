import { createHash, type Hash } from "node:crypto";
import type { Encrypter, Identity, Recipient } from "age-encryption";
import type { Env } from "#worker/env.ts";
import { ecrireObjet } from "#worker/files.ts";

type Copies = Pick<Env, "BACKUPS" | "BACKUP_RECIPIENTS">;

/** The ending of the name of an encrypted copy, as the `age` tool writes it. */
export const CHIFFRE = ".age";

/** The public keys for which copies are encrypted; without any, copies are not encrypted. */
export const destinataires = ({ BACKUP_RECIPIENTS = "" }: Pick<Env, "BACKUP_RECIPIENTS">) =>
  BACKUP_RECIPIENTS.split(",")
    .map((cle) => cle.trim())
    .filter(Boolean);

export const chiffre = (env: Pick<Env, "BACKUP_RECIPIENTS">): boolean =>
  destinataires(env).length > 0;

/** Computes the SHA-256 of the bytes that pass through its stream. */
export class Temoin {
  readonly #hash: Hash = createHash("sha256");
  #empreinte: string | undefined;
  readonly passage = new TransformStream<Uint8Array, Uint8Array>({
    transform: (morceau, controller) => {
      this.#hash.update(morceau);
      controller.enqueue(morceau);
    },
  });

  /** The SHA-256 of the bytes, in hexadecimal; to read only once all of them have passed. */
  get empreinte(): string {
    this.#empreinte ??= this.#hash.digest("hex");
    return this.#empreinte;
  }
}

/**
 * A temporary key for one encrypted file: with it the worker, which has only public keys, can read the file back. The
 * key is never stored, and is forgotten after the copy.
 */
class CleDePassage implements Recipient, Identity {
  #cle: Uint8Array | null = null;

  wrapFileKey(cle: Uint8Array) {
    this.#cle = cle.slice();
    return [];
  }

  unwrapFileKey() {
    return this.#cle;
  }
}

export interface Ecriture {
  key: string;
  /** The content to copy, in clear. */
  contenu: ReadableStream<Uint8Array>;
  /** Whether the content is compressed before it is encrypted. */
  compresse?: boolean;
  /** Throws when the bytes that were copied must not be kept. */
  complet?(): void;
}

/**
 * Writes a copy into the bucket of copies, encrypted when there are `BACKUP_RECIPIENTS`, then reads it back and
 * compares both the file and its content. Whatever the size of the copy, memory holds one part of it at a time.
 * @returns the SHA-256 of the stored file, in hexadecimal.
 * @throws when R2 fails, when `complet` does, and when the file read back differs from the one written; the copy is
 * then deleted.
 */
export async function ecrireCopie(
  env: Copies,
  { key, contenu, compresse = false, complet }: Ecriture,
): Promise<string> {
  const temoin = new Temoin();
  const fichier = new Temoin();
  const cle = new CleDePassage();
  const vu = contenu.pipeThrough(temoin.passage);
  const serre = compresse ? vu.pipeThrough(new CompressionStream("gzip")) : vu;
  const { chiffreur, Decrypter } = await ouvrirAge(env, cle);
  const flux = chiffreur ? await chiffreur.encrypt(serre) : serre;
  await ecrireObjet(env.BACKUPS, { key, morceaux: flux.pipeThrough(fichier.passage), complet });
  try {
    const objet = await env.BACKUPS.get(key);
    if (!objet) throw new Error("The copy is not there.");
    const relu = new Temoin();
    const flux = objet.body.pipeThrough(relu.passage);
    const clair = Decrypter ? await dechiffreur(Decrypter, cle).decrypt(flux) : flux;
    const hash = createHash("sha256");
    const ouvert = compresse ? clair.pipeThrough(new DecompressionStream("gzip")) : clair;
    for await (const morceau of ouvert) hash.update(morceau);
    if (relu.empreinte !== fichier.empreinte || hash.digest("hex") !== temoin.empreinte) {
      throw new Error("The copy is not what was written.");
    }
  } catch (error) {
    await env.BACKUPS.delete(key);
    throw error;
  }
  return fichier.empreinte;
}

/** Loads `age-encryption` only when a copy is made: nothing else needs it. */
async function ouvrirAge(env: Copies, cle: CleDePassage) {
  if (!chiffre(env)) return { chiffreur: null, Decrypter: null };
  const { Encrypter, Decrypter } = await import("age-encryption");
  const chiffreur: Encrypter = new Encrypter();
  for (const destinataire of destinataires(env)) chiffreur.addRecipient(destinataire);
  chiffreur.addRecipient(cle);
  return { chiffreur, Decrypter };
}

function dechiffreur(
  Decrypter: typeof import("age-encryption").Decrypter,
  cle: CleDePassage,
): import("age-encryption").Decrypter {
  const lecteur = new Decrypter();
  lecteur.addIdentity(cle);
  return lecteur;
}

/**
 * Every object of the bucket of copies whose key begins with `prefix` and comes after `apres`, in the order of keys.
 */
export async function* objetsDe(
  env: Pick<Env, "BACKUPS">,
  prefix: string,
  apres?: string,
): AsyncGenerator<R2Object> {
  for (let startAfter = apres; ; ) {
    const { objects, truncated } = await env.BACKUPS.list({
      prefix,
      ...(startAfter && { startAfter }),
    });
    yield* objects;
    startAfter = objects.at(-1)?.key;
    if (!truncated || startAfter === undefined) return;
  }
}
