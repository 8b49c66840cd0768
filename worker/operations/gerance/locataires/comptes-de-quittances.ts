import { type SQL, sql } from "drizzle-orm";
import type { Jour, Mois } from "#domain/dates.ts";
import {
  type AideDepuis,
  type ChequeEnAttente,
  type ComptesDeQuittance,
  chequesParQuittance,
  type EcheanceAppelee,
  faitsDePaiement,
  type MoisAnterieur,
  type PaiementDeQuittance,
  suiteDeLAvis,
} from "#domain/gerance/locataires/comptes-de-quittance.ts";
import type { ModeReglement, Payeur } from "#domain/gerance/locataires/reglement.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { enEuros } from "#domain/montants.ts";
import { totalQuittance } from "#domain/quittances/quittance.ts";
import type { Db, Results } from "#worker/db/client.ts";
import { quittanceRejeteeLe } from "#worker/db/conditions-comptes.ts";
import { quittanceEst } from "#worker/db/conditions-quittances.ts";
import { aidesLogement, echeances, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { fondsDe, fondsDits } from "#worker/operations/gerance/livres/fonds.ts";

/** The benefit of a month is deducted once: from its automatic receipt, else from the first manual one. */
const deduitLAide = sql`NOT EXISTS (SELECT 1 FROM ${quitances} WHERE "Quitance"."DossierId" = q."DossierId"
  AND "Quitance".mois = q.mois AND "Quitance"."annuleeLe" IS NULL
  AND (NOT "Quitance".automatique, "Quitance".id) < (NOT q.automatique, q.id))`;

/**
 * The queries of the data that the accounts add to the documents of receipts (locataires/README §12.11);
 * {@link comptesLus} reads their answers. A receipt outside the books has only its housing benefit.
 * @param choisies a query of whole rows of `Quitance`
 */
export const requetesDesComptes = (db: Db, choisies: SQL) => ({
  appels: db.all<AppelLu>(sql`
    SELECT q.id, q."DossierId", ${fondsDits(sql`e.mandat`, sql`q.echeance`)} AS fonds,
      ${quittanceRejeteeLe(sql`q.id`)} AS "rejeteLe", ${deduitLAide} AS "deduitLAide", e.id IS NOT NULL AS tenu
    FROM (${choisies}) q LEFT JOIN ${echeances} e ON e."QuitanceId" = q.id AND e."EcritureId" IS NOT NULL
    GROUP BY q.id`),
  paiements: db.all<PaiementLu>(sql`
    SELECT q.id AS "QuitanceId", r.date, r.mode, r.payeur, r.fonds, r."createdAt" < q."createdAt" AS avance,
      sum(iif(e.nature IN ('charges', 'assurance'), 0, i.montant)) AS loyer,
      sum(iif(e.nature = 'charges', i.montant, 0)) AS charges, sum(iif(e.nature = 'assurance', i.montant, 0)) AS assurance
    FROM (${choisies}) q
    JOIN ${echeances} e ON e."QuitanceId" = q.id AND e."EcritureId" IS NOT NULL
    JOIN ${imputations} i ON i."EcheanceId" = e.id
    JOIN ${reglements} r ON r.id = i."ReglementId" AND r.etat = 'credite'
    GROUP BY q.id, r.id HAVING sum(i.montant) > 0 ORDER BY r.date, r.id`),
  anterieurs: db.all<MoisAnterieur & { QuitanceId: number }>(sql`
    SELECT "QuitanceId", mois, sum(reste) AS reste, sum(recus) AS recus, sum(aide) AS aide FROM (
      SELECT q.id AS "QuitanceId", e.mois, e.reste,
        coalesce((SELECT sum(i.montant) FROM ${imputations} i JOIN ${reglements} r ON r.id = i."ReglementId"
          WHERE i."EcheanceId" = e.id AND r.etat = 'credite' AND r.date >= q.date), 0) AS recus,
        coalesce((SELECT sum(i.montant) FROM ${imputations} i JOIN ${reglements} r ON r.id = i."ReglementId"
          WHERE i."EcheanceId" = e.id AND r.etat = 'credite' AND r.payeur IN ('caf', 'msa')), 0) AS aide
      FROM (${choisies}) q
      JOIN ${echeances} e ON e."DossierId" = q."DossierId" AND e."EcritureId" IS NOT NULL
        AND e."QuitanceId" IS NOT q.id AND e."exigibleLe" < q.date
      WHERE NOT q.regle AND q."annuleeLe" IS NULL AND ${detteCertaine})
    GROUP BY "QuitanceId", mois HAVING sum(reste) + sum(recus) > 0`),
  aides: db.all<AideDepuis & { DossierId: number }>(sql`
    SELECT "DossierId", depuis, montant / 100.0 AS montant, payeur FROM ${aidesLogement}
    WHERE "DossierId" IN (SELECT "DossierId" FROM (${choisies})) ORDER BY depuis, id`),
  cheques: db.all<ChequeEnAttente & { DossierId: number }>(sql`
    SELECT "DossierId", date, montant, mode, payeur, fonds FROM ${reglements}
    WHERE etat = 'recu' AND "DossierId" IN (SELECT "DossierId" FROM (${choisies})) ORDER BY date, id`),
  ouvertes: db.all<EcheanceAppelee & { DossierId: number }>(sql`
    SELECT id, "DossierId", "QuitanceId", mois, "exigibleLe", nature, reste FROM ${echeances}
    WHERE reste > 0 AND "EcritureId" IS NOT NULL AND "DossierId" IN (
      SELECT "DossierId" FROM ${reglements} WHERE etat = 'recu'
        AND "DossierId" IN (SELECT "DossierId" FROM (${choisies})))`),
});

/**
 * Whether a debt is certain: the agency receives the rents, or the receipt was marked as unpaid. When the owner
 * receives the rents himself, the debt is uncertain as long as he says nothing.
 */
const detteCertaine = sql`(e."QuitanceId" IS NULL OR ${fondsDe(sql`e.mandat`, sql`e."exigibleLe"`)} = 'agence'
  OR EXISTS (SELECT 1 FROM ${quitances} WHERE "Quitance".id = e."QuitanceId" AND ${quittanceEst.impayee}))`;

interface AppelLu {
  id: number;
  DossierId: number;
  /** The receiver of the rents; null when no terms of a mandate name him. */
  fonds: ModeFonds | null;
  rejeteLe: Jour | null;
  deduitLAide: number;
  /** 1 when the sums of the receipt are in the books; else 0. */
  tenu: number;
}

interface PaiementLu {
  QuitanceId: number;
  date: Jour;
  mode: ModeReglement | null;
  payeur: Payeur;
  fonds: ModeFonds;
  /** Cents, as `charges` and `assurance`. `avance` is 1 when the payment came before the receipt was made. */
  loyer: number;
  charges: number;
  assurance: number;
  avance: number;
}

/** A receipt, to find its accounts; euros. */
interface Quittance {
  id: number;
  mois: Mois;
  date: Jour;
  loyerHC: number;
  charge: number;
  assurance: number;
  regle: boolean;
  annuleeLe: string | null;
}

/**
 * The data that the accounts add to the document of a receipt, from the answers of their queries: only the housing
 * benefit of its month for a receipt outside the books; null when the accounts add nothing to the receipt.
 */
export function comptesLus(
  reponses: Results<ReturnType<typeof requetesDesComptes>>,
  today: Jour,
): (quittance: Quittance) => ComptesDeQuittance | null {
  const appels = new Map(reponses.appels.map((appel) => [appel.id, appel]));
  const paiements = Map.groupBy(reponses.paiements, ({ QuitanceId }) => QuitanceId);
  const anterieurs = Map.groupBy(reponses.anterieurs, ({ QuitanceId }) => QuitanceId);
  const aides = Map.groupBy(reponses.aides, ({ DossierId }) => DossierId);
  const ouvertes = Map.groupBy(reponses.ouvertes, ({ DossierId }) => DossierId);
  const enAttente = new Map<number, PaiementDeQuittance[]>();
  for (const [DossierId, cheques] of Map.groupBy(reponses.cheques, (cheque) => cheque.DossierId)) {
    const attendus = chequesParQuittance(cheques, ouvertes.get(DossierId) ?? []);
    for (const [QuitanceId, cheque] of attendus) enAttente.set(QuitanceId, cheque);
  }
  return (quittance) => {
    const { id, mois, date, regle, annuleeLe } = quittance;
    const appel = appels.get(id);
    if (!appel) return null;
    const faitsOuAttendus = [
      ...(paiements.get(id) ?? []).map(paiement),
      ...(enAttente.get(id) ?? []),
    ];
    const faits = faitsDePaiement(faitsOuAttendus);
    const aRegler = !regle && annuleeLe === null;
    const suite = aRegler
      ? suiteDeLAvis(
          { mois, date, deduitLAide: appel.deduitLAide === 1, total: totalQuittance(quittance) },
          {
            anterieurs: anterieurs.get(id) ?? [],
            aides: aides.get(appel.DossierId) ?? [],
            avance: faits.avance,
          },
          today,
        )
      : null;
    if (appel.tenu === 0)
      return (
        suite && {
          ...faits,
          paiements: [],
          rejeteLe: null,
          suite,
          reference: null,
          auBailleur: false,
        }
      );
    const nomme = appel.fonds === "agence" || suite !== null;
    const auBailleur = appel.fonds === "proprietaire";
    const { rejeteLe } = appel;
    if (!nomme && !auBailleur && faitsOuAttendus.length === 0 && rejeteLe === null) return null;
    const reference = nomme ? referenceDeDossier(appel.DossierId) : null;
    return { ...faits, paiements: faitsOuAttendus, rejeteLe, suite, reference, auBailleur };
  };
}

const paiement = ({ QuitanceId: _, ...reglement }: PaiementLu): PaiementDeQuittance => ({
  ...reglement,
  loyer: enEuros(reglement.loyer),
  charges: enEuros(reglement.charges),
  assurance: enEuros(reglement.assurance),
  avance: reglement.avance === 1,
  sousReserve: false,
});
