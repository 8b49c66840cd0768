import type { Jour } from "#domain/dates.ts";
import type { Env } from "#worker/env.ts";

/** What the daily run found, kept beside the copies for `/Controle`. */
export interface Constat {
  jour: Jour;
  /** What is not as it should be; of a file, its key. */
  manques: string[];
}

/**
 * `historique`: lines that are not what was sealed. `balayage`: rows whose file is not in R2. `fichiers`: files that could not
 * be copied. `comptes`: what no longer holds of the accounts.
 */
export type NomDeConstat = "historique" | "balayage" | "fichiers" | "comptes";

const cle = (nom: NomDeConstat) => `constats/${nom}.json`;

/** @throws when R2 fails. */
export async function noter(
  env: Pick<Env, "BACKUPS">,
  nom: NomDeConstat,
  constat: Constat,
): Promise<void> {
  await env.BACKUPS.put(cle(nom), JSON.stringify(constat));
}

/** Null when the daily run has told nothing yet. */
export async function lireConstat(
  env: Pick<Env, "BACKUPS">,
  nom: NomDeConstat,
): Promise<Constat | null> {
  return (await (await env.BACKUPS.get(cle(nom)))?.json<Constat>()) ?? null;
}
