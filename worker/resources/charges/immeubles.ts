import { count, eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { nomDuLot } from "#domain/biens/adresse.ts";
import { Invalid } from "#domain/erreurs.ts";
import { REFUS_DE_CE_DEBUT, REFUS_DE_DEBUT } from "#domain/gerance/charges/calendrier.ts";
import { finDExercice } from "#domain/gerance/charges/calendrier-fiche.ts";
import {
  type CleVue,
  creation,
  demandeDeReunion,
  type ImmeubleDetail,
  type ImmeubleRow,
  lotsDeLImmeuble,
  modification,
  nouvelleCle,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { libre, selected } from "#worker/db/conditions.ts";
import { appartements, immeubles } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import type { Page } from "#worker/http/api/list-query.ts";
import { defineFind, detailOf, type Rule } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  ajouterCle,
  CLES_DE_L_IMMEUBLE,
  debutsPossibles,
  definirLots,
  finirExercice,
  proposerImmeubles,
  retirerCle,
  reunirEnImmeuble,
} from "#worker/operations/gerance/charges/immeubles.ts";
import { counted } from "#worker/resources/views.ts";

const lots = selected<number>(
  sql`(SELECT count(*) FROM ${appartements} WHERE ${appartements.ImmeubleId} = ${immeubles.id})`,
);
const nomsDesLots =
  selected<string>(sql`(SELECT json_group_array(json_object('id', a.id, 'adresse', a.adresse,
    'etage', a.etage, 'situation', a.situation, 'surface', a.surface)) FROM (SELECT * FROM ${appartements}
  WHERE "ImmeubleId" = ${immeubles.id} ORDER BY ordre, id) a)`);
const nbDepenses = selected<number>(
  sql`(SELECT count(*) FROM "DepenseImmeuble" WHERE "ImmeubleId" = ${immeubles.id})`,
);
const cles = selected<string>(CLES_DE_L_IMMEUBLE);
const debuts = selected<string>(debutsPossibles(sql`${immeubles.id}`));

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.immeubles.findFirst({
      where: eq(immeubles.id, id),
      columns: { recherche: false },
      extras: {
        nomsDesLots: nomsDesLots.as("nomsDesLots"),
        cles: cles.as("cles"),
        debuts: debuts.as("debuts"),
        nbDepenses: nbDepenses.as("nbDepenses"),
      },
    }),
  view: (
    { nomsDesLots, cles, debuts, nbDepenses: _nbDepenses, ...immeuble },
    { canDelete },
  ): ImmeubleDetail => ({
    ...immeuble,
    exerciceDebuts: JSON.parse(debuts) as string[],
    Lots: (
      JSON.parse(nomsDesLots) as {
        id: number;
        adresse: string;
        etage: string | null;
        situation: string | null;
        surface: number | null;
      }[]
    ).map(({ id, surface, ...lot }) => ({ id, surface, nom: nomDuLot(lot, immeuble.adresse) })),
    Cles: (JSON.parse(cles) as (Omit<CleVue, "employee"> & { employee: number })[]).map(
      ({ employee, ...cle }) => ({ ...cle, employee: employee === 1 }),
    ),
    canDelete,
  }),
  heldBy: ({ nbDepenses: depenses, cles }) => [
    ...counted(depenses, "dépense"),
    ...counted((JSON.parse(cles) as unknown[]).length, "clé"),
  ],
  free: () => libre.immeuble,
});

const list = {
  search: [immeubles.recherche],
  searched: ["nom", "adresse", "codePostal", "ville"],
  sort: {
    nom: sql`lower(${immeubles.nom})`,
    ville: immeubles.ville,
    lots: sql`"lots"`,
    id: immeubles.id,
  },
  defaultSort: "nom",
  filters: {},
  rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
    db
      .select({
        id: immeubles.id,
        nom: immeubles.nom,
        adresse: immeubles.adresse,
        codePostal: immeubles.codePostal,
        ville: immeubles.ville,
        genre: immeubles.genre,
        syndicNom: immeubles.syndicNom,
        syndicMail: immeubles.syndicMail,
        syndicTel: immeubles.syndicTel,
        exerciceDebut: immeubles.exerciceDebut,
        lots: lots.as("lots"),
        updatedAt: immeubles.updatedAt,
        version: immeubles.version,
      })
      .from(immeubles)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit ?? -1)
      .offset(offset),
  count: (db: Db, where: SQL | undefined) =>
    db.select({ total: count() }).from(immeubles).where(where),
  view: (row: ImmeubleRow): ImmeubleRow => row,
  csv: [
    { titre: "Nom", valeur: (row: ImmeubleRow) => row.nom },
    { titre: "Adresse", valeur: (row: ImmeubleRow) => row.adresse },
    { titre: "Code postal", valeur: (row: ImmeubleRow) => row.codePostal },
    { titre: "Ville", valeur: (row: ImmeubleRow) => row.ville },
    { titre: "Syndic", valeur: (row: ImmeubleRow) => row.syndicNom ?? null },
    { titre: "Logements", valeur: (row: ImmeubleRow) => row.lots },
  ],
};

