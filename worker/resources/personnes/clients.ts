import { count, desc, eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { CHAMPS_CHERCHES } from "#domain/agence/champs-cherches.ts";
import { Invalid } from "#domain/erreurs.ts";

import { contactParDefaut, MAILS_CLIENT, TELEPHONES_CLIENT } from "#domain/personnes/client.ts";
import type { ClientDetail, ClientRow } from "#domain/personnes/client-fiche.ts";
import { creation, modification } from "#domain/personnes/client-fiche.ts";
import { comptesDuMandat, type MandatCompte } from "#domain/personnes/retenue.ts";
import { etatQuittance, totalQuittance } from "#domain/quittances/quittance.ts";
import type { Db } from "#worker/db/client.ts";
import { libre, mandatsDuMandant, selected } from "#worker/db/conditions.ts";
import { missionClients } from "#worker/db/schema/missions.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { clients, fichiers, proprietes } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byLink, type Page } from "#worker/http/api/list-query.ts";
import { defineFind } from "#worker/http/api/record.ts";
import { idParam, receivedJson } from "#worker/http/api/validate.ts";
import { keptFiles } from "#worker/http/files/kept-files.ts";
import { requires } from "#worker/http/session/guards.ts";
import { personalData } from "#worker/http/session/personal-data.ts";
import type { App } from "#worker/http/types.ts";
import {
  compteDuProprietaireLu,
  requetesDuProprietaire,
} from "#worker/operations/gerance/cloture/compte-proprietaire.ts";
import { counted, fichiersResumes, WITH_FICHIER } from "#worker/resources/views.ts";

const nbBiens = sql`(SELECT count(*) FROM ${proprietes} WHERE ${proprietes.ClientId} = ${clients.id})`;

const MAX_QUITTANCES = 100;

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.clients.findFirst({
      where: eq(clients.id, id),
      columns: { recherche: false },
      with: {
        conjoint: { columns: { id: true, nom: true, prenom: true } },
        biens: {
          columns: {},
          with: {
            appartement: {
              columns: { id: true, adresse: true, codePostal: true, ville: true, etage: true },
            },
          },
        },
        missions: {
          columns: {},
          with: {
            mission: { columns: { id: true, type: true, dateSignature: true, nbAppart: true } },
          },
        },
        fichiers: { ...WITH_FICHIER, orderBy: [desc(fichiers.id)] },
        quitances: {
          columns: {
            id: true,
            numero: true,
            date: true,
            dateFin: true,
            loyerHC: true,
            charge: true,
            assurance: true,
            regle: true,
            statusInconu: true,
            source: true,
            annuleeLe: true,
          },
          orderBy: [desc(quitances.date), desc(quitances.id)],
          limit: MAX_QUITTANCES,
        },
      },
      extras: {
        nbQuitances: selected<number>(
          sql`(SELECT count(*) FROM "Quitance" WHERE "Quitance"."ClientId" = ${clients.id})`,
        ).as("nbQuitances"),
        comptes: selected<string>(mandatsDuMandant(clients.id)).as("comptes"),
      },
    }),
  view: (
    {
      biens,
      missions,
      fichiers,
      quitances,
      nbQuitances: _nbQuitances,
      comptes: _comptes,
      ...client
    },
    { canDelete, link },
  ): ClientDetail => ({
    ...client,
    biens: biens.map(({ appartement }) => appartement),
    Missions: missions.map(({ mission }) => mission),
    Fichiers: fichiersResumes(fichiers, link),
    quittances: quitances.map(
      ({ loyerHC, charge, assurance, regle, statusInconu, source, annuleeLe, ...quittance }) => ({
        ...quittance,
        total: totalQuittance({ loyerHC, charge, assurance }),
        etat: etatQuittance({ regle, statusInconu, source, annuleeLe }),
      }),
    ),
    canDelete,
  }),
  heldBy: ({ biens, missions, fichiers, nbQuitances, comptes }) =>
    [
      (JSON.parse(comptes) as MandatCompte[]).map(comptesDuMandat),
      counted(biens.length, "appartement"),
      counted(missions.length, "mission"),
      counted(nbQuitances, "quittance"),
      counted(fichiers.length, "fichier"),
    ].flat(),
  free: () => libre.client,
});

/** Refuses a person as his own spouse. */
const someoneElse = createMiddleware<App>(async (c, next) => {
  if ((await receivedJson(c))?.mariage === idParam(c)) {
    throw new Invalid({ mariage: "Un client ne peut pas être son propre conjoint." });
  }
  await next();
});

export const clientResource = new Hono<App>()
  .get(
    "/Client/:id/compte",
    says("Le compte du propriétaire : ce qui lui revient, ce qui lui a été rendu et reversé.", {
      need: "lire",
    }),
    async (c) => {
      const { db, session, today } = c.var;
      const ClientId = idParam(c);
      const faits = await session.read("lire", requetesDuProprietaire(db, { ClientId, today }));
      return c.json({ data: compteDuProprietaireLu(ClientId, faits) });
    },
  )
  .put("/Client/:id", requires("modifier"), someoneElse)
  .route("/", keptFiles("fichierClient", find))
  .route("/", personalData("Client", find))
  .route(
    "/",
    crud({
      name: "Client",
      table: clients,
      creation,
      modification,
      list: {
        search: [clients.recherche],
        searched: CHAMPS_CHERCHES.Client,
        sort: { nom: clients.recherche, ville: clients.ville, nbBiens, id: clients.id },
        defaultSort: "nom",
        filters: {
          AppartementId: byLink(
            (id) => sql`EXISTS (SELECT 1 FROM ${proprietes}
              WHERE ${proprietes.ClientId} = ${clients.id} AND ${proprietes.AppartementId} = ${id})`,
          ),
          MissionId: byLink(
            (id) => sql`EXISTS (SELECT 1 FROM ${missionClients}
              WHERE ${missionClients.ClientId} = ${clients.id} AND ${missionClients.MissionId} = ${id})`,
          ),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: clients.id,
              titre: clients.titre,
              qualite: clients.qualite,
              nom: clients.nom,
              prenom: clients.prenom,
              ville: clients.ville,
              mailDefaut: clients.mailDefaut,
              mailPerso: clients.mailPerso,
              mailPro: clients.mailPro,
              telDefaut: clients.telDefaut,
              mobilePerso: clients.mobilePerso,
              mobilePro: clients.mobilePro,
              fixePerso: clients.fixePerso,
              fixePro: clients.fixePro,
              nbBiens: selected<number>(nbBiens),
              updatedAt: clients.updatedAt,
              version: clients.version,
            })
            .from(clients)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(clients).where(where),
        view: (raw): ClientRow => ({
          id: raw.id,
          titre: raw.titre,
          qualite: raw.qualite,
          nom: raw.nom,
          prenom: raw.prenom,
          ville: raw.ville,
          mail: contactParDefaut(raw, MAILS_CLIENT, raw.mailDefaut),
          tel: contactParDefaut(raw, TELEPHONES_CLIENT, raw.telDefaut),
          nbBiens: raw.nbBiens,
          updatedAt: raw.updatedAt,
          version: raw.version,
        }),
        csv: [
          { titre: "Titre", valeur: (row) => row.titre },
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "Prénom", valeur: (row) => row.prenom },
          { titre: "Ville", valeur: (row) => row.ville },
          { titre: "E-mail", valeur: (row) => row.mail },
          { titre: "Téléphone", valeur: (row) => row.tel },
          { titre: "Biens", valeur: (row) => row.nbBiens },
        ],
      },
      find,
    }),
  );
