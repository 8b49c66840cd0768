import { html, raw } from "hono/html";
import type * as z from "zod/mini";
import { LIBELLES_ROLE } from "#domain/profils/droits.ts";
import type { OpenApi, Operation } from "./openapi.ts";

type Schema = z.core.JSONSchema.BaseSchema;
type Markup = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1c2230, #e8eaee); --muted: light-dark(#5a6274, #a3abba);
  --line: light-dark(#e1e4ea, #353b48); --surface: light-dark(#fff, #20252f); --canvas: light-dark(#f6f7f9, #181c24);
  --accent: light-dark(#17525c, #7fc4cd) }
* { box-sizing: border-box }
body { margin: 0; font: 14px/1.5 "Inter Variable", ui-sans-serif, system-ui, sans-serif; color: var(--text); background: var(--canvas) }
main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 96px }
h1 { font-size: 22px; margin: 0 } h2 { font-size: 16px; margin: 40px 0 8px } h3 { font-size: 13px; margin: 16px 0 4px }
p { margin: 4px 0; color: var(--muted); max-width: 76ch } a { color: var(--accent) }
code, pre { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 16px }
details { background: var(--surface); border: 1px solid var(--line); border-radius: 6px; margin: 4px 0 }
details > div { padding: 0 16px 16px; overflow-x: auto }
summary { padding: 8px 16px; cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline }
summary code { overflow-wrap: anywhere } summary .roles { margin-left: auto }
.method { display: inline-block; width: 56px; font-weight: 600; color: var(--accent) }
.roles, .quiet { color: var(--muted); font-size: 12.5px }
table { border-collapse: collapse; width: 100% } td { padding: 4px 16px 4px 0; border-top: 1px solid var(--line); vertical-align: top }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }`;

/** The OpenAPI document as an HTML page that loads nothing from anywhere. */
export async function openApiPage(document: OpenApi): Promise<{ page: Markup; policy: string }> {
  const sections = document.tags.map(({ name }) => section(document, name));
  const page = html`<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API · ${document.info.title}</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body><main>
    <h1>API de ${document.info.title} <span class="quiet">${document.info.version}</span></h1>
    ${document.info.description.split("\n").map((line) => html`<p>${line.replaceAll("`", "")}</p>`)}
    <p><a href="openapi.json">Le même document pour les programmes (OpenAPI ${document.openapi})</a></p>
    <nav>${document.tags.map(({ name }) => html`<a href="#${name}">${name}</a>`)}</nav>
    ${sections}
  </main></body>
</html>`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLE));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { page, policy };
}

function section({ paths, components }: OpenApi, tag: string): Markup {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => details({ method, path }, operation, components)),
  );
  return html`<section><h2 id="${tag}">${tag}</h2>${operations}</section>`;
}

function details(
  { method, path }: { method: string; path: string },
  operation: Operation,
  components: OpenApi["components"],
): Markup {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const bodies = Object.entries(requestBody?.content ?? {});
  return html`<details id="${operationId}">
    <summary><span class="method">${method.toUpperCase()}</span><code>${path}</code><span>${summary}</span><span class="roles">${roles(operation)}</span></summary>
    <div>
      ${parameters.length > 0 ? html`<h3>Paramètres</h3>${table(parameters)}` : ""}
      ${bodies.map(([type, { schema }]) => html`<h3>Corps <span class="quiet">${type}</span></h3>${fields(schema)}`)}
      <h3>Réponses</h3>
      <table>${Object.entries(responses).map(([status, response]) => html`<tr><td>${status}</td><td>${answer(response, components)}</td></tr>`)}</table>
    </div>
  </details>`;
}

function roles({ security, "x-roles": allowed }: Operation): string {
  if (security.length === 0) return "ouvert à tous";
  return allowed.length === Object.keys(LIBELLES_ROLE).length
    ? "toute personne connectée"
    : allowed.map((role) => LIBELLES_ROLE[role]).join(", ");
}

function answer(
  response: Operation["responses"][string],
  { responses }: OpenApi["components"],
): string {
  if ("$ref" in response) {
    return responses[response.$ref.split("/").at(-1) ?? ""]?.description ?? "";
  }
  return [response.description, ...Object.keys(response.content ?? {})].join(" ");
}

const table = (rows: { name: string; required: boolean; schema: Schema }[]): Markup =>
  html`<table>${rows.map(
    ({ name, required, schema }) =>
      html`<tr><td><code>${name}</code></td><td>${typeOf(schema)}</td><td class="quiet">${required ? "requis" : ""}</td></tr>`,
  )}</table>`;

function fields(schema: Schema): Markup {
  const { properties = {}, required = [] } = schema;
  return table(
    Object.entries(properties).map(([name, field]) => ({
      name,
      required: required.includes(name),
      schema: typeof field === "object" ? field : {},
    })),
  );
}

/** The type of a value in French words, as « texte, 1 à 100 caractères ». */
function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.join(" | ");
  const byDefault =
    schema.default === undefined ? "" : `par défaut ${JSON.stringify(schema.default)}`;
  if (schema.anyOf) {
    const any = schema.anyOf.map((one) => typeOf(one as Schema)).join(" ou ");
    return byDefault ? `${any}, ${byDefault}` : any;
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type } as Schema)).join(" ou ");
  }
  const { minimum, maximum, minLength, maxLength, pattern, format } = schema;
  const facts = [
    TYPES[schema.type ?? ""] ?? "",
    FORMATS[format ?? ""] ?? "",
    bounds(minimum, maximum, ""),
    bounds(minLength, maxLength, " caractères"),
    pattern && schema.type === "string" ? `forme ${pattern}` : "",
    byDefault,
  ];
  if (schema.type === "null") return "null";
  if (schema.type === "object" && schema.properties) {
    facts.push(`{ ${Object.keys(schema.properties).join(", ")} }`);
  }
  return facts.filter(Boolean).join(", ");
}

const TYPES: Record<string, string> = {
  string: "texte",
  integer: "entier",
  number: "nombre",
  boolean: "true | false",
  array: "liste",
  object: "objet",
};

const FORMATS: Record<string, string> = {
  date: "AAAA-MM-JJ",
  "date-time": "ISO 8601",
  email: "adresse e-mail",
  binary: "fichier",
};

function bounds(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined || most >= Number.MAX_SAFE_INTEGER) {
    return least === undefined ? "" : `au moins ${least}${unit}`;
  }
  return least === undefined ? `au plus ${most}${unit}` : `de ${least} à ${most}${unit}`;
}
