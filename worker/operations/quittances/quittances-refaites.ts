import { and, asc, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import { moisDe } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { finDuLoyer } from "#domain/quittances/jours-de-loyer.ts";
import { dateRelocation, selected } from "#worker/db/conditions.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { reunir, type Suites } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { annulerEnRendant } from "./annulation-quittance.ts";
import { genererQuittances } from "./generation.ts";

/**
 * Makes again the monthly receipts of a dossier that go beyond its last day of rent (quittances/README §2.4). Each
 * receipt is cancelled, after those that complete it. Its payment stays on the tenant's account, and the remaining
 * days are billed. A second call finishes an interrupted run.
 * @throws NotFound when the dossier does not exist; Conflict when no receipt goes beyond that day, and as {@link
 * annulerEnRendant}.
 */
export async function refaireAuProrata(
  ctx: Pick<Contexte, "db" | "today" | "now" | "user">,
  DossierId: number,
): Promise<Suites> {
  const { db } = ctx;
  const [dossier] = await db
    .select({
      dateDebutBail: dossiers.dateDebutBail,
      dateFinBail: dossiers.dateFinBail,
      dateDebutPreavis: dossiers.dateDebutPreavis,
      dateFinPreavis: dossiers.dateFinPreavis,
      dateSortie: dossiers.dateSortie,
      dateRelocation: selected<string | null>(dateRelocation),
    })
    .from(dossiers)
    .where(eq(dossiers.id, DossierId));
  if (!dossier) throw new NotFound();
  const fin = finDuLoyer(dossier);
  const auDela =
    fin === null
      ? []
      : await db
          .select({ id: quitances.id, date: quitances.date })
          .from(quitances)
          .where(
            and(
              eq(quitances.DossierId, DossierId),
              or(eq(quitances.automatique, true), isNotNull(quitances.RevisionId)),
              isNull(quitances.annuleeLe),
              gt(quitances.dateFin, fin),
            ),
          )
          .orderBy(asc(quitances.automatique));
  if (auDela.length === 0)
    throw new Conflict("Aucune quittance du mois ne va au-delà du dernier jour de loyer.");
  const faites: Suites[] = [];
  for (const { id } of auDela)
    faites.push(await annulerEnRendant(ctx, { id, DossierId, motif: MOTIF, courriel: false }));
  const generees = await genererQuittances(
    ctx,
    auDela.map(({ date }) => ({ DossierId, mois: moisDe(date) })),
  );
  const courriels = generees.flatMap(({ quitance }) => quitance?.courriel ?? []);
  return reunir(...faites, { courriels, anciensPdf: [] });
}

const MOTIF = "Refaite au prorata du départ";
