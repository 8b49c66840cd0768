import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import type { CompteRenduRow } from "#domain/gerance/cloture/compte-rendu.ts";
import type { DossierAQuittancer } from "#domain/quittances/a-quittancer.ts";
import { LOT_A_GENERER, QUITTANCES_PAR_ARCHIVE } from "#domain/quittances/limites.ts";
import type { LotGenere } from "#domain/quittances/lot-a-generer.ts";
import type { QuittanceChoisie, QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { creerBaux, jeton } from "../../support/agence/baux.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { openHouse } from "../../support/worker/house.ts";

const db = () => openDb(env);
let token: string;
const api = () => openHouse().api(token);

beforeEach(async () => {
  await freshHouse();
  await creerBaux(env, 1, {});
  token = await jeton(env);
});

/** Writes this many manual receipts of a month for the only lease, with rising rents. */
const ecrire = (mois: string, nombre: number, prefixe = mois) =>
  db().run(sql`
    WITH RECURSIVE serie(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM serie WHERE n < ${nombre})
    INSERT INTO "Quitance" (numero, "DossierId", "AppartementId", "LocataireId", date, "dateFin", echeance, emission,
      "loyerHC", charge, automatique, regle, "statusInconu", uuid)
    SELECT substr(${mois}, 1, 4) || '-' || printf('%06d', n + (SELECT count(*) FROM "Quitance")), d.id, d."AppartementId",
      d."LocataireId", ${mois} || '-01', ${mois} || '-28', ${mois} || '-05', ${mois} || '-01', 10000 + n, 0, 0, 0, 1,
      ${prefixe} || ' ' || n
    FROM serie, "Dossier" d ORDER BY n`);

const uniques = (rows: readonly { id: number }[]) => new Set(rows.map(({ id }) => id)).size;

describe("un mois qui ne tient pas en une lecture", () => {
  it("vient en entier, chaque quittance une fois et dans l’ordre, pendant que d’autres s’écrivent", async () => {
    await ecrire("2026-03", 2500);
    const answer = await api().fetch("/api/Quitance/byDate/03-2026");
    const reader = answer.body?.getReader();
    const parts: Uint8Array[] = [];
    for (let first = true; ; first = false) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done || !value) break;
      parts.push(value);
      if (!first) continue;
      // Between two parts of the answer, other people add receipts and change the month of some.
      await ecrire("2026-03", 30, "venues ensuite");
      await db().run(sql`UPDATE "Quitance" SET date = '2026-02-01' WHERE "loyerHC" > 12400`);
    }
    const { data, total } = JSON.parse(
      await new Blob(parts as Uint8Array<ArrayBuffer>[]).text(),
    ) as {
      data: QuittanceRow[];
      total: number;
    };
    expect({ total, lues: data.length, uniques: uniques(data) }).toEqual({
      total: 2500,
      lues: 2500,
      uniques: 2500,
    });
    // The receipts whose month changed during the answer are still listed: they were there on the first read.
    const ids = data.slice(0, 2000).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(data[0]).toMatchObject({ total: 100.01, canDelete: false, etat: "inconnue" });
  });

  it("répond comme un petit : une année, la liste sans page et le fichier disent les mêmes quittances", async () => {
    await ecrire("2026-03", 1500);
    await ecrire("2026-04", 700);
    const annee = await api().get<QuittanceRow[]>("/Quitance/byYear/2026");
    const liste = await api().get<QuittanceRow[]>("/Quitance?annee=2026&sort=date");
    const pages = await Promise.all(
      [1, 15].map((page) =>
        api().get<QuittanceRow[]>(`/Quitance?annee=2026&sort=date&page=${page}&limit=150`),
      ),
    );
    const csv = await (await api().fetch("/api/Quitance.csv?annee=2026&sort=date")).text();
    expect([annee.total, liste.total, uniques(annee.data)]).toEqual([2200, 2200, 2200]);
    expect(annee.data.map(({ id }) => id)).toEqual(liste.data.map(({ id }) => id));
    expect(liste.data.slice(0, 150)).toEqual(pages[0]?.data);
    expect(liste.data.slice(2100)).toEqual(pages[1]?.data);
    const numeros = csv
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(";")[1]);
    expect(numeros.map((numero) => numero?.trim())).toEqual(liste.data.map(({ numero }) => numero));
    expect(await api().get("/Quitance/byYear/2019")).toMatchObject({ data: [], total: 0 });
  });

  it("se choisit en entier, en peu de mots, sans les annulées ni ce que le filtre écarte", async () => {
    await ecrire("2026-03", 1200);
    await db().run(
      sql`UPDATE "Quitance" SET regle = 1, "statusInconu" = 0 WHERE "loyerHC" <= 10010`,
    );
    await db().run(sql`UPDATE "Quitance" SET "annuleeLe" = '2026-03-02' WHERE "loyerHC" > 11190`);
    const choix = (suite: string) =>
      api().get<QuittanceChoisie[]>(`/Quitance/selection?mois=2026-03${suite}`);
    expect((await choix("")).total).toBe(1190);
    expect((await choix("&etat=payee")).total).toBe(10);
    expect((await choix("&q=personne")).total).toBe(0);
    const [premiere] = (await choix("&sort=total")).data;
    expect(Object.keys(premiere ?? {}).toSorted()).toEqual([
      "etat",
      "id",
      "locataire",
      "montantPaye",
      "source",
      "total",
      "version",
    ]);
    expect(premiere).toMatchObject({ etat: "payee", total: 100.01 });
  });

  it("s’archive en plusieurs fois, et le dit à qui demande tout", async () => {
    await ecrire("2026-03", QUITTANCES_PAR_ARCHIVE + 3);
    // The last row of the first part is cancelled: the rows of the second part stay in the second part.
    await db().run(
      sql`UPDATE "Quitance" SET "annuleeLe" = '2026-03-02' WHERE "loyerHC" = ${10_000 + QUITTANCES_PAR_ARCHIVE}`,
    );
    const tout = await api().fetch("/api/Quitance/downloadMonth/2026/03");
    expect(tout.status).toBe(422);
    expect(await tout.text()).toContain("?partie=1 à 2");
    const seconde = await api().fetch("/api/Quitance/downloadMonth/2026/03?partie=2");
    const noms = Object.keys(unzipSync(new Uint8Array(await seconde.arrayBuffer())));
    expect(noms.map((nom) => nom.match(/_(\d{6})\.pdf$/)?.[1])).toEqual([
      "005001",
      "005002",
      "005003",
    ]);
    expect((await api().fetch("/api/Quitance/downloadMonth/2026/03?partie=3")).status).toBe(404);
    expect((await api().fetch("/api/Quitance/downloadMonth/2026/03?partie=0")).status).toBe(422);
  });
});

