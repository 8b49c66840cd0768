import { and, type InferInsertModel } from "drizzle-orm";
import { Hono } from "hono";
import { insertWhen, newestId, nextId } from "#worker/db/rows.ts";
import { onWhatIsRead, type Version } from "#worker/db/versions.ts";
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
import { json } from "./validate.ts";

/** `POST /{name}`: creates a record, with what its resource adds (`follows`). */
export function creates<Table extends RecordTable, Raw extends Version, Detail, ListRaw, Row>(
  resource: Resource<Table, Raw, Detail, ListRaw, Row>,
) {
  const { name, table, creation, modification, find } = resource;
  const created = says("Crée une fiche.", { name, record: modification, success: 201 });
  return new Hono<App>().post(
    `/${name}`,
    created,
    requires("modifier"),
    json(creation),
    async (c) => {
      const { db, session, now, today } = c.var;
      const user = session.user.email;
      const asked = c.req.valid("json") as InferInsertModel<Table>;
      const attempt = async () => {
        const follow = await resource.follows?.(db, { after: asked, user, now, today });
        const values = { ...asked, ...follow?.values };
        const rules = resource.rules?.(values) ?? [];
        const quand = and(...rules.map(({ holds }) => holds));
        const { verdict, raw } = await naming(
          { db, table, values },
          db.write({
            verdict: verdictOf(db, rules),
            history: trace(db, {
              entite: name,
              entiteId: nextId(table),
              etat: "Création",
              user,
              quand,
            }),
            record: insertWhen(db, table, { ...values, ...folded(resource, values) }, quand),
            ...named("after", follow?.statements),
            raw: find.query(db, newestId(table)),
          }),
        );
        requireRules(rules, verdict);
        return detailOf(c, find, raw);
      };
      const data = await (resource.follows ? onWhatIsRead(attempt) : attempt());
      return c.json({ data }, 201);
    },
  );
}
