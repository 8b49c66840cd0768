import { randomBytes } from "node:crypto";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import type { VersionLue } from "#domain/fields.ts";
import type { Liberation } from "#domain/gerance/relances/relance-fiche.ts";
import { CANAUX, type Canal, ETAPES } from "#domain/gerance/relances/relances.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { insertWhen } from "#worker/db/rows.ts";
import { documents, storedFiles } from "#worker/db/schema-fichiers.ts";
import { relances } from "#worker/db/schema-gerance.ts";
import { asRead, isStale } from "#worker/db/versions.ts";
import type { Env } from "#worker/env.ts";
import { effacer } from "#worker/files.ts";
import { PART_LE } from "#worker/operations/courriels/outbox.ts";
import { idDuDepot } from "#worker/operations/fichiers/fichiers.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { enParallele } from "#worker/operations/parallele.ts";
import { chargerDettes, chargerDossiers, type DetteChargee } from "./dettes.ts";
import { enPause, enRetard, ouvertes, recuDe } from "./impayes.ts";
import { composerLettre, rendreLettre } from "./lettres.ts";
import { adressesDe, mettreDeCote, motifDEcart, suivreBrouillon } from "./preparation-relances.ts";

const RENDUS_A_LA_FOIS = 4;

type Relance = typeof relances.$inferSelect;

interface Contexte {
  env: Pick<Env, "FILES">;
  db: Db;
  user: string;
  today: Jour;
}

/** Why a reminder does not leave, in words. */
class Refusee extends Error {}

/**
 * What a dossier owes, was paid under reserve, and whether it is paused, as one text: what may not change between the
 * reading of a debt and the release of its reminder.
 */
const etatDuCompte = (DossierId: number | SQL, today: Jour) => sql`(
  (SELECT coalesce(sum(reste), 0) || ' ' || coalesce(sum(incertaine), 0) FROM (${ouvertes(sql`e."DossierId" = ${DossierId}`)}))
  || ' ' || ${recuDe(sql`${DossierId}`)} || ' ' || ${enPause(sql`${DossierId}`, today)}
  || ' ' || (SELECT count(*) FROM "PlanApurement" p WHERE p."DossierId" = ${DossierId} AND p."closLe" IS NULL))`;

/**
 * Releases drafts (domain/README §12.12): each makes its letter, kept on the dossier, and leaves by mail after the delay
 * of the settings or waits to be printed. One whose debt was settled since is set aside; one that claims another sum
 * than is owed is left to be read again; each is released once, whoever asks at once.
 */
export async function libererRelances(ids: readonly number[], ctx: Contexte): Promise<Liberation> {
  const { db, env, today } = ctx;
  const uniques = [...new Set(ids)];
  const { lues, reglages } = await db.read({
    lues: db.select().from(relances).where(inArray(relances.id, uniques)),
    reglages: lireReglages(db),
  });
  const dossiers = [...new Set(lues.map(({ DossierId }) => DossierId))];
  const comptes = await comptesDe(db, dossiers, today);
  const dettes = await chargerDettes(db, dossiers, today);
  const papier = await papierDe(env, reglages);
  const agence = agenceDe(reglages);
  const issues = await enParallele(uniques, RENDUS_A_LA_FOIS, async (id) => {
    const relance = lues.find((une) => une.id === id);
    const dette = dettes.find(({ DossierId }) => DossierId === relance?.DossierId);
    if (!relance || !dette) throw new Refusee("Cette relance n’existe pas.");
    if (relance.etat === "liberee") throw new Refusee("Déjà envoyée.");
    if (relance.etat === "ecartee") throw new Refusee("Déjà écartée.");
    if (dette.enPause) throw new Refusee("Les relances de ce dossier sont en pause.");
    const montant = await suivreBrouillon(db, dette, relance, agence, today);
    if (montant === 0) throw new Refusee(`${motifDEcart(relance.etape)} : écartée.`);
    if (montant !== relance.montant)
      throw new Refusee(
        `La somme due est devenue ${formatEuros(enEuros(montant))} : relisez cette relance.`,
      );
    return partir({ ...ctx, relance, dette, papier, compte: comptes.get(dette.DossierId) ?? "" });
  });
  return bilan(uniques, issues);
}

