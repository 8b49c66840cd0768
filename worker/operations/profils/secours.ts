import { createHash, randomInt } from "node:crypto";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { ALPHABET_SECOURS, CODES_DE_SECOURS, SIGNES_SECOURS } from "#domain/profils/facteur.ts";
import type { Db } from "#worker/db/client.ts";
import { recoveryCodes } from "#worker/db/schema/agence.ts";

export const nouveauxCodes = (): string[] =>
  Array.from({ length: CODES_DE_SECOURS }, () =>
    Array.from(
      { length: SIGNES_SECOURS },
      () => ALPHABET_SECOURS[randomInt(ALPHABET_SECOURS.length)],
    ).join(""),
  );

/**
 * The same code has a different hash for each account. With 118 random bits, no slow hash is needed (ASVS 5.0, 6.5.2).
 */
const hashDe = (UserId: number, code: string) =>
  createHash("sha256").update(`${UserId}:${code}`).digest("base64url");

/**
 * The statement that gives an account these codes, if the condition holds; its `rowsAffected` counts the codes
 * written.
 */
export const ecrireCodes = (
  db: Db,
  { UserId, codes, quand }: { UserId: number; codes: readonly string[]; quand: SQL },
) =>
  db.run(sql`
    INSERT INTO ${recoveryCodes} ("UserId", hash)
    SELECT ${UserId}, value FROM json_each(${JSON.stringify(codes.map((code) => hashDe(UserId, code)))})
    WHERE ${quand}`);

/** The condition that the code is one of the account's and was never used. */
export const codeEncoreBon = (UserId: number, code: string): SQL =>
  sql`${and(
    eq(recoveryCodes.UserId, UserId),
    eq(recoveryCodes.hash, hashDe(UserId, code)),
    isNull(recoveryCodes.usedAt),
  )}`;
