import { sql } from "drizzle-orm";
import type { Payeur } from "#domain/gerance/locataires/reglement.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { payeursConnus } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { LigneLueEnBase } from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import type { DemandeReglement } from "#worker/operations/gerance/locataires/reglements-places.ts";

/** The payer whom a person chose for this dossier and the account of the line; undefined when nobody chose one. */
export async function payeurAppris(
  { db }: Contexte,
  { empreinte, DossierId }: Pick<LigneLueEnBase, "empreinte"> & { DossierId: number | undefined },
): Promise<Payeur | undefined> {
  if (empreinte === null || DossierId === undefined) return undefined;
  const [connu] = await db
    .select({ payeur: payeursConnus.payeur })
    .from(payeursConnus)
    .where(
      sql`${payeursConnus.empreinte} = ${empreinte} AND ${payeursConnus.DossierId} = ${DossierId}`,
    );
  return connu?.payeur;
}

/** The statement that remembers, from a person's choice, whose rent the account of the line pays. */
export function apprendre(
  { db, today }: Contexte,
  { empreinte }: LigneLueEnBase,
  demandes: readonly Pick<DemandeReglement, "DossierId" | "payeur">[],
): Statements {
  if (empreinte === null) return {};
  const json = JSON.stringify(demandes.map(({ DossierId, payeur }) => ({ DossierId, payeur })));
  return {
    appris: db.run(sql`
      INSERT INTO ${payeursConnus} (empreinte, "DossierId", payeur, confirmations, "vuLe")
      SELECT ${empreinte}, p.value ->> 'DossierId', p.value ->> 'payeur', 1, ${today} FROM json_each(${json}) p WHERE true
      ON CONFLICT (empreinte, "DossierId") DO UPDATE SET confirmations = confirmations + 1, "vuLe" = excluded."vuLe",
        payeur = excluded.payeur`),
  };
}

/**
 * The statements that undo one choice of payer by a person for the account of a line; none for a line that was
 * matched automatically, or that names no account.
 */
export function oublier(
  db: Db,
  { empreinte, automatique }: LigneLueEnBase,
  lies: readonly { DossierId: number }[],
): Statements {
  if (empreinte === null || automatique) return {};
  const payeursDits = sql`empreinte = ${empreinte} AND "DossierId" IN
    (SELECT value FROM json_each(${JSON.stringify(lies.map(({ DossierId }) => DossierId))}))`;
  return {
    moins: db.run(
      sql`UPDATE ${payeursConnus} SET confirmations = confirmations - 1 WHERE ${payeursDits}`,
    ),
    oublies: db.run(sql`DELETE FROM ${payeursConnus} WHERE ${payeursDits} AND confirmations < 1`),
  };
}
