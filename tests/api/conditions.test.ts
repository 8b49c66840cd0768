import { env } from "cloudflare:workers";
import { eq, type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  aRelouer,
  contactDAbord,
  enGestion,
  statutAppartement,
  statutPreavis,
} from "#domain/appartement.ts";
import type { EtatCourriel } from "#domain/courriel.ts";
import { ajouterJours, dernierJour, type Jour, moisDe } from "#domain/dates.ts";
import { dossierClos, dossierEnPreavis, dossierOccupant } from "#domain/dossier.ts";
import { intendanceARenouveler, intendanceEnCours } from "#domain/intendance.ts";
import { estEfface, MAIL_EFFACE } from "#domain/locataire.ts";
import { etatQuittance, joursDeRetard, occupation, quittanceDue } from "#domain/quittance.ts";
import { retenuesQuittance } from "#domain/quittance-fiche.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import {
  appartements,
  clients,
  courriels,
  dossiers,
  intendances,
  locataires,
  proprietes,
  quitances,
} from "#worker/db/schema.ts";
import { creerBaux } from "../support/baux.ts";

const MILIEU: Jour = "2026-11-15";
const DOSSIERS = 150;
const SEED = 20261122;

const jour = fc.integer({ min: -45, max: 45 }).map((jours) => ajouterJours(MILIEU, jours));
const finDeMois = jour.map((un) => dernierJour(moisDe(un)));
const jourOuNon = fc.option(jour);
const tirer = <T>(arbitraire: fc.Arbitrary<T>, nombre: number) =>
  fc.sample(arbitraire, { numRuns: nombre, seed: SEED });

let db: Db;
beforeAll(async () => {
  db = openDb(env);
  await semer();
});

