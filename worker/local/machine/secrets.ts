import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { nouvelleCle } from "#worker/documents/signature/cle.ts";
import { Problem } from "../problem.ts";

interface Secrets {
  JWT_SECRET: string;
  DATA_KEYS: string;
  /** The private key that opens the copies; the worker never receives it. */
  BACKUP_IDENTITY: string;
  /** The recipients of the encrypted copies: one public key, or two while one replaces the other. */
  BACKUP_RECIPIENTS: string;
  /** The private key of the agency's seal. */
  SEAL_KEY: string;
}

const isSecret = (value: unknown): value is string =>
  typeof value === "string" && value.length >= 32;

/** Makes a pair of keys of the `age` tool: `recipient` encrypts, `identity` decrypts. */
export async function makeBackupKey(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/**
 * Reads the secrets of this installation, and makes those that are missing; only the owner of the file may read it.
 * @throws Problem when the file cannot be read or holds a wrong secret: new secrets would lose everything encrypted
 * with the old ones.
 */
export async function readSecrets(file: string): Promise<Secrets> {
  const kept = existsSync(file) ? readKept(file) : {};
  const secrets: Secrets = {
    JWT_SECRET: randomBytes(32).toString("hex"),
    DATA_KEYS: `1:${randomBytes(32).toString("hex")}`,
    ...(await backupPair(kept)),
    SEAL_KEY: nouvelleCle(),
    ...kept,
  };
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    writeFileSync(file, text, { mode: 0o600 });
  }
  chmodSync(file, 0o600);
  return secrets;
}

type BackupPair = Pick<Secrets, "BACKUP_IDENTITY" | "BACKUP_RECIPIENTS">;

async function backupPair(kept: Partial<Secrets>): Promise<BackupPair> {
  const { BACKUP_IDENTITY, BACKUP_RECIPIENTS } = kept;
  if (BACKUP_IDENTITY && BACKUP_RECIPIENTS) return { BACKUP_IDENTITY, BACKUP_RECIPIENTS };
  const { identity, recipient } = await makeBackupKey();
  return { BACKUP_IDENTITY: identity, BACKUP_RECIPIENTS: recipient };
}

/** The secrets that a file of an older version may lack. A missing one is made; one that is too short is refused. */
const LATER = ["DATA_KEYS", "BACKUP_IDENTITY", "BACKUP_RECIPIENTS", "SEAL_KEY"] as const;

function readKept(file: string): Partial<Secrets> {
  try {
    const kept: Partial<Secrets> = JSON.parse(readFileSync(file, "utf8"));
    const { BACKUP_IDENTITY, BACKUP_RECIPIENTS } = kept;
    const paired = (BACKUP_IDENTITY === undefined) === (BACKUP_RECIPIENTS === undefined);
    const whole = LATER.every((name) => kept[name] === undefined || isSecret(kept[name]));
    if (isSecret(kept.JWT_SECRET) && whole && paired) return kept;
  } catch {}
  throw new Problem(
    `${file} est illisible : remettez-le depuis une copie. Sans lui, chacun devra se reconnecter, ce qui est chiffré ` +
      "dans la base (IBAN, seconds facteurs) et les copies déjà faites sont perdus ; pour repartir sans, supprimez-le et relancez.",
  );
}
