import { and, eq, ne } from "drizzle-orm";
import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { quittanceComptee } from "#worker/db/conditions-quittances.ts";
import { rowExists } from "#worker/db/rows.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { asRead, isStale } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

type Appel = Pick<Contexte, "db" | "user">;

interface Relance {
  id: number;
  relance: boolean;
  /** The version on which the note is based, when the caller knows it. */
  lue?: VersionLue;
}

/**
 * Notes that the tenant was reminded, or removes the note; does nothing when the receipt has this state already.
 * @throws NotFound when there is no such receipt; Conflict when the receipt is cancelled, or changed since it was
 * read.
 */
export async function noterRelance(ctx: Appel, note: Relance): Promise<void> {
  const {
    avant: [avant],
  } = await ctx.db.write(relanceNotee(ctx, note));
  if (!avant) throw new NotFound();
  if (avant.annuleeLe !== null) throw new Conflict("Cette quittance est annulée.");
  if (isStale(avant, note.lue ?? {})) throw new Conflict(FICHE_MODIFIEE);
}

/** The statements of {@link noterRelance}, to run with others on a receipt that exists. */
export function relanceNotee({ db, user }: Appel, { id, relance, lue = {} }: Relance) {
  const aNoter = and(
    eq(quitances.id, id),
    quittanceComptee,
    ne(quitances.relance, relance),
    asRead(quitances, lue),
  );
  return {
    avant: db
      .select({
        updatedAt: quitances.updatedAt,
        version: quitances.version,
        annuleeLe: quitances.annuleeLe,
      })
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
