import { sql } from "drizzle-orm";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";

/** Days during which a former address is told too: a thief of the account may have taken the mailbox first. */
const JOURS_D_ANCIENNE_ADRESSE = 30;

/** A former mailbox of an owner, absent from his record. */
interface AncienneAdresse {
  champ: "mailPerso" | "mailPro" | "mailDefaut";
  avant: string;
}

/** The query for the mailboxes of an owner's record in the last thirty days, the latest first. */
export const lireAnciennesAdresses = (db: Db, ClientId: number, now: Date) =>
  db.all<AncienneAdresse>(sql`
    SELECT champ.key AS champ, champ.value ->> '$[0]' AS avant FROM ${history} h, json_each(h.details) champ
    WHERE h.entite = 'Client' AND h."entiteId" = ${ClientId} AND h.etat = 'Modification'
      AND champ.key IN ('mailPerso', 'mailPro', 'mailDefaut') AND champ.type = 'array' AND champ.value ->> '$[0]' IS NOT NULL
      AND h."createdAt" > ${new Date(now.getTime() - JOURS_D_ANCIENNE_ADRESSE * 86_400_000).toISOString()}
    ORDER BY h.id DESC`);

/** The former mailboxes, each once; another `mailDefaut` makes the one used before a former one. */
export const boitesAnciennes = (
  client: { mailPerso: string | null; mailPro: string | null },
  changees: readonly AncienneAdresse[],
): string[] => [
  ...new Set(
    changees.flatMap(({ champ, avant }) =>
      champ === "mailDefaut"
        ? (client[avant === "mailPro" ? "mailPro" : "mailPerso"] ?? [])
        : avant,
    ),
  ),
];
