import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Agence, creer, LOCATAIRE, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { deposer, lire } from "../../support/fichiers/televersements.ts";
import { openHouse } from "../../support/worker/house.ts";
import { dehors } from "../../support/worker/pannes.ts";

const PERSONNEL = /dupont|léo|exemple\.fr|agence\.example|01 23 45|[0-9a-f]{32}|[?&]s=|eyJ/i;

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function journalDe(faire: () => Promise<unknown>) {
  const lignes: string[] = [];
  for (const niveau of ["log", "warn", "error"] as const) {
    vi.spyOn(console, niveau).mockImplementation((ligne) => void lignes.push(String(ligne)));
  }
  await faire();
  return lignes;
}

describe("Le journal", () => {
  test("dit de chaque demande la route et le sort, sous l’identifiant que porte la réponse", async () => {
    let identifiant: string | null = null;
    const [ligne, ...autres] = await journalDe(async () => {
      identifiant = (await agence.admin.get("/Locataire/987")).headers.get("X-Request-Id");
    });
    expect(autres).toEqual([]);
    expect(JSON.parse(ligne ?? "")).toEqual({
      requestId: identifiant,
      method: "GET",
      route: "/api/Locataire/:id",
      status: 404,
      ms: expect.any(Number),
    });
  });

  test("ne nomme personne, ni ne garde de clé, quoi qu’on demande et quoi qui tombe en panne", async () => {
    const { DossierId } = await louer(agence.admin);
    const { id, url } = await deposer(agence.admin);
    const lignes = await journalDe(async () => {
      await creer(agence.admin, "Locataire", LOCATAIRE);
      await agence.admin.get("/Locataire?q=dupont");
      await agence.admin.post("/user/user@agence.example/resetPassword");
      await agence.personne.get("/Quitance/validation/0123456789abcdef0123456789abcdef");
      await lire(agence.personne, url);
      await agence.admin.delete(`/Fichier/${id}`);
      await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-01-01" });
      await agence.house.drain();
      const { env } = dehors(agence.house.env, ({ vers }) =>
        vers === "base" ? "perdue" : "passe",
      );
      const coupee = openHouse(env);
      const login = { credentials: { email: "leo@exemple.fr", password: "léo dupont" } };
      expect((await coupee.api().post("/user/login", login)).error.requestId).toEqual(
        expect.any(String),
      );
      coupee.waiting.push({
        id: "essai",
        body: { type: "quitance", DossierId, mois: "2026-02", today: "2026-02-05" },
        attempts: 9,
      });
      await coupee.drain().catch(() => {});
    });
    expect(lignes.filter((ligne) => PERSONNEL.test(ligne))).toEqual([]);
    expect(lignes.filter((ligne) => /Failed query|params|select |insert /i.test(ligne))).toEqual(
      [],
    );
    expect(lignes.some((ligne) => ligne.includes("Queue message failed"))).toBe(true);
  });
});
