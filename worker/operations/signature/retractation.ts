import { sql } from "drizzle-orm";
import { aujourdhui } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import { seRetracte } from "#domain/signature/cases.ts";
import { peutSeRetracter } from "#domain/signature/retractation.ts";
import { rowExists } from "#worker/db/rows.ts";
import { demandesSignature } from "#worker/db/schema/signature.ts";
import { courrielDeRetractation } from "#worker/mail/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireAgence, type Postier, poster, prevenirLAgence } from "./courriers.ts";
import { type DemandeLue, lireDemande } from "./demandes.ts";
import { lienEnVisite } from "./liens.ts";

type Appel = Postier & Pick<Contexte, "env" | "user" | "today">;

const TROP_TARD = "Le délai de rétractation est passé.";

/**
 * A consumer withdraws from a contract by the function that the law requires during the whole delay (Code de la
 * consommation, art. L. 221-21). One withdrawal by any of the signers is enough. Each signer who has the right to
 * withdraw gets an acknowledgement by mail, and a mail tells the agency.
 * @returns the instant of the withdrawal, which the acknowledgement states.
 * @throws Conflict when there is nothing to withdraw from any more.
 */
export async function seRetracterParLien(ctx: Appel, SignataireId: number): Promise<string> {
  const { demande, etat } = await lienEnVisite(ctx, SignataireId);
  if (etat !== "retractable") throw new Conflict(TROP_TARD);
  const le = ctx.now.toISOString();
  await noterLaRetractation(ctx, demande, { le, SignataireId });
  return le;
}

/**
 * Notes a withdrawal by letter, sent within the delay.
 * @param recueLe the day the letter was sent
 * @throws NotFound when there is no such request; Conflict when that day is outside of the delay, when there is
 * nothing to withdraw from, or when a withdrawal is noted already.
 */
export async function noterRetractationRecue(
  ctx: Appel,
  { id, recueLe }: { id: number; recueLe: string },
): Promise<void> {
  const demande = await lireDemande(ctx, id);
  const scelle = demande.scelleLe && aujourdhui(new Date(demande.scelleLe));
  if (!scelle || recueLe < scelle || recueLe > ctx.today || !peutSeRetracter(demande, recueLe))
    throw new Conflict(TROP_TARD);
  await noterLaRetractation(ctx, demande, { le: recueLe, SignataireId: null });
}

async function noterLaRetractation(
  ctx: Appel,
  demande: DemandeLue,
  { le, SignataireId }: { le: string; SignataireId: number | null },
): Promise<void> {
  const { db, now, user } = ctx;
  const encore = sql`id = ${demande.id} AND "retracteeLe" IS NULL AND "DocumentScelleId" IS NOT NULL
    AND "retractationJusqua" >= ${le.slice(0, 10) === le ? le : ctx.today}`;
  const quand = rowExists(demandesSignature, encore);
  const details = { le, ...(SignataireId === null ? {} : { SignataireId }) };
  const etat = "Rétractation reçue";
  const { notee } = await db.write({
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: demande.id,
      etat,
      user,
      details,
      quand,
    }),
    fiche: trace(db, {
      entite: demande.entite,
      entiteId: demande.entiteId,
      etat: `${etat} : ${demande.titre}`,
      user,
      quand,
    }),
    notee: db
      .update(demandesSignature)
      .set({ retracteeLe: le, updatedAt: now.toISOString() })
      .where(encore),
  });
  if (notee.rowsAffected === 0) throw new Conflict("La rétractation est déjà notée.");
  await accuser(ctx, demande, le);
  await prevenirLAgence(ctx, demande, "rétractation reçue");
}

async function accuser(ctx: Appel, demande: DemandeLue, le: string): Promise<void> {
  const agence = await lireAgence(ctx);
  for (const { nom, mail, role } of demande.signataires) {
    if (mail === null || !seRetracte(demande, role)) continue;
    const signeLe = demande.scelleLe ?? demande.createdAt;
    const texte = courrielDeRetractation(agence, { nom, titre: demande.titre, signeLe, le });
    await poster(ctx, agence, { mail, texte });
  }
}
