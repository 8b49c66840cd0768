import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { ConditionsRow } from "#domain/gerance/conditions.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, louer, MISSION, ouvrirAgence } from "../support/agence.ts";
import { freshDatabase } from "../support/database.ts";

let agence: Agence;
let id: number;

beforeEach(async () => {
  await Promise.all([reset(), freshDatabase()]);
  agence = await ouvrirAgence();
  ({ id } = await creer(agence.admin, "Mission", MISSION));
});

const changer = (depuis: string, modeFonds: string) =>
  agence.admin.put<ConditionsRow[]>(`/Mission/${id}/conditions`, { depuis, modeFonds });
const lire = async () =>
  (await agence.user.get<ConditionsRow[]>(`/Mission/${id}/conditions`)).data.map(
    ({ depuis, modeFonds, enVigueur }) => [depuis, modeFonds, enVigueur],
  );

it("Un mandat de gestion dit qui reçoit les fonds, depuis quand, et garde ce qu’il disait", async () => {
  expect(await lire()).toEqual([]);
  expect((await changer("2024-01-01", "agence")).status).toBe(200);
  expect((await changer("2025-06-01", "proprietaire")).status).toBe(200);
  expect((await changer("2099-01-01", "agence")).status).toBe(200);
  expect(await lire()).toEqual([
    ["2099-01-01", "agence", false],
    ["2025-06-01", "proprietaire", true],
    ["2024-01-01", "agence", false],
  ]);
});

it("Il en change au premier d’un mois, par l’administration seule, et ce qui n’existe pas encore est refusé", async () => {
  expect((await changer("2026-12-02", "agence")).error.fields).toHaveProperty("depuis");
  expect((await changer("2026-12-01", "tiers")).error.fields).toHaveProperty("modeFonds");
  const corps = { depuis: "2026-12-01", modeFonds: "agence" };
  expect(
    (await agence.admin.put(`/Mission/${id}/conditions`, { ...corps, tauxHonoraires: 7 })).error
      .fields,
  ).toEqual({ tauxHonoraires: "Champ inconnu." });
  expect((await agence.user_delete.put(`/Mission/${id}/conditions`, corps)).status).toBe(403);
  const prestation = await creer(agence.admin, "Mission", { ...MISSION, type: "prestation" });
  const refus = await agence.admin.put(`/Mission/${prestation.id}/conditions`, corps);
  expect([refus.status, Object.keys(refus.error.fields ?? {})]).toEqual([422, ["modeFonds"]]);
  expect((await agence.admin.put("/Mission/999/conditions", corps)).status).toBe(404);
  expect(await lire()).toEqual([]);
});

it("Ce qui a été encaissé sous d’autres conditions n’en change pas après coup", async () => {
  const { DossierId, AppartementId } = await louer(agence.admin);
  await agence.admin.put(`/Mission/${id}/appartement/add/${AppartementId}`);
  await openDb(env).run(sql`
    INSERT INTO "Reglement" (exercice, rang, "DossierId", date, montant, payeur, fonds, etat, cle)
    VALUES ('2026', 1, ${DossierId}, '2026-11-05', 95000, 'locataire', 'proprietaire', 'credite', 'essai')`);
  const refus = await changer("2026-11-01", "agence");
  expect([refus.status, refus.error.message]).toEqual([409, expect.stringContaining("01/11/2026")]);
  expect((await changer("2026-12-01", "agence")).status).toBe(200);
});

describe("Un appartement qui quitte un mandat", () => {
  let DossierId: number;
  let AppartementId: number;
  const lien = (geste: "add" | "remove") => `/Mission/${id}/appartement/${geste}/${AppartementId}`;
  const retirer = () => agence.user.delete<{ warnings: string[] }>(lien("remove"));

  beforeEach(async () => {
    ({ DossierId, AppartementId } = await louer(agence.admin));
    await changer("2024-01-01", "agence");
  });

  it("dit que ses loyers vont à un autre, quand il y vient comme quand il s’en va", async () => {
    const venu = await agence.user.put<{ warnings: string[] }>(lien("add"));
    expect(venu.data.warnings).toEqual([
      "L’agence reçoit désormais les loyers de cet appartement.",
    ]);
    expect((await agence.user.put<{ warnings: string[] }>(lien("add"))).data.warnings).toEqual([]);
    expect((await retirer()).data.warnings).toEqual([
      "Le propriétaire reçoit désormais lui-même les loyers de cet appartement.",
    ]);
  });

  it("y reste tant que les comptes de ses locataires ne sont pas soldés, à moins que le mandat ne change", async () => {
    await agence.user.put(lien("add"));
    await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-11-01" });
    const du = await retirer();
    expect([du.status, du.error.message]).toEqual([
      409,
      expect.stringContaining("ne sont pas soldés"),
    ]);
    const regler = (montant: number) =>
      agence.user.post("/Reglement", { DossierId, date: "2026-11-05", montant, mode: "virement" });
    await regler(1000);
    expect((await retirer()).status).toBe(409);
    await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-10-01" });
    await regler(900);
    expect((await retirer()).status).toBe(200);
    await agence.user.put(lien("add"));
    await regler(50);
    expect((await retirer()).status).toBe(409);
    // Another mandate by which the agency receives its rents.
    const autre = await creer(agence.admin, "Mission", MISSION);
    await agence.admin.put(`/Mission/${autre.id}/conditions`, {
      depuis: "2024-01-01",
      modeFonds: "agence",
    });
    await agence.user.put(`/Mission/${autre.id}/appartement/add/${AppartementId}`);
    expect((await retirer()).data.warnings).toEqual([]);
  });

  it("le mandat que les comptes connaissent reste un mandat de gestion", async () => {
    await agence.user.put(lien("add"));
    const type = () => agence.admin.put(`/Mission/${id}`, { type: "prestation" });
    expect((await type()).status).toBe(200);
    await agence.admin.put(`/Mission/${id}`, { type: "gestion" });
    await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-11-01" });
    expect((await type()).error.fields).toHaveProperty("type");
  });
});
