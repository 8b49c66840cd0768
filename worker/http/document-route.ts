import { type Context, Hono } from "hono";
import type { Composed } from "#worker/documents/blocks.ts";
import { type Classement, genererDocument } from "#worker/operations/documents.ts";
import { type Description, says } from "./described.ts";
import { requires } from "./guards.ts";
import type { App } from "./types.ts";

/** What a document is made of: what it says, and where it is filed. */
export interface Loaded<Donnees> {
  donnees: Donnees;
  classement: Classement;
}

/**
 * The handlers of a `…/generate` call: loads the data, composes the document, renders it, keeps it on its
 * record and answers `{generated, warnings}`.
 * @param compose throws `Invalid` for what the law forbids to write.
 */
export function documentRoute<Donnees>(
  path: string,
  summary: string,
  load: (c: Context<App>) => Promise<Loaded<Donnees>>,
  compose: (donnees: Donnees) => Composed,
  more: Omit<Description, "summary"> = {},
) {
  return new Hono<App>().get(path, says(summary, more), requires("modifier"), async (c) => {
    const { donnees, classement } = await load(c);
    const { db, session } = c.var;
    const author = { env: c.env, db, user: session.user.email };
    return c.json({ data: await genererDocument(author, compose(donnees), classement) });
  });
}
