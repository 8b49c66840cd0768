import { type SQL, sql } from "drizzle-orm";
import type { Genre } from "#domain/gerance/livres/ecritures.ts";
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
import { intendances, missions } from "./schema/missions.ts";
import { quitances } from "./schema/quittances.ts";

/**
 * The fact `FaitsDePaiement.subrogee`: an insurer or a guarantor paid a part of the receipt, and the tenant now owes
 * that part to them.
 */
export const quittanceSubrogee = sql`EXISTS (
  SELECT 1 FROM ${echeances} e JOIN ${imputations} i ON i."EcheanceId" = e.id
  JOIN ${reglements} r ON r.id = i."ReglementId" AND r.etat = 'credite'
    AND r.payeur IN (SELECT value FROM json_each(${JSON.stringify(SUBROGES)}))
  WHERE e."QuitanceId" = "Quitance".id AND e."EcritureId" IS NOT NULL
  GROUP BY r.id HAVING sum(i.montant) > 0)`;

/**
 * The day of the last refusal by the bank of a payment that settled a part of the receipt; null when there was none.
 */
export const quittanceRejeteeLe = (quittance: SQL) => sql`(
  SELECT max(r."finLe") FROM ${echeances} e JOIN ${imputations} i ON i."EcheanceId" = e.id
  JOIN ${reglements} r ON r.id = i."ReglementId" AND r.etat = 'rejete'
  WHERE e."QuitanceId" = ${quittance} AND e."EcritureId" IS NOT NULL)`;

/**
 * The identifier of the payment that settled a part of the receipt and that the bank refused last; null when there
 * was none.
 */
export const dernierRejet = (quittance: SQL) => sql`(
  SELECT r.id FROM ${echeances} e JOIN ${imputations} i ON i."EcheanceId" = e.id
  JOIN ${reglements} r ON r.id = i."ReglementId" AND r.etat = 'rejete'
  WHERE e."QuitanceId" = ${quittance} AND e."EcritureId" IS NOT NULL ORDER BY r."updatedAt" DESC, r.id DESC LIMIT 1)`;

