import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import { preuvesDe } from "#domain/agence/history.ts";
import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import { versionSeule } from "#domain/fields.ts";
import { rowExists } from "#worker/db/rows.ts";
import { asRead, isStale, onVersionRead, type Version } from "#worker/db/versions.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { retenirSansFiche } from "#worker/operations/courriels/outbox.ts";
import { oublierValeurs, trace } from "#worker/operations/historique/history.ts";
import { says } from "./described.ts";
import type { RecordTable, Resource } from "./record.ts";
import { idParam, json } from "./validate.ts";

/** `DELETE /{name}/:id`: deletes a record that nothing keeps; else the refusal names all that keeps it. */
export function removes<Table extends RecordTable, Raw extends Version, Detail, ListRaw, Row>(
  resource: Resource<Table, Raw, Detail, ListRaw, Row>,
) {
  const { name, table, find } = resource;
  const deleted = says("Supprime une fiche que rien ne retient.", { success: 204 });
  return new Hono<App>().delete(
    `/${name}/:id`,
    deleted,
    requires("supprimer"),
    json(versionSeule),
    async (c) => {
      const { db, session, today } = c.var;
      const id = idParam(c);
      const read = c.req.valid("json");
      await onVersionRead(read, async () => {
        const raw = (await find.query(db, id)) as Raw | undefined;
        if (!raw) throw new NotFound();
        if (isStale(raw, read)) throw new Conflict(FICHE_MODIFIEE);
        const held = find.heldBy(raw, today);
        if (held.length > 0) {
          throw new Conflict(
            `Suppression impossible : cette fiche est retenue par ${held.join(", ")}.`,
          );
        }
        const free = and(
          eq(table.id, id),
          asRead(table, { version: raw.version }),
          find.free?.(today),
        );
        const { record } = await db.write({
          history: trace(db, {
            entite: name,
            entiteId: id,
            etat: "Suppression",
            details: preuvesDe(name, raw),
            user: session.user.email,
            quand: rowExists(table, free),
          }),
          record: db.delete(table).where(free),
          forgotten: oublierValeurs(db, name, id),
          mails: retenirSansFiche(db, name, id),
        });
        return record.rowsAffected === 0 ? undefined : true;
      });
      return c.body(null, 204);
    },
  );
}
