import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { enRetard, recuDe } from "./impayes.ts";

/** The housing benefit of a dossier on a day, in cents. */
export const aideDe = (DossierId: SQL, today: Jour): SQL =>
  sql`coalesce((SELECT a.montant FROM "AideLogement" a
  WHERE a."DossierId" = ${DossierId} AND a.depuis <= ${today} ORDER BY a.depuis DESC, a.id DESC LIMIT 1), 0)`;

/**
 * The columns that show the progress of the debt of a dossier (relances/README §12.12), in cents: `aide`, the housing
 * benefit; `recu`, the sum received and not credited yet; as JSON, `restes`, the late sums without the uncertain
 * ones, and `relances`, the reminders.
 */
export const detteDite = (DossierId: SQL, today: Jour): SQL => sql`
  ${aideDe(DossierId, today)} AS aide, ${recuDe(DossierId)} AS recu,
  (SELECT json_group_array(json_object('exigibleLe', "exigibleLe", 'nature', nature, 'reste', reste))
    FROM (${enRetard(today, sql`e."DossierId" = ${DossierId}`)}) WHERE NOT incertaine) AS restes,
  (SELECT json_group_array(json_object('etape', r.etape, 'etat', r.etat, 'exigibleLe', r."exigibleLe",
    'libereeLe', r."libereeLe")) FROM "Relance" r WHERE r."DossierId" = ${DossierId}) AS relances`;
