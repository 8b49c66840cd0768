import { readFileSync, statSync, writeFileSync } from "node:fs";
import { type Client, createClient } from "@libsql/client/web";
import { ETATS_OUBLIANT } from "#domain/agence/history.ts";
import type { Foundations } from "../machine/foundations.ts";
import { places, type Settings } from "../settings.ts";
import { forgetMails } from "./erased-mails.ts";

const MINUTE = 60_000;
/** In milliseconds: after this time without a request, the database may be stopped for a tenth of a second. */
const QUIET_MS = 5_000;

/**
 * Makes this machine forget erased persons and texts (personnes/README §9.15). Every minute, it looks for new
 * erasures and deletes the mails of erased persons. When no request has come for five seconds, it also deletes the
 * erased data from the files of the database. Erasures made before the start are handled at the start.
 * @returns a function that looks once more, then stops
 */
export function followErasures(
  settings: Settings,
  { sqld, bindings }: Foundations,
): () => Promise<void> {
  const { database, mails, journal, cleaned } = places(settings.dataDir);
  const known = { mails: -1, base: lastCleaned(cleaned) };
  const look = async (whenQuiet: boolean) => {
    const client = createClient({ url: sqld.url, authToken: bindings.DATABASE_AUTH_TOKEN });
    try {
      const last = await lastErasure(client, known.base);
      if (last !== known.mails) forgetMails(mails, await knownAddresses(client));
      known.mails = last;
      if (last === known.base || (whenQuiet && !isQuiet(journal))) return;
      const { cleanBase } = await import("./cleaned-base.ts");
      await sqld.aside(() => cleanBase(database));
      known.base = last;
      writeFileSync(cleaned, String(last));
    } catch {
      // After a failure, such as a restart of the database, the next check does the work a minute later.
    } finally {
      client.close();
    }
  };
  let looking = look(true);
  const timer = setInterval(() => {
    looking = looking.then(() => look(true));
  }, MINUTE);
  return async () => {
    clearInterval(timer);
    await looking;
    await look(false);
  };
}

/** The identifier of the last line of history about an erasure; `after` when none came after it. */
async function lastErasure(client: Client, after: number): Promise<number> {
  const { rows } = await client.execute({
    sql: "SELECT coalesce(max(id), ?) AS line FROM History WHERE id > ? AND etat IN (?, ?)",
    args: [after, after, ETATS_OUBLIANT.effacement, ETATS_OUBLIANT.conservation],
  });
  return Number(rows[0]?.line);
}

/** The addresses of the agency's mails, accounts and settings, in small letters. */
async function knownAddresses(client: Client): Promise<Set<string>> {
  const { rows } =
    await client.execute(`SELECT lower(value) AS address FROM Courriel, json_each(destinataires)
    UNION SELECT lower(email) FROM User
    UNION SELECT lower(valeur) FROM Variable WHERE valeur LIKE '%@%'`);
  return new Set(rows.map(({ address }) => String(address)));
}

function lastCleaned(path: string): number {
  try {
    return Number(readFileSync(path, "utf8")) || 0;
  } catch {
    return 0;
  }
}

/** Whether no request came for a while: each request writes a line of the journal. */
const isQuiet = (journal: string): boolean =>
  Date.now() - (statSync(journal, { throwIfNoEntry: false })?.mtimeMs ?? 0) > QUIET_MS;
