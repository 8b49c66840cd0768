import { type SQL, sql } from "drizzle-orm";
import { SUBROGES } from "#domain/gerance/locataires/comptes-de-quittance.ts";
import {
  comptesBancaires,
  echeances,
  ecritures,
  imputations,
  lignes,
  lignesReleve,
  reglements,
} from "./schema/gerance.ts";
import { comptesRendusLignes } from "./schema/mandants.ts";
import { intendances } from "./schema/missions.ts";
import { quitances } from "./schema/quittances.ts";

/** Somebody who takes the tenant's debt over paid a part of it: `FaitsDePaiement.subrogee`. */
export const quittanceSubrogee = sql`EXISTS (
  SELECT 1 FROM ${echeances} e JOIN ${imputations} i ON i."EcheanceId" = e.id
  JOIN ${reglements} r ON r.id = i."ReglementId" AND r.etat = 'credite'
    AND r.payeur IN (SELECT value FROM json_each(${JSON.stringify(SUBROGES)}))
  WHERE e."QuitanceId" = "Quitance".id AND e."EcritureId" IS NOT NULL
  GROUP BY r.id HAVING sum(i.montant) > 0)`;

/** The day on which the bank refused, the last time, a payment that settled a part of it; null when none was. */
export const quittanceRejeteeLe = (quittance: SQL) => sql`(
  SELECT max(r."finLe") FROM ${echeances} e JOIN ${imputations} i ON i."EcheanceId" = e.id
  JOIN ${reglements} r ON r.id = i."ReglementId" AND r.etat = 'rejete'
  WHERE e."QuitanceId" = ${quittance} AND e."EcritureId" IS NOT NULL)`;

/** The payment that settled a part of it and that the bank refused last; null when none was. */
export const dernierRejet = (quittance: SQL) => sql`(
  SELECT r.id FROM ${echeances} e JOIN ${imputations} i ON i."EcheanceId" = e.id
  JOIN ${reglements} r ON r.id = i."ReglementId" AND r.etat = 'rejete'
  WHERE e."QuitanceId" = ${quittance} AND e."EcritureId" IS NOT NULL ORDER BY r."updatedAt" DESC, r.id DESC LIMIT 1)`;

