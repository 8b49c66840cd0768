import { sql } from "drizzle-orm";
import { ajouterJours, aujourdhui, type Jour } from "#domain/dates.ts";
import type { Genre } from "#domain/gerance/livres/ecritures.ts";
import { aNouveaux, codeDuTiers, type LigneFec } from "#domain/gerance/livres/fec.ts";
import { enCentimes } from "#domain/montants.ts";
import { jourDuFait } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lettresDesComptes } from "#worker/operations/gerance/livres/lettrages.ts";
import type { Periode } from "#worker/operations/gerance/livres/pointe.ts";
import { lireBalance, PAR_PAGE, parPages, TIERS } from "./exports.ts";

interface LigneLue extends Omit<LigneFec, "genre" | "tiers" | "lettre" | "valideLe"> {
  id: number;
  genre: Genre;
  de: number | null;
  nom: string | null;
  createdAt: string;
}

const tiersDe = ({ genre, de, nom }: { genre: Genre; de: number | null; nom: string | null }) => {
  const code = codeDuTiers({ genre, de });
  return code === "" ? null : { code, nom: nom ?? code };
};

/**
 * The entries of the funds of others of a period, in the format of the FEC, to be imported: what each account held on the
 * eve first. They are no part of the agency's declarations (livres/README §12.1).
 */
export async function* lireFecDeGerance(
  ctx: Pick<Contexte, "db">,
  { du, au }: Periode,
): AsyncGenerator<LigneFec[]> {
  const { db } = ctx;
  const veille = await lireBalance(ctx, { livre: "G", au: ajouterJours(du, -1) });
  yield aNouveaux(
    veille.map(({ genre, de, tiers, solde }) => ({
      genre: genre as Genre,
      solde: enCentimes(solde),
      tiers: tiersDe({ genre: genre as Genre, de, nom: tiers }),
      lettre: null,
    })),
    { exercice: du.slice(0, 4), du, valideLe: du },
  );
  const pages = parPages<LigneLue>((derniere) =>
    db.all<LigneLue>(sql`
      SELECT l.id, e.journal, e.exercice, e.numero, e.date, ${jourDuFait(sql`e`)} AS "pieceDate", e.piece, e.libelle,
        e."createdAt", l.genre, l.de, ${TIERS} AS nom, l.debit, l.credit
      FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE e.livre = 'G' AND e.date BETWEEN ${du} AND ${au} AND l.id > ${derniere?.id ?? 0} ORDER BY l.id LIMIT ${PAR_PAGE}`),
  );
  for await (const page of pages) {
    const des = [...new Set(page.flatMap(({ genre, de }) => (genre === "411" ? (de ?? []) : [])))];
    const lettres = await lettresDesComptes(db, { genre: "411", des, au });
    yield page.map(({ id, de, nom, createdAt, ...ligne }) => ({
      ...ligne,
      valideLe: jourDe(createdAt),
      tiers: tiersDe({ genre: ligne.genre, de, nom }),
      lettre: lettres.get(id) ?? null,
    }));
  }
}

const jourDe = (instant: string): Jour => aujourdhui(new Date(instant));
