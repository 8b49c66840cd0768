import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { Ecriture } from "#domain/gerance/ecritures.ts";
import type { Imputation } from "#domain/gerance/imputation.ts";
import type { Db } from "#worker/db/client.ts";
import { ecritures, imputations, reglements } from "#worker/db/schema-gerance.ts";
import { livresOuverts, poster } from "./ecritures.ts";
import { lireQuittancesDesEcheances, suivreQuittances } from "./quittances-suivies.ts";

/** What a payment, a cheque that the bank credits or an advance settles, and the entry that says so. */
export interface Reglee {
  DossierId: number;
  /** The key of the payment. */
  reglement: string;
  /** Null when nothing of it is in the books. */
  ecriture: Ecriture | null;
  /** The key of the entry, its day and its words. */
  cle: string;
  date: Jour;
  libelle: string;
  imputations: readonly Imputation[];
}

/** The statements that post the entries, where the books are kept on their day, and settle the sums called. */
export function ecrireImputations(db: Db, reglees: readonly Reglee[], user: string | null) {
  const entrees = reglees.flatMap(({ ecriture, imputations: _, ...entete }) =>
    ecriture ? [{ ...ecriture, ...entete }] : [],
  );
  const parts = reglees.flatMap(({ reglement, cle, imputations }) =>
    imputations.map((part) => ({ ...part, reglement, cle })),
  );
  return {
    ...poster(db, entrees, { user, quand: livresOuverts }),
    imputations: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT r.id, i.value ->> 'echeanceId', i.value ->> 'montant', e.id
      FROM json_each(${JSON.stringify(parts)}) i JOIN ${reglements} r ON r.cle = i.value ->> 'reglement'
      LEFT JOIN ${ecritures} e ON e.cle = i.value ->> 'cle' ORDER BY i.key`),
  };
}

/**
 * What settles sums called, and the receipts that these are of: as they are before, and the statements by which it is all
 * written and they follow. The write rests on these receipts as they were read.
 */
export async function regler(db: Db, reglees: readonly Reglee[], user: string | null) {
  const sommes = reglees.flatMap(({ imputations }) => imputations.map((part) => part.echeanceId));
  const avant = await lireQuittancesDesEcheances(db, sommes);
  return {
    avant,
    ecrites: { ...ecrireImputations(db, reglees, user), ...suivreQuittances(db, avant, { user }) },
  };
}
