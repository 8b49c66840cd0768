import { count, eq, isNull, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { CHAMPS_CHERCHES } from "#domain/agence/champs-cherches.ts";
import {
  type CautionDetail,
  type CautionRow,
  creation,
  modification,
} from "#domain/personnes/caution.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { libre, remplacesDe, selected } from "#worker/db/conditions.ts";
import { cautions, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import { byBoolean, byId, type Page } from "#worker/http/api/list-query.ts";
import { defineFind } from "#worker/http/api/record.ts";
import { signedDocuments } from "#worker/http/files/signed-documents.ts";
import { personalData } from "#worker/http/session/personal-data.ts";
import type { App } from "#worker/http/types.ts";
import { enSignature } from "#worker/operations/signature/demandes.ts";
import { aSigner, gardes, linkOf, signe, WITH_KEY } from "#worker/resources/views.ts";

/** A condition that the deed of the guarantor is being signed. */
const acteEnSignature = () =>
  enSignature(sql`d.entite = 'Caution' AND d."entiteId" = ${cautions.id}`, new Date());

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.cautions.findFirst({
      where: eq(cautions.id, id),
      columns: { recherche: false, acteCautionnementSignedId: false },
      with: { acteCautionnementSigned: WITH_KEY },
      extras: {
        remplaces: remplacesDe("Caution", cautions.id).as("remplaces"),
        signatureOuverte: selected<number>(acteEnSignature()).as("signatureOuverte"),
      },
    }),
  view: (
    { acteCautionnementSigned, signatureOuverte: _, ...caution },
    { canDelete, link },
  ): CautionDetail => ({
    ...caution,
    acteCautionnementSigned: linkOf(acteCautionnementSigned, link),
    canDelete,
  }),
  heldBy: ({ acteCautionnementSigned, remplaces, signatureOuverte }) => [
    ...signe(acteCautionnementSigned, "un acte de cautionnement signé"),
    ...aSigner(signatureOuverte),
    ...gardes(remplaces),
  ],
  free: () => sql`${libre.caution} AND NOT ${acteEnSignature()}`,
});

export const cautionResource = new Hono<App>()
  .route("/", signedDocuments("Caution", find))
  .route("/", personalData("Caution", find))
  .route(
    "/",
    crud({
      name: "Caution",
      table: cautions,
      creation,
      modification,
      list: {
        search: [cautions.recherche],
        searched: CHAMPS_CHERCHES.Caution,
        sort: { nom: cautions.recherche, mail: cautions.mail, id: cautions.id },
        defaultSort: "nom",
        filters: {
          DossierId: byId(cautions.DossierId),
          libre: byBoolean(() => isNull(cautions.DossierId)),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: cautions.id,
              DossierId: cautions.DossierId,
              titre: cautions.titre,
              nom: cautions.nom,
              prenom: cautions.prenom,
              mail: cautions.mail,
              mobile: cautions.mobile,
              updatedAt: cautions.updatedAt,
              version: cautions.version,
              titulaire: {
                titre: locataires.titre,
                nom: locataires.nom,
                prenom: locataires.prenom,
              },
            })
            .from(cautions)
            .leftJoin(dossiers, eq(dossiers.id, cautions.DossierId))
            .leftJoin(locataires, eq(locataires.id, dossiers.LocataireId))
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(cautions).where(where),
        view: ({ titulaire, ...row }): CautionRow => ({
          ...row,
          locataire: titulaire && nomComplet(titulaire),
        }),
        csv: [
          { titre: "Titre", valeur: (row) => row.titre },
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "Prénom", valeur: (row) => row.prenom },
          { titre: "E-mail", valeur: (row) => row.mail },
          { titre: "Mobile", valeur: (row) => row.mobile },
        ],
      },
      find,
    }),
  );
