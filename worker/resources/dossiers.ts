import { count, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { nomAppartement } from "#domain/adresse.ts";
import {
  creation,
  type DossierDetail,
  type DossierRow,
  dossierClos,
  dossierEnPreavis,
  finDossier,
  fraisDossier,
  modification,
} from "#domain/dossier.ts";
import { encadrementComplet } from "#domain/encadrement.ts";
import { creation as inventaire } from "#domain/etat-lieux.ts";
import { loyerTTC } from "#domain/montants.ts";
import { nomComplet } from "#domain/personne.ts";
import type { Db } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema.ts";
import { authorOf } from "#worker/http/author.ts";
import { crud } from "#worker/http/crud.ts";
import { says } from "#worker/http/described.ts";
import { requires } from "#worker/http/guards.ts";
import { byChoice, byId, byMatch, type Page } from "#worker/http/list-query.ts";
import { modifies } from "#worker/http/modify.ts";
import { defineFind, defineResource, detailOf } from "#worker/http/record.ts";
import { signedDocuments } from "#worker/http/signed-documents.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, json } from "#worker/http/validate.ts";
import { ouvrirDossier, suivreDossier } from "#worker/operations/dossiers.ts";
import { poserEtatLieux } from "#worker/operations/etats-lieux.ts";
import { delier, lier } from "#worker/operations/liens.ts";
import { counted, linkOf, WITH_KEY } from "./views.ts";

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.dossiers.findFirst({
      where: eq(dossiers.id, id),
      columns: { recherche: false },
      with: {
        appartement: {
          columns: { id: true, adresse: true, codePostal: true, ville: true, etage: true },
        },
        locataire: {
          columns: {
            id: true,
            titre: true,
            nom: true,
            prenom: true,
            mail: true,
            tel: true,
            rp: true,
          },
        },
        cautions: { columns: { id: true, nom: true, prenom: true, mobile: true, mail: true } },
        etatEntrant: { columns: { id: true, date: true, lieu: true } },
        etatSortant: { columns: { id: true, date: true, lieu: true } },
        contratLocation: WITH_KEY,
        inventaireEntree: WITH_KEY,
        inventaireSortie: WITH_KEY,
        quitances: { columns: { id: true }, limit: 1 },
      },
    }),
  view: (raw, { today, canDelete, link }): DossierDetail => {
    const { appartement, locataire, cautions, etatEntrant, etatSortant, ...rest } = raw;
    const {
      quitances: _quitances,
      etatInId,
      etatOutId,
      contratLocationId: _contrat,
      inventaireEntreeId: _entree,
      inventaireSortieId: _sortie,
      contratLocation,
      inventaireEntree,
      inventaireSortie,
      ...dossier
    } = rest;
    return {
      ...dossier,
      ...fraisDossier(dossier),
      loyerTTC: loyerTTC(dossier.loyerHC, dossier.loyerCharge),
      encadrement: dossier.encadrement
        ? encadrementComplet(dossier.encadrement, dossier.loyerHC)
        : null,
      clos: dossierClos(dossier, today),
      enPreavis: dossierEnPreavis(dossier, today),
      Appartement: appartement,
      Locataire: locataire,
      caution: cautions[0]?.id ?? null,
      Cautions: cautions,
      etatIn: etatInId,
      etatOut: etatOutId,
      EtatEntrant: etatEntrant,
      EtatSortant: etatSortant,
      contratLocation: linkOf(contratLocation, link),
      inventaireEntree: linkOf(inventaireEntree, link),
      inventaireSortie: linkOf(inventaireSortie, link),
      canDelete,
    };
  },
  heldBy: (dossier, today) =>
    [
      dossierClos(dossier, today) ? [] : ["un bail en cours"],
      dossier.quitances.length > 0 ? ["des quittances"] : [],
      counted(
        [dossier.etatInId, dossier.etatOutId].filter(Boolean).length,
        "état des lieux",
        "états des lieux",
      ),
    ].flat(),
});

/** The dossier after what hangs on it changed. */
async function dossierOf(c: Context<App>, id: number): Promise<DossierDetail> {
  return detailOf(c, find, await find.query(c.var.db, id));
}

const cautionOf = (c: Context<App>) =>
  ({ genre: "cautionDossier", porteurId: idParam(c), pieceId: idParam(c, "cautionId") }) as const;

