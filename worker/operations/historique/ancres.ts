import { motifDe } from "#worker/db/failures.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  ANCRES_DES_COPIES,
  type AncreConnue,
  ancresLues,
  DERNIERE_ANCRE,
  OBJETS_DES_ANCRES,
} from "./ancres-connues.ts";
import { empreinteDeLaLigne, lireTete, scellerHistorique } from "./chaine.ts";

interface Copies {
  env: Pick<Env, "BACKUPS">;
}

/** The number of copies whose anchors are kept: thirteen months of daily copies. */
const COPIES_CONNUES = 400;

const lire = async ({ env }: Copies, cle: string): Promise<string | null> =>
  (await (await env.BACKUPS.get(cle))?.text()) ?? null;

/** All the anchors of the chain kept outside the database. */
export async function lireAncres(ctx: Copies): Promise<AncreConnue[]> {
  return ancresLues(await Promise.all(OBJETS_DES_ANCRES.map((cle) => lire(ctx, cle))));
}

/**
 * Adds the anchor of a copy. Two simultaneous calls would lose one anchor, but the consumer of the queue makes one
 * copy at a time.
 */
export async function garderAncre(ctx: Copies, ancre: AncreConnue): Promise<void> {
  const connues = ancresLues([await lire(ctx, ANCRES_DES_COPIES)]);
  const autresAncres = connues.filter(({ copie }) => copie !== ancre.copie);
  await ctx.env.BACKUPS.put(
    ANCRES_DES_COPIES,
    JSON.stringify([...autresAncres, ancre].slice(-COPIES_CONNUES)),
  );
}

/**
 * Keeps the last sealed line outside the database. It replaces the line kept before only when the database still has
 * that line unchanged: a deletion or a rewriting must not be forgotten.
 * @param sure true when the whole chain was read without a fault: the new line then always replaces the one kept.
 */
export async function ancrer(
  { env, db, now }: Copies & Pick<Contexte, "db" | "now">,
  { sure = false } = {},
): Promise<void> {
  const objet = await env.BACKUPS.get(DERNIERE_ANCRE);
  const connue = await objet?.json<AncreConnue>();
  const tete = await lireTete({ db });
  if (!tete || (connue?.id === tete.id && connue.empreinte === tete.empreinte)) return;
  if (connue && !sure) {
    if (tete.id < connue.id || (await empreinteDeLaLigne(db, connue.id)) !== connue.empreinte)
      return;
  }
  await env.BACKUPS.put(DERNIERE_ANCRE, JSON.stringify({ ...tete, connue: now.toISOString() }), {
    onlyIf: objet ? { etagMatches: objet.etag } : { etagDoesNotMatch: "*" },
  });
}

/**
 * Seals the waiting lines of history, and keeps the last of them outside the database. After a failure, the next call
 * catches up.
 */
export async function scellerEtAncrer(
  ctx: Copies & Pick<Contexte, "db">,
  pages?: number,
): Promise<void> {
  try {
    if ((await scellerHistorique(ctx, pages)) > 0) await ancrer({ ...ctx, now: new Date() });
  } catch (error) {
    console.warn(JSON.stringify({ message: "History not sealed", error: motifDe(error) }));
  }
}