describe("un mois à générer", () => {
  const today = aujourdhui(new Date());
  const mois = moisDe(today);
  const lot = (DossierIds: readonly number[], date = today) =>
    api().post<LotGenere>("/Quitance/generate/lot", { date, DossierIds });

  it("se choisit en entier, en peu de mots : ce que rien ne facture, ou ce qui est dû seul", async () => {
    const [premier] = await creerBaux(env, 1200, { dossier: { jourQuitance: 1 } });
    await lot([premier ?? 0]);
    await db().run(
      sql`UPDATE "Dossier" SET "dateFinBail" = '2099-12-31', "dateSortie" = ${`${mois}-01`} WHERE id = ${(premier ?? 0) + 1}`,
    );
    await db().run(sql`UPDATE "Dossier" SET "dateFinBail" = '2026-01-31' WHERE id = 1`);
    const choisir = (suite: string) =>
      api().get<DossierAQuittancer[]>(`/Quitance/mois/${mois}/aGenerer${suite}`);
    const tous = await choisir("");
    expect([tous.total, uniques(tous.data)]).toEqual([1199, 1199]);
    const parti = tous.data.find(({ id }) => id === (premier ?? 0) + 1);
    expect(parti).toEqual({
      id: (premier ?? 0) + 1,
      locataire: expect.any(String),
      appartement: expect.any(String),
      total: 950,
      echeance: `${mois}-01`,
      partiLe: `${mois}-01`,
    });
    const dus = await choisir("?dues=true");
    expect([dus.total, dus.data.some(({ id }) => id === parti?.id)]).toEqual([1198, false]);
    expect((await choisir("?dues=non")).status).toBe(422);
    expect((await api().get("/Quitance/mois/2026-13/aGenerer")).status).toBe(400);
  });

  it("se fait par lots : ce qui y est déjà y reste, ce qui est refusé dit pourquoi, et deux fois ne font rien", async () => {
    const ids = await creerBaux(env, LOT_A_GENERER - 2, {});
    await db().run(sql`UPDATE "Dossier" SET "dateFinBail" = '2026-01-31' WHERE id = 1`);
    const [deja = 0, ...autres] = ids;
    await api().post(`/Quitance/generate/${deja}`, { date: today });
    const demandes = [deja, 1, 999_999, ...autres];
    const [un, deux] = await Promise.all([lot(demandes), lot(demandes)]);
    for (const { data } of [un, deux]) {
      expect(data.faites.map(({ DossierId }) => DossierId).toSorted((a, b) => a - b)).toEqual(ids);
      expect(data.refusees).toEqual([
        { DossierId: 1, motif: "Le bail ne couvre aucun jour de ce mois." },
        { DossierId: 999_999, motif: "Ce dossier n’existe pas." },
      ]);
    }
    const nouvelles = [un, deux]
      .flatMap(({ data }) => data.faites)
      .filter((quittance) => quittance.nouvelle);
    expect(nouvelles.length).toBe(ids.length - 1);
    expect(nouvelles.every(({ courriel }) => courriel?.genre === "avis")).toBe(true);
    const quittances = await api().get<QuittanceRow[]>(`/Quitance?mois=${mois}&sort=numero`);
    expect(quittances.data.map(({ numero }) => Number(numero.slice(5)))).toEqual(
      ids.map((_, rang) => rang + 1),
    );
    expect((await lot([...demandes, 2])).status).toBe(422);
    expect((await lot([])).status).toBe(422);
    expect(await lot(ids, "1999-01-01")).toMatchObject({ status: 422 });
  });
});

