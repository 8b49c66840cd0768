import { eq, inArray, sql } from "drizzle-orm";
import { estNommee, SANS_NOM } from "#domain/agence/nom-agence.ts";
import { aujourdhui, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { demandePartie } from "#domain/gerance/revisions/acheminement.ts";
import { annulerRevision as annulation } from "#domain/gerance/revisions/annulation.ts";
import { type Complement, totalDesComplements } from "#domain/gerance/revisions/complement.ts";
import { jourDeDemande } from "#domain/gerance/revisions/effet.ts";
import { refusDePostage } from "#domain/gerance/revisions/postage.ts";
import { demanderRevision, refusDeRenoncer } from "#domain/gerance/revisions/revision.ts";
import type { DemandeDeRevisions, Renonciation } from "#domain/gerance/revisions/revision-fiche.ts";
import type { Demandees, Renoncees } from "#domain/gerance/revisions/revision-lue.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { ordre } from "#domain/ordre.ts";
import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import type { Db } from "#worker/db/client.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { loyersHistoriques, revisions } from "#worker/db/schema/revisions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { asRead, onWhatIsRead, provided } from "#worker/db/versions.ts";
import {
  type DonneesLettreRevision,
  lettreRevision,
  revisionSansEffet,
} from "#worker/documents/locataires/lettre-revision.ts";
import { effacer } from "#worker/files.ts";
import { lireLoyers } from "#worker/operations/biens/loyers.ts";
import { afficherLoyers } from "#worker/operations/biens/loyers-affiches.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  deposerLettre,
  envoyerLettre,
  imprimerFichiers,
} from "#worker/operations/courriels/lettres-au-locataire.ts";
import { annulerCourriel } from "#worker/operations/courriels/outbox.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import {
  chargerDossiers,
  type DossierRelance,
  mailsDesLocataires,
} from "#worker/operations/gerance/relances/dettes.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { enParallele } from "#worker/operations/parallele.ts";
import { type BailARevoir, lireBauxARevoir } from "./faits-de-revision.ts";
import { quittancesHors } from "./quittances-hors.ts";
import {
  ecrireRevision,
  faitsDeLaLettre,
  nommes,
  type Papier,
  TYPE_DE_LETTRE,
} from "./revision-ecrite.ts";
import { chiffresDe, chiffresNotes, demandeDuJour, parmi } from "./revisions-du-mois.ts";

const LETTRES_A_LA_FOIS = 4;

const ANNULEE = "Cette révision est annulée : sa lettre est sans effet.";

/**
 * Asks tenants for revisions (revisions/README §15.5, §15.6). Each writes, all or none, its letter on the dossier,
 * the rent of its day of effect, and the receipts that complete months already billed; the letter leaves by mail
 * after the delay of the settings, or waits to be printed. A second request is refused while the first one is not
 * cancelled: one anniversary has one revision.
 * The revisions of one lease are asked in the order of their anniversaries.
 * @throws Invalid when the letters are to be posted on a day gone by, or too far.
 */
export async function demanderRevisions(
  ctx: Contexte,
  demande: DemandeDeRevisions,
): Promise<Demandees> {
  const { db } = ctx;
  const refus = demande.posteeLe ? refusDePostage(demande.posteeLe, ctx.today) : null;
  if (refus !== null) throw new Invalid({ posteeLe: refus });
  const ids = demande.revisions.map(({ DossierId }) => DossierId);
  const { baux } = await lireBauxARevoir(db, parmi(ids), ctx.today);
  const noms = await chargerDossiers(db, ids);
  const papier = await papierDe(ctx, await lireReglages(db));
  const issues: PromiseSettledResult<Faite>[] = [];
  const demanderUne = async (voulue: Voulue, baux: readonly BailARevoir[]) => {
    const bail = baux.find(({ id }) => id === voulue.DossierId);
    const dossier = noms.find(({ id }) => id === voulue.DossierId);
    if (!bail || !dossier) throw new Conflict("Ce dossier n’existe pas.");
    return demander(ctx, { bail, dossier, papier, voulue, demande });
  };
  const relire = async (voulue: Voulue) =>
    demanderUne(voulue, (await lireBauxARevoir(db, parmi([voulue.DossierId]), ctx.today)).baux);
  await enParallele(parBail(demande.revisions), LETTRES_A_LA_FOIS, async (revisionsDuBail) => {
    // A later revision rests on the one before it, so its lease is read again.
    for (const [fois, [rang, voulue]] of revisionsDuBail.entries())
      [issues[rang]] = await Promise.allSettled([
        fois === 0 ? demanderUne(voulue, baux) : relire(voulue),
      ]);
  });
  return bilan(demande.revisions, issues);
}

