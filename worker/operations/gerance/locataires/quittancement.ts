import { type SQL, sql } from "drizzle-orm";
import type { Jour, Mois } from "#domain/dates.ts";
import type { Part } from "#domain/gerance/livres/ecritures.ts";
import { quittancement } from "#domain/gerance/livres/ecritures-encaissements.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { libelleQuittance } from "#domain/gerance/locataires/compte-tenu.ts";
import type { Db } from "#worker/db/client.ts";
import { echeances, ecritures, imputations } from "#worker/db/schema/gerance.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import {
  debutComptes,
  type EcritureAPoster,
  extourner,
  poster,
} from "#worker/operations/gerance/livres/ecritures.ts";

/** A receipt that is about to be made; cents. */
export interface QuittanceAppelee {
  uuid: string;
  DossierId: number;
  mandat: number;
  mois: Mois;
  emission: Jour;
  loyerHC: Centimes;
  charge: Centimes;
  assurance: Centimes;
}

/**
 * The statements that call the sums of new receipts (locataires/README §12.2). They follow the statement that makes
 * the receipts, call sums only for receipts that were made, and post only from the first day of the books.
 */
export function appelerQuittances(
  db: Db,
  quittances: readonly QuittanceAppelee[],
  { today, user }: { today: Jour; user: string | null },
) {
  const json = JSON.stringify(quittances.map(({ uuid, mandat }) => ({ uuid, mandat })));
  return {
    ...poster(db, quittances.flatMap(entree), {
      today,
      user,
      quand: sql`EXISTS (SELECT 1 FROM ${quitances} WHERE uuid = e.value ->> 'quittance' AND echeance >= ${debutComptes})`,
    }),
    echeances: db.run(sql`
      INSERT INTO ${echeances} ("DossierId", "QuitanceId", mandat, mois, "exigibleLe", nature, montant, reste, "EcritureId")
      SELECT q."DossierId", q.id, u.value ->> 'mandat', q.mois, q.echeance, n.column1,
        ${MONTANT} AS montant, ${MONTANT},
        (SELECT id FROM ${ecritures} WHERE cle = ${cle(sql`q.uuid`)})
      FROM json_each(${json}) u JOIN ${quitances} q ON q.uuid = u.value ->> 'uuid', (VALUES ('loyer'), ('charges'), ('assurance')) n
      WHERE montant > 0 ORDER BY u.key, n.column1 DESC`),
  };
}

/** The sum of a nature `n` of a receipt `q`. */
const MONTANT = sql`CASE n.column1 WHEN 'loyer' THEN q."loyerHC" WHEN 'charges' THEN q.charge ELSE q.assurance END`;

const cle = (uuid: SQL) => sql`'quittance ' || ${uuid}`;

function entree(quittance: QuittanceAppelee): EcritureAPoster[] {
  const { uuid, DossierId, mandat, mois, emission, loyerHC, charge, assurance } = quittance;
  const parts: Part[] = [
    { nature: "loyer", montant: loyerHC },
    { nature: "charges", montant: charge },
    { nature: "assurance", montant: assurance },
  ];
  if (loyerHC + charge + assurance === 0) return [];
  return [
    {
      ...quittancement({ dossier: DossierId, mandat }, parts),
      cle: `quittance ${uuid}`,
      date: emission,
      libelle: libelleQuittance(mois),
      DossierId,
      quittance: uuid,
    },
  ];
}

/**
 * The statements that withdraw the sums of a receipt about to be cancelled or deleted (locataires/README §12.2): its
 * entry is reversed, and nothing of it is owed any more. They come before the statement that cancels or deletes the
 * receipt, under the same condition.
 * @param quand a condition on `Quitance`
 */
export function retirerQuittance(
  db: Db,
  id: number,
  { quand, today, user }: { quand: SQL; today: Jour; user: string | null },
) {
  const uuidDeLaQuittance = sql`(SELECT uuid FROM ${quitances} WHERE ${quitances.id} = ${id} AND ${quand})`;
  return {
    ...extourner(db, sql`origine.cle = ${cle(uuidDeLaQuittance)}`, { today, user }),
    retirees: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT NULL, e.id, e.reste, (SELECT x.id FROM ${ecritures} x WHERE x."annuleId" = e."EcritureId")
      FROM ${echeances} e WHERE e."QuitanceId" = ${id} AND e.reste > 0 AND ${uuidDeLaQuittance} IS NOT NULL`),
  };
}
