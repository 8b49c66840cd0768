import { and, eq, type InferSelectModel } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { apres, differences } from "#domain/agence/history.ts";
import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import { champsDe, type VersionLue, versionLue } from "#domain/fields.ts";
import { isLostRace } from "#worker/db/failures.ts";
import { rowExists } from "#worker/db/rows.ts";
import { asRead, isStale, onVersionRead, onWhatIsRead, type Version } from "#worker/db/versions.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { says } from "./described.ts";
import {
  detailOf,
  folded,
  named,
  naming,
  type RecordTable,
  type Resource,
  requireRules,
  verdictOf,
} from "./record.ts";
import { idParam, json, parse } from "./validate.ts";

/**
 * `PUT /{name}/:id`: writes only the fields that change, on the version that the caller read. Without a version, the
 * change applies to the latest one.
 */
export function modifies<Table extends RecordTable, Raw extends Version, Detail, ListRaw, Row>(
  resource: Resource<Table, Raw, Detail, ListRaw, Row>,
) {
  const { name, table, creation, gardee = creation, modification, find } = resource;
  const change = z.extend(modification as unknown as z.ZodMiniObject, versionLue);
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
      const { db, session, today, now } = c.var;
      const id = idParam(c);
      const { version, updatedAt, ...changes } = c.req.valid("json") as Record<string, unknown> &
        VersionLue;
      const read = { version, updatedAt };
      const attempt = async () => {
        const [row] = (await db
          .select()
          .from(table as RecordTable)
          .where(eq(table.id, id))) as (InferSelectModel<Table> & Version)[];
        if (!row) throw new NotFound();
        if (isStale(row, read)) throw new Conflict(FICHE_MODIFIEE);
        const before = champsDe(modification, row);
        const asked = parse(gardee, { ...before, ...changes });
        const user = session.user.email;
        const follow = await resource.follows?.(db, {
          before: row,
          after: asked,
          user,
          now,
          today,
        });
        const after = { ...asked, ...follow?.values };
        const details = { ...differences(before, after), ...follow?.details };
        if (Object.keys(details).length === 0) return detailOf(c, find, await find.query(db, id));
        const rules = resource.rules?.(after, row) ?? [];
        const known = and(
          eq(table.id, id),
          asRead(table, { version: row.version }),
          ...rules.map(({ holds }) => holds),
        );
        const when = rowExists(table, known);
        const written = differences(row, { ...after, ...folded(resource, after) });
        const first = (await follow?.first?.(when)) ?? {};
        const made = await naming(
          { db, table, values: after },
          db.write({
            verdict: verdictOf(db, rules),
            history: trace(db, {
              entite: name,
              entiteId: id,
              etat: "Modification",
              user,
              details,
              quand: when,
            }),
            ...named("before", first),
            record: db
              .update(table as RecordTable)
              .set({
                ...apres(written),
                updatedAt: now.toISOString(),
              })
              .where(known),
            ...named("after", follow?.statements),
            raw: find.query(db, id),
          }),
        ).catch((error: unknown) => {
          if (Object.keys(first).length > 0 && isLostRace(error)) return undefined;
          throw error;
        });
        if (!made) return undefined;
        const { verdict, record, raw } = made;
        requireRules(rules, verdict);
        if (record.rowsAffected === 0) return undefined;
        const told = await follow?.announces?.();
        const detail = detailOf(c, find, raw) as Detail & { warnings?: string[] };
        const warnings = [...(told ?? detail.warnings ?? []), ...(follow?.warnings ?? [])];
        return told || warnings.length > 0 ? { ...detail, warnings } : detail;
      };
      const data = await onVersionRead(read, () =>
        resource.follows ? onWhatIsRead(attempt) : attempt(),
      );
      return c.json({ data });
    },
  );
}
