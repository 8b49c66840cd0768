import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { app } from "#worker/app.ts";
import { openDb } from "#worker/db/client.ts";
import { users } from "#worker/db/schema/agence.ts";
import { issueToken } from "#worker/http/session/token.ts";
import { insererSession } from "#worker/operations/profils/sessions.ts";
import { ADMIN, type Agence, connecter, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import type { Api } from "../../support/worker/api.ts";
import { openHouse } from "../../support/worker/house.ts";

const DROITS = "Vous n'avez pas les droits suffisants pour effectuer cette action.";
const PUBLIQUES = new Set([
  "GET /api/version",
  "GET /api/health",
  "GET /api/suivi.ics",
  "GET /api/Verification/:empreinte",
  "GET /api/openapi.json",
  "GET /api/docs",
  "POST /api/user/login",
  "POST /api/user/login/facteur",
  "POST /api/user/login/passkey/options",
  "POST /api/user/login/passkey",
  "GET /api/Quitance/validation/:uuid",
  "POST /api/Quitance/validation/:state/:uuid",
  "POST /api/Proprietaire/lien",
  "POST /api/Proprietaire/code",
  "POST /api/Proprietaire/visite",
  "POST /api/Comptable/lien",
  "POST /api/Comptable/code",
  "POST /api/Comptable/visite",
  "POST /api/Signature/lien",
  "POST /api/Signature/code",
  "POST /api/Signature/visite",
]);

const ROUTES = [
  ...new Map(
    app.routes
      .filter(({ method, path }) => method !== "ALL" && !path.endsWith("/*"))
      .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  ).values(),
];

const exemple = (path: string) =>
  path
    .replace("/api", "")
    .replace(/:state/g, "true")
    .replace(/:(year|annee)\{[^}]*\}\}?/g, "2026")
    .replace(/:mois/g, "2026-01")
    .replace(/:month\{[^}]*\}/g, "01")
    .replace(/:period/g, "01-2026")
    .replace(/:email/g, "personne@agence.example")
    .replace(/:[A-Za-z]+(\{[^}]*\})?/g, "999999");

const appeler = (api: Api, { method, path }: { method: string; path: string }) => {
  const call = { GET: api.get, POST: api.post, PUT: api.put, DELETE: api.delete }[method];
  if (!call) throw new Error(`Méthode inconnue : ${method}`);
  return method === "POST" || method === "PUT" ? call(exemple(path), {}) : call(exemple(path));
};

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

describe("Sans connexion", () => {
  test.each(ROUTES)("$method $path ne répond qu’aux personnes connectées", async (route) => {
    const publique = PUBLIQUES.has(`${route.method} ${route.path}`);
    const path = exemple(route.path);
    const response = await agence.personne.fetch(`/api${path}`, { method: route.method });
    if (publique) expect(response.status).not.toBe(401);
    else expect(response.status).toBe(401);
  });
});

describe("Un rôle sans droit", () => {
  const administration = ROUTES.filter(
    ({ method, path }) =>
      path === "/api/user/register" ||
      path === "/api/dashboard" ||
      /\/reset(Password|Facteurs)$/.test(path) ||
      path.startsWith("/api/User") ||
      /^\/api\/(Changement|Conservation|Securite)/.test(path) ||
      (method !== "GET" && /^\/api\/(Variable|Equipement)(?!.*reveler)/.test(path)),
  );
  const suppressions = ROUTES.filter(
    ({ method, path }) => method === "DELETE" && /^\/api\/[A-Z][A-Za-z]+\/:id$/.test(path),
  );

  test.each(administration)("$method $path est réservé à l’administration", async (route) => {
    for (const api of [agence.user, agence.user_delete]) {
      const { status, error } = await appeler(api, route);
      expect([status, error.message]).toEqual([403, DROITS]);
    }
  });

  test.each(suppressions)("$method $path est refusé au rôle user", async (route) => {
    const { status, error } = await appeler(agence.user, route);
    expect([status, error.message]).toEqual([403, DROITS]);
  });

  test("user_delete supprime une fiche que rien ne retient, user ne le peut pas", async () => {
    const { data } = await agence.user.post<{ id: number; canDelete: boolean }>("/Client", {
      nom: "Seul",
      prenom: "Paul",
      adresseDefaut: "adresse",
      mailDefaut: "mailPerso",
      telDefaut: "mobilePerso",
    });
    expect(data.canDelete).toBe(false);
    expect((await agence.user.delete(`/Client/${data.id}`)).status).toBe(403);
    expect((await agence.user_delete.get(`/Client/${data.id}`)).data).toMatchObject({
      canDelete: true,
    });
    expect((await agence.user_delete.delete(`/Client/${data.id}`)).status).toBe(204);
    expect((await agence.user.get(`/Client/${data.id}`)).status).toBe(404);
  });

  test("une fiche dont dépend un dossier n’est pas supprimée, et le refus dit pourquoi", async () => {
    const { AppartementId } = await louer(agence.admin);
    const { status, error } = await agence.admin.delete(`/Appartement/${AppartementId}`);
    expect(status).toBe(409);
    expect(error.message).toContain("1 dossier");
  });
});

