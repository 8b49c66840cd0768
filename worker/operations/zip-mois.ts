import { sql } from "drizzle-orm";
import type { Jour, Mois } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { quittanceComptee } from "#worker/db/conditions.ts";
import type { Env } from "#worker/env.ts";
import { archive } from "./archive.ts";
import { enOrdre } from "./parallele.ts";
import { pdfDe, remettre } from "./quittance-pdf.ts";
import { chargerQuittances, type QuittanceChargee } from "./quittances-chargees.ts";

const PAR_PAGE = 50;
const PDF_EN_AVANCE = 8;

/**
 * The receipts of a month as a zip, each in its present state (domain/README §2.1), made as it is read.
 * @throws NotFound when the month has none.
 */
export async function zipDuMois(
  env: Pick<Env, "FILES" | "DATA_KEYS">,
  db: Db,
  mois: Mois,
  today: Jour,
): Promise<ReadableStream<Uint8Array>> {
  const page = (apres: number) =>
    chargerQuittances(
      env,
      db,
      sql`"Quitance".mois = ${mois} AND "Quitance".id > ${apres} AND ${quittanceComptee}`,
      today,
      PAR_PAGE,
    );
  const premiere = await page(0);
  if (premiere.length === 0) throw new NotFound("Aucune quittance n’existe pour ce mois.");
  const pdfs = enOrdre(pagesSuivantes(db, premiere, page), PDF_EN_AVANCE, (quittance) =>
    pdfDe(env, db, quittance, today),
  );
  return archive(pdfs);
}

async function* pagesSuivantes(
  db: Db,
  premiere: QuittanceChargee[],
  lire: (apres: number) => Promise<QuittanceChargee[]>,
): AsyncGenerator<QuittanceChargee> {
  for (let page = premiere; page.length > 0; ) {
    yield* await remettre(db, page);
    page = page.length < PAR_PAGE ? [] : await lire(page.at(-1)?.id ?? 0);
  }
}
