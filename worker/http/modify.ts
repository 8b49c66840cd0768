import { and, eq, type InferInsertModel, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import { champsDe, instant } from "#domain/fields.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { trace } from "#worker/operations/history.ts";
import { says } from "./described.ts";
import { requires } from "./guards.ts";
import { detailOf, folded, naming, type RecordTable, type Resource } from "./record.ts";
import type { App } from "./types.ts";
import { idParam, json, parse } from "./validate.ts";

interface Change<Values> {
  id: number;
  before: Record<string, unknown>;
  after: Values;
  user: string;
  now: Date;
  /** The change takes place. */
  when: SQL;
}

/**
 * `PUT /{name}/:id`, for the version of the record that the caller has read.
 * @param alongside what the change writes elsewhere, in the same transaction, just before.
 */
export function modifies<
  Table extends RecordTable,
  Raw extends { updatedAt: string },
  Detail,
  ListRaw,
  Row,
>(
  resource: Resource<Table, Raw, Detail, ListRaw, Row>,
  alongside: (db: Db, change: Change<InferInsertModel<Table>>) => Statements = () => ({}),
) {
  const { name, table, creation, modification, find } = resource;
  const change = z.extend(modification as unknown as z.ZodMiniObject, {
    updatedAt: z.optional(instant()),
  });
  const modified = says("Modifie une fiche : un champ absent garde sa valeur, null le vide.", {
    name,
    record: modification,
  });
  return new Hono<App>().put(
    `/${name}/:id`,
    modified,
    requires("modifier"),
    json(change),
    async (c) => {
      const { db, session, now } = c.var;
      const id = idParam(c);
      const { updatedAt, ...changes } = c.req.valid("json") as Record<string, unknown>;
      const [before] = await db
        .select()
        .from(table as RecordTable)
        .where(eq(table.id, id));
      if (!before) throw new NotFound();
      if (updatedAt !== undefined && updatedAt !== before.updatedAt)
        throw new Conflict(FICHE_MODIFIEE);
      const kept = champsDe(modification, before);
      const values = parse(creation, { ...kept, ...changes });
      const details = differences(kept, values);
      const user = session.user.email;
      const known = and(eq(table.id, id), eq(table.updatedAt, before.updatedAt));
      const when = rowExists(table, known);
      const { record, raw } = await naming(
        { db, table, values },
        db.write({
          history: trace(db, {
            entite: name,
            entiteId: id,
            etat: "Modification",
            user,
            details,
            quand: when,
          }),
          ...alongside(db, { id, before: kept, after: values, user, now, when }),
          record: db
            .update(table as RecordTable)
            .set({ ...values, ...folded(resource, values), updatedAt: now.toISOString() })
            .where(known),
          raw: find.query(db, id),
        }),
      );
      if (record.rowsAffected === 0) throw new Conflict(FICHE_MODIFIEE);
      return c.json({ data: detailOf(c, find, raw) });
    },
  );
}

/** What a change changed: `{field: [before, after]}`. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(after)
      .filter(
        ([field, value]) => JSON.stringify(before[field] ?? null) !== JSON.stringify(value ?? null),
      )
      .map(([field, value]) => [field, [before[field] ?? null, value ?? null]]),
  );
}
