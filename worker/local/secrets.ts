import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { Problem } from "./problem.ts";

interface Secrets {
  JWT_SECRET: string;
  DATA_KEYS: string;
}

const isSecret = (value: unknown): value is string =>
  typeof value === "string" && value.length >= 32;

/**
 * The secrets of this installation, made when they are missing and readable by its owner only.
 * @throws Problem when they can't be read: what they encrypt would be lost with them.
 */
export function readSecrets(file: string): Secrets {
  const made: Secrets = {
    JWT_SECRET: randomBytes(32).toString("hex"),
    DATA_KEYS: `1:${randomBytes(32).toString("hex")}`,
  };
  const secrets: Secrets = { ...made, ...(existsSync(file) ? readKept(file) : {}) };
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    writeFileSync(file, text, { mode: 0o600 });
  }
  chmodSync(file, 0o600);
  return secrets;
}

function readKept(file: string): Partial<Secrets> {
  try {
    const { JWT_SECRET, DATA_KEYS } = JSON.parse(readFileSync(file, "utf8"));
    // Installed before anything was encrypted: it has no key yet.
    if (isSecret(JWT_SECRET) && DATA_KEYS === undefined) return { JWT_SECRET };
    if (isSecret(JWT_SECRET) && isSecret(DATA_KEYS)) return { JWT_SECRET, DATA_KEYS };
  } catch {}
  throw new Problem(
    `${file} est illisible : remettez-le depuis une copie. Sans lui, chacun devra se reconnecter et ce qui est ` +
      "chiffré dans la base (IBAN, seconds facteurs) est perdu ; pour repartir sans, supprimez-le et relancez.",
  );
}
