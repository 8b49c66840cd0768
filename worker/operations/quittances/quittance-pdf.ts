import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import { fichierQuittance } from "#domain/quittances/quittance.ts";
import type { Db } from "#worker/db/client.ts";
import { motifDe } from "#worker/db/failures.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import { quittance } from "#worker/documents/quittances/quittance.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { noterServies } from "#worker/operations/courriels/outbox.ts";
import { imagesDe } from "#worker/operations/fichiers/visuels.ts";
import { enParallele } from "#worker/operations/parallele.ts";
import { chargerQuittances, type QuittanceChargee } from "./quittances-chargees.ts";

/** One PDF is drawn while another is stored; more at once would only make people wait. */
const RENDUS_A_LA_FOIS = 2;
const ESSAIS_AU_PLUS = 5;

export interface Pdf {
  octets: Uint8Array;
  /** The name of the file, such as « Quittance_2026-11_DUPONT_000123.pdf » or « Avis_… ». */
  nom: string;
}

/** A PDF, and the document it was rendered from (`composed`); null when the PDF was read from R2. */
interface Rendu {
  octets: Uint8Array;
  composed: Composed | null;
}

/**
 * The PDF of the present state of a receipt, read from R2, or rendered and kept there. A new PDF is kept only if the
 * receipt has not changed meanwhile; otherwise the PDF is made again from the new state. While R2 fails, the PDF is
 * rendered and not kept.
 * @throws NotFound when the receipt is gone.
 */
export async function pdfDe(
  ctx: Pick<Contexte, "db" | "today"> & { env: Pick<Env, "FILES" | "DATA_KEYS"> },
  chargee: QuittanceChargee,
): Promise<Pdf & Rendu> {
  let courante = chargee;
  for (let essai = 1; ; essai++) {
    const [issue] = await pdfsDe(ctx, [courante]);
    const nom = nomDuPdf(courante);
    if (issue?.status === "fulfilled") return { ...issue.value, nom };
    if (!(issue?.reason instanceof EtatChange) || essai === ESSAIS_AU_PLUS) {
      console.warn(JSON.stringify({ message: "PDF not kept", error: motifDe(issue?.reason) }));
      return { ...(await rendre(courante, await imagesDe(ctx, courante.visuels))), nom };
    }
    const [relue] = await chargerQuittances(ctx, {
      lesquelles: sql`"Quitance".id = ${chargee.id}`,
    });
    if (!relue) throw new NotFound();
    courante = relue;
  }
}

/**
 * Records that the documents of these receipts are handed over, before anybody gets them: a number that somebody saw
 * is never given again (quittances/README §2.4).
 * @returns the receipts whose document may be handed over; a receipt deleted meanwhile is left out.
 */
export async function remettre(
  { db }: Pick<Contexte, "db">,
  chargees: readonly QuittanceChargee[],
): Promise<QuittanceChargee[]> {
  const nouvelles = chargees.filter(({ servie }) => !servie).map(({ id }) => id);
  if (nouvelles.length === 0) return [...chargees];
  const json = JSON.stringify(nouvelles);
  const ids = sql`(SELECT value FROM json_each(${json}))`;
  const { presentes } = await db.write({
    servies: noterServies(db, sql`"Quitance".id IN ${ids}`),
    presentes: db
      .select({ id: quitances.id })
      .from(quitances)
      .where(sql`${quitances.id} IN ${ids}`),
  });
  const la = new Set(presentes.map(({ id }) => id));
  return chargees.filter(({ id, servie }) => servie || la.has(id));
}

/** The error when a receipt changed while its PDF was being made: that PDF must not be used. */
export class EtatChange extends Error {}

/**
 * The PDFs of these receipts, in order, each with its own outcome; those that are rendered are put into R2 and recorded
 * in one statement.
 * @param chargees read together: they share the pictures of the agency
 */
