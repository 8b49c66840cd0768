import { type SQL, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import {
  delaisDe,
  ETAPES,
  type Etape,
  encoreDue,
  PAR_COURRIEL,
  type RelanceDue,
  relancesDues,
} from "#domain/gerance/relances/relances.ts";
import { ecrire, type Sujet } from "#domain/gerance/relances/textes-relance.ts";
import { enCentimes } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { enumeration, personne } from "#worker/documents/mentions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import {
  adresseDe,
  bailleursDuDossier,
  chargerDettes,
  type DetteChargee,
  locatairesDe,
  loyerMensuelDe,
  mailsDesLocataires,
  mailsDuBailleur,
} from "./dettes.ts";
import { impayes } from "./impayes.ts";

const DOSSIERS_A_LA_FOIS = 500;

type Moment = Pick<Contexte, "db" | "today">;

/** The settings and the day from which delays, sums and words are worked out. */
interface Regles {
  agence: Agence;
  today: Jour;
}

/** The reason for which the product sets a draft aside. */
export const motifDEcart = (etape: Etape): string =>
  etape === "question" ? "Réponse connue" : "Réglé depuis";

/** A draft of a reminder that nobody released yet; cents. */
interface Brouillon {
  id: number;
  DossierId: number;
  etape: Etape;
  exigibleLe: Jour;
  CautionId: number | null;
  montant: number;
  /** The person who changed its words; null: nobody did. */
  user: string | null;
  version: number;
}

/**
 * Drafts the reminders due on a day, sets aside the drafts whose debt was settled since, and writes again those whose
 * sum changed and that nobody edited (relances/README §12.12). Run twice, or by several at once, it drafts each
 * reminder once: the database holds one reminder for a step, a due day and a guarantor.
 * @returns the count of new drafts.
 */
export async function preparerRelances(ctx: Moment): Promise<number> {
  const { db, today } = ctx;
  const regles = { agence: agenceDe(await lireReglages(db)), today };
  const dossiers = await dossiersARelancer(db, today);
  let preparees = 0;
  for (let debut = 0; debut < dossiers.length; debut += DOSSIERS_A_LA_FOIS) {
    const dettes = await chargerDettes(ctx, dossiers.slice(debut, debut + DOSSIERS_A_LA_FOIS));
    preparees += await inscrire(
      db,
      dettes.flatMap((dette) => nouvelles(dette, regles)),
    );
    await suivreBrouillons(db, dettes, regles);
  }
  return preparees;
}