type Voulue = DemandeDeRevisions["revisions"][number];

/** The revisions of each lease, the oldest first, each with its rank in the request. */
const parBail = (voulues: readonly Voulue[]): [number, Voulue][][] =>
  [...Map.groupBy(voulues.entries(), ([, { DossierId }]) => DossierId).values()].map(
    (revisionsDuBail) =>
      revisionsDuBail.toSorted(([, voulue], [, autre]) =>
        ordre(voulue.anniversaire, autre.anniversaire),
      ),
  );

function bilan(
  voulues: DemandeDeRevisions["revisions"],
  issues: readonly PromiseSettledResult<Faite>[],
): Demandees {
  const lot: Demandees = { faites: [], refusees: [], courriels: [] };
  for (const [rang, { DossierId }] of voulues.entries()) {
    const issue = issues[rang];
    if (issue?.status === "fulfilled") {
      const { courriels: partis, ...faite } = issue.value;
      lot.faites.push({ ...faite, DossierId });
      lot.courriels.push(...partis);
    } else if (issue?.reason instanceof Conflict) {
      lot.refusees.push({ DossierId, motif: issue.reason.message });
    } else throw issue?.reason;
  }
  return lot;
}

interface Faite extends Omit<Demandees["faites"][number], "DossierId"> {
  courriels: CourrielAPartir[];
}

interface UneDemande {
  bail: BailARevoir;
  dossier: DossierRelance;
  papier: Papier;
  voulue: Voulue;
  demande: DemandeDeRevisions;
}

/** Asks the tenants of a lease for one revision. @throws Conflict with the reason of a refusal, for staff. */
async function demander(
  ctx: Contexte,
  { bail, demande, dossier, papier, voulue }: UneDemande,
): Promise<Faite> {
  const { agence } = papier;
  const adresses = mailsDesLocataires(dossier);
  const { posteeLe = ctx.today } = demande;
  const { delaiPostal } = agence;
  const parDefaut = demandeDuJour(bail, { today: ctx.today, delaiPostal, posteeLe });
  const canal = demande.canal ?? (adresses.length > 0 ? parDefaut.canal : "lettre");
  if (canal === "courriel" && adresses.length === 0)
    throw new Conflict("Ce locataire n’a pas accepté les courriels : choisissez la lettre.");
  if (canal === "courriel" && !estNommee(agence)) throw new Conflict(SANS_NOM);
  const { anniversaire, classeConfirmee } = voulue;
  const demandeLe = jourDeDemande(
    canal === "courriel" ? { canal: "mail", partiLe: ctx.now } : { canal: "lettre", posteeLe },
    delaiPostal,
  );
  const faits = bail.faits(anniversaire);
  const { refus, aEcrire } = demanderRevision(faits, {
    demandeLe,
    choix: demande.effet ?? "premier_du_mois",
    ...{ classeConfirmee, complement: demande.complement },
  });
  if (refus !== null) throw new Conflict(refus);
  const { ligne, revision } = aEcrire;
  const { complements } = revision;
  const chiffres = chiffresDe(revision);
  const composed = lettreRevision({
    ...nommes(dossier, papier, ctx.today),
    ...faitsDeLaLettre(bail, anniversaire, chiffres.effetLe),
    ...{ demandeLe, chiffres, complements, remplacee: null },
  });
  const { id, courriels } = await ecrireRevision(ctx, {
    ...{ bail, composed, canal, adresses, anniversaire, demandeLe, chiffres, ligne, complements },
    remplacee: null,
  });
  return { id, canal, complement: enEuros(totalDesComplements(complements)), courriels };
}

