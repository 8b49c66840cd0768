import { sql } from "drizzle-orm";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";

/**
 * For this many days, mails also go to the former address: a person who stole the account may have changed the address
 * first.
 */
const JOURS_D_ANCIENNE_ADRESSE = 30;

/** A change of an owner's mailbox, or of `mailDefaut`, which names the mailbox in use; `avant` is the former value. */
interface AncienneAdresse {
  champ: "mailPerso" | "mailPro" | "mailDefaut";
  avant: string;
}

/** The query for the changes of an owner's mailboxes in the last thirty days, the latest first. */
export const lireAnciennesAdresses = (db: Db, ClientId: number, now: Date) =>
  db.all<AncienneAdresse>(sql`
    SELECT champ.key AS champ, champ.value ->> '$[0]' AS avant FROM ${history} h, json_each(h.details) champ
    WHERE h.entite = 'Client' AND h."entiteId" = ${ClientId} AND h.etat = 'Modification'
      AND champ.key IN ('mailPerso', 'mailPro', 'mailDefaut') AND champ.type = 'array' AND champ.value ->> '$[0]' IS NOT NULL
      AND h."createdAt" > ${new Date(now.getTime() - JOURS_D_ANCIENNE_ADRESSE * 86_400_000).toISOString()}
    ORDER BY h.id DESC`);

/** The former mailboxes, each once. When `mailDefaut` changes, the mailbox it named before counts as a former one. */
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
