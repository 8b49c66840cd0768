import { count, desc, eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { CHAMPS_CHERCHES } from "#domain/agence/champs-cherches.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import {
  type EtatLocataire,
  etatLocataire,
  LIBELLES_ETAT_LOCATAIRE,
} from "#domain/personnes/etat-locataire.ts";
import type { LocataireDetail, LocataireRow } from "#domain/personnes/locataire-fiche.ts";
import { creation, gardee, modification } from "#domain/personnes/locataire-fiche.ts";
import { estMorale } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { coordonneesBancaires } from "#worker/db/schema/mandants.ts";
import { appartements, dossiers, fichiers, locataires } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import { byChoice, type Page } from "#worker/http/api/list-query.ts";
import { defineFind } from "#worker/http/api/record.ts";
import { keptFiles } from "#worker/http/files/kept-files.ts";
import { personalData } from "#worker/http/session/personal-data.ts";
import type { App } from "#worker/http/types.ts";
import { avance, doit } from "#worker/operations/gerance/locataires/compte.ts";
import { aRendre } from "#worker/operations/gerance/reversements/reversements-lus.ts";
import { annoncerPassage } from "#worker/operations/quittances/dossiers-dus.ts";
import {
  counted,
  dossierResume,
  FOR_RESUME,
  fichiersResumes,
  WITH_FICHIER,
} from "#worker/resources/views.ts";

const logement = (today: string, column: SQL) =>
  condition.selected<string | null>(sql`(SELECT ${column} FROM ${dossiers}
    JOIN ${appartements} ON ${appartements.id} = ${dossiers.AppartementId}
    WHERE ${dossiers.LocataireId} = ${locataires.id} AND ${condition.dossierEnCours(today)}
    ORDER BY ${dossiers.id} DESC LIMIT 1)`);

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.locataires.findFirst({
      where: eq(locataires.id, id),
      columns: { recherche: false },
      with: {
        dossiers: {
          columns: FOR_RESUME,
          with: { appartement: { columns: { adresse: true, etage: true } } },
          orderBy: [desc(dossiers.dateDebutBail)],
        },
        fichiers: { ...WITH_FICHIER, orderBy: [desc(fichiers.id)] },
        quitances: { columns: { id: true }, limit: 1 },
      },
      extras: {
        solde: doit("locataire", locataires.id).as("solde"),
        avance: avance("locataire", locataires.id).as("avance"),
        comptes: condition
          .selected<number>(
            sql`(SELECT count(*) FROM ${coordonneesBancaires} sien WHERE sien."LocataireId" = ${locataires.id})`,
          )
          .as("comptes"),
        attendu: condition
          .selected<number>(
            sql`(SELECT EXISTS (SELECT 1 FROM ${soldesDepart} s JOIN ${departs} e ON e.id = s."DepartId"
              JOIN ${dossiers} o ON o.id = e."DossierId" WHERE o."LocataireId" = ${locataires.id} AND ${aRendre}))`,
          )
          .as("attendu"),
      },
    }),
  view: (
    { dossiers, fichiers, quitances: _quitances, comptes, attendu, ...locataire },
    { today, canDelete, link },
  ): LocataireDetail => ({
    ...locataire,
    etat: etatLocataire(dossiers, today),
    locations: dossiers.map((dossier) => ({
      Dossier: dossierResume({ ...dossier, locataire }, today),
    })),
    Fichiers: fichiersResumes(fichiers, link),
    coordonnees: comptes > 0 || attendu === 1,
    canDelete,
  }),
  heldBy: ({ dossiers, fichiers, quitances, comptes }) =>
    [
      counted(dossiers.length, "dossier"),
      counted(fichiers.length, "fichier"),
      quitances.length > 0 ? ["des quittances"] : [],
      comptes > 0 ? ["des coordonnées bancaires"] : [],
    ].flat(),
  free: () => condition.libre.locataire,
});

export const locataireResource = new Hono<App>()
  .route("/", keptFiles("fichierLocataire", find))
  .route("/", personalData("Locataire", find))
  .route(
    "/",
    crud({
      name: "Locataire",
      table: locataires,
      creation,
      gardee,
      modification,
      list: {
        search: [locataires.recherche],
        searched: CHAMPS_CHERCHES.Locataire,
        sort: { nom: locataires.recherche, mail: locataires.mail, id: locataires.id },
        defaultSort: "nom",
        filters: {
          statut: byChoice({
            actuel: (today) => sql`${condition.etatLocataire(today)} <> 'ancien'`,
            ancien: (today) => sql`${condition.etatLocataire(today)} = 'ancien'`,
          }),
        },
        rows: (db: Db, { where, orderBy, limit, offset, today }: Page) =>
          db
            .select({
              id: locataires.id,
              titre: locataires.titre,
              nom: locataires.nom,
              prenom: locataires.prenom,
              mail: locataires.mail,
              tel: locataires.tel,
              adresse: logement(today, sql`${appartements.adresse}`),
              etage: logement(today, sql`${appartements.etage}`),
              etat: condition.selected<EtatLocataire>(condition.etatLocataire(today)),
              solde: doit("locataire", locataires.id),
              exigible: doit("locataire", locataires.id, today),
              avance: avance("locataire", locataires.id),
              updatedAt: locataires.updatedAt,
              version: locataires.version,
            })
            .from(locataires)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(locataires).where(where),
        view: ({ adresse, etage, ...row }): LocataireRow => ({
          ...row,
          actuel: row.etat === "actuel",
          appartement: adresse === null ? null : nomAppartement({ adresse, etage }),
        }),
        csv: [
          { titre: "Titre", valeur: (row) => (estMorale(row) ? "" : row.titre) },
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "Prénom", valeur: (row) => row.prenom },
          { titre: "E-mail", valeur: (row) => row.mail },
          { titre: "Téléphone", valeur: (row) => row.tel },
          { titre: "Appartement", valeur: (row) => row.appartement },
          { titre: "Doit", valeur: (row) => row.solde },
          { titre: "Avance", valeur: (row) => row.avance },
          { titre: "État", valeur: (row) => LIBELLES_ETAT_LOCATAIRE[row.etat] },
        ],
      },
      find,
      follows: async (db, { before, after, today }) =>
        before
          ? {
              announces: async () =>
                after.quitanceAuto && !before.quitanceAuto
                  ? annoncerPassage({ db, today }, eq(locataires.id, before.id))
                  : [],
            }
          : {},
    }),
  );
