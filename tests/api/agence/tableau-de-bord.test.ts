import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { TableauDeBord } from "#domain/agence/tableau-de-bord.ts";
import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  dernierJour,
  moisDe,
  premierJour,
} from "#domain/dates.ts";
import { somme } from "#domain/montants.ts";
import { montantsDuMois } from "#domain/quittances/jours-de-loyer.ts";
import type { AttentesDuMois } from "#domain/quittances/quittance-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { courriels, rebuts } from "#worker/db/schema/quittances.ts";
import {
  type Agence,
  APPARTEMENT,
  creer,
  LOCATAIRE,
  louer,
  ouvrirAgence,
} from "../../support/agence/agence.ts";
import { creerBaux } from "../../support/agence/baux.ts";
import { auLoyer } from "../../support/documents/bail.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

const today = aujourdhui(new Date());
const mois = moisDe(today);
const dans = (jours: number) => ajouterJours(today, jours);
const lire = async () => (await agence.admin.get<TableauDeBord>("/dashboard")).data;
const RIEN = { nombre: 0, montant: 0 };

describe("Le tableau de bord", () => {
  test("d’une agence neuve est à zéro, sur douze mois", async () => {
    const tableau = await lire();
    expect(tableau.appartements).toEqual({
      total: 0,
      enGestion: 0,
      louee: 0,
      vacant: 0,
      enTravaux: 0,
    });
    expect(tableau.missions).toEqual({ nombre: 0, total: 0, resteAPayer: 0 });
    expect(tableau.quittances).toEqual({
      payee: RIEN,
      declaree: RIEN,
      impayee: RIEN,
      inconnue: RIEN,
      aGenerer: RIEN,
    });
    expect(tableau.loyers.map((loyer) => loyer.mois)).toEqual(
      Array.from({ length: 12 }, (_, rang) => ajouterMois(mois, rang - 11)),
    );
  });

  test("n’est montré qu’à l’administration", async () => {
    for (const api of [agence.user, agence.user_delete]) {
      expect((await api.get("/dashboard")).status).toBe(403);
    }
    expect((await agence.personne.get("/dashboard")).status).toBe(401);
  });

  test("compte les appartements, les missions et les intendances comme la règle les nomme", async () => {
    const loue = await louer(agence.admin);
    const enPreavis = await louer(agence.admin, {
      appartement: { adresse: "2 rue du Préavis", etage: null },
      bail: { dateDebutPreavis: dans(-10), dateFinPreavis: dans(20) },
    });
    const vide = await creer(agence.admin, "Appartement", {
      ...APPARTEMENT,
      adresse: "3 rue Vide",
    });
    const travaux = await creer(agence.admin, "Appartement", { ...APPARTEMENT, wip: true });
    const loueEnTravaux = await louer(agence.admin, { appartement: { wip: true } });
    const garder = (AppartementId: number, dateFin: string) =>
      creer(agence.admin, "Intendance", {
        AppartementId,
        dateDepart: dans(-300),
        dateFin,
        prix: 120,
      });
    const bientot = await garder(loue.AppartementId, dans(20));
    const renouvelee = await garder(vide.id, dans(10));
    await garder(travaux.id, dans(45));
    const echue = await garder(travaux.id, dans(-1));
    await agence.admin.put(`/Intendance/${renouvelee.id}/renouveler`);
    const mission = await creer(agence.admin, "Mission", {
      type: "gestion",
      nbAppart: 2,
      valeurMissionAppt: 300.5,
      accompte1: 100,
      accompte2: 100,
    });
    for (const regle of [true, false]) {
      const { id } = await creer(agence.admin, "Accompte", {
        dateDepart: today,
        dateFin: dans(5),
        prix: 120,
        tva: 20,
        regle,
        montant: regle ? 99.99 : null,
      });
      await agence.admin.put(`/Mission/${mission.id}/accompte/add/${id}`);
    }

    const tableau = await lire();
    expect(tableau.appartements).toEqual({
      total: 5,
      enGestion: 3,
      louee: 3,
      vacant: 1,
      enTravaux: 2,
    });
    const loues = await agence.admin.get<{ id: number }[]>(
      "/Appartement?statut=Lou%C3%A9e&sort=id",
    );
    expect(loues.data.map(({ id }) => id)).toEqual([
      loue.AppartementId,
      enPreavis.AppartementId,
      loueEnTravaux.AppartementId,
    ]);
    expect(tableau.missions).toEqual({ nombre: 1, total: 601, resteAPayer: 501.01 });
    expect(tableau.intendances).toMatchObject({
      enCours: 4,
      aRenouveler: {
        total: 1,
        lignes: [{ id: bientot.id, dateFin: dans(20), AppartementId: loue.AppartementId }],
      },
      terminees: {
        total: 1,
        lignes: [{ id: echue.id, dateFin: dans(-1), AppartementId: travaux.id }],
      },
    });
    expect(tableau.disponibles).toMatchObject({
      total: 2,
      lignes: [
        { id: vide.id, statut: "Vacant", libreLe: null, loyerTCC: 950 },
        {
          id: enPreavis.AppartementId,
          statut: "En préavis",
          libreLe: dans(20),
          appartement: "2 rue du Préavis",
        },
      ],
    });
  });

  test("range les quittances du mois par état et dit ce qui reste dû", async () => {
    const avant = await lire();
    const dossiers = [];
    for (let n = 0; n < 4; n++) {
      const locataire = { ...LOCATAIRE, nom: `Mois${n}` };
      dossiers.push((await louer(agence.admin, { locataire })).DossierId);
    }
    const quittances = [];
    for (const DossierId of dossiers.slice(0, 3)) {
      const { data } = await agence.admin.post<{ id: number }>(`/Quitance/generate/${DossierId}`, {
        date: today,
      });
      quittances.push(data.id);
    }
    await agence.admin.get(`/Quitance/switchState/true/${quittances[0]}`);
    await agence.admin.get(`/Quitance/switchState/false/${quittances[1]}`);
    await agence.admin.put(`/Quitance/${quittances[1]}`, { montantPaye: 50.5 });
    const { data: ancienne } = await agence.admin.post<{ id: number }>(
      `/Quitance/generate/${dossiers[0]}`,
      { date: premierJour(ajouterMois(mois, -2)) },
    );
    await agence.admin.get(`/Quitance/switchState/true/${ancienne.id}`);

    const { quittances: parEtat, loyerDuMois, loyers } = await lire();
    const duMois = { nombre: 1, montant: 950 };
    expect(parEtat).toEqual({
      payee: duMois,
      declaree: RIEN,
      impayee: duMois,
      inconnue: duMois,
      aGenerer: {
        nombre: avant.quittances.aGenerer.nombre + 1,
        montant: somme(avant.quittances.aGenerer.montant, 950),
      },
    });
    expect(loyerDuMois).toEqual({
      attendu: somme(avant.loyerDuMois.attendu, 4 * 950),
      recu: 1000.5,
      declare: 0,
      reste: somme(avant.loyerDuMois.attendu, 4 * 950, -1000.5),
    });
    expect(loyers.slice(-3)).toEqual([
      { mois: ajouterMois(mois, -2), attendu: 950, recu: 950 },
      { mois: ajouterMois(mois, -1), attendu: 0, recu: 0 },
      { mois, attendu: loyerDuMois.attendu, recu: 1000.5 },
    ]);
  });

  test("ce qui reste à quittancer est, au centime près, ce que les quittances demanderont", async () => {
    const avant = (await lire()).quittances.aGenerer;
    const jour = fc.integer({ min: -40, max: 40 }).map((n) => ajouterJours(premierJour(mois), n));
    const fin = fc.option(jour);
    const centimes = fc.integer({ min: 0, max: 300_000 }).map((n) => n / 100);
    const baux = fc.sample(
      fc.record({
        dateDebutBail: jour,
        dateFinBail: fin,
        dateDebutPreavis: fin,
        dateFinPreavis: fin,
        dateSortie: fin,
        loyerHC: centimes,
        loyerCharge: centimes,
      }),
      { numRuns: 60, seed: 75 },
    );
    for (const dossier of baux) await creerBaux(env, 1, { dossier });
    const montants = baux
      .map((bail) => montantsDuMois(auLoyer({ ...bail, dateRelocation: null }), mois))
      .filter((un) => un !== null);
    expect((await lire()).quittances.aGenerer).toEqual({
      nombre: avant.nombre + montants.length,
      montant: somme(avant.montant, ...montants.map(({ total }) => total)),
    });
  });

  test("un mois où manque une quittance automatique est annoncé, celle faite à la main le comble", async () => {
    const avant = await lire();
    const manques = async () => {
      const { manques, quittances } = await lire();
      const nombre = manques.find((manque) => manque.mois === mois)?.nombre ?? 0;
      return { nombre, aGenerer: quittances.aGenerer.nombre - avant.quittances.aGenerer.nombre };
    };
    const vide = (await manques()).nombre;
    const dossier = { dateDebutBail: premierJour(mois), jourQuitance: 1 };
    const [un = 0] = await creerBaux(env, 1, { dossier });
    await creerBaux(env, 1, { dossier, locataire: { quitanceAuto: false } });
    expect(await manques()).toEqual({ nombre: vide + 1, aGenerer: 2 });
    expect((await lire()).sansAutomatisme).toBe(avant.sansAutomatisme + 1);
    const liste = await agence.user.get<{ id: number }[]>(`/Dossier?manque=${mois}`);
    expect(liste.data.map(({ id }) => id)).toContain(un);
    const manuels = await agence.user.get<unknown[]>("/Dossier?statut=manuel");
    expect(manuels.data).toHaveLength(avant.sansAutomatisme + 1);
    const faire = (date: string, dateFin: string) =>
      agence.user.post(`/Quitance/generate/manual/${un}`, { date, dateFin, prixHC: 1, charge: 0 });
    await faire(`${mois}-02`, dernierJour(mois));
    expect(await manques()).toEqual({ nombre: vide + 1, aGenerer: 2 });
    await faire(premierJour(mois), dernierJour(mois));
    expect(await manques()).toEqual({ nombre: vide, aGenerer: 1 });
  });

  test("ce qui attend quelqu’un est compté comme le sont les listes où cela mène", async () => {
    const dossier = { dateDebutBail: premierJour(mois), jourQuitance: 1 };
    const [un = 0] = await creerBaux(env, 1, { dossier });
    await creerBaux(env, 1, { dossier: { ...dossier, dateSortie: premierJour(mois) } });
    const { data: faite } = await agence.user.post<{ id: number }>(`/Quitance/generate/${un}`, {
      date: premierJour(mois),
    });
    const db = openDb(env);
    await db.update(courriels).set({ etat: "incertain" }).where(eq(courriels.QuitanceId, faite.id));
    await db.insert(rebuts).values({ message: { type: "inconnu" }, tentatives: 9 });
    const { data } = await agence.user.get<AttentesDuMois>(`/Quitance/mois/${mois}/attentes`);
    const total = async (liste: string) => (await agence.user.get(`/${liste}`)).total;
    expect(data).toEqual({
      manques: await total(`Dossier?manque=${mois}&limit=1`),
      aVerifier: await total(`Dossier?aVerifier=${mois}&limit=1`),
      sansAutomatisme: await total("Dossier?statut=manuel&limit=1"),
      loyersArretes: await total("Dossier?statut=arrete&limit=1"),
      courrielsIncertains: await total("Quitance?courriel=incertain&limit=1"),
      courrielsPerdus: await total("Quitance?courriel=perdu&limit=1"),
      rebuts: await total("Rebut"),
    });
    expect(data.courrielsIncertains).toBeGreaterThan(0);
    expect(data.rebuts).toBeGreaterThan(0);
  });
});
