import { Hono } from "hono";
import type { RouterRoute } from "hono/types";
import { says } from "#worker/http/api/described.ts";
import { type OpenApi, openApi } from "#worker/http/api/openapi.ts";
import { openApiPage } from "#worker/http/api/openapi-page.ts";
import { openToAll } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";

const KEPT = "public, max-age=300";

/** The description of the API, made from the router itself: as OpenAPI for programs, and as a page for people. */
export function apiDocument(routes: readonly RouterRoute[]) {
  let made: OpenApi | undefined;
  const of = (version: string) => (made ??= openApi(routes, version));
  return new Hono<App>()
    .get("/openapi.json", says("Ce document (OpenAPI 3.1)."), openToAll, (c) =>
      c.json(of(c.env.API_VERSION), 200, { "Cache-Control": KEPT }),
    )
    .get("/docs", says("Ce document, à lire.", { media: "text/html" }), openToAll, async (c) => {
      const { page, policy } = await openApiPage(of(c.env.API_VERSION));
      return c.html(page, 200, { "Cache-Control": KEPT, "Content-Security-Policy": policy });
    });
}
