import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { EtatDeRapprochement } from "#domain/gerance/livres/etat-rapprochement.ts";
import { enEuros } from "#domain/montants.ts";
import { compteDeLaBanque, depenseDe, referenceViree } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes, lignesReleve, reglements, releves } from "#worker/db/schema/gerance.ts";
import { virements } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { prouves } from "./releves-prouves.ts";

interface Lu {
  au: Jour | null;
  banque: number;
  ancien: number;
  lignes: number;
  aRapprocher: number;
  aRapprocherNombre: number;
  ecartees: number;
  ecarteesNombre: number;
  nonProuvees: number;
  nonProuveesNombre: number;
  prouve: number;
}

interface Tenu {
  livres: number;
  ouverture: number;
  nonPointes: number;
  nonPointesNombre: number;
}

/**
 * The way from the last balance of a bank account to that of the books (livres/README §12.14): the movements that one
 * has and the other has not; null while no statement tells a balance.
 */
export async function etatDeRapprochement(
  { db }: Pick<Contexte, "db">,
  CompteBancaireId: number,
): Promise<EtatDeRapprochement | null> {
  const {
    lu: [lu],
    tenu: [tenu],
  } = await db.read({
    lu: db.all<Lu>(deLaBanque(CompteBancaireId)),
    tenu: db.all<Tenu>(desLivres(CompteBancaireId)),
  });
  if (!lu?.au || !tenu) return null;
  const manquant = lu.banque - lu.ancien - lu.lignes;
  const avant = lu.ancien - tenu.ouverture;
  const attendu =
    lu.banque - lu.aRapprocher - lu.ecartees - manquant - avant + lu.nonProuvees + tenu.nonPointes;
  return {
    au: lu.au,
    banque: enEuros(lu.banque),
    prouve: lu.prouve === 1,
    aRapprocher: { nombre: lu.aRapprocherNombre, montant: enEuros(lu.aRapprocher) },
    ecartees: { nombre: lu.ecarteesNombre, montant: enEuros(lu.ecartees) },
    nonProuvees: { nombre: lu.nonProuveesNombre, montant: enEuros(lu.nonProuvees) },
    nonPointes: { nombre: tenu.nonPointesNombre, montant: enEuros(tenu.nonPointes) },
    avant: enEuros(avant),
    manquant: enEuros(manquant),
    livres: enEuros(tenu.livres),
    ecart: enEuros(tenu.livres - attendu),
  };
}

/**
 * The last balance told, the first one, and the lines; money that waits for a name is in the books. Proven statements are
 * believed before any other, and then what an unproven file alone tells counts for what was made of it; of an account that
 * has no proven one, all that it was told.
 */
const deLaBanque = (id: number) => sql`
  WITH RECURSIVE ${prouves(sql`(${id})`)},
    dit AS (SELECT au, du, id, ancien, nouveau, 1 AS prouve FROM prouve
      UNION ALL SELECT au, du, id, "ancienSolde", "nouveauSolde", 0 FROM ${releves}
        WHERE "CompteBancaireId" = ${id} AND "nouveauSolde" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM prouve)),
    sienne AS (SELECT etat, motif, montant, prouvee OR NOT EXISTS (SELECT 1 FROM prouve) AS dite FROM ${lignesReleve}
      WHERE "CompteBancaireId" = ${id})
  SELECT (SELECT au FROM dit ORDER BY au DESC, id DESC LIMIT 1) AS au,
    (SELECT nouveau FROM dit ORDER BY au DESC, id DESC LIMIT 1) AS banque,
    (SELECT max(prouve) FROM dit) AS prouve,
    (SELECT ancien FROM dit ORDER BY du, id LIMIT 1) AS ancien,
    coalesce(sum(montant) FILTER (WHERE dite), 0) AS lignes,
    coalesce(sum(montant) FILTER (WHERE NOT dite AND etat <> 'ecartee'), 0) AS "nonProuvees",
    count(*) FILTER (WHERE NOT dite AND etat <> 'ecartee') AS "nonProuveesNombre",
    coalesce(sum(montant) FILTER (WHERE etat = 'a_rapprocher' AND motif IS NULL), 0) AS "aRapprocher",
    count(*) FILTER (WHERE etat = 'a_rapprocher' AND motif IS NULL) AS "aRapprocherNombre",
    coalesce(sum(montant) FILTER (WHERE dite AND etat = 'ecartee'), 0) AS ecartees,
    count(*) FILTER (WHERE dite AND etat = 'ecartee') AS "ecarteesNombre"
  FROM sienne`;

/**
 * The entries of the account, those that no line proves apart: a transfer that was cancelled, or refused without the bank
 * having made it, waits for none.
 */
const desLivres = (id: number) => sql`
  WITH mouvement AS (
      SELECT l.debit - l.credit AS montant, o.journal = 'AN' AS ouverture,
        coalesce(CASE WHEN o.journal = 'AN' OR o.cle LIKE 'ligne %' THEN 1
          WHEN v.id IS NULL AND ${depenseDe(sql`o.cle`)} IS NOT NULL THEN EXISTS (SELECT 1 FROM ${ecritures} s WHERE s."annuleId" = o.id)
            OR EXISTS (SELECT 1 FROM ${intendances} d WHERE d.id = ${depenseDe(sql`o.cle`)} AND d."LigneReleveId" IS NOT NULL)
          WHEN o.cle LIKE 'apport %' THEN EXISTS (SELECT 1 FROM ${lignesReleve} vue WHERE vue."ApportId" = e.id)
          WHEN v.id IS NOT NULL THEN CASE WHEN v.etat = 'annule' THEN 1
            WHEN e."annuleId" IS NULL THEN v."LigneReleveId" IS NOT NULL OR (v.etat = 'rejete' AND v."LigneRejetId" IS NULL)
            ELSE v."LigneRejetId" IS NOT NULL OR v."LigneReleveId" IS NULL END
          WHEN e."annuleId" IS NOT NULL AND r.etat = 'rejete' THEN r."LigneRejetId" IS NOT NULL
          ELSE coalesce(r."LigneReleveId", 0) <> 0 OR r.etat = 'annule' END, 0) AS prouve
      FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
      JOIN ${ecritures} o ON o.id = coalesce(e."annuleId", e.id)
      LEFT JOIN ${reglements} r ON r.id = o."ReglementId"
      LEFT JOIN ${virements} v ON v.reference = ${referenceViree(sql`o.cle`)}
      WHERE l.genre = '512G' AND ${compteDeLaBanque} = ${id})
  SELECT coalesce(sum(montant), 0) AS livres,
    coalesce(sum(montant) FILTER (WHERE ouverture), 0) AS ouverture,
    coalesce(sum(montant) FILTER (WHERE NOT prouve), 0) AS "nonPointes",
    count(*) FILTER (WHERE NOT prouve) AS "nonPointesNombre"
  FROM mouvement`;
