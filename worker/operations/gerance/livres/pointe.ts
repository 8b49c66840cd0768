import { sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { type Controle, etatSelon } from "#domain/agence/controle.ts";
import {
  ajouterMois,
  aujourdhui,
  formatJour,
  type Jour,
  moisDe,
  premierJour,
} from "#domain/dates.ts";
import {
  type ChangementDeGarantie,
  garantieInsuffisante,
  type JourDeFonds,
  motsDePointe,
  type Pointe,
  pointe,
} from "#domain/gerance/livres/pointe.ts";
import { formatEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { CLE_DE_DEPENSE, jourAParis } from "#worker/db/conditions-comptes.ts";
import { history, variables } from "#worker/db/schema/agence.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";

export interface Periode {
  du: Jour;
  au: Jour;
}

/** The accounts of the money of others held by the agency. */
const A_GARANTIR = sql`('4670', '4672', '165', '4191', '4197', '4192', '401', '4710')`;

/** The key of the entry of the transfer `v`, to an owner, a tenant or a supplier. */
const cleDuVirement = sql`iif(v."IntendanceId" IS NULL, 'virement ', ${`${CLE_DE_DEPENSE} `} || v."IntendanceId" || ' ') || v.reference`;

/**
 * The funds of others that the agency held, each evening of a period; cents. A mandate below zero never makes up for
 * another. A transfer leaves on the day the bank shows it, else on the day it was ordered for; one that was cancelled, or
 * that the bank refused without making it, never left (décret n° 72-678, art. 28 to 31).
 */
async function lireFondsParJour(db: Db, { du, au }: Periode): Promise<JourDeFonds[]> {
  return db.all<JourDeFonds>(sql`
    WITH mouvement AS (
      SELECT e.date, l.genre, coalesce(l.de, 0) AS de, sum(l.credit - l.debit) AS montant
      FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE l.genre IN ${A_GARANTIR} AND e.date <= ${au} GROUP BY 1, 2, 3),
    cumul AS (
      SELECT date, genre, de, sum(montant) OVER (PARTITION BY genre, de ORDER BY date) AS solde FROM mouvement),
    sorti AS (
      SELECT ${jourAParis(sql`r."valideLe"`)} AS valide, v.montant, coalesce(p.date, iif(v.etat = 'emis', r."dateExecution", (
          SELECT max(e.date) FROM ${ecritures} o JOIN ${ecritures} e ON e."annuleId" = o.id WHERE o.cle = ${cleDuVirement})), r."dateExecution") AS parti
      FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId" LEFT JOIN "LigneReleve" p ON p.id = v."LigneReleveId"
      WHERE r."valideLe" IS NOT NULL AND v."CompteBancaireId" IS NULL AND v."FactureHonorairesId" IS NULL),
    ecart AS (
      SELECT date, max(0, solde) - max(0, lag(solde, 1, 0) OVER (PARTITION BY genre, de ORDER BY date)) AS montant FROM cumul
      UNION ALL SELECT valide, montant FROM sorti
      UNION ALL SELECT max(valide, parti), -montant FROM sorti),
    jour AS (
      SELECT max(date, ${du}) AS date, sum(montant) AS montant FROM ecart WHERE date <= ${au} GROUP BY 1
      UNION ALL SELECT ${du}, 0 UNION ALL SELECT ${au}, 0),
    par AS (SELECT date, sum(montant) AS montant FROM jour GROUP BY date)
    SELECT date, sum(montant) OVER (ORDER BY date) AS montant FROM par ORDER BY date`);
}

/** The changes of the guaranteed sum, from the history of the setting. */
async function lireChangementsDeGarantie(db: Db): Promise<ChangementDeGarantie[]> {
  const changements = await db.all<{ createdAt: string; avant: string | null }>(sql`
    SELECT h."createdAt", h.details ->> '$.valeur[0]' AS avant FROM ${history} h
    JOIN ${variables} v ON v.id = h."entiteId" AND v.nom = 'garantMontant'
    WHERE h.entite = 'Variable' AND h.etat = 'Modification' AND h.details -> 'valeur' IS NOT NULL ORDER BY h.id`);
  return changements.map(({ createdAt, avant }) => ({
    date: aujourdhui(new Date(createdAt)),
    avant,
  }));
}

/** The greatest sum held in a period, and each evening against the guarantee of its day. */
export async function lirePointe({ db }: Pick<Contexte, "db">, periode: Periode): Promise<Pointe> {
  const [jours, changements, reglages] = await Promise.all([
    lireFondsParJour(db, periode),
    lireChangementsDeGarantie(db),
    lireReglages(db),
  ]);
  return pointe(periode, jours, { changements, actuelle: agenceDe(reglages).garantMontant });
}

/**
 * Controls that today's guarantee is at least the greatest sum held in a year (décret n° 72-678, art. 28 to 31).
 * An evening above its own guarantee is shown too.
 */
export async function controlerPointe(ctx: Pick<Contexte, "db" | "today">): Promise<Controle> {
  const { today } = ctx;
  const du = premierJour(ajouterMois(moisDe(today), -11));
  const annee = await lirePointe(ctx, { du, au: today });
  const { depassement, garantie, max, maxLe } = annee;
  const depassee = garantieInsuffisante(annee);
  const sommes =
    depassement && !depassee
      ? `${formatEuros(depassement.montant)} le ${formatJour(depassement.date)}, pour ${formatEuros(depassement.garantie ?? 0)} garantis ce jour-là`
      : [
          `au plus ${formatEuros(max)} en douze mois`,
          ...(garantie === null ? [] : [`pour ${formatEuros(garantie)} garantis`]),
        ].join(", ");
  const mots = motsDePointe(depassee ? { etat: "depassee", jours: [] } : annee);
  return {
    nom: "Garantie financière",
    etat: etatSelon(depassee),
    lignes: depassee ? 1 : 0,
    unite: ["dépassement", "dépassements"],
    detail: maxLe === null ? "Aucun fonds détenu" : `${mots} : ${sommes}`,
    ruptures: depassee ? [{ motif: `Garantie dépassée : ${sommes}` }] : [],
  };
}
