import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { etatDeLaFin, type FinDeMission } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { finsDeMandat } from "#worker/db/schema/fins.ts";
import { compteAttendu } from "#worker/operations/gerance/cloture/mandats-sans-compte.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";

/** The approved and unpaid bills `i` that the agency is to pay for the owner of a mandate. */
export const facturesAPayer = (mandat: SQL) => sql`FROM "MissionAppartement" a
  JOIN "Intendance" i ON i."AppartementId" = a."AppartementId"
  WHERE a."MissionId" = ${mandat} AND ${mandatDe(sql`a."AppartementId"`)} = a."MissionId" AND i.nature = 'depense' AND NOT i.regle
    AND i."payePar" = 'agence' AND i."bonAPayerLe" IS NOT NULL`;

/** The batches `r` with a transfer for a mandate, whose file was not downloaded for the bank yet. */
export const lotsEnAttente = (mandat: SQL) => sql`FROM "Reversement" r
  JOIN "Virement" v ON v."ReversementId" = r.id AND v.etat = 'emis'
  LEFT JOIN "CompteRenduPart" p ON p.id = v."CompteRenduPartId" LEFT JOIN "CompteRendu" c ON c.id = p."CompteRenduId"
  LEFT JOIN "SoldeDepart" s ON s.id = v."SoldeDepartId" LEFT JOIN "Depart" e ON e.id = s."DepartId"
  LEFT JOIN "AvanceRendue" rendue ON rendue.id = v."AvanceRendueId"
  LEFT JOIN "Dossier" d ON d.id = coalesce(e."DossierId", rendue."DossierId") LEFT JOIN "Intendance" i ON i.id = v."IntendanceId"
  LEFT JOIN "FactureHonoraires" f ON f.id = v."FactureHonorairesId"
  WHERE r.etat IN ('a_valider', 'valide') AND (c."MissionId" = ${mandat} OR f."MissionId" = ${mandat}
    OR ${mandatDe(sql`coalesce(d."AppartementId", i."AppartementId")`)} = ${mandat})`;

/** The money held for the tenant of the dossier `d` in an account of the books, in cents. */
export const tenuDans = (genre: string) =>
  sql`(SELECT coalesce(sum(l.credit - l.debit), 0) FROM "Ligne" l WHERE l.genre = ${genre} AND l.de = d.id)`;

/** SQL condition: nothing is left to settle for a mandate. It is the twin in SQL of the rule `restesDeLaFin`. */
const mandatSolde = (mandat: SQL) => sql`(
  NOT EXISTS (SELECT 1 FROM "Ligne" l WHERE l.mandat = ${mandat} AND l.genre IN ('4670', '4672', '4680', '411H', '401')
    GROUP BY l.genre HAVING sum(l.credit) <> sum(l.debit))
  AND NOT ${compteAttendu(mandat)}
  AND NOT EXISTS (SELECT 1 ${facturesAPayer(mandat)})
  AND NOT EXISTS (SELECT 1 ${lotsEnAttente(mandat)})
  AND NOT EXISTS (SELECT 1 FROM "MissionAppartement" a JOIN "Dossier" d ON d."AppartementId" = a."AppartementId"
    WHERE a."MissionId" = ${mandat} AND ${mandatDe(sql`a."AppartementId"`)} = a."MissionId"
      AND (${tenuDans("165")} + ${tenuDans("4191")} <> 0 OR ${tenuDans("4192")} > 0 OR ${tenuDans("4197")} > 0)))`;

/** The end noted for a mandate, as JSON for {@link finDeMission}; null without one. */
export const finDite = (mandat: SQL) => sql`(
  SELECT json_object('finLe', fin."finLe", 'arreteLe', fin."arreteLe", 'soldee', iif(fin."arreteLe" IS NULL, 0, ${mandatSolde(mandat)}))
  FROM ${finsDeMandat} fin WHERE fin."MissionId" = ${mandat} AND fin."annuleLe" IS NULL)`;

/** The end of a mandate as the list and the record of its mission show it. */
export function finDeMission(dite: string | null, today: Jour): FinDeMission | null {
  if (dite === null) return null;
  const { finLe, arreteLe, soldee } = JSON.parse(dite) as Omit<FinDeMission, "etat"> & {
    soldee: 0 | 1;
  };
  return {
    finLe,
    arreteLe,
    etat: etatDeLaFin({ finLe, arreteLe }, { today, soldee: soldee === 1 }),
  };
}