describe("La session", () => {
  const signe = async (
    claims: { userId: number; passwordChangedAt: string },
    secret = env.JWT_SECRET,
  ) => {
    const id = crypto.randomUUID();
    const session = { id, UserId: claims.userId, device: "Essai", remember: false };
    // The session of an unknown account cannot be written: the token is still issued, and must be refused.
    await insererSession(openDb(env), { ...session, now: new Date() }).catch(() => {});
    return issueToken({ id, ...claims }, secret, { remember: false });
  };

  test("un jeton altéré, signé d’une autre clé ou sans compte est refusé", async () => {
    const house = openHouse();
    const [admin] = await openDb(env).select().from(users);
    if (!admin) throw new Error("Pas d’administrateur");
    const bon = await signe({ userId: admin.id, passwordChangedAt: admin.passwordChangedAt });
    const autreCle = await signe(
      { userId: admin.id, passwordChangedAt: admin.passwordChangedAt },
      "x".repeat(64),
    );
    const inconnu = await signe({ userId: 987_654, passwordChangedAt: admin.passwordChangedAt });
    expect((await house.api(bon).get("/user/me")).status).toBe(200);
    for (const jeton of [`${bon.slice(0, -3)}abc`, autreCle, inconnu, "", "a.b.c"]) {
      const { status, error } = await house.api(jeton).get("/user/me");
      expect([status, error.code]).toEqual([401, "non_authentifie"]);
    }
  });

  test("changer de mot de passe éteint aussitôt les autres sessions", async () => {
    const { data } = await agence.admin.post<{ user: { email: string }; password: string }>(
      "/user/register",
      { email: "Nadia@Agence.example", role: "user" },
    );
    const ancien = agence.house.api(
      await connecter(agence.personne, data.user.email, data.password),
    );
    expect((await ancien.get("/Client")).status).toBe(403);
    const { data: apres } = await ancien.post<{ user: { token: string } }>("/user/setPassword", {
      password: "un-mot-de-passe-a-elle",
    });
    expect((await ancien.get("/user/me")).status).toBe(401);
    expect((await agence.house.api(apres.user.token).get("/Client")).status).toBe(200);
  });

  test("se déconnecter rend le jeton sans valeur, où qu’il ait été copié, et lui seul", async () => {
    const jetons = [
      await connecter(agence.personne, ADMIN.email, ADMIN.password),
      await connecter(agence.personne, ADMIN.email, ADMIN.password),
    ];
    const [ici, ailleurs] = jetons.map((jeton) => agence.house.api(jeton));
    expect((await ici?.post("/user/logout"))?.status).toBe(200);
    expect((await ici?.get("/Client?page=1"))?.status).toBe(401);
    expect((await ici?.post("/user/logout"))?.status).toBe(401);
    expect((await ailleurs?.get("/Client?page=1"))?.status).toBe(200);
  });

  test("un mot de passe court, courant ou mal formé est refusé avec la phrase prévue", async () => {
    const { error } = await agence.admin.post("/user/setPassword", { password: "court" });
    expect(error.fields).toEqual({
      password: "Votre mot de passe doit contenir au moins 6 charactères.",
    });
    for (const password of [
      "azerty",
      "MotDePasse",
      "12345678",
      "Agence!",
      "a\0bcdefgh",
      "x".repeat(257),
      123456,
    ]) {
      expect((await agence.admin.post("/user/setPassword", { password })).status).toBe(422);
    }
  });

  test("aucune réponse ne montre un mot de passe ni son empreinte", async () => {
    const texts = await Promise.all(
      ["/api/user/me", "/api/User"].map(async (path) => (await agence.admin.fetch(path)).text()),
    );
    expect(texts.join()).not.toMatch(/scrypt|"password"/);
  });
});
