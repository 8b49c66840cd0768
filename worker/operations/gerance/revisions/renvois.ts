import { type SQL, sql } from "drizzle-orm";
import { regime, sousLoi89 } from "#domain/bail/bail.ts";
import { aujourdhui, type Jour } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import {
  type DemandeARenvoyer,
  demandePartie,
  type EnvoiDeDemande,
  refusDeDepart,
  refusDeRenvoi,
} from "#domain/gerance/revisions/acheminement.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { courrielDe } from "./faits-de-revision.ts";

interface DemandeLue extends Pick<DemandeARenvoyer, "anniversaire" | "effetLe"> {
  typeBail: Parameters<typeof regime>[0]["typeBail"];
  rp: number;
}

const aRenvoyer = ({ anniversaire, effetLe, rp, ...lue }: DemandeLue): DemandeARenvoyer => ({
  anniversaire,
  effetLe,
  renoncable: sousLoi89({ regime: regime(lue, Boolean(rp)) }),
});

/**
 * Refuses to send a mail again when it asks for a revision that was undone, or when it never left and its letter no
 * longer holds (revisions/README §15.5). Any other mail passes. The day of effect of a mailed request never changes,
 * so this check still holds when the mail is sent.
 * @throws Conflict with the reason, for staff.
 */
export async function exigerDemandeAJour(
  { db, today }: Pick<Contexte, "db" | "today">,
  CourrielId: number,
): Promise<void> {
  const [demande] = await db.all<DemandeLue & EnvoiDeDemande & { annulee: number }>(sql`
    SELECT r.anniversaire, r."effetLe", r.canal, r."posteeLe", ${courrielDe(sql`r`)} AS courriel, d."typeBail", l.rp,
      r."annuleeLe" IS NOT NULL AS annulee
    FROM "Revision" r JOIN "Dossier" d ON d.id = r."DossierId" JOIN "Locataire" l ON l.id = d."LocataireId"
    WHERE r."CourrielId" = ${CourrielId}`);
  if (!demande) return;
  if (demande.annulee) throw new Conflict("Cette révision est annulée : sa demande ne repart pas.");
  if (demandePartie(demande)) return;
  const refus = refusDeRenvoi(aRenvoyer(demande), today);
  if (refus !== null) throw new Conflict(refus);
}

interface DemandeEnAttente extends DemandeLue {
  id: number;
  /** The last instant at which the mail changed, or at which it was to leave. */
  misEnRoute: string;
}

/**
 * Stops the mails that ask for revisions and still wait although their letters no longer hold (revisions/README
 * §15.5): they count as not delivered, with the reason for staff. Calling it again is harmless.
 * @param lesquels a condition on `Courriel`
 * @returns the ids of the mails stopped here
 */
export async function arreterDemandesTardives(
  { db, today }: Pick<Contexte, "db" | "today">,
  lesquels: SQL,
): Promise<number[]> {
  const enAttente = await db.all<DemandeEnAttente>(sql`
    SELECT ${courriels.id} AS id, r.anniversaire, r."effetLe", d."typeBail", l.rp,
      max(${courriels.updatedAt}, coalesce(${courriels.partLe}, '')) AS "misEnRoute"
    FROM ${courriels} JOIN "Revision" r ON r."CourrielId" = ${courriels.id} AND r."annuleeLe" IS NULL
    JOIN "Dossier" d ON d.id = r."DossierId" JOIN "Locataire" l ON l.id = d."LocataireId"
    WHERE ${courriels.etat} = 'a_envoyer' AND ${lesquels}`);
  const arretees = enAttente.flatMap(({ id, misEnRoute, ...lue }) => {
    const misEnRouteLe: Jour = aujourdhui(new Date(misEnRoute));
    const refus = refusDeDepart(aRenvoyer(lue), { misEnRouteLe, today });
    return refus === null ? [] : [[id, refus] as const];
  });
  if (arretees.length === 0) return [];
  const arretes = await db.all<{ id: number }>(sql`
    UPDATE ${courriels} SET etat = 'refuse', erreur = arret.value ->> 1, "partLe" = NULL, "updatedAt" = ${MAINTENANT}
    FROM json_each(${JSON.stringify(arretees)}) arret
    WHERE "Courriel".id = arret.value ->> 0 AND "Courriel".etat = 'a_envoyer' RETURNING id`);
  return arretes.map(({ id }) => id);
}
