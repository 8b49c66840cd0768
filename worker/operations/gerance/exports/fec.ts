import { sql } from "drizzle-orm";
import { aujourdhui, type Jour } from "#domain/dates.ts";
import type { Genre } from "#domain/gerance/livres/ecritures.ts";
import {
  aNouveaux,
  codeDuTiers,
  compteDeResultat,
  type LigneFec,
} from "#domain/gerance/livres/fec.ts";
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
  lettresDePage,
  ouverturesDesComptes,
  soldeDeLigne,
} from "#worker/operations/gerance/livres/lettrages.ts";
import { PAR_PAGE, parPages } from "#worker/operations/gerance/livres/lignes-des-livres.ts";

type Tiers = NonNullable<LigneFec["tiers"]>;

/** An entry on the agency's own bank belongs to the journal of the bank, not to the journal of fees. */
const JOURNAL_FEC = sql.raw(`iif(EXISTS (SELECT 1 FROM "Ligne" banque
  WHERE banque."EcritureId" = e.id AND banque.genre = '512A'), 'ENC', e.journal)`);

/** The accounts of the debtors of fees: their opening balance is given line by line, under the debtor's name. */
const DEBITEURS = ["411H", "411L"] as const satisfies readonly Genre[];

const DE_DEBITEURS = sql.raw(DEBITEURS.map((genre) => `'${genre}'`).join(", "));

/**
 * The mandates that the book of fees names, with their number in the register and the name on their last invoice at
 * the end of the year, so that the file of a closed year never changes.
 */
async function lireMandats(db: Db, { au, closLe }: ExerciceLu): Promise<Map<number, Tiers>> {
  const mandats = await db.all<{
    id: number;
    inscrit: number | null;
    facture: string | null;
    mandants: string;
  }>(sql`
    SELECT m.id, (SELECT r.numero FROM ${registreMandats} r WHERE r."MissionId" = m.id AND r.genre = 'inscription'
        AND (${closLe} IS NULL OR r."createdAt" <= ${closLe})) AS inscrit,
      (SELECT f.contenu ->> '$.acheteur.nom' FROM "FactureHonoraires" f WHERE f."MissionId" = m.id AND f."DossierId" IS NULL AND f.date <= ${au}
        ORDER BY f.date DESC, f.id DESC LIMIT 1) AS facture,
      (SELECT json_group_array(json_object('titre', c.titre, 'nom', c.nom, 'prenom', c.prenom, 'qualite', c.qualite))
        FROM "MissionClient" x JOIN "Client" c ON c.id = x."ClientId" WHERE x."MissionId" = m.id) AS mandants
    FROM "Mission" m WHERE m.id IN (SELECT de FROM ${lignes} WHERE genre = '411H')`);
  return new Map(
    mandats.map(({ id, inscrit, facture, mandants }) => {
      const code = codeDuMandat(id, inscrit);
      // Readers of the file refuse an account without a name.
      const nom = (facture ?? nomsReunis(JSON.parse(mandants))).toUpperCase() || code;
      return [id, { code, nom }];
    }),
  );
}

/**
 * The tenants that the book of fees names, by dossier: a code, as « D000123 », and the name on the last invoice at
 * the end of the year.
 */
async function lireLocataires(db: Db, { au }: ExerciceLu): Promise<Map<number, Tiers>> {
  const locataires = await db.all<{ de: number; nom: string }>(sql`
    SELECT "DossierId" AS de, max(id), contenu ->> '$.acheteur.nom' AS nom FROM "FactureHonoraires"
    WHERE "DossierId" IS NOT NULL AND date <= ${au} GROUP BY 1`);
  return new Map(
    locataires.map(({ de, nom }) => {
      const code = codeDuTiers({ genre: "411L", de });
      return [de, { code, nom: nom.toUpperCase() || code }];
    }),
  );
}

/**
 * The code of a mandate: « M000042 » from its number in the register; without one, the number of its mission under
 * another prefix, since another mandate may have that number.
 */
const codeDuMandat = (MissionId: number, inscrit: number | null): string =>
  inscrit === null
    ? `MISSION${numeroDeMandat(Math.abs(MissionId))}`
    : `M${numeroDeMandat(inscrit)}`;

