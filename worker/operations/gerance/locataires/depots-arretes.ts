import { type SQL, sql } from "drizzle-orm";
import { Conflict } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { echeances, imputations } from "#worker/db/schema/gerance.ts";

/** A living account of a departure that counts a deposit, and whether that deposit was given back. */
interface Arrete {
  id: number;
  rendu: number;
}

/** @param ids payments, as a query in brackets: « (SELECT … ) » */
const arretesDe = (ids: SQL): SQL => sql`
  SELECT s.id, s."renduLe" IS NOT NULL OR EXISTS (SELECT 1 FROM "Virement" v JOIN "Reversement" l ON l.id = v."ReversementId"
    WHERE v."SoldeDepartId" = s.id AND v.etat = 'emis' AND l.etat <> 'annule') AS rendu
  FROM ${soldesDepart} s JOIN ${departs} d ON d.id = s."DepartId" WHERE s."annuleLe" IS NULL AND d."DossierId" IN (
    SELECT e."DossierId" FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId" AND e.nature = 'depot'
    WHERE i."ReglementId" IN ${ids} GROUP BY e.id, i."ReglementId" HAVING sum(i.montant) > 0)`;

/** The query of the frozen accounts that count the deposit of these payments (departs/README §14.3). */
export const lireArretes = (db: Db, ids: SQL) => db.all<Arrete>(arretesDe(ids));

/** The condition that no other account was frozen on these payments since. */
export const memesArretes = (arretes: readonly Arrete[], ids: SQL): SQL =>
  sql`(SELECT count(*) FROM (${arretesDe(ids)})) = ${arretes.length}`;

/**
 * Refuses to take back a deposit that a frozen account counts. Only the bank may refuse one that was given back: the
 * deposit is then below zero, and the control of deposits reports it (invariant I7).
 *
 * @throws Conflict
 */
export function exigerDepotsLibres(arretes: readonly Arrete[], etat: "annule" | "rejete"): void {
  if (arretes.length === 0) return;
  const rendu = arretes.some((arrete) => arrete.rendu === 1);
  if (rendu && etat === "rejete") return;
  throw new Conflict(
    rendu
      ? "Ce règlement a versé le dépôt de garantie, déjà rendu au locataire : il ne s’annule plus."
      : "Ce règlement a versé le dépôt de garantie, que compte un compte de sortie arrêté : annulez d’abord cet arrêté, dans le départ du dossier.",
  );
}
