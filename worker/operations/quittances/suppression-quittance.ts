import { eq, sql } from "drizzle-orm";
import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { quittanceSupprimable } from "#worker/db/conditions-quittances.ts";
import { rowExists } from "#worker/db/rows.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { asRead, isStale } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { retirerQuittance } from "#worker/operations/gerance/locataires/quittancement.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { contenuQuittance } from "./contenu-quittance.ts";

/**
 * Deletes the last receipt of its year, when it is unpaid and nobody saw its document: the numbers of a year then
 * have no gap (quittances/README §2.4). The statement itself checks these conditions, so that no simultaneous act
 * comes between.
 * @param lue the version of the receipt that the caller read; absent, any version is accepted.
 * @returns the R2 key of its PDF, to be deleted; null when it had none.
 * @throws NotFound when there is no such receipt; Conflict when the receipt must be kept, or changed since it was
 * read.
 */
export async function supprimerQuittance(
  { db, user, today }: Pick<Contexte, "db" | "user" | "today">,
  { id, lue = {} }: { id: number; lue?: VersionLue },
): Promise<string | null> {
  const supprimable = sql`${quitances.id} = ${id} AND ${quittanceSupprimable}
    AND ${asRead(quitances, lue) ?? sql`true`}`;
  const {
    avant: [avant],
    supprimee,
  } = await db.write({
    avant: db
      .select({
        clePdf: quitances.clePdf,
        servieLe: quitances.servieLe,
        updatedAt: quitances.updatedAt,
        version: quitances.version,
      })
      .from(quitances)
      .where(eq(quitances.id, id)),
    historique: trace(db, {
      entite: "Quitance",
      entiteId: id,
      etat: "Suppression",
      user,
      details: contenuQuittance(),
      quand: rowExists(quitances, supprimable),
    }),
    ...retirerQuittance(db, id, { quand: supprimable, today, user }),
    supprimee: db.delete(quitances).where(supprimable),
  });
  if (!avant) throw new NotFound();
  if (supprimee.rowsAffected === 0) {
    if (isStale(avant, lue)) throw new Conflict(FICHE_MODIFIEE);
    throw new Conflict(
      avant.servieLe === null
        ? "Suppression impossible : seule la dernière quittance de l’année, ni payée, ni annulée, ni envoyée, se supprime."
        : "Suppression impossible : son document a déjà été ouvert, archivé ou envoyé. Annulez-la : elle garde son numéro.",
    );
  }
  return avant.clePdf;
}
