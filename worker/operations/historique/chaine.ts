import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { ordre } from "#domain/ordre.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

/**
 * A page holds this many lines, or stops after this many characters of values and seals: an answer has 10 MB at most.
 */
const LIGNES_PAR_PAGE = 1000;
const TEXTE_PAR_PAGE = 3_000_000;
const OCTETS_DE_SEL = 16;

/** For each value of a line: its seal, and the salt of the seal until the value is forgotten. */
export type Scelles = Record<string, { sel: string | null; sceau: string }>;

export interface Ligne {
  id: number;
  entite: string;
  entiteId: number;
  etat: string;
  user: string | null;
  createdAt: string;
  details: string | null;
  scelles: string | null;
  empreinte: string | null;
}

/** A line of history and its fingerprint, which depends on all the lines before it. */
export interface Ancre {
  id: number;
  empreinte: string;
}

const sha256 = (texte: string) => createHash("sha256").update(texte).digest();

/** The seal of a value: without the salt, nobody can find the value by trying all possible values. */
export const sceauDe = (sel: string, champ: string, valeur: unknown): string =>
  sha256(JSON.stringify([sel, champ, valeur])).toString("base64url");

/** The fingerprint of a line, computed from the fingerprint of the line before. */
export function empreinteDe(precedente: string, ligne: Ligne, scelles: Scelles): string {
  const sceaux = Object.entries(scelles)
    .map(([champ, { sceau }]) => [champ, sceau] as const)
    .toSorted(([a], [b]) => ordre(a, b));
  const { id, entite, entiteId, etat, user, createdAt } = ligne;
  return sha256(
    JSON.stringify([precedente, id, entite, entiteId, etat, user, createdAt, sceaux]),
  ).toString("hex");
}

/** The values of a line, by field. */
export const valeursDe = (details: string | null): Record<string, unknown> =>
  JSON.parse(details ?? "{}");

function sceller(details: string | null): Scelles {
  const valeurs = Object.entries(valeursDe(details));
  return Object.fromEntries(
    valeurs.map(([champ, valeur]) => {
      const sel = randomBytes(OCTETS_DE_SEL).toString("base64url");
      return [champ, { sel, sceau: sceauDe(sel, champ, valeur) }];
    }),
  );
}

/** The query for the lines after `apres`, in order, as many as one answer holds. */
export const pageApres = (db: Db, apres: number) =>
  db.all<Ligne>(sql`
    SELECT id, entite, "entiteId", etat, "user", "createdAt", details, scelles, empreinte FROM (
      SELECT *, sum(poids) OVER (ORDER BY id) - poids AS avant FROM (
        SELECT *, length(coalesce(details, '')) + length(coalesce(scelles, '')) AS poids
        FROM ${history} WHERE id > ${apres} ORDER BY id LIMIT ${LIGNES_PAR_PAGE}))
    WHERE avant < ${TEXTE_PAR_PAGE} ORDER BY id`);

/**
 * Seals the waiting lines of history, oldest first, each with the fingerprint of the line before (historique/README
 * §9.10). Two simultaneous callers write the same chain: a page is sealed only if its lines and the line before them
 * are unchanged since they were read. When a sealed line follows a waiting one, the chain was altered: nothing more is
 * sealed.
 * @param pages how many pages, of a thousand lines at most, are sealed; the next call goes on from there.
 * @returns how many lines were sealed.
 */
export async function scellerHistorique(
  { db }: Pick<Contexte, "db">,
  pages = Number.POSITIVE_INFINITY,
): Promise<number> {
  let scellees = 0;
  for (let page = 1; page <= pages; page++) {
    const [debut] = await db.all<{ id: number; empreinte: string; ouverte: number }>(sql`
      SELECT attente.id - 1 AS id,
        coalesce((SELECT empreinte FROM ${history} WHERE id < attente.id ORDER BY id DESC LIMIT 1), '') AS empreinte,
        EXISTS (SELECT 1 FROM ${history} WHERE id > attente.id AND empreinte IS NOT NULL) AS ouverte
      FROM (SELECT min(id) AS id FROM ${history} WHERE empreinte IS NULL) attente WHERE attente.id IS NOT NULL`);
    if (!debut || debut.ouverte) return scellees;
    const lignes = await pageApres(db, debut.id);
    let precedente = debut.empreinte;
    const lot = lignes.map((ligne) => {
      const scelles = sceller(ligne.details);
      precedente = empreinteDe(precedente, ligne, scelles);
      const { id, details } = ligne;
      return { id, details, scelles: details && JSON.stringify(scelles), empreinte: precedente };
    });
    const { rowsAffected } = await db.run(sql`
      WITH lot AS MATERIALIZED (
        SELECT value ->> 'id' AS id, value ->> 'details' AS details, value ->> 'scelles' AS scelles,
          value ->> 'empreinte' AS empreinte
        FROM json_each(${JSON.stringify(lot)}))
      UPDATE ${history} SET scelles = lot.scelles, empreinte = lot.empreinte FROM lot
      WHERE "History".id = lot.id
        AND (SELECT count(*) FROM lot JOIN ${history} lue ON lue.id = lot.id
          WHERE lue.empreinte IS NULL AND lue.details IS lot.details) = ${lot.length}
        AND coalesce((SELECT empreinte FROM ${history} WHERE id <= ${debut.id} ORDER BY id DESC LIMIT 1), '')
          = ${debut.empreinte}`);
    scellees += rowsAffected;
  }
  return scellees;
}

/** The last sealed line: the point of the chain that is kept outside the database. Null when no line is sealed. */
export async function lireTete({ db }: Pick<Contexte, "db">): Promise<Ancre | null> {
  const [tete] = await db.all<Ancre>(sql`
    SELECT id, empreinte FROM ${history} WHERE empreinte IS NOT NULL ORDER BY id DESC LIMIT 1`);
  return tete ?? null;
}

/** The fingerprint of a line; "" when the line has none or does not exist. */
export async function empreinteDeLaLigne(db: Db, id: number): Promise<string> {
  const [ligne] = await db.all<{ empreinte: string | null }>(
    sql`SELECT empreinte FROM ${history} WHERE id = ${id}`,
  );
  return ligne?.empreinte ?? "";
}