/**
 * Notes that an owner gives revisions up (revisions/README §15.6): a row without figures for each anniversary. An
 * anniversary whose revision was asked or given up already stays as it is; one with nothing to give up is refused,
 * with the reason.
 */
export async function renoncerAuxRevisions(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  { revisions: demandees, motif }: Renonciation,
): Promise<Renoncees> {
  const { db, today, user } = ctx;
  const ids = demandees.map(({ DossierId }) => DossierId);
  const { baux } = await lireBauxARevoir(db, parmi(ids), today);
  const examinees = demandees.map((voulue) => {
    const bail = baux.find(({ id }) => id === voulue.DossierId);
    const refus = bail
      ? refusDeRenoncer(bail.faits(voulue.anniversaire), today)
      : "Ce dossier n’existe pas.";
    return { ...voulue, refus };
  });
  const voulues = examinees.filter(({ refus }) => refus === null);
  const json = JSON.stringify(
    voulues.map(({ DossierId, anniversaire }) => [DossierId, anniversaire]),
  );
  // A revision named twice counts once.
  const libre = sql`FROM (SELECT DISTINCT value FROM json_each(${json})) voulue JOIN ${dossiers} ON ${dossiers.id} = voulue.value ->> 0
    WHERE NOT EXISTS (SELECT 1 FROM ${revisions}
        WHERE ${revisions.DossierId} = ${dossiers.id} AND ${revisions.annuleeLe} IS NULL
          AND ${revisions.anniversaire} = voulue.value ->> 1)`;
  const { faites } = await db.write({
    historique: trace(db, {
      entite: "Dossier",
      entiteId: sql`(SELECT ${dossiers.id} ${libre})`,
      etat: "Renonciation à la révision",
      user,
      details: { motif },
    }),
    faites: db.all<{ DossierId: number }>(sql`
      INSERT INTO ${revisions} ("DossierId", anniversaire, motif, "user")
      SELECT ${dossiers.id}, voulue.value ->> 1, ${motif}, ${user} ${libre} RETURNING "DossierId"`),
  });
  return {
    faites: faites.map(({ DossierId }) => DossierId),
    refusees: examinees.flatMap(({ DossierId, refus }) =>
      refus ? [{ DossierId, motif: refus }] : [],
    ),
  };
}

/**
 * Undoes a revision before it takes effect or while its request has not left, or a renunciation (revisions/README
 * §15.7): its rent is annulled with it. A mail that has not left is called back; a tenant who was asked gets a
 * letter, by the same channel.
 * @returns the mail that leaves, and the R2 key of the letter (`generated`); without a mail, somebody must print and
 * post the letter
 * @throws NotFound; Conflict once it has taken effect, or a receipt bills the new rent.
 */
export const annulerRevision = (
  ctx: Contexte,
  demande: { id: number; motif: string },
): Promise<{ courriel: CourrielAPartir | null; lettre: boolean; generated: string | null }> =>
  onWhatIsRead(() => annuler(ctx, demande));

/** A revision, the state of its mail, and the version of its lease. @throws NotFound */
async function lireRevision(db: Db, id: number) {
  const [trouvee] = await db
    .select({ revision: revisions, courriel: courriels.etat, version: dossiers.version })
    .from(revisions)
    .innerJoin(dossiers, eq(dossiers.id, revisions.DossierId))
    .leftJoin(courriels, eq(courriels.id, revisions.CourrielId))
    .where(eq(revisions.id, id));
  if (!trouvee) throw new NotFound("Cette révision n’existe pas.");
  return trouvee;
}

