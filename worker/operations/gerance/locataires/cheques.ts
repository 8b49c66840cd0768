import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import { crediter } from "#domain/gerance/locataires/compte-tenu.ts";
import type { Statements } from "#worker/db/client.ts";
import { reglementsInchanges } from "#worker/db/conditions-comptes.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { reglements } from "#worker/db/schema/gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireComptes } from "./comptes-lus.ts";
import { type Reglee, regler } from "./imputations.ts";
import { reunir, type Suites, suitesDe } from "./quittances-suivies.ts";

/**
 * Records that the bank credited cheques received under reserve: each settles what its dossier owes on that day.
 * @throws Invalid when the day is to come, or comes before a cheque was received.
 * @returns the identifiers of the cheques credited now; a cheque credited, refused or taken back already stays as it
 * is.
 */
export async function crediterReglements(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  { ids, date, aussi = {} }: { ids: readonly number[]; date: Jour; aussi?: Statements },
): Promise<Suites & { credites: number[] }> {
  const { db, today, user } = ctx;
  return onWhatIsRead(async () => {
    const cheques = await db
      .select()
      .from(reglements)
      .where(sql`${reglements.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
    const recus = cheques.filter(({ etat }) => etat === "recu");
    if (recus.length === 0) return { ...reunir(), credites: [] };
    if (date > today) throw new Invalid({ date: "La banque n’a pas crédité un jour à venir." });
    if (recus.some((recu) => date < recu.date)) {
      throw new Invalid({
        date: "La banque n’a pas crédité un chèque avant le jour où il fut reçu.",
      });
    }
    const { comptes } = await lireComptes(
      ctx,
      recus.map(({ DossierId }) => ({ DossierId, date })),
    );
    const reglees = recus.flatMap((recu): Reglee[] => {
      const { DossierId, cle } = recu;
      const compte = comptes.get(DossierId);
      if (!compte) return [];
      const { ecriture, imputations } = crediter(DossierId, { ...recu, date }, compte.ouvertes);
      const entree = { cle: `credit ${cle}`, date, libelle: "Chèque encaissé, règlement" };
      return [{ DossierId, reglement: cle, ecriture, imputations, ...entree }];
    });
    const { avant, inchange, ecrites } = await regler(ctx, { comptes, reglees });
    const recusIci = sql`(SELECT value FROM json_each(${JSON.stringify(recus.map(({ id }) => id))}))`;
    const { attente } = await db.write({
      garde: provided(db, sql`${inchange} AND ${reglementsInchanges(recus)}`),
      ...aussi,
      credit: db.run(sql`
        UPDATE ${reglements} SET etat = 'credite', "updatedAt" = ${MAINTENANT}
        WHERE id IN ${recusIci}`),
      traces: trace(db, {
        entite: "Reglement",
        entiteId: recusIci,
        etat: "Encaissé",
        user,
        details: { date },
      }),
      ...ecrites,
    });
    return { ...suitesDe(avant, attente), credites: recus.map(({ id }) => id) };
  });
}
