import { sql } from "drizzle-orm";
import { sousLoi89 } from "#domain/bail/bail.ts";
import { regime } from "#domain/biens/dossier.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import {
  demandePartie,
  type EnvoiDeDemande,
  refusDeRenvoi,
} from "#domain/gerance/revisions/acheminement.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { courrielDe } from "./faits-de-revision.ts";

interface DemandeLue extends EnvoiDeDemande {
  anniversaire: Jour;
  effetLe: Jour;
  typeBail: Parameters<typeof regime>[0]["typeBail"];
  rp: number;
}

/**
 * Refuses to send a mail again when it asks a revision that never left, and whose letter no longer holds
 * (revisions/README §15.5). Any other mail passes. This check still holds when the mail is sent: the day of effect of
 * a mailed request never changes, and undoing a revision cancels its mail.
 * @throws Conflict with the reason, for staff.
 */
export async function exigerDemandeAJour(
  { db, today }: Pick<Contexte, "db" | "today">,
  CourrielId: number,
): Promise<void> {
  const [demande] = await db.all<DemandeLue>(sql`
    SELECT r.anniversaire, r."effetLe", r.canal, r."posteeLe", ${courrielDe(sql`r`)} AS courriel, d."typeBail", l.rp
    FROM "Revision" r JOIN "Dossier" d ON d.id = r."DossierId" JOIN "Locataire" l ON l.id = d."LocataireId"
    WHERE r."CourrielId" = ${CourrielId} AND r."annuleeLe" IS NULL`);
  if (!demande || demandePartie(demande)) return;
  const { anniversaire, effetLe, rp } = demande;
  const renoncable = sousLoi89({ regime: regime(demande, Boolean(rp)) });
  const refus = refusDeRenvoi({ anniversaire, effetLe, renoncable }, today);
  if (refus !== null) throw new Conflict(refus);
}