async function annuler(ctx: Contexte, { id, motif }: { id: number; motif: string }) {
  const { db, user, today, now } = ctx;
  const { revision, courriel, version } = await lireRevision(db, id);
  const { DossierId, canal, effetLe, loyerAvant, posteeLe } = revision;
  if (revision.annuleeLe !== null) throw new Conflict("Cette révision est déjà annulée.");
  const partie = demandePartie({ canal, posteeLe, courriel });
  const lettreDu = aujourdhui(new Date(revision.createdAt));
  const suite =
    effetLe === null || loyerAvant === null
      ? { refus: null, lettre: null }
      : annulation(
          { effetLe, lettreDu, annuleeLe: null, loyerAvant: enCentimes(loyerAvant), partie },
          { ...(await lirePourAnnuler(db, revision)), today },
        );
  if (suite.refus !== null) throw new Conflict(suite.refus);
  const encore = sql`EXISTS (SELECT 1 FROM ${revisions} WHERE id = ${id} AND "annuleeLe" IS NULL
      AND "posteeLe" IS ${posteeLe})
    AND EXISTS (SELECT 1 FROM ${dossiers} WHERE ${dossiers.id} = ${DossierId} AND ${asRead(dossiers, { version })})
    AND ${
      effetLe === null
        ? sql`1`
        : sql`coalesce((SELECT max(q."dateFin") ${quittancesHors(revision)}), '') < ${effetLe}`
    }
    AND (SELECT etat FROM ${courriels} WHERE id = ${revision.CourrielId}) IS ${courriel}`;
  const avis = suite.lettre ? await lettreDAnnulation(ctx, revision, suite.lettre) : null;
  const ecrit = await db
    .write({
      encore: provided(db, encore),
      historique: trace(db, {
        ...{ entite: "Dossier", entiteId: DossierId, user },
        etat: effetLe === null ? "Renonciation annulée" : "Révision annulée",
        details: { motif, ...(effetLe ? { effetLe } : {}) },
      }),
      revision: db
        .update(revisions)
        .set({
          ...{ annuleeLe: now.toISOString(), annuleePar: user, motifAnnulation: motif },
          updatedAt: now.toISOString(),
        })
        .where(eq(revisions.id, id)),
      loyer: db
        .update(loyersHistoriques)
        .set({ annuleLe: now.toISOString(), annulePar: user })
        .where(
          sql`${loyersHistoriques.RevisionId} = ${id} AND ${loyersHistoriques.annuleLe} IS NULL`,
        ),
      dossier: db
        .update(dossiers)
        .set({ updatedAt: now.toISOString() })
        .where(eq(dossiers.id, DossierId)),
      courrielAnnule: annulerCourriel(db, revision.CourrielId),
      ...afficherLoyers(ctx, eq(dossiers.id, DossierId)),
      ...(avis?.statements ?? {}),
      courriel: db.all<CourrielAPartir>(
        avis
          ? sql`SELECT id, "partLe" FROM ${courriels} WHERE "StoredFileId" = ${idDuDepot(avis.key)}`
          : sql`SELECT 1 AS id, NULL AS "partLe" WHERE false`,
      ),
    })
    .catch(async (error: unknown) => {
      if (avis) await effacer(ctx.env, [avis.key]);
      throw error;
    });
  return {
    courriel: ecrit.courriel[0] ?? null,
    lettre: avis !== null,
    generated: avis?.key ?? null,
  };
}

type RevisionLue = typeof revisions.$inferSelect;

/** The last days of the receipts that may bill the new rent, and the days from which the rents not annulled apply. */
async function lirePourAnnuler(db: Db, revision: RevisionLue) {
  const quittances = await db.all<{ fin: Jour }>(
    sql`SELECT q."dateFin" AS fin ${quittancesHors(revision)}`,
  );
  const loyers = await lireLoyers(db, revision.DossierId);
  return {
    quittances: quittances.map(({ fin }) => fin),
    loyers: loyers.flatMap(({ annuleLe, depuis }) => (annuleLe === null ? [depuis] : [])),
  };
}

/**
 * Stores the letter that tells a tenant that his revision has no effect; returns its R2 key, and the SQL statements
 * that record and mail it.
 */
