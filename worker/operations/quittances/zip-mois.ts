import { sql } from "drizzle-orm";
import type { Mois } from "#domain/dates.ts";
import { Invalid, NotFound } from "#domain/erreurs.ts";
import { partiesDuMois, QUITTANCES_PAR_ARCHIVE } from "#domain/quittances/limites.ts";
import type { Db } from "#worker/db/client.ts";
import { quittanceComptee } from "#worker/db/conditions-quittances.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { archive } from "#worker/operations/fichiers/archive-zip.ts";
import { enOrdre } from "#worker/operations/parallele.ts";
import { nomDuPdf, type Pdf, pdfDe, pdfsDe, remettre } from "./quittance-pdf.ts";
import { chargerQuittances, type QuittanceChargee } from "./quittances-chargees.ts";

const PAR_PAGE = 50;
/** The most pages made ahead of the page that is read: memory holds only their PDFs. */
const PAGES_EN_AVANCE = 2;

type Appel = Pick<Contexte, "env" | "db" | "today">;

/**
 * The receipts of a month as a zip made while it is read, each in its present state (quittances/README §2.1).
 * @param partie the rank of a part, from 1, for a month with more receipts than one archive takes.
 * @throws NotFound when the month, or this part of it, has no receipt; Invalid when the month takes several parts and
 * the call names none.
 */
export async function zipDuMois(
  ctx: Appel,
  { mois, partie }: { mois: Mois; partie: number | undefined },
): Promise<ReadableStream<Uint8Array>> {
  const { nombre, de, a } = await bornes(ctx.db, mois, partie ?? 1);
  const parties = partiesDuMois(nombre);
  if (partie === undefined && parties > 1) {
    const combien = `Ce mois compte ${nombre} quittances`;
    throw new Invalid({
      partie: `${combien} : demandez ses archives une à une, ?partie=1 à ${parties}.`,
    });
  }
  const page = (apres: number) =>
    chargerQuittances(ctx, {
      lesquelles: sql`"Quitance".mois = ${mois} AND "Quitance".id > ${apres} AND "Quitance".id <= ${a}
        AND ${quittanceComptee}`,
      auPlus: PAR_PAGE,
    });
  const premiere = await page(de - 1);
  if (premiere.length === 0) throw new NotFound("Aucune quittance n’existe pour ce mois.");
  const pages = enOrdre(pagesSuivantes(ctx, premiere, page), PAGES_EN_AVANCE, (quittances) =>
    pdfsDePage(ctx, quittances),
  );
  return archive(unAUn(pages));
}

/**
 * The first and last receipts of a part, by rank of their identifiers; cancelled receipts count, so that none moves to
 * another part.
 */
async function bornes(db: Db, mois: Mois, partie: number) {
  const [part] = await db.all<{ nombre: number; de: number; a: number }>(sql`
    SELECT (SELECT count(*) FROM ${quitances} WHERE "Quitance".mois = ${mois}) AS nombre,
      coalesce(min(id), 0) AS de, coalesce(max(id), 0) AS a
    FROM (SELECT "Quitance".id FROM ${quitances} WHERE "Quitance".mois = ${mois} ORDER BY "Quitance".id
      LIMIT ${QUITTANCES_PAR_ARCHIVE} OFFSET ${(partie - 1) * QUITTANCES_PAR_ARCHIVE})`);
  return part ?? { nombre: 0, de: 0, a: 0 };
}

async function* pagesSuivantes(
  ctx: Appel,
  premiere: QuittanceChargee[],
  lire: (apres: number) => Promise<QuittanceChargee[]>,
): AsyncGenerator<QuittanceChargee[]> {
  for (let page = premiere; page.length > 0; ) {
    yield await remettre(ctx, page);
    page = page.length < PAR_PAGE ? [] : await lire(page.at(-1)?.id ?? 0);
  }
}

/** The PDFs of a page, recorded together; the PDF of a receipt that changed meanwhile is made again. */
async function pdfsDePage(ctx: Appel, quittances: readonly QuittanceChargee[]): Promise<Pdf[]> {
  const pdfs: Pdf[] = [];
  for (const [rang, issue] of (await pdfsDe(ctx, quittances)).entries()) {
    const quittance = quittances[rang];
    if (!quittance) continue;
    pdfs.push(
      issue.status === "fulfilled"
        ? { octets: issue.value.octets, nom: nomDuPdf(quittance) }
        : await pdfDe(ctx, quittance),
    );
  }
  return pdfs;
}

async function* unAUn(pages: AsyncIterable<Pdf[]>): AsyncGenerator<Pdf> {
  for await (const page of pages) yield* page;
}
