import { inArray, sql } from "drizzle-orm";
import { Invalid } from "#domain/erreurs.ts";
import { refusDePostage } from "#domain/gerance/charges/acheminement.ts";
import type { DecomptesPostes, PostagesNotes } from "#domain/gerance/charges/envoi-fiche.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

/**
 * Notes the day on which the letters of statements of charges were posted (charges/README §16.4); a letter is noted
 * once.
 * @throws Invalid for a day to come.
 */
export async function noterDecomptesPostes(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  { ids, le }: DecomptesPostes,
): Promise<PostagesNotes> {
  const { db, today, user } = ctx;
  if (le > today)
    throw new Invalid({ le: "Ce jour est à venir : notez-le une fois les lettres parties." });
  const lettres = await db
    .select()
    .from(decomptes)
    .where(inArray(decomptes.id, [...ids]));
  const postages: PostagesNotes = { notes: [], refuses: [] };
  for (const id of new Set(ids)) {
    const lettre = lettres.find((decompte) => decompte.id === id);
    const refus = lettre ? refusDePostage(lettre, le) : "Ce décompte n’existe pas.";
    if (!lettre || refus) {
      postages.refuses.push({ id, motif: refus ?? "" });
      continue;
    }
    const encore = sql`id = ${id} AND "posteLe" IS NULL AND "annuleLe" IS NULL`;
    const { note } = await db.write({
      historique: trace(db, {
        ...{ entite: "Dossier", entiteId: lettre.DossierId, user },
        etat: "Décompte posté",
        details: { exercice: lettre.contenu.annee, posteLe: le },
        quand: sql`EXISTS (SELECT 1 FROM ${decomptes} WHERE ${encore})`,
      }),
      note: db.update(decomptes).set({ posteLe: le }).where(encore),
    });
    if (note.rowsAffected > 0) postages.notes.push(id);
    else postages.refuses.push({ id, motif: "Ce décompte a changé entre-temps : relisez-le." });
  }
  return postages;
}
