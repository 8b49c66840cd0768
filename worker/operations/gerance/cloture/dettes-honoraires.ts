import { type SQL, sql } from "drizzle-orm";
import type { FactureOuverte, TvaAuTaux } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import type { FactureOuverte as FactureProposee } from "#domain/gerance/rapprochement/proposition-de-somme.ts";
import type { Db } from "#worker/db/client.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import { facturesHonoraires, reglementsHonoraires } from "#worker/db/schema/mandants.ts";
import { DE_FACTURE } from "#worker/operations/gerance/livres/invariants-des-honoraires.ts";
import { type Debiteur, deLAttente, tvaEnAttente } from "./tva-des-honoraires.ts";

const mandants = (MissionId: SQL): Debiteur => ({ MissionId, DossierId: sql`NULL` });

/**
 * The invoices of a debtor, with credit notes below zero, and the sum paid of each. The sum that a credit note takes
 * back of its own invoice is subtracted from both. Cents. The debtor may be a column of the caller's table alias `f`:
 * no table of this query has this alias.
 */
const facturees = ({ MissionId, DossierId }: Debiteur) => sql`(
  WITH dite AS (
    SELECT facture.id, facture."CorrigeId", facture.numero, facture.serie, facture.date, facture.contenu ->> '$.prelevee' AS prelevee, (SELECT coalesce(sum(r.montant), 0)
        FROM ${reglementsHonoraires} r WHERE r."FactureHonorairesId" = facture.id AND r."annuleLe" IS NULL) AS regle,
      iif(facture.serie = 'AV', -1, 1) * abs(facture.ttc) AS brut
    FROM ${facturesHonoraires} facture WHERE facture."MissionId" = ${MissionId} AND facture."DossierId" IS ${DossierId})
  SELECT u.id, u.numero, u.serie, u.date, u.prelevee, u.regle, u.brut, u.brut
    - coalesce(max(0, min(u.brut - u.regle, avoir.regle - avoir.brut)), 0)
    + coalesce(max(0, min(reprise.brut - reprise.regle, u.regle - u.brut)), 0) AS ttc
  FROM dite u LEFT JOIN dite avoir ON avoir."CorrigeId" = u.id LEFT JOIN dite reprise ON reprise.id = u."CorrigeId")`;

/** The fees that a mandate owes, less the fees taken that wait for their transfer; cents. */
const dettesHonoraires = (MissionId: SQL) => sql`
  (SELECT coalesce(sum(l.debit - l.credit), 0) FROM ${lignes} l WHERE l.mandat = ${MissionId} AND l.genre IN ('411H', '4680'))`;

/**
 * The fees of a mandate still to be taken from its funds, in cents (cloture/README §12.17): the fees that it owes,
 * less the fees taken that wait for their transfer, less the fees that its owners are to pay themselves.
 */
export const honorairesAPrendre = (MissionId: SQL) => sql`(
  ${dettesHonoraires(MissionId)}
  - (SELECT coalesce(sum(u.ttc - u.regle), 0) FROM ${facturees(mandants(MissionId))} u WHERE NOT u.prelevee))`;

/**
 * The invoices and credit notes of a debtor, of two kinds: taken from the funds, or to be paid. `decouvert`: the open
 * sum of each; `apres`: the open sums of the later ones of its series and kind, added up; `du`: the total due on all
 * of its kind. Cents.
 */
const ouvertes = (debiteur: Debiteur) => sql`(
  SELECT u.id, u.numero, u.serie, u.date, u.prelevee, u.regle, u.brut, abs(u.ttc - u.regle) AS decouvert,
    coalesce(sum(abs(u.ttc - u.regle)) OVER (PARTITION BY u.serie, u.prelevee ORDER BY u.date DESC, u.id DESC
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS apres,
    iif(u.prelevee, ${honorairesAPrendre(debiteur.MissionId)},
      (SELECT sum(d.ttc - d.regle) FROM ${facturees(debiteur)} d WHERE NOT d.prelevee)) AS du
  FROM ${facturees(debiteur)} u)`;

/**
 * The sum left of each invoice of a debtor, in cents (cloture/README §12.17). For an invoice taken from its funds, it
 * is the part not taken yet. For an invoice to pay, it is the part that payments and credit notes leave, the oldest
 * invoice being settled first. For a credit note, it is the sum still to pay back, below zero, the latest first.
 */
const restes = (debiteur: Debiteur) => sql`(
  SELECT id, numero, serie, date, prelevee, regle, brut, CASE WHEN serie = 'FH' THEN max(0, min(decouvert, du - apres))
    WHEN prelevee THEN 0 ELSE 0 - max(0, min(decouvert, 0 - du - apres)) END AS reste FROM ${ouvertes(debiteur)})`;

