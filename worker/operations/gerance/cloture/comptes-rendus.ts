import { sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import {
  dernierJour,
  type Jour,
  type Mois,
  moisDe,
  moisEnLettres,
  premierJour,
} from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { anomaliesDe } from "#domain/gerance/cloture/anomalies-compte-rendu.ts";
import type { ValidationDeCompte } from "#domain/gerance/cloture/compte-rendu.ts";
import { etablir } from "#domain/gerance/cloture/compte-rendu-etabli.ts";
import { refusDeRendre } from "#domain/gerance/livres/periodes.ts";
import { refusDeFacturer } from "#domain/signature/retractation.ts";
import type { Db } from "#worker/db/client.ts";
import { isLostRace } from "#worker/db/failures.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import { LostRace, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { debutComptes, extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import { fondsDe } from "#worker/operations/gerance/livres/fonds.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireDonnees } from "./donnees-compte-rendu.ts";
import { mandatAFacturer } from "./factures-honoraires.ts";
import { mandatsSansCompte, REVERSEMENTS_A_COMPENSER } from "./mandats-sans-compte.ts";
import { type Entete, type Etabli, ecrireComptes, inchanges } from "./validation-ecrite.ts";

type Cloture = Pick<Contexte, "db" | "now" | "today" | "user">;

/**
 * Counts the mandates whose funds the agency receives, and whose account due at the end of this month is missing or a
 * draft. Zero when the books begin after this month.
 */
export const compterSansCompte = (db: Db, mois: Mois) => {
  const au = dernierJour(mois);
  return db.all<{ nombre: number }>(sql`
    SELECT count(*) AS nombre FROM (
      SELECT m.id FROM "Mission" m WHERE m.id IN (${mandatsSansCompte(mois)})
      UNION SELECT c."MissionId" FROM ${comptesRendus} c WHERE c.mois = ${mois} AND c.etat = 'brouillon') attendu
    WHERE ${debutComptes} <= ${au} AND ${fondsDe(sql`attendu.id`, au)} = 'agence'`);
};

/**
 * Makes the missing drafts of the mandates whose period ends with this month (cloture/README §12.17). Only a mandate
 * with terms or lines in the books, and without an account of this month or a later one, gets a draft.
 * Where the end of the mandate is frozen, the draft takes back the unpaid sums of an owner who owes money, and sets
 * them off against his debt (mandats/README §12.24).
 * @returns the count of drafts made
 * @throws Invalid for a month to come.
 */
export async function preparerComptes(ctx: Cloture, mois: Mois): Promise<{ crees: number }> {
  if (mois > moisDe(ctx.today)) throw new Invalid({ mois: "Ce mois n’a pas commencé." });
  return onWhatIsRead(() => preparer(ctx, mois));
}

async function preparer({ db, today, user }: Cloture, mois: Mois): Promise<{ crees: number }> {
  const au = dernierJour(mois);
  const manquants = mandatsSansCompte(mois);
  const aCompenser = sql`(SELECT json_group_array(r.cle) FROM ${REVERSEMENTS_A_COMPENSER} r WHERE r."MissionId" IN (${manquants})
    OR EXISTS (SELECT 1 FROM ${comptesRendus} b WHERE b."MissionId" = r."MissionId" AND b.mois = ${mois} AND b.etat = 'brouillon'))`;
  const [{ cles } = { cles: "[]" }] = await db.all<{ cles: string }>(
    sql`SELECT ${aCompenser} AS cles`,
  );
  const { lignesExtournees, ecrituresExtournees } = extourner(
    db,
    sql`origine.cle IN (SELECT value FROM json_each(${cles}))`,
    {
      ...{ today, date: au < today ? au : today, user },
      // In the journal REV, control I8 would read a line on an account below zero as a payout beyond what was owed.
      ...{ journal: "OD", libelle: "Somme à virer, déduite de la dette du propriétaire" },
    },
  );
  const { crees } = await db.write({
    garde: provided(db, sql`${aCompenser} = ${cles}`),
    traces: trace(db, {
      entite: "Mission",
      entiteId: sql`(${manquants})`,
      etat: "Compte rendu préparé",
      user,
      details: { mois },
    }),
    crees: db.run(sql`INSERT INTO ${comptesRendus} ("MissionId", mois, du, au)
      SELECT manquant.id, ${mois}, ${premierJour(mois)}, ${au} FROM (${manquants}) manquant ORDER BY manquant.id`),
    lignesReprises: lignesExtournees,
    ecrituresReprises: ecrituresExtournees,
  });
  return { crees: crees.rowsAffected };
}

/**
 * Deletes the draft of an account: its lines go to the next account.
 * @throws NotFound when there is no such account; Conflict when the account is valid.
 */
export async function supprimerBrouillon({ db, user }: Contexte, id: number): Promise<void> {
  const mandat = sql`SELECT "MissionId" FROM ${comptesRendus} WHERE id = ${id} AND etat = 'brouillon'`;
  const { etat, supprime } = await db.write({
    etat: db.all<{ etat: string }>(sql`SELECT etat FROM ${comptesRendus} WHERE id = ${id}`),
    trace: trace(db, {
      entite: "Mission",
      entiteId: sql`(${mandat})`,
      etat: "Brouillon de compte rendu supprimé",
      user,
    }),
    supprime: db.run(sql`DELETE FROM ${comptesRendus} WHERE id = ${id} AND etat = 'brouillon'`),
  });
  if (!etat[0]) throw new NotFound();
  if (supprime.rowsAffected === 0) {
    throw new Conflict("Ce compte rendu est validé : le prochain le corrige.");
  }
}

const lireEntetes = ({ db, today }: Pick<Contexte, "db" | "today">, ids: readonly number[]) =>
  db.all<Entete>(sql`
    SELECT c.id, c."MissionId", c.mois, c.etat, m."versionDuCompte" AS version,
      ${mandatAFacturer(sql`c."MissionId"`, today)},
      (SELECT min(p.mois) FROM ${comptesRendus} p WHERE p."MissionId" = c."MissionId" AND p.etat = 'brouillon'
        AND p.mois < c.mois) AS avant,
      (SELECT max(p.mois) FROM ${comptesRendus} p WHERE p."MissionId" = c."MissionId" AND p.etat = 'valide'
        AND p.mois > c.mois) AS apres
    FROM ${comptesRendus} c JOIN "Mission" m ON m.id = c."MissionId"
    WHERE c.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY c.mois, c.id`);

/** The most accounts that one write validates: the write must stay far below the time limit of the database. */
const COMPTES_PAR_ECRITURE = 50;
const ESSAIS = 10;

/**
 * Validates accounts (cloture/README §12.17), the earliest first. For each account, all at once or not at all: its
 * sums, its paper and its lines are fixed, its fees posted and invoiced, and the owners' sums set apart. An account
 * that changed since it was read is read again.
 * @returns the result of each account, in the order of `ids`
 * @throws Conflict until the takeover of the balances opens the books
 */
export async function validerComptes(
  ctx: Cloture,
  ids: readonly number[],
): Promise<ValidationDeCompte[]> {
  const { db } = ctx;
  const { entetes, reglages, debut } = await db.read({
    entetes: lireEntetes(ctx, ids),
    reglages: db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
    debut: db.all<{ debut: Jour | null }>(sql`SELECT ${debutComptes} AS debut`),
  });
  const faits = new Map<number, ValidationDeCompte>();
  const agence = agenceDe(reglages);
  if (!debut[0]?.debut) {
    throw new Conflict("Les comptes ne sont pas ouverts : signez d’abord la reprise des soldes.");
  }
  for (const [, duMois] of Map.groupBy(entetes, ({ mois }) => mois)) {
    for (let rang = 0; rang < duMois.length; rang += COMPTES_PAR_ECRITURE) {
      const lot = duMois.slice(rang, rang + COMPTES_PAR_ECRITURE).map(({ id }) => id);
      for (const fait of await validerLot(ctx, lot, agence)) faits.set(fait.id, fait);
    }
  }
  return ids.map((id) => faits.get(id) ?? refuse(id, "Ce compte rendu n’existe pas."));
}

const refuse = (id: number, raison: string): ValidationDeCompte => ({
  id,
  resultat: "refuse",
  raison,
});

async function validerLot(
  ctx: Cloture,
  ids: readonly number[],
  agence: Agence,
): Promise<ValidationDeCompte[]> {
  for (let essai = 0; essai < ESSAIS; essai++) {
    const { faits, etablis } = await etablirLot(ctx, ids);
    if (etablis.length === 0) return faits;
    try {
      await ctx.db.write({
        garde: provided(ctx.db, inchanges(etablis)),
        ...ecrireComptes(ctx, etablis, agence),
      });
      return [
        ...faits,
        ...etablis.map(({ entete: { id } }) => ({ id, resultat: "valide" as const, raison: null })),
      ];
    } catch (error) {
      if (!(error instanceof LostRace || isLostRace(error))) throw error;
    }
  }
  const raison = "Les comptes de ce mandat changent en ce moment même : recommencez.";
  const { faits, etablis } = await etablirLot(ctx, ids);
  return [...faits, ...etablis.map(({ entete: { id } }) => refuse(id, raison))];
}

/** Works out the accounts that may be made valid, and gives the reason of the refusal for each other account. */
async function etablirLot(ctx: Cloture, ids: readonly number[]) {
  const faits: ValidationDeCompte[] = [];
  const brouillons: Entete[] = [];
  for (const entete of await lireEntetes(ctx, ids)) {
    const { id, mois, etat, avant, apres } = entete;
    const tropTot = refusDeRendre(mois, ctx.today);
    if (etat === "valide") faits.push({ id, resultat: "deja", raison: null });
    else if (avant)
      faits.push(refuse(id, `Validez d’abord le compte rendu de ${moisEnLettres(avant)}.`));
    else if (apres)
      faits.push(refuse(id, `Le compte rendu de ${moisEnLettres(apres)} est déjà validé.`));
    else if (tropTot) faits.push(refuse(id, tropTot));
    else brouillons.push(entete);
  }
  const donnees = await lireDonnees(ctx, brouillons);
  const etablis = brouillons.flatMap((entete, rang): Etabli[] => {
    const duCompte = donnees[rang];
    if (!duCompte) return [];
    const compte = etablir(duCompte);
    const interdit = refusDeFacturer(entete);
    if (interdit && compte.factures.some(({ serie }) => serie === "FH")) {
      faits.push(refuse(entete.id, interdit));
      return [];
    }
    const bloquantes = anomaliesDe(duCompte, compte).filter(({ bloque }) => bloque === "cloture");
    if (bloquantes.length === 0) return [{ entete, donnees: duCompte, compte }];
    faits.push(refuse(entete.id, bloquantes.map(({ detail }) => detail).join(" ")));
    return [];
  });
  return { faits, etablis };
}
