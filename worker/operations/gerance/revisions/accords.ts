import { eq, sql } from "drizzle-orm";
import type { Agence } from "#domain/agence/agence.ts";
import { estNommee, SANS_NOM } from "#domain/agence/nom-agence.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { ajouterAnnees, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  type AccordAuProprietaire,
  type AccordDuBailleur,
  type AccordsFaits,
  accordAttendu,
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
import type { Contexte } from "#worker/operations/contexte.ts";
import { adresseDuProprietaire } from "#worker/operations/gerance/mandats/acces-proprietaires.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { posterAuVisiteur } from "#worker/operations/profils/codes-de-visite.ts";
import { type BailARevoir, lireBauxARevoir } from "./faits-de-revision.ts";
import { chiffresDe, demandeDuJour, parmi } from "./revisions-du-mois.ts";

/** A revision that waits for its owners, with the figures that they must agree to. */
interface AConvenir {
  bail: BailARevoir;
  anniversaire: Jour;
  revision: RevisionChiffree;
  /** The owners whose agreement is still missing. */
  attendus: AccordDuBailleur[];
  /** Whether each of several owners must agree. */
  deChacun: boolean;
}

/** The revision that one owner is asked to agree to. */
interface Demande extends AConvenir {
  bailleur: AccordDuBailleur;
}

const ATTENDUS = {
  demande: ["accord_a_demander"],
  reponse: ["accord_a_demander", "accord_demande"],
} as const satisfies Record<string, readonly EtatRevision[]>;

/** These revisions as they are today: those that wait for their owner, and the reason why the others do not. */
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
    if (refus !== null) {
      refusees.push({ DossierId, motif: refus });
      continue;
    }
    const bailleurs = accordAttendu(faits.accords, revision)?.bailleurs ?? [];
    const restants = bailleurs.filter(({ etat }) => etat !== "accord_donne");
    const deChacun = bailleurs.length > 1;
    aConvenir.push({ bail, anniversaire, revision, deChacun, attendus: restants });
  }
  return { aConvenir, refusees, agence };
}

/**
 * Asks owners for their agreement to revisions (revisions/README §15.9): one mail per owner about all his revisions,
 * then a row for each revision. No row is written for a mail that surely did not leave.
 * @throws Conflict for an agency without a name
 */
export async function demanderAccords(
  ctx: Contexte,
  voulues: DemandeDAccords,
): Promise<AccordsFaits> {
  const { aConvenir, refusees, agence } = await lireAConvenir(ctx, voulues, ATTENDUS.demande);
  if (!estNommee(agence)) throw new Conflict(SANS_NOM);
  const demandes = aConvenir.flatMap((convenu) =>
    convenu.attendus.flatMap((bailleur) =>
      bailleur.etat === "accord_a_demander" ? [{ ...convenu, bailleur }] : [],
    ),
  );
  const proprietaires = await lireProprietaires(
    ctx.db,
    demandes.flatMap(({ bailleur }) => bailleur.id ?? []),
  );
  const faites = new Set<number>();
  for (const [id, demandesDuProprietaire] of Map.groupBy(demandes, ({ bailleur }) => bailleur.id)) {
    const proprietaire = proprietaires.find((connu) => connu.id === id);
    const motif = await demanderASonProprietaire(ctx, {
      agence,
      proprietaire,
      demandesDuProprietaire,
    });
    for (const { bail, deChacun } of demandesDuProprietaire) {
      if (motif === null) faites.add(bail.id);
      else {
        const qui = deChacun && proprietaire ? `${nomComplet(proprietaire)}\u00A0: ` : "";
        refusees.push({ DossierId: bail.id, motif: `${qui}${motif}` });
      }
    }
  }
  return { faites: [...faites], refusees };
}

const SANS_ADRESSE =
  "Ce propriétaire n’a pas d’adresse e-mail : demandez-lui son accord, et notez-le.";
const PAS_PARTI = "Le courriel n’est pas parti : vérifiez l’adresse du propriétaire.";

interface DemandesDUn {
  agence: Agence;
  proprietaire: ProprietaireLu | undefined;
  demandesDuProprietaire: readonly Demande[];
}

/**
 * Sends one mail to an owner about all his revisions, then writes a row for each.
 * @returns the reason why the mail did not leave; null when it did
 */
async function demanderASonProprietaire(
  ctx: Contexte,
  { agence, proprietaire, demandesDuProprietaire }: DemandesDUn,
): Promise<string | null> {
  const mail = proprietaire && adresseDuProprietaire(proprietaire);
  if (!mail) return SANS_ADRESSE;
  const texte = courrielAccordRevision(agence, {
    nom: nomComplet(proprietaire),
    deChacun: demandesDuProprietaire.some(({ deChacun }) => deChacun),
    revisions: demandesDuProprietaire.map(({ bail, revision }) => ({
      logement: nomAppartement(bail),
      locataire: nomComplet(bail),
      ...chiffresDe(revision),
    })),
  });
  if (!(await posterAuVisiteur(ctx, agence, { mail, texte }))) return PAS_PARTI;
  await ecrireDemandes(ctx, demandesDuProprietaire);
  return null;
}

type ProprietaireLu = Awaited<ReturnType<typeof lireProprietaires>>[number];

