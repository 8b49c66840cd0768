import { count, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { agenceDe } from "#domain/agence/agence.ts";
import {
  numeroDeMandat,
  type RegistreMandatRow,
} from "#domain/gerance/mandats/registre-mandats.ts";
import { observation, ouverture } from "#domain/gerance/mandats/registre-mandats-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { registreMandats } from "#worker/db/schema/mandants.ts";
import { registreMandats as registreEcrit } from "#worker/documents/mandats/registre-mandats.ts";
import { render } from "#worker/documents/page/render.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byId, type Page } from "#worker/http/api/list-query.ts";
import { noteExport } from "#worker/http/api/note-export.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import {
  lireEtatDuRegistre,
  lireRegistre,
  noterObservation,
  ouvrirRegistre,
} from "#worker/operations/gerance/mandats/registre-tenu.ts";

const columns = getTableColumns(registreMandats);

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select(columns)
    .from(registreMandats)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

type Raw = Awaited<ReturnType<typeof rows>>[number];

const view = ({ contenu, ...row }: Raw): RegistreMandatRow => ({ ...row, ...contenu });

const said = (field: string) => sql`${registreMandats.contenu} ->> ${sql.raw(`'${field}'`)}`;

/**
 * The texts about the parties and dwellings of the mandate today, in lower case without accents; the register itself
 * keeps its accents.
 */
const designes = [
  sql`SELECT group_concat(c.recherche, ' ') FROM "MissionClient" l JOIN "Client" c ON c.id = l."ClientId"
    WHERE l."MissionId" = ${registreMandats.MissionId}`,
  sql`SELECT group_concat(a.recherche, ' ') FROM "MissionAppartement" l JOIN "Appartement" a ON a.id = l."AppartementId"
    WHERE l."MissionId" = ${registreMandats.MissionId}`,
].map((texte) => sql`coalesce((${texte}), '')`);

/** The register of mandates (mandats/README §12.23), written by the events of mandates and never changed. */
export const registreMandatResource = new Hono<App>()
  .get(
    "/RegistreMandat/ouverture",
    says("Où en est le registre, et les mandats à numéroter avant de l’ouvrir."),
    requires("administrer"),
    async (c) => c.json({ data: await lireEtatDuRegistre(c.var) }),
  )
  .post(
    "/RegistreMandat/ouvrir",
    says("Ouvre le registre, une fois pour toutes, avec les numéros que les mandats ont déjà.", {
      success: 201,
      refusals: [409],
    }),
    requires("administrer"),
    json(ouverture),
    async (c) => {
      await ouvrirRegistre(contextOf(c), c.req.valid("json"));
      return c.json({ data: await lireEtatDuRegistre(c.var) }, 201);
    },
  )
  .post(
    "/RegistreMandat/:numero/observation",
    says("Note une observation sur un mandat du registre : avenant, résiliation, annulation.", {
      success: 201,
      refusals: [404],
    }),
    requires("administrer"),
    json(observation),
    async (c) => {
      const numero = idParam(c, "numero");
      await noterObservation(contextOf(c), { numero, observation: c.req.valid("json") });
      return c.json({ data: { numero: numeroDeMandat(numero) } }, 201);
    },
  )
  .get(
    "/RegistreMandat/generate",
    says("Le registre entier, coté par page.", { media: "application/pdf" }),
    requires("administrer"),
    limited("documents"),
    async (c) => {
      const { db, today } = c.var;
      const [rangees, reglages] = await Promise.all([lireRegistre(c.var), lireReglages(db)]);
      const agence = agenceDe(reglages);
      const { document } = registreEcrit({ rangees, emission: today, agence });
      noteExport(c, { ressource: "RegistreMandat", nombre: rangees.length });
      return c.body((await render(document)) as Uint8Array<ArrayBuffer>, 200, {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="Registre_des_mandats_${today}.pdf"`,
        "Cache-Control": "no-store",
      });
    },
  )
  .route(
    "/",
    reads({
      name: "RegistreMandat",
      table: registreMandats,
      list: {
        search: [
          ...[said("mandants"), said("situation"), said("observation")].map(
            (texte) => sql`lower(coalesce(${texte}, ''))`,
          ),
          ...designes,
        ],
        searched: [],
        sort: { id: registreMandats.id, numero: registreMandats.numero },
        defaultSort: "-id",
        filters: {
          MissionId: byId(registreMandats.MissionId),
          numero: byId(registreMandats.numero),
        },
        rows,
        count: (db, where) => db.select({ total: count() }).from(registreMandats).where(where),
        view,
        csv: [
          { titre: "Ligne", valeur: (row) => row.id },
          { titre: "N° d’ordre", valeur: (row) => numeroDeMandat(row.numero) },
          { titre: "Genre", valeur: (row) => row.genre },
          { titre: "Inscrit le", valeur: (row) => row.date },
          { titre: "Mandat du", valeur: (row) => row.dateMandat },
          { titre: "Mandants", valeur: (row) => row.mandants },
          { titre: "Situation", valeur: (row) => row.situation },
          { titre: "Objet", valeur: (row) => row.objet },
          { titre: "Observations", valeur: (row) => row.observation },
          { titre: "Écrit le", valeur: (row) => row.createdAt },
          { titre: "Par", valeur: (row) => row.user },
          { titre: "Empreinte", valeur: (row) => row.empreinte },
        ],
      },
      find: {
        query: (db: Db, id: number | SQL) =>
          db.query.registreMandats.findFirst({ where: eq(registreMandats.id, id) }),
        view: (raw) => view(raw as Raw),
        heldBy: () => ["le registre des mandats"],
        free: () => sql`false`,
      },
    }),
  );
