import { asc, between, count, eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import { nomAppartement } from "#domain/adresse.ts";
import {
  dernierJour,
  type Jour,
  joursDuMois,
  type Mois,
  moisDe,
  premierJour,
} from "#domain/dates.ts";
import { loyerTTC } from "#domain/montants.ts";
import {
  LIGNES_AU_PLUS,
  moisMontres,
  quittancesEtLoyers,
  type TableauDeBord,
} from "#domain/tableau-de-bord.ts";
import type { Db } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import {
  accomptes,
  appartements,
  dossiers,
  intendances,
  missions,
  quitances,
} from "#worker/db/schema.ts";
import { says } from "#worker/http/described.ts";
import type { App } from "#worker/http/types.ts";

const { selected } = condition;

/** How many rows meet the condition. */
const countOf = (meets: ReturnType<typeof sql>) =>
  selected<number>(sql`coalesce(sum(${meets}), 0)`).mapWith(Number);

/** A sum of cents, read as euros. */
const montant = (cents: ReturnType<typeof sql>) =>
  selected<number>(sql`coalesce(sum(${cents}), 0)`).mapWith(quitances.loyerHC);

const countAppartements = (db: Db, today: Jour) =>
  db
    .select({
      total: count(),
      enGestion: countOf(condition.appartementEnGestion(today)),
      louee: countOf(condition.appartementEst("Occupé", today)),
      vacant: countOf(condition.appartementEst("Vacant", today)),
      enTravaux: countOf(condition.appartementEst("En Travaux", today)),
      disponibles: countOf(condition.appartementARelouer(today)),
    })
    .from(appartements);

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
      aRenouveler: countOf(condition.intendanceARenouveler(today)),
    })
    .from(intendances);

const intendancesToRenew = (db: Db, today: Jour) =>
  db
    .select({
      id: intendances.id,
      AppartementId: intendances.AppartementId,
      adresse: appartements.adresse,
      etage: appartements.etage,
      ville: appartements.ville,
      dateDepart: sql<Jour>`${intendances.dateDepart}`,
      dateFin: sql<Jour>`${intendances.dateFin}`,
      prix: intendances.prix,
      regle: intendances.regle,
    })
    .from(intendances)
    .innerJoin(appartements, eq(appartements.id, intendances.AppartementId))
    .where(condition.intendanceARenouveler(today))
    .orderBy(asc(intendances.dateFin), asc(intendances.id))
    .limit(LIGNES_AU_PLUS);

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
    })
    .from(appartements)
    .where(condition.appartementARelouer(today))
    .orderBy(libreLe, asc(appartements.id))
    .limit(LIGNES_AU_PLUS);
};

const TOTAL = sql`(${quitances.loyerHC} + ${quitances.charge})`;

const countQuittances = (db: Db, [premier, dernier]: [Mois, Mois]) =>
  db
    .select({
      mois: quitances.mois,
      regle: quitances.regle,
      statusInconu: quitances.statusInconu,
      nombre: count(),
      montant: montant(TOTAL),
      recu: montant(
        sql`CASE WHEN ${quitances.regle} THEN ${TOTAL} ELSE coalesce(${quitances.montantPaye}, 0) END`,
      ),
    })
    .from(quitances)
    .where(between(quitances.mois, premier, dernier))
    .groupBy(quitances.mois, quitances.regle, quitances.statusInconu);

/** The dossiers without the automatic receipt of a month, and what it would ask: `montantsDuMois()` in SQL. */
const dossiersToBill = (db: Db, mois: Mois) => {
  const [debut, fin] = [premierJour(mois), dernierJour(mois)];
  // A bound number is REAL, which would not divide as cents do.
  const jours = sql`CAST(${joursDuMois(mois)} AS INTEGER)`;
  const occupes = sql`CAST(julianday(min(${condition.finDuLoyer}, ${fin}))
    - julianday(max(${dossiers.dateDebutBail}, ${debut})) + 1 AS INTEGER)`;
  const prorata = (cents: ReturnType<typeof sql>) =>
    sql`((2 * ${cents} * ${occupes} + ${jours}) / (2 * ${jours}))`;
  return db
    .select({
      nombre: count(),
      montant: montant(
        sql`${prorata(sql`${dossiers.loyerHC}`)} + ${prorata(sql`${dossiers.loyerCharge}`)}`,
      ),
    })
    .from(dossiers)
    .where(sql`${condition.dossierCourt(mois)} AND ${condition.dossierSansQuittance(mois)}`);
};

/** What the agency looks at first, in one round trip. */
export const dashboardResource = new Hono<App>().get(
  "/dashboard",
  says("Ce que montre le tableau de bord.", { need: "administrer" }),
  async (c) => {
    const { db, session, today } = c.var;
    const mois = moisDe(today);
    const {
      logements: [logements],
      mandats: [mandats],
      missionsIntendance: [missionsIntendance],
      fins,
      libres,
      comptees,
      aQuittancer: [aQuittancer],
    } = await session.read("administrer", {
      logements: countAppartements(db, today),
      mandats: countMissions(db),
      missionsIntendance: countIntendances(db, today),
      fins: intendancesToRenew(db, today),
      libres: freeAppartements(db, today),
      comptees: countQuittances(db, [moisMontres(today)[0] ?? mois, mois]),
      aQuittancer: dossiersToBill(db, mois),
    });
    if (!logements || !mandats || !missionsIntendance || !aQuittancer) {
      throw new Error("An aggregate without a row");
    }
    const { disponibles, ...comptes } = logements;
    const data: TableauDeBord = {
      jour: today,
      mois,
      appartements: comptes,
      missions: mandats,
      intendances: {
        enCours: missionsIntendance.enCours,
        aRenouveler: {
          total: missionsIntendance.aRenouveler,
          lignes: fins.map(({ adresse, etage, ...intendance }) => ({
            ...intendance,
            appartement: nomAppartement({ adresse, etage }),
          })),
        },
      },
      disponibles: {
        total: disponibles,
        lignes: libres.map(({ adresse, etage, loyerHC, charge, preavis, ...logement }) => ({
          ...logement,
          appartement: nomAppartement({ adresse, etage }),
          loyerTCC: loyerTTC(loyerHC, charge),
          statut: preavis ? "En préavis" : "Vacant",
        })),
      },
      ...quittancesEtLoyers(comptees, aQuittancer, today),
    };
    return c.json({ data });
  },
);
