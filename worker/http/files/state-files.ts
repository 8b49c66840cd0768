import type { Context } from "hono";
import { agenceDe } from "#domain/agence/agence.ts";
import { aujourdhui } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import { descriptionFec, fichierFec, nomFec, nomFecDeGerance } from "#domain/gerance/livres/fec.ts";
import type { App } from "#worker/http/types.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { csvChunk } from "#worker/operations/fichiers/csv.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import {
  type Demande,
  ETATS,
  type Etat,
} from "#worker/operations/gerance/exports/etats-des-livres.ts";
import { lireFec } from "#worker/operations/gerance/exports/fec.ts";
import { lireFecDeGerance } from "#worker/operations/gerance/exports/fec-de-gerance.ts";
import { lireExercice } from "#worker/operations/gerance/livres/exercices.ts";
import { streamedFile } from "./streamed-file.ts";

/** A year of the agency's own book, and the legal file name of its FEC (the accounting file for the tax office). */
async function fecOf(ctx: Contexte, nom: string) {
  const exercice = await lireExercice(ctx, nom);
  const name = nomFec(agenceDe(await lireReglages(ctx.db)).siret, exercice.au);
  if (!name) throw new Invalid({ siret: "Le SIRET de l’agence manque dans les paramètres." });
  return { exercice, name };
}

/** The query in words, for the name of the file. */
const about = (
  query: Etat<unknown>["query"],
  { du, au, livre: quel, genre, de, journal }: Demande,
) =>
  ({
    journal: [quel, journal, du, au],
    compte: [quel, genre, de, du, au],
    periode: [du, au],
    soir: [au],
    "soir et livre": [quel ?? "G", au],
  })[query];

/** A part of the books as a file for a spreadsheet; the export is noted in the security log. */
export const stateFile = (
  c: Context<App>,
  ctx: Contexte,
  { nom, demande }: { nom: keyof typeof ETATS; demande: Demande },
) => {
  const { pages, columns, query }: Etat<unknown> = ETATS[nom];
  return streamedFile(c, {
    pages: pages(ctx, demande),
    write: (rows, first) => csvChunk(columns, rows, first),
    name: `${[nom, ...about(query, demande)].filter(Boolean).join("_")}.csv`,
    ressource: `Export ${nom}`,
  });
};

export async function fecFile(c: Context<App>, ctx: Contexte, nom: string) {
  const { exercice, name } = await fecOf(ctx, nom);
  return streamedFile(c, {
    pages: lireFec(ctx, exercice),
    write: fichierFec,
    name,
    type: "text/plain; charset=utf-8",
    ressource: "Export FEC",
  });
}

/**
 * The entries of the funds of others over a period, in the format of the FEC (the accounting file for the tax
 * office).
 */
export async function fecDeGeranceFile(c: Context<App>, ctx: Contexte, demande: Demande) {
  return streamedFile(c, {
    pages: lireFecDeGerance(ctx, demande),
    write: fichierFec,
    name: nomFecDeGerance(agenceDe(await lireReglages(ctx.db)).siret, demande.au),
    type: "text/plain; charset=utf-8",
    ressource: "Export FEC de gérance",
  });
}

export async function fecDescription(c: Context<App>, ctx: Contexte, nom: string) {
  const { exercice, name } = await fecOf(ctx, nom);
  const closLe = exercice.closLe && aujourdhui(new Date(exercice.closLe));
  return c.body(descriptionFec(name, { ...exercice, closLe }), 200, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name.replace(".txt", "_descriptif.txt")}"`,
    "Cache-Control": "no-store",
  });
}
