import { validate } from "@hyperjump/json-schema/openapi-3-1";
import { beforeAll, describe, expect, test } from "vitest";
import { roles } from "#domain/droits.ts";
import { app } from "#worker/app.ts";
import type { OpenApi, Operation } from "#worker/http/openapi.ts";
import { type Agence, ouvrirAgence } from "../support/agence.ts";

let agence: Agence;
let document: OpenApi;
beforeAll(async () => {
  agence = await ouvrirAgence();
  document = await (await agence.personne.fetch("/api/openapi.json")).json();
});

describe("Le document de l’API", () => {
  test("est un document OpenAPI 3.1", async () => {
    const { valid, errors } = await validate(
      "https://spec.openapis.org/oas/3.1/schema-base",
      document as never,
      "BASIC",
    );
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });
});
