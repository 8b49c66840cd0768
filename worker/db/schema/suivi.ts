import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { GesteGarde } from "#domain/suivi/suivi.ts";
import { users } from "./agence.ts";
import { creeLe, id, isoDate } from "./columns.ts";

/**
 * The decision of a person about a deadline, stored under the key of the deadline; the deadline itself is computed,
 * not stored (suivi/README §17.1).
 */
export const suiviGestes = sqliteTable(
  "SuiviGeste",
  {
    id: id(),
    /** The key of the deadline: « revision:Dossier:123:2026-12-01 ». */
    cle: text().notNull().unique(),
    /** Whether somebody put the deadline off or marked it done; null when nobody did, or when it was taken back. */
    etat: text().$type<GesteGarde["etat"]>(),
    jusquau: isoDate(),
    motif: text(),
    gestionnaireId: integer().references(() => users.id, { onDelete: "set null" }),
    user: text(),
    ...creeLe,
  },
  (t) => [index("SuiviGeste_gestionnaire").on(t.gestionnaireId)],
);
