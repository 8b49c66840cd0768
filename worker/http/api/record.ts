import {
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PreparedQuery } from "drizzle-orm/session";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { Jour } from "#domain/dates.ts";
import { Invalid, NotFound, type Refusal } from "#domain/erreurs.ts";
import { type Action, peut } from "#domain/profils/droits.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db, Statement, Statements } from "#worker/db/client.ts";
import { brokenConstraint } from "#worker/db/failures.ts";
import { missingReferences } from "#worker/db/references.ts";
import type { Version, VersionedTable } from "#worker/db/versions.ts";
import { type FileLink, fileLinks } from "#worker/http/files/file-links.ts";
import type { SessionUser } from "#worker/http/session/session.ts";
import type { App } from "#worker/http/types.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { CsvColumn } from "#worker/operations/fichiers/csv.ts";
import type { ListQuery, Page } from "./list-query.ts";

export type Identified = SQLiteTable & { id: SQLiteColumn };

export type RecordTable = VersionedTable;

export interface List<Raw, Row> extends ListQuery {
  /** Brings the stored rows of the list up to date with this day, before the list is read. */
  refresh?(ctx: Pick<Contexte, "db" | "today">): Promise<void>;
  rows(db: Db, page: Page): Statement<Raw[]> & PromiseLike<Raw[]>;
  /** The number of all rows; a list may add sums. */
  count(db: Db, where: SQL | undefined, today: Jour): Statement<{ total: number }[]>;
  view(raw: Raw, today: Jour, link: FileLink): Row;
  /** The fields of the record whose text the search finds. */
  searched: string[];
  csv: CsvColumn<Row>[];
  /** The part of the CSV file's name that replaces the filters and the day, as « 2026-11 »; undefined to keep them. */
  csvOf?(filters: Record<string, string>): string | undefined;
}

export interface Find<Raw, Detail> {
  /** Reads the record with its relations, in one statement. */
  query(
    db: Db,
    id: number | SQL,
  ): Statement<Raw | undefined> & PromiseLike<Raw | undefined> & { prepare(): PreparedQuery };
  view(
    raw: Raw,
    context: { today: Jour; canDelete: boolean; user: SessionUser; link: FileLink },
  ): Detail;
  /** The words for each thing that depends on the record and prevents its deletion; empty when it may be deleted. */
  heldBy(raw: Raw, today: Jour): string[];
  /** The right needed to delete the record, « supprimer » by default. */
  deletion?: Action;
  /**
   * `heldBy` in SQL: the condition that nothing forbids to delete the row. It is evaluated for the rows of a list,
   * and again at the instant of a deletion.
   */
  free?(today: Jour): SQL;
}

/** A condition that must be true at the instant of a write, and the refusal when it is false. */
export interface Rule {
  holds: SQL;
  refusal: Refusal;
}

/** The additions to a write, in its transaction, and the words for staff that go with its response. */
export interface Follow<Values> {
  /** Values of the record itself. */
  values?: Partial<Values>;
  /**
   * Statements run just before a change. When one of their conditions is no longer true, the change is tried again, or
   * refused when the caller gave a version.
   * @param when the condition on which the change takes place
   */
  first?(when: SQL): Statements | Promise<Statements>;
  /** Statements run just after the write. */
  statements?: Statements;
  /** The changes made beside the record, shown in its history. */
  details?: Record<string, unknown>;
  /** The consequences of the write, in words for staff. */
  warnings?: string[];
  /** Reads the consequences of the change just made, in words for staff. */
  announces?(): Promise<string[]>;
}

