import { and, sql } from "drizzle-orm";
import { aujourdhui } from "#domain/dates.ts";
import { aRappeler, etatDemande } from "#domain/signature/demande.ts";
import { rowExists } from "#worker/db/rows.ts";
import { demandesSignature, signataires } from "#worker/db/schema/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { effacees } from "#worker/operations/personnes/effacement-base.ts";
import { avertirLesOublies } from "./avertis.ts";
import { envoyerLesCopiesDues } from "./copies.ts";
import { envoyerLien, prevenirDeLaFin, prevenirLAgence } from "./courriers.ts";
import { type DemandeLue, lireDemandes, vivante } from "./demandes.ts";
import { oublierVisitesDeSignature } from "./liens.ts";
import { sansRetenir } from "./sans-retenir.ts";
import { scellerDemande } from "./sceller-demande.ts";
import { envoyerLesLiens } from "./suite.ts";

/** A request that ended without a seal keeps the data of its signers for this many months. */
const MOIS_GARDES = 12;
const NOM_EFFACE = "Effacé";

/**
 * The daily round of the papers put to signature. It sends the links and copies that did not leave, reminds the
 * signers whose turn it is, and tries again the seals that failed. It announces the requests that expired, mails the
 * persons who signed on site, and deletes old data. Run twice a day, it mails nobody twice. A failure about one paper
 * does not stop the others.
 */
export async function entretenirSignatures(ctx: Contexte): Promise<void> {
  await oublierVisitesDeSignature(ctx);
  await oublierAnciennes(ctx);
  for (const demande of await lireDemandes(ctx, vivante(sql`"DemandeSignature"`)))
    await sansRetenir(() => entretenirUne(ctx, demande));
  await sansRetenir(() => avertirLesOublies(ctx));
  await sansRetenir(() => envoyerLesCopiesDues(ctx));
}

async function entretenirUne(ctx: Contexte, demande: DemandeLue): Promise<void> {
  const etat = etatDemande(demande, ctx.now);
  if (etat === "a_sceller") return scellerDemande(ctx, demande.id);
  if (etat === "expiree") return direLExpiration(ctx, demande);
  if (etat === "a_signer" && demande.lieu === "distance") await envoyerLesLiens(ctx, demande);
  for (const { id } of aRappeler(demande, ctx.now)) {
    const signataire = demande.signataires.find((candidat) => candidat.id === id);
    if (!signataire || signataire.envoyeLe === null || rappeleAujourdhui(ctx, signataire)) continue;
    await envoyerLien(ctx, { demande, signataire, rappel: true });
  }
}

/** Whether a link or a reminder was sent today: one mail a day is enough. */
const rappeleAujourdhui = (
  { now }: Contexte,
  { envoyeLe, rappeleLe }: { envoyeLe: string | null; rappeleLe: string | null },
): boolean =>
  [envoyeLe, rappeleLe].some(
    (instant) => instant !== null && aujourdhui(new Date(instant)) === aujourdhui(now),
  );

const EXPIREE = "Expirée";

/** Tells the agency and the signers, once, that a request has expired: a line of history shows that it was done. */
async function direLExpiration(ctx: Contexte, demande: DemandeLue): Promise<void> {
  const { db } = ctx;
  const jamais = sql`NOT EXISTS (SELECT 1 FROM "History"
    WHERE entite = 'DemandeSignature' AND "entiteId" = ${demande.id} AND etat = ${EXPIREE})`;
  const ligne = await trace(db, {
    entite: "DemandeSignature",
    entiteId: demande.id,
    etat: EXPIREE,
    user: null,
    quand: jamais,
  });
  if (ligne.rowsAffected === 0) return;
  await prevenirLAgence(ctx, demande, "délai passé, tous n’ont pas signé");
  await prevenirDeLaFin(ctx, demande, { fin: "expiree" });
}

/** Deletes the data of the signers of requests that ended without a seal a year ago. */
async function oublierAnciennes({ db, now }: Contexte): Promise<void> {
  const limite = new Date(now);
  limite.setUTCMonth(limite.getUTCMonth() - MOIS_GARDES);
  const anciennes = rowExists(
    demandesSignature,
    and(
      sql`"DemandeSignature".id = "Signataire"."DemandeSignatureId" AND "DocumentScelleId" IS NULL`,
      sql`coalesce("annuleeLe", "remplaceeLe", "expireLe") < ${limite.toISOString()}`,
    ),
  );
  await db
    .update(signataires)
    .set(effacees(signataires))
    .where(sql`nom <> ${NOM_EFFACE} AND role <> 'agence' AND ${anciennes}`);
}
