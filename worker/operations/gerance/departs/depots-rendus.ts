import { eq, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { depotRenduParLeBailleur } from "#domain/gerance/livres/ecritures-depots.ts";
import { soldesDepart } from "#worker/db/schema/departs.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireDepart } from "./depart-lu.ts";

/**
 * Notes that the owner gave back the sum of a frozen account that he held; no bank account of the agency moves
 * (departs/README §14.3).
 * @throws NotFound when nothing is left to give back; Conflict where the agency holds the deposit; Invalid for a day
 * to come, or before the keys.
 */
export async function noterRendu(
  ctx: Contexte,
  { DossierId, date }: { DossierId: number; date: Jour },
): Promise<DepartDetail> {
  const { db, today, user, now } = ctx;
  await onWhatIsRead(async () => {
    const depart = await lireDepart(ctx, DossierId);
    const solde = depart.vue.soldes.findLast(
      ({ annuleLe, restitution, renduLe }) =>
        annuleLe === null && restitution > 0 && renduLe === null,
    );
    if (!solde) throw new NotFound("Rien n’est à rendre.");
    if (solde.contenu.lieu === "agence") {
      throw new Conflict(
        "L’agence détient ce dépôt : il se rend par un virement, dans les reversements.",
      );
    }
    if (date > today) throw new Invalid({ date: "Ce jour est à venir." });
    if (date < solde.contenu.clesLe)
      throw new Invalid({ date: "Ce jour précède la remise des clés." });
    const entree = {
      ...depotRenduParLeBailleur({ dossier: DossierId }, solde.restitution),
      cle: `rendu ${solde.id}`,
      date: today,
      libelle: "Dépôt de garantie rendu par le bailleur",
      DossierId,
    };
    const { lignesPostees, ecrituresPostees } = poster(
      db,
      depart.vue.compte.livres ? [entree] : [],
      {
        today,
        user,
      },
    );
    await db.write({
      garde: provided(
        db,
        sql`EXISTS (SELECT 1 FROM ${soldesDepart} WHERE id = ${solde.id} AND "annuleLe" IS NULL AND "renduLe" IS NULL)`,
      ),
      rendu: db.update(soldesDepart).set({ renduLe: date }).where(eq(soldesDepart.id, solde.id)),
      dossier: db
        .update(dossiers)
        .set({ dateRetourCaution: date, updatedAt: now.toISOString() })
        .where(eq(dossiers.id, DossierId)),
      lignesPostees,
      ecrituresPostees,
      histoire: trace(db, {
        entite: "Dossier",
        entiteId: DossierId,
        etat: "Dépôt de garantie rendu",
        user,
        details: { date, montant: solde.restitution / 100 },
      }),
    });
  });
  return (await lireDepart(ctx, DossierId)).vue;
}
