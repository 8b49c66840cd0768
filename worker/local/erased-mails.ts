import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";

const MINUTE = 60_000;
const ADDRESS = /[^\s<>,;:"]+@[^\s<>,;:"]+/g;

/**
 * Removes the mails kept on this machine to whom no mail of the agency, and no account, is addressed any more: those of
 * persons who were erased (domain/README §9.15).
 * @param known the addresses that some mail or account still names, in small letters
 * @returns how many went
 */
export function forgetMails(mails: string, known: ReadonlySet<string>): number {
  let gone = 0;
  for (const name of readdirSync(mails)) {
    const to = recipientsOf(join(mails, name, "entetes.txt"));
    if (to.length === 0 || to.some((address) => known.has(address))) continue;
    rmSync(join(mails, name), { recursive: true, force: true });
    gone++;
  }
  return gone;
}

function recipientsOf(headers: string): string[] {
  try {
    const line = readFileSync(headers, "utf8").match(/^To: (.*)$/m)?.[1] ?? "";
    return (line.match(ADDRESS) ?? []).map((address) => address.toLowerCase());
  } catch {
    return [];
  }
}

/**
 * Looks every minute whether somebody was erased, and forgets then; once at the start too.
 * @returns stops it
 */
export function forgetErasedMails(
  mails: string,
  { url, authToken }: { url: string; authToken?: string },
): () => void {
  let seen = "";
  const look = async () => {
    const client = createClient({ url, ...(authToken ? { authToken } : {}) });
    try {
      const { rows } = await client.execute(
        "SELECT count(*) || coalesce(max(createdAt), '') AS erased FROM Effacement",
      );
      const erased = String(rows[0]?.erased);
      if (erased === seen) return;
      const addresses =
        await client.execute(`SELECT lower(value) AS address FROM Courriel, json_each(destinataires)
        UNION SELECT lower(email) FROM User
        UNION SELECT lower(valeur) FROM Variable WHERE valeur LIKE '%@%'`);
      forgetMails(mails, new Set(addresses.rows.map(({ address }) => String(address))));
      seen = erased;
    } catch {
      // The database is restarting: the next minute looks again.
    } finally {
      client.close();
    }
  };
  void look();
  const timer = setInterval(() => void look(), MINUTE);
  return () => clearInterval(timer);
}
