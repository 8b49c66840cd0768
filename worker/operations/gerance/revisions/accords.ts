import { eq, sql } from "drizzle-orm";
import { estNommee, SANS_NOM } from "#domain/agence/nom-agence.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { ajouterAnnees, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  type AccordAuProprietaire,
  type AccordsFaits,
  type MoyenDAccord,
  motifDeRefus,
} from "#domain/gerance/revisions/accord.ts";
import { demanderAccord, type RevisionChiffree } from "#domain/gerance/revisions/revision.ts";
import type { DemandeDAccords, ReponseNotee } from "#domain/gerance/revisions/revision-fiche.ts";
import type { EtatRevision } from "#domain/gerance/revisions/revision-lue.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { parties } from "#worker/db/parties.ts";
import { insertWhen, rowExists } from "#worker/db/rows.ts";
import { accordsRevision, revisions } from "#worker/db/schema/revisions.ts";
import { appartements, clients, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { courrielAccordRevision } from "#worker/mail/accord-revision.ts";
import { posterAuVisiteur } from "#worker/operations/codes-de-visite.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { adresseDuProprietaire } from "#worker/operations/gerance/mandats/acces-proprietaires.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type BailARevoir, lireBauxARevoir } from "./faits-de-revision.ts";
import { chiffresDe, demandeDuJour, parmi } from "./revisions-du-mois.ts";

/** A revision that waits for its owner, with the figures that he is asked to agree to. */
interface AConvenir {
  bail: BailARevoir;
  anniversaire: Jour;
  revision: RevisionChiffree;
}

const ATTENDUS = {
  demande: ["accord_a_demander"],
  reponse: ["accord_a_demander", "accord_demande"],
} as const satisfies Record<string, readonly EtatRevision[]>;

/** These revisions as they are today: those that wait for their owner, and why the others do not. */
async function lireAConvenir(
  { db, today }: Pick<Contexte, "db" | "today">,
  { revisions: voulues }: DemandeDAccords,
  attendus: readonly EtatRevision[],
) {
  const ids = voulues.map(({ DossierId }) => DossierId);
  const { baux, agence } = await lireBauxARevoir(db, parmi(ids), today);
  const aConvenir: AConvenir[] = [];
  const refusees: AccordsFaits["refusees"] = [];
  for (const { DossierId, anniversaire } of voulues) {
    const bail = baux.find(({ id }) => id === DossierId);
    if (!bail) {
      refusees.push({ DossierId, motif: "Ce dossier n’existe pas." });
      continue;
    }
    const { demandeLe } = demandeDuJour(bail, {
      ...{ today, posteeLe: today },
      delaiPostal: agence.delaiPostal,
    });
    const faits = bail.faits(anniversaire);
    const { choixEffet: choix } = faits.reglages;
    const demande = { demandeLe, choix, classeConfirmee: true, complement: false };
    const { refus, revision } = demanderAccord(faits, demande, attendus);
    if (refus === null) aConvenir.push({ bail, anniversaire, revision });
    else refusees.push({ DossierId, motif: refus });
  }
  return { aConvenir, refusees, agence };
}

/**
 * Asks owners for their agreement to revisions (revisions/README §15.9): one mail an owner, with all that he is asked for,
 * then a row each. Nothing is written when a mail surely did not leave.
 * @throws Conflict for an agency without a name
 */
export async function demanderAccords(
  ctx: Contexte,
  voulues: DemandeDAccords,
): Promise<AccordsFaits> {
  const { aConvenir, refusees, agence } = await lireAConvenir(ctx, voulues, ATTENDUS.demande);
  if (!estNommee(agence)) throw new Conflict(SANS_NOM);
  const proprietaires = await lireProprietaires(ctx.db, aConvenir);
  const faites: number[] = [];
  const parProprietaire = Map.groupBy(aConvenir, ({ bail }) => bail.ClientId);
  for (const [ClientId, siennes] of parProprietaire) {
    const refuser = (motif: string) =>
      refusees.push(...siennes.map(({ bail }) => ({ DossierId: bail.id, motif })));
    const proprietaire = proprietaires.find(({ id }) => id === ClientId);
    const mail = proprietaire && adresseDuProprietaire(proprietaire);
    if (!mail) {
      refuser("Ce propriétaire n’a pas d’adresse e-mail : demandez-lui son accord, et notez-le.");
      continue;
    }
    const texte = courrielAccordRevision(agence, {
      nom: nomComplet(proprietaire),
      revisions: siennes.map(({ bail, revision }) => ({
        logement: nomAppartement(bail),
        locataire: nomComplet(bail),
        ...chiffresDe(revision),
      })),
    });
    if (await posterAuVisiteur(ctx, agence, { mail, texte }))
      faites.push(...(await ecrireDemandes(ctx, siennes)));
    else refuser("Le courriel n’est pas parti : vérifiez l’adresse du propriétaire.");
  }
  return { faites, refusees };
}

const lireProprietaires = (db: Db, aConvenir: readonly AConvenir[]) =>
  db
    .select({
      id: clients.id,
      titre: clients.titre,
      qualite: clients.qualite,
      nom: clients.nom,
      prenom: clients.prenom,
      mailDefaut: clients.mailDefaut,
      mailPerso: clients.mailPerso,
      mailPro: clients.mailPro,
    })
    .from(clients)
    .where(
      sql`${clients.id} IN (SELECT value FROM json_each(${JSON.stringify(aConvenir.map(({ bail }) => bail.ClientId))}))`,
    );

const enAttente = (DossierId: number, anniversaire: Jour) =>
  sql`"DossierId" = ${DossierId} AND anniversaire = ${anniversaire} AND accorde IS NULL`;

/** The columns of a row that say what the owner is asked to agree to. */
const dits = ({ bail, anniversaire, revision }: AConvenir) => {
  const { loyerAvant, loyerApres, chargeAvant, chargeApres } = chiffresDe(revision);
  const { id: DossierId, ClientId } = bail;
  return { DossierId, ClientId, anniversaire, loyerAvant, loyerApres, chargeAvant, chargeApres };
};

/** A row each, unless the same was asked meanwhile. @returns the dossiers. */
async function ecrireDemandes(
  { db, today, user }: Contexte,
  siennes: readonly AConvenir[],
): Promise<number[]> {
  for (const aConvenir of siennes) {
    const { bail, anniversaire } = aConvenir;
    const { loyerAvant, loyerApres } = dits(aConvenir);
    const quand = sql`NOT ${rowExists(accordsRevision, enAttente(bail.id, anniversaire))}`;
    await db.write({
      historique: trace(db, {
        ...{ entite: "Dossier", entiteId: bail.id, user, quand },
        etat: "Accord du propriétaire demandé",
        details: { anniversaire, loyerHC: [loyerAvant, loyerApres] },
      }),
      accord: insertWhen(
        db,
        accordsRevision,
        { ...dits(aConvenir), demandeLe: today, user },
        quand,
      ),
    });
  }
  return siennes.map(({ bail }) => bail.id);
}

/**
 * Notes what owners answered to staff (revisions/README §15.9), whether or not they were asked by mail. A refusal gives the
 * revision up.
 * @throws Invalid for a day to come
 */
export const noterReponses = (ctx: Contexte, reponse: ReponseNotee): Promise<AccordsFaits> =>
  onWhatIsRead(async () => {
    const { db, user } = ctx;
    const { accorde, moyen, reponduLe } = reponse;
    if (reponduLe > ctx.today) throw new Invalid({ reponduLe: "Ce jour est à venir." });
    const { aConvenir, refusees } = await lireAConvenir(ctx, reponse, ATTENDUS.reponse);
    for (const convenu of aConvenir) {
      const { bail, anniversaire } = convenu;
      const attente = enAttente(bail.id, anniversaire);
      await db.write({
        memesAccords: provided(
          db,
          sql`(SELECT count(*) FROM ${accordsRevision} WHERE "DossierId" = ${bail.id}
            AND anniversaire = ${anniversaire}) = ${bail.faits(anniversaire).accords?.length ?? 0}`,
        ),
        ...suites(ctx, { DossierId: bail.id, ...convenu, accorde, reponduLe, moyen, user }),
        // Asked by mail, he answered what he was asked; else, today's figures.
        note: insertWhen(
          db,
          accordsRevision,
          { ...dits(convenu), accorde, reponduLe, moyen, user },
          sql`NOT ${rowExists(accordsRevision, attente)}`,
        ),
        reponse: db.update(accordsRevision).set({ accorde, reponduLe, moyen }).where(attente),
      });
    }
    return { faites: aConvenir.map(({ bail }) => bail.id), refusees };
  });

interface Reponse {
  DossierId: number;
  anniversaire: Jour;
  accorde: boolean;
  reponduLe: Jour;
  moyen: MoyenDAccord;
  user: string | null;
}

/** What an answer writes beside itself: the history, and the renunciation that a refusal is. */
const suites = (
  { db }: Pick<Contexte, "db">,
  { DossierId, anniversaire, accorde, reponduLe, moyen, user }: Reponse,
) => ({
  historique: trace(db, {
    ...{ entite: "Dossier", entiteId: DossierId, user },
    etat: accorde ? "Accord du propriétaire" : "Refus du propriétaire",
    details: { anniversaire, reponduLe, moyen },
  }),
  renonciation: insertWhen(
    db,
    revisions,
    { DossierId, anniversaire, motif: motifDeRefus(reponduLe), user },
    sql`${!accorde} AND NOT ${rowExists(
      revisions,
      sql`"DossierId" = ${DossierId} AND anniversaire = ${anniversaire} AND "annuleeLe" IS NULL`,
    )}`,
  ),
});

/** The agreements that an owner was asked for in the last year and that still make sense, the latest first. */
export const requeteDesAccords = (db: Db, { ClientId, today }: { ClientId: number; today: Jour }) =>
  db
    .select({ accord: accordsRevision, ...parties })
    .from(accordsRevision)
    .innerJoin(dossiers, eq(dossiers.id, accordsRevision.DossierId))
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .where(sql`${sien(ClientId)} AND ${accordsRevision.demandeLe} IS NOT NULL
      AND ${accordsRevision.anniversaire} > ${ajouterAnnees(today, -1)}
      AND (${accordsRevision.accorde} IS NOT NULL OR ${sansRevision})`)
    .orderBy(sql`${accordsRevision.id} DESC`);

/** He was asked, and still owns the dwelling. */
const sien = (ClientId: number) => sql`${accordsRevision.ClientId} = ${ClientId} AND EXISTS (
  SELECT 1 FROM "Propriete" p JOIN ${dossiers} d ON d."AppartementId" = p."AppartementId"
  WHERE d.id = ${accordsRevision.DossierId} AND p."ClientId" = ${ClientId} AND p.droit <> 'nue_propriete')`;

/** Nobody asked nor gave up the revision of the anniversary meanwhile. */
const sansRevision = sql`NOT EXISTS (SELECT 1 FROM ${revisions} r WHERE r."DossierId" = ${accordsRevision.DossierId}
  AND r.anniversaire = ${accordsRevision.anniversaire} AND r."annuleeLe" IS NULL)`;

type AccordLu = Awaited<ReturnType<typeof requeteDesAccords>>[number];

/** An agreement as the page of its owner shows it. */
export const accordLu = ({ accord, ...noms }: AccordLu): AccordAuProprietaire => ({
  id: accord.id,
  logement: nomAppartement(noms),
  locataire: nomComplet(noms),
  anniversaire: accord.anniversaire,
  demandeLe: accord.demandeLe ?? "",
  loyerAvant: accord.loyerAvant,
  loyerApres: accord.loyerApres,
  chargeAvant: accord.chargeAvant,
  chargeApres: accord.chargeApres,
  accorde: accord.accorde,
  reponduLe: accord.reponduLe,
});

/**
 * Writes the answer that an owner gives on his page, once (revisions/README §15.9).
 * @throws NotFound when he was not asked; Conflict once it is answered, or the revision was asked or given up meanwhile.
 */
export async function repondreSurSaPage(
  { db, today }: Pick<Contexte, "db" | "today">,
  { ClientId, id, accorde }: { ClientId: number; id: number; accorde: boolean },
): Promise<void> {
  const lequel = sql`${accordsRevision.id} = ${id} AND ${sien(ClientId)}`;
  const ouvert = sql`${lequel} AND ${accordsRevision.accorde} IS NULL AND ${sansRevision}
    AND ${accordsRevision.anniversaire} > ${ajouterAnnees(today, -1)}`;
  const [demande] = await db.select().from(accordsRevision).where(lequel);
  if (!demande) throw new NotFound("Cet accord ne vous est pas demandé.");
  await onWhatIsRead(async () => {
    const [encore] = await db
      .select({ id: accordsRevision.id })
      .from(accordsRevision)
      .where(ouvert);
    if (!encore) throw new Conflict("Cet accord n’attend plus de réponse.");
    const reponse = { accorde, reponduLe: today, moyen: "page" } as const;
    await db.write({
      encore: provided(db, rowExists(accordsRevision, ouvert)),
      ...suites({ db }, { ...demande, ...reponse, user: null }),
      reponse: db.update(accordsRevision).set(reponse).where(eq(accordsRevision.id, id)),
    });
  });
}
