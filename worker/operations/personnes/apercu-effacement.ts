import { and, asc, eq, isNotNull, or, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { DOCUMENTS } from "#domain/fichiers/document.ts";
import {
  type ApercuEffacement,
  avertirDesDocuments,
  avertirDesLoyers,
  avertirDesSommes,
  avertirDuBail,
  type SommesTenues,
} from "#domain/personnes/effacement.ts";
import type { PersonneDesignee } from "#domain/personnes/personne.ts";
import { finDesBaux, selected } from "#worker/db/conditions.ts";
import { quittanceEst } from "#worker/db/conditions-quittances.ts";
import { documents } from "#worker/db/schema/fichiers.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { lignesDe } from "./donnees-personne.ts";
import { lireRetenues, phraseDuRefus } from "./effacement-base.ts";

/**
 * The obstacles to the erasure of a person, and the warnings shown before it: unpaid rents, sums held for the tenant,
 * papers that may still serve as proof, documents that stay with others (personnes/README §9.15). Changes nothing.
 *
 * @throws NotFound when there is no such person.
 */
export async function apercuEffacement(
  { db, today }: Pick<Contexte, "db" | "today">,
  { personne, id }: PersonneDesignee,
): Promise<ApercuEffacement> {
  const ou = lignesDe({ personne, id });
  const estLocataire = personne === "Locataire";
  const {
    fiches: [fiche],
    motifs,
    loyers,
    baux: [bail],
    gardes,
    sommes: [sommes],
    reglages,
  } = await db.read({
    fiches: db.all(sql`SELECT id FROM ${sql.identifier(personne)} WHERE id = ${id}`),
    motifs: lireRetenues(db, { personne, id, today }),
    loyers: db
      .select({
        mois: quitances.mois,
        loyerHC: quitances.loyerHC,
        charge: quitances.charge,
        assurance: quitances.assurance,
        regle: quitances.regle,
        montantPaye: quitances.montantPaye,
      })
      .from(quitances)
      .where(
        and(
          eq(quitances.LocataireId, estLocataire ? id : 0),
          or(quittanceEst.impayee, quittanceEst.inconnue, quittanceEst.declaree),
        ),
      )
      .orderBy(asc(quitances.date), asc(quitances.id)),
    baux: db
      .select({ fin: selected<Jour>(finDesBaux) })
      .from(locataires)
      .where(and(eq(locataires.id, estLocataire ? id : 0), isNotNull(finDesBaux))),
    gardes: db.selectDistinct({ type: documents.type }).from(documents).where(ou.documentsGardes),
    sommes: db.all<SommesTenues>(sql`
      SELECT ${tenues("4191", "4197", "802")} AS avance, ${tenues("4192")} AS cheque, ${tenues("165", "801")} AS depot
      FROM "Ligne" l WHERE l.genre IN ('4191', '4197', '802', '4192', '165', '801')
        AND l.de IN (SELECT id FROM "Dossier" WHERE "LocataireId" = ${estLocataire ? id : 0})`),
    reglages: lireReglages(db),
  });
  if (!fiche) throw new NotFound();
  return {
    refus: phraseDuRefus(personne, motifs),
    warnings: [
      ...avertirDesLoyers(loyers),
      ...(sommes ? avertirDesSommes(sommes) : []),
      ...avertirDuBail(bail?.fin ?? null, agenceDe(reglages).conservationLocataire, today),
      ...avertirDesDocuments(gardes.map(({ type }) => DOCUMENTS[type].intitule)),
    ],
  };
}

/** The absolute value of the balance of the accounts of these kinds; euros. */
const tenues = (...genres: readonly string[]) =>
  sql`coalesce(abs(sum(CASE WHEN l.genre IN ${genres} THEN l.debit - l.credit END)), 0) / 100.0`;
