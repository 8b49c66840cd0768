import { beforeAll, expect, inject, test, vi } from "vitest";
import type { FichierRow } from "#domain/fichiers/fichier.ts";
import {
  ADMIN,
  type Agence,
  connecter,
  creer,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { killDatabase, startDatabase } from "../../support/worker/database.ts";
import { openHouse } from "../../support/worker/house.ts";
import { dehors } from "../../support/worker/pannes.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

test("base coupée, chaque appel est 503 avec Retry-After, puis tout reprend sans perte", async () => {
  const sante = () => agence.personne.get("/health");
  expect((await sante()).data).toEqual({ database: "ok", files: "ok", queue: "ok" });
  await killDatabase();
  for (const appel of [
    agence.admin.get("/Client?page=1"),
    agence.admin.get("/Client/1"),
    agence.admin.post("/Client", PROPRIETAIRE),
    agence.personne.post("/user/login", { credentials: { email: "a@b.fr", password: "xxxxxx" } }),
    agence.personne.get("/Quitance/validation/0000"),
  ]) {
    const { status, headers } = await appel;
    expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
  }
  expect(await sante()).toMatchObject({ status: 503, data: { database: "indisponible" } });
  await startDatabase();
  expect((await agence.admin.post("/Client", PROPRIETAIRE)).status).toBe(201);
  expect((await agence.admin.get("/Client?page=1")).total).toBe(1);
});

test("stockage muet, un envoi est refusé en 503, et le reste répond", async () => {
  const { env } = agence.house;
  const muet = new Proxy(env.FILES, {
    get: (bucket, nom) =>
      nom === "put" ? () => new Promise(() => {}) : Reflect.get(bucket, nom).bind(bucket),
  });
  const maison = openHouse({ ...env, FILES: muet });
  const admin = maison.api(await connecter(maison.api(), ADMIN.email, ADMIN.password));
  const { id } = await creer(agence.admin, "Client", PROPRIETAIRE);
  const form = new FormData();
  form.set("ClientId", String(id));
  form.set("url", new File(["%PDF-1.4 titre"], "titre.pdf", { type: "application/pdf" }));
  const envoi = admin.fetch("/api/Fichier", { method: "POST", body: form });
  expect((await agence.admin.get("/Client?page=1")).status).toBe(200);
  const { status, headers } = await envoi;
  expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
  expect((await agence.admin.get<FichierRow[]>(`/Fichier?ClientId=${id}`)).total).toBe(0);
});

test("base muette, nul n’attend sans fin : 503 avec Retry-After en moins de quinze secondes", async () => {
  const { env } = agence.house;
  const muette = openHouse({ ...env, DATABASE_URL: `${inject("control")}/muette/` }).api();
  const debut = Date.now();
  const [lecture, connexion, sante] = await Promise.all([
    muette.get("/Quitance/validation/0000"),
    muette.post("/user/login", { credentials: { email: "a@b.fr", password: "xxxxxx" } }),
    muette.get("/health"),
  ]);
  expect(Date.now() - debut).toBeLessThan(15_000);
  for (const { status, headers } of [lecture, connexion]) {
    expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
  }
  expect(sante).toMatchObject({ status: 503, data: { database: "indisponible", files: "ok" } });
});

test.each([
  ["fichiers", { database: "ok", files: "indisponible", queue: "ok" }],
  ["file", { database: "ok", files: "ok", queue: "indisponible" }],
])("« %s » en panne, la santé le dit et ne dit que cela", async (panne, data) => {
  const { env } = dehors(agence.house.env, ({ vers }) => (vers === panne ? "perdue" : "passe"));
  expect(await openHouse(env).api().get("/health")).toMatchObject({ status: 503, data });
  vi.restoreAllMocks();
});
