import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import { MOIS_ECRIT } from "#domain/dates.ts";
import { Unreadable } from "#domain/erreurs.ts";
import type { BilanDuMois, SommesDuMois } from "#domain/quittance-fiche.ts";
import { bilanDuMois } from "#domain/tableau-de-bord.ts";
import { quittanceEnRetard, quittanceEst } from "#worker/db/conditions.ts";
import { appartements, locataires } from "#worker/db/schema.ts";
import { quitances } from "#worker/db/schema-quittances.ts";
import { says } from "#worker/http/described.ts";
import { type ListQuery, parametersOf, readListQuery } from "#worker/http/list-query.ts";
import type { App } from "#worker/http/types.ts";
import { lignesDeLAnnee, requetesDeLAnnee } from "#worker/operations/annee.ts";
import {
  compterDossiersAQuittancer,
  compterQuittances,
  deLAnnee,
  nombreDe,
} from "#worker/operations/quittances-comptees.ts";

const YEAR: ListQuery = {
  search: [locataires.recherche, appartements.recherche],
  sort: { appartement: appartements.recherche },
  defaultSort: "appartement",
  filters: {},
};
const YEAR_PARAMETERS = parametersOf(YEAR);

/** Where the receipts of a month, and those of a year, stand. */
export const quittanceDuMoisResource = new Hono<App>()
  .get(
    "/Quitance/mois/:mois",
    says("Où en est un mois : ce qui est attendu, reçu, déclaré, à générer.", { need: "lire" }),
    async (c) => {
      const { db, session, today } = c.var;
      const mois = c.req.param("mois");
      if (!MOIS_ECRIT.test(mois)) throw new Unreadable("Un mois AAAA-MM est attendu.");
      const {
        comptees,
        aQuittancer: [aQuittancer],
        autres: [autres],
      } = await session.read("lire", {
        comptees: compterQuittances(db, mois, mois),
        aQuittancer: compterDossiersAQuittancer(db, mois),
        autres: db
          .select({
            enRetard: nombreDe(quittanceEnRetard(today)),
            annulees: nombreDe(quittanceEst.annulee),
          })
          .from(quitances)
          .where(eq(quitances.mois, mois)),
      });
      const data: BilanDuMois = {
        mois,
        ...bilanDuMois(comptees, aQuittancer ?? { nombre: 0, montant: 0 }),
        ...(autres ?? { enRetard: 0, annulees: 0 }),
      };
      return c.json({ data });
    },
  )
  .get(
    "/Quitance/annee/:annee{\\d{4}}",
    says("Une année, un dossier par ligne, et les sommes de chaque mois.", {
      need: "lire",
      query: YEAR_PARAMETERS,
      list: true,
    }),
    async (c) => {
      const page = readListQuery(c, YEAR, YEAR_PARAMETERS, quitances.DossierId);
      const { db, session } = c.var;
      const where = and(deLAnnee(c.req.param("annee")), page.where);
      const { lignes, cases, sommes, compte } = await session.read(
        "lire",
        requetesDeLAnnee(db, { ...page, where }),
      );
      const data = lignesDeLAnnee(lignes, cases);
      return c.json({ data, total: compte[0]?.total ?? 0, mois: sommes satisfies SommesDuMois[] });
    },
  );
