import { inArray, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#worker/db/client.ts";
import { demandesSignature } from "#worker/db/schema/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type Postier, prevenirDeLaFin } from "./courriers.ts";
import { encoreOuverte, lireDemandes, vivante } from "./demandes.ts";

/** The requests to replace. */
export interface ARemplacer {
  /** The condition on `DemandeSignature` that finds the requests to replace. */
  lesquelles: SQL;
  /** The condition under which the change that replaces the requests is made. */
  quand: SQL;
}

/**
 * The statements that end requests as replaced, when something takes their place: a scan added by hand, another
 * request, another inventory. The first statement reads which of them are still open, before they end.
 */
export function remplacer(
  { db, now, user }: Pick<Contexte, "db" | "now" | "user">,
  { lesquelles, quand }: ARemplacer,
): { ouvertes: Statement<{ id: number }[]>; finies: Statement; remplacees: Statement } {
  const vivantes = sql`${vivante(sql`"DemandeSignature"`)} AND ${lesquelles} AND ${quand}`;
  const ouvertes = sql`${encoreOuverte(sql`"DemandeSignature"`, now)} AND ${lesquelles} AND ${quand}`;
  return {
    ouvertes: lire(db, ouvertes),
    finies: trace(db, {
      entite: "DemandeSignature",
      entiteId: sql`(SELECT id FROM "DemandeSignature" WHERE ${ouvertes})`,
      etat: "Remplacée",
      user,
    }),
    remplacees: db
      .update(demandesSignature)
      .set({ remplaceeLe: now.toISOString(), updatedAt: now.toISOString() })
      .where(vivantes),
  };
}

const lire = (db: Db, lesquelles: SQL) =>
  db.all<{ id: number }>(sql`SELECT id FROM "DemandeSignature" WHERE ${lesquelles}`);

/** Tells the persons who had signed a paper, or had its link, that another replaces it. */
export async function prevenirDuRemplacement(
  ctx: Postier,
  remplacees: readonly { id: number }[],
): Promise<void> {
  if (remplacees.length === 0) return;
  const ids = remplacees.map(({ id }) => id);
  for (const demande of await lireDemandes(ctx, inArray(demandesSignature.id, ids)))
    await prevenirDeLaFin(ctx, demande, { fin: "remplacee" });
}
