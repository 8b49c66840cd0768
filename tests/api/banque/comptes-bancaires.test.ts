import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type {
  CompteBancaireDetail,
  CompteBancaireRow,
} from "#domain/gerance/banque/compte-bancaire.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { dumpDatabase } from "../../support/worker/database.ts";

const IBAN = "FR76 3000 6000 0112 3456 7890 189";
const AUTRE = "FR1420041010050500013M02606";
const COMPTE = { nom: "Gérance", iban: IBAN, usage: "gerance", bic: "agrifrpp" };

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

const ouvrir = (values: object = {}) =>
  agence.admin.post<CompteBancaireDetail>("/CompteBancaire", { ...COMPTE, ...values });

describe("Un compte bancaire de l’agence", () => {
  test("garde son IBAN chiffré, masqué partout, montré d’un clic que le journal retient", async () => {
    const { status, data } = await ouvrir({ soldeDepart: -12.5, dateDepart: "2026-01-01" });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      iban: "FR76 •••• •••• •••• 0189",
      bic: "AGRIFRPP",
      soldeDepart: -12.5,
      releves: 0,
      canDelete: true,
    });
    const dump = await dumpDatabase();
    expect(dump).not.toMatch(/30006000011234567890189|0112 ?3456 ?7890/);
    const { data: montre } = await agence.user.post<{ iban: string }>(
      `/CompteBancaire/${data.id}/reveler`,
    );
    expect(montre.iban).toBe(IBAN);
    const evenements = await openDb(env).all<{ evenement: string; details: string }>(
      sql`SELECT evenement, details FROM "SecurityEvent" WHERE details LIKE '%CompteBancaire%' ORDER BY id`,
    );
    expect(evenements.map((evenement) => evenement.evenement)).toEqual(["iban", "revelation"]);
    expect(JSON.parse(evenements[0]?.details ?? "")).toEqual({
      entite: "CompteBancaire",
      id: data.id,
    });
  });

  test("n’est écrit que par l’administration, et un IBAN faux ou déjà pris est refusé", async () => {
    for (const role of ["user", "user_delete"] as const) {
      expect((await agence[role].post("/CompteBancaire", COMPTE)).status).toBe(403);
      expect((await agence[role].get("/CompteBancaire")).status).toBe(200);
    }
    const faux = await ouvrir({ iban: IBAN.replace(/9$/, "8") });
    expect([faux.status, faux.error.fields?.iban]).toEqual([
      422,
      "Cet IBAN n’est pas valable : relisez ses chiffres.",
    ]);
    const pris = await ouvrir();
    expect([pris.status, pris.error.fields?.iban]).toEqual([
      422,
      "Cet IBAN est déjà celui d’un autre compte.",
    ]);
    const ensemble = await Promise.all([ouvrir({ iban: AUTRE }), ouvrir({ iban: AUTRE })]);
    expect(ensemble.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test("se modifie sans que son IBAN soit redit, et ne se supprime que par l’administration", async () => {
    const { data: comptes } = await agence.admin.get<CompteBancaireRow[]>("/CompteBancaire");
    const [compte] = comptes.filter((compte) => compte.iban.startsWith("FR14"));
    const chemin = `/CompteBancaire/${compte?.id}`;
    const { data } = await agence.admin.put<CompteBancaireDetail>(chemin, {
      ...COMPTE,
      nom: "Honoraires",
      usage: "agence",
      iban: compte?.iban,
      version: compte?.version,
    });
    expect(data).toMatchObject({ nom: "Honoraires", usage: "agence", iban: compte?.iban });
    const perime = await agence.admin.put(chemin, { nom: "Autre", version: compte?.version });
    expect(perime.status).toBe(409);
    const { data: montre } = await agence.admin.post<{ iban: string }>(`${chemin}/reveler`);
    expect(montre.iban.replaceAll(" ", "")).toBe(AUTRE);
    const change = await agence.admin.put<CompteBancaireDetail>(chemin, {
      iban: "DE89370400440532013000",
    });
    expect(change.data.iban).toBe("DE89 •••• •••• •••• 3000");
    expect((await agence.user_delete.delete(chemin)).status).toBe(403);
    expect((await agence.admin.delete(chemin)).status).toBe(204);
  });
});
