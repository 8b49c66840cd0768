import { sql } from "drizzle-orm";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import type {
  PieceOuverte,
  TiersOuvert,
  TiersOuverts,
  UnSoir,
} from "#domain/gerance/livres/grand-livre.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { NATURES_EN_MOTS } from "#domain/gerance/locataires/imputation.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireFournisseursOuverts } from "./fournisseurs-ouverts.ts";
import { lettrageDesComptes } from "./lettrages.ts";
import { lirePieces } from "./pieces-des-ecritures.ts";
import { nommerTiers, tiersTrouve } from "./tiers-des-comptes.ts";

/**
 * Tenants whose accounts were not settled on an evening, the greatest balance first; cents. The entries after that
 * evening are subtracted from the total of all entries, which comes from an index.
 */
const soldesDesLocataires = ({ au, q = "", limit, offset }: UnSoir) => sql`
  WITH ouvert AS MATERIALIZED (
    SELECT de, sum(solde) AS solde FROM (
      SELECT l.de, sum(l.debit - l.credit) AS solde FROM ${lignes} l WHERE l.genre = '411' AND ${tiersTrouve(sql`l.de`, "411", q)} GROUP BY l.de
      UNION ALL SELECT l.de, sum(l.credit - l.debit) FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
        WHERE e.livre = 'G' AND e.date > ${au} AND l.genre = '411' AND ${tiersTrouve(sql`l.de`, "411", q)} GROUP BY l.de)
    GROUP BY de HAVING sum(solde) <> 0)
  SELECT 0 AS page, count(*) AS de, coalesce(sum(solde), 0) AS solde FROM ouvert
  UNION ALL SELECT 1, de, solde FROM (SELECT de, solde FROM ouvert ORDER BY solde DESC, de LIMIT ${limit} OFFSET ${offset})`;

async function piecesDesLocataires(
  db: Db,
  { des, au }: { des: readonly number[]; au: Jour },
): Promise<Map<number, PieceOuverte[]>> {
  const { ouvertes } = await lettrageDesComptes(db, {
    ...{ genre: "411", des, du: ajouterJours(au, 1), au },
  });
  const sources = await lirePieces(db, [...new Set(ouvertes.map((ligne) => ligne.EcritureId))]);
  const enPiece = (ligne: (typeof ouvertes)[number]): PieceOuverte => ({
    ...{ id: ligne.id, date: ligne.date, pieceDate: ligne.pieceDate, libelle: ligne.libelle },
    nature: ligne.nature && NATURES_EN_MOTS[ligne.nature],
    piece: ligne.pieceEcrite,
    source: sources.get(ligne.EcritureId) ?? null,
    debit: enEuros(ligne.debit),
    credit: enEuros(ligne.credit),
    etat: null,
  });
  return new Map(
    [...Map.groupBy(ouvertes, ({ de }) => de)].map(([de, lignesDuTiers]) => [
      de,
      lignesDuTiers.map(enPiece),
    ]),
  );
}

/**
 * A page of the tenants whose account was not settled on an evening, each with the lines that nothing had settled by
 * then (livres/README §12.30); euros. The dates of the entries decide, as in the balance.
 */
export async function lireLocatairesOuverts(
  { db }: Pick<Contexte, "db">,
  demande: UnSoir,
): Promise<TiersOuverts> {
  const lues = await db.all<{ page: number; de: number; solde: Centimes }>(
    soldesDesLocataires(demande),
  );
  const soldes = lues.filter(({ page }) => page === 1);
  const des = soldes.map(({ de }) => de);
  const [noms, pieces] = await Promise.all([
    nommerTiers(db, { genre: "411", des }),
    piecesDesLocataires(db, { des, au: demande.au }),
  ]);
  const [ensemble] = lues;
  return {
    lignes: soldes.map(({ de, solde }) => ({
      id: de,
      tiers: noms.get(de) ?? String(de),
      solde: enEuros(solde),
      pieces: (pieces.get(de) ?? []).toSorted(
        (a, b) => a.date.localeCompare(b.date) || a.id - b.id,
      ),
    })),
    total: ensemble?.de ?? 0,
    solde: enEuros(ensemble?.solde ?? 0),
  };
}

const LECTURES = { locataires: lireLocatairesOuverts, fournisseurs: lireFournisseursOuverts };

export type LigneOuverte = PieceOuverte & Pick<TiersOuvert, "tiers">;

const TIERS_A_LA_FOIS = 100;

/** All the open lines of an evening, holder by holder. */
export async function* lireLignesOuvertes(
  ctx: Pick<Contexte, "db">,
  { qui, au }: { qui: keyof typeof LECTURES; au: Jour },
): AsyncGenerator<LigneOuverte[]> {
  for (let offset = 0; ; offset += TIERS_A_LA_FOIS) {
    const { lignes: ouverts, total } = await LECTURES[qui](ctx, {
      au,
      limit: TIERS_A_LA_FOIS,
      offset,
    });
    yield ouverts.flatMap(({ tiers, pieces }) => pieces.map((piece) => ({ ...piece, tiers })));
    if (offset + TIERS_A_LA_FOIS >= total) return;
  }
}
