import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { Ecriture } from "#domain/gerance/livres/ecritures.ts";
import { consommer } from "#domain/gerance/locataires/compte-tenu.ts";
import type { Imputation } from "#domain/gerance/locataires/imputation.ts";
import { premierJourExigible } from "#domain/gerance/locataires/prescription.ts";
import { echeances, ecritures, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { livresOuverts, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import type { CompteLu } from "./comptes-lus.ts";
import type { EtatsDits } from "./etats-ecrits.ts";
import {
  inchangees,
  lireQuittancesDesEcheances,
  type QuittanceAvant,
  suivreQuittances,
} from "./quittances-suivies.ts";

/** The sums settled by a payment, a credited cheque or an advance, with the entry. */
export interface Reglee {
  DossierId: number;
  /** The key of the payment. */
  reglement: string;
  /** Null when no part of the payment is in the books. */
  ecriture: Ecriture | null;
  /** The key, the day and the label of the entry. */
  cle: string;
  date: Jour;
  libelle: string;
  imputations: readonly Imputation[];
}

/** The SQL statements that settle the sums called, and post the entries dated on a day when the books are kept. */
function ecrireImputations(
  { db, today, user }: Pick<Contexte, "db" | "today" | "user">,
  reglees: readonly Reglee[],
) {
  const entrees = reglees.flatMap(({ ecriture, imputations: _, ...entete }) =>
    ecriture ? [{ ...ecriture, ...entete }] : [],
  );
  const parts = reglees.flatMap(({ reglement, cle, imputations }) =>
    imputations.map((part) => ({ ...part, reglement, cle })),
  );
  return {
    ...poster(db, entrees, { today, user, quand: livresOuverts }),
    imputations: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT r.id, i.value ->> 'echeanceId', i.value ->> 'montant', e.id
      FROM json_each(${JSON.stringify(parts)}) i JOIN ${reglements} r ON r.cle = i.value ->> 'reglement'
      LEFT JOIN ${ecritures} e ON e.cle = i.value ->> 'cle' ORDER BY i.key`),
  };
}

interface ARegler {
  /** The accounts as they will be, before their advances are spent. */
  comptes: ReadonlyMap<number, CompteLu>;
  reglees?: readonly Reglee[];
  /** Sums called that another statement of the write makes owed again. */
  rendues?: readonly { id: number }[];
  dits?: EtatsDits<QuittanceAvant>;
}

/**
 * Settles sums called, then spends the advances of the accounts on the debts that are still in the books
 * (locataires/README §12.2). If an account keeps an advance beside a debt, the whole write fails.
 * @returns `avant`, the receipts before the write; `inchange`, the condition of the write; `ecrites`, the statements
 * of the payments and of the receipts, to be placed last
 */
export async function regler(
  { db, today, user }: Pick<Contexte, "db" | "today" | "user">,
  { comptes, reglees = [], rendues = [], dits: etatsDits }: ARegler,
) {
  const depenses = depenser(comptes, today);
  const toutes = [...reglees, ...depenses];
  const sommes = toutes.flatMap(({ imputations }) => imputations.map((part) => part.echeanceId));
  const voulues = etatsDits?.voulus.map(({ quittance }) => quittance) ?? [];
  const idsVoulus = new Set(voulues.map(({ id }) => id));
  const suivies = await lireQuittancesDesEcheances(db, [...sommes, ...rendues.map(({ id }) => id)]);
  const avant = [...voulues, ...suivies.filter(({ id }) => !idsVoulus.has(id))];
  const avances = JSON.stringify(depenses.map(({ reglement }) => reglement));
  return {
    avant,
    inchange: sql`${inchangees(avant)} AND NOT EXISTS (SELECT 1 FROM ${reglements}
      WHERE cle IN (SELECT value FROM json_each(${avances})) AND etat <> 'credite')`,
    ecrites: {
      ...ecrireImputations({ db, today, user }, toutes),
      ...suivreQuittances(db, avant, { user, etatsDits }),
      soldes: provided(
        db,
        sql`NOT EXISTS (${avecAvanceEtDette(sql`r."DossierId" IN (SELECT value FROM json_each(${JSON.stringify([...comptes.keys()])}))`, today)})`,
      ),
    },
  };
}

/** The debts of these accounts that their advances settle. */
export const depenser = (comptes: ReadonlyMap<number, CompteLu>, today: Jour): Reglee[] =>
  [...comptes.values()].flatMap(({ DossierId, avances, ouvertes }) =>
    avances.flatMap((avance): Reglee[] => {
      const depense = consommer(DossierId, { ...avance, date: today }, ouvertes);
      if (depense.imputations.length === 0) return [];
      const cle = `avance ${avance.entrees} ${avance.cle}`;
      const entete = { reglement: avance.cle, cle, date: today, libelle: LIBELLE };
      return [{ DossierId, ...depense, ...entete }];
    }),
  );

/** The label of the entry; the number of the payment follows it. */
const LIBELLE = "Avance portée sur l’appel, règlement";

/**
 * The dossiers with an advance, and a debt in the books that it may settle.
 *
 * @param lesquels a condition on `r`, the payments that count
 */
export const avecAvanceEtDette = (lesquels: SQL, today: Jour): SQL => sql`
  SELECT DISTINCT r."DossierId" FROM ${reglements} r
  WHERE ${lesquels} AND r.etat = 'credite'
    AND EXISTS (SELECT 1 FROM ${echeances} e WHERE e."DossierId" = r."DossierId" AND e.reste > 0
      AND e."EcritureId" IS NOT NULL AND e."exigibleLe" >= ${premierJourExigible(today)})
    AND r.montant > coalesce((SELECT sum(i.montant) FROM ${imputations} i WHERE i."ReglementId" = r.id), 0)`;