async function comptesDe(db: Db, dossiers: readonly number[], today: Jour) {
  const lignes = await db.all<{ id: number; compte: string }>(sql`
    SELECT value AS id, ${etatDuCompte(sql`value`, today)} AS compte FROM json_each(${JSON.stringify(dossiers)})`);
  return new Map(lignes.map(({ id, compte }) => [id, compte]));
}

function bilan(
  ids: readonly number[],
  issues: readonly PromiseSettledResult<{ canal: Canal; courriel: CourrielAPartir | null }>[],
): Liberation {
  const faites: Liberation = { liberees: [], refusees: [], courriels: [], lettres: [] };
  for (const [rang, id] of ids.entries()) {
    const issue = issues[rang];
    if (issue?.status === "fulfilled") {
      faites.liberees.push(id);
      if (issue.value.courriel) faites.courriels.push(issue.value.courriel);
      else faites.lettres.push(id);
    } else if (issue?.reason instanceof Refusee) {
      faites.refusees.push({ id, motif: issue.reason.message });
    } else throw issue?.reason;
  }
  return faites;
}

interface Depart extends Contexte {
  relance: Relance;
  dette: DetteChargee;
  papier: Awaited<ReturnType<typeof papierDe>>;
  compte: string;
}

/** One reminder leaves: its letter, its mail, the flag of its receipts, and their history, all or none. */
async function partir({ compte, db, dette, env, papier, relance, today, user }: Depart) {
  const { DossierId, canal, etape, exigibleLe, id, montant, objet, texte, version } = relance;
  const { libelle, pour } = ETAPES[etape];
  const adresses = canal === "courriel" ? adressesDe(dette, etape) : [];
  if (canal === "courriel" && adresses.length === 0)
    throw new Refusee("Ce destinataire ne peut plus recevoir de courriel : choisissez la lettre.");
  const lettre = await composerLettre(
    { ...relance, libereeLe: today },
    dette.dossier,
    papier,
    today,
  );
  const octets = await rendreLettre(lettre.composed);
  const key = `documents/${randomBytes(16).toString("hex")}.pdf`;
  const type = "application/pdf";
  await env.FILES.put(key, octets, { httpMetadata: { contentType: type } });
  const quand = sql`EXISTS (SELECT 1 FROM ${relances} WHERE id = ${id} AND etat = 'brouillon'
      AND version = ${version})
    AND ${etatDuCompte(DossierId, today)} = ${compte}
    AND ${canal === "courriel" && pour === "locataires" ? accordDe(DossierId) : sql`1`}`;
  const nom = [
    motsDeFichier(libelle, "_"),
    exigibleLe,
    motsDeFichier(lettre.sujet.replaceAll(/(Monsieur|Madame) /g, ""), "_").toUpperCase(),
  ].join("_");
  const taille = octets.length;
  const place = { entite: "Dossier", entiteId: DossierId };
  const ecrit = await db.write({
    fichier: insertWhen(db, storedFiles, { key, nom, extention: "pdf", type, taille, user }, quand),
    document: insertWhen(
      db,
      documents,
      {
        ...place,
        type: "lettreRelance",
        StoredFileId: idDuDepot(key),
        warnings: lettre.composed.warnings,
        user,
      },
      quand,
    ),
    historique: trace(db, {
      ...place,
      etat: canal === "courriel" ? `${libelle} envoyée par courriel` : `${libelle} par lettre`,
      user,
      details: { exigibleLe, montant: enEuros(montant), objet },
      quand,
    }),
    courriel: db.all<CourrielAPartir>(sql`
      INSERT INTO "Courriel" (genre, destinataires, "partLe", entite, "entiteId", type, objet, texte, "StoredFileId", "user")
      SELECT 'document', ${JSON.stringify(adresses)}, ${PART_LE}, 'Dossier', ${DossierId}, 'lettreRelance',
        ${objet}, ${texte}, ${idDuDepot(key)}, ${user} WHERE ${canal === "courriel"} AND ${quand}
      RETURNING id, "partLe"`),
    ...(pour === "locataires" ? noter(db, { DossierId, quand, today, user }) : {}),
    relance: db.run(sql`
      UPDATE ${relances} SET etat = 'liberee', "libereeLe" = ${today}, user = ${user}, "updatedAt" = ${MAINTENANT},
        "CourrielId" = iif(${canal === "courriel"}, (SELECT max(c.id) FROM "Courriel" c
          WHERE c."StoredFileId" = ${idDuDepot(key)}), NULL)
      WHERE id = ${id} AND ${quand}`),
  });
  if (ecrit.relance.rowsAffected === 0) {
    await effacer(env, [key]);
    throw new Refusee("Modifiée, ou réglée, entre-temps : relisez cette relance.");
  }
  return { canal, courriel: ecrit.courriel[0] ?? null };
}