/** A valid account told the owner of this payment. */
export const renduAuMandant = (ReglementId: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${ecritures} ce
  JOIN ${lignes} cl ON cl."EcritureId" = ce.id AND cl.genre IN ('4670', '4671')
  JOIN ${comptesRendusLignes} dite ON dite."LigneId" = cl.id WHERE ce."ReglementId" = ${ReglementId})`;

/**
 * Why the payment of a paid receipt stays, whatever is asked of the receipt alone: `ReglementTenu`; null when nothing
 * holds it.
 */
export const reglementTenu = sql<string | null>`(
  SELECT CASE WHEN r."LigneReleveId" IS NOT NULL THEN 'banque' WHEN ${renduAuMandant(sql`r.id`)} THEN 'compte' ELSE 'partage' END
  FROM ${echeances} e JOIN ${imputations} i ON i."EcheanceId" = e.id
  JOIN ${reglements} r ON r.id = i."ReglementId" AND r.etat = 'credite'
  WHERE ${quitances.regle} AND e."QuitanceId" = ${quitances.id}
  GROUP BY r.id HAVING sum(i.montant) > 0 AND (r."LigneReleveId" IS NOT NULL OR ${renduAuMandant(sql`r.id`)}
    OR EXISTS (SELECT 1 FROM ${imputations} ai JOIN ${echeances} ae ON ae.id = ai."EcheanceId"
      WHERE ai."ReglementId" = r.id AND ae."QuitanceId" IS NOT e."QuitanceId" GROUP BY ae.id HAVING sum(ai.montant) > 0))
  LIMIT 1)`;

/** The number of the payment that a query calls `r`: `numeroReglement`. */
export const NUMERO_REGLEMENT = sql`r.exercice || '-' || printf('%06d', r.rang)`;

/** The day of the fact of an entry, whose own day is later where the period of the fact was closed (livres/README §12.1). */
export const jourDuFait = (ecriture: SQL) =>
  sql`coalesce(${ecriture}."pieceDate", ${ecriture}.date)`;

/**
 * The first word of the key of an expense's entries; its identifier follows, then a part proper to
 * each entry.
 */
export const CLE_DE_DEPENSE = "depense";

/**
 * The reference of the transfer whose entry has this key, of a bill too; for another entry null, or a word that is no
 * reference.
 */
export const referenceViree = (cle: SQL) =>
  sql`CASE WHEN ${cle} LIKE 'virement %' THEN substr(${cle}, 10)
    WHEN ${cle} LIKE ${`${CLE_DE_DEPENSE} %`} THEN substr(${cle}, ${CLE_DE_DEPENSE.length + 2} + instr(substr(${cle}, ${CLE_DE_DEPENSE.length + 2}), ' ')) END`;

/** The expense that an entry pays, by its key; null for another entry. */
export const depenseDe = (cle: SQL) =>
  sql`iif(${cle} LIKE ${`${CLE_DE_DEPENSE} %`}, CAST(substr(${cle}, ${CLE_DE_DEPENSE.length + 2}) AS integer), NULL)`;

/**
 * The bank account of a line `l` of 512G, in an entry `e` (reversements/README §12.18): the one that the line names;
 * else the one where its payment or its expense was matched; else the oldest account of rents that was open on the day
 * of the entry, or of the entry that it reverses. So a new bank account changes no earlier line.
 */
export const compteDeLaBanque = sql`coalesce(l.de,
  (SELECT r."CompteBancaireId" FROM ${reglements} r WHERE r.id = e."ReglementId"),
  (SELECT s."CompteBancaireId" FROM ${ecritures} o JOIN ${intendances} d ON d.id = ${depenseDe(sql`o.cle`)}
    JOIN ${lignesReleve} s ON s.id = d."LigneReleveId" WHERE o.id = coalesce(e."annuleId", e.id)),
  (SELECT min(c.id) FROM ${comptesBancaires} c WHERE c."usage" = 'gerance'
    AND coalesce(c."fermeLe", '9999') > coalesce((SELECT o.date FROM ${ecritures} o WHERE o.id = e."annuleId"), e.date)),
  (SELECT min(c.id) FROM ${comptesBancaires} c WHERE c."usage" = 'gerance'))`;

/** The balance in the books of each bank account of rents, as rows `de` and `solde`; most lines name it, and their entry is not read. */
export const soldesDeLaBanque = sql`(
  SELECT de, sum(debit - credit) AS solde FROM ${lignes} WHERE genre = '512G' AND de IS NOT NULL GROUP BY de
  UNION ALL SELECT ${compteDeLaBanque}, sum(l.debit - l.credit) FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
    WHERE l.genre = '512G' AND l.de IS NULL GROUP BY 1)`;

/** The payment `r` was refused after the bank of the books had it. */
const repriseEnBanque = sql`EXISTS (SELECT 1 FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
  WHERE e."ReglementId" = r.id AND e.journal = 'REJ' AND l.genre = '512G')`;

/** The payment `r` was refused by hand, after the bank of the books had it: a line of a statement is still to say so. */
export const REJET_SANS_LIGNE = sql`(r.etat = 'rejete' AND r."LigneRejetId" IS NULL
  AND (r."LigneReleveId" IS NOT NULL OR ${repriseEnBanque}))`;

/** The payment `r` was refused after the bank of the books had it: the line by which it came in is still to be seen. */
export const REJETE_SANS_ENTREE = sql`(r.etat = 'rejete' AND r."LigneReleveId" IS NULL AND ${repriseEnBanque})`;

/** The condition that these payments are as they were read. */
export const reglementsInchanges = (lus: readonly { id: number; version: number }[]): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(lus.map(({ id, version }) => ({ id, version })))}) lu
    WHERE NOT EXISTS (SELECT 1 FROM ${reglements} r WHERE r.id = lu.value ->> 'id' AND r.version = lu.value ->> 'version'))`;

/** The entry `o` pays the expense, and nothing reversed it; found by its key: nearly every entry reverses none. */
export const paiementDeDepense = (id: SQL) =>
  sql`(o.cle >= ${`${CLE_DE_DEPENSE} `} || CAST(${id} AS integer) || ' ' AND o.cle < ${`${CLE_DE_DEPENSE} `} || CAST(${id} AS integer) || '!'
    AND +o."annuleId" IS NULL AND NOT EXISTS (SELECT 1 FROM ${ecritures} suite WHERE suite."annuleId" = o.id))`;

/** The day on which the agency paid the expense; null: it did not, or took it back. */
export const depensePayeeLe = (id: SQL) =>
  sql`(SELECT ${jourDuFait(sql`o`)} FROM ${ecritures} o WHERE ${paiementDeDepense(id)})`;
