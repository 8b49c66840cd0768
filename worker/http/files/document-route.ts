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

/** A document, with its subject and period, which are parts of the file's name. */
export interface Made extends Pick<Classement, "sujet" | "periode"> {
  composed: Composed;
}

/** The way a paper will be signed, when its text depends on that way. */
export interface Signing {
  /** True: the paper is signed electronically, and has no blanks to fill in by hand. */
  electronique?: boolean;
  /** The address of the page where signers sign by a link. */
  enLigne?: string;
}

export interface Making<Type extends TypeDocument> {
  /** The summary of the call in the API documentation, one sentence. */
  summary: string;
  query?: Record<string, z.core.$ZodType>;
  /** The HTTP statuses of refusals, besides those that every document shares. */
  refusals?: number[];
  /**
   * Returns the identifier of the record on which the document is kept, when the last parameter of the path does not
   * name it.
   */
  record?(c: Context<App>, sources: Sources<Type>): Promise<number>;
  /**
   * Returns the identifier of the account or invoice whose document is made once and kept; null when the document may
   * have several versions.
   */
  piece?(c: Context<App>, sources: Sources<Type>): Promise<number | null>;
  /**
   * Loads the records and composes the document.
   * @throws NotFound for an absent record; Invalid for a paper that the law forbids, or for which a required fact or
   * mention is missing.
   */
  make(c: Context<App>, sources: Sources<Type>, signing?: Signing): Promise<Made>;
}

export type Makings = { [Type in TypeDocument]: Making<Type> };

/**
 * The parameters in the path of a document, in order. The document is kept on the record of the last parameter,
 * unless `Making.record` finds another record.
 */
export const sourcesOf = (type: TypeDocument): string[] =>
  [...DOCUMENTS[type].chemin.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

/** Composes a document as its `…/generate` call does, without storing it. */
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
 * The `…/generate` call of each document: composes it, renders it, stores it on its record, and answers `{generated,
 * warnings}`. When the document is made only once, later calls answer the stored one.
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
