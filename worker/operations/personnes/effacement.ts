import { sql } from "drizzle-orm";
import { type Effacement, listeEffacements } from "#domain/personnes/effacement.ts";
import { donneesEffacees } from "#worker/db/conditions.ts";
import { motifDe } from "#worker/db/failures.ts";
import { effacements } from "#worker/db/schema/agence.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { oublierCopies } from "#worker/operations/copies/copies-fichiers.ts";
import { oublierTeleversementsDe } from "#worker/operations/fichiers/televersements.ts";
import { type DemandeEffacement, effacerDonnees } from "./effacement-base.ts";

/**
 * Erases the identity of a person (GDPR, art. 17; personnes/README §9.15), in one transaction. The identity becomes
 * anonymous. Files, documents that name the person, guarantors, texts and values of the history are deleted. Waiting
 * mails are cancelled. Receipts, amounts, days and numbers stay. A write of the same instant either comes before and
 * is erased, or is refused. A second call erases what was written since. Objects that R2 then refuses to delete are
 * left to the daily run.
 * @throws NotFound when there is no such person; Conflict while something prevents the erasure, such as a lease, a
 * mandate, a dwelling, a request of signature or a sum owed to the person; the message names it.
 */
export async function effacerPersonne(ctx: Contexte, demande: DemandeEffacement): Promise<void> {
  const cles = await effacerDonnees(ctx, demande);
  await effacer(ctx.env, cles);
  await oublierTeleversementsDe(ctx, { ...demande, cles }).catch((error: unknown) => {
    console.warn(JSON.stringify({ message: "Uploads not given up", error: motifDe(error) }));
  });
  await oublierCopies(ctx, cles).catch((error: unknown) => {
    console.warn(JSON.stringify({ message: "Copies of files not deleted", error: motifDe(error) }));
  });
  await publierEffacements(ctx);
}

/** The object, beside the copies of the database, that lists the erased persons: a copy is older than some erasures. */
export const CLE_EFFACEMENTS = "effacements.json";
const ESSAIS_AU_PLUS = 10;

/**
 * Writes the list of erased persons beside the copies of the database: identifiers only, from the database and from the
 * present list. Two simultaneous writes lose nothing. A failure is left to the daily run.
 */
export async function publierEffacements({ env, db }: Pick<Contexte, "env" | "db">): Promise<void> {
  try {
    for (let essai = 0; essai < ESSAIS_AU_PLUS; essai++) {
      const ancien = await env.BACKUPS.get(CLE_EFFACEMENTS);
      const avant = ancien ? await ancien.text() : "[]";
      const apres = JSON.stringify(
        reunis([
          ...listeEffacements.parse(JSON.parse(avant)),
          ...(await db.select().from(effacements)),
        ]),
      );
      if (apres === avant) return;
      const ecrit = await env.BACKUPS.put(CLE_EFFACEMENTS, apres, {
        httpMetadata: { contentType: "application/json" },
        onlyIf: ancien ? { etagMatches: ancien.etag } : { etagDoesNotMatch: "*" },
      });
      if (ecrit) return;
    }
    throw new Error("Others wrote all along.");
  } catch (error) {
    console.warn(JSON.stringify({ message: "Erasures not published", error: motifDe(error) }));
  }
}

/** Each person once, with the instant of the last erasure. */
function reunis(tous: readonly Effacement[]): Effacement[] {
  const derniers = new Map<string, Effacement>();
  for (const { personne, personneId, createdAt } of tous) {
    const cle = `${personne} ${personneId}`;
    const connu = derniers.get(cle);
    if (connu && connu.createdAt >= createdAt) continue;
    derniers.set(cle, { personne, personneId, createdAt });
  }
  return [...derniers.values()].toSorted(
    (a, b) => a.personne.localeCompare(b.personne) || a.personneId - b.personneId,
  );
}

/**
 * Completes the erasure of tenants whom an earlier version of the product erased in part: they have no erasure mark.
 */
export async function acheverEffacements(ctx: Contexte): Promise<void> {
  const anciens = await ctx.db.all<{ id: number }>(sql`SELECT id FROM ${locataires}
    WHERE ${donneesEffacees} AND id NOT IN (
      SELECT "personneId" FROM ${effacements} WHERE personne = 'Locataire')`);
  for (const { id } of anciens) {
    await effacerPersonne(ctx, { personne: "Locataire", id });
  }
  await publierEffacements(ctx);
}