export async function pdfsDe(
  { env, db }: Pick<Contexte, "db"> & { env: Pick<Env, "FILES"> },
  chargees: readonly QuittanceChargee[],
): Promise<PromiseSettledResult<Rendu>[]> {
  let images: ReturnType<typeof imagesDe> | undefined;
  const rendus: { id: number; key: string; chargee: QuittanceChargee; rang: number }[] = [];
  const issues = await enParallele(
    [...chargees.entries()],
    RENDUS_A_LA_FOIS,
    async ([rang, chargee]) => {
      const empreinte = empreinteDe(chargee);
      const juste = chargee.clePdf?.endsWith(`-${empreinte}.pdf`);
      const garde = chargee.clePdf && juste ? await env.FILES.get(chargee.clePdf) : null;
      if (garde) return { octets: new Uint8Array(await garde.arrayBuffer()), composed: null };
      images ??= imagesDe({ env }, chargee.visuels);
      const rendu = await rendre(chargee, await images);
      const key = `quitances/${randomBytes(16).toString("hex")}-${empreinte}.pdf`;
      await env.FILES.put(key, rendu.octets, { httpMetadata: { contentType: "application/pdf" } });
      rendus.push({ id: chargee.id, key, chargee, rang });
      return rendu;
    },
  );
  if (rendus.length === 0) return issues;
  const gardes = new Set(await enregistrer(db, rendus));
  const perdus = rendus.filter(({ key }) => !gardes.has(key));
  for (const { rang } of perdus) issues[rang] = { status: "rejected", reason: new EtatChange() };
  const remplaces = rendus
    .filter(({ key }) => gardes.has(key))
    .map(({ chargee }) => chargee.clePdf);
  await oublierPdfs({ env }, [...perdus.map(({ key }) => key), ...remplaces]);
  return issues;
}

/** The fingerprint of all the facts of a document: when a name or a setting is corrected, a new document is made. */
function empreinteDe({ donnees, visuels }: QuittanceChargee): string {
  const contenu = JSON.stringify([donnees, visuels]);
  return createHash("sha256").update(contenu).digest("hex").slice(0, 16);
}

/** Deletes PDFs that no receipt names any more; one left behind is harmless. */
export async function oublierPdfs(
  { env }: { env: Pick<Env, "FILES"> },
  keys: readonly (string | null)[],
): Promise<void> {
  const presentes = keys.filter((key) => key !== null);
  if (presentes.length === 0) return;
  await env.FILES.delete(presentes).catch((error: unknown) => {
    console.warn(
      JSON.stringify({ message: "R2 delete failed", keys: presentes, error: motifDe(error) }),
    );
  });
}

/**
 * The name of the PDF, by the state of the receipt: « Quittance_2026-11_DUPONT_000123.pdf », « Recu_… », « Avis_… »
 * or « Annulee_… ».
 */
export function nomDuPdf({ donnees }: QuittanceChargee): string {
  return fichierQuittance({ ...donnees, nom: donnees.locataires[0]?.nom ?? "" });
}

async function rendre(
  { donnees }: QuittanceChargee,
  images: Awaited<ReturnType<typeof imagesDe>>,
): Promise<Rendu> {
  const composed = quittance({ ...donnees, ...images });
  return { octets: await render(composed.document), composed };
}

/** Records the keys of the PDFs that still show the present state, and returns them. */
async function enregistrer(
  db: Db,
  rendus: readonly { id: number; key: string; chargee: QuittanceChargee }[],
): Promise<string[]> {
  const json = JSON.stringify(
    rendus.map(({ id, key, chargee: { updatedAt, clePdf, donnees } }) => ({
      id,
      key,
      updatedAt,
      ancien: clePdf,
      regle: Number(donnees.regle),
      statusInconu: Number(donnees.statusInconu),
      source: donnees.source,
      annuleeLe: donnees.annuleeLe,
    })),
  );
  const rows = await db.all<{ clePdf: string }>(sql`
    UPDATE ${quitances} SET file = rendu.key
    FROM (SELECT value ->> 'id' AS id, value ->> 'key' AS key, value ->> 'updatedAt' AS "updatedAt",
      value ->> 'ancien' AS ancien, value ->> 'regle' AS regle, value ->> 'statusInconu' AS "statusInconu",
      value ->> 'source' AS source, value ->> 'annuleeLe' AS "annuleeLe"
      FROM json_each(${json})) rendu
    WHERE "Quitance".id = rendu.id AND "Quitance"."updatedAt" = rendu."updatedAt"
      AND "Quitance"."annuleeLe" IS rendu."annuleeLe"
      AND "Quitance".file IS rendu.ancien
      AND "Quitance".regle = rendu.regle AND "Quitance"."statusInconu" = rendu."statusInconu"
      AND "Quitance".source IS rendu.source
    RETURNING file AS "clePdf"`);
  return rows.map(({ clePdf }) => clePdf);
}