export interface Resource<Table extends RecordTable, Raw extends Version, Detail, ListRaw, Row> {
  name: string;
  table: Table;
  creation: z.core.$ZodType<InferInsertModel<Table>>;
  /** The schema of a whole record after a change, when records may lack fields that a creation requires. */
  gardee?: z.core.$ZodType<InferInsertModel<Table>>;
  modification: z.core.$ZodType & { shape: Record<string, z.core.$ZodType> };
  list: List<ListRaw, Row>;
  find: Find<Raw, Detail>;
  /**
   * The additions to a creation or a change, computed before the write, and again when somebody else wrote in between.
   * `before` is the row that the write changes, undefined for a creation.
   */
  follows?(
    db: Db,
    change: {
      before?: InferSelectModel<Table>;
      after: InferInsertModel<Table>;
      user: string;
      now: Date;
      today: Jour;
    },
  ): Promise<Follow<InferInsertModel<Table>>>;
  /** The conditions of a write; `before` is the row that the write changes, undefined for a creation. */
  rules?(after: InferInsertModel<Table>, before?: InferSelectModel<Table>): Rule[];
}

/** Renames the statements that go with a write, so that none has the name of another statement of the write. */
export const named = (place: "before" | "after", statements: Statements = {}): Statements =>
  Object.fromEntries(
    Object.entries(statements).map(([name, statement]) => [`${place} ${name}`, statement]),
  );

/**
 * A statement that evaluates the conditions of the rules in the transaction of the write that they may prevent;
 * {@link requireRules} reads its result.
 */
export const verdictOf = (db: Db, rules: readonly Rule[]) =>
  db.all<{ rule: number; holds: number }>(
    rules.length === 0
      ? sql`SELECT 0 AS rule, 1 AS holds WHERE false`
      : sql.join(
          rules.map(({ holds }, rule) => sql`SELECT ${rule} AS rule, (${holds}) AS holds`),
          sql` UNION ALL `,
        ),
  );

/** @throws the refusal of the first rule whose condition was false. */
export function requireRules(
  rules: readonly Rule[],
  verdict: readonly { rule: number; holds: number }[],
): void {
  const broken = verdict.find(({ holds }) => !holds);
  if (broken) throw rules[broken.rule]?.refusal;
}

/** Returns its argument; it lets the compiler infer the types of a `find` that several routes share. */
export const defineFind = <Raw, Detail>(find: Find<Raw, Detail>) => find;

/** Returns its argument; it lets the compiler infer the types of a resource that several routes share. */
export const defineResource = <
  Table extends RecordTable,
  Raw extends Version,
  Detail,
  ListRaw,
  Row,
>(
  resource: Resource<Table, Raw, Detail, ListRaw, Row>,
) => resource;

/**
 * The record as the caller may see it.
 * @throws NotFound without a record
 */
export function detailOf<Raw, Detail>(
  c: Context<App>,
  find: Find<Raw, Detail>,
  raw: Raw | undefined,
): Detail {
  if (!raw) throw new NotFound();
  const { session, today } = c.var;
  const canDelete =
    peut(session.user.role, find.deletion ?? "supprimer") && find.heldBy(raw, today).length === 0;
  return find.view(raw, { today, canDelete, user: session.user, link: fileLinks(c) });
}

/** The column of text that the search reads, with its value; empty for a table without this column. */
export const folded = (
  { table, list }: { table: SQLiteTable; list: { searched: string[] } },
  values: Record<string, unknown>,
) =>
  "recherche" in getTableColumns(table)
    ? { recherche: texteDeRecherche(list.searched.map((field) => values[field])) }
    : {};

/**
 * Waits for the write. When the write refers to a record that does not exist, the error names the field.
 * @throws Invalid for a field that refers to an absent record
 */
export async function naming<T>(
  { db, table, values }: { db: Db; table: SQLiteTable; values: Record<string, unknown> },
  writing: Promise<T>,
): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (brokenConstraint(error) !== "FOREIGN KEY") throw error;
    const missing = await missingReferences(db, table, values);
    if (missing.length === 0) throw error;
    throw new Invalid(
      Object.fromEntries(missing.map((field) => [field, "Cette fiche n’existe pas."])),
    );
  }
}
