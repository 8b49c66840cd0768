import { type SQL, sql } from "drizzle-orm";
import {
  type GenreVirement,
  genreDeVirement,
  type OrigineDeVirement,
} from "#domain/gerance/reversements/virement.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { avancesRendues } from "#worker/db/schema/gerance.ts";
import { comptesRendus, facturesHonoraires, partsCompteRendu } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { placesNonVues } from "#worker/operations/gerance/banque/encaissements-non-vus.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import {
  coordonneesAVenir,
  coordonneesEffectives,
  duDebiteur,
  duFournisseur,
  duLocataire,
  duMandant,
  type Siennes,
} from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";
import {
  aRendre,
  avanceTenue,
  bonneAPayer,
  type CompteQuiPaie,
  compteTenu,
  duAu,
  fondsDe,
  horsDepot,
  nonVuDe,
} from "./reversements-lus.ts";

/** A transfer to anyone but the agency, with the data by which its write checks that it is still due. */
export interface VirementDu extends OrigineDeVirement {
  CoordonneesBancairesId: number;
  montant: number;
}

/**
 * The condition that these transfers may leave now. Each sum is due, and goes to the present account of its payee. Its
 * mandate or its deposit has enough money that the bank has shown. The paying account holds the total, and without
 * these fees the agency still holds all that it owes to others.
 */
export function payables(
  lesquels: readonly VirementDu[],
  { compte, honoraires, now }: { compte: CompteQuiPaie; honoraires: number; now: Date },
): SQL {
  const instant = now.toISOString();
  const total = lesquels.reduce((somme, { montant }) => somme + montant, honoraires);
  const dus = (genre: GenreVirement) =>
    lesquels.filter((virement) => genreDeVirement(virement) === genre);
  return sql`(${partsPayables(dus("part"), instant)} AND ${restitutionsPayables(dus("locataire"), instant)}
    AND ${avancesPayables(dus("avance"), instant)} AND ${depensesPayables(dus("fournisseur"), instant)}
    AND ${avoirsPayables(dus("avoir"), instant)}
    AND (SELECT f.compte >= ${total} AND f.detenu >= f.du + ${honoraires} FROM (${fondsDe(compte)}) f))`;
}

/** True when the payee of the transfer `d` has other bank details than those of `d`, or a change of his waits. */
const ailleurs = (beneficiaire: Siennes, instant: string) =>
  sql`(coalesce(${coordonneesEffectives(beneficiaire, instant)}, 0) <> d.coordonnees OR ${coordonneesAVenir(beneficiaire, instant)})`;

/** True when each part belongs to a valid account, and its mandate owes nothing itself and has enough to pay over. */
function partsPayables(parts: readonly VirementDu[], instant: string): SQL {
  const dus = sql`(SELECT v.value ->> 'CoordonneesBancairesId' AS coordonnees, p."ClientId", p.montant, c."MissionId"
    FROM json_each(${JSON.stringify(parts)}) v
    JOIN ${partsCompteRendu} p ON p.id = v.value ->> 'CompteRenduPartId' AND p.montant = v.value ->> 'montant'
    JOIN ${comptesRendus} c ON c.id = p."CompteRenduId" AND ${compteTenu})`;
  return sql`((SELECT count(*) FROM ${dus}) = ${parts.length}
    AND NOT EXISTS (SELECT 1 FROM ${dus} d WHERE ${ailleurs(duMandant(sql`d."MissionId"`, sql`d."ClientId"`), instant)})
    AND NOT EXISTS (SELECT 1 FROM (SELECT "MissionId", sum(montant) AS montant FROM ${dus} GROUP BY "MissionId") m
      WHERE ${duAu("4670", sql`m."MissionId"`)} < 0 OR ${duAu("4672", sql`m."MissionId"`)} < m.montant)
    AND NOT EXISTS (SELECT 1 FROM (SELECT de, sum(montant) AS montant FROM ${placesNonVues} WHERE genre = '4670' GROUP BY de) n
      JOIN (SELECT "MissionId", sum(montant) AS montant FROM ${dus} GROUP BY "MissionId") m ON m."MissionId" = n.de
      WHERE n.montant > 0
        AND ${duAu("4670", sql`n.de`)} + ${duAu("4672", sql`n.de`)} < m.montant + n.montant))`;
}

/**
 * True when each sum is of a frozen account that is not cancelled, and the deposit held for its dossier covers the
 * sum, less the part held beside the deposit.
 */