/** A condition that a validated account of the owner shows this payment. */
export const renduAuMandant = (ReglementId: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${ecritures} ce
  JOIN ${lignes} cl ON cl."EcritureId" = ce.id AND cl.genre IN ('4670', '4671')
  JOIN ${comptesRendusLignes} dite ON dite."LigneId" = cl.id WHERE ce."ReglementId" = ${ReglementId})`;

/**
 * The reason why the payment of a paid receipt cannot be taken back from the receipt alone, as {@link ReglementTenu}
 * spells it; null when the payment can be taken back.
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

/**
 * Whether the payment `r` is money received. These are not: a debt given up or set off, an adjustment of charges, a sum
 * taken from a deposit.
 */
export const estDeLArgent = sql`coalesce(r.mode, '') NOT IN ('abandon', 'compensation', 'depot', 'regularisation')`;

/** The number of the payment that a query calls `r`, as the rule `numeroReglement` writes it. */
export const NUMERO_REGLEMENT = sql`r.exercice || '-' || printf('%06d', r.rang)`;

/**
 * The day of the fact behind an entry. The entry has a later day when the period of the fact was closed (livres/README
 * §12.1).
 */
export const jourDuFait = (ecriture: SQL) =>
  sql`coalesce(${ecriture}."pieceDate", ${ecriture}.date)`;

/**
 * The instant at which the hour changes in Paris, in March or October: one in the morning UTC, on the last Sunday.
 */
const changementDHeure = (instant: SQL, mois: "03" | "10") =>
  sql`date(substr(${instant}, 1, 4) || ${`-${mois}-25`}, 'weekday 0') || 'T01'`;

/** The day in Paris at an instant, computed as `aujourdhui` of the domain does. */
export const jourAParis = (instant: SQL) =>
  sql`date(${instant}, iif(${instant} >= ${changementDHeure(instant, "03")} AND ${instant} < ${changementDHeure(instant, "10")}, '+2 hours', '+1 hour'))`;

/**
 * The cents that the agency keeps beside the deposit of a tenant who left, until one transfer gives both back
 * (departs/README §14.3). They are the lines of account 4191 in the journal of deposits: no payment made them, and no
 * rent consumes them.
 */
export const tenuAvecLeDepot = (DossierId: SQL | number): SQL => sql`(
  SELECT coalesce(sum(tenue.credit - tenue.debit), 0) FROM ${lignes} tenue JOIN ${ecritures} dg ON dg.id = tenue."EcritureId"
  WHERE tenue.genre = '4191' AND tenue.de = ${DossierId} AND dg.journal = 'DG')`;

/**
 * The key of every entry of an expense begins with this word; then come the identifier of the expense and a part
 * specific to the entry.
 */
export const CLE_DE_DEPENSE = "depense";

/**
 * The reference of a transfer, read from the key of its entry or of the expense that it pays. Null for other kinds of
 * entries; an expense paid by another means gives a word that matches no transfer.
 */
export const referenceViree = (cle: SQL) =>
  sql`CASE WHEN ${cle} LIKE 'virement %' THEN substr(${cle}, 10)
    WHEN ${cle} LIKE ${`${CLE_DE_DEPENSE} %`} THEN substr(${cle}, ${CLE_DE_DEPENSE.length + 2} + instr(substr(${cle}, ${CLE_DE_DEPENSE.length + 2}), ' ')) END`;

/** The expense that an entry pays, found by its key; null for another entry. */
export const depenseDe = (cle: SQL) =>
  sql`iif(${cle} LIKE ${`${CLE_DE_DEPENSE} %`}, CAST(substr(${cle}, ${CLE_DE_DEPENSE.length + 2}) AS integer), NULL)`;

/**
 * The condition that the row `i` of `Imputation` still counts: no later row takes back the part that the payment
 * settled.
 */
export const partVivante = (i: SQL) => sql`NOT EXISTS (SELECT 1 FROM ${imputations} rendue
  WHERE rendue."EcheanceId" = ${i}."EcheanceId" AND rendue."ReglementId" = ${i}."ReglementId" AND rendue.montant < 0 AND rendue.id >= ${i}.id)`;

/**
 * The first word of the key of an entry that turns a settled sum back into an advance; then comes the identifier of
 * the entry that had settled it.
 */
export const CLE_DE_REMISE = "remis";

/**
 * The identifier of the older entry whose day decides the shares and rates of `ecriture`: the entry that `ecriture`
 * reverses, or the entry that had settled the sum now turned back into an advance. Null for any other entry.
 */
export const origineDe = (ecriture: SQL) => sql`(SELECT coalesce(
    iif(premiere.cle LIKE ${`${CLE_DE_REMISE} %`}, nullif(CAST(substr(premiere.cle, ${CLE_DE_REMISE.length + 2}) AS integer), 0), NULL),
    ${ecriture}."annuleId")
  FROM ${ecritures} premiere WHERE premiere.id = coalesce(${ecriture}."annuleId", ${ecriture}.id))`;

/**
 * The bank account of a line `l` of 512G, in an entry `e` (reversements/README §12.18): the account that the line
 * names; else the account where the payment or the expense of the entry was matched; else the oldest account of rents
 * not closed before the day of the fact, or of the fact that the entry reverses; else the oldest account of rents. A
 * new bank account therefore changes no earlier line.
 */
export const compteDeLaBanque = sql`coalesce(l.de,
  (SELECT r."CompteBancaireId" FROM ${reglements} r WHERE r.id = e."ReglementId"),
  (SELECT s."CompteBancaireId" FROM ${ecritures} o JOIN ${intendances} d ON d.id = ${depenseDe(sql`o.cle`)}
    JOIN ${lignesReleve} s ON s.id = d."LigneReleveId" WHERE o.id = coalesce(e."annuleId", e.id)),
  (SELECT min(c.id) FROM ${comptesBancaires} c WHERE c."usage" = 'gerance'
    AND coalesce(c."fermeLe", '9999') >= coalesce((SELECT ${jourDuFait(sql`o`)} FROM ${ecritures} o WHERE o.id = e."annuleId"), ${jourDuFait(sql`e`)})),
  (SELECT min(c.id) FROM ${comptesBancaires} c WHERE c."usage" = 'gerance'))`;

/**
 * The condition that a line `l`, of an entry `e`, is on this account of the books. For a line of the bank (512G) that
 * names no bank account, {@link compteDeLaBanque} finds the account.
 */
export function duCompte({ genre, de }: { genre: Genre; de?: number | undefined }): SQL {
  if (de === undefined) return sql`l.genre = ${genre}`;
  if (genre !== "512G") return sql`l.genre = ${genre} AND l.de = ${de}`;
  return sql`l.genre = '512G' AND (l.de = ${de} OR (l.de IS NULL AND ${compteDeLaBanque} = ${de}))`;
}

/**
 * The balance in the books of each bank account of rents, as rows `de` and `solde`. The first SELECT reads no
 * entries, because most lines name their bank account.
 */
export const soldesDeLaBanque = sql`(
  SELECT de, sum(debit - credit) AS solde FROM ${lignes} WHERE genre = '512G' AND de IS NOT NULL GROUP BY de
  UNION ALL SELECT ${compteDeLaBanque}, sum(l.debit - l.credit) FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
    WHERE l.genre = '512G' AND l.de IS NULL GROUP BY 1)`;

/** A condition that the payment `r` was refused after the bank account of the books had received it. */
const repriseEnBanque = sql`EXISTS (SELECT 1 FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
  WHERE e."ReglementId" = r.id AND e.journal = 'REJ' AND l.genre = '512G')`;

/**
 * A condition that the payment `r` was refused by hand after the bank account of the books had received it: a
 * statement line must still show the refusal.
 */
export const REJET_SANS_LIGNE = sql`(r.etat = 'rejete' AND r."LigneRejetId" IS NULL
  AND (r."LigneReleveId" IS NOT NULL OR ${repriseEnBanque}))`;

/**
 * A condition that the payment `r` was refused after the bank account of the books had received it, and that the
 * statement line of the money received is still missing.
 */
export const REJETE_SANS_ENTREE = sql`(r.etat = 'rejete' AND r."LigneReleveId" IS NULL AND ${repriseEnBanque})`;

/** True while nothing that the accounts of a mandate rest on has changed since this version. */
export const compteInchange = (MissionId: number, version: number) =>
  sql`(SELECT "versionDuCompte" FROM ${missions} WHERE id = ${MissionId}) = ${version}`;

/** A condition that none of these payments has changed since it was read. */
export const reglementsInchanges = (
  reglementsLus: readonly { id: number; version: number }[],
): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(reglementsLus.map(({ id, version }) => ({ id, version })))}) lu
    WHERE NOT EXISTS (SELECT 1 FROM ${reglements} r WHERE r.id = lu.value ->> 'id' AND r.version = lu.value ->> 'version'))`;

