import { and, desc, eq, lt, sql } from "drizzle-orm";
import {
  type ExportComplet,
  jourDeSuppression,
  MANQUANTS_MONTRES,
  MINUTES_SANS_NOUVELLE,
  nomDeLExport,
  OCTETS_PAR_MORCEAU,
} from "#domain/agence/export-complet.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { insertWhen, rowExists } from "#worker/db/rows.ts";
import { exportsComplets, morceauxExport } from "#worker/db/schema/exports.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import type { Env } from "#worker/env.ts";
import { ecrireObjet, effacer, nouvelleCle } from "#worker/files.ts";
import type { Message } from "#worker/messages.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { mettreEnFile } from "#worker/operations/courriels/file-attente.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { Morceau, PREMIERE_SUITE } from "./export-contenu.ts";
import { compterTables } from "./export-tables.ts";

/**
 * The prefix of the keys under which the pieces of the archive are stored in R2. The sweep keeps a piece as long as a
 * row of `ExportMorceau` names it.
 */
const PREFIXE = "exports/";

type Ligne = typeof exportsComplets.$inferSelect;
type MessageExport = Extract<Message, { type: "export" }>;

/** Milliseconds between two notes of the progress of a piece. */
const NOUVELLES = 1000;

/** The present export, as its screen shows it; null when there is none. */
export async function lireExport({ db }: Pick<Contexte, "db">): Promise<ExportComplet | null> {
  const {
    export: lignes,
    manquants,
    nombreManquants: [compte],
  } = await db.read({
    export: db.select().from(exportsComplets).orderBy(desc(exportsComplets.id)).limit(1),
    manquants: db
      .select({ chemin: sql<string>`dit.value` })
      .from(sql`${morceauxExport}, json_each(${morceauxExport.manquants}) dit`)
      .orderBy(sql`${morceauxExport.rang}, dit.key`)
      .limit(MANQUANTS_MONTRES),
    nombreManquants: db
      .select({
        nombre: sql<number>`coalesce(sum(json_array_length(${morceauxExport.manquants})), 0)`,
      })
      .from(morceauxExport),
  });
  const [ligne] = lignes;
  if (!ligne) return null;
  const { id, etat, user, createdAt, finiLe, faits, total, taille } = ligne;
  return {
    id,
    etat,
    user,
    createdAt,
    finiLe,
    supprimeLe: finiLe === null ? null : jourDeSuppression(finiLe),
    faits: Math.min(faits, total),
    total,
    taille,
    manquants: manquants.map(({ chemin }) => chemin),
    nombreManquants: compte?.nombre ?? 0,
  };
}

/**
 * Resumes an export that has noted no progress for some minutes: its message or its consumer was lost. One message is
 * queued, however many people look at the screen.
 */
export async function reprendreExport({
  env,
  db,
  now,
}: Pick<Contexte, "env" | "db" | "now">): Promise<void> {
  const avant = new Date(now.getTime() - MINUTES_SANS_NOUVELLE * 60_000).toISOString();
  const reprises = await db
    .update(exportsComplets)
    .set({ avanceLe: now.toISOString() })
    .where(and(eq(exportsComplets.etat, "en_cours"), lt(exportsComplets.avanceLe, avant)))
    .returning({ id: exportsComplets.id, rang: exportsComplets.rang });
  for (const ligne of reprises) await relancer(env, ligne);
}

/**
 * Begins the archive of everything that the agency holds (agence/README §9.16), which the queue then makes; the
 * former archive is deleted. The journal of security notes it.
 * @param device the device of the caller, in words.
 * @throws Conflict while another archive is being made.
 */
export async function demarrerExport(
  ctx: Contexte,
  { device }: { device: string | null },
): Promise<void> {
  const { env, db, user, now } = ctx;
  const [present] = await db.select().from(exportsComplets).limit(1);
  if (present?.etat === "pret") await retirer(ctx, present.id);
  const { lignes, bornes } = await compterTables(db);
  const {
    fichiers: [fichiers],
    quittances: [quittances],
  } = await db.read({
    fichiers: db.select({ nombre: sql<number>`count(*)` }).from(storedFiles),
    quittances: db.select({ nombre: sql<number>`count(*)` }).from(quitances),
  });
  const aucun = sql`NOT ${rowExists(exportsComplets)}`;
  const { ouvert, nouveau } = await db.write({
    securite: noter(db, {
      evenement: "export",
      user,
      device,
      details: { ressource: "Export complet" },
      quand: aucun,
    }),
    ouvert: insertWhen(
      db,
      exportsComplets,
      {
        user,
        suite: PREMIERE_SUITE,
        bornes,
        octetsParMorceau: OCTETS_PAR_MORCEAU,
        total: 2 * lignes + (fichiers?.nombre ?? 0) + (quittances?.nombre ?? 0),
        avanceLe: now.toISOString(),
        createdAt: now.toISOString(),
      },
      aucun,
    ),
    nouveau: db.select().from(exportsComplets),
  });
  const [ligne] = nouveau;
  if (ouvert.rowsAffected === 0 || !ligne) throw new Conflict("Un export est déjà en cours.");
  await relancer(env, ligne);
}

