import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { aSonTour } from "#worker/operations/tours.ts";

/** scrypt takes about 200 ms and 16 MB; the parameters are stored with the hash, so they may grow. */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;

/** The hash of a password as it is stored: « scrypt$16384$8$5$salt$hash », the last two in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await aSonTour(true, () => derive(password, salt, COST));
  return ["scrypt", COST.N, COST.r, COST.p, base64(salt), base64(hash)].join("$");
}

/**
 * Whether a password is that of a stored hash, compared in constant time; a missing account takes as long as a wrong
 * password. The computation blocks the thread: wait for a turn first ({@link aSonTour}).
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? NOBODY).split("$");
  const expected = Buffer.from(hash ?? "", "base64");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt ?? "", "base64"), cost);
  return stored !== null && actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** A password to hand over once: 14 characters that cannot be mistaken for one another. */
export function temporaryPassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  return Array.from(randomBytes(14), (byte) => alphabet[byte % alphabet.length]).join("");
}

const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$AAAAAAAAAAAAAAAAAAAAAA==$AA==`;

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const base64 = (bytes: Buffer) => bytes.toString("base64");
