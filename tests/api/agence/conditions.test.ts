import { env } from "cloudflare:workers";
import { eq, isNull, type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  aRelouer,
  enGestion,
  estLoue,
  statutAppartement,
  statutPreavis,
} from "#domain/biens/appartement.ts";
import {
  bailAnnule,
  bailEnCours,
  dossierClos,
  dossierEnPreavis,
  dossierOccupant,
} from "#domain/biens/etat-dossier.ts";
import { bauxEnCours, dateRelocation, loyerArrete } from "#domain/biens/logement.ts";
import { ajouterJours, ajouterMois, dernierJour, type Jour, moisDe } from "#domain/dates.ts";
import { intendanceEnCours, renouvellementAttendu } from "#domain/missions/etat-intendance.ts";
import { soldeMission, valeurTotalMission } from "#domain/missions/mission.ts";
import { enCentimes } from "#domain/montants.ts";
import { etatLocataire } from "#domain/personnes/etat-locataire.ts";
import { estEfface, MAIL_EFFACE } from "#domain/personnes/personne.ts";
import { contactDAbord } from "#domain/personnes/propriete.ts";
import { courrielPerdu, type EtatCourriel } from "#domain/quittances/courriel.ts";
import { occupation } from "#domain/quittances/jours-de-loyer.ts";
import { lienOuvert } from "#domain/quittances/lien-public.ts";
import { moisQuittance, sortAutomatique } from "#domain/quittances/mois-factures.ts";
import {
  ETATS_QUITTANCE,
  type EtatQuittance,
  estAcquittee,
  etatQuittance,
  joursDeRetard,
} from "#domain/quittances/quittance.ts";
import { retenuesQuittance } from "#domain/quittances/quittance-fiche.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import * as conditionDeQuittance from "#worker/db/conditions-quittances.ts";
import { accomptes, intendances, missions } from "#worker/db/schema/missions.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import {
  appartements,
  clients,
  dossiers,
  locataires,
  proprietes,
} from "#worker/db/schema/schema.ts";
import { manquesParMois } from "#worker/operations/quittances/dossiers-dus.ts";
import { creerBaux } from "../../support/agence/baux.ts";

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

