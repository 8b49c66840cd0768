import { sql } from "drizzle-orm";
import { Conflict, Forbidden, NotFound } from "#domain/erreurs.ts";
import { ecritures, lignes, lignesReleve } from "#worker/db/schema/gerance.ts";
import { provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  type LigneLueEnBase,
  prendre,
  rendreAttente,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { reprendreApport } from "#worker/operations/gerance/reversements/apports.ts";

/**
 * Ties a line of the bank to the agency's own money that it shows (rapprochement/README §12.9): money put in when the
 * line comes in, taken back when it leaves the account. A take-back that nobody recorded is recorded here, on the day
 * of the line.
 * @param peutReprendre the caller may record a take-back
 * @throws NotFound; Forbidden when `peutReprendre` is false and the take-back is not recorded yet; Conflict when this
 * money is tied already, has another amount, another account or a later day, or when the funds of others would be
 * short without it.
 */
export async function rapprocherApport(
  ctx: Contexte,
  { ligne, id, peutReprendre }: { ligne: LigneLueEnBase; id: number; peutReprendre: boolean },
): Promise<void> {
  const { db, today, user } = ctx;
  const reprise = sql`(SELECT s.id FROM ${ecritures} s WHERE s."annuleId" = ${id})`;
  const montree = ligne.montant > 0 ? sql`${id}` : reprise;
  const apport = sql`(SELECT e.id FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id AND l.genre = '512G'
    WHERE e.id = ${id} AND e.cle LIKE 'apport %' AND l.debit = ${Math.abs(ligne.montant)} AND l.de = ${ligne.CompteBancaireId}
      AND (${ligne.montant} > 0 OR e.date <= ${ligne.date})
      AND NOT EXISTS (SELECT 1 FROM ${lignesReleve} vue WHERE vue."ApportId" = ${montree}))`;
  const [{ connu, libre, repris } = { connu: 0, libre: 0, repris: 0 }] = await db.all<{
    connu: number;
    libre: number;
    repris: number;
  }>(sql`SELECT EXISTS (SELECT 1 FROM ${ecritures} WHERE id = ${id} AND cle LIKE 'apport %') AS connu,
    EXISTS ${apport} AS libre, EXISTS ${reprise} AS repris`);
  if (!connu) throw new NotFound("Cet apport n’existe pas.");
  if (!libre) {
    throw new Conflict(
      "Cet apport est déjà rapproché, ou n’est ni de ce montant, ni de ce compte, ni d’avant ce jour.",
    );
  }
  const aussi = {
    attendu: provided(db, sql`EXISTS ${apport}`),
    ...prendre(db, [ligne], { etat: "rapprochee", user }),
    ...rendreAttente(db, ligne, { today, user }),
    montre: db.run(sql`UPDATE ${lignesReleve} SET "ApportId" = ${montree} WHERE id = ${ligne.id}`),
  };
  if (ligne.montant > 0 || repris) {
    await db.write(aussi);
    return;
  }
  if (!peutReprendre) throw new Forbidden();
  await reprendreApport(ctx, id, { date: ligne.date, aussi });
}
