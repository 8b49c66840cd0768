import { type SQL, sql } from "drizzle-orm";
import { Conflict } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import {
  avancesRendues,
  echeances,
  ecritures,
  imputations,
  reglements,
} from "#worker/db/schema/gerance.ts";

/**
 * A sum that is not cancelled: a deposit that an account of a departure counts, or an advance to give back. `rendu`:
 * 1 once the sum was given back, or a transfer gives it back.
 */
interface Arrete {
  id: number;
  quoi: "depot" | "avance";
  rendu: number;
}

/** The beginning of the keys of the entries of an advance to give back. */
export const cleDeLAvance = (id: number | SQL): SQL =>
  sql`'avance-rendue ' || CAST(${id} AS integer)`;

/**
 * The frozen accounts and the advances to give back that count these payments, as {@link Arrete}.
 * @param ids the payments, as a subquery: « (SELECT … ) »
 */
const arretesDe = (ids: SQL): SQL => sql`
  SELECT s.id, 'depot' AS quoi, s."renduLe" IS NOT NULL OR EXISTS (SELECT 1 FROM "Virement" v JOIN "Reversement" l ON l.id = v."ReversementId"
    WHERE v."SoldeDepartId" = s.id AND v.etat = 'emis' AND l.etat <> 'annule') AS rendu
  FROM ${soldesDepart} s JOIN ${departs} d ON d.id = s."DepartId" WHERE s."annuleLe" IS NULL AND d."DossierId" IN (
    SELECT e."DossierId" FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId" AND e.nature = 'depot'
    WHERE i."ReglementId" IN ${ids} GROUP BY e.id, i."ReglementId" HAVING sum(i.montant) > 0)
  UNION ALL
  SELECT a.id, 'avance', EXISTS (SELECT 1 FROM "Virement" v WHERE v."AvanceRendueId" = a.id AND v.etat = 'emis')
  FROM ${avancesRendues} a JOIN ${ecritures} x ON x.cle = ${cleDeLAvance(sql`a.id`)} || ' 0'
  JOIN ${echeances} e ON e."DossierId" = a."DossierId" AND e."EcritureId" = x.id
  WHERE a."annuleLe" IS NULL AND a."DossierId" IN (SELECT r."DossierId" FROM ${reglements} r WHERE r.id IN ${ids})
    AND EXISTS (SELECT 1 FROM ${imputations} i WHERE i."EcheanceId" = e.id AND i."ReglementId" IN ${ids}
      GROUP BY i."ReglementId" HAVING sum(i.montant) > 0)`;

/**
 * The query of the frozen accounts that count the deposit of these payments (departs/README §14.3), and of the
 * advances to give back that these payments made (locataires/README §12.29).
 */
export const lireArretes = (db: Db, ids: SQL) => db.all<Arrete>(arretesDe(ids));

/**
 * The condition that the count of frozen accounts and advances to give back for these payments is the one that was
 * read.
 */
export const memesArretes = (arretes: readonly Arrete[], ids: SQL): SQL =>
  sql`(SELECT count(*) FROM (${arretesDe(ids)})) = ${arretes.length}`;

/**
 * Refuses to take back a payment, or to note it refused by the bank, when a frozen account counts the deposit that it
 * paid, or when an advance that it made is to be given back. Once the sum is given back, only the bank may still
 * refuse the payment: the books then hold less than zero, as invariant I7 reports.
 * @throws Conflict in these cases
 */
export function exigerDepotsLibres(arretes: readonly Arrete[], etat: "annule" | "rejete"): void {
  if (arretes.length === 0) return;
  const rendu = arretes.some((arrete) => arrete.rendu === 1);
  if (rendu && etat === "rejete") return;
  if (arretes.some(({ quoi }) => quoi === "avance")) {
    throw new Conflict(
      rendu
        ? "Ce règlement a payé un trop-perçu, déjà rendu au locataire : il ne s’annule plus."
        : "Ce règlement a payé un trop-perçu à rendre au locataire : annulez d’abord ce trop-perçu, à son compte.",
    );
  }
  throw new Conflict(
    rendu
      ? "Ce règlement a versé le dépôt de garantie, déjà rendu au locataire : il ne s’annule plus."
      : "Ce règlement a versé le dépôt de garantie, que compte un compte de sortie arrêté : annulez d’abord cet arrêté, dans le départ du dossier.",
  );
}