/** Whether an entry, a payment, an answer or a plan came for the dossier of a draft `r` since it was written. */
const aChange = sql.join(
  [
    ["Ecriture", "createdAt"],
    ["Reglement", "updatedAt"],
    ["Quitance", "updatedAt"],
    ["PlanApurement", "updatedAt"],
  ].map(
    ([table = "", quand = ""]) => sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} fait
      WHERE fait."DossierId" = r."DossierId" AND fait.${sql.identifier(quand)} > r."updatedAt")`,
  ),
  sql` OR `,
);

/**
 * Brings the waiting drafts up to date with the debts of this day: settled drafts are set aside; drafts whose sum
 * changed and that nobody edited are written again. Called each time drafts are shown (relances/README §12.12).
 */
export async function suivreRelances(ctx: Moment): Promise<void> {
  const { db, today } = ctx;
  const changes = await db.all<{ id: number }>(sql`
    SELECT DISTINCT r."DossierId" AS id FROM "Relance" r WHERE r.etat = 'brouillon' AND (${aChange})`);
  if (changes.length === 0) return;
  const regles = { agence: agenceDe(await lireReglages(db)), today };
  for (let debut = 0; debut < changes.length; debut += DOSSIERS_A_LA_FOIS) {
    const ids = changes.slice(debut, debut + DOSSIERS_A_LA_FOIS).map(({ id }) => id);
    await suivreBrouillons(db, await chargerDettes(ctx, ids), regles);
  }
}

/** The dossiers that are late or have a draft waiting, found in one query. */
async function dossiersARelancer(db: Db, today: Jour): Promise<number[]> {
  const [dossiers] = await db.all<{ ids: string }>(sql`
    SELECT json_group_array(id) AS ids FROM (
      SELECT "DossierId" AS id FROM ${impayes(today)}
      UNION SELECT "DossierId" FROM "Relance" WHERE etat = 'brouillon' ORDER BY id)`);
  return JSON.parse(dossiers?.ids ?? "[]");
}

interface Nouvelle extends RelanceDue {
  DossierId: number;
  libelle: string;
  canal: "courriel" | "lettre";
  objet: string;
  texte: string;
}

const nouvelles = (dette: DetteChargee, regles: Regles): Nouvelle[] =>
  relancesDues(dette, delaisDe(regles.agence), regles.today).map((due) => ({
    ...due,
    DossierId: dette.DossierId,
    libelle: ETAPES[due.etape].libelle,
    canal: adressesDe(dette, due.etape).length > 0 ? "courriel" : "lettre",
    ...rediger(dette, due, regles),
  }));

/** The e-mail addresses of a reminder; none: it is a letter. */
export function adressesDe({ dossier }: Pick<DetteChargee, "dossier">, etape: Etape): string[] {
  if (!PAR_COURRIEL.includes(etape)) return [];
  return etape === "question" ? mailsDuBailleur(dossier) : mailsDesLocataires(dossier);
}

function rediger(
  dette: DetteChargee,
  due: RelanceDue,
  { agence, today }: Regles,
): { objet: string; texte: string } {
  const { dossier } = dette;
  const { echeances } = encoreDue({ dette, relance: due }, delaisDe(agence), today);
  const caution = dossier.cautions.find(({ id }) => id === due.CautionId);
  const sujet: Sujet = {
    due,
    echeances,
    recu: due.etape === "question" ? 0 : dette.recu,
    adresse: adresseDe(dossier),
    locataires: enumeration(locatairesDe(dossier).map(personne)),
    bailleurs: enumeration(bailleursDuDossier(dossier).map(personne)),
    caution: caution
      ? {
          titre: caution.titre,
          acteDu: caution.dateCautionSolidaire,
          montantMax: caution.montantMax === null ? null : enCentimes(caution.montantMax),
        }
      : null,
    liberees: Object.fromEntries(
      dette.relances.flatMap(({ etape, exigibleLe, libereeLe }) =>
        libereeLe && exigibleLe === due.exigibleLe ? [[etape, libereeLe]] : [],
      ),
    ),
    loyerMensuel: loyerMensuelDe(dossier),
    reference: referenceDeDossier(dossier.id),
    agence,
  };
  return ecrire(sujet, today);
}

/** Writes the missing drafts, each with a line in the history of its dossier. */
async function inscrire(db: Db, relances: readonly Nouvelle[]): Promise<number> {
  if (relances.length === 0) return 0;
  const donnees = JSON.stringify(relances);
  const champ = (nom: string) => sql`value ->> ${nom}`;
  const absente = sql`NOT EXISTS (SELECT 1 FROM "Relance" r WHERE r."DossierId" = ${champ("DossierId")}
    AND r.etape = ${champ("etape")} AND r."exigibleLe" = ${champ("exigibleLe")}
    AND coalesce(r."CautionId", 0) = coalesce(${champ("CautionId")}, 0))`;
  const { creees } = await db.write({
    historique: db.run(sql`
      INSERT INTO ${history} (entite, "entiteId", etat, details)
      SELECT 'Dossier', ${champ("DossierId")}, 'Relance préparée',
        json_object('relance', ${champ("libelle")}, 'exigibleLe', ${champ("exigibleLe")}, 'montant', ${champ("montant")} / 100.0)
      FROM json_each(${donnees}) WHERE ${absente}`),
    creees: db.all<{ id: number }>(sql`
      INSERT INTO "Relance" ("DossierId", etape, "CautionId", "exigibleLe", montant, canal, objet, texte)
      SELECT ${champ("DossierId")}, ${champ("etape")}, ${champ("CautionId")}, ${champ("exigibleLe")},
        ${champ("montant")}, ${champ("canal")}, ${champ("objet")}, ${champ("texte")}
      FROM json_each(${donnees}) WHERE ${absente}
      ON CONFLICT DO NOTHING RETURNING id`),
  });
  return creees.length;
}

/** Sets aside the drafts of these debts that are settled, and writes again the drafts that claim another sum. */
async function suivreBrouillons(
  db: Db,
  dettes: readonly DetteChargee[],
  regles: Regles,
): Promise<void> {
  const ids = JSON.stringify(dettes.map(({ DossierId }) => DossierId));
  const brouillons = await db.all<Brouillon>(sql`
    SELECT id, "DossierId", etape, "exigibleLe", "CautionId", montant, user, version FROM "Relance"
    WHERE etat = 'brouillon' AND "DossierId" IN (SELECT value FROM json_each(${ids}))`);
  const parDossier = new Map(dettes.map((dette) => [dette.DossierId, dette]));
  const suites = brouillons.flatMap((brouillon) => {
    const dette = parDossier.get(brouillon.DossierId);
    return dette ? [suiteDe(dette, brouillon, regles)] : [];
  });
  await ecrireSuites(db, suites);
}

/**
 * The update of a draft: the sum that it claims now, in cents, and its new words (`mots`), null when its words stay.
 */
interface Suite {
  brouillon: Brouillon;
  /** 0 when the debt of the draft is settled: the draft is then set aside. */
  montant: number;
  mots: { objet: string; texte: string } | null;
}

function suiteDe(dette: DetteChargee, brouillon: Brouillon, regles: Regles): Suite {
  const delais = delaisDe(regles.agence);
  const { montant, terme } = encoreDue({ dette, relance: brouillon }, delais, regles.today);
  const change = montant !== 0 && montant !== brouillon.montant && brouillon.user === null;
  const mots = change ? rediger(dette, { ...brouillon, montant, terme }, regles) : null;
  return { brouillon, montant, mots };
}

/**
 * Writes these updates: one write for the settled drafts of each reason, one statement for those whose sum changed.
 */
async function ecrireSuites(db: Db, suites: readonly Suite[]): Promise<void> {
  const reglees = suites.filter(({ montant }) => montant === 0);
  for (const [motif, memeMotif] of Map.groupBy(reglees, ({ brouillon }) =>
    motifDEcart(brouillon.etape),
  )) {
    const ids = memeMotif.map(({ brouillon }) => brouillon.id);
    await db.write(mettreDeCote(db, ids, { motif, user: null }));
  }
  const changees = suites.filter(
    ({ brouillon, montant }) => montant !== 0 && montant !== brouillon.montant,
  );
  if (changees.length === 0) return;
  const json = JSON.stringify(
    changees.map(({ brouillon: { id, version }, montant, mots }) => ({
      id,
      version,
      montant,
      ...mots,
    })),
  );
  await db.run(sql`
    UPDATE "Relance" SET montant = s.value ->> 'montant', objet = coalesce(s.value ->> 'objet', objet),
      texte = coalesce(s.value ->> 'texte', texte), "updatedAt" = ${MAINTENANT}
    FROM json_each(${json}) s
    WHERE "Relance".id = s.value ->> 'id' AND version = s.value ->> 'version' AND etat = 'brouillon'`);
}

/**
 * Brings one draft up to date with its debt.
 *
 * @returns the sum that it claims, in cents; zero once it was set aside.
 */
export async function suivreBrouillon(
  { db, today }: Moment,
  { dette, brouillon, agence }: { dette: DetteChargee; brouillon: Brouillon; agence: Agence },
): Promise<number> {
  const suite = suiteDe(dette, brouillon, { agence, today });
  await ecrireSuites(db, [suite]);
  return suite.montant;
}

const ETAPE_EN_MOTS = sql`CASE etape ${sql.join(
  Object.entries(ETAPES).map(([etape, { libelle }]) => sql`WHEN ${etape} THEN ${libelle}`),
  sql` `,
)} END`;

/** The statements that set these drafts aside, for a reason. */
export function mettreDeCote(
  db: Db,
  ids: readonly number[],
  { motif, user }: { motif: string; user: string | null },
) {
  const lesquelles: SQL = sql`etat = 'brouillon' AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return {
    historique: db.run(sql`
      INSERT INTO ${history} (entite, "entiteId", etat, "user", details)
      SELECT 'Dossier', "DossierId", 'Relance écartée', ${user},
        json_object('relance', ${ETAPE_EN_MOTS}, 'exigibleLe', "exigibleLe", 'motif', ${motif})
      FROM "Relance" WHERE ${lesquelles}`),
    ecartees: db.all<{ id: number }>(sql`
      UPDATE "Relance" SET etat = 'ecartee', motif = ${motif}, "updatedAt" = ${MAINTENANT}
      WHERE ${lesquelles} RETURNING id`),
  };
}
