import { env } from "cloudflare:workers";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { aujourdhui, formatJour, nombresParMois, premierJour } from "#domain/dates.ts";
import type { CourrielPerdu } from "#domain/quittances/courriel.ts";
import { moisARattraper } from "#domain/quittances/mois-factures.ts";
import { openDb } from "#worker/db/client.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { creerBaux, jeton } from "../../support/agence/baux.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { openHouse } from "../../support/worker/house.ts";

const quittances = () => openDb(env).select().from(quitances).orderBy(asc(quitances.id));
const mois = async () => (await quittances()).map((quittance) => quittance.mois).sort();

/** Makes these mails look as if their queue messages had been lost this many hours ago. */
const perdus = (ids: number[], heures: number) =>
  openDb(env)
    .update(courriels)
    .set({
      updatedAt: new Date(Date.now() - heures * 3_600_000).toISOString(),
      partLe: null,
      version: sql`${courriels.version} + 1`,
    })
    .where(inArray(courriels.id, ids));

beforeEach(async () => {
  await freshHouse();
});

describe("le passage quotidien", () => {
  it("lancé vingt fois à la fois, puis une heure après, fait une quittance et un courriel par dossier", async () => {
    const maison = openHouse();
    await creerBaux(env, 12);
    await Promise.all(Array.from({ length: 20 }, () => maison.cron("2026-11-05T05:00:00Z")));
    expect(maison.waiting.filter(({ body }) => body.type === "quitance")).toHaveLength(20 * 12);
    await Promise.all([maison.drain(), maison.drain(), maison.drain()]);
    await maison.cron("2026-11-05T06:00:00Z");
    await maison.drain();

    const faites = await quittances();
    expect(faites.map(({ numero }) => numero)).toEqual(
      Array.from({ length: 12 }, (_, rang) => `2026-0000${String(rang + 1).padStart(2, "0")}`),
    );
    expect(faites.every(({ clePdf }) => clePdf !== null)).toBe(true);
    expect(await env.FILES.list().then(({ objects }) => objects)).toHaveLength(12);
    expect(maison.mails.map(({ to }) => String(to)).sort()).toEqual(
      faites.map(({ LocataireId }) => `locataire${LocataireId}@exemple.fr`).sort(),
    );
    const boite = await openDb(env).select({ etat: courriels.etat }).from(courriels);
    expect(boite).toEqual(Array.from({ length: 12 }, () => ({ etat: "envoye" })));
  });

  it("rattrape quarante jours d’absence, sans remonter au-delà de trente et un jours", async () => {
    const maison = openHouse();
    await maison.journee("2026-08-25");
    const createdAt = "2025-01-01T10:00:00.000Z";
    await creerBaux(env, 1, { dossier: { jourQuitance: 1, createdAt } });
    await creerBaux(env, 1, { dossier: { jourQuitance: 31, createdAt } });
    await maison.journee("2026-10-04");
    const faites = await quittances();
    expect(faites.map(({ DossierId, mois }) => [DossierId, mois])).toEqual([
      [1, "2026-09"],
      [2, "2026-09"],
      [1, "2026-10"],
    ]);
  });

  it("retrouve ce que la file a perdu après que le passage l’a cru fait, et rien d’autre", async () => {
    const maison = openHouse();
    await creerBaux(env, 3);
    await maison.cron("2026-11-05T05:00:00Z");
    maison.waiting.length = 0;
    expect(await quittances()).toEqual([]);
    await maison.journee("2026-11-06");
    expect(await mois()).toEqual(["2026-11", "2026-11", "2026-11"]);
    await maison.journee("2026-11-22");
    expect(await quittances()).toHaveLength(3);
    expect(maison.mails).toHaveLength(3);
  });

  it("reprend seul un courriel perdu depuis moins de deux jours ; plus ancien, il attend qu’une personne le choisisse", async () => {
    const maison = openHouse();
    await creerBaux(env, 4);
    const api = maison.api(await jeton(env));
    for (const id of [1, 2, 3, 4]) {
      await api.post(`/Quitance/generate/${id}`, { date: "2026-11-01" });
    }
    maison.waiting.length = 0;
    await perdus([1, 2], 3 * 24);
    await perdus([3], 24);
    const { data } = await api.get<CourrielPerdu[]>("/Courriel/perdus");
    expect(
      data.map(({ id, genre, destinataires, mois }) => [id, genre, destinataires, mois]),
    ).toEqual([1, 2, 3].map((id) => [id, "avis", [`locataire${id}@exemple.fr`], "2026-11"]));

    await maison.cron(new Date().toISOString());
    const envoyes = () => maison.mails.map(({ to }) => String(to));
    await maison.drain();
    expect(envoyes().filter((a) => /locataire[12]@/.test(a))).toEqual([]);
    expect(envoyes()).toContain("locataire3@exemple.fr");

    const repris = await api.post<{ id: number }[]>("/Courriel/perdus/reprendre", {
      ids: [2, 3, 4],
    });
    expect(repris.data).toEqual([{ id: 2, partLe: expect.any(String) }]);
    await api.post("/Courriel/perdus/reprendre", { ids: [2] });
    expect(maison.waiting.map(({ body }) => body)).toEqual([{ type: "courriel", CourrielId: 2 }]);
    const { data: reste } = await api.get<CourrielPerdu[]>("/Courriel/perdus");
    expect(reste.map(({ id }) => id)).toEqual([1]);
  });

  it("ne refait pas la quittance que l’agence a annulée, même si la file redit de la faire", async () => {
    const maison = openHouse();
    await creerBaux(env, 1);
    await maison.cron("2026-11-05T05:00:00Z");
    const redite = structuredClone(maison.waiting);
    await maison.drain();
    await openDb(env).update(quitances).set({ annuleeLe: "2026-11-10T10:00:00.000Z" });
    maison.waiting.push(...redite);
    await maison.journee("2026-11-11");
    expect(await quittances()).toHaveLength(1);
  });

  it("laisse à l’agence le mois qui était fini quand le dossier a été saisi", async () => {
    const maison = openHouse();
    await creerBaux(env, 1, { dossier: { createdAt: "2026-11-02T10:00:00.000Z" } });
    await creerBaux(env, 1, { dossier: { createdAt: "2026-10-30T10:00:00.000Z" } });
    await maison.journee("2026-11-05");
    expect((await quittances()).map(({ DossierId, mois }) => [DossierId, mois])).toEqual([
      [2, "2026-10"],
      [1, "2026-11"],
      [2, "2026-11"],
    ]);
  });

  it("ne facture plus le partant d’un logement reloué : chaque jour à un seul des deux", async () => {
    const maison = openHouse();
    const db = openDb(env);
    await creerBaux(env, 1, { dossier: { dateFinBail: "2028-01-01" } });
    await creerBaux(env, 1, { dossier: { dateDebutBail: "2026-11-11" } });
    await db.update(dossiers).set({ AppartementId: 1 });
    await maison.journee("2026-11-30");
    await maison.journee("2026-12-05");
    expect(
      (await quittances()).map((quittance) => [
        quittance.DossierId,
        quittance.date,
        quittance.dateFin,
      ]),
    ).toEqual([
      [1, "2026-11-01", "2026-11-10"],
      [2, "2026-11-11", "2026-11-30"],
      [2, "2026-12-01", "2026-12-31"],
    ]);
    await db.update(dossiers).set({ colocation: true }).where(eq(dossiers.id, 2));
    await maison.journee("2026-12-06");
    expect((await quittances()).at(-1)?.DossierId).toBe(1);
  });

  it("laisse à l’agence le locataire parti sans congé, même si la file le demandait déjà", async () => {
    const maison = openHouse();
    const db = openDb(env);
    await creerBaux(env, 2, { dossier: { dateFinBail: "2028-01-01" } });
    const partir = (DossierId: number, dateSortie: string) =>
      db.update(dossiers).set({ dateSortie }).where(eq(dossiers.id, DossierId));
    await partir(1, "2026-11-10");
    await maison.cron("2026-11-22T05:00:00Z");
    expect(maison.waiting.filter(({ body }) => body.type === "quitance")).toHaveLength(1);
    await partir(2, "2026-11-10");
    await maison.drain();
    expect(await quittances()).toEqual([]);
    expect(maison.mails).toEqual([]);
    await db
      .update(dossiers)
      .set({ dateDebutPreavis: "2026-10-15", dateFinPreavis: "2026-11-15" })
      .where(eq(dossiers.id, 1));
    await maison.journee("2026-11-23");
    expect(
      (await quittances()).map((quittance) => [
        quittance.DossierId,
        quittance.date,
        quittance.dateFin,
      ]),
    ).toEqual([[1, "2026-11-01", "2026-11-15"]]);
  });

  it("s’arrête à la fin du préavis donné, au prorata, même si le bail devait durer", async () => {
    const maison = openHouse();
    await creerBaux(env, 1, {
      dossier: {
        typeBail: "code_civil",
        dateFinBail: "2027-12-31",
        dateDebutPreavis: "2026-02-15",
        dateFinPreavis: "2026-05-15",
      },
    });
    for (const jour of ["2026-04-05", "2026-05-05", "2026-06-05"]) await maison.journee(jour);
    expect((await quittances()).map(({ mois, loyerHC }) => [mois, loyerHC])).toEqual([
      ["2026-04", 850],
      ["2026-05", 411.29],
    ]);
  });

  it("attend le jour d’échéance, ramené au dernier jour des mois plus courts", async () => {
    const maison = openHouse();
    for (const jourQuitance of [29, 30, 31]) await creerBaux(env, 1, { dossier: { jourQuitance } });
    await maison.journee("2026-02-27");
    expect(await quittances()).toEqual([]);
    await maison.journee("2026-02-28");
    expect((await quittances()).map(({ DossierId, echeance }) => [DossierId, echeance])).toEqual([
      [1, "2026-02-28"],
      [2, "2026-02-28"],
      [3, "2026-02-28"],
    ]);
    await maison.journee("2026-04-29");
    await maison.journee("2026-04-30");
    expect((await mois()).filter((unMois) => unMois === "2026-04")).toHaveLength(3);
  });

  it.each([
    ["au passage à l’heure d’été", 29, "2026-03-28T22:59:00Z", "2026-03-28T23:00:00Z"],
    ["au passage à l’heure d’hiver", 25, "2026-10-24T21:59:00Z", "2026-10-24T22:00:00Z"],
  ])("compte les jours de Paris %s", async (_, jourQuitance, veille, jour) => {
    const maison = openHouse();
    await creerBaux(env, 1, { dossier: { jourQuitance } });
    await maison.cron(veille);
    await maison.drain();
    expect(await quittances()).toEqual([]);
    await maison.cron(jour);
    await maison.drain();
    const [faite] = await quittances();
    expect(faite?.emission).toBe(faite?.echeance);
    expect(faite?.loyerHC).toBe(850);
  });

  it("compte les jours occupés au centime quand le bail commence ou finit dans le mois", async () => {
    const maison = openHouse();
    await creerBaux(env, 1, { dossier: { dateDebutBail: "2026-01-15" } });
    await creerBaux(env, 1, { dossier: { dateFinBail: "2026-02-10" } });
    await creerBaux(env, 1, {
      dossier: { dateDebutBail: "2026-03-25", loyerHC: 960, loyerCharge: 80, jourQuitance: 25 },
    });
    await creerBaux(env, 1, { dossier: { dateFinBail: "2025-12-31" } });
    await maison.journee("2026-01-31");
    await maison.journee("2026-02-28");
    await maison.journee("2026-03-31");
    const faites = (await quittances()).map((quittance) => [
      quittance.date,
      quittance.dateFin,
      quittance.loyerHC,
      quittance.charge,
    ]);
    expect(faites).toEqual([
      ["2026-01-15", "2026-01-31", 466.13, 54.84],
      ["2026-01-01", "2026-01-31", 850, 100],
      ["2026-02-01", "2026-02-28", 850, 100],
      ["2026-02-01", "2026-02-10", 303.57, 35.71],
      ["2026-03-01", "2026-03-31", 850, 100],
      ["2026-03-25", "2026-03-31", 216.77, 18.06],
    ]);
  });

  it("laisse de côté l’appartement ou le locataire sans quittance automatique", async () => {
    const maison = openHouse();
    await creerBaux(env, 1, { appartement: { quitanceAuto: false } });
    await creerBaux(env, 1, { locataire: { quitanceAuto: false } });
    await maison.journee("2026-11-05");
    expect(await quittances()).toEqual([]);
  });

  it.each([
    ["Appartement", "appartement"],
    ["Locataire", "locataire"],
  ] as const)(
    "rallumée sur la fiche %s, dit ce que le prochain passage va faire",
    async (fiche, qui) => {
      const maison = openHouse();
      const createdAt = "2025-01-01T10:00:00.000Z";
      await creerBaux(env, 1, {
        dossier: { jourQuitance: 1, createdAt },
        [qui]: { quitanceAuto: false },
      });
      const agent = maison.api(await jeton(env));
      const today = aujourdhui(new Date());
      const allumer = async (quitanceAuto: boolean) => {
        const { data } = await agent.put<{ warnings: string[] }>(`/${fiche}/1`, { quitanceAuto });
        return data.warnings;
      };
      const dus = moisARattraper(today);
      const dit = `Le prochain passage fera les quittances dues depuis le ${formatJour(premierJour(dus[0] ?? ""))}\u00A0: ${nombresParMois(dus.map((un) => ({ mois: un, nombre: 1 })))}.`;
      expect(await allumer(true)).toEqual([dit]);
      await maison.journee(today);
      expect(await mois()).toEqual(dus);
      expect(await allumer(false)).toEqual([]);
      expect(await allumer(true)).toEqual([]);
    },
  );

  it("garde les montants du jour de la génération", async () => {
    const maison = openHouse();
    const [dossier = 0] = await creerBaux(env, 1);
    await maison.journee("2026-11-05");
    await openDb(env)
      .insert(loyersHistoriques)
      .values({
        ...{ DossierId: dossier, depuis: "2026-12-01", motif: "avenant" },
        ...{ loyerHC: 900, loyerCharge: 100 },
      });
    await maison.journee("2026-12-05");
    expect((await quittances()).map(({ loyerHC }) => loyerHC)).toEqual([850, 900]);
  });
});