const lireProprietaires = (db: Db, ids: readonly number[]) =>
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
    .where(sql`${clients.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

interface DUnBailleur {
  bail: Pick<BailARevoir, "id">;
  anniversaire: Jour;
  bailleur: Pick<AccordDuBailleur, "id">;
}

const enAttente = ({ bail, anniversaire, bailleur }: DUnBailleur) =>
  sql`"DossierId" = ${bail.id} AND anniversaire = ${anniversaire} AND "ClientId" IS ${bailleur.id} AND accorde IS NULL`;

/** The columns of a row that say what the owner is asked to agree to. */
const dits = ({ bail, anniversaire, revision, bailleur }: Demande) => {
  const { loyerAvant, loyerApres, chargeAvant, chargeApres } = chiffresDe(revision);
  const [DossierId, ClientId] = [bail.id, bailleur.id];
  return { DossierId, ClientId, anniversaire, loyerAvant, loyerApres, chargeAvant, chargeApres };
};

/** Writes a row for each request, unless the same request was written meanwhile. */
async function ecrireDemandes(
  { db, today, user }: Contexte,
  demandesDuProprietaire: readonly Demande[],
): Promise<void> {
  for (const demande of demandesDuProprietaire) {
    const { bail, bailleur, anniversaire } = demande;
    const { loyerAvant, loyerApres } = dits(demande);
    const quand = sql`NOT ${rowExists(accordsRevision, enAttente(demande))}`;
    await db.write({
      historique: trace(db, {
        ...{ entite: "Dossier", entiteId: bail.id, user, quand },
        etat: "Accord du propriétaire demandé",
        details: { anniversaire, ClientId: bailleur.id, loyerHC: [loyerAvant, loyerApres] },
      }),
      accord: insertWhen(db, accordsRevision, { ...dits(demande), demandeLe: today, user }, quand),
    });
  }
}

/** The owner who answered, among those whose agreement is missing; else a refusal, in a sentence. */
function quiRepond(
  { attendus }: AConvenir,
  ClientId: number | undefined,
): { refus: string; bailleur: null } | { refus: null; bailleur: AccordDuBailleur } {
  const [seul, autre] = attendus;
  const bailleur =
    ClientId === undefined && autre === undefined
      ? seul
      : attendus.find(({ id }) => id === ClientId);
  if (bailleur) return { refus: null, bailleur };
  const noms = attendus.map(({ nom }) => nom).join(", ");
  return {
    refus:
      ClientId === undefined
        ? `Dites lequel des propriétaires a répondu : ${noms}.`
        : `Ce n’est pas sa réponse que la révision attend, mais celle de : ${noms}.`,
    bailleur: null,
  };
}

/**
 * Notes the answers that owners gave to staff (revisions/README §15.9), whether or not they were asked by mail. A
 * refusal gives the revision up.
 * @throws Invalid for a day to come
 */
export const noterReponses = (ctx: Contexte, reponse: ReponseNotee): Promise<AccordsFaits> =>
  onWhatIsRead(async () => {
    const { db, user } = ctx;
    const { accorde, moyen, reponduLe } = reponse;
    if (reponduLe > ctx.today) throw new Invalid({ reponduLe: "Ce jour est à venir." });
    const { aConvenir, refusees } = await lireAConvenir(ctx, reponse, ATTENDUS.reponse);
    const faites: number[] = [];
    for (const convenu of aConvenir) {
      const { bail, anniversaire } = convenu;
      const { refus, bailleur } = quiRepond(convenu, reponse.ClientId);
      if (refus !== null) {
        refusees.push({ DossierId: bail.id, motif: refus });
        continue;
      }
      const demande = { ...convenu, bailleur };
      const attente = enAttente(demande);
      const ClientId = bailleur.id;
      await db.write({
        memesAccords: provided(
          db,
          sql`(SELECT count(*) FROM ${accordsRevision} WHERE "DossierId" = ${bail.id}
            AND anniversaire = ${anniversaire}) = ${bail.faits(anniversaire).accords?.notes.length ?? 0}`,
        ),
        ...suites(ctx, {
          DossierId: bail.id,
          ...convenu,
          ClientId,
          accorde,
          reponduLe,
          moyen,
          user,
        }),
        // An answer to a mail keeps the figures of that mail; any other answer gets today's figures.
        note: insertWhen(
          db,
          accordsRevision,
          { ...dits(demande), accorde, reponduLe, moyen, user },
          sql`NOT ${rowExists(accordsRevision, attente)}`,
        ),
        reponse: db.update(accordsRevision).set({ accorde, reponduLe, moyen }).where(attente),
      });
      faites.push(bail.id);
    }
    return { faites, refusees };
  });

interface Reponse {
  DossierId: number;
  ClientId: number | null;
  anniversaire: Jour;
  accorde: boolean;
  reponduLe: Jour;
  moyen: MoyenDAccord;
  user: string | null;
}

/** The other writes of an answer: the history, and the renunciation that a refusal makes. */
const suites = (
  { db }: Pick<Contexte, "db">,
  { DossierId, ClientId, anniversaire, accorde, reponduLe, moyen, user }: Reponse,
) => ({
  historique: trace(db, {
    ...{ entite: "Dossier", entiteId: DossierId, user },
    etat: accorde ? "Accord du propriétaire" : "Refus du propriétaire",
    details: { anniversaire, ClientId, reponduLe, moyen },
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

/**
 * The agreements asked of an owner, for anniversaries under a year old, the latest first. Those that he left
 * unanswered are left out once their revision was asked or given up.
 */
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

/** True when the owner was asked, and may still let the dwelling. */
const sien = (ClientId: number) => sql`${accordsRevision.ClientId} = ${ClientId} AND EXISTS (
  SELECT 1 FROM "Propriete" p JOIN ${dossiers} d ON d."AppartementId" = p."AppartementId"
  WHERE d.id = ${accordsRevision.DossierId} AND p."ClientId" = ${ClientId} AND p.droit <> 'nue_propriete')`;

/** True while nobody has asked or given up the revision of the anniversary. */
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
 * @throws NotFound when he was not asked; Conflict once it is answered, the revision was asked or given up meanwhile,
 * or its anniversary is a year old.
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
