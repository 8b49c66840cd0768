import { eq, type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type {
  BanqueUnSoir,
  EtatDeRapprochement,
} from "#domain/gerance/livres/etat-rapprochement.ts";
import { enEuros } from "#domain/montants.ts";
import { compteDeLaBanque, depenseDe, referenceViree } from "#worker/db/conditions-comptes.ts";
import {
  comptesBancaires,
  ecritures,
  lignes,
  lignesReleve,
  reglements,
  releves,
} from "#worker/db/schema/gerance.ts";
import { virements } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { prouves } from "./releves-prouves.ts";

interface EtatDesReleves {
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
  tardives: number;
  tardivesNombre: number;
}

/** A day after every other: today's state has no limit. */
const SANS_FIN: Jour = "9999-12-31";

/**
 * The steps from the last balance of a bank account to its balance in the books (livres/README §12.14): the movements
 * that only one of the two has. Null while no statement has a balance.
 */
export const etatDeRapprochement = async (
  ctx: Pick<Contexte, "db">,
  CompteBancaireId: number,
): Promise<EtatDeRapprochement | null> => (await lireUnSoir(ctx, CompteBancaireId, SANS_FIN)).etat;

/** Each bank account of rents on an evening: its balance in the books, and the steps from the bank's balance to it. */
export async function banquesUnSoir(
  { db }: Pick<Contexte, "db">,
  au: Jour,
): Promise<BanqueUnSoir[]> {
  const comptes = await db
    .select({ id: comptesBancaires.id, nom: comptesBancaires.nom })
    .from(comptesBancaires)
    .where(eq(comptesBancaires.usage, "gerance"))
    .orderBy(comptesBancaires.id);
  return Promise.all(
    comptes.map(async (compte) => ({ ...compte, ...(await lireUnSoir({ db }, compte.id, au)) })),
  );
}

async function lireUnSoir(
  { db }: Pick<Contexte, "db">,
  CompteBancaireId: number,
  au: Jour,
): Promise<Pick<BanqueUnSoir, "livres" | "etat">> {
  const {
    releve: [releve],
    tenu: [tenu],
  } = await db.read({
    releve: db.all<EtatDesReleves>(deLaBanque(CompteBancaireId, au)),
    tenu: db.all<Tenu>(desLivres(CompteBancaireId, au)),
  });
  const livres = enEuros(tenu?.livres ?? 0);
  if (!releve?.au || !tenu) return { livres, etat: null };
  const manquant = releve.banque - releve.ancien - releve.lignes;
  const avant = releve.ancien - tenu.ouverture;
  const attendu =
    releve.banque -
    releve.aRapprocher -
    releve.ecartees -
    manquant -
    avant +
    releve.nonProuvees +
    tenu.nonPointes -
    tenu.tardives;
  const etat = {
    au: releve.au,
    banque: enEuros(releve.banque),
    prouve: releve.prouve === 1,
    aRapprocher: { nombre: releve.aRapprocherNombre, montant: enEuros(releve.aRapprocher) },
    ecartees: { nombre: releve.ecarteesNombre, montant: enEuros(releve.ecartees) },
    nonProuvees: { nombre: releve.nonProuveesNombre, montant: enEuros(releve.nonProuvees) },
    nonPointes: { nombre: tenu.nonPointesNombre, montant: enEuros(tenu.nonPointes) },
    tardives: { nombre: tenu.tardivesNombre, montant: enEuros(tenu.tardives) },
    avant: enEuros(avant),
    manquant: enEuros(manquant),
    livres,
    ecart: enEuros(tenu.livres - attendu),
  };
  return { livres, etat };
}

/**
 * The balances that the bank gave by an evening, the last and the first, with the sums of the lines; cents. A line
 * whose payer is still unknown is in the books already: it is not among the lines to match. Once the account has a
 * proven statement, only proven balances count, and unproven lines are summed apart. Before that, every statement
 * counts. When the last statement goes on after the evening, its later lines are subtracted.
 */
const deLaBanque = (id: number, soir: Jour) => {
  const dejaProuve = sql`(SELECT 1 FROM prouve WHERE du <= ${soir})`;
  return sql`
  WITH RECURSIVE ${prouves(sql`(${id})`)},
    dit AS (SELECT au, du, id, ancien, nouveau, 1 AS prouve FROM prouve WHERE du <= ${soir}
      UNION ALL SELECT au, du, id, "ancienSolde", "nouveauSolde", 0 FROM ${releves}
        WHERE "CompteBancaireId" = ${id} AND "nouveauSolde" IS NOT NULL AND du <= ${soir} AND NOT EXISTS ${dejaProuve}),
    dernier AS (SELECT au, nouveau FROM dit ORDER BY au DESC, id DESC LIMIT 1),
    dite AS (SELECT date, etat, motif, montant, prouvee OR NOT EXISTS ${dejaProuve} AS dite FROM ${lignesReleve}
      WHERE "CompteBancaireId" = ${id}),
    sienne AS (SELECT * FROM dite WHERE date <= ${soir})
  SELECT (SELECT min(au, ${soir}) FROM dernier) AS au,
    (SELECT nouveau - coalesce((SELECT sum(montant) FROM dite WHERE dite AND date > ${soir} AND date <= dernier.au), 0) FROM dernier) AS banque,
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
};

const jourDeLaLigne = (id: SQL) =>
  sql`(SELECT vue.date FROM ${lignesReleve} vue WHERE vue.id = ${id})`;

/** The day on which the entry `o` was reversed; null while it is not. */
const REPRISE_LE = sql`(SELECT x.date FROM ${ecritures} x WHERE x."annuleId" = o.id)`;

/**
 * The day on which the bank showed the movement of an entry `e`, of origin `o`; null while the bank has not shown it.
 * A movement reversed without passing through the bank counts as shown on the day of its reversal: until then, only
 * the books have it. A transfer that was cancelled, or refused before the bank made it, counts in the same way.
 */
const VUE_LE = sql`CASE WHEN o.journal = 'AN' THEN e.date
  WHEN o.cle LIKE 'ligne %' THEN coalesce(${REPRISE_LE}, ${jourDeLaLigne(sql`CAST(substr(o.cle, 7) AS integer)`)}, e.date)
  WHEN v.id IS NULL AND ${depenseDe(sql`o.cle`)} IS NOT NULL THEN coalesce(${REPRISE_LE},
    (SELECT ${jourDeLaLigne(sql`d."LigneReleveId"`)} FROM ${intendances} d WHERE d.id = ${depenseDe(sql`o.cle`)}))
  WHEN o.cle LIKE 'apport %' THEN (SELECT vue.date FROM ${lignesReleve} vue WHERE vue."ApportId" = e.id)
  WHEN v.id IS NOT NULL THEN CASE WHEN v.etat = 'annule' THEN coalesce(${REPRISE_LE}, e.date)
    WHEN e."annuleId" IS NULL THEN coalesce(${jourDeLaLigne(sql`v."LigneReleveId"`)}, iif(v.etat = 'rejete' AND v."LigneRejetId" IS NULL, ${REPRISE_LE}, NULL))
    ELSE coalesce(${jourDeLaLigne(sql`v."LigneRejetId"`)}, iif(v."LigneReleveId" IS NULL, e.date, NULL)) END
  WHEN e."annuleId" IS NOT NULL AND r.etat = 'rejete' THEN ${jourDeLaLigne(sql`r."LigneRejetId"`)}
  ELSE coalesce(${jourDeLaLigne(sql`r."LigneReleveId"`)}, iif(r.etat = 'annule', ${REPRISE_LE}, NULL)) END`;

/**
 * The sums of the account's entries, in cents: the entries that the books date by an evening; among them, those that
 * the bank had not shown by then; and the later entries that the bank had shown by then.
 */
const desLivres = (id: number, soir: Jour) => sql`
  WITH mouvement AS (
      SELECT e.id AS ecriture, l.debit - l.credit AS montant, o.journal = 'AN' AS ouverture, e.date <= ${soir} AS tenu,
        coalesce(${VUE_LE} <= ${soir}, 0) AS vu
      FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
      JOIN ${ecritures} o ON o.id = coalesce(e."annuleId", e.id)
      LEFT JOIN ${reglements} r ON r.id = o."ReglementId"
      LEFT JOIN ${virements} v ON v.reference = ${referenceViree(sql`o.cle`)}
      WHERE l.genre = '512G' AND ${compteDeLaBanque} = ${id})
  SELECT coalesce(sum(montant) FILTER (WHERE tenu), 0) AS livres,
    coalesce(sum(montant) FILTER (WHERE tenu AND ouverture), 0) AS ouverture,
    coalesce(sum(montant) FILTER (WHERE tenu AND NOT vu), 0) AS "nonPointes",
    count(DISTINCT ecriture) FILTER (WHERE tenu AND NOT vu) AS "nonPointesNombre",
    coalesce(sum(montant) FILTER (WHERE vu AND NOT tenu), 0) AS tardives,
    count(DISTINCT ecriture) FILTER (WHERE vu AND NOT tenu) AS "tardivesNombre"
  FROM mouvement`;
