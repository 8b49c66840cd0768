import type { Jour } from "#domain/dates.ts";
import type { Env } from "#worker/env.ts";

/** A result of the daily run, kept beside the copies for `/Controle`. */
export interface Constat {
  jour: Jour;
  /** The faults found: the key of a file, the number of a photo, or a French sentence. */
  manques: string[];
  /** For a check that takes several nights: the number of the last photo read; 0 once all were read. */
  apres?: number;
}

/**
 * `historique`: lines that differ from their seal. `balayage`: rows whose file is not in R2. `fichiers`: files that
 * could not be copied. `comptes`: rules of the accounts that no longer hold. `photos`: photos of inventories whose file
 * is no longer the one that was announced. `semaine`: the Monday of the last week whose deadlines were mailed.
 * `signatures`: sealed files that changed.
 */
export type NomDeConstat =
  | "historique"
  | "balayage"
  | "fichiers"
  | "comptes"
  | "photos"
  | "semaine"
  | "signatures";

const cle = (nom: NomDeConstat) => `constats/${nom}.json`;

/**
 * Keeps a result of the daily run, in place of the former one.
 * @throws when R2 fails.
 */
export async function noter(
  { env }: { env: Pick<Env, "BACKUPS"> },
  { nom, ...constat }: Constat & { nom: NomDeConstat },
): Promise<void> {
  await env.BACKUPS.put(cle(nom), JSON.stringify(constat));
}

/** The last result with this name; null when there is none yet. */
export async function lireConstat(
  { env }: { env: Pick<Env, "BACKUPS"> },
  nom: NomDeConstat,
): Promise<Constat | null> {
  return (await (await env.BACKUPS.get(cle(nom)))?.json<Constat>()) ?? null;
}
