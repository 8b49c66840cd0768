import { type Context, Hono } from "hono";
import type * as z from "zod/mini";
import { DOCUMENTS, type Sources, type TypeDocument } from "#domain/fichiers/document.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import {
  type Classement,
  documentGarde,
  genererDocument,
  lireJalon,
} from "#worker/operations/fichiers/documents.ts";

/** A document, and its part of the name of the file. */
export interface Made extends Pick<Classement, "sujet" | "periode"> {
  composed: Composed;
}

/** How a paper will be signed, where it says so. */
export interface Signing {
  /** Signed here, with nothing to write by hand. */
  electronique?: boolean;
  /** Signed by a link: the address of the page. */
  enLigne?: string;
}

/** How a kind of document is made. */
export interface Making<Type extends TypeDocument> {
  /** One sentence, for readers of the API. */
  summary: string;
  /** The parameters of the call beside those of the path. */
  query?: Record<string, z.core.$ZodType>;
  /** The refusals besides those of every paper. */
  refusals?: number[];
  /** The record that lists the document, when the path names another. */
  record?(c: Context<App>, sources: Sources<Type>): Promise<number>;
  /** The account or the invoice with a single paper; null when there may be several. */
  piece?(c: Context<App>, sources: Sources<Type>): Promise<number | null>;
  /**
   * Loads the records and composes the document; `sujet`: its subject; `periode`: its days.
   * @throws NotFound; Invalid for a paper that the law forbids.
   */
  make(c: Context<App>, sources: Sources<Type>, signing?: Signing): Promise<Made>;
}

export type Makings = { [Type in TypeDocument]: Making<Type> };

/** The parameters in the path of a kind, in order: the last one is its record, unless `Making.record` finds it. */
export const sourcesOf = (type: TypeDocument): string[] =>
  [...DOCUMENTS[type].chemin.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

/** Composes a document as its own call does, without keeping it. */
export const composing =
  (makings: Makings) =>
  (
    c: Context<App>,
    { type, sources }: { type: TypeDocument; sources: Record<string, number> },
    signing: Signing,
  ): Promise<Made> => {
    const making: Making<TypeDocument> = makings[type];
    return making.make(c, sources as Sources<TypeDocument>, signing);
  };

/**
 * The `…/generate` calls, one a kind: each composes the document, renders it, keeps it on its record and answers
 * `{generated, warnings}`; a paper that is made once is given again.
 */
export function documentRoutes(makings: Makings) {
  const routes = new Hono<App>();
  for (const type of Object.keys(DOCUMENTS) as TypeDocument[]) {
    const { chemin } = DOCUMENTS[type];
    const making: Making<TypeDocument> = makings[type];
    const { summary, query, refusals, record: listing, piece, make } = making;
    const names = sourcesOf(type);
    const record = names.at(-1);
    const description = { ...(query && { query }), ...(refusals && { refusals }) };
    routes.get(
      `${chemin}/generate`,
      says(summary, description),
      requires("modifier"),
      limited("documents"),
      async (c) => {
        const sources = Object.fromEntries(names.map((name) => [name, idParam(c, name)]));
        const ctx = contextOf(c);
        const named = sources as Sources<TypeDocument>;
        const PieceId = (await piece?.(c, named)) ?? null;
        const garde = PieceId === null ? null : await documentGarde(ctx, { type, PieceId });
        if (garde) return c.json({ data: garde });
        const entiteId = listing ? await listing(c, named) : idParam(c, record);
        const jalon = await lireJalon(ctx, { type, entiteId });
        const { composed, ...about } = await make(c, named);
        const demande = { type, entiteId, ...about, PieceId, composed, jalon };
        return c.json({ data: await genererDocument(ctx, demande) });
      },
    );
  }
  return routes;
}