/**
 * A condition that the entry `o` pays the expense, and that nothing reversed it. The `+` keeps SQLite on the index of
 * the key: the index of `annuleId` would give nearly every entry.
 */
export const paiementDeDepense = (id: SQL) =>
  sql`(o.cle >= ${`${CLE_DE_DEPENSE} `} || CAST(${id} AS integer) || ' ' AND o.cle < ${`${CLE_DE_DEPENSE} `} || CAST(${id} AS integer) || '!'
    AND +o."annuleId" IS NULL AND NOT EXISTS (SELECT 1 FROM ${ecritures} suite WHERE suite."annuleId" = o.id))`;

/** The day on which the agency paid the expense; null while it is unpaid, or once the payment was reversed. */
export const depensePayeeLe = (id: SQL) =>
  sql`(SELECT ${jourDuFait(sql`o`)} FROM ${ecritures} o WHERE ${paiementDeDepense(id)})`;

/**
 * A condition that the sums of the owner's account `c` (compte rendu) are still to be paid out: the entry that records
 * them as owed is not reversed. It is reversed once the end of the mandate is cancelled, or once a later account
 * takes the sums back (mandats/README §12.24).
 */
export const reversementTenu = sql`NOT EXISTS (SELECT 1 FROM ${ecritures} o JOIN ${ecritures} suite ON suite."annuleId" = o.id
  WHERE o.cle = 'compte-rendu ' || c.id || ' REV')`;
