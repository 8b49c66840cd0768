import { sql } from "drizzle-orm";
import { aujourdhui, type Jour } from "#domain/dates.ts";
import type { Genre } from "#domain/gerance/livres/ecritures.ts";
import { aNouveaux, type LigneFec } from "#domain/gerance/livres/fec.ts";
import type { Lettre } from "#domain/gerance/livres/lettrage.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { numeroDeMandat } from "#domain/gerance/mandats/registre-mandats.ts";
import { nomsReunis } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { jourDuFait } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import { registreMandats } from "#worker/db/schema/mandants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type ExerciceLu, lireExercice } from "#worker/operations/gerance/livres/exercices.ts";
import {
  CORRIGES,
  type LigneLettrable,
  lettrerHonoraires,
} from "#worker/operations/gerance/livres/lettrages.ts";
import { PAR_PAGE, parPages } from "./exports.ts";

type Tiers = NonNullable<LigneFec["tiers"]>;

/** An entry on the agency's own bank belongs to the journal of the bank, not to the one of fees. */
const JOURNAL_FEC = sql.raw(`iif(EXISTS (SELECT 1 FROM "Ligne" banque
  WHERE banque."EcritureId" = e.id AND banque.genre = '512A'), 'ENC', e.journal)`);

/**
 * The mandates that a year names, as they were at its end: their number in the register by then, and the name on their last
 * invoice by then. So a closed year is told the same for ever.
 */
async function lireTiers(db: Db, { au, closLe }: ExerciceLu): Promise<Map<number, Tiers>> {
  const lus = await db.all<{
    id: number;
    inscrit: number | null;
    facture: string | null;
    mandants: string;
  }>(sql`
    SELECT m.id, (SELECT r.numero FROM ${registreMandats} r WHERE r."MissionId" = m.id AND r.genre = 'inscription'
        AND (${closLe} IS NULL OR r."createdAt" <= ${closLe})) AS inscrit,
      (SELECT f.contenu ->> '$.acheteur.nom' FROM "FactureHonoraires" f WHERE f."MissionId" = m.id AND f.date <= ${au}
        ORDER BY f.date DESC, f.id DESC LIMIT 1) AS facture,
      (SELECT json_group_array(json_object('titre', c.titre, 'nom', c.nom, 'prenom', c.prenom, 'qualite', c.qualite))
        FROM "MissionClient" x JOIN "Client" c ON c.id = x."ClientId" WHERE x."MissionId" = m.id) AS mandants
    FROM "Mission" m WHERE m.id IN (SELECT de FROM ${lignes} WHERE genre = '411H')`);
  return new Map(
    lus.map(({ id, inscrit, facture, mandants }) => {
      const code = codeDuMandat(id, inscrit);
      // No reader of the file takes an account without a name.
      const nom = (facture ?? nomsReunis(JSON.parse(mandants))).toUpperCase() || code;
      return [id, { code, nom }];
    }),
  );
}

/**
 * « M000042 »: its number in the register; else its mission, with another prefix, since its number may be that of
 * another mandate.
 */
const codeDuMandat = (MissionId: number, inscrit: number | null): string =>
  inscrit === null
    ? `MISSION${numeroDeMandat(Math.abs(MissionId))}`
    : `M${numeroDeMandat(inscrit)}`;

interface SoldeLu {
  genre: Genre;
  de: number | null;
  solde: Centimes;
}

/** The balances of the book of fees on the eve of a year. */
const soldesDeVeille = (db: Db, exercice: string) =>
  db.all<SoldeLu>(sql`
    SELECT l.genre, l.de, sum(l.debit - l.credit) AS solde FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
    WHERE e.livre = 'H' AND e.exercice < ${exercice} GROUP BY l.genre, l.de HAVING sum(l.debit - l.credit) <> 0
    ORDER BY l.genre, l.de`);

/** A line of what opens the year is lettered as the first one of its account. */
const OUVERTURE = 0;

