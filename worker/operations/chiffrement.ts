import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { type Column, type SQL, sql } from "drizzle-orm";
import type { Env } from "#worker/env.ts";

type Cles = Pick<Env, "DATA_KEYS">;

const ALGORITHME = "aes-256-gcm";
const IV = 12;
const SCEAU = 16;

/**
 * The keys of `DATA_KEYS`, by version: « 1:64 hexadecimal digits,2:… ». The last key encrypts; the others only
 * decrypt.
 */
function lireCles({ DATA_KEYS }: Cles): Map<string, Buffer> {
  const cles = new Map<string, Buffer>();
  for (const cle of (DATA_KEYS ?? "").split(",")) {
    const [version = "", hexa = ""] = cle.trim().split(":");
    if (!/^\d+$/.test(version) || !/^[0-9a-f]{64}$/i.test(hexa)) continue;
    cles.set(version, Buffer.from(hexa, "hex"));
  }
  if (cles.size === 0) throw new Error("DATA_KEYS holds no key.");
  return cles;
}

/**
 * A text encrypted for storage: « v1.… », under the latest key of `DATA_KEYS`.
 * @param usage the use of the text (« totp 12 »): a text encrypted for one use cannot be read for another.
 */
export function chiffrer(env: Cles, texte: string, usage: string): string {
  const [version = "", cle = Buffer.alloc(0)] = [...lireCles(env)].at(-1) ?? [];
  const iv = randomBytes(IV);
  const chiffre = createCipheriv(ALGORITHME, cle, iv).setAAD(Buffer.from(usage));
  const corps = Buffer.concat([chiffre.update(texte, "utf8"), chiffre.final()]);
  return `v${version}.${Buffer.concat([iv, corps, chiffre.getAuthTag()]).toString("base64url")}`;
}

/** The prefix of the texts that the latest key encrypted: « v2. » for the key of version 2. */
const debutDuChiffre = (env: Cles): string => `v${[...lireCles(env).keys()].at(-1)}.`;

/** Whether a text is encrypted by another key than the latest one. */
export const sousUneAncienneCle = (env: Cles, chiffre: string): boolean =>
  !chiffre.startsWith(debutDuChiffre(env));

/** The condition on rows whose text is encrypted by an older key; rows without a text do not match. */
export function rangeeSousUneAncienneCle(env: Cles, colonne: Column): SQL {
  const debut = debutDuChiffre(env);
  return sql`substr(${colonne}, 1, ${debut.length}) <> ${debut}`;
}

/**
 * The clear text of what {@link chiffrer} encrypted.
 * @throws when the key is not among `DATA_KEYS`, or the text was altered or encrypted for another use.
 */
export function dechiffrer(env: Cles, chiffre: string, usage: string): string {
  const [, version = "", contenu = ""] = chiffre.match(/^v(\d+)\.(.+)$/) ?? [];
  const cle = lireCles(env).get(version);
  if (!cle) throw new Error(`DATA_KEYS lacks the key ${version}.`);
  const octets = Buffer.from(contenu, "base64url");
  const lecture = createDecipheriv(ALGORITHME, cle, octets.subarray(0, IV), {
    authTagLength: SCEAU,
  })
    .setAAD(Buffer.from(usage))
    .setAuthTag(octets.subarray(-SCEAU));
  return Buffer.concat([lecture.update(octets.subarray(IV, -SCEAU)), lecture.final()]).toString(
    "utf8",
  );
}

/**
 * A fingerprint of a text, computed with the latest key: a reader of the database alone cannot find the text by trying
 * guesses. The same text under the same key always gives the same fingerprint. The fingerprint begins with the version
 * of its key, as « v2. ».
 * @param usage the use of the text: one text has two fingerprints for two uses.
 */
export function empreinteSecrete(env: Cles, texte: string, usage: string): string {
  const [version = "", cle = Buffer.alloc(0)] = [...lireCles(env)].at(-1) ?? [];
  const propre = createHmac("sha256", cle).update(`empreinte ${usage}`).digest();
  return `v${version}.${createHmac("sha256", propre).update(texte).digest("base64url")}`;
}