const resource = defineResource({
  name: "Dossier",
  table: dossiers,
  creation,
  modification,
  list: {
    search: [dossiers.recherche, locataires.recherche, appartements.recherche],
    searched: ["numFraisDossier"],
    sort: {
      locataire: locataires.recherche,
      appartement: appartements.recherche,
      dateDebutBail: dossiers.dateDebutBail,
      jourQuitance: dossiers.jourQuitance,
      loyerHC: dossiers.loyerHC,
      loyerTTC: sql`${dossiers.loyerHC} + ${dossiers.loyerCharge}`,
      id: dossiers.id,
    },
    defaultSort: "locataire",
    filters: {
      statut: byChoice({ encours: condition.dossierEnCours, clos: condition.dossierClos }),
      mois: byMatch(
        /^\d{4}-(0[1-9]|1[0-2])$/,
        "Un mois AAAA-MM est attendu.",
        condition.dossierCourt,
      ),
      AppartementId: byId(dossiers.AppartementId),
      LocataireId: byId(dossiers.LocataireId),
    },
    rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
      db
        .select({
          id: dossiers.id,
          AppartementId: dossiers.AppartementId,
          LocataireId: dossiers.LocataireId,
          dateDebutBail: dossiers.dateDebutBail,
          dateFinBail: dossiers.dateFinBail,
          dateSortie: dossiers.dateSortie,
          dateDebutPreavis: dossiers.dateDebutPreavis,
          dateFinPreavis: dossiers.dateFinPreavis,
          jourQuitance: dossiers.jourQuitance,
          loyerHC: dossiers.loyerHC,
          loyerCharge: dossiers.loyerCharge,
          updatedAt: dossiers.updatedAt,
          titre: locataires.titre,
          nom: locataires.nom,
          prenom: locataires.prenom,
          adresse: appartements.adresse,
          etage: appartements.etage,
          ville: appartements.ville,
        })
        .from(dossiers)
        .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
        .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
        .where(where)
        .orderBy(...orderBy)
        .limit(limit ?? -1)
        .offset(offset),
    count: (db, where) =>
      db
        .select({ total: count() })
        .from(dossiers)
        .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
        .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
        .where(where),
    view: (raw, today): DossierRow => ({
      id: raw.id,
      AppartementId: raw.AppartementId,
      LocataireId: raw.LocataireId,
      appartement: nomAppartement(raw),
      ville: raw.ville,
      locataire: nomComplet(raw),
      dateDebutBail: raw.dateDebutBail,
      dateFin: finDossier(raw),
      dateFinBail: raw.dateFinBail,
      dateDebutPreavis: raw.dateDebutPreavis,
      dateFinPreavis: raw.dateFinPreavis,
      dateSortie: raw.dateSortie,
      jourQuitance: raw.jourQuitance,
      loyerHC: raw.loyerHC,
      loyerCharge: raw.loyerCharge,
      loyerTTC: loyerTTC(raw.loyerHC, raw.loyerCharge),
      clos: dossierClos(raw, today),
      enPreavis: dossierEnPreavis(raw, today),
      updatedAt: raw.updatedAt,
    }),
    csv: [
      { titre: "Locataire", valeur: (row) => row.locataire },
      { titre: "Appartement", valeur: (row) => row.appartement },
      { titre: "Ville", valeur: (row) => row.ville },
      { titre: "Début du bail", valeur: (row) => row.dateDebutBail },
      { titre: "Fin", valeur: (row) => row.dateFin },
      { titre: "Jour de quittance", valeur: (row) => row.jourQuitance },
      { titre: "Loyer HC", valeur: (row) => row.loyerHC },
      { titre: "Charges", valeur: (row) => row.loyerCharge },
      { titre: "Loyer TTC", valeur: (row) => row.loyerTTC },
      { titre: "Clos", valeur: (row) => row.clos },
    ],
  },
  find,
});

export const dossierResource = new Hono<App>()
  .post(
    "/Dossier",
    says("Attribue un appartement à un locataire : crée leur dossier.", {
      name: "Dossier",
      success: 201,
    }),
    requires("modifier"),
    json(creation),
    async (c) => {
      const { db } = c.var;
      const id = await ouvrirDossier(db, c.req.valid("json"), authorOf(c));
      return c.json({ data: detailOf(c, find, await find.query(db, id)) }, 201);
    },
  )
  .put(
    "/Dossier/:id/caution/add/:cautionId",
    says("Rattache une caution.", { name: "Dossier" }),
    requires("modifier"),
    async (c) => {
      await lier(c.var.db, cautionOf(c), authorOf(c));
      return c.json({ data: await dossierOf(c, idParam(c)) });
    },
  )
  .delete(
    "/Dossier/:id/caution/remove/:cautionId",
    says("Détache une caution.", { name: "Dossier" }),
    requires("modifier"),
    async (c) => {
      await delier(c.var.db, cautionOf(c), authorOf(c));
      return c.json({ data: await dossierOf(c, idParam(c)) });
    },
  )
  .put(
    "/Dossier/:id/etatIn/set",
    says("Pose l’état des lieux d’entrée ; l’ancien est supprimé."),
    requires("modifier"),
    json(inventaire),
    async (c) => {
      const side = { DossierId: idParam(c), cote: "entree" } as const;
      await poserEtatLieux(c.var.db, side, c.req.valid("json"), authorOf(c));
      return c.json({ data: { dossier: await dossierOf(c, side.DossierId) } });
    },
  )
  .put(
    "/Dossier/:id/etatOut/set",
    says("Pose l’état des lieux de sortie ; l’ancien est supprimé."),
    requires("modifier"),
    json(inventaire),
    async (c) => {
      const side = { DossierId: idParam(c), cote: "sortie" } as const;
      await poserEtatLieux(c.var.db, side, c.req.valid("json"), authorOf(c));
      return c.json({ data: { dossier: await dossierOf(c, side.DossierId) } });
    },
  )
  .route("/", signedDocuments("Dossier", find))
  .route(
    "/",
    modifies(resource, (db, { before, after, when, ...change }) =>
      after.AppartementId === before.AppartementId
        ? {}
        : suivreDossier(db, after, { ...change, quand: when }),
    ),
  )
  .route("/", crud(resource));
