import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  APPARTEMENT,
  creer,
  louer,
  ouvrirAgence,
} from "../../support/agence/agence.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

/** The cells of the last row of a list's CSV file; no cell of these tests holds a separator. */
async function derniereLigne(path: string): Promise<string[]> {
  const response = await agence.admin.fetch(`/api/${path}`);
  expect(response.status).toBe(200);
  return (await response.text()).trimEnd().split("\r\n").at(-1)?.split(";") ?? [];
}

describe("L’export pour tableur", () => {
  test.each([
    ["un téléphone garde son zéro, par paires", "0612345678", "06 12 34 56 78"],
    ["un indicatif garde les siens", "0033612345678", "\t0033612345678"],
    ["un signe plus ne commence pas une formule", "+33 6 12 34 56 78", "'+33 6 12 34 56 78"],
    ["un téléphone déjà espacé reste tel quel", "06.12.34.56.78", "06.12.34.56.78"],
  ])("%s", async (_nom, tel, cellule) => {
    await louer(agence.admin, { locataire: { tel } });
    expect(await derniereLigne("Locataire.csv?sort=id")).toContain(cellule);
  });

  test.each([
    ["codePostal", "06000", "\t06000"],
    ["codePostal", "75005", "75005"],
    ["etage", "1/2", "\t1/2"],
    ["etage", "3E5", "\t3E5"],
    ["etage", "4", "4"],
    ["ville", "=1+1", "'=1+1"],
    ["ville", "@SUM(A1)", "'@SUM(A1)"],
    ["ville", "L’Haÿ-les-Roses", "L’Haÿ-les-Roses"],
  ])("%s « %s » reste un texte", async (champ, valeur, cellule) => {
    await creer(agence.admin, "Appartement", { ...APPARTEMENT, [champ]: valeur });
    expect(await derniereLigne("Appartement.csv?sort=id")).toContain(cellule);
  });

  test("jours et instants se lisent en français, à l’heure de Paris", async () => {
    await louer(agence.admin);
    expect(await derniereLigne("Dossier.csv?sort=id")).toContain("01/01/2025");
    const [date] = await derniereLigne("History.csv?sort=id");
    expect(date).toMatch(/^\d\d\/\d\d\/20\d\d \d\d:\d\d$/);
  });

  test("un montant est un nombre à virgule", async () => {
    await creer(agence.admin, "Appartement", { ...APPARTEMENT, loyerHC: 1234.56 });
    expect(await derniereLigne("Appartement.csv?sort=id")).toContain("1234,56");
  });
});

test("les propriétaires d’un appartement, et ceux d’une mission, s’exportent seuls", async () => {
  const { AppartementId, ClientId } = await louer(agence.admin);
  const autre = await louer(agence.admin);
  const mission = await creer(agence.admin, "Mission", {
    type: "gestion",
    nbAppart: 1,
    valeurMissionAppt: 600,
    accompte1: 200,
    accompte2: 200,
  });
  await agence.admin.put(`/Mission/${mission.id}/client/add/${autre.ClientId}`);
  await agence.admin.put(`/Mission/${mission.id}/appartement/add/${autre.AppartementId}`);
  const liste = async (path: string) =>
    (await agence.admin.get<{ id: number }[]>(path)).data.map(({ id }) => id);
  expect(await liste(`/Client?AppartementId=${AppartementId}`)).toEqual([ClientId]);
  expect(await liste(`/Client?MissionId=${mission.id}`)).toEqual([autre.ClientId]);
  expect(await liste(`/Appartement?MissionId=${mission.id}`)).toEqual([autre.AppartementId]);
});

test("les quittances d’un mois se filtrent par leur état", async () => {
  const { DossierId } = await louer(agence.admin);
  const { data: faite } = await agence.admin.post<{ id: number }>(
    `/Quitance/generate/${DossierId}`,
    { date: "2025-06-02" },
  );
  await openDb(env).run(sql`UPDATE "Quitance" SET emission = echeance`);
  const dans = async (etat: string) => {
    const { data } = await agence.admin.get<{ id: number }[]>(
      `/Quitance?mois=2025-06&etat=${etat}`,
    );
    return data.some(({ id }) => id === faite.id);
  };
  expect([await dans("inconnue"), await dans("retard"), await dans("impayee")]).toEqual([
    true,
    true,
    false,
  ]);
  await agence.admin.get(`/Quitance/switchState/true/${faite.id}`);
  expect([await dans("payee"), await dans("retard"), await dans("inconnue")]).toEqual([
    true,
    false,
    false,
  ]);
});