/**
 * The balances of the book of fees on the eve of a year, except the accounts of debtors; earlier income is in the
 * accounts of results.
 */
async function soldesDeVeille(db: Db, exercice: string) {
  const soldes = await db.all<{ genre: Genre; dernier: number; solde: Centimes }>(sql`
    SELECT l.genre, e.exercice = ${String(Number(exercice) - 1)} AS dernier, sum(l.debit - l.credit) AS solde
    FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
    WHERE e.livre = 'H' AND e.exercice < ${exercice} AND l.genre NOT IN (${DE_DEBITEURS}) GROUP BY 1, 2 ORDER BY 1`);
  const total = (lesquels: (solde: (typeof soldes)[number]) => boolean) =>
    soldes.filter(lesquels).reduce((somme, { solde }) => somme + solde, 0);
  const resultat = (quand: "dernier" | "avant") => {
    const solde = total(
      ({ genre, dernier }) => estProduit(genre) && (dernier === 1) === (quand === "dernier"),
    );
    return { genre: compteDeResultat(quand, solde), solde };
  };
  const deBilan = [...new Set(soldes.map(({ genre }) => genre))]
    .filter((genre) => !estProduit(genre))
    .map((genre) => ({ genre, solde: total((solde) => solde.genre === genre) }));
  return [...deBilan, resultat("avant"), resultat("dernier")].map((compte) => ({
    ...compte,
    tiers: null,
    lettre: null,
  }));
}

const estProduit = (genre: Genre): boolean => genre.startsWith("706");

interface LigneLue extends Omit<LigneFec, "genre" | "tiers" | "lettre" | "valideLe"> {
  id: number;
  genre: Genre;
  de: number | null;
  createdAt: string;
}

/**
 * The entries of the book of fees of a year, as the FEC has them, with the opening balances first (LPF,
 * art. A. 47 A-1). Once the year is closed, the file uses nothing that can still change.
 */
export async function* lireFec(
  { db, today }: Pick<Contexte, "db" | "today">,
  exercice: ExerciceLu,
): AsyncGenerator<LigneFec[]> {
  const { du, au } = exercice;
  const [mandats, locataires, soldes, eve] = await Promise.all([
    lireMandats(db, exercice),
    lireLocataires(db, exercice),
    soldesDeVeille(db, exercice.exercice),
    lireExercice({ db, today }, String(Number(exercice.exercice) - 1)),
  ]);
  const tiersDe = (genre: Genre, de: number | null) => {
    if (genre === "411H") return mandats.get(de ?? 0) ?? null;
    return genre === "411L" ? (locataires.get(de ?? 0) ?? null) : null;
  };
  const entete = { exercice: exercice.exercice, du, valideLe: eve.closLe && jourDe(eve.closLe) };
  for (const genre of DEBITEURS) {
    for await (const { lettres, ouvertes } of ouverturesDesComptes(db, { genre, du, au })) {
      yield aNouveaux(
        ouvertes.map((ligne) => ({
          genre,
          tiers: tiersDe(genre, ligne.de),
          lettre: lettres.get(ligne.id) ?? null,
          ...soldeDeLigne(ligne),
        })),
        entete,
      );
    }
  }
  yield aNouveaux(soldes, entete);
  const pages = parPages<LigneLue>((derniere) =>
    db.all<LigneLue>(sql`
      SELECT l.id, ${JOURNAL_FEC} AS journal, e.exercice, e.numero, e.date, ${jourDuFait(sql`e`)} AS "pieceDate", e.piece, e.libelle, e."createdAt", l.genre, l.de, l.debit, l.credit
      FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE e.livre = 'H' AND e.exercice = ${exercice.exercice} AND l.id > ${derniere?.id ?? 0} ORDER BY l.id LIMIT ${PAR_PAGE}`),
  );
  for await (const page of pages) {
    const lettres = await lettresDePage(db, page, { du, au });
    yield page.map(({ id, de, createdAt, ...ligne }) => ({
      ...ligne,
      valideLe: jourDe(createdAt),
      tiers: tiersDe(ligne.genre, de),
      lettre: lettres.get(id) ?? null,
    }));
  }
}

/** The day of an instant, in Paris. */
const jourDe = (instant: string): Jour => aujourdhui(new Date(instant));
