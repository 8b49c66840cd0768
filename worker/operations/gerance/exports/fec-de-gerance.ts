import { sql } from "drizzle-orm";
import { ajouterJours, aujourdhui, type Jour } from "#domain/dates.ts";
import type { Genre } from "#domain/gerance/livres/ecritures.ts";
import { aNouveaux, codeDuTiers, type LigneFec } from "#domain/gerance/livres/fec.ts";
import { enCentimes } from "#domain/montants.ts";
import { jourDuFait } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  estLettre,
  lettresDePage,
  ouverturesDesComptes,
  soldeDeLigne,
} from "#worker/operations/gerance/livres/lettrages.ts";
import {
  DE_QUI,
  lireBalance,
  PAR_PAGE,
  parPages,
  TIERS,
} from "#worker/operations/gerance/livres/lignes-des-livres.ts";
import type { Periode } from "#worker/operations/gerance/livres/pointe.ts";

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
 * The entries of the funds of others of a period, in the format of the FEC, to be imported. The balances on the eve
 * of the period come first. This file is no part of the agency's declarations (livres/README §12.1).
 */
export async function* lireFecDeGerance(
  ctx: Pick<Contexte, "db">,
  { du, au }: Periode,
): AsyncGenerator<LigneFec[]> {
  const { db } = ctx;
  const entete = { exercice: du.slice(0, 4), du, valideLe: du };
  const veille = await lireBalance(ctx, { livre: "G", au: ajouterJours(du, -1) });
  const noms = new Map(veille.map(({ genre, de, tiers }) => [`${genre} ${de}`, tiers]));
  yield aNouveaux(
    veille
      .filter(({ genre }) => !estLettre(genre))
      .map(({ genre, de, tiers, solde }) => ({
        genre,
        solde: enCentimes(solde),
        tiers: tiersDe({ genre: genre as Genre, de, nom: tiers }),
        lettre: null,
      })),
    entete,
  );
  for (const genre of LETTRES_EN_GERANCE) {
    for await (const { lettres, ouvertes } of ouverturesDesComptes(db, { genre, du, au })) {
      yield aNouveaux(
        ouvertes.map((ligne) => ({
          genre,
          tiers: tiersDe({ genre, de: ligne.de, nom: noms.get(`${genre} ${ligne.de}`) ?? null }),
          lettre: lettres.get(ligne.id) ?? null,
          ...soldeDeLigne(ligne),
        })),
        entete,
      );
    }
  }
  const pages = parPages<LigneLue>((derniere) =>
    db.all<LigneLue>(sql`
      SELECT l.id, e.journal, e.exercice, e.numero, e.date, ${jourDuFait(sql`e`)} AS "pieceDate", e.piece, e.libelle,
        e."createdAt", l.genre, ${DE_QUI} AS de, ${TIERS} AS nom, l.debit, l.credit
      FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE e.livre = 'G' AND e.date BETWEEN ${du} AND ${au} AND l.id > ${derniere?.id ?? 0} ORDER BY l.id LIMIT ${PAR_PAGE}`),
  );
  for await (const page of pages) {
    const lettres = await lettresDePage(db, page, { du, au });
    yield page.map(({ id, de, nom, createdAt, ...ligne }) => ({
      ...ligne,
      valideLe: jourDe(createdAt),
      tiers: tiersDe({ genre: ligne.genre, de, nom }),
      lettre: lettres.get(id) ?? null,
    }));
  }
}

/** The accounts of the funds of others in which the lines that settle each other share a letter (lettrage). */
const LETTRES_EN_GERANCE = ["411", "401"] as const;

const jourDe = (instant: string): Jour => aujourdhui(new Date(instant));
