import { desc, eq, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import type { AideRow, AidesDuDossier, DemandeAide } from "#domain/gerance/locataires/aide.ts";
import { insertWhen, rowExists } from "#worker/db/rows.ts";
import { aidesLogement } from "#worker/db/schema/gerance.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

/**
 * The housing benefits noted on a dossier. `actuelle`: the one in force today; null without one.
 * @throws NotFound when there is no such dossier
 */
export async function lireAides(
  { db, today }: Contexte,
  DossierId: number,
): Promise<AidesDuDossier> {
  const { dossier, historique } = await db.read({
    dossier: db.select({ id: dossiers.id }).from(dossiers).where(eq(dossiers.id, DossierId)),
    historique: db
      .select({
        id: aidesLogement.id,
        depuis: aidesLogement.depuis,
        montant: aidesLogement.montant,
        payeur: aidesLogement.payeur,
        user: aidesLogement.user,
        createdAt: aidesLogement.createdAt,
      })
      .from(aidesLogement)
      .where(eq(aidesLogement.DossierId, DossierId))
      .orderBy(desc(aidesLogement.depuis), desc(aidesLogement.id)),
  });
  if (dossier.length === 0) throw new NotFound();
  const derniere = historique.find(({ depuis }) => depuis <= today);
  return { actuelle: enCours(derniere), historique };
}

const enCours = (derniere: AideRow | undefined): AideRow | null =>
  derniere && derniere.montant > 0 ? derniere : null;

/**
 * Enters the housing benefit of a dossier from a day on; earlier rows stay. A sum of zero ends the benefit.
 * @throws NotFound when there is no such dossier
 */
export async function noterAide(
  { db, user }: Contexte,
  { DossierId, depuis, montant, payeur }: DemandeAide & { DossierId: number },
): Promise<void> {
  const quand = rowExists(dossiers, eq(dossiers.id, DossierId));
  const { aide } = await db.write({
    aide: insertWhen(db, aidesLogement, { DossierId, depuis, montant, payeur, user }, quand),
    historique: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: montant > 0 ? "Aide au logement notée" : "Fin de l’aide au logement",
      user,
      details: sql`json_object('aide', json_array(NULL, ${montant}), 'depuis', json_array(NULL, ${depuis}))`,
      quand,
    }),
  });
  if (aide.rowsAffected === 0) throw new NotFound();
}
