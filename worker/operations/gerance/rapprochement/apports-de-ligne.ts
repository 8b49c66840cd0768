import { sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { ecritures, lignes, lignesReleve } from "#worker/db/schema/gerance.ts";
import { provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  type LigneLueEnBase,
  prendre,
  rendreAttente,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";

/**
 * Ties a line of the bank to the agency's own money that it shows (rapprochement/README §12.9): nothing else is posted.
 * @throws NotFound; Conflict when it is tied already, taken back, of another sum or another account.
 */
export async function rapprocherApport(
  { db, today, user }: Contexte,
  { ligne, id }: { ligne: LigneLueEnBase; id: number },
): Promise<void> {
  const apport = sql`(SELECT e.id FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id AND l.genre = '512G'
    WHERE e.id = ${id} AND e.cle LIKE 'apport %' AND l.debit = ${ligne.montant} AND l.de = ${ligne.CompteBancaireId}
      AND NOT EXISTS (SELECT 1 FROM ${ecritures} s WHERE s."annuleId" = e.id)
      AND NOT EXISTS (SELECT 1 FROM ${lignesReleve} vue WHERE vue."ApportId" = e.id))`;
  const [{ connu, libre } = { connu: 0, libre: 0 }] = await db.all<{
    connu: number;
    libre: number;
  }>(sql`SELECT EXISTS (SELECT 1 FROM ${ecritures} WHERE id = ${id} AND cle LIKE 'apport %') AS connu,
    EXISTS ${apport} AS libre`);
  if (!connu) throw new NotFound("Cet apport n’existe pas.");
  if (!libre) {
    throw new Conflict(
      "Cet apport est déjà rapproché ou repris, ou n’est ni de ce montant ni de ce compte.",
    );
  }
  await db.write({
    attendu: provided(db, sql`EXISTS ${apport}`),
    ...prendre(db, [ligne], { etat: "rapprochee", user }),
    ...rendreAttente(db, ligne, { today, user }),
    montre: db.run(sql`UPDATE ${lignesReleve} SET "ApportId" = ${id} WHERE id = ${ligne.id}`),
  });
}
