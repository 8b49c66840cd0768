import { asc, count, eq, inArray, sql } from "drizzle-orm";
import { Hono } from "hono";
import type { CleAgence } from "#domain/agence/agence.ts";
import {
  type Demarrage,
  LIGNES_AU_PLUS,
  moisMontres,
  quittancesEtLoyers,
  type TableauDeBord,
} from "#domain/agence/tableau-de-bord.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { ajouterMois, type Jour, moisDe } from "#domain/dates.ts";
import { loyerTTC } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { accomptes, intendances, missions } from "#worker/db/schema/missions.ts";
import { appartements, clients, dossiers } from "#worker/db/schema/schema.ts";
import { says } from "#worker/http/api/described.ts";
import { EVERY_ROW } from "#worker/http/api/list-query.ts";
import type { App } from "#worker/http/types.ts";
import { lireConstat } from "#worker/operations/copies/constats.ts";
import { compterSansCompte } from "#worker/operations/gerance/cloture/comptes-rendus.ts";
import {
  compterLoyersArretes,
  compterSansAutomatisme,
  manquesParMois,
} from "#worker/operations/quittances/dossiers-dus.ts";
import {
  aQuittancerLu,
  compterDossiersAQuittancer,
  compterQuittances,
  montant,
} from "#worker/operations/quittances/quittances-comptees.ts";

const { selected } = condition;

const countOf = (meets: ReturnType<typeof sql>) =>
  selected<number>(sql`coalesce(sum(${meets}), 0)`).mapWith(Number);

const countAppartements = (db: Db, today: Jour) => {
  const appartement = db
    .select({
      wip: appartements.wip,
      enGestion: selected(condition.appartementEnGestion(today)).as("enGestion"),
      loue: selected(condition.appartementLoue(today)).as("loue"),
    })
    .from(appartements)
    .limit(EVERY_ROW)
    .as("un");
  const statut = condition.statutSelon(sql`${appartement.loue}`, sql`${appartement.wip}`);
  return db
    .select({
      total: count(),
      enGestion: countOf(sql`${appartement.enGestion}`),
      louee: countOf(sql`${appartement.loue}`),
      vacant: countOf(sql`${statut} = 'Vacant'`),
      enTravaux: countOf(sql`${statut} = 'En Travaux'`),
    })
    .from(appartement);
};

const countMissions = (db: Db) =>
  db
    .select({
      nombre: count(),
      total: montant(sql`${missions.nbAppart} * ${missions.valeurMissionAppt}`),
      resteAPayer: selected<number>(
        sql`coalesce(sum(${missions.nbAppart} * ${missions.valeurMissionAppt}), 0)
          - (SELECT coalesce(sum(coalesce(${accomptes.montant}, ${accomptes.prix})), 0)
            FROM ${accomptes} WHERE ${accomptes.MissionId} IS NOT NULL AND ${accomptes.regle})`,
      ).mapWith(missions.valeurMissionAppt),
    })
    .from(missions);

const countIntendances = (db: Db, today: Jour) =>
  db
    .select({
      enCours: countOf(condition.intendanceEnCours(today)),
      aRenouveler: countOf(toRenew(today, false)),
      terminees: countOf(toRenew(today, true)),
    })
    .from(intendances);

/**
 * The caretaking missions to renew: with `ended`, the missions already over; else, the missions that end within a
 * month, today included.
 */
const toRenew = (today: Jour, ended: boolean) =>
  sql`(${condition.renouvellementAttendu(today)} AND (${intendances.dateFin} < ${today}) = ${ended})`;

const intendancesToRenew = (db: Db, today: Jour, ended: boolean) =>
  db
    .select({
      id: intendances.id,
      AppartementId: intendances.AppartementId,
      adresse: appartements.adresse,
      etage: appartements.etage,
      ville: appartements.ville,
      dateDepart: intendances.dateDepart,
      dateFin: sql<Jour>`${intendances.dateFin}`,
      prix: intendances.prix,
      tva: intendances.tva,
      regle: intendances.regle,
    })
    .from(intendances)
    .innerJoin(appartements, eq(appartements.id, intendances.AppartementId))
    .where(toRenew(today, ended))
    .orderBy(asc(intendances.dateFin), asc(intendances.id))
    .limit(LIGNES_AU_PLUS);

type End = Awaited<ReturnType<typeof intendancesToRenew>>[number];

const endOf = ({ adresse, etage, ...intendance }: End) => ({
  ...intendance,
  appartement: nomAppartement({ adresse, etage }),
});