/**
 * The sum left to pay of an invoice, or to pay back of a credit note (below zero), in cents. Null for an invoice
 * wholly taken from the rents, and for a spent credit note.
 */
export const resteDeFacture = (id: SQL, debiteur: Debiteur) =>
  sql`(SELECT iif((x.prelevee OR x.serie = 'AV') AND x.regle = 0, nullif(x.reste, 0), x.reste) FROM ${restes(debiteur)} x WHERE x.id = ${id})`;

/** A column of the last payment of an invoice, payments taken back left out; null without one. */
export const reglementDeFacture = (id: SQL, colonne: "date" | "mode") =>
  sql`(SELECT r.${sql.identifier(colonne)} FROM ${reglementsHonoraires} r
    WHERE r."FactureHonorairesId" = ${id} AND r."annuleLe" IS NULL ORDER BY r.id DESC LIMIT 1)`;

/** The VAT of each invoice and credit note of a debtor that becomes due only with the payment, by rate; cents. */
const tvaDesFactures = (debiteur: Debiteur) => sql`(
  SELECT numero, json_group_array(json_object('tauxTva', taux, 'tva', tva)) AS tva FROM (
    SELECT e.piece AS numero, l."tauxTva" AS taux, sum(l.credit - l.debit) AS tva FROM ${lignes} l
    JOIN ${ecritures} e ON e.id = l."EcritureId" AND ${DE_FACTURE}
    WHERE ${deLAttente(debiteur)} GROUP BY 1, 2) GROUP BY numero)`;

/**
 * The invoices of a mandate's principals that are not settled, the oldest first, as JSON for {@link ouvertesDites}.
 */
export const facturesOuvertes = (MissionId: SQL) => facturesDues(mandants(MissionId));

/**
 * The invoices of a debtor that are not settled, the oldest first, as JSON; cents.
 * @param repris SQL of the cents to count as unpaid again for an invoice `x`, whose payment is being taken back
 */
export const facturesDues = (debiteur: Debiteur, repris = sql`0`) => sql`(
  SELECT json_group_array(json_object('id', id, 'prelevee', json(iif(prelevee, 'true', 'false')), 'ttc', brut, 'reste', reste,
    'tva', json(coalesce(tva, '[]')))) FROM (
    SELECT x.id, x.prelevee, x.brut, x.reste + ${repris} AS reste, w.tva FROM ${restes(debiteur)} x
    LEFT JOIN ${tvaDesFactures(debiteur)} w ON w.numero = x.numero WHERE x.reste + ${repris} <> 0 ORDER BY x.date, x.id))`;

/** Reads the JSON of {@link facturesOuvertes}; cents. */
export const ouvertesDites = (ouvertes: string): (FactureOuverte & { id: number })[] =>
  JSON.parse(ouvertes);

/**
 * The open invoices of fees of a mandate's principals, or of a dossier's tenant, with their VAT not due yet; cents.
 */
export async function lireDettesDHonoraires(
  db: Db,
  { MissionId, DossierId }: { MissionId: number; DossierId: number | null },
) {
  const debiteur = { MissionId: sql`${MissionId}`, DossierId: sql`${DossierId}` };
  const { enAttente, dues } = await db.read({
    enAttente: db.all<TvaAuTaux>(tvaEnAttente(debiteur)),
    dues: db.all<{ ouvertes: string }>(sql`SELECT ${facturesDues(debiteur)} AS ouvertes`),
  });
  return { enAttente, ouvertes: ouvertesDites(dues[0]?.ouvertes ?? "[]") };
}

/**
 * The open invoices of fees and credit notes whose sum left to pay equals the amount of one of these lines; cents.
 * Fees taken from the rents are left out.
 */
export const lireFacturesOuvertes = (db: Db, attendues: readonly { montant: number }[]) => {
  const montants = attendues.map(({ montant }) => montant);
  const reste: SQL = resteDeFacture(sql`f.id`, {
    MissionId: sql`f."MissionId"`,
    DossierId: sql`f."DossierId"`,
  });
  return db.all<FactureProposee>(sql`
    SELECT f.id, f.numero, f.contenu ->> '$.acheteur.nom' AS acheteur, f.date, ${reste} AS reste
    FROM ${facturesHonoraires} f
    WHERE NOT f.contenu ->> '$.prelevee' AND ${reste} IN (SELECT value FROM json_each(${JSON.stringify(montants)}))
    ORDER BY f.date, f.id`);
};
