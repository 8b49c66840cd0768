import { aujourdhui } from "#domain/dates.ts";
import { listeEffacements } from "#domain/personnes/effacement.ts";
import { openDb } from "#worker/db/client.ts";
import { rejouerEffacements } from "#worker/operations/personnes/effacement-base.ts";
import { Problem } from "../problem.ts";

/**
 * Erases again the persons who were erased after the copy was made (personnes/README §9.15). The database must be
 * restored and brought up to date.
 * @param list the text of `effacements.json`
 * @returns how many persons of the copy were erased
 * @throws Problem when the list cannot be read
 */
export async function eraseAgain(
  list: string,
  { url, authToken }: { url: string; authToken?: string | undefined },
): Promise<number> {
  const read = listeEffacements.safeParse(parsed(list));
  if (!read.success) throw new Problem("La liste des effacements est illisible.");
  const db = openDb({
    DATABASE_URL: url,
    ...(authToken ? { DATABASE_AUTH_TOKEN: authToken } : {}),
  });
  const now = new Date();
  return rejouerEffacements({ db, now, today: aujourdhui(now) }, read.data);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
