import type { RouterRoute } from "hono/types";
import * as z from "zod/mini";
import { type Role, roles, rolesPour } from "#domain/profils/droits.ts";
import { type Description, descriptionOf, type Visit } from "./described.ts";

type Schema = z.core.JSONSchema.BaseSchema;
interface Reference {
  $ref: string;
}
type Content<S = Schema | Reference> = Record<string, { schema: S }>;

export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  /** The roles that may call; empty when anyone may, or only a visitor. */
  "x-roles": readonly Role[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content<Schema> };
  responses: Record<string, Reference | { description: string; content?: Content }>;
}

export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { description: string; content: Content }>;
    securitySchemes: Record<string, object>;
  };
}

const REFUSALS = {
  400: "Demande illisible : JSON brisé, identifiant ou adresse mal formés.",
  401: "Jeton absent, faux, expiré ou révoqué.",
  403: "Le rôle ne permet pas cette action.",
  404: "La fiche n’existe pas.",
  409: "L’état présent l’interdit : fiche encore liée, déjà répondue, modifiée entre-temps.",
  413: "Envoi trop volumineux.",
  415: "Ce n’est pas le type attendu.",
  422: "Champs non valables, un message chacun.",
  429: "Trop d’essais, ou trop de ces gestes par le même compte : voir Retry-After.",
  500: "Erreur inattendue, enregistrée sous requestId.",
  503: "Un service ne répond pas : voir Retry-After.",
} as const;

/** For each kind of visitor, the call that gives the token of the visit. */
const VISITS: Record<Visit, string> = {
  visiteProprietaire: "/api/Proprietaire/visite",
  visiteComptable: "/api/Comptable/visite",
  visiteSignature: "/api/Signature/visite",
};

const isVisit = (need: Description["need"]): need is Visit => Boolean(need && need in VISITS);

const INTRODUCTION = `Réponses : \`{ "data": … }\`, pour une liste \`{ "data": [ … ], "total": n }\`, pour un refus \`{ "error": { "code", "message", "fields"?, "requestId"? } }\`.
Montants en euros, deux décimales au plus. Jours : AAAA-MM-JJ. Instants : ISO 8601 UTC. Un texte vide vaut null ; un champ inconnu est refusé.
Avec \`version\` (ou \`updatedAt\`), une modification ou une suppression n’est faite que si la fiche est encore celle qui a été lue.`;

/** Makes the OpenAPI 3.1 document from the descriptions of the routes. */
export function openApi(routes: readonly RouterRoute[], version: string): OpenApi {
  const schemas: Record<string, Schema> = { Erreur: FAILURE };
  const paths: OpenApi["paths"] = {};
  for (const { method, path, description } of toldRoutes(routes)) {
    const { name, record } = description;
    if (name && record) schemas[name] ??= recordSchema(record);
    const template = templateOf(path);
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: operation(method, path, description),
    };
  }
  const tags = Object.values(paths).flatMap((path) => Object.values(path).flatMap((o) => o.tags));
  return {
    openapi: "3.1.1",
    info: { title: "Patrimoine Locatif", version, description: INTRODUCTION },
    servers: [{ url: "/" }],
    tags: [...new Set(tags)].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          `Refus${status}`,
          { description, content: { "application/json": { schema: reference("Erreur") } } },
        ]),
      ),
      securitySchemes: {
        jeton: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "« Token » suivi du jeton que donne POST /api/user/login.",
        },
        ...Object.fromEntries(
          Object.entries(VISITS).map(([visit, path]) => [
            visit,
            {
              type: "apiKey",
              in: "header",
              name: "Authorization",
              description: `« Visite » suivi du jeton que donne POST ${path}.`,
            },
          ]),
        ),
      },
    },
  };
}

/** A path of the router in the form of OpenAPI; the `*` of a file becomes its `{key}`. */
export const templateOf = (path: string) =>
  path.replace(/:(\w+)(\{[^/]*\})?/g, "{$1}").replace(/\*$/, "{key}");

/**
 * One entry per route, in the order of the router. The descriptions of the handlers of a route are merged: each fact
 * comes from the first handler that gives it, except the right and the refusals ({@link merged}).
 */
export function toldRoutes(routes: readonly RouterRoute[]) {
  const found = new Map<string, { method: string; path: string; description: Description }>();
  for (const { method, path, handler } of routes) {
    if (method === "ALL") continue;
    const key = `${method} ${path}`;
    const { description } = found.get(key) ?? { description: {} };
    found.set(key, { method, path, description: merged(description, descriptionOf(handler)) });
  }
  for (const { method, path, handler } of routes) {
    if (method !== "ALL") continue;
    for (const route of found.values()) {
      if (route.path === path)
        route.description = merged(route.description, descriptionOf(handler));
    }
  }
  return [...found.values()];
}

/**
 * Merges the descriptions of two handlers. A caller must pass the guards of both, so the narrower right
 * (`administrer`) counts; the refusals of both are listed.
 */
function merged(first: Description, second: Description): Description {
  const needs = [first.need, second.need];
  const need = needs.includes("administrer") ? "administrer" : needs.find((n) => n !== undefined);
  const refusals = [...(first.refusals ?? []), ...(second.refusals ?? [])];
  return { ...second, ...first, refusals, ...(need === undefined ? {} : { need }) };
}