describe("une clôture de plus de mandats qu’on n’en lit à la fois", () => {
  it("fait le même fichier et les mêmes sommes que ses pages", async () => {
    const mois = moisDe(ajouterMois(moisDe(aujourdhui(new Date())), -1));
    await db().run(sql`
      WITH RECURSIVE serie(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM serie WHERE n < 520)
      INSERT INTO "Mission" (type, "domicileUnique", "nbAppart", "dateSignature", "numRegistre", "tauxTva",
        "valeurMissionAppt", accompte1, accompte2, reliquat)
      SELECT 'gestion', 0, 1, '2024-01-01', n, 20, 0, 0, 0, 0 FROM serie`);
    await db().run(sql`INSERT INTO "MissionClient" SELECT id, 1 FROM "Mission"`);
    await db().run(sql`INSERT INTO "ConditionsMandat" ("MissionId", depuis, "modeFonds", "tauxHonoraires")
      SELECT id, '2020-01-01', 'agence', 700 FROM "Mission"`);
    await db().run(sql`INSERT INTO "CompteRendu" ("MissionId", mois, du, au)
      SELECT id, ${mois}, ${`${mois}-01`}, ${`${mois}-28`} FROM "Mission"`);
    const page = await api().get<CompteRenduRow[]>(
      `/CompteRendu?mois=${mois}&sort=numero&page=4&limit=150`,
    );
    expect(page).toMatchObject({ total: 520, sommes: { brouillons: 520, valides: 0 } });
    const csv = await (await api().fetch(`/api/CompteRendu.csv?mois=${mois}&sort=numero`)).text();
    const lignes = csv.trim().split("\r\n").slice(1);
    expect(lignes.length).toBe(520);
    expect(lignes.slice(450).map((ligne) => ligne.split(";")[0])).toEqual(
      page.data.map(({ numero }) => numero),
    );
  });
});
