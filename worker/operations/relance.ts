import { and, eq, ne } from "drizzle-orm";
import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { rowExists } from "#worker/db/rows.ts";
import { quitances } from "#worker/db/schema.ts";
import { trace } from "./history.ts";

interface Relance {
  db: Db;
  id: number;
  relance: boolean;
  user: string;
  updatedAt?: string | undefined;
}

/**
 * Notes that the tenant was reminded, or takes the note back. In that state already: nothing.
 * @throws NotFound; Conflict when the receipt changed since `updatedAt`.
 */
export async function noterRelance(note: Relance): Promise<void> {
  const {
    avant: [avant],
  } = await note.db.write(relanceNotee(note));
  if (!avant) throw new NotFound();
  if (note.updatedAt !== undefined && avant.updatedAt !== note.updatedAt) {
    throw new Conflict(FICHE_MODIFIEE);
  }
}

/** The statements of {@link noterRelance}, to be run with others on a receipt that exists. */
export function relanceNotee({ db, id, relance, user, updatedAt }: Relance) {
  const aNoter = and(
    eq(quitances.id, id),
    ne(quitances.relance, relance),
    updatedAt === undefined ? undefined : eq(quitances.updatedAt, updatedAt),
  );
  return {
    avant: db
      .select({ updatedAt: quitances.updatedAt })
      .from(quitances)
      .where(eq(quitances.id, id)),
    historique: trace(db, {
      entite: "Quitance",
      entiteId: id,
      etat: relance ? "Relance notée" : "Relance annulée",
      user,
      quand: rowExists(quitances, aNoter),
    }),
    relance: db.update(quitances).set({ relance, updatedAt: MAINTENANT }).where(aNoter),
  };
}
