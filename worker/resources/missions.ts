import { asc, count, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { nomAppartement } from "#domain/appartement.ts";
import { contactParDefaut, MAILS_CLIENT, TELEPHONES_CLIENT } from "#domain/client.ts";
import { creation, type MissionDetail, type MissionRow, modification } from "#domain/mission.ts";
import { horsTaxe, somme } from "#domain/montants.ts";
import { appartementsRestants, soldeMission, valeurTotalMission } from "#domain/statuts.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import {
  accomptes,
  clients,
  missionAppartements,
  missionClients,
  missions,
} from "#worker/db/schema.ts";
import { crud, defineFind, detailOf } from "#worker/http/crud.ts";
import { byMatch, type Page } from "#worker/http/list-query.ts";
import { requires } from "#worker/http/session.ts";
import type { App } from "#worker/http/types.ts";
import { idParam } from "#worker/http/validate.ts";
import {
  ajouterAccompte,
  ajouterAppartement,
  ajouterCommanditaire,
  retirerAccompte,
  retirerAppartement,
  retirerCommanditaire,
} from "#worker/operations/missions.ts";
import { enNombre } from "./views.ts";

const APPARTEMENT = {
  id: true,
  adresse: true,
  codePostal: true,
  ville: true,
  etage: true,
} as const;

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.missions.findFirst({
      where: eq(missions.id, id),
      columns: { recherche: false, ordreMissionId: false },
      with: {
        clients: { columns: {}, with: { client: { columns: { recherche: false } } } },
        accomptes: {
          columns: { createdAt: false },
          with: { appartement: { columns: APPARTEMENT } },
          orderBy: [asc(accomptes.dateDepart), asc(accomptes.id)],
        },
        appartements: { columns: {}, with: { appartement: { columns: APPARTEMENT } } },
      },
    }),
  view: ({ clients, accomptes, appartements, ...mission }, { canDelete }): MissionDetail => {
    const total = valeurTotalMission(mission);
    return {
      ...mission,
      valeurTotalMission: total,
      valeurTotalHT: horsTaxe(total, mission.tauxTva),
      resteAPayer: soldeMission({ valeurTotalMission: total, accomptes }),
      appartementsRestants: appartementsRestants({ ...mission, appartements }),
      Clients: clients.map(({ client }) => ({
        id: client.id,
        titre: client.titre,
        nom: client.nom,
        prenom: client.prenom,
        mail: contactParDefaut(client, MAILS_CLIENT, client.mailDefaut),
        tel: contactParDefaut(client, TELEPHONES_CLIENT, client.telDefaut),
      })),
      Accomptes: accomptes.map(({ appartement, ...accompte }) => ({
        ...accompte,
        appartement: appartement && nomAppartement(appartement),
        prixHT: horsTaxe(accompte.prix, accompte.tva),
      })),
      Appartements: appartements.map(({ appartement }) => appartement),
      canDelete,
    };
  },
  heldBy: ({ accomptes }) => enNombre(accomptes.length, "acompte"),
});

const ofMission = (select: SQL, table: typeof missionClients | typeof missionAppartements) =>
  sql`(SELECT ${select} FROM ${table} WHERE ${table.MissionId} = ${missions.id})`;

const commanditaires = (column: SQL) => sql`(SELECT group_concat(${column}, ', ')
  FROM ${missionClients} JOIN ${clients} ON ${clients.id} = ${missionClients.ClientId}
  WHERE ${missionClients.MissionId} = ${missions.id})`;

/** What paid instalments brought in: the SQL twin of `soldeMission()`. */
const paye = sql`(SELECT coalesce(sum(coalesce(${accomptes.montant}, ${accomptes.prix})), 0)
  FROM ${accomptes} WHERE ${accomptes.MissionId} = ${missions.id} AND ${accomptes.regle})`;

const linkedTo = (
  column: typeof missionClients.ClientId | typeof missionAppartements.AppartementId,
) =>
  byMatch(/^[1-9]\d{0,8}$/, "Un identifiant est attendu.", (value) => {
    const table = column === missionClients.ClientId ? missionClients : missionAppartements;
    return sql`EXISTS ${ofMission(sql`1`, table)}`;
  });
