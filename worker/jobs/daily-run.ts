import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { moisARattraper } from "#domain/quittances/mois-factures.ts";
import { openDb } from "#worker/db/client.ts";
import { motifDe } from "#worker/db/failures.ts";
import { executions } from "#worker/db/schema/quittances.ts";
import type { Env } from "#worker/env.ts";
import { suivreLoyers } from "#worker/operations/biens/loyers-affiches.ts";
import { type Contexte, sansAuteur } from "#worker/operations/contexte.ts";
import { relirePhotos } from "#worker/operations/controles/controle-photos.ts";
import { relireLesScelles } from "#worker/operations/controles/controle-signatures.ts";
import { noter } from "#worker/operations/copies/constats.ts";
import { mettreEnFile } from "#worker/operations/courriels/file-attente.ts";
import { reprendreCourrielsPerdus } from "#worker/operations/expedition/courriels-perdus.ts";
import { entretenirExport } from "#worker/operations/export/export-complet.ts";
import { balayerFichiers } from "#worker/operations/fichiers/balayage.ts";
import { rechiffrerComptes } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { rechiffrerLignes } from "#worker/operations/gerance/banque/releves.ts";
import { oublierVisitesComptables } from "#worker/operations/gerance/livres/acces-comptables.ts";
import { controlerLaNuit } from "#worker/operations/gerance/livres/controle-de-nuit.ts";
import { oublierVisites } from "#worker/operations/gerance/mandats/acces-proprietaires.ts";
import { rechiffrerCoordonnees } from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";
import { entretenirComptes } from "#worker/operations/gerance/rapprochement/entretien.ts";
import { preparerRelances } from "#worker/operations/gerance/relances/preparation-relances.ts";
import { scellerEtAncrer } from "#worker/operations/historique/ancres.ts";
import { oublierJournal } from "#worker/operations/personnes/conservation.ts";
import { acheverEffacements } from "#worker/operations/personnes/effacement.ts";
import { rechiffrerChangements } from "#worker/operations/profils/changements.ts";
import { oublierAppareils } from "#worker/operations/profils/connexion.ts";
import { oublierEchecs } from "#worker/operations/profils/essais-de-connexion.ts";
import { rechiffrerFacteurs } from "#worker/operations/profils/facteurs.ts";
import { oublierSessions } from "#worker/operations/profils/sessions.ts";
import { dossiersDus } from "#worker/operations/quittances/dossiers-dus.ts";
import { rechiffrerReglages } from "#worker/operations/reglages.ts";
import { entretenirSignatures } from "#worker/operations/signature/entretien.ts";
import { ecrireLaSemaine } from "#worker/operations/suivi/courriel-de-semaine.ts";

/** The functions that encrypt all the encrypted data of the database again, after a change of key. */
const RECHIFFREMENTS: readonly ((ctx: Contexte) => Promise<void>)[] = [
  rechiffrerReglages,
  rechiffrerChangements,
  rechiffrerFacteurs,
  rechiffrerComptes,
  rechiffrerCoordonnees,
  rechiffrerLignes,
];

/**
 * The daily run (jobs/README §9.9): its steps, in their order. It makes no receipt itself: the consumer of the queue
 * does, and never twice. So the run may start several times, at once or late, or stop half-way.
 * @param today the day the cron was meant for, in Europe/Paris.
 * @throws when the database or the queue fails; the next run finds what is missing.
 */
export async function dailyRun(env: Env, today: Jour, now: Date): Promise<void> {
  const db = openDb(env);
  const ctx = { ...sansAuteur(env, db, now), today };
  await suivreLoyers(ctx);
  let messages = 0;
  for (const mois of moisARattraper(today)) {
    for await (const ids of dossiersDus(ctx, mois)) {
      await mettreEnFile(
        ctx,
        ids.map((DossierId) => ({ type: "quitance", DossierId, mois, today })),
      );
      messages += ids.length;
    }
  }
  await reprendreCourrielsPerdus(ctx);
  await db
    .insert(executions)
    .values({ jour: today, messages })
    .onConflictDoUpdate({
      target: executions.jour,
      set: { messages: sql`${executions.messages} + excluded.messages` },
    });
  // This step comes before the copy, so that every IBAN in the copy is encrypted with the present key. A failure, as
  // with a lost key, is logged and does not stop the run.
  for (const rechiffrer of RECHIFFREMENTS) {
    await rechiffrer(ctx).catch((error: unknown) => {
      console.error(JSON.stringify({ message: "Not encrypted again", error: motifDe(error) }));
    });
  }
  await mettreEnFile(ctx, [
    { type: "sauvegarde", jour: today },
    { type: "fichiers", jour: today, apres: "", manques: [] },
  ]);
  await oublierEchecs(ctx);
  await oublierJournal(ctx);
  await oublierSessions(ctx);
  await oublierVisites(ctx);
  await oublierVisitesComptables(ctx);
  await oublierAppareils(ctx);
  await acheverEffacements(ctx);
  await entretenirExport(ctx);
  await entretenirComptes(ctx);
  await preparerRelances(ctx).catch((error: unknown) => {
    console.error(JSON.stringify({ message: "Reminders not drafted", error: motifDe(error) }));
  });
  await ecrireLaSemaine(ctx).catch((error: unknown) => {
    console.error(
      JSON.stringify({ message: "Deadlines of the week not told", error: motifDe(error) }),
    );
  });
  await entretenirSignatures(ctx);
  await relireLesScelles(ctx).catch((error: unknown) => {
    console.error(JSON.stringify({ message: "Sealed files not read", error: motifDe(error) }));
  });
  await controlerLaNuit(ctx);
  try {
    const { sansObjet } = await balayerFichiers(ctx);
    await noter(ctx, { nom: "balayage", jour: today, manques: sansObjet });
  } catch (error) {
    console.error(JSON.stringify({ message: "Files not swept", error: motifDe(error) }));
  }
  await relirePhotos(ctx).catch((error: unknown) => {
    console.error(JSON.stringify({ message: "Photos not read again", error: motifDe(error) }));
  });
  await scellerEtAncrer(ctx);
}
