import { and, eq, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { bilanDuMois } from "#domain/agence/tableau-de-bord.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { type Jour, MOIS_ECRIT, type Mois } from "#domain/dates.ts";
import { Unreadable } from "#domain/erreurs.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { dossierAQuittancer } from "#domain/quittances/a-quittancer.ts";
import { demandeAGenerer } from "#domain/quittances/lot-a-generer.ts";
import type {
  AttentesDuMois,
  BilanDuMois,
  SommesDuMois,
} from "#domain/quittances/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { dateRelocation, dossierCourt, selected } from "#worker/db/conditions.ts";
import {
  dossierSansQuittance,
  quittanceDue,
  quittanceEnRetard,
  quittanceEst,
} from "#worker/db/conditions-quittances.ts";
import { loyersDe } from "#worker/db/loyers.ts";
import { parties } from "#worker/db/parties.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { says } from "#worker/http/api/described.ts";
import {
  type ListQuery,
  type Page,
  parametersOf,
  ROWS_PER_PAGE,
  readListQuery,
} from "#worker/http/api/list-query.ts";
import { parse } from "#worker/http/api/validate.ts";
import { answerWhole, wholeList } from "#worker/http/api/whole-list.ts";
import type { App } from "#worker/http/types.ts";
import { compterRebuts } from "#worker/operations/courriels/rebuts.ts";
import {
  avecCourrielARenvoyer,
  compterCourrielsPerdus,
  compterQuittancesAvec,
} from "#worker/operations/expedition/courriels-perdus.ts";
import { douziemesDe } from "#worker/operations/gerance/locataires/assurances-pour-compte.ts";
import { lignesDeLAnnee, requetesDeLAnnee } from "#worker/operations/quittances/annee.ts";
import {
  compterLoyersArretes,
  compterSansAutomatisme,
  manquesParMois,
} from "#worker/operations/quittances/dossiers-dus.ts";
import {
  aQuittancerLu,
  compterDossiersAQuittancer,
  compterQuittances,
  nombreDe,
} from "#worker/operations/quittances/quittances-comptees.ts";

const YEAR: ListQuery = {
  search: [locataires.recherche, appartements.recherche],
  sort: { appartement: appartements.recherche },
  defaultSort: "appartement",
  filters: {},
};
const YEAR_PARAMETERS = parametersOf(YEAR);

function moisDemande(c: Context<App, "/:mois">): Mois {
  const mois = c.req.param("mois");
  if (!MOIS_ECRIT.test(mois)) throw new Unreadable("Un mois AAAA-MM est attendu.");
  return mois;
}

/** The dossiers to bill for a month: only the columns from which {@link dossierAQuittancer} makes a row. */
const lignesAQuittancer = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select({
      id: dossiers.id,
      dateDebutBail: dossiers.dateDebutBail,
      dateFinBail: dossiers.dateFinBail,
      dateSortie: dossiers.dateSortie,
      dateDebutPreavis: dossiers.dateDebutPreavis,
      dateFinPreavis: dossiers.dateFinPreavis,
      dateRelocation: selected<Jour | null>(dateRelocation),
      jourQuitance: dossiers.jourQuitance,
      loyers: loyersDe,
      douziemes: douziemesDe,
      ...parties,
    })
    .from(dossiers)
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

async function* aQuittancer(
  pieces: AsyncIterable<Awaited<ReturnType<typeof lignesAQuittancer>>>,
  mois: Mois,
) {
  for await (const raws of pieces) {
    yield raws.flatMap((raw) => {
      const nommes = { locataire: nomComplet(raw), appartement: nomAppartement(raw) };
      return dossierAQuittancer({ ...raw, ...nommes }, mois) ?? [];
    });
  }
}

/** The state of the receipts of a month, and of a year. */
export const quittanceDuMoisResource = new Hono<App>()
  .get(
    "/Quitance/mois/:mois",
    says("Où en est un mois : ce qui est attendu, reçu, déclaré, à générer.", { need: "lire" }),
    async (c) => {
      const { db, session, today } = c.var;
      const mois = moisDemande(c);
      const {
        comptees,
        autres: [autres],
        ...lectures
      } = await session.read("lire", {
        comptees: compterQuittances(db, mois, mois),
        ...compterDossiersAQuittancer(db, mois),
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
        ...bilanDuMois(comptees, aQuittancerLu(lectures, mois)),
        ...(autres ?? { enRetard: 0, annulees: 0 }),
      };
      return c.json({ data });
    },
  )
  .get(
    "/Quitance/mois/:mois/attentes",
    says("Ce qui attend quelqu’un : quittances dues et non faites, courriels, travaux.", {
      need: "lire",
    }),
    async (c) => {
      const { db, session, today, now } = c.var;
      const mois = moisDemande(c);
      const { dues, ...comptes } = await session.read("lire", {
        dues: manquesParMois(db, [mois], today),
        sansAutomatisme: compterSansAutomatisme(db, today),
        loyersArretes: compterLoyersArretes(db, today),
        courrielsIncertains: compterQuittancesAvec(db, avecCourrielARenvoyer("incertain")),
        courrielsPerdus: compterCourrielsPerdus(db, now),
        rebuts: compterRebuts(db),
      });
      const nombre = ([compte]: readonly { nombre: number }[]) => compte?.nombre ?? 0;
      const data: AttentesDuMois = {
        manques: nombre(dues),
        aVerifier: dues[0]?.aVerifier ?? 0,
        sansAutomatisme: nombre(comptes.sansAutomatisme),
        loyersArretes: nombre(comptes.loyersArretes),
        courrielsIncertains: nombre(comptes.courrielsIncertains),
        courrielsPerdus: nombre(comptes.courrielsPerdus),
        rebuts: nombre(comptes.rebuts),
      };
      return c.json({ data });
    },
  )
  .get(
    "/Quitance/mois/:mois/aGenerer",
    says("Les dossiers que rien ne facture encore ce mois-là, en peu de mots.", {
      need: "lire",
      query: demandeAGenerer.shape,
      list: true,
    }),
    async (c) => {
      const { today } = c.var;
      const mois = moisDemande(c);
      const { dues } = parse(demandeAGenerer, c.req.query());
      const where = dues
        ? quittanceDue(mois, today)
        : and(dossierCourt(mois), dossierSansQuittance(mois));
      const whole = { where, orderBy: [sql`${locataires.recherche}`, sql`${dossiers.id}`], today };
      const { pieces } = await wholeList(c, { table: dossiers, rows: lignesAQuittancer }, whole);
      return answerWhole(c, aQuittancer(pieces, mois));
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
      const page = readListQuery(c, YEAR, YEAR_PARAMETERS, dossiers.id);
      const { db, session } = c.var;
      const { lignes, cases, sommes, compte } = await session.read(
        "lire",
        requetesDeLAnnee(db, {
          ...page,
          // A whole year may exceed the maximum size of a result of the database: without a page, only the first page
          // is read.
          limit: page.limit ?? ROWS_PER_PAGE,
          annee: c.req.param("annee"),
        }),
      );
      const data = lignesDeLAnnee(lignes, cases);
      return c.json({ data, total: compte[0]?.total ?? 0, mois: sommes satisfies SommesDuMois[] });
    },
  );