/**
 * A change of the first day of the accounting year (exercice) applies to all years, past ones too: so every valid
 * statement of charges must end the day before the new first day. Once the end of an accounting year was moved, the
 * first day can no longer change.
 */
const firstDayIsFree = (
  { exerciceDebut }: { exerciceDebut?: string },
  before?: typeof immeubles.$inferSelect,
): Rule[] => {
  if (before === undefined || before.exerciceDebut === exerciceDebut) return [];
  const possibles = debutsPossibles(sql`${before.id}`);
  return [
    {
      holds: sql`EXISTS (SELECT 1 FROM json_each(${possibles}) WHERE value <> ${before.exerciceDebut})`,
      refusal: new Invalid({ exerciceDebut: REFUS_DE_DEBUT }),
    },
    {
      holds: sql`${exerciceDebut} IN (SELECT value FROM json_each(${possibles}))`,
      refusal: new Invalid({ exerciceDebut: REFUS_DE_CE_DEBUT }),
    },
  ];
};

/** Buildings, their dwellings and their keys of distribution (charges/README §16.2). */
export const immeubleResource = new Hono<App>()
  .get(
    "/Immeuble/propositions",
    says("Les adresses de plusieurs logements qu’aucun immeuble ne réunit."),
    requires("lire"),
    async (c) => c.json({ data: await proposerImmeubles(c.var) }),
  )
  .post(
    "/Immeuble/reunir",
    says("Crée l’immeuble de ces logements, à leur adresse.", {
      success: 201,
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(demandeDeReunion),
    async (c) => {
      const id = await reunirEnImmeuble(contextOf(c), c.req.valid("json").AppartementIds);
      return c.json({ data: detailOf(c, find, await find.query(c.var.db, id)) }, 201);
    },
  )
  .put(
    "/Immeuble/:id/lots",
    says("Les logements de l’immeuble : ceux-ci, et nul autre.", { refusals: [404, 409] }),
    requires("modifier"),
    json(lotsDeLImmeuble),
    async (c) => {
      const id = idParam(c);
      await definirLots(contextOf(c), { id, ...c.req.valid("json") });
      return c.json({ data: detailOf(c, find, await find.query(c.var.db, id)) });
    },
  )
  .put(
    "/Immeuble/:id/exercice/:annee",
    says("Le dernier jour d’un exercice de l’immeuble : les suivants commencent le lendemain.", {
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(finDExercice),
    async (c) => {
      const id = idParam(c);
      const annee = idParam(c, "annee");
      await finirExercice(contextOf(c), { id, annee, ...c.req.valid("json") });
      return c.json({ data: detailOf(c, find, await find.query(c.var.db, id)) });
    },
  )
  .post(
    "/CleRepartition",
    says("Ajoute une clé à un immeuble : elle suit celle de son nom.", {
      success: 201,
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(nouvelleCle),
    async (c) => {
      const id = await ajouterCle(contextOf(c), c.req.valid("json"));
      return c.json({ data: { id } }, 201);
    },
  )
  .delete(
    "/CleRepartition/:id",
    says("Retire une clé que rien n’emploie.", { success: 204, refusals: [404, 409] }),
    requires("supprimer"),
    async (c) => {
      await retirerCle(contextOf(c), idParam(c));
      return c.body(null, 204);
    },
  )
  .route(
    "/",
    crud({
      name: "Immeuble",
      table: immeubles,
      creation,
      modification,
      list,
      find,
      rules: firstDayIsFree,
    }),
  );
