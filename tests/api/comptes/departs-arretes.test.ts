import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aujourdhui } from "#domain/dates.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import {
  agence,
  appeler,
  CLE,
  chemin,
  encaisser,
  inventorier,
  lire,
  louerAPetit,
  noter,
  ouvrirLesDeparts,
  partiDOctobre,
  partir,
  petit,
  quittancer,
  tenu,
} from "../../support/agence/departs.ts";
import { ecrire, rouges } from "../../support/banque/reversements.ts";

const db = openDb(env);
const today = aujourdhui(new Date());

beforeAll(ouvrirLesDeparts);

describe("Le départ de PETIT", () => {
  beforeEach(async () => {
    await louerAPetit();
  });

  it("arrêté, garde le dépôt et les états des lieux sur lesquels il repose ; ses charges ne se soldent pas avant les clés", async () => {
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    expect((await inventorier("etatOut", "2026-11-14")).status).toBe(409);
    const { etatOut } = await lire();
    const { status } = await agence.user.put(`/EtatLieux/${etatOut}`, { clef: "1" });
    expect(status).toBe(409);
    const change = await agence.user.put(`/Dossier/${petit.DossierId}`, { depotGarantie: 10 });
    expect(change.status).toBe(409);
    const tot = await agence.user_delete.post(`${chemin()}/solder-charges`, {
      approuveesLe: "2020-01-01",
      appele: 628,
      reel: 612.4,
    });
    expect(tot.status).toBe(422);
    const efface = await agence.admin.post<{ error: unknown }>(
      `/Locataire/${petit.LocataireId}/effacer`,
    );
    expect(efface).toMatchObject({
      status: 409,
      error: expect.objectContaining({
        message: expect.stringContaining("qui attendent ses charges"),
      }),
    });
  });

  it("annulé, l’arrêté rend le dépôt entier, retire les retenues, et reste dit", async () => {
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    const refus = await noter({ retenues: [] });
    expect(refus).toMatchObject({ status: 409 });
    const dossier = `/Dossier/${petit.DossierId}`;
    expect((await agence.user.put(dossier, { dateSortie: "2026-11-20" })).status).toBe(409);
    expect((await agence.user.put(dossier, { lieuSignature: "Lyon" })).status).toBe(200);
    const { status, data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/annuler`, {
      motif: "Devis refusé",
    });
    expect(status).toBe(200);
    expect(data.soldes).toMatchObject([{ annuleLe: today, motif: "Devis refusé" }]);
    expect(await tenu()).toEqual({ depot: 62_000, du: 17_733, bailleur: 0 });
    expect(await rouges()).toEqual([]);
    await noter({ retenues: [CLE] });
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    expect(await tenu()).toEqual({ depot: 62_000 - 17_733 - 2_500, du: 0, bailleur: 0 });
  });

  it("annulé, le solde des charges ne défait que lui : ni le compte de sortie, ni un centime de plus à rendre", async () => {
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    const solder = (reel: number) =>
      agence.user_delete.post(`${chemin()}/solder-charges`, {
        approuveesLe: today,
        appele: 628,
        reel,
      });
    for (const reel of [612.4, 628, 700, 900]) {
      expect((await solder(reel)).status).toBe(200);
      const annule = await agence.user_delete.post<DepartDetail>(`${chemin()}/annuler`, {
        motif: "Budget revu",
      });
      expect([annule.status, annule.data.etat]).toEqual([200, "arrete"]);
      expect(await tenu()).toEqual({ depot: 28_327, du: 0, bailleur: 0 });
      expect(await rouges()).toEqual([]);
    }
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Devis refusé" });
    expect(await tenu()).toEqual({ depot: 62_000, du: 17_733, bailleur: 0 });
    expect(await rouges()).toEqual([]);
  });

  it("arrêté, un centime de trop gardé pour le locataire se voit aux contrôles", async () => {
    const { MissionId } = await louerAPetit();
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    const cle = "un centime de trop";
    await ecrire(
      cle,
      MissionId,
      [
        ["4670", MissionId, 1, 0],
        ["165", petit.DossierId, 0, 1],
      ],
      { date: today, journal: "DG" },
    );
    expect(await rouges()).toEqual([expect.stringContaining("à rendre et en attente")]);
    await db.write(extourner(db, sql`origine.cle = ${cle}`, { today, user: null }));
    expect(await rouges()).toEqual([]);
  });

  it("annulé, l’arrêté rend l’avance et l’appel du dépôt qu’il avait retiré", async () => {
    await appeler("depot", 620);
    await encaisser(300);
    await noter({
      genre: "conge_locataire",
      recuLe: "2026-08-14",
      clesLe: "2026-11-14",
      sansEtatDesLieux: true,
    });
    await quittancer("2026-10-01");
    await quittancer("2026-11-01");
    const avant = await lire();
    expect(avant.compte.dues).toContainEqual(expect.objectContaining({ reste: 32_000 }));
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
    expect((await lire()).compte).toEqual(avant.compte);
    await encaisser(320 + 997.33 + 200);
    const paye = await lire();
    expect(paye.compte).toMatchObject({ depot: 62_000, avance: 20_000, provisionAuPlus: 12_400 });
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
    expect((await lire()).compte).toEqual(paye.compte);
    expect(await rouges()).toEqual([]);
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    expect(await tenu()).toEqual({ depot: 82_000, du: 0, bailleur: 0 });
  });

  it("arrêté, garde le règlement qui a versé son dépôt jusqu’à ce que l’arrêté soit annulé", async () => {
    await partir();
    const [verse] = await db.all<{ id: number }>(
      sql`SELECT min(id) AS id FROM "Reglement" WHERE "DossierId" = ${petit.DossierId}`,
    );
    const finir = (quoi: string, corps: object = {}) =>
      agence.user_delete.post(`/Reglement/${verse?.id}/${quoi}`, { motif: "Essai", ...corps });
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    for (const refus of [await finir("annuler"), await finir("rejeter", { date: today })]) {
      expect([refus.status, refus.error.message]).toEqual([
        409,
        expect.stringContaining("annulez d’abord cet arrêté"),
      ]);
    }
    expect(await rouges()).toEqual([]);
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
    expect((await finir("annuler")).status).toBe(200);
    expect((await tenu())?.depot).toBe(0);
  });

  it("arrêté pendant qu’une retenue change, dit celle qui reste notée, ou refuse l’autre", async () => {
    await partir();
    for (const rang of Array.from({ length: 10 }).keys()) {
      const [arret, note] = await Promise.all([
        agence.user_delete.post<DepartDetail>(`${chemin()}/arreter`, {}),
        noter({ retenues: [{ ...CLE, montant: 30 + rang }] }),
      ]);
      expect(arret.status).toBe(200);
      expect([200, 409]).toContain(note.status);
      const { depart, soldes } = await lire();
      const cle = soldes[0]?.contenu.lignes.find(({ libelle }) => libelle.startsWith(CLE.libelle));
      expect(cle?.montant).toBe(
        -100 * (depart?.retenues.find(({ libelle }) => libelle === CLE.libelle)?.montant ?? 0),
      );
      await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
    }
    expect(await rouges()).toEqual([]);
  });

  it("arrêté, ne laisse changer ni les clés ni le congé ; ne se clôt qu’une fois le dépôt rendu", async () => {
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    for (const dit of [
      { clesLe: "2026-11-20" },
      { recuLe: "2026-09-14" },
      { finLe: "2026-12-31" },
      { sansEtatDesLieux: true },
      { clos: true },
    ])
      expect((await noter(dit)).status).toBe(409);
    const adresse = { clesLe: "2026-11-14", nouvelleAdresse: "2 rue Haute, 29000 Quimper" };
    expect((await noter(adresse)).data.nouvelleAdresse).toBe(adresse.nouvelleAdresse);
  });

  it("ne s’annule plus une fois que le locataire a payé ce qu’il appelle", async () => {
    await appeler("depot", 620);
    await encaisser(620);
    await noter({
      genre: "conge_locataire",
      recuLe: "2026-08-14",
      clesLe: "2026-11-14",
      sansEtatDesLieux: true,
      retenues: [CLE],
    });
    await quittancer("2026-10-01");
    await quittancer("2026-11-01");
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    await encaisser(402.33);
    const { status, error } = await agence.user_delete.post(`${chemin()}/annuler`, { motif: "x" });
    expect([status, error?.message]).toEqual([409, expect.stringContaining("a payé depuis")]);
    expect(await rouges()).toEqual([]);
  });
});

it("Le compte de sortie arrêté, aucun dépôt de garantie ne s’appelle plus", async () => {
  await louerAPetit();
  await partir();
  expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
  const appel = { montant: 100, exigibleLe: today };
  const depot = await agence.user.post(`/Dossier/${petit.DossierId}/appel`, {
    ...{ ...appel, nature: "depot" },
  });
  expect([depot.status, depot.error.message]).toEqual([
    409,
    "Le compte de sortie de ce locataire est arrêté : aucun dépôt de garantie ne s’appelle plus.",
  ]);
  await appeler("reparation", 100);
});

it("Une quittance que le dépôt a payée en partie reçoit le reste en argent, et garde ce que le dépôt a payé", async () => {
  await louerAPetit();
  await appeler("depot", 620);
  await encaisser(620);
  await quittancer("2026-09-01");
  await encaisser(680);
  await quittancer("2026-10-01");
  await partiDOctobre([]);
  const arrete = await agence.user_delete.post(`${chemin()}/arreter`, {});
  expect([arrete.status, arrete.error]).toEqual([200, undefined]);
  const [{ id } = { id: 0 }] = await db.all<{ id: number }>(
    sql`SELECT max(id) AS id FROM "Quitance" WHERE "DossierId" = ${petit.DossierId}`,
  );
  const quittance = async () =>
    (
      await agence.user.get<{ regle: boolean; mode: string; montantPaye: number }>(
        `/Quitance/${id}`,
      )
    ).data;
  expect(await quittance()).toMatchObject({ regle: false, mode: "depot", montantPaye: 620 });
  const { status, error } = await agence.user.put(`/Quitance/${id}`, {
    regle: true,
    mode: "depot",
  });
  expect([status, error.fields?.mode]).toEqual([422, expect.stringContaining("pas d’argent")]);
  const payee = await agence.user.get(`/Quitance/switchState/true/${id}`);
  expect([payee.status, payee.error]).toEqual([200, undefined]);
  expect(await quittance()).toMatchObject({ regle: true, montantPaye: 680 });
  expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 0 });
  expect(
    await db.all(
      sql`SELECT montant, mode FROM "Reglement" WHERE "DossierId" = ${petit.DossierId} ORDER BY id DESC LIMIT 2`,
    ),
  ).toEqual([
    { montant: 6_000, mode: null },
    { montant: 62_000, mode: "depot" },
  ]);
  const impayee = await agence.user.get(`/Quitance/switchState/false/${id}`);
  expect([impayee.status, impayee.error.message]).toEqual([
    409,
    expect.stringContaining("c’est cet arrêté qui s’annule"),
  ]);
  expect(await rouges()).toEqual([]);
});
