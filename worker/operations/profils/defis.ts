import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#worker/db/client.ts";
import { challenges } from "#worker/db/schema/agence.ts";

/** The purpose of a challenge: an answer given for another purpose finds no challenge. */
export type Objet = "connexion" | "passkey" | "passkey seule";

const MINUTES = 5;

/** Only the hash of a token is stored: reading the database does not allow answering a challenge. */
export const idDuDefi = (jeton: string): string =>
  createHash("sha256").update(jeton).digest("base64url");

/**
 * Puts a challenge to a browser, to be answered within five minutes.
 * @param valeur a value that the check of the answer will need.
 * @returns the token of the challenge, 256 bits in base64url: also the text to sign, where a signature is asked.
 */
export async function poserDefi(
  db: Db,
  {
    objet,
    UserId = null,
    valeur = "",
    now,
  }: { objet: Objet; UserId?: number | null; valeur?: string; now: Date },
): Promise<string> {
  const jeton = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + MINUTES * 60_000).toISOString();
  await db.write({
    // Anyone may ask for a challenge: unanswered ones must not pile up.
    perimes: db.delete(challenges).where(lt(challenges.expiresAt, now.toISOString())),
    pose: db
      .insert(challenges)
      .values({ id: idDuDefi(jeton), UserId, purpose: objet, value: valeur, expiresAt }),
  });
  return jeton;
}

/** The condition that the challenge is still to be answered. */
export const defiOuvert = (jeton: string, objet: Objet, now: Date): SQL =>
  sql`${and(
    eq(challenges.id, idDuDefi(jeton)),
    eq(challenges.purpose, objet),
    gt(challenges.expiresAt, now.toISOString()),
  )}`;

/**
 * Uses up a challenge, which may be answered once, right or wrong.
 * @param UserId the account of the challenge; null for a challenge put before anybody signed in.
 * @returns whether the challenge was still open.
 */
export async function prendreDefi(
  db: Db,
  jeton: string,
  { objet, UserId, now }: { objet: Objet; UserId: number | null; now: Date },
): Promise<boolean> {
  const defisPris = await db
    .delete(challenges)
    .where(and(defiOuvert(jeton, objet, now), sql`${challenges.UserId} IS ${UserId}`))
    .returning({ id: challenges.id });
  return defisPris.length === 1;
}

/**
 * Counts a try at a challenge that allows several.
 * @returns the account and the value of the challenge; null when it is unknown, over, or was tried too often.
 */
export async function essayerDefi(
  db: Db,
  jeton: string,
  { objet, essais, now }: { objet: Objet; essais: number; now: Date },
): Promise<{ UserId: number | null; valeur: string } | null> {
  const [defi] = await db
    .update(challenges)
    .set({ essais: sql`${challenges.essais} + 1` })
    .where(and(defiOuvert(jeton, objet, now), lt(challenges.essais, essais)))
    .returning({ UserId: challenges.UserId, valeur: challenges.value });
  return defi ?? null;
}