const freeAppartements = (db: Db, today: Jour) => {
  const enPreavis = condition.dossierEnPreavis(today);
  const dernierJourDe = (jour: ReturnType<typeof sql>, meets: ReturnType<typeof sql>) =>
    sql`(SELECT max(${jour}) FROM ${dossiers}
      WHERE ${dossiers.AppartementId} = ${appartements.id} AND ${meets})`;
  const libreLe = sql`coalesce(
    ${dernierJourDe(sql`${dossiers.dateFinPreavis}`, enPreavis)},
    ${dernierJourDe(sql`coalesce(${dossiers.dateSortie}, ${dossiers.dateFinBail})`, sql`1`)})`;
  return db
    .select({
      id: appartements.id,
      adresse: appartements.adresse,
      etage: appartements.etage,
      codePostal: appartements.codePostal,
      ville: appartements.ville,
      surface: appartements.surface,
      nbPiece: appartements.nbPiece,
      loyerHC: appartements.loyerHC,
      charge: appartements.charge,
      preavis: selected<number>(condition.appartementEnPreavis(today)),
      libreLe: selected<Jour | null>(libreLe),
      enTout: sql<number>`count(*) OVER ()`,
    })
    .from(appartements)
    .where(condition.appartementARelouer(today))
    .orderBy(libreLe, asc(appartements.id))
    .limit(LIGNES_AU_PLUS);
};

const IDENTITE = ["agenceNom", "agenceAdresse", "agenceVille"] as const satisfies CleAgence[];

/** The first steps of a new agency: whether its identity and its logo are set, and the numbers of its records. */
const countFirstSteps = (db: Db) =>
  db.all<Record<keyof Demarrage, number>>(sql`SELECT
    (SELECT count(*) FROM ${variables} WHERE trim(coalesce(${variables.valeur}, '')) <> ''
      AND ${inArray(variables.nom, [...IDENTITE])}) = ${IDENTITE.length} AS identite,
    EXISTS (SELECT 1 FROM ${variables} WHERE ${variables.nom} = 'logo' AND ${variables.StoredFileId} IS NOT NULL) AS logo,
    (SELECT count(*) FROM ${clients}) AS proprietaires,
    (SELECT count(*) FROM ${appartements}) AS appartements,
    (SELECT count(*) FROM ${dossiers}) AS dossiers`);

/** The figures of the home screen; each call reads its figures in one round trip. */
export const dashboardResource = new Hono<App>()
  .get(
    "/dashboard/demarrage",
    says("Où en est une agence qui commence.", { need: "administrer" }),
    async (c) => {
      const { etapes } = await c.var.session.read("administrer", {
        etapes: countFirstSteps(c.var.db),
      });
      const [progres] = etapes;
      if (!progres) throw new Error("An aggregate without a row");
      const { identite, logo, ...nombres } = progres;
      const data: Demarrage = { ...nombres, identite: Boolean(identite), logo: Boolean(logo) };
      return c.json({ data });
    },
  )
  .get(
    "/dashboard",
    says("Ce que montre le tableau de bord.", { need: "administrer" }),
    async (c) => {
      const { db, session, today } = c.var;
      const mois = moisDe(today);
      const comptes = lireConstat({ env: c.env }, "comptes").catch(() => null);
      const {
        logements: [logements],
        mandats: [mandats],
        missionsIntendance: [missionsIntendance],
        fins,
        passees,
        libres,
        comptees,
        manques,
        sansAutomatisme: [sansAutomatisme],
        loyersArretes: [loyersArretes],
        sansCompte: [sansCompte],
        ...lectures
      } = await session.read("administrer", {
        logements: countAppartements(db, today),
        mandats: countMissions(db),
        missionsIntendance: countIntendances(db, today),
        fins: intendancesToRenew(db, today, false),
        passees: intendancesToRenew(db, today, true),
        libres: freeAppartements(db, today),
        comptees: compterQuittances(db, moisMontres(today)[0] ?? mois, mois),
        ...compterDossiersAQuittancer(db, mois),
        manques: manquesParMois(db, moisMontres(today), today),
        sansAutomatisme: compterSansAutomatisme(db, today),
        loyersArretes: compterLoyersArretes(db, today),
        sansCompte: compterSansCompte(db, ajouterMois(mois, -1)),
      });
      if (!logements || !mandats || !missionsIntendance) {
        throw new Error("An aggregate without a row");
      }
      const data: TableauDeBord = {
        jour: today,
        mois,
        appartements: logements,
        missions: mandats,
        intendances: {
          enCours: missionsIntendance.enCours,
          aRenouveler: {
            total: missionsIntendance.aRenouveler,
            lignes: fins.map(endOf),
          },
          terminees: { total: missionsIntendance.terminees, lignes: passees.map(endOf) },
        },
        disponibles: {
          total: libres[0]?.enTout ?? 0,
          lignes: libres.map(
            ({ adresse, etage, loyerHC, charge, preavis, enTout, ...logement }) => ({
              ...logement,
              appartement: nomAppartement({ adresse, etage }),
              loyerTCC: loyerTTC(loyerHC, charge),
              statut: preavis ? "En préavis" : "Vacant",
            }),
          ),
        },
        manques,
        sansAutomatisme: sansAutomatisme?.nombre ?? 0,
        loyersArretes: loyersArretes?.nombre ?? 0,
        aCloturer: { mois: ajouterMois(mois, -1), mandats: sansCompte?.nombre ?? 0 },
        controlesRouges: (await comptes)?.manques ?? [],
        ...quittancesEtLoyers(comptees, aQuittancerLu(lectures, mois), today),
      };
      return c.json({ data });
    },
  );