async function lettreDAnnulation(
  ctx: Contexte,
  { DossierId, canal, createdAt }: RevisionLue,
  phrase: string,
) {
  const { db } = ctx;
  const [dossier] = await chargerDossiers(db, [DossierId]);
  if (!dossier) throw new NotFound();
  const papier = await papierDe(ctx, await lireReglages(db));
  const composed = revisionSansEffet({
    ...nommes(dossier, papier, ctx.today),
    lettreDu: aujourdhui(new Date(createdAt)),
    phrase,
  });
  const { key, statements } = await deposerLettre(ctx, {
    DossierId,
    type: TYPE_DE_LETTRE,
    composed,
  });
  const adresses = mailsDesLocataires(dossier);
  return {
    key,
    statements: {
      ...statements,
      envoi: envoyerLettre(ctx, {
        ...{ DossierId, type: TYPE_DE_LETTRE, adresses, key },
        objet: "Révision de votre loyer sans effet",
        texte: phrase,
        quand: sql`${canal === "courriel" && adresses.length > 0}`,
      }),
    },
  };
}

/** The dossier of a revision. @throws NotFound */
export async function dossierDeLaRevision(
  { db }: Pick<Contexte, "db">,
  id: number,
): Promise<number> {
  const [revision] = await db
    .select({ DossierId: revisions.DossierId })
    .from(revisions)
    .where(eq(revisions.id, id));
  if (!revision) throw new NotFound("Cette révision n’existe pas.");
  return revision.DossierId;
}

/**
 * The letter of a revision, with the figures that it was asked with.
 * @throws NotFound when it was not asked; Conflict once the revision is cancelled: the letter would still ask for the
 * new rent.
 */
export async function chargerLettreDeRevision(
  ctx: Contexte,
  id: number,
): Promise<DonneesLettreRevision> {
  const { db } = ctx;
  const [revision] = await db.select().from(revisions).where(eq(revisions.id, id));
  const chiffres = revision && chiffresNotes(revision);
  const [dossier] = await chargerDossiers(db, revision ? [revision.DossierId] : []);
  const duBail = parmi(revision ? [revision.DossierId] : []);
  const { baux } = await lireBauxARevoir(db, duBail, ctx.today);
  const bail = baux[0];
  if (!chiffres || revision.demandeLe === null || !dossier || !bail)
    throw new NotFound("Cette révision n’a pas été demandée.");
  if (revision.annuleeLe !== null) throw new Conflict(ANNULEE);
  const papier = await papierDe(ctx, await lireReglages(db));
  const [{ remplacee = null } = {}] = await db.all<{ remplacee: Jour | null }>(sql`
    SELECT max("effetLe") AS remplacee FROM ${revisions} WHERE "DossierId" = ${revision.DossierId}
      AND anniversaire = ${revision.anniversaire} AND "annuleeLe" IS NOT NULL AND id < ${id} AND "posteeLe" = ${revision.posteeLe}`);
  const complements = await db.all<Complement>(sql`
    SELECT date AS du, "dateFin" AS au, "loyerHC", charge FROM "Quitance"
    WHERE "DossierId" = ${revision.DossierId} AND "RevisionId" = ${id} AND "annuleeLe" IS NULL ORDER BY date`);
  return {
    ...nommes(dossier, papier, aujourdhui(new Date(revision.createdAt))),
    ...faitsDeLaLettre(bail, revision.anniversaire, chiffres.effetLe),
    ...{ demandeLe: revision.demandeLe, chiffres, complements, remplacee },
  };
}

/**
 * The letters of these revisions one after the other, as they were made, to be printed at once.
 * @throws NotFound when there is none; Conflict when a revision is cancelled: its letter would still ask for the new
 * rent.
 */
export async function imprimerLettresDeRevision(
  ctx: Pick<Contexte, "db" | "env">,
  ids: readonly number[],
): Promise<Uint8Array> {
  const fichiers = await ctx.db
    .select({ id: revisions.id, annuleeLe: revisions.annuleeLe, key: storedFiles.key })
    .from(revisions)
    .innerJoin(storedFiles, eq(storedFiles.id, revisions.StoredFileId))
    .where(inArray(revisions.id, [...ids]));
  if (fichiers.some(({ annuleeLe }) => annuleeLe !== null))
    throw new Conflict(
      ids.length === 1 ? ANNULEE : "Une de ces révisions est annulée : relisez la liste.",
    );
  return imprimerFichiers(
    ctx,
    ids.map((id) => fichiers.find((fichier) => fichier.id === id)?.key),
  );
}
