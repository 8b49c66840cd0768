import { sql } from "drizzle-orm";
import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { formatJour, type Jour, nombreDeJours } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type Constat, lireConstat, noter } from "#worker/operations/copies/constats.ts";
import { type Copie, lireSauvegardes } from "#worker/operations/copies/sauvegarde.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { controlerPointe } from "#worker/operations/gerance/livres/pointe.ts";
import { controlerFonds } from "#worker/operations/gerance/mandats/fonds-sans-mandat.ts";
import { controlerRegistre } from "#worker/operations/gerance/mandats/registre-tenu.ts";
import { controlerLoyers } from "#worker/operations/gerance/revisions/controle-des-loyers.ts";
import { ancrer, lireAncres } from "#worker/operations/historique/ancres.ts";
import { CLE_EFFACEMENTS } from "#worker/operations/personnes/effacement.ts";
import { controlerHistorique } from "./controle-historique.ts";
import { constatDesPhotos, controlerPhotosAttendues } from "./controle-photos.ts";
import { controlerSignatures } from "./controle-signatures.ts";
import { verifierChaine } from "./lecture-chaine.ts";

interface Copies {
  env: Pick<Env, "BACKUPS">;
}

/**
 * The number of history lines that one request reads again: they take an eighth of a second of CPU time. The daily run
 * reads every line.
 */
const LIGNES_RELUES = 5_000;
const JOURS_DE_RETARD = 1;

/**
 * Checks the facts that must always hold about the history, the copies, the files, the erased persons, the accounts,
 * the register and the signatures. It reads only the last five thousand lines of the history; for the whole history,
 * it shows the result of the daily run.
 */
export async function controler(
  ctx: Copies & Pick<Contexte, "db" | "today" | "now">,
): Promise<Controle[]> {
  const { env, db, today } = ctx;
  const [
    copies,
    chaine,
    historique,
    balayage,
    fichiers,
    photos,
    attendues,
    effacements,
    comptes,
    garantie,
    registre,
    fonds,
    loyers,
    signatures,
  ] = await Promise.all([
    lireSauvegardes(ctx),
    lireAncres(ctx).then((ancres) =>
      controlerHistorique(ctx, { ancres, dernieres: LIGNES_RELUES }),
    ),
    lireConstat(ctx, "historique"),
    lireConstat(ctx, "balayage"),
    lireConstat(ctx, "fichiers"),
    constatDesPhotos(ctx),
    controlerPhotosAttendues(ctx),
    controlerEffacements(env, db),
    controlerComptes({ db, today }),
    controlerPointe({ db, today }),
    controlerRegistre(ctx),
    controlerFonds(ctx),
    controlerLoyers(ctx),
    controlerSignatures(ctx),
  ]);
  return [
    ...chaine,
    controleConstate(historique, today, {
      nom: "Historique entier",
      unite: ["rupture", "ruptures"],
    }),
    controleDeLaCopie(copies, today),
    controleConstate(balayage, today, {
      nom: "Fichiers des fiches",
      unite: ["fichier manquant", "fichiers manquants"],
    }),
    controleConstate(fichiers, today, {
      nom: "Copies des fichiers",
      unite: ["fichier sans copie", "fichiers sans copie"],
    }),
    controleConstate(photos.constat, today, {
      nom: photos.nom,
      unite: ["photo altérée", "photos altérées"],
    }),
    attendues,
    effacements,
    ...comptes,
    garantie,
    registre,
    fonds,
    loyers,
    ...signatures,
  ];
}

/**
 * Checks the chain of fingerprints of the whole history and keeps the result for `/Controle`. When the chain has no
 * fault, its last sealed line becomes the anchor kept outside the database, in place of the former anchor. It runs
 * before the daily copy, which keeps the last fingerprint of the chain.
 */
export async function noterHistorique(
  ctx: Copies & Pick<Contexte, "db">,
  jour: Jour,
): Promise<void> {
  const { ruptures } = await verifierChaine(ctx, { ancres: await lireAncres(ctx) });
  const manques = ruptures.map(({ id, motif }) => `Ligne ${id} : ${motif}`);
  await noter(ctx, { nom: "historique", jour, manques });
  if (ruptures.length === 0) await ancrer({ ...ctx, now: new Date() }, { sure: true });
}

/**
 * Checks for erased persons whom a restoration brought back: the copy was made before their erasure, so their records
 * have no mark of erasure.
 */
async function controlerEffacements(env: Pick<Env, "BACKUPS">, db: Db): Promise<Controle> {
  const liste = (await (await env.BACKUPS.get(CLE_EFFACEMENTS))?.text()) ?? "[]";
  const presente = (table: string) => sql`EXISTS (
    SELECT 1 FROM ${sql.identifier(table)} fiche WHERE value ->> 'personne' = ${table}
      AND fiche.id = value ->> 'personneId' AND fiche."createdAt" < value ->> 'createdAt')`;
  const revenues = await db.all<{ personne: string; id: number }>(sql`
    SELECT value ->> 'personne' AS personne, value ->> 'personneId' AS id FROM json_each(${liste})
    WHERE NOT EXISTS (SELECT 1 FROM "Effacement" marque WHERE marque.personne = value ->> 'personne'
        AND marque."personneId" = value ->> 'personneId')
      AND (${presente("Locataire")} OR ${presente("Client")} OR ${presente("Caution")})
    LIMIT ${RUPTURES_MONTREES}`);
  return {
    nom: "Effacements rejoués",
    etat: etatSelon(revenues.length),
    lignes: revenues.length,
    unite: ["personne revenue", "personnes revenues"],
    detail:
      revenues.length === 0
        ? "Aucune personne effacée n’est revenue"
        : "Des personnes effacées sont revenues d’une copie : effacez-les de nouveau",
    ruptures: revenues.map(({ personne, id }) => ({ motif: `${personne} ${id}` })),
  };
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
    unite: ["copie gardée", "copies gardées"],
    detail: derniere
      ? `Le ${formatJour(derniere.jour)}, ${derniere.verifiee ? "relue" : "non relue"}, ${derniere.chiffree ? "chiffrée" : "en clair"}`
      : "Aucune copie",
    ruptures: ruptures.map((motif) => ({ motif })),
  };
}

function controleConstate(
  constat: Constat | null,
  today: Jour,
  { nom, unite }: Pick<Controle, "nom" | "unite">,
): Controle {
  const tard = !constat || enRetard(constat.jour, today);
  const manques = constat?.manques ?? [];
  return {
    nom,
    etat: etatSelon(tard || manques.length),
    lignes: manques.length,
    unite,
    detail: constat
      ? [
          manques.length === 0 ? "Rien à redire" : "À examiner",
          ` au passage du ${formatJour(constat.jour)}`,
          ...(tard ? [", mais le passage quotidien n’est pas revenu depuis"] : []),
        ].join("")
      : "Le passage quotidien ne l’a pas encore vu",
    ruptures: manques.slice(0, RUPTURES_MONTREES).map((motif) => ({ motif })),
  };
}
