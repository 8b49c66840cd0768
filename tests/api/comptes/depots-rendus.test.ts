import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { moisCommences } from "#domain/gerance/departs/solde-de-sortie.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type { ReversementDetail } from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import {
  agence,
  appeler,
  CLE,
  chemin,
  compte,
  encaisser,
  inventorier,
  lire,
  louerAPetit,
  noter,
  ouvrirLesDeparts,
  papier,
  partiDOctobre,
  partir,
  petit,
  quittancer,
  rendreLeMois,
  rendreLesCles,
  tenu,
} from "../../support/agence/departs.ts";
import { delaiPasse, ecrire, IBAN_DURAND, rouges } from "../../support/banque/reversements.ts";

const db = openDb(env);
const today = aujourdhui(new Date());

/** The sums to give back to the tenant, in cents: from the deposit, and besides it. */
const aPart = () =>
  db.all<{ depot: number; aPart: number }>(sql`SELECT
    sum(iif(genre = '165', credit - debit, 0)) AS depot,
    sum(iif(genre = '4191', credit - debit, 0)) AS "aPart" FROM "Ligne" WHERE de = ${petit.DossierId}
      AND genre IN ('165', '4191')`);

beforeAll(ouvrirLesDeparts);

describe("Le départ de PETIT", () => {
  beforeEach(async () => {
    await louerAPetit();
  });

  it.each([
    ["dans ces livres", 1_560],
    ["comme les livres d’avant l’écrivaient, avec le dépôt", 0],
  ])(
    "ce que les charges rendent n’est pas un dépôt : tenu à part jusqu’au virement, %s",
    async (_, aPart) => {
      const { MissionId } = await louerAPetit();
      await partir();
      await agence.user_delete.post(`${chemin()}/arreter`, {});
      await agence.user_delete.post(`${chemin()}/solder-charges`, {
        ...{ approuveesLe: today, appele: 628, reel: 612.4 },
      });
      if (aPart === 0) {
        const rendues = sql`origine.libelle = 'Provisions de charges rendues au départ' AND origine."DossierId" = ${petit.DossierId}`;
        await db.write(extourner(db, rendues, { today, user: null }));
        await ecrire(
          `avant ${petit.DossierId}`,
          MissionId,
          [
            ["4670", MissionId, 1_560, 0],
            ["165", petit.DossierId, 0, 1_560],
          ],
          { date: today, journal: "DG" },
        );
      }
      const dits = async () => {
        const { data } = await agence.user.get<{ detenu: { agence: number }; avanceTenue: number }>(
          `/Dossier/${petit.DossierId}/compte`,
        );
        return [data.detenu.agence, data.avanceTenue];
      };
      const depots = 15_927 + 13_960 - aPart;
      expect(await dits()).toEqual([depots / 100, 0]);
      expect((await lire()).compte).toMatchObject({ depot: depots });
      expect((await rendreLeMois()).depotsDetenus).toBe(depots / 100);
      const encore = await agence.user_delete.post(`${chemin()}/avance`, {});
      expect(encore.status).toBe(409);
      expect(await rouges()).toEqual([]);
      await agence.admin.post(`/Locataire/${petit.LocataireId}/coordonnees`, {
        ...{ iban: IBAN_DURAND, titulaire: "PETIT PAUL" },
      });
      await delaiPasse();
      const virer = async () => {
        const { data, error } = await agence.admin.post<ReversementDetail>("/Reversement", {
          SoldeDepartIds: (await lire()).soldes.map(({ id }) => id),
          dateExecution: jourTarget(ajouterJours(today, 1)),
        });
        expect(error).toBeUndefined();
        return data;
      };
      const debits = async () =>
        db.all<{
          genre: string;
          debit: number;
        }>(sql`SELECT l.genre, l.debit FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
        WHERE e.libelle LIKE 'Dépôt restitué%' AND e."DossierId" = ${petit.DossierId} AND l.debit > 0
          AND l.genre <> '512G' AND e."annuleId" IS NULL ORDER BY e.id, l.id`);
      const lot = await virer();
      const attendus = [
        { genre: "165", debit: 15_927 },
        { genre: "165", debit: 13_960 - aPart },
        ...(aPart > 0 ? [{ genre: "4191", debit: aPart }] : []),
      ];
      expect((await debits()).toSorted((a, b) => b.debit - a.debit)).toEqual(attendus);
      expect([await dits(), await rouges()]).toEqual([[0, 0], []]);
      await agence.admin.post(`/Reversement/${lot.id}/annuler`, { motif: "Essai" });
      expect([await dits(), await rouges()]).toEqual([[depots / 100, 0], []]);
      const parti = await virer();
      await agence.admin.fetch(`/api/Reversement/${parti.id}/sepa`);
      for (const { id } of parti.virements)
        await agence.admin.post(`/Virement/${id}/rejeter`, { motif: "Compte clos" });
      expect([await dits(), await rouges()]).toEqual([[depots / 100, 0], []]);
      await virer();
      expect([await dits(), await rouges()]).toEqual([[0, 0], []]);
    },
  );

  it("rendu en retard, se majore d’un dixième du loyer par mois commencé, du bailleur ou de l’agence", async () => {
    await appeler("depot", 620);
    await noter({
      genre: "conge_locataire",
      recuLe: "2026-05-01",
      clesLe: "2026-08-01",
      sansEtatDesLieux: true,
      nouvelleAdresse: "8 rue Neuve, 35000 Rennes",
    });
    await quittancer("2026-07-01");
    await quittancer("2026-08-01");
    await encaisser(620 + 701.94);
    const majorer = (aLaCharge: string) =>
      agence.user_delete.post<DepartDetail>(`${chemin()}/majoration`, { aLaCharge });
    expect((await majorer("bailleur")).status).toBe(404);
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    const majoration = 6_200 * moisCommences("2026-09-01", today);
    expect((await lire()).compte).toMatchObject({ majoration });
    expect(
      (await agence.user.post(`${chemin()}/majoration`, { aLaCharge: "bailleur" })).status,
    ).toBe(403);
    expect(await majorer("agence")).toMatchObject({
      status: 422,
      error: { fields: { aLaCharge: expect.stringContaining("son apport") } },
    });
    const sienne = await majorer("bailleur");
    expect(sienne).toMatchObject({
      status: 200,
      data: { etat: "arrete", compte: { majoration: 0 } },
    });
    expect(await aPart()).toEqual([{ depot: 62_000, aPart: majoration }]);
    expect((await majorer("bailleur")).status).toBe(409);
    const lettre = (await papier(sienne.data.soldes[0]?.id ?? 0)).replace(/\s+/g, " ");
    expect(lettre).toContain("MAJORATION POUR RESTITUTION TARDIVE");
    expect(lettre).toContain(`À vous virer ${formatEuros(majoration / 100)}`.replace(/\s+/g, " "));
    expect(lettre).toMatch(
      new RegExp(`${majoration / 6_200} mois commencés? depuis le 01/09/2026 × 10 % de 620,00 €`),
    );
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "C’est notre retard" });
    expect(await aPart()).toEqual([{ depot: 62_000, aPart: 0 }]);
    await agence.admin.post("/Apport", {
      montant: majoration / 100,
      date: today,
      CompteBancaireId: compte,
    });
    expect((await majorer("agence")).status).toBe(200);
    expect(await aPart()).toEqual([{ depot: 62_000, aPart: majoration }]);
    expect(await rouges()).toEqual([]);
  });

  it.each([
    ["dans ces livres", true],
    ["comme les livres d’avant l’écrivaient, avec le dépôt", false],
  ])(
    "la majoration n’est pas un dépôt : tenue à part jusqu’au virement, à côté des charges rendues, %s",
    async (_, tenueAPart) => {
      const { MissionId } = await louerAPetit();
      await appeler("depot", 620);
      await noter({
        genre: "conge_locataire",
        recuLe: "2026-05-01",
        clesLe: "2026-08-01",
        sansEtatDesLieux: true,
        provision: 124,
        motifProvision: "Dernier résultat de l’immeuble : 612,40 €.",
        nouvelleAdresse: "8 rue Neuve, 35000 Rennes",
      });
      await quittancer("2026-07-01");
      await quittancer("2026-08-01");
      await encaisser(620 + 701.94);
      await agence.user_delete.post(`${chemin()}/arreter`, {});
      await agence.user_delete.post(`${chemin()}/solder-charges`, {
        ...{ approuveesLe: today, appele: 628, reel: 612.4 },
      });
      const { data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/majoration`, {
        aLaCharge: "bailleur",
      });
      const [appelee] = data.soldes;
      const majoration = appelee?.restitution ?? 0;
      expect(majoration).toBe(6_200 * moisCommences("2026-09-01", today));
      if (!tenueAPart) {
        const cle = `arrete ${appelee?.id}`;
        const ecrite = sql`origine.cle = ${`${cle} autre 0`}`;
        await db.write(extourner(db, ecrite, { today, user: null }));
        await ecrire(
          `${cle} d’avant`,
          MissionId,
          [
            ["4670", MissionId, majoration, 0],
            ["165", petit.DossierId, 0, majoration],
          ],
          { date: today, journal: "DG" },
        );
      }
      const avecLeDepot = tenueAPart ? 0 : majoration;
      const tenus = { depot: 62_000 + avecLeDepot, aPart: 1_560 + majoration - avecLeDepot };
      expect([await aPart(), await rouges()]).toEqual([[tenus], []]);
      expect((await rendreLeMois()).depotsDetenus).toBe(tenus.depot / 100);
      await agence.admin.post(`/Locataire/${petit.LocataireId}/coordonnees`, {
        ...{ iban: IBAN_DURAND, titulaire: "PETIT PAUL" },
      });
      await delaiPasse();
      const { data: lot, error } = await agence.admin.post<ReversementDetail>("/Reversement", {
        SoldeDepartIds: data.soldes.map(({ id }) => id),
        dateExecution: jourTarget(ajouterJours(today, 1)),
      });
      expect(error).toBeUndefined();
      expect([await aPart(), await rouges()]).toEqual([[{ depot: 0, aPart: 0 }], []]);
      await agence.admin.post(`/Reversement/${lot.id}/annuler`, { motif: "Essai" });
      expect([await aPart(), await rouges()]).toEqual([[tenus], []]);
      const annulee = await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
      expect(annulee.status).toBe(200);
      expect([await aPart(), await rouges()]).toEqual([[{ depot: 62_000, aPart: 1_560 }], []]);
    },
  );

  it("payé d’avance par la CAF, le dit avant d’être arrêté : la somme revient à elle", async () => {
    await partir();
    await encaisser(200, { payeur: "caf" });
    expect((await lire()).compte).toMatchObject({
      avance: 2_267,
      avancesDeTiers: [{ payeur: "caf", montant: 2_267 }],
    });
  });

  it("payé d’avance, l’avance revient avec le dépôt", async () => {
    await partir();
    await encaisser(400);
    expect((await lire()).compte).toMatchObject({ avance: 22_267, impute: 0 });
    const { status, error } = await agence.user_delete.post(`${chemin()}/arreter`, {});
    expect([status, error]).toEqual([200, undefined]);
    const { soldes } = await lire();
    expect(soldes[0]?.restitution).toBe(62_000 + 22_267 - 15_940 - 12_400);
    expect(await tenu()).toEqual({ depot: 62_000 + 22_267 - 15_940, du: 0, bailleur: 0 });
    expect(await rouges()).toEqual([]);
  });
});

it("Une avance payée au bailleur quand l’agence tient le dépôt retient le compte : elle n’est pas avec lui", async () => {
  await louerAPetit();
  await appeler("depot", 620);
  await encaisser(620, { date: "2026-10-05" });
  await quittancer("2026-10-01");
  await encaisser(680, { date: "2026-10-05" });
  const convenu = await agence.admin.put(`/Mission/${petit.MissionId}/conditions`, {
    ...{ depuis: "2026-11-01", modeFonds: "proprietaire" },
  });
  expect(convenu.error).toBeUndefined();
  await noter({
    ...{ genre: "accord", recuLe: "2026-10-14", finLe: "2026-10-31", clesLe: "2026-10-31" },
    ...{ sansEtatDesLieux: true, conforme: true },
  });
  const verse = await agence.user.post("/Reglement", {
    ...{ DossierId: petit.DossierId, date: today, montant: 100, mode: "virement" },
  });
  expect(verse.error).toBeUndefined();
  const { lieu, manques } = (await lire()).compte;
  expect([lieu, manques]).toEqual([
    "agence",
    expect.arrayContaining([
      expect.stringMatching(/^100,00\s€ payés d’avance sont chez le bailleur/u),
    ]),
  ]);
  expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(409);
});

/** From November, the agency receives the rents; the tenant pays it 100,00 € in advance. */
async function avancerALAgence() {
  await agence.admin.put(`/Mission/${petit.MissionId}/conditions`, {
    ...{ depuis: "2026-11-01", modeFonds: "agence" },
  });
  await encaisser(100);
}

describe("Une avance payée à l’agence quand le bailleur tient le dépôt", () => {
  beforeEach(async () => {
    await louerAPetit({ fonds: "proprietaire" });
    await quittancer("2026-09-01");
    await quittancer("2026-10-01");
    await agence.user.post("/Reglement", {
      ...{ DossierId: petit.DossierId, date: "2026-10-05", montant: 1_360, mode: "virement" },
    });
  });

  it("n’est pas rendue avec lui : le bailleur rend son dépôt, et l’agence son avance", async () => {
    await avancerALAgence();
    await partiDOctobre([CLE]);
    expect((await lire()).compte).toMatchObject({
      ...{ lieu: "bailleur", depot: 62_000, impute: 2_500, restitution: 59_500 },
    });
    expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
    expect((await agence.user.post(`${chemin()}/rendu`, { date: today })).status).toBe(200);
    expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 0 });
    const { status, data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/avance`, {});
    expect(status).toBe(200);
    expect(data.soldes[0]).toMatchObject({ genre: "avance", restitution: 10_000 });
    expect(await tenu()).toEqual({ depot: 10_000, du: 0, bailleur: 0 });
    expect(await rouges()).toEqual([]);
  });

  it("paie ce que le dépôt ne paie pas", async () => {
    await avancerALAgence();
    await partiDOctobre([{ ...CLE, montant: 650 }]);
    expect((await lire()).compte).toMatchObject({ impute: 62_000, restitution: 0, resteDu: 0 });
    expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
    expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 0 });
    const { data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/avance`, {});
    expect(data.soldes[0]?.restitution).toBe(7_000);
    expect(await rouges()).toEqual([]);
  });
});

it("Sans dépôt, une avance que tient l’agence est rendue par elle", async () => {
  await louerAPetit({ bail: { depotGarantie: 0 } });
  await quittancer("2026-09-01");
  await quittancer("2026-10-01");
  await encaisser(1_460, { date: "2026-10-05" });
  await partiDOctobre([]);
  expect((await lire()).compte).toMatchObject({ lieu: "agence", restitution: 10_000 });
  expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
  expect(await tenu()).toEqual({ depot: 10_000, du: 0, bailleur: 0 });
  expect((await agence.user.post(`${chemin()}/rendu`, { date: today })).status).toBe(409);
  expect(await rouges()).toEqual([]);
});

describe("Un dépôt que le bailleur détient", () => {
  beforeEach(async () => {
    await louerAPetit({ fonds: "proprietaire" });
  });

  it("fait le même compte, et s’éteint le jour où il dit l’avoir rendu", async () => {
    await noter({ genre: "conge_locataire", mode: "lre", recuLe: "2026-08-14" });
    await rendreLesCles("2026-11-14");
    await inventorier("etatOut", "2026-11-14");
    await quittancer("2026-10-01");
    await quittancer("2026-11-01");
    await agence.user.post("/Reglement", {
      DossierId: petit.DossierId,
      date: today,
      montant: 680,
      mode: "virement",
    });
    await noter({ conforme: true, retenues: [CLE], nouvelleAdresse: "8 rue Neuve 35000 Rennes" });
    expect((await lire()).compte).toMatchObject({
      depot: 62_000,
      lieu: "bailleur",
      impute: 31_733 + 2_500,
      restitution: 27_767,
    });
    expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
    expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 27_767 });
    expect(await rouges()).toEqual([]);
    expect((await agence.user.post(`${chemin()}/rendu`, { date: "2026-11-13" })).status).toBe(422);
    const rendu = await agence.user.post<DepartDetail>(`${chemin()}/rendu`, { date: today });
    expect(rendu).toMatchObject({ status: 200, data: { etat: "restitue", restitueLe: today } });
    expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 0 });
    expect(await rouges()).toEqual([]);
    expect((await agence.user.post(`${chemin()}/rendu`, { date: today })).status).toBe(404);
  });
});
