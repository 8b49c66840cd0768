import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { TiersOuvert, TiersOuverts, UnSoir } from "#domain/gerance/livres/grand-livre.ts";
import { somme } from "#domain/montants.ts";
import { CLE_DE_DEPENSE, jourAParis } from "#worker/db/conditions-comptes.ts";
import { history } from "#worker/db/schema/agence.ts";
import { finsDeMandat } from "#worker/db/schema/fins.ts";
import { cloturesMois, ecritures } from "#worker/db/schema/gerance.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { finDuMoisClos, premierJourOuvert } from "./ecritures.ts";
import { CHANGEMENTS_DE_MANDAT, mandatAlors } from "./fonds.ts";
import { tiersTrouve } from "./tiers-des-comptes.ts";

interface FactureDue {
  id: number;
  FournisseurId: number;
  nom: string;
  date: Jour;
  pieceDate: Jour;
  piece: string | null;
  libelle: string;
  montant: number;
  bonne: number;
  retiree: number;
}

/**
 * True when an entry `o` had paid the expense `d` by an evening, and was not reversed by then. The entry is looked for
 * by its key: the index of `annuleId` would give nearly every entry.
 */
const payeeLe = (au: Jour) => sql`EXISTS (SELECT 1 FROM ${ecritures} o
  WHERE o.cle >= ${`${CLE_DE_DEPENSE} `} || d.id || ' ' AND o.cle < ${`${CLE_DE_DEPENSE} `} || d.id || '!'
    AND +o."annuleId" IS NULL AND o.date <= ${au}
    AND NOT EXISTS (SELECT 1 FROM ${ecritures} suite WHERE suite."annuleId" = o.id AND suite.date <= ${au}))`;

/** True when the expense `d` is marked as paid and no entry pays it: it was settled outside the books. */
const HORS_LIVRES = sql`(d.regle AND NOT EXISTS (SELECT 1 FROM ${ecritures} o
  WHERE o.cle >= ${`${CLE_DE_DEPENSE} `} || d.id || ' ' AND o.cle < ${`${CLE_DE_DEPENSE} `} || d.id || '!'))`;

/** True when the expense `d` hands a deposit over for an end of mandate that was cancelled by an evening. */
const deFinAnnulee = (au: Jour) => sql`d.id IN (SELECT remis.value ->> 'IntendanceId'
  FROM ${finsDeMandat} fin, json_each(fin.remise) remis WHERE fin."annuleLe" <= ${au})`;

/** All the expenses; a deleted one has the values of its last line of history. */
const NOTEES = sql`(
  SELECT id, nature, "AppartementId", date, "bonAPayerLe", "createdAt", montant, "numFacture", intitule, "FournisseurId", "payePar", regle, NULL AS "retireeLe"
  FROM ${intendances}
  UNION ALL SELECT h."entiteId", h.details ->> 'nature', h.details ->> 'AppartementId', h.details ->> 'date', h.details ->> 'bonAPayerLe',
    (SELECT min(premiere."createdAt") FROM ${history} premiere WHERE premiere.entite = 'Intendance' AND premiere."entiteId" = h."entiteId"),
    CAST(round(100 * (h.details ->> 'montant')) AS integer), h.details ->> 'numFacture', 'Dépense supprimée depuis', h.details ->> 'FournisseurId',
    h.details ->> 'payePar', h.details ->> 'regle', h."createdAt"
  FROM ${history} h WHERE h.entite = 'Intendance' AND h.etat = 'Suppression')`;

/**
 * The instant at which the period that holds an evening was closed for the dwelling of an expense `d`: by the account
 * of the mandate that it had that evening, or by the month of the agency. Null while the period is open.
 */
const closeA = (au: Jour) => sql`(SELECT min(instant) FROM (
  SELECT min(rendu."valideLe") AS instant FROM ${comptesRendus} rendu
    WHERE rendu.etat = 'valide' AND rendu.au >= ${au} AND rendu."MissionId" = ${mandatAlors(sql`d."AppartementId"`, sql`t.tous`, (instant) => sql`${jourAParis(instant)} > ${au}`)}
  UNION ALL SELECT min(clos."createdAt") FROM ${cloturesMois} clos WHERE ${finDuMoisClos(sql`clos.mois`)} >= ${au}))`;

/** The values of an expense `c` that changed since its evening closed, as they were then: `{field: [before, after]}`. */
const AVANT = sql`(SELECT json_group_object(champ, json(valeurs)) FROM (
  SELECT change.key AS champ, change.value AS valeurs, min(h.id) FROM ${history} h, json_each(h.details) change
  WHERE h.entite = 'Intendance' AND h."entiteId" = c.id AND h.etat = 'Modification' AND h."createdAt" > c.clos GROUP BY change.key))`;

