import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { Problem } from "./problem.ts";

/** The secrets of this installation, made at the first start and readable by its owner only. */
export function readSecrets(file: string): { JWT_SECRET: string } {
  if (!existsSync(file)) {
    const secrets = { JWT_SECRET: randomBytes(32).toString("hex") };
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  chmodSync(file, 0o600);
  try {
    const { JWT_SECRET } = JSON.parse(readFileSync(file, "utf8"));
    if (typeof JWT_SECRET === "string" && JWT_SECRET.length >= 32) return { JWT_SECRET };
  } catch {}
  throw new Problem(
    `${file} est illisible : supprimez-le (chacun devra se reconnecter) et relancez.`,
  );
}