/**
 * The letters of the accounts of mandates within a year, by mandate and line: an entry and its reversal, then what is of the
 * same paper, then the oldest first.
 */
async function lettresDe(
  db: Db,
  { exercice, du }: ExerciceLu,
  veille: readonly SoldeLu[],
): Promise<Map<number, Map<number, Lettre>>> {
  const lues = await db.all<LigneLettrable>(sql`
    SELECT l.id, l.de, e.date, l.debit, l.credit, l.nature, e.id AS "EcritureId", e."annuleId", coalesce(c.corrige, e.piece) AS piece
    FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id AND l.genre = '411H' LEFT JOIN ${CORRIGES} c ON c.numero = e.piece
    WHERE e.livre = 'H' AND e.exercice = ${exercice} ORDER BY l.de, l.id`);
  const parMandat = Map.groupBy(lues, ({ de }) => de);
  const ouvertures = new Map(
    veille.filter(({ genre }) => genre === "411H").map(({ de, solde }) => [de, solde]),
  );
  return new Map(
    [...parMandat].map(([de, siennes]) => {
      const solde = ouvertures.get(de) ?? 0;
      const ouverture = {
        id: OUVERTURE,
        date: du,
        debit: Math.max(0, solde),
        credit: Math.max(0, 0 - solde),
      };
      return [de, lettrerHonoraires(siennes, solde === 0 ? [] : [ouverture])];
    }),
  );
}

interface LigneLue extends Omit<LigneFec, "genre" | "tiers" | "lettre" | "valideLe"> {
  id: number;
  genre: Genre;
  de: number | null;
  createdAt: string;
}

/**
 * The entries of the book of fees of a year, as the FEC has them: what opens the year first (LPF, art. A. 47 A-1). Once the
 * year is closed, it rests on nothing that can still change.
 */
export async function* lireFec(
  { db }: Pick<Contexte, "db">,
  exercice: ExerciceLu,
): AsyncGenerator<LigneFec[]> {
  const veille = await soldesDeVeille(db, exercice.exercice);
  const [tiers, lettres, eve] = [
    await lireTiers(db, exercice),
    await lettresDe(db, exercice, veille),
    await lireExercice({ db }, String(Number(exercice.exercice) - 1)),
  ];
  const tiersDe = (genre: Genre, de: number | null) =>
    genre === "411H" && de !== null ? (tiers.get(de) ?? null) : null;
  const lettreDe = (genre: Genre, de: number | null, id: number) =>
    genre === "411H" && de !== null ? (lettres.get(de)?.get(id) ?? null) : null;
  const soldes = veille.map(({ genre, de, solde }) => ({
    genre,
    solde,
    tiers: tiersDe(genre, de),
    lettre: lettreDe(genre, de, OUVERTURE),
  }));
  yield aNouveaux(soldes, {
    exercice: exercice.exercice,
    du: exercice.du,
    valideLe: eve.closLe && jourDe(eve.closLe),
  });
  const pages = parPages<LigneLue>((derniere) =>
    db.all<LigneLue>(sql`
      SELECT l.id, ${JOURNAL_FEC} AS journal, e.exercice, e.numero, e.date, ${jourDuFait(sql`e`)} AS "pieceDate", e.piece, e.libelle, e."createdAt", l.genre, l.de, l.debit, l.credit
      FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE e.livre = 'H' AND e.exercice = ${exercice.exercice} AND l.id > ${derniere?.id ?? 0} ORDER BY l.id LIMIT ${PAR_PAGE}`),
  );
  for await (const page of pages) {
    yield page.map(({ id, de, createdAt, ...ligne }) => ({
      ...ligne,
      valideLe: jourDe(createdAt),
      tiers: tiersDe(ligne.genre, de),
      lettre: lettreDe(ligne.genre, de, id),
    }));
  }
}

/** The day of an instant, in Paris. */
const jourDe = (instant: string): Jour => aujourdhui(new Date(instant));
