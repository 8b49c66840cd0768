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
import { insertWhen } from "#worker/db/rows.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { documents, storedFiles } from "#worker/db/schema/fichiers.ts";
import { relances } from "#worker/db/schema/gerance.ts";
import { asRead, isStale } from "#worker/db/versions.ts";
import { deposerPapier, effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { envoyerLettre } from "#worker/operations/courriels/lettres-au-locataire.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { ouvertes } from "#worker/operations/gerance/locataires/echeances-ouvertes.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { enParallele } from "#worker/operations/parallele.ts";
import { chargerDettes, chargerDossiers, type DetteChargee } from "./dettes.ts";
import { enPause, enRetard, recuDe } from "./impayes.ts";
import { composerLettre, rendreLettre } from "./lettres.ts";
import { adressesDe, mettreDeCote, motifDEcart, suivreBrouillon } from "./preparation-relances.ts";

const RENDUS_A_LA_FOIS = 4;

type Relance = typeof relances.$inferSelect;

/** The error that keeps a reminder from leaving; its message tells staff why. */
class Refusee extends Error {}

/**
 * The debts of a dossier, its sums under reserve, its pause and its plan, as one text. If this text changes between
 * the reading of a debt and the release of its reminder, the reminder is not released.
 */
const etatDuCompte = (DossierId: number | SQL, today: Jour) => sql`(
  (SELECT coalesce(sum(reste), 0) || ' ' || coalesce(sum(incertaine), 0) FROM (${ouvertes(sql`e."DossierId" = ${DossierId}`)}))
  || ' ' || ${recuDe(sql`${DossierId}`)} || ' ' || ${enPause(sql`${DossierId}`, today)}
  || ' ' || (SELECT count(*) FROM "PlanApurement" p WHERE p."DossierId" = ${DossierId} AND p."closLe" IS NULL))`;

/**
 * Releases drafts (relances/README §12.12). For each, a letter is made and kept on the dossier; it leaves by mail
 * after the delay of the settings, or waits to be printed. A draft whose debt was settled since is set aside. A draft
 * whose sum changed is refused: a person must read it again. Several releases at once send a draft once.
 */
export async function libererRelances(ctx: Contexte, ids: readonly number[]): Promise<Liberation> {
  const { db, today } = ctx;
  const uniques = [...new Set(ids)];
  const { brouillons, reglages } = await db.read({
    brouillons: db.select().from(relances).where(inArray(relances.id, uniques)),
    reglages: lireReglages(db),
  });
  const dossiers = [...new Set(brouillons.map(({ DossierId }) => DossierId))];
  const comptes = await comptesDe(db, dossiers, today);
  const dettes = await chargerDettes(ctx, dossiers);
  const papier = await papierDe(ctx, reglages);
  const agence = agenceDe(reglages);
  const issues = await enParallele(uniques, RENDUS_A_LA_FOIS, async (id) => {
    const relance = brouillons.find((brouillon) => brouillon.id === id);
    const dette = dettes.find(({ DossierId }) => DossierId === relance?.DossierId);
    if (!relance || !dette) throw new Refusee("Cette relance n’existe pas.");
    if (relance.etat === "liberee") throw new Refusee("Déjà envoyée.");
    if (relance.etat === "ecartee") throw new Refusee("Déjà écartée.");
    if (dette.enPause) throw new Refusee("Les relances de ce dossier sont en pause.");
    const montant = await suivreBrouillon(ctx, { dette, brouillon: relance, agence });
    if (montant === 0) throw new Refusee(`${motifDEcart(relance.etape)} : écartée.`);
    if (montant !== relance.montant)
      throw new Refusee(
        `La somme due est devenue ${formatEuros(enEuros(montant))} : relisez cette relance.`,
      );
    const compte = comptes.get(dette.DossierId) ?? "";
    return partir(ctx, { relance, dette, papier, compte });
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

interface Depart {
  relance: Relance;
  dette: DetteChargee;
  papier: Awaited<ReturnType<typeof papierDe>>;
  /** The state of the account when the debt was read: {@link etatDuCompte}. */
  compte: string;
}

/** Releases one reminder, all or none: its letter, its mail, the note on the late receipts, and their history. */
async function partir(ctx: Contexte, { compte, dette, papier, relance }: Depart) {
  const { db, env, today, user } = ctx;
  const { DossierId, canal, etape, exigibleLe, id, montant, objet, texte, version } = relance;
  const { libelle, pour } = ETAPES[etape];
  const parCourriel = canal === "courriel";
  const adresses = parCourriel ? adressesDe(dette, etape) : [];
  if (parCourriel && adresses.length === 0)
    throw new Refusee("Ce destinataire ne peut plus recevoir de courriel : choisissez la lettre.");
  const { dossier } = dette;
  const liberee = { ...relance, libereeLe: today };
  const lettre = await composerLettre({ relance: liberee, dossier, papier, today });
  const depot = await deposerPapier(env, await rendreLettre(lettre.composed));
  const { key } = depot;
  const quand = sql`EXISTS (SELECT 1 FROM ${relances} WHERE id = ${id} AND etat = 'brouillon'
      AND version = ${version})
    AND ${etatDuCompte(DossierId, today)} = ${compte}
    AND ${parCourriel && pour === "locataires" ? accordDe(DossierId) : sql`1`}`;
  const nom = [
    motsDeFichier(libelle, "_"),
    exigibleLe,
    motsDeFichier(lettre.sujet.replaceAll(/(Monsieur|Madame) /g, ""), "_").toUpperCase(),
  ].join("_");
  const fichier = { ...depot, nom, user };
  const place = { entite: "Dossier", entiteId: DossierId };
  const StoredFileId = idDuDepot(key);
  const { warnings } = lettre.composed;
  const document = { ...place, type: "lettreRelance", StoredFileId, warnings, user } as const;
  const ecrit = await db.write({
    fichier: insertWhen(db, storedFiles, fichier, quand),
    document: insertWhen(db, documents, document, quand),
    historique: trace(db, {
      ...place,
      etat: parCourriel ? `${libelle} envoyée par courriel` : `${libelle} par lettre`,
      user,
      details: { exigibleLe, montant: enEuros(montant), objet },
      quand,
    }),
    courriel: envoyerLettre(ctx, {
      ...{ DossierId, type: "lettreRelance", key, adresses, objet, texte },
      quand: sql`${parCourriel} AND ${quand}`,
    }),
    ...(pour === "locataires" ? noter(ctx, { DossierId, quand }) : {}),
    relance: db.run(sql`
      UPDATE ${relances} SET etat = 'liberee', "libereeLe" = ${today}, user = ${user}, "updatedAt" = ${MAINTENANT},
        "CourrielId" = iif(${parCourriel}, (SELECT max(c.id) FROM "Courriel" c
          WHERE c."StoredFileId" = ${StoredFileId}), NULL)
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

/** Notes on the late receipts of a dossier that a reminder was sent. */
function noter(
  { db, today, user }: Contexte,
  { DossierId, quand }: { DossierId: number; quand: SQL },
) {
  const relancees = sql`SELECT q.id FROM "Quitance" q WHERE NOT q.relance AND q."annuleeLe" IS NULL AND q.id IN (
    SELECT e."QuitanceId" FROM "Echeance" e WHERE e."DossierId" = ${DossierId} AND e.reste > 0
      AND e."EcritureId" IS NOT NULL AND e."exigibleLe" < ${today})`;
  return {
    quittancesNotees: trace(db, {
      entite: "Quitance",
      entiteId: sql`(${relancees})`,
      etat: "Relance notée",
      user,
      quand,
    }),
    quittances: db.run(sql`UPDATE "Quitance" SET relance = 1, "updatedAt" = ${MAINTENANT}
      WHERE id IN (${relancees}) AND ${quand}`),
  };
}

/**
 * Sets drafts aside, for a reason: they are not sent.
 * @returns the identifiers of those that were drafts.
 */
export async function ecarterRelances(
  { db, user }: Contexte,
  { ids, motif }: { ids: readonly number[]; motif: string },
): Promise<number[]> {
  const { ecartees } = await db.write(mettreDeCote(db, ids, { motif, user }));
  return ecartees.map(({ id }) => id);
}

/**
 * Changes the words or the channel of a draft.
 * @throws NotFound; Conflict when it is no longer a draft, or changed since it was read; Invalid for a mail without an
 * address.
 */
export async function modifierRelance(
  { db, user }: Contexte,
  demande: {
    id: number;
    lue: VersionLue;
    canal?: Canal | undefined;
    objet?: string | undefined;
    texte?: string | undefined;
  },
): Promise<void> {
  const { id, lue: versionLue } = demande;
  const [avant] = await db.select().from(relances).where(eq(relances.id, id));
  if (!avant) throw new NotFound("Cette relance n’existe pas.");
  if (isStale(avant, versionLue)) throw new Conflict(FICHE_MODIFIEE);
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

/** The sum of the late debts of a dossier, uncertain debts left out; cents. */
export const duDe = (DossierId: number, today: Jour) =>
  sql`(SELECT coalesce(sum(reste), 0) FROM (${enRetard(today, sql`e."DossierId" = ${DossierId}`)}) WHERE NOT incertaine)`;