const relancer = (env: Pick<Env, "QUEUE">, { id, rang }: Pick<Ligne, "id" | "rang">) =>
  mettreEnFile({ env }, [{ type: "export", ExportCompletId: id, rang }]);

/**
 * Makes one piece of the export and queues the next. The same message delivered twice makes the piece twice and keeps
 * one; a late message does nothing when the export went on, was given up or is ready.
 * @param repris the message was delivered before: the message of the next piece may never have been queued.
 * @throws when the database or R2 fails; the sweep then deletes the objects of the piece.
 */
export async function avancerExport(
  ctx: Pick<Contexte, "env" | "db">,
  { ExportCompletId, rang, repris }: MessageExport & { repris: boolean },
): Promise<void> {
  const { env, db } = ctx;
  const [ligne] = await db
    .select()
    .from(exportsComplets)
    .where(and(eq(exportsComplets.id, ExportCompletId), eq(exportsComplets.etat, "en_cours")));
  if (!ligne) return;
  if (ligne.rang !== rang) {
    if (repris && ligne.rang === rang + 1) await relancer(env, ligne);
    return;
  }
  const suivant = await ecrireMorceau(ctx, ligne);
  if (suivant) await relancer(env, suivant);
}

/**
 * @returns the next piece; null when this was the last, or when another call made it or gave the export up meanwhile.
 */
async function ecrireMorceau(
  ctx: Pick<Contexte, "env" | "db">,
  { id, rang, suite, bornes, octetsParMorceau, createdAt }: Ligne,
): Promise<{ id: number; rang: number } | null> {
  const { env, db } = ctx;
  const debut = new Date(createdAt);
  const morceau = new Morceau(ctx, { id, debut, bornes, octetsParMorceau, suite });
  const [avant] = await db
    .select({ taille: sql<number>`coalesce(sum(${morceauxExport.tailleIndex}), 0)` })
    .from(morceauxExport)
    .where(eq(morceauxExport.ExportCompletId, id));
  const key = `${PREFIXE}${id}/${rang}-${nouvelleCle()}`;
  const cleIndex = `${key}-index`;
  const dire = () => avancement(db, { id, rang, faits: morceau.faits });
  const taille = await ecrireObjet(env.FILES, { key, morceaux: disant(morceau.octets(), dire) });
  const index = morceau.index(avant?.taille ?? 0);
  await env.FILES.put(cleIndex, index);
  const fini = morceau.suite.etape === null;
  const instant = new Date().toISOString();
  const attendu = enCours(id, rang);
  // After a failure the outcome is unknown: the objects stay, and the sweep deletes those that no row names.
  const { avance } = await db.write({
    morceau: insertWhen(
      db,
      morceauxExport,
      {
        ExportCompletId: id,
        rang,
        key,
        taille,
        cleIndex,
        tailleIndex: index.length,
        manquants: morceau.manquants,
      },
      rowExists(exportsComplets, attendu),
    ),
    avance: db
      .update(exportsComplets)
      .set({
        rang: rang + 1,
        suite: morceau.suite,
        faits: morceau.faits,
        taille: sql`${exportsComplets.taille} + ${taille + index.length}`,
        avanceLe: instant,
        ...(fini ? { etat: "pret" as const, finiLe: instant } : {}),
      })
      .where(attendu),
  });
  if (avance.rowsAffected === 0) {
    await effacer(env, [key, cleIndex]);
    return null;
  }
  return fini ? null : { id, rang: rang + 1 };
}

const enCours = (id: number, rang: number) =>
  sql`${exportsComplets.id} = ${id} AND ${exportsComplets.rang} = ${rang}
    AND ${exportsComplets.etat} = 'en_cours'`;

/** Notes the progress of a piece, which also shows that it is being made. */
const avancement = (db: Db, { id, rang, faits }: Pick<Ligne, "id" | "rang" | "faits">) =>
  db
    .update(exportsComplets)
    .set({
      faits: sql`max(${exportsComplets.faits}, ${faits})`,
      avanceLe: new Date().toISOString(),
    })
    .where(enCours(id, rang));

