import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/controle.ts";
import { formatJour, type Jour, nombreDeJours } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { type Constat, lireConstat } from "./constats.ts";
import { controlerHistorique } from "./controle-historique.ts";
import { type Copie, lireSauvegardes } from "./sauvegarde.ts";

/** Lines of history that one request reads again; `npm run controles` reads them all. */
const LIGNES_RELUES = 100_000;
const JOURS_DE_RETARD = 1;

/**
 * Checks what must always hold: the history, the copies, the files. It reads a hundred thousand lines of history at
 * most; what came before is taken as it is.
 * @param now what should have been done a day and a half ago is late.
 */
export async function controler(
  env: Pick<Env, "BACKUPS">,
  db: Db,
  { now, today }: { now: Date; today: Jour },
): Promise<Controle[]> {
  const [copies, balayage, fichiers] = await Promise.all([
    lireSauvegardes(env),
    lireConstat(env, "balayage"),
    lireConstat(env, "fichiers"),
  ]);
  const ancres = copies.flatMap(({ jour, ancre }) => (ancre ? [{ jour, ...ancre }] : []));
  return [
    ...(await controlerHistorique(db, { now, ancres, dernieres: LIGNES_RELUES })),
    controleDeLaCopie(copies, today),
    controleDesFichiers("Fichiers des fiches", balayage, today),
    controleDesFichiers("Copies des fichiers", fichiers, today),
  ];
}

const enRetard = (jour: Jour, today: Jour): boolean =>
  jour < today && nombreDeJours(jour, today) - 1 > JOURS_DE_RETARD;

function controleDeLaCopie(copies: readonly Copie[], today: Jour): Controle {
  const [derniere] = copies;
  const ruptures = derniere
    ? [
        ...(enRetard(derniere.jour, today) ? ["La copie d’hier et celle du jour manquent."] : []),
        ...(derniere.verifiee ? [] : ["Elle n’a pas été relue."]),
        ...(derniere.chiffree
          ? []
          : ["Elle n’est pas chiffrée : le réglage BACKUP_RECIPIENTS n’est pas donné."]),
      ]
    : ["Aucune copie n’a été faite."];
  return {
    nom: "Dernière copie de la base",
    etat: etatSelon(ruptures.length),
    lignes: copies.length,
    detail: derniere
      ? `Le ${formatJour(derniere.jour)}, ${derniere.verifiee ? "relue" : "non relue"}, ${derniere.chiffree ? "chiffrée" : "en clair"}`
      : "Aucune copie",
    ruptures: ruptures.map((motif) => ({ motif })),
  };
}

function controleDesFichiers(nom: string, constat: Constat | null, today: Jour): Controle {
  const tard = !constat || enRetard(constat.jour, today);
  const manques = constat?.manques ?? [];
  return {
    nom,
    etat: etatSelon(tard || manques.length),
    lignes: manques.length,
    detail: constat
      ? `${manques.length === 0 ? "Aucun ne manque" : "Il en manque"}, au passage du ${formatJour(constat.jour)}`
      : "Le passage quotidien ne les a pas encore vus",
    ruptures: manques.slice(0, RUPTURES_MONTREES).map((cle) => ({ motif: `Fichier ${cle}` })),
  };
}