const alors = (champ: string, lue = sql`a.avant ->> ${`$.${champ}[0]`}`) =>
  sql`iif(a.avant -> ${`$.${champ}`} IS NULL, a.${sql.identifier(champ)}, ${lue})`;

/**
 * The expenses `d` not paid by an evening. Once the period of that evening is closed, they have the values that they
 * had at the closing.
 */
const depensesDuSoir = (au: Jour) => sql`(
  WITH c AS MATERIALIZED (SELECT d.*, t.tous, ${closeA(au)} AS clos FROM ${NOTEES} d
    LEFT JOIN changement t ON t.logement = d."AppartementId" WHERE NOT ${payeeLe(au)}),
  a AS MATERIALIZED (SELECT c.*, ${AVANT} AS avant FROM c WHERE c."retireeLe" IS NULL OR c."retireeLe" > c.clos)
  SELECT a.id, ${alors("nature")} AS nature, a."AppartementId", ${alors("date")} AS date, ${alors("bonAPayerLe")} AS "bonAPayerLe",
    a."createdAt", ${alors("montant", sql`CAST(round(100 * (a.avant ->> '$.montant[0]')) AS integer)`)} AS montant, ${alors("numFacture")} AS "numFacture",
    ${alors("intitule")} AS intitule, ${alors("FournisseurId")} AS "FournisseurId", ${alors("payePar")} AS "payePar", ${alors("regle")} AS regle, a."retireeLe", a.tous
  FROM a)`;

/** The day on which an expense `d` was noted. */
const NOTEE_LE = jourAParis(sql`d."createdAt"`);

/** The day of the bill of an expense `d`, else the day on which it was noted. */
const JOUR_DE_FACTURE = sql`coalesce(d.date, ${NOTEE_LE})`;

/**
 * The day from which a bill is owed: its own day or, when later, the first day that was still open when the bill was
 * noted, for the mandate that its dwelling had then.
 */
const DUE_DEPUIS = sql`max(${JOUR_DE_FACTURE}, ${premierJourOuvert(
  sql`(${mandatAlors(sql`d."AppartementId"`, sql`d.tous`, (instant) => sql`${instant} > d."createdAt"`)})`,
  NOTEE_LE,
  sql`d."createdAt"`,
)})`;

/**
 * A page of the suppliers whom the agency had to pay on an evening for its owners, each with its bills. The books
 * enter a bill on the day of its payment, so unpaid bills come from the expenses noted by that evening. A bill of a
 * closed period counts from the first open day (livres/README §12.30). A change or a deletion of a bill counts from
 * that first open day too.
 */
export async function lireFournisseursOuverts(
  { db }: Pick<Contexte, "db">,
  { au, q = "", limit, offset }: UnSoir,
): Promise<TiersOuverts> {
  const factures = await db.all<FactureDue>(sql`
    WITH ${CHANGEMENTS_DE_MANDAT}
    SELECT d.id, d."FournisseurId", coalesce(f.nom, 'Fournisseur supprimé depuis') AS nom, ${DUE_DEPUIS} AS date, ${JOUR_DE_FACTURE} AS "pieceDate", d."numFacture" AS piece, coalesce(d.intitule, '') AS libelle, d.montant / 100.0 AS montant,
      coalesce(d."bonAPayerLe" <= ${au}, 0) AS bonne, d."retireeLe" IS NOT NULL AS retiree
    FROM ${depensesDuSoir(au)} d LEFT JOIN "Fournisseur" f ON f.id = d."FournisseurId"
    WHERE d.nature = 'depense' AND d."FournisseurId" IS NOT NULL AND d."payePar" = 'agence' AND d.montant > 0 AND ${JOUR_DE_FACTURE} <= ${au}
      AND ${tiersTrouve(sql`d."FournisseurId"`, "401", q)} AND NOT ${HORS_LIVRES} AND NOT ${deFinAnnulee(au)} AND ${DUE_DEPUIS} <= ${au}
    ORDER BY nom, d."FournisseurId", date, d.id`);
  const tiers = [...Map.groupBy(factures, ({ FournisseurId }) => FournisseurId)].map(
    ([id, dues]): TiersOuvert => ({
      id,
      tiers: dues[0]?.nom ?? "",
      solde: 0 - somme(...dues.map(({ montant }) => montant)),
      pieces: dues.map(({ montant, bonne, retiree, id: depense, ...facture }) => ({
        ...{ id: depense, date: facture.date, pieceDate: facture.pieceDate, piece: facture.piece },
        ...{ libelle: facture.libelle, nature: null },
        source: retiree ? null : { genre: "depense", id: depense },
        debit: 0,
        credit: montant,
        etat: bonne ? "bon_a_payer" : "notee",
      })),
    }),
  );
  return {
    lignes: tiers.slice(offset, offset + limit),
    total: tiers.length,
    solde: somme(...tiers.map(({ solde }) => solde)),
  };
}
