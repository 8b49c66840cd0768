import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { EtatDeRapprochement } from "#domain/gerance/livres/etat-rapprochement.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { compteDeLaBanque, depenseDe } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes, lignesReleve, reglements, releves } from "#worker/db/schema-gerance.ts";
import { virements } from "#worker/db/schema-mandants.ts";
import { intendances } from "#worker/db/schema-missions.ts";

interface Lu {
  au: Jour | null;
  banque: number;
  ancien: number;
  lignes: number;
  aRapprocher: number;
  aRapprocherNombre: number;
  ecartees: number;
  ecarteesNombre: number;
}

interface Tenu {
  livres: number;
  ouverture: number;
  nonPointes: number;
  nonPointesNombre: number;
}

/**
 * How the last balance of a bank account becomes that of the books (domain/README §12.14): what each has and the other has
 * not; null while no statement says a balance.
 */
export async function etatDeRapprochement(
  db: Db,
  CompteBancaireId: number,
): Promise<EtatDeRapprochement | null> {
  const { lus, tenus } = await db.read({
    lus: db.all<Lu>(deLaBanque(CompteBancaireId)),
    tenus: db.all<Tenu>(desLivres(CompteBancaireId)),
  });
  const [lu] = lus;
  const [tenu] = tenus;
  if (!lu?.au || !tenu) return null;
  const manquant = lu.banque - lu.ancien - lu.lignes;
  const avant = lu.ancien - tenu.ouverture;
  const attendu = lu.banque - lu.aRapprocher - lu.ecartees - manquant - avant + tenu.nonPointes;
  return {
    au: lu.au,
    banque: enEuros(lu.banque),
    aRapprocher: { nombre: lu.aRapprocherNombre, montant: enEuros(lu.aRapprocher) },
    ecartees: { nombre: lu.ecarteesNombre, montant: enEuros(lu.ecartees) },
    nonPointes: { nombre: tenu.nonPointesNombre, montant: enEuros(tenu.nonPointes) },
    avant: enEuros(avant),
    manquant: enEuros(manquant),
    livres: enEuros(tenu.livres),
    ecart: enEuros(tenu.livres - attendu),
  };
}

/** The last balance told, the first one, and the lines; money that waits for a name is in the books. */
const deLaBanque = (id: number) => sql`
  WITH sienne AS (SELECT etat, motif, montant FROM ${lignesReleve} WHERE "CompteBancaireId" = ${id}),
    dit AS (SELECT au, du, id, "ancienSolde", "nouveauSolde" FROM ${releves}
      WHERE "CompteBancaireId" = ${id} AND "nouveauSolde" IS NOT NULL)
  SELECT (SELECT au FROM dit ORDER BY au DESC, id DESC LIMIT 1) AS au,
    (SELECT "nouveauSolde" FROM dit ORDER BY au DESC, id DESC LIMIT 1) AS banque,
    (SELECT "ancienSolde" FROM dit ORDER BY du, id LIMIT 1) AS ancien,
    coalesce(sum(montant), 0) AS lignes,
    coalesce(sum(montant) FILTER (WHERE etat = 'a_rapprocher' AND motif IS NULL), 0) AS "aRapprocher",
    count(*) FILTER (WHERE etat = 'a_rapprocher' AND motif IS NULL) AS "aRapprocherNombre",
    coalesce(sum(montant) FILTER (WHERE etat = 'ecartee'), 0) AS ecartees,
    count(*) FILTER (WHERE etat = 'ecartee') AS "ecarteesNombre"
  FROM sienne`;

/**
 * The entries of the account, those that no line proves apart: a transfer that was cancelled, or refused without the bank
 * having made it, waits for none.
 */
const desLivres = (id: number) => sql`
  WITH mouvement AS (
      SELECT l.debit - l.credit AS montant, o.journal = 'AN' AS ouverture,
        coalesce(CASE WHEN o.journal = 'AN' OR o.cle LIKE 'ligne %' THEN 1
          WHEN ${depenseDe(sql`o.cle`)} IS NOT NULL THEN EXISTS (SELECT 1 FROM ${ecritures} s WHERE s."annuleId" = o.id)
            OR EXISTS (SELECT 1 FROM ${intendances} d WHERE d.id = ${depenseDe(sql`o.cle`)} AND d."LigneReleveId" IS NOT NULL)
          WHEN v.id IS NOT NULL THEN CASE WHEN v.etat = 'annule' THEN 1
            WHEN e."annuleId" IS NULL THEN v."LigneReleveId" IS NOT NULL OR (v.etat = 'rejete' AND v."LigneRejetId" IS NULL)
            ELSE v."LigneRejetId" IS NOT NULL OR v."LigneReleveId" IS NULL END
          WHEN e."annuleId" IS NOT NULL AND r.etat = 'rejete' THEN r."LigneRejetId" IS NOT NULL
          ELSE coalesce(r."LigneReleveId", 0) <> 0 OR r.etat = 'annule' END, 0) AS prouve
      FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
      JOIN ${ecritures} o ON o.id = coalesce(e."annuleId", e.id)
      LEFT JOIN ${reglements} r ON r.id = o."ReglementId"
      LEFT JOIN ${virements} v ON o.cle LIKE 'virement %' AND v.reference = substr(o.cle, 10)
      WHERE l.genre = '512G' AND ${compteDeLaBanque} = ${id})
  SELECT coalesce(sum(montant), 0) AS livres,
    coalesce(sum(montant) FILTER (WHERE ouverture), 0) AS ouverture,
    coalesce(sum(montant) FILTER (WHERE NOT prouve), 0) AS "nonPointes",
    count(*) FILTER (WHERE NOT prouve) AS "nonPointesNombre"
  FROM mouvement`;
