import { eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import type { CompteRenduRow } from "#domain/gerance/cloture/compte-rendu.ts";
import {
  ajoutDeFrais,
  envoi,
  preparation,
  validation,
} from "#domain/gerance/cloture/compte-rendu.ts";
import { MODES_FONDS } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { clients } from "#worker/db/schema/schema.ts";
import { says } from "#worker/http/api/described.ts";
import {
  byChoice,
  byId,
  byLink,
  byMatch,
  type ListQuery,
  type Page,
  parametersOf,
  readListQuery,
} from "#worker/http/api/list-query.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { streamedFile } from "#worker/http/files/streamed-file.ts";
import { queueMails } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { type CsvColumn, csvChunk } from "#worker/operations/fichiers/csv.ts";
import {
  preparerComptes,
  supprimerBrouillon,
  validerComptes,
} from "#worker/operations/gerance/cloture/comptes-rendus.ts";
import {
  lireCompteRendu,
  lireComptesParLots,
  lireComptesRendus,
  sommerComptes,
  sommesDesComptes,
} from "#worker/operations/gerance/cloture/comptes-rendus-lus.ts";
import { envoyerComptes } from "#worker/operations/gerance/cloture/envois-comptes-rendus.ts";
import { ajouterFrais, retirerFrais } from "#worker/operations/gerance/cloture/frais-demandes.ts";

const principals = sql`FROM "MissionClient" l JOIN ${clients} ON ${clients.id} = l."ClientId"
  WHERE l."MissionId" = ${comptesRendus.MissionId}`;

const owners = sql`coalesce((SELECT group_concat(${clients.recherche}, ', ') ${principals}), '')`;

const ownedBy = (ClientId: number): SQL => sql`(
  EXISTS (SELECT 1 FROM "CompteRenduPart" p WHERE p."CompteRenduId" = ${comptesRendus.id} AND p."ClientId" = ${ClientId})
  OR EXISTS (SELECT 1 ${principals} AND l."ClientId" = ${ClientId}))`;

const list: ListQuery = {
  search: [owners, sql`coalesce(${missions.numRegistre}, '')`],
  sort: {
    mois: comptesRendus.mois,
    mandat: sql`(SELECT min(${clients.recherche}) ${principals})`,
    numero: sql`coalesce(CAST(${missions.numRegistre} AS integer), ${missions.id})`,
    etat: comptesRendus.etat,
    id: comptesRendus.id,
  },
  defaultSort: "-mois",
  filters: {
    mois: byMatch(/^\d{4}-\d{2}$/, "Un mois est attendu.", (mois) => eq(comptesRendus.mois, mois)),
    MissionId: byId(comptesRendus.MissionId),
    ClientId: byLink(ownedBy),
    etat: byChoice({
      brouillon: () => eq(comptesRendus.etat, "brouillon"),
      valide: () => eq(comptesRendus.etat, "valide"),
    }),
    // `sommes=non` filters no account: the response then has the number of accounts without their sums.
    sommes: byChoice({ non: () => undefined }),
  },
};

const query = parametersOf(list);

const FROM = sql`${comptesRendus} JOIN ${missions} ON ${missions.id} = ${comptesRendus.MissionId}`;

/** The identifiers of a page, each with its rank. */
const chosen = ({ where, orderBy, limit, offset }: Page) => sql`
  SELECT ${comptesRendus.id} AS id, row_number() OVER (ORDER BY ${sql.join(orderBy, sql`, `)}) AS rang FROM ${FROM}
  WHERE ${where ?? sql`true`} ORDER BY rang LIMIT ${limit ?? -1} OFFSET ${offset}`;

const columns: CsvColumn<CompteRenduRow>[] = [
  { titre: "Compte rendu", valeur: (row) => row.numero },
  { titre: "Mandat", valeur: (row) => row.mandat },
  { titre: "Du", valeur: (row) => row.du },
  { titre: "Au", valeur: (row) => row.au },
  { titre: "État", valeur: (row) => (row.etat === "valide" ? "Validé" : "Brouillon") },
  { titre: "Loyers reçus par", valeur: (row) => MODES_FONDS[row.modeFonds] },
  { titre: "Solde précédent", valeur: (row) => row.soldePrecedent },
  { titre: "Encaissements", valeur: (row) => row.encaissements },
  { titre: "Reçus par le propriétaire", valeur: (row) => row.loyersRecus },
  { titre: "Dépenses", valeur: (row) => row.depenses },
  { titre: "Honoraires TTC", valeur: (row) => row.honorairesTTC },
  { titre: "Solde", valeur: (row) => row.solde },
  { titre: "Provision", valeur: (row) => row.provision },
  { titre: "Reversement", valeur: (row) => row.reversement },
  {
    titre: "À regarder",
    valeur: (row) => row.anomalies.map(({ detail }) => detail).join(" "),
  },
];

export const compteRenduResource = new Hono<App>()
  .get(
    "/CompteRendu.csv",
    says("La liste, en fichier pour tableur.", { query, media: "text/csv", refusals: [429] }),
    requires("lire"),
    limited("exports"),
    async (c) => {
      const ctx = contextOf(c);
      const page = readListQuery(c, list, query, comptesRendus.id);
      const all = await ctx.db.all<{ id: number }>(
        sql`SELECT id FROM (${chosen({ ...page, limit: undefined, offset: 0 })}) ORDER BY rang`,
      );
      const ids = all.map(({ id }) => id);
      return streamedFile(c, {
        pages: lireComptesParLots(ctx, ids),
        write: (rows, first) => csvChunk(columns, rows, first),
        name: `${["CompteRendu", c.req.query("mois") ?? ctx.today].join("_")}.csv`,
        ressource: "CompteRendu",
      });
    },
  )
  .get(
    "/CompteRendu",
    says("La liste, et ce que ses comptes font ensemble.", { query, list: true }),
    requires("lire"),
    async (c) => {
      const ctx = contextOf(c);
      const page = readListQuery(c, list, query, comptesRendus.id);
      const all = chosen({ ...page, limit: undefined, offset: 0 });
      const sansSommes = c.req.query("sommes") === "non";
      // Each draft takes time to compute: when all rows are read, their sums are computed from these rows.
      const entiere = page.limit === undefined;
      const [rows, sommesLues, [compte]] = await Promise.all([
        lireComptesRendus(ctx, chosen(page)),
        sansSommes || entiere ? undefined : sommerComptes(ctx, all),
        ctx.db.all<{ nombre: number }>(sql`SELECT count(*) AS nombre FROM (${all})`),
      ]);
      const sommes = sansSommes ? undefined : (sommesLues ?? sommesDesComptes(rows));
      const data = rows.map(
        ({ contenu: _contenu, fraisPrevus: _prevus, frais: _frais, ...row }): CompteRenduRow => row,
      );
      return c.json({ data, total: compte?.nombre ?? 0, sommes });
    },
  )
  .get(
    "/CompteRendu/:id",
    says("Un compte rendu avec tout ce qu’il dit ; un brouillon est établi à sa lecture.", {
      refusals: [404],
    }),
    requires("lire"),
    async (c) => {
      return c.json({ data: await lireCompteRendu(contextOf(c), idParam(c)) });
    },
  )
  .post(
    "/CompteRendu/preparer",
    says("Prépare les comptes rendus des mandats dont la période finit ce mois-là."),
    requires("administrer"),
    json(preparation),
    async (c) => {
      const { mois } = c.req.valid("json");
      const data = await preparerComptes(contextOf(c), mois);
      return c.json({ data });
    },
  )
  .post(
    "/CompteRendu/valider",
    says(
      "Valide des comptes rendus : chacun l’est, l’était déjà, ou dit pourquoi il ne peut l’être.",
      {
        refusals: [409],
      },
    ),
    requires("administrer"),
    json(validation),
    async (c) => {
      const ctx = contextOf(c);
      const data = await validerComptes(ctx, c.req.valid("json").ids);
      const valides = data.flatMap(({ id, resultat }) => (resultat === "valide" ? [id] : []));
      queueMails(c, await envoyerComptes(ctx, valides));
      return c.json({ data });
    },
  )
  .post(
    "/CompteRendu/envoyer",
    says("Envoie des comptes rendus validés à leurs propriétaires, une fois à chacun."),
    requires("modifier"),
    limited("mails"),
    json(envoi),
    async (c) => {
      const courriels = await envoyerComptes(contextOf(c), c.req.valid("json").ids);
      queueMails(c, courriels);
      return c.json({ data: { courriels: courriels.length } });
    },
  )
  .post(
    "/CompteRendu/:id/frais",
    says("Ajoute à un brouillon des frais que le mandat prévoit sur demande.", {
      success: 201,
      refusals: [404, 409],
    }),
    requires("administrer"),
    json(ajoutDeFrais),
    async (c) => {
      const ctx = contextOf(c);
      const id = idParam(c);
      await ajouterFrais(ctx, { id, ...c.req.valid("json") });
      return c.json({ data: await lireCompteRendu(ctx, id) }, 201);
    },
  )
  .delete(
    "/CompteRendu/:id/frais/:fraisId",
    says("Retire d’un brouillon des frais ajoutés.", { refusals: [404, 409] }),
    requires("administrer"),
    async (c) => {
      const ctx = contextOf(c);
      const id = idParam(c);
      await retirerFrais(ctx, { id, fraisId: idParam(c, "fraisId") });
      return c.json({ data: await lireCompteRendu(ctx, id) });
    },
  )
  .delete(
    "/CompteRendu/:id",
    says("Supprime un brouillon : le compte suivant dira ce qu’il aurait dit.", {
      success: 204,
      refusals: [404, 409],
    }),
    requires("administrer"),
    async (c) => {
      await supprimerBrouillon(contextOf(c), idParam(c));
      return c.body(null, 204);
    },
  );