/** Passes the bytes on; from time to time, `dire` notes the progress. */
async function* disant(
  octets: AsyncIterable<Uint8Array>,
  dire: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  let ditLe = Date.now();
  for await (const morceau of octets) {
    yield morceau;
    if (Date.now() - ditLe < NOUVELLES) continue;
    await dire();
    ditLe = Date.now();
  }
}

/**
 * Gives up an export that is being made, or deletes one that is ready.
 * @throws NotFound when there is no such export.
 */
export async function supprimerExport(
  ctx: Pick<Contexte, "env" | "db">,
  id: number,
): Promise<void> {
  if (!(await retirer(ctx, id))) throw new NotFound();
}

/** @returns false when the export was gone already: of two removals at once, one succeeds. */
async function retirer({ env, db }: Pick<Contexte, "env" | "db">, id: number): Promise<boolean> {
  const { morceaux, parti } = await db.write({
    morceaux: db
      .delete(morceauxExport)
      .where(eq(morceauxExport.ExportCompletId, id))
      .returning({ key: morceauxExport.key, cleIndex: morceauxExport.cleIndex }),
    parti: db.delete(exportsComplets).where(eq(exportsComplets.id, id)),
  });
  await effacer(
    env,
    morceaux.flatMap(({ key, cleIndex }) => [key, cleIndex]),
  );
  return parti.rowsAffected > 0;
}

/**
 * The daily care of the export. An export that is too old is deleted, ready or not. An export that is being made is
 * queued again, because its message may be lost. A second message makes the same piece again, without harm.
 */
export async function entretenirExport(ctx: Pick<Contexte, "env" | "db" | "today">): Promise<void> {
  const { env, db, today } = ctx;
  for (const ligne of await db.select().from(exportsComplets)) {
    const perime = today >= jourDeSuppression(ligne.finiLe ?? ligne.createdAt);
    if (perime) await retirer(ctx, ligne.id);
    else if (ligne.etat === "en_cours") await relancer(env, ligne);
  }
}

export interface ArchivePrete {
  id: number;
  nom: string;
  /** Bytes. */
  taille: number;
  /** In order: the objects of the pieces, then those of the directory. */
  objets: { key: string; taille: number }[];
}

/**
 * The archive of an export, and its pieces.
 * @throws NotFound unless this export is ready.
 */
export async function archivePrete(
  { db }: Pick<Contexte, "db">,
  id: number,
): Promise<ArchivePrete> {
  const {
    export: [ligne],
    morceaux,
  } = await db.read({
    export: db
      .select()
      .from(exportsComplets)
      .where(and(eq(exportsComplets.id, id), eq(exportsComplets.etat, "pret"))),
    morceaux: db
      .select()
      .from(morceauxExport)
      .where(eq(morceauxExport.ExportCompletId, id))
      .orderBy(morceauxExport.rang),
  });
  if (!ligne) throw new NotFound("Cet export n’existe pas, ou n’est pas encore prêt.");
  const objets = [
    ...morceaux.map(({ key, taille }) => ({ key, taille })),
    ...morceaux.map(({ cleIndex, tailleIndex }) => ({ key: cleIndex, taille: tailleIndex })),
  ].filter(({ taille }) => taille > 0);
  return { id, nom: nomDeLExport(new Date(ligne.createdAt)), taille: ligne.taille, objets };
}

/** A range of bytes of the archive, streamed from R2 without a look at its content. */
export function lireArchive(
  { env }: Pick<Contexte, "env">,
  { objets, offset, length }: Pick<ArchivePrete, "objets"> & { offset: number; length: number },
): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(length);
  void (async () => {
    try {
      for (const { key, range } of partsDe(objets, offset, offset + length)) {
        const objet = await env.FILES.get(key, { range });
        if (!objet) throw new Error("A piece of the archive is gone.");
        await objet.body.pipeTo(writable, { preventClose: true, preventAbort: true });
      }
      await writable.close();
    } catch (error) {
      await writable.abort(error).catch(() => {});
    }
  })();
  return readable;
}

/** For a range of bytes of the archive, the range to read in each of its objects. */
function partsDe(objets: ArchivePrete["objets"], debut: number, fin: number) {
  let place = 0;
  return objets.flatMap(({ key, taille }) => {
    const offset = Math.max(0, debut - place);
    const length = Math.min(taille, fin - place) - offset;
    place += taille;
    return length > 0 ? [{ key, range: { offset, length } }] : [];
  });
}
