import { sql } from "drizzle-orm";
import { IDENTITES_EFFACEES } from "#domain/personnes/effacement.ts";
import type { Db } from "#worker/db/client.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

/** A line of history that justifies why earlier lines hold fewer values than were sealed. */
export interface Pardon {
  id: number;
  /** The record that the line says was deleted or erased. */
  entite: string;
  entiteId: number;
  par: "suppression" | "effacement";
  /** The emptied lines that this line would excuse. */
  lignes: number[];
}

/**
 * For each line, by identifier, the lines that it rightly excuses. A deletion excuses the lines of its record, once the
 * record is gone. An erasure excuses the lines about its person, who has an erasure mark and no name any more.
 */
export async function oublisAttestes(
  { db }: Pick<Contexte, "db">,
  pardons: readonly Pardon[],
): Promise<Map<number, Set<number>>> {
  const attestes = new Map<number, Set<number>>();
  if (pardons.length === 0) return attestes;
  const { suppression = [], effacement = [] } = Object.groupBy(pardons, ({ par }) => par);
  const tables = await db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table'`,
  );
  const connues = new Set(tables.map(({ name }) => name));
  for (const [entite, deLEntite] of Map.groupBy(suppression, (pardon) => pardon.entite)) {
    if (!connues.has(entite)) continue;
    const la = await encoreLa(db, entite, deLEntite);
    for (const { id, entiteId, lignes } of deLEntite) {
      if (!la.has(entiteId)) attestes.set(id, new Set(lignes));
    }
  }
  for (const { pardon, oubliee } of await lignesDesEffaces(db, effacement)) {
    attestes.set(pardon, (attestes.get(pardon) ?? new Set()).add(oubliee));
  }
  return attestes;
}

async function encoreLa(db: Db, entite: string, pardons: readonly Pardon[]): Promise<Set<number>> {
  const ids = JSON.stringify(pardons.map(({ entiteId }) => entiteId));
  const fiches = await db.all<{ id: number }>(sql`
    SELECT id FROM ${sql.identifier(entite)} WHERE id IN (SELECT value FROM json_each(${ids}))`);
  return new Set(fiches.map(({ id }) => id));
}

/** The condition that the person has no name any more, or no record. */
const ANONYMES = sql.join(
  Object.entries(IDENTITES_EFFACEES).map(
    ([personne, identite]) => sql`(p.personne = ${personne} AND NOT EXISTS (
      SELECT 1 FROM ${sql.identifier(personne)} fiche
      WHERE fiche.id = p."personneId" AND fiche.nom <> ${identite(0).nom}))`,
  ),
  sql` OR `,
);

/** Records that may be about several persons: a link ties the record, or its line of history, to each of them. */
const PARTAGEES = [
  "Dossier",
  "Caution",
  "EtatLieux",
  "LoyerHistorique",
  "PlanApurement",
  "Mission",
  "Intendance",
  "Fichier",
];

/** The event of the lines about a mailed document: such a line concerns its recipients, whatever its record. */
const ENVOI = "Document envoyé";

async function lignesDesEffaces(db: Db, pardons: readonly Pardon[]) {
  const paires = pardons.flatMap(({ id, entite, entiteId, lignes }) =>
    lignes.map((oubliee) => [id, entite, entiteId, oubliee]),
  );
  return db.all<{ pardon: number; oubliee: number }>(sql`
    WITH paire AS MATERIALIZED (
      SELECT value ->> 0 AS pardon, value ->> 1 AS personne, value ->> 2 AS "personneId", value ->> 3 AS oubliee
      FROM json_each(${JSON.stringify(paires)})),
    p AS MATERIALIZED (
      SELECT DISTINCT personne, "personneId" FROM paire p
      WHERE EXISTS (SELECT 1 FROM "Effacement" e WHERE e.personne = p.personne AND e."personneId" = p."personneId")
        AND (${ANONYMES}))
    SELECT pardon, oubliee FROM paire JOIN p USING (personne, "personneId")
    JOIN "History" h ON h.id = oubliee
    WHERE (h.entite = personne AND h."entiteId" = "personneId")
      OR (h.entite = 'Quitance' AND personne = 'Locataire'
        AND NOT EXISTS (SELECT 1 FROM "Quitance" q WHERE q.id = h."entiteId" AND q."LocataireId" <> "personneId"))
      OR (h.etat = ${ENVOI} AND EXISTS (SELECT 1 FROM "Rattachement" r WHERE r.entite = 'History'
        AND r."entiteId" = h.id AND r.personne = p.personne AND r."personneId" = p."personneId"))
      OR (h.entite IN (SELECT value FROM json_each(${JSON.stringify(PARTAGEES)})) AND (
        EXISTS (SELECT 1 FROM "Rattachement" r WHERE r.personne = p.personne AND r."personneId" = p."personneId"
          AND (r.entite, r."entiteId") IN (VALUES ('History', h.id), (h.entite, h."entiteId")))
        OR EXISTS (SELECT 1 FROM "Concerne" c WHERE c.entite = h.entite AND c."entiteId" = h."entiteId"
          AND c.personne = p.personne AND c."personneId" = p."personneId")))`);
}