const accordDe = (DossierId: number) => sql`EXISTS (SELECT 1 FROM "Locataire" l
  JOIN "Dossier" d ON d."LocataireId" = l.id WHERE d.id = ${DossierId} AND l."accordEmail")`;

/** The receipts that a reminder is about are noted as reminded of. */
function noter(
  db: Db,
  { DossierId, quand, today, user }: { DossierId: number; quand: SQL; today: Jour; user: string },
) {
  const siennes = sql`SELECT q.id FROM "Quitance" q WHERE NOT q.relance AND q."annuleeLe" IS NULL AND q.id IN (
    SELECT e."QuitanceId" FROM "Echeance" e WHERE e."DossierId" = ${DossierId} AND e.reste > 0
      AND e."EcritureId" IS NOT NULL AND e."exigibleLe" < ${today})`;
  return {
    quittancesNotees: trace(db, {
      entite: "Quitance",
      entiteId: sql`(${siennes})`,
      etat: "Relance notée",
      user,
      quand,
    }),
    quittances: db.run(sql`UPDATE "Quitance" SET relance = 1, "updatedAt" = ${MAINTENANT}
      WHERE id IN (${siennes}) AND ${quand}`),
  };
}

/**
 * Sets drafts aside, for a reason: nothing leaves.
 * @returns those that were drafts.
 */
export async function ecarterRelances(
  db: Db,
  ids: readonly number[],
  { motif, user }: { motif: string; user: string },
): Promise<number[]> {
  const { ecartees } = await db.write(mettreDeCote(db, ids, { motif, user }));
  return ecartees.map(({ id }) => id);
}

/**
 * Changes the words or the channel of a draft.
 * @throws NotFound; Conflict when it is no draft any more, or not the one that was read; Invalid for a mail that nobody
 * may be sent.
 */
export async function modifierRelance(
  db: Db,
  id: number,
  {
    lue,
    user,
    ...demande
  }: {
    canal?: Canal | undefined;
    objet?: string | undefined;
    texte?: string | undefined;
    lue: VersionLue;
    user: string;
  },
): Promise<void> {
  const [avant] = await db.select().from(relances).where(eq(relances.id, id));
  if (!avant) throw new NotFound("Cette relance n’existe pas.");
  if (isStale(avant, lue)) throw new Conflict(FICHE_MODIFIEE);
  if (avant.etat !== "brouillon") throw new Conflict("Cette relance n’est plus à valider.");
  if (demande.canal === "courriel") {
    const [dossier] = await chargerDossiers(db, [avant.DossierId]);
    if (!dossier || adressesDe({ dossier }, avant.etape).length === 0)
      throw new Invalid({ canal: "Cette relance ne peut partir que par lettre." });
  }
  const { canal = avant.canal, objet = avant.objet, texte = avant.texte } = demande;
  const encore = sql`id = ${id} AND etat = 'brouillon' AND ${asRead(relances, { version: avant.version })}`;
  const { changee } = await db.write({
    historique: trace(db, {
      entite: "Dossier",
      entiteId: avant.DossierId,
      etat: "Relance modifiée",
      user,
      details: {
        relance: ETAPES[avant.etape].libelle,
        canal: [CANAUX[avant.canal], CANAUX[canal]],
      },
      quand: sql`EXISTS (SELECT 1 FROM ${relances} WHERE ${encore})`,
    }),
    changee: db.run(sql`UPDATE ${relances} SET canal = ${canal}, objet = ${objet}, texte = ${texte},
      user = ${user}, "updatedAt" = ${MAINTENANT} WHERE ${encore}`),
  });
  if (changee.rowsAffected === 0) throw new Conflict(FICHE_MODIFIEE);
}

/** The sums, of a dossier, that are late: for those who only ask whether it owes. */
export const duDe = (DossierId: number, today: Jour) =>
  sql`(SELECT coalesce(sum(reste), 0) FROM (${enRetard(today, sql`e."DossierId" = ${DossierId}`)}) WHERE NOT incertaine)`;
