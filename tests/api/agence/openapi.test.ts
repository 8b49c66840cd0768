import { validate } from "@hyperjump/json-schema/openapi-3-1";
import { beforeAll, describe, expect, test } from "vitest";
import { roles } from "#domain/profils/droits.ts";
import { app } from "#worker/app.ts";
import { type OpenApi, templateOf } from "#worker/http/api/openapi.ts";
import { routesTable } from "#worker/http/api/routes-table.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { operationsOf } from "../../support/worker/hostile.ts";

const FAILURES = ["400", "401", "403", "404", "409", "413", "415", "422", "429", "500", "503"];

let agence: Agence;
let document: OpenApi;
let operations: ReturnType<typeof operationsOf>;

beforeAll(async () => {
  agence = await ouvrirAgence();
  document = await (await agence.personne.fetch("/api/openapi.json")).json();
  operations = operationsOf(document);
});

const exemple = (path: string) =>
  path
    .replace("{state}", "true")
    .replace(/\{(year|annee)\}/, "2026")
    .replace("{mois}", "2026-01")
    .replace("{month}", "01")
    .replace("{period}", "01-2026")
    .replace("{email}", "personne@agence.example")
    .replace(/\{\w+\}/g, "999999");

describe("Le document de l’API", () => {
  test("est un document OpenAPI 3.1", async () => {
    const schema = "https://spec.openapis.org/oas/3.1/schema-base";
    const result = await validate(schema, JSON.parse(JSON.stringify(document)), "BASIC");
    expect(result).toMatchObject({ valid: true });
  });

  test("contient chaque route du routeur, et rien d’autre", () => {
    const served = app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${templateOf(path)}`);
    const told = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(told.sort()).toEqual([...new Set(served)].sort());
  });

  test("a ses adresses, ses droits et ses limites sur un écran (worker/routes.txt ; -u le refait)", async () => {
    await expect(routesTable(app.routes)).toMatchFileSnapshot("../../../worker/routes.txt");
  });

  test("dit de chaque route ce qu’elle fait, ses paramètres, ses réponses et ses rôles", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path, operation } of operations) {
      const route = `${method} ${path}`;
      expect(operation.summary, route).toMatch(/[.)]$/);
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(
        inPath.map(({ name }) => `{${name}}`),
        route,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.filter((status) => !FAILURES.includes(status)),
        route,
      ).not.toEqual([]);
    }
    const client = document.paths["/api/Client"]?.post?.requestBody?.content["application/json"];
    expect(client?.schema).toMatchObject({
      additionalProperties: false,
      required: ["nom", "prenom", "adresseDefaut", "mailDefaut", "telDefaut"],
      properties: {
        nom: { type: "string", minLength: 1, maxLength: 100 },
        naissance: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] },
        titre: { enum: ["Monsieur", "Madame", "Mademoiselle"], default: "Monsieur" },
      },
    });
  });

  test("dit vrai des rôles : ceux qu’il ne nomme pas sont refusés, les autres non", async () => {
    // Logging out comes last, because it ends the session that the other calls use.
    const derniere = ({ path }: { path: string }) => Number(path.endsWith("/logout"));
    for (const { method, path, operation } of operations.toSorted(
      (a, b) => derniere(a) - derniere(b),
    )) {
      const call = { method: method.toUpperCase() };
      const anonymous = await agence.personne.fetch(exemple(path), call);
      await anonymous.body?.cancel();
      const route = `${method} ${path}`;
      const open = operation.security.length === 0;
      expect(anonymous.status === 401, route).toBe(!open);
      if (open) continue;
      for (const role of roles) {
        const response = await agence[role].fetch(exemple(path), call);
        await response.body?.cancel();
        expect([response.status === 403, role], route).toEqual([
          !operation["x-roles"].includes(role),
          role,
        ]);
        expect(Object.keys(operation.responses), `${route} : ${response.status}`).toContain(
          String(response.status),
        );
      }
    }
  });

  test("dit de chaque page privée quel lien y fait entrer", () => {
    const { securitySchemes } = document.components;
    const entree = (path: string) => {
      const [scheme = ""] = Object.keys(document.paths[path]?.get?.security[0] ?? {});
      return JSON.stringify(securitySchemes[scheme]);
    };
    expect(entree("/api/Proprietaire/compte")).toContain("POST /api/Proprietaire/visite.");
    expect(entree("/api/Comptable/fichiers")).toContain("POST /api/Comptable/visite.");
    expect(entree("/api/Signature/document")).toContain("POST /api/Signature/visite.");
  });

  test("se lit sur une page qui n’a besoin de rien d’autre", async () => {
    const response = await agence.personne.fetch("/api/docs");
    const page = await response.text();
    expect(response.headers.get("Content-Type")).toContain("text/html");
    expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
    expect(page).not.toMatch(/<script|<link|<img|https?:|url\(|@import/);
    for (const { operation } of operations) {
      expect(page).toContain(`id="${operation.operationId}"`);
    }
  });
});