function operation(method: string, path: string, description: Description): Operation {
  // A route that names no right is guarded inside its handler, by `session.read("lire", …)`.
  const { need = "lire", summary = "", success = 200 } = description;
  const parameters = [...pathParameters(path), ...queryParameters(description.query ?? {})];
  const body = requestBody(description);
  const refused = refusals({ method, path, need, description });
  return {
    operationId: `${method.toLowerCase()}${path
      .replace("/*", "")
      .replace(/\{[^/]*\}/g, "")
      .replace(/[^A-Za-z0-9]+/g, "_")}`,
    summary,
    tags: [tagOf(path)],
    "x-roles": rolesOf(need),
    security: need === null ? [] : [isVisit(need) ? { [need]: [] } : { jeton: [] }],
    parameters,
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...Object.fromEntries(
        [success].flat().map((status) => [status, answer(status, description)]),
      ),
      ...Object.fromEntries(
        refused.map((status) => [status, { $ref: `#/components/responses/Refus${status}` }]),
      ),
    },
  };
}

function rolesOf(need: Description["need"]): readonly Role[] {
  if (!need || isVisit(need)) return [];
  return need === "compte" || need === "facteurs" ? roles : rolesPour(need);
}

const TAGS: Record<string, string> = { user: "Compte", quitance: "Quitance" };

function tagOf(path: string): string {
  const [, , first = ""] = path.split(/[/.]/);
  if (path.startsWith("/api/") && /^[A-Z]/.test(first)) return first;
  return TAGS[first] ?? "Service";
}

const NUMBER: Schema = { type: "integer", minimum: 1 };
const PATH_SCHEMAS: Record<string, Schema> = {
  state: { type: "string", enum: ["true", "false"] },
  period: { type: "string", pattern: "^(0?[1-9]|1[0-2])-\\d{4}$" },
  email: { type: "string", format: "email" },
};

function pathParameters(path: string): Parameter[] {
  return [...path.replace(/\*$/, ":key").matchAll(/:(\w+)(?:\{([^/]*)\})?/g)].map(
    ([, name = "", pattern]) => ({
      name,
      in: "path",
      required: true,
      schema: pattern
        ? { type: "string", pattern: `^(?:${pattern})$` }
        : (PATH_SCHEMAS[name] ?? (/^id$|Id$/.test(name) ? NUMBER : { type: "string" })),
    }),
  );
}

const queryParameters = (query: Record<string, z.core.$ZodType>): Parameter[] =>
  Object.entries(query).map(([name, schema]) => ({
    name,
    in: "query",
    required: !z.safeParse(schema, undefined).success,
    schema: jsonSchema(schema, "input"),
  }));

function requestBody({ body, fromPath = [], files, form, bytes }: Description) {
  if (bytes) {
    return { required: true, content: { "application/octet-stream": { schema: {} as Schema } } };
  }
  const fields = body ? without(jsonSchema(body, "input"), fromPath) : undefined;
  const content: Content<Schema> = {};
  if (fields) content["application/json"] = { schema: fields };
  if (files) {
    const parts = files.map((name) => [name, { type: "string", format: "binary" }]);
    const beside = form ? jsonSchema(form, "input").properties : {};
    content["multipart/form-data"] = {
      schema: { type: "object", properties: { ...beside, ...Object.fromEntries(parts) } },
    };
  }
  return fields || files ? { required: Boolean(files ?? fields?.required), content } : undefined;
}

function without(schema: Schema, names: string[]): Schema {
  if (names.length === 0) return schema;
  const { properties = {}, required = [], ...rest } = schema;
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !names.includes(name)),
    ),
    required: required.filter((name) => !names.includes(name)),
  };
}

function answer(status: number, { list, media, name }: Description) {
  if (status === 204) return { description: "Fait." };
  if (media) return { description: "Le fichier.", content: { [media]: { schema: {} } } };
  const data = name ? reference(name) : {};
  const schema: Schema = list
    ? {
        type: "object",
        properties: {
          data: { type: "array", items: { type: "object" } },
          total: { type: "integer" },
        },
        required: ["data", "total"],
      }
    : { type: "object", properties: { data }, required: ["data"] };
  return {
    description: status === 201 ? "Créé." : "Fait.",
    content: { "application/json": { schema } },
  };
}

function refusals({
  method,
  path,
  need,
  description: { body, query, files, bytes, refusals = [] },
}: {
  method: string;
  path: string;
  need: Description["need"];
  description: Description;
}): number[] {
  const writes = method !== "GET";
  const statuses = [
    ...(need === null ? [] : [401, 403]),
    ...(writes ? [400, 409, 413, 415] : []),
    ...(path.includes(":") ? [400, 404] : []),
    ...(body || query || files || bytes ? [422] : []),
    ...(files || bytes ? [429] : []),
    ...refusals,
    500,
    503,
  ];
  return [...new Set(statuses)].sort();
}

/** The schema of a record: the fields that people write, and those that every record has. */
function recordSchema(record: z.core.$ZodType): Schema {
  const { properties } = jsonSchema(record, "output");
  return {
    type: "object",
    properties: {
      id: NUMBER,
      ...properties,
      createdAt: { type: "string", format: "date-time" },
      updatedAt: { type: "string", format: "date-time" },
      version: NUMBER,
      canDelete: { type: "boolean" },
    },
    required: ["id", "updatedAt", "version"],
  };
}

function jsonSchema(schema: z.core.$ZodType, io: "input" | "output"): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

const reference = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` });

const FAILURE: Schema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        fields: { type: "object", additionalProperties: { type: "string" } },
        requestId: { type: "string" },
      },
      required: ["code", "message"],
    },
  },
  required: ["error"],
};