function restitutionsPayables(restitutions: readonly VirementDu[], instant: string): SQL {
  if (restitutions.length === 0) return sql`true`;
  const dus = sql`(SELECT v.value ->> 'CoordonneesBancairesId' AS coordonnees, o."LocataireId", o.id AS dossier,
      s.restitution - ${horsDepot} AS montant
    FROM json_each(${JSON.stringify(restitutions)}) v
    JOIN ${soldesDepart} s ON s.id = v.value ->> 'SoldeDepartId' AND s.restitution = v.value ->> 'montant' AND ${aRendre}
    JOIN ${departs} e ON e.id = s."DepartId" JOIN ${dossiers} o ON o.id = e."DossierId")`;
  return sql`((SELECT count(*) FROM ${dus}) = ${restitutions.length}
    AND NOT EXISTS (SELECT 1 FROM ${dus} d WHERE ${ailleurs(duLocataire(sql`d."LocataireId"`), instant)})
    AND NOT EXISTS (SELECT 1 FROM (SELECT dossier, sum(montant) AS montant FROM ${dus} GROUP BY dossier) m
      WHERE ${duAu("165", sql`m.dossier`)} - ${nonVuDe("165", sql`m.dossier`)} < m.montant))`;
}

/** True when no advance is cancelled, and the books hold each for its dossier. */
function avancesPayables(avances: readonly VirementDu[], instant: string): SQL {
  if (avances.length === 0) return sql`true`;
  const dus = sql`(SELECT v.value ->> 'CoordonneesBancairesId' AS coordonnees, o."LocataireId", o.id AS dossier, s.montant
    FROM json_each(${JSON.stringify(avances)}) v
    JOIN ${avancesRendues} s ON s.id = v.value ->> 'AvanceRendueId' AND s.montant = v.value ->> 'montant' AND ${avanceTenue}
    JOIN ${dossiers} o ON o.id = s."DossierId")`;
  return sql`((SELECT count(*) FROM ${dus}) = ${avances.length}
    AND NOT EXISTS (SELECT 1 FROM ${dus} d WHERE ${ailleurs(duLocataire(sql`d."LocataireId"`), instant)})
    AND NOT EXISTS (SELECT 1 FROM (SELECT dossier, sum(montant) AS montant FROM ${dus} GROUP BY dossier) m
      WHERE ${duAu("4197", sql`m.dossier`)} - ${nonVuDe("4197", sql`m.dossier`)} < m.montant))`;
}

/**
 * True when the payees of these credit notes still have the accounts of the transfers. Another condition checks the
 * sum left of each credit note.
 */
function avoirsPayables(avoirs: readonly VirementDu[], instant: string): SQL {
  if (avoirs.length === 0) return sql`true`;
  const beneficiaire = duDebiteur({
    LocataireId: sql`d."LocataireId"`,
    MissionId: sql`d."MissionId"`,
    ClientId: sql`d."ClientId"`,
  });
  return sql`NOT EXISTS (SELECT 1 FROM (
    SELECT v.value ->> 'CoordonneesBancairesId' AS coordonnees, v.value ->> 'MandantId' AS "ClientId", f."MissionId", o."LocataireId"
    FROM json_each(${JSON.stringify(avoirs)}) v JOIN ${facturesHonoraires} f ON f.id = v.value ->> 'FactureHonorairesId'
    LEFT JOIN ${dossiers} o ON o.id = f."DossierId") d WHERE ${ailleurs(beneficiaire, instant)})`;
}

/**
 * True when each bill is unpaid and approved for payment, and its mandate has enough money that the bank has shown.
 */
function depensesPayables(depenses: readonly VirementDu[], instant: string): SQL {
  if (depenses.length === 0) return sql`true`;
  const dus = sql`(SELECT v.value ->> 'CoordonneesBancairesId' AS coordonnees, i."FournisseurId", i.montant,
      ${mandatDe(sql`i."AppartementId"`)} AS mandat
    FROM json_each(${JSON.stringify(depenses)}) v
    JOIN ${intendances} i ON i.id = v.value ->> 'IntendanceId' AND i.montant = v.value ->> 'montant' AND ${bonneAPayer})`;
  return sql`((SELECT count(*) FROM ${dus}) = ${depenses.length}
    AND NOT EXISTS (SELECT 1 FROM ${dus} d WHERE ${ailleurs(duFournisseur(sql`d."FournisseurId"`), instant)})
    AND NOT EXISTS (SELECT 1 FROM (SELECT mandat, sum(montant) AS montant FROM ${dus} GROUP BY mandat) m
      WHERE ${duAu("4670", sql`m.mandat`)} < m.montant + max(0, coalesce((SELECT sum(n.montant) FROM ${placesNonVues} n
        WHERE n.genre = '4670' AND n.de = m.mandat), 0))))`;
}