/** Writes rows of every kind, on days close to each other, even some that no screen would allow. */
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
      colocation: fc.boolean(),
      createdAt: jour.map((un) => `${un}T09:30:00.000Z`),
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
          RevisionId: fc.option(fc.constant(1), { freq: 4 }),
          source: fc.constantFrom(null, "agence", "locataire"),
          reponduLe: fc.option(fc.constant("2026-11-20T10:00:00.000Z"), { freq: 4 }),
          createdAt: fc
            .integer({ min: -120, max: 0 })
            .map((jours) => `${ajouterJours(MILIEU, jours)}T12:00:00.000Z`),
          servieLe: fc.option(fc.constant("2026-11-22T10:00:00.000Z"), { freq: 1 }),
          annuleeLe: fc.option(fc.constant("2026-11-22T10:00:00.000Z"), { freq: 4 }),
          duree: fc.nat(70),
          annee: fc.integer({ min: 2001, max: 2060 }),
        }),
        120,
      ).map(({ dossier, annee, duree, ...quittance }, rang) => ({
        ...quittance,
        numero: `${annee}-${String(rang + 1).padStart(6, "0")}`,
        DossierId: dossier.id,
        AppartementId: dossier.AppartementId,
        LocataireId: dossier.LocataireId,
        dateFin: ajouterJours(quittance.date, duree),
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
    "retenu",
  );
  await db.insert(courriels).values(
    tirer(fc.record({ etat, genre: fc.constantFrom("avis", "quittance") }), recues.length).map(
      (courriel, rang) => ({
        ...courriel,
        QuitanceId: recues[rang]?.id ?? 0,
        destinataires: [],
        partLe: rang % 3 === 0 ? new Date(Date.now() + rang * 60_000).toISOString() : null,
      }),
    ),
  );
}

const tousLesJours = (verifier: (today: Jour) => Promise<void>) =>
  fc.assert(fc.asyncProperty(fc.oneof(jour, finDeMois), verifier), { numRuns: 30, seed: SEED });

const deuxJours = (verifier: (un: Jour, autre: Jour) => Promise<void>) =>
  fc.assert(fc.asyncProperty(fc.oneof(jour, finDeMois), jour, verifier), {
    numRuns: 40,
    seed: SEED,
  });

/** Each dossier with the first day of the lease that replaces it in its apartment. */
const avecRelocation = <T extends typeof dossiers.$inferSelect>(lignes: readonly T[]) =>
  lignes.map((ligne) => ({
    ...ligne,
    dateRelocation: dateRelocation(ligne, duLogement(ligne, lignes)),
  }));

const duLogement = <T extends typeof dossiers.$inferSelect>(un: T, lignes: readonly T[]) =>
  lignes.filter(({ AppartementId }) => AppartementId === un.AppartementId);

const retenus = <T extends { id: number }>(lignes: readonly T[], regle: (ligne: T) => boolean) =>
  lignes.filter(regle).map(({ id }) => id);

type Table = typeof dossiers | typeof appartements | typeof intendances | typeof quitances;

const choisis = async (table: Table, where: SQL) =>
  (await db.select({ id: table.id }).from(table).where(where).orderBy(table.id)).map(
    ({ id }) => id,
  );

describe("Ce que la base choisit est ce que la règle choisit", () => {
  test("pour un dossier : clos, en cours, occupant, en préavis, quittancé ce mois", async () => {
    const lignes = avecRelocation(await db.select().from(dossiers).orderBy(dossiers.id));
    const vives = await db.select().from(quitances).where(isNull(quitances.annuleeLe));
    await tousLesJours(async (today) => {
      const mois = moisDe(today);
      for (const [where, regle] of [
        [condition.dossierClos(today), (un) => dossierClos(un, today)],
        [condition.dossierEnCours(today), (un) => !dossierClos(un, today)],
        [condition.dossierOccupant(today), (un) => dossierOccupant(un, today)],
        [condition.dossierEnPreavis(today), (un) => dossierEnPreavis(un, today)],
        [condition.bailEnCours(today), (un) => bailEnCours(un, today)],
        [
          condition.loyerArrete(today),
          (un) => loyerArrete(un, duLogement(un, lignes), today) !== null,
        ],
        [condition.dossierCourt(mois), (un) => occupation(un, mois) !== null],
        [
          sql`${condition.dossierCourt(mois)} AND ${conditionDeQuittance.dossierSansQuittance(mois)}`,
          (un) => {
            const periode = occupation(un, mois);
            return (
              periode !== null &&
              !moisQuittance(
                periode,
                vives.filter(({ DossierId }) => DossierId === un.id),
              )
            );
          },
        ],
      ] satisfies [SQL, (dossier: (typeof lignes)[number]) => boolean][]) {
        expect(await choisis(dossiers, where)).toEqual(retenus(lignes, regle));
      }
    });
  });

  test("pour la relocation d’un logement", async () => {
    const lignes = await db.select().from(dossiers).orderBy(dossiers.id);
    const relocations = await db
      .select({ jour: condition.selected<Jour | null>(condition.dateRelocation) })
      .from(dossiers)
      .orderBy(dossiers.id);
    const attendues = avecRelocation(lignes).map((un) => un.dateRelocation);
    expect(relocations.map(({ jour }) => jour)).toEqual(attendues);
    expect(attendues.filter(Boolean).length).toBeGreaterThan(5);
    expect(lignes.filter(bailAnnule).length).toBeGreaterThan(5);
  });

  test("pour la quittance automatique à faire, et celle à vérifier", async () => {
    const lignes = avecRelocation(
      await db.query.dossiers.findMany({
        with: { appartement: true, locataire: true },
        orderBy: dossiers.id,
      }),
    );
    const faites = await db.select().from(quitances);
    const vus = { due: 0, aVerifier: 0 };
    await deuxJours(async (today, un) => {
      const mois = moisDe(un);
      const sortDe = (dossier: (typeof lignes)[number]) => {
        const siennes = faites.filter(({ DossierId }) => DossierId === dossier.id);
        const vives = siennes.filter(({ annuleeLe }) => annuleeLe === null);
        const annulee = siennes.some(
          (une) => une.annuleeLe !== null && une.automatique && une.mois === mois,
        );
        const creeLe = dossier.createdAt.slice(0, 10);
        return sortAutomatique({ ...dossier, creeLe }, { mois, today, vives, annulee });
      };
      for (const [sort, where] of [
        ["due", conditionDeQuittance.quittanceDue(mois, today)],
        ["aVerifier", conditionDeQuittance.quittanceAVerifier(mois, today)],
      ] as const) {
        const choisies = await db
          .select({ id: dossiers.id })
          .from(dossiers)
          .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
          .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
          .where(where)
          .orderBy(dossiers.id);
        expect(choisies.map(({ id }) => id)).toEqual(
          retenus(lignes, (dossier) => sortDe(dossier) === sort),
        );
        vus[sort] += choisies.length;
      }
    });
    expect(Math.min(vus.due, vus.aVerifier)).toBeGreaterThan(20);
  });

  test("pour les mois où des quittances manquent, sans que rien n’en cache une", async () => {
    const vus = { complets: 0, manques: 0 };
    await deuxJours(async (today, un) => {
      const mois = [-2, -1, 0].map((rang) => ajouterMois(moisDe(un), rang));
      const nombreDe = async (where: SQL) =>
        (
          await db
            .select({ id: dossiers.id })
            .from(dossiers)
            .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
            .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
            .where(where)
        ).length;
      const attendus = await Promise.all(
        mois.map(async (celui) => ({
          mois: celui,
          nombre: await nombreDe(conditionDeQuittance.quittanceDue(celui, today)),
          aVerifier: await nombreDe(conditionDeQuittance.quittanceAVerifier(celui, today)),
        })),
      );
      const manques = await manquesParMois(db, mois, today);
      expect(manques).toEqual(attendus.filter(({ nombre, aVerifier }) => nombre + aVerifier > 0));
      vus.manques += manques.length;
      vus.complets += (
        await choisis(dossiers, sql`NOT (${conditionDeQuittance.dossierIncomplet(mois)})`)
      ).length;
    });
    expect(Math.min(vus.manques, vus.complets)).toBeGreaterThan(20);
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
        lignes.map((ligne) => statutAppartement(ligne, today)),
      );
      const nombres = await db
        .select({ baux: condition.selected<number>(condition.bauxEnCours(today)) })
        .from(appartements)
        .orderBy(appartements.id);
      expect(nombres.map(({ baux }) => baux)).toEqual(
        lignes.map((ligne) => bauxEnCours(ligne.dossiers, today)),
      );
      for (const [where, regle] of [
        [
          condition.appartementEnPreavis(today),
          (un) => statutPreavis(un.dossiers, today) === "En préavis",
        ],
        [condition.appartementLoue(today), (un) => estLoue(un.dossiers, today)],
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
        [condition.renouvellementAttendu(today), (une) => renouvellementAttendu(une, today)],
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
      !lignes.some(
        (ligne) => ligne.numero.slice(0, 4) === numero.slice(0, 4) && ligne.numero > numero,
      );
    const supprimables = retenus(
      lignes,
      (une) => retenuesQuittance({ ...une, derniere: derniere(une) }).length === 0,
    );
    expect(await choisis(quitances, conditionDeQuittance.quittanceDerniere)).toEqual(
      retenus(lignes, derniere),
    );
    expect(await choisis(quitances, conditionDeQuittance.quittanceSupprimable)).toEqual(
      supprimables,
    );
    expect(await choisis(quitances, conditionDeQuittance.quittanceAcquittee)).toEqual(
      retenus(lignes, estAcquittee),
    );
    for (const etat of Object.keys(ETATS_QUITTANCE) as EtatQuittance[]) {
      expect(await choisis(quitances, conditionDeQuittance.quittanceEst[etat])).toEqual(
        retenus(lignes, (une) => etatQuittance(une) === etat),
      );
    }
    const effaces = new Set(
      retenus(await db.select().from(locataires).orderBy(locataires.id), estEfface),
    );
    await tousLesJours(async (today) => {
      const now = new Date(`${today}T12:00:00.000Z`);
      expect(await choisis(quitances, conditionDeQuittance.lienOuvert(now))).toEqual(
        retenus(lignes, (une) => lienOuvert(une, { efface: effaces.has(une.LocataireId), now })),
      );
      expect(await choisis(quitances, conditionDeQuittance.quittanceEnRetard(today))).toEqual(
        retenus(lignes, (une) => joursDeRetard(une, today) > 0),
      );
    });
  });

  test("pour un locataire : actuel, sans dossier, ancien", async () => {
    const [modele] = await db.select().from(locataires);
    if (!modele) throw new Error("A tenant is expected");
    const { id: _, ...nouveau } = modele;
    await db.insert(locataires).values(nouveau);
    const lignes = await db.query.locataires.findMany({
      with: { dossiers: true },
      orderBy: locataires.id,
    });
    await tousLesJours(async (today) => {
      const etats = await db
        .select({ etat: condition.selected<string>(condition.etatLocataire(today)) })
        .from(locataires)
        .orderBy(locataires.id);
      expect(etats.map(({ etat }) => etat)).toEqual(
        lignes.map((ligne) => etatLocataire(ligne.dossiers, today)),
      );
    });
  });

  test("pour un courriel dont le message s’est perdu", async () => {
    const lignes = await db.select().from(courriels).orderBy(courriels.id);
    const premier = Date.parse(lignes[0]?.updatedAt ?? "");
    for (const minutes of [-1, 9, 10, 11, 25, 60]) {
      const now = new Date(premier + minutes * 60_000);
      const perdus = await db
        .select({ id: courriels.id })
        .from(courriels)
        .where(conditionDeQuittance.courrielPerdu(now))
        .orderBy(courriels.id);
      expect(perdus.map(({ id }) => id)).toEqual(retenus(lignes, (un) => courrielPerdu(un, now)));
    }
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

  test("pour une mission : son total et ce qui en reste à payer", async () => {
    const cents = fc.integer({ min: 0, max: 100_000 }).map((montant) => montant / 100);
    const tirees = tirer(
      fc.record({
        mission: fc.record({ nbAppart: fc.integer({ min: 1, max: 5 }), valeurMissionAppt: cents }),
        payes: fc.array(fc.record({ regle: fc.boolean(), prix: cents, montant: fc.option(cents) })),
      }),
      20,
    );
    for (const { mission, payes } of tirees) {
      const zeros = { accompte1: 0, accompte2: 0, reliquat: 0, tauxTva: 20, domicileUnique: false };
      const [creee] = await db
        .insert(missions)
        .values({ type: "gestion", ...mission, ...zeros })
        .returning({ id: missions.id });
      const MissionId = creee?.id ?? 0;
      for (const paye of payes) {
        const quand = { dateDepart: MILIEU, dateFin: MILIEU, tva: 20, mode: "Cheque" as const };
        await db.insert(accomptes).values({ MissionId, ...quand, ...paye });
      }
      const [lue] = await db
        .select({
          total: condition.selected<number>(condition.totalMission),
          paye: condition.selected<number>(condition.acomptesPayes(missions.id)),
        })
        .from(missions)
        .where(eq(missions.id, MissionId));
      const valeurTotal = valeurTotalMission(mission);
      const reste = soldeMission({ valeurTotalMission: valeurTotal, accomptes: payes });
      expect(lue).toEqual({
        total: enCentimes(valeurTotal),
        paye: enCentimes(valeurTotal) - enCentimes(reste),
      });
    }
  });
});
