import { and, between, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { etatQuittance, totalQuittance } from "#domain/quittances/quittance.ts";
import type { CaseAnnuelle, LigneDeLAnnee } from "#domain/quittances/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { quittanceComptee } from "#worker/db/conditions-quittances.ts";
import { parties } from "#worker/db/parties.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { DECLARE, deLAnnee, montant, RECU, TOTAL } from "./quittances-comptees.ts";

/** A year, and a page of its dossiers that a search found. */
interface Page {
  annee: string;
  where: SQL | undefined;
  limit: number;
  offset: number;
}

const PAR_RUE = sql`${appartements.ordre}, ${dossiers.AppartementId}, ${locataires.recherche}, ${dossiers.id}`;

/**
 * The condition that the search finds a dossier of the year. Names are read from the dossier, whose apartment and
 * tenant are those of its receipts: this reads twelve times fewer rows.
 */
const cherche = ({ annee, where }: Page) =>
  sql`${where ?? true} AND EXISTS (SELECT 1 FROM ${quitances}
    WHERE ${quitances.DossierId} = ${dossiers.id} AND ${deLAnnee(annee)})`;

const identifiants = (page: Page) => sql`SELECT ${dossiers.id} FROM ${dossiers}
  JOIN ${locataires} ON ${locataires.id} = ${dossiers.LocataireId}
  JOIN ${appartements} ON ${appartements.id} = ${dossiers.AppartementId} WHERE ${cherche(page)}`;

/**
 * The queries for a year of receipts: a page of dossiers, ordered by street, number and tenant; the receipts of these
 * dossiers; and, over all the pages, the sums of each month and the count of dossiers.
 */
export const requetesDeLAnnee = (db: Db, page: Page) => ({
  lignes: lireLignes(db, page),
  cases: lireCases(db, page),
  sommes: lireSommes(db, page),
  compte: db
    .select({ total: count() })
    .from(dossiers)
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .where(cherche(page)),
});

const lireLignes = (db: Db, page: Page) =>
  db
    .select({ DossierId: dossiers.id, AppartementId: dossiers.AppartementId, ...parties })
    .from(dossiers)
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .where(cherche(page))
    .orderBy(PAR_RUE)
    .limit(page.limit)
    .offset(page.offset);

const lireCases = (db: Db, page: Page) =>
  db
    .select({
      id: quitances.id,
      DossierId: quitances.DossierId,
      mois: quitances.mois,
      regle: quitances.regle,
      statusInconu: quitances.statusInconu,
      source: quitances.source,
      annuleeLe: quitances.annuleeLe,
      loyerHC: quitances.loyerHC,
      charge: quitances.charge,
      assurance: quitances.assurance,
      montantPaye: quitances.montantPaye,
    })
    .from(quitances)
    .where(
      sql`${deLAnnee(page.annee)} AND ${quitances.DossierId} IN (
        ${identifiants(page)} ORDER BY ${PAR_RUE} LIMIT ${page.limit} OFFSET ${page.offset})`,
    )
    .orderBy(quitances.date, quitances.id);

/**
 * The query for the sums of each month. It selects by month rather than by day: the index on months has every summed
 * column.
 */
const lireSommes = (db: Db, page: Page) =>
  db
    .select({
      mois: quitances.mois,
      attendu: montant(TOTAL),
      recu: montant(RECU),
      declare: montant(DECLARE),
    })
    .from(quitances)
    .where(
      and(
        between(quitances.mois, `${page.annee}-01`, `${page.annee}-12`),
        quittanceComptee,
        page.where && inArray(quitances.DossierId, sql`(${identifiants(page)})`),
      ),
    )
    .groupBy(quitances.mois)
    .orderBy(quitances.mois);

/** The lines of a page, each with its receipts in order of their days. */
export function lignesDeLAnnee(
  lignes: Awaited<ReturnType<typeof lireLignes>>,
  cases: Awaited<ReturnType<typeof lireCases>>,
): LigneDeLAnnee[] {
  const parDossier = Map.groupBy(cases, ({ DossierId }) => DossierId);
  return lignes.map(({ titre, nom, prenom, adresse, etage, ...ligne }) => ({
    ...ligne,
    locataire: nomComplet({ titre, nom, prenom }),
    appartement: nomAppartement({ adresse, etage }),
    quittances: (parDossier.get(ligne.DossierId) ?? []).map(caseAnnuelle),
  }));
}

function caseAnnuelle(quittance: Awaited<ReturnType<typeof lireCases>>[number]): CaseAnnuelle {
  const { id, mois, montantPaye } = quittance;
  const etat = etatQuittance(quittance);
  const total = totalQuittance(quittance);
  const partiel = etat === "impayee" ? (montantPaye ?? 0) : 0;
  return { id, mois, etat, total, recu: etat === "payee" ? total : partiel };
}
