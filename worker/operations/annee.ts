import { and, countDistinct, eq, type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/adresse.ts";
import { somme } from "#domain/montants.ts";
import { nomComplet } from "#domain/personne.ts";
import { etatQuittance } from "#domain/quittance.ts";
import type { CaseAnnuelle, LigneDeLAnnee } from "#domain/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { quittanceComptee } from "#worker/db/conditions.ts";
import { parties } from "#worker/db/parties.ts";
import { appartements, locataires } from "#worker/db/schema.ts";
import { quitances } from "#worker/db/schema-quittances.ts";
import { DECLARE, montant, RECU, TOTAL } from "./quittances-comptees.ts";

/** Which receipts, and which page of their dossiers: all of them when `limit` is undefined. */
interface Page {
  where: SQL | undefined;
  limit: number | undefined;
  offset: number;
}

const PAR_RUE = sql`${appartements.ordre}, ${quitances.AppartementId}, ${locataires.recherche}, ${quitances.DossierId}`;

/**
 * The queries of a year of receipts: a page of dossiers by street, number and tenant; the receipts of these; the sums
 * of each month, and the count of dossiers, over all the pages.
 */
export const requetesDeLAnnee = (db: Db, page: Page) => ({
  lignes: lireLignes(db, page),
  cases: lireCases(db, page),
  sommes: db
    .select({
      mois: quitances.mois,
      attendu: montant(TOTAL),
      recu: montant(RECU),
      declare: montant(DECLARE),
    })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
    .where(and(page.where, quittanceComptee))
    .groupBy(quitances.mois)
    .orderBy(quitances.mois),
  compte: db
    .select({ total: countDistinct(quitances.DossierId) })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
    .where(page.where),
});

const lireLignes = (db: Db, { where, limit, offset }: Page) =>
  db
    .select({
      DossierId: quitances.DossierId,
      AppartementId: quitances.AppartementId,
      ...parties,
    })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
    .where(where)
    .groupBy(quitances.DossierId)
    .orderBy(PAR_RUE)
    .limit(limit ?? -1)
    .offset(offset);

const lireCases = (db: Db, { where, limit, offset }: Page) =>
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
      montantPaye: quitances.montantPaye,
    })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
    .where(
      sql`${where} AND ${quitances.DossierId} IN (
        SELECT ${quitances.DossierId} FROM ${quitances}
        JOIN ${locataires} ON ${locataires.id} = ${quitances.LocataireId}
        JOIN ${appartements} ON ${appartements.id} = ${quitances.AppartementId}
        WHERE ${where} GROUP BY ${quitances.DossierId} ORDER BY ${PAR_RUE}
        LIMIT ${limit ?? -1} OFFSET ${offset})`,
    )
    .orderBy(quitances.date, quitances.id);

/** The lines of a page, each with its receipts in the order of their days. */
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

function caseAnnuelle(lue: Awaited<ReturnType<typeof lireCases>>[number]): CaseAnnuelle {
  const { id, mois, loyerHC, charge, montantPaye } = lue;
  const etat = etatQuittance(lue);
  const total = somme(loyerHC, charge);
  const partiel = etat === "impayee" ? (montantPaye ?? 0) : 0;
  return { id, mois, etat, total, recu: etat === "payee" ? total : partiel };
}