/** Rows of every kind, on days around one, that no screen would let be so odd. */
async function semer(): Promise<void> {
  const ids = await creerBaux(env, DOSSIERS);
  const logements = (await db.select({ id: appartements.id }).from(appartements)).map(
    ({ id }) => id,
  );
  const logement = fc.constantFrom(...logements.slice(0, DOSSIERS / 2));
  const [modele] = await db.select().from(clients);
  if (!modele) throw new Error("An owner is expected");
  const { id: _, ...proprietaire } = modele;
  const proprietaires = await db
    .insert(clients)
    .values(Array.from({ length: 5 }, () => proprietaire))
    .returning({ id: clients.id });
  const client = fc.constantFrom(...proprietaires.map(({ id }) => id));
  const dates = tirer(
    fc.record({
      AppartementId: logement,
      dateDebutBail: jour,
      dateFinBail: jourOuNon,
      dateDebutPreavis: jourOuNon,
      dateFinPreavis: jourOuNon,
      dateSortie: jourOuNon,
      jourQuitance: fc.integer({ min: 1, max: 31 }),
    }),
    DOSSIERS,
  );
  const choix = tirer(
    fc.record({ wip: fc.boolean(), quitanceAuto: fc.boolean(), defaultContact: fc.option(client) }),
    DOSSIERS,
  );
  for (const [rang, id] of ids.entries()) {
    await db
      .update(dossiers)
      .set(dates[rang] ?? {})
      .where(eq(dossiers.id, id));
    await db
      .update(appartements)
      .set(choix[rang] ?? {})
      .where(eq(appartements.id, logements[rang] ?? 0));
  }
  await db
    .update(locataires)
    .set({ quitanceAuto: sql`id % 4 > 0`, mail: sql`iif(id % 5 = 0, ${MAIL_EFFACE}, mail)` });
  await db
    .insert(proprietes)
    .values(tirer(fc.record({ AppartementId: logement, ClientId: client }), 120))
    .onConflictDoNothing();
  await db.insert(intendances).values(
    tirer(
      fc.record({
        AppartementId: logement,
        nature: fc.constantFrom("mission", "depense"),
        dateDepart: jourOuNon,
        dateFin: jourOuNon,
        renouvele: fc.boolean(),
        regle: fc.boolean(),
        tva: fc.constant(20),
      }),
      150,
    ),
  );
  const tous = await db.select().from(dossiers);
  const recues = await db
    .insert(quitances)
    .values(
      tirer(
        fc.record({
          dossier: fc.constantFrom(...tous),
          date: jour,
          echeance: jour,
          regle: fc.boolean(),
          statusInconu: fc.boolean(),
          automatique: fc.boolean(),
          annee: fc.integer({ min: 2001, max: 2060 }),
        }),
        120,
      ).map(({ dossier, annee, ...quittance }, rang) => ({
        ...quittance,
        numero: `${annee}-${String(rang + 1).padStart(6, "0")}`,
        DossierId: dossier.id,
        AppartementId: dossier.AppartementId,
        LocataireId: dossier.LocataireId,
        dateFin: dernierJour(moisDe(quittance.date)),
        emission: quittance.date,
        loyerHC: 850,
        charge: 100,
        uuid: String(rang),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: quitances.id });
  const etat = fc.constantFrom<EtatCourriel[]>(
    "a_envoyer",
    "en_cours",
    "envoye",
    "incertain",
    "refuse",
    "annule",
  );
  await db.insert(courriels).values(
    tirer(fc.record({ etat, genre: fc.constantFrom("avis", "quittance") }), recues.length).map(
      (courriel, rang) => ({
        ...courriel,
        QuitanceId: recues[rang]?.id ?? 0,
        destinataires: [],
      }),
    ),
  );
}

/** The rule and its condition choose the same rows, whatever the day. */
const tousLesJours = (verifier: (today: Jour) => Promise<void>) =>
  fc.assert(fc.asyncProperty(fc.oneof(jour, finDeMois), verifier), { numRuns: 30, seed: SEED });

const retenus = <T extends { id: number }>(lignes: readonly T[], regle: (ligne: T) => boolean) =>
  lignes.filter(regle).map(({ id }) => id);

type Table = typeof dossiers | typeof appartements | typeof intendances | typeof quitances;

const choisis = async (table: Table, where: SQL) =>
  (await db.select({ id: table.id }).from(table).where(where).orderBy(table.id)).map(
    ({ id }) => id,
  );

describe("Ce que la base choisit est ce que la règle choisit", () => {
  test("pour un dossier : clos, en cours, occupant, en préavis, quittancé ce mois", async () => {
    const lignes = await db.select().from(dossiers).orderBy(dossiers.id);
    await tousLesJours(async (today) => {
      const mois = moisDe(today);
      for (const [where, regle] of [
        [condition.dossierClos(today), (un) => dossierClos(un, today)],
        [condition.dossierEnCours(today), (un) => !dossierClos(un, today)],
        [condition.dossierOccupant(today), (un) => dossierOccupant(un, today)],
        [condition.dossierEnPreavis(today), (un) => dossierEnPreavis(un, today)],
        [condition.dossierCourt(mois), (un) => occupation(un, mois) !== null],
      ] satisfies [SQL, (dossier: (typeof lignes)[number]) => boolean][]) {
        expect(await choisis(dossiers, where)).toEqual(retenus(lignes, regle));
      }
    });
  });

  test("pour la quittance automatique à faire", async () => {
    const lignes = await db.query.dossiers.findMany({
      with: { appartement: true, locataire: true },
      orderBy: dossiers.id,
    });
    const faites = await db.select().from(quitances).where(eq(quitances.automatique, true));
    await tousLesJours(async (jusquAu) => {
      const mois = moisDe(jusquAu);
      const dus = await db
        .select({ id: dossiers.id })
        .from(dossiers)
        .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
        .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
        .where(condition.quittanceDue(mois, jusquAu))
        .orderBy(dossiers.id);
      expect(dus.map(({ id }) => id)).toEqual(
        retenus(lignes, (dossier) => {
          const dejaFaite = faites.some((une) => une.DossierId === dossier.id && une.mois === mois);
          return quittanceDue(dossier, { mois, jusquAu, dejaFaite });
        }),
      );
    });
  });

  test("pour un appartement : statut, préavis, à relouer, en gestion", async () => {
    const lignes = await db.query.appartements.findMany({
      with: { dossiers: true, intendances: true },
      orderBy: appartements.id,
    });
    await tousLesJours(async (today) => {
      const statuts = await db
        .select({ statut: condition.selected<string>(condition.statutAppartement(today)) })
        .from(appartements)
        .orderBy(appartements.id);
      expect(statuts.map(({ statut }) => statut)).toEqual(
        lignes.map((un) => statutAppartement(un, today)),
      );
      for (const [where, regle] of [
        [
          condition.appartementEnPreavis(today),
          (un) => statutPreavis(un.dossiers, today) === "En préavis",
        ],
        [condition.appartementARelouer(today), (un) => aRelouer(un, today)],
        [condition.appartementEnGestion(today), (un) => enGestion(un.intendances, today)],
      ] satisfies [SQL, (appartement: (typeof lignes)[number]) => boolean][]) {
        expect(await choisis(appartements, where)).toEqual(retenus(lignes, regle));
      }
    });
  });

  test("pour l’ordre des propriétaires, le contact d’abord", async () => {
    const lignes = await db.query.appartements.findMany({
      with: { proprietes: true },
      orderBy: appartements.id,
    });
    for (const { id, defaultContact, proprietes: liens } of lignes) {
      const ordre = await db
        .select({ id: proprietes.ClientId })
        .from(proprietes)
        .innerJoin(appartements, eq(appartements.id, proprietes.AppartementId))
        .where(eq(appartements.id, id))
        .orderBy(condition.contactDAbord(proprietes.ClientId));
      expect(ordre).toEqual(
        contactDAbord(
          liens.map(({ ClientId }) => ({ id: ClientId })),
          defaultContact,
        ),
      );
    }
  });

  test("pour une intendance : en cours, à renouveler", async () => {
    const lignes = await db.select().from(intendances).orderBy(intendances.id);
    await tousLesJours(async (today) => {
      for (const [where, regle] of [
        [condition.intendanceEnCours(today), (une) => intendanceEnCours(une, today)],
        [condition.intendanceARenouveler(today), (une) => intendanceARenouveler(une, today)],
      ] satisfies [SQL, (intendance: (typeof lignes)[number]) => boolean][]) {
        expect(await choisis(intendances, where)).toEqual(retenus(lignes, regle));
      }
    });
  });

  test("pour une quittance : son état, son retard, sa suppression", async () => {
    const lignes = await db.query.quitances.findMany({
      with: { courriels: true },
      orderBy: quitances.id,
    });
    const derniere = ({ numero }: { numero: string }) =>
      !lignes.some((une) => une.numero.slice(0, 4) === numero.slice(0, 4) && une.numero > numero);
    const supprimables = retenus(
      lignes,
      (une) => retenuesQuittance({ ...une, derniere: derniere(une) }).length === 0,
    );
    expect(await choisis(quitances, condition.quittanceDerniere)).toEqual(
      retenus(lignes, derniere),
    );
    expect(await choisis(quitances, condition.quittanceSupprimable)).toEqual(supprimables);
    for (const etat of ["payee", "impayee", "inconnue"] as const) {
      expect(await choisis(quitances, condition.quittanceEst[etat])).toEqual(
        retenus(lignes, (une) => etatQuittance(une) === etat),
      );
    }
    await tousLesJours(async (today) => {
      expect(await choisis(quitances, condition.quittanceEnRetard(today))).toEqual(
        retenus(lignes, (une) => joursDeRetard(une, today) > 0),
      );
    });
  });

  test("pour un locataire effacé", async () => {
    const lignes = await db.select().from(locataires).orderBy(locataires.id);
    const effaces = await db
      .select({ id: locataires.id })
      .from(locataires)
      .where(condition.donneesEffacees)
      .orderBy(locataires.id);
    expect(effaces.map(({ id }) => id)).toEqual(retenus(lignes, estEfface));
  });
});
