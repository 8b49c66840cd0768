import { count, eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { nomAppartement } from "#domain/adresse.ts";
import { Conflict } from "#domain/erreurs.ts";
import { versionSeule } from "#domain/fields.ts";
import {
  creation,
  type IntendanceDetail,
  type IntendanceRow,
  intendanceEnCours,
  joursRestants,
  modification,
  prixHorsTaxe,
  renouvellementAttendu,
} from "#domain/intendance.ts";
import type { Db } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import { appartements, intendances } from "#worker/db/schema.ts";
import { authorOf } from "#worker/http/author.ts";
import { crud } from "#worker/http/crud.ts";
import { says } from "#worker/http/described.ts";
import { requires } from "#worker/http/guards.ts";
import { byBoolean, byChoice, byId, type Page } from "#worker/http/list-query.ts";
import { defineFind, detailOf } from "#worker/http/record.ts";
import { signedDocuments } from "#worker/http/signed-documents.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, json } from "#worker/http/validate.ts";
import { renouvelerIntendance } from "#worker/operations/intendances.ts";
import { gardes, linkOf, signe, WITH_KEY } from "./views.ts";

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.intendances.findFirst({
      where: eq(intendances.id, id),
      columns: { recherche: false, ordreMissionId: false },
      with: {
        appartement: {
          columns: { id: true, adresse: true, codePostal: true, ville: true, etage: true },
        },
        ordreMission: WITH_KEY,
      },
      extras: { remplaces: condition.remplacesDe("Intendance", intendances.id).as("remplaces") },
    }),
  view: (
    { appartement, ordreMission, ...intendance },
    { today, canDelete, link },
  ): IntendanceDetail => ({
    ...intendance,
    prixHT: prixHorsTaxe(intendance),
    enCours: intendanceEnCours(intendance, today),
    Appartement: appartement,
    ordreMission: linkOf(ordreMission, link),
    canDelete,
  }),
  heldBy: ({ nature, regle, ordreMission, remplaces }) =>
    [
      nature === "depense" && regle ? ["un paiement enregistré"] : [],
      signe(ordreMission, "un mandat signé"),
      gardes(remplaces),
    ].flat(),
  free: () => condition.libre.intendance,
});

export const intendanceResource = new Hono<App>()
  .put(
    "/Intendance/:id/renouveler",
    says("Renouvelle une mission d’intendance pour un an.", {
      name: "Intendance",
      refusals: [422],
    }),
    requires("modifier"),
    json(versionSeule),
    async (c) => {
      const { db } = c.var;
      const read = c.req.valid("json");
      const nouvelle = await renouvelerIntendance(db, idParam(c), authorOf(c), read);
      return c.json({ data: detailOf(c, find, await find.query(db, nouvelle)) });
    },
  )
  .route("/", signedDocuments("Intendance", find))
  .route(
    "/",
    crud({
      name: "Intendance",
      table: intendances,
      creation,
      modification,
      list: {
        search: [intendances.recherche, appartements.recherche],
        searched: ["intitule", "numFacture"],
        sort: {
          appartement: appartements.ordre,
          dateDepart: intendances.dateDepart,
          dateFin: intendances.dateFin,
          date: intendances.date,
          prix: intendances.prix,
          montant: intendances.montant,
          id: intendances.id,
        },
        defaultSort: "dateFin",
        filters: {
          filtre: byChoice({
            encours: condition.intendanceEnCours,
            passees: (today) =>
              sql`${intendances.nature} = 'mission' AND (${condition.intendanceEnCours(today)}) IS NOT TRUE`,
            nonrenouvelees: () =>
              sql`${intendances.nature} = 'mission' AND NOT ${intendances.renouvele}`,
            toutes: () => undefined,
          }),
          aRenouveler: byBoolean(condition.renouvellementAttendu),
          AppartementId: byId(intendances.AppartementId),
          nature: byChoice({
            mission: () => eq(intendances.nature, "mission"),
            depense: () => eq(intendances.nature, "depense"),
          }),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: intendances.id,
              nature: intendances.nature,
              AppartementId: intendances.AppartementId,
              dateDepart: intendances.dateDepart,
              dateFin: intendances.dateFin,
              prix: intendances.prix,
              tva: intendances.tva,
              regle: intendances.regle,
              renouvele: intendances.renouvele,
              intitule: intendances.intitule,
              date: intendances.date,
              montant: intendances.montant,
              numFacture: intendances.numFacture,
              mode: intendances.mode,
              updatedAt: intendances.updatedAt,
              version: intendances.version,
              adresse: appartements.adresse,
              etage: appartements.etage,
              ville: appartements.ville,
            })
            .from(intendances)
            .innerJoin(appartements, eq(appartements.id, intendances.AppartementId))
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) =>
          db
            .select({ total: count() })
            .from(intendances)
            .innerJoin(appartements, eq(appartements.id, intendances.AppartementId))
            .where(where),
        view: ({ adresse, etage, ...row }, today): IntendanceRow => ({
          ...row,
          appartement: nomAppartement({ adresse, etage }),
          prixHT: prixHorsTaxe(row),
          enCours: intendanceEnCours(row, today),
          renouvellementAttendu: renouvellementAttendu(row, today),
          joursRestants: joursRestants(row, today),
        }),
        csv: [
          { titre: "Nature", valeur: (row) => row.nature },
          { titre: "Appartement", valeur: (row) => row.appartement },
          { titre: "Ville", valeur: (row) => row.ville },
          { titre: "Intitulé", valeur: (row) => row.intitule },
          { titre: "Début", valeur: (row) => row.dateDepart ?? row.date },
          { titre: "Fin", valeur: (row) => row.dateFin },
          { titre: "Montant TTC", valeur: (row) => row.prix ?? row.montant },
          { titre: "TVA", valeur: (row) => row.tva },
          { titre: "Prix HT", valeur: (row) => row.prixHT },
          { titre: "Numéro de facture", valeur: (row) => row.numFacture },
          { titre: "Mode", valeur: (row) => row.mode },
          { titre: "Réglée", valeur: (row) => row.regle },
          { titre: "Renouvelée", valeur: (row) => row.renouvele },
        ],
      },
      find,
      rules: (after, before) =>
        before?.nature === "depense" && before.regle && after.nature !== before.nature
          ? [
              {
                holds: sql`false`,
                refusal: new Conflict(
                  "Cette dépense est payée : elle reste une dépense.",
                  "nature",
                ),
              },
            ]
          : [],
    }),
  );
