import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { FondsDetenus, PartDue } from "#domain/gerance/reversements/reversement.ts";
import { enCentimes } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { deuxPersonnes, selected } from "#worker/db/conditions.ts";
import { soldesDeLaBanque } from "#worker/db/conditions-comptes.ts";
import { comptesBancaires, lignes } from "#worker/db/schema/gerance.ts";
import {
  comptesRendus,
  coordonneesBancaires,
  partsCompteRendu,
  reversements,
  virements,
} from "#worker/db/schema/mandants.ts";
import { clients } from "#worker/db/schema/schema.ts";
import { placesNonVues } from "#worker/operations/gerance/banque/encaissements-non-vus.ts";
import {
  coordonneesAVenir,
  coordonneesEffectives,
} from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";

/** The sum that the books owe on an account of this kind, for a mandate; cents. */
const duAu = (genre: "4670" | "4672", MissionId: SQL) =>
  sql`(SELECT coalesce(sum(l.credit - l.debit), 0) FROM ${lignes} l WHERE l.genre = ${genre} AND l.de = ${MissionId})`;

/** A part as the database gives it, before the data that the control reads elsewhere are added. */
interface PartLue
  extends Omit<PartDue, "mandat" | "nom" | "coordonnees" | "impaye" | "depensesSansPiece"> {
  numero: string | null;
  mandat: string | null;
  titre: string | null;
  qualite: typeof clients.$inferSelect.qualite;
  nom: string;
  prenom: string | null;
  coordonneesId: number | null;
  titulaire: string | null;
  iban: string | null;
  bic: string | null;
  actifLe: string | null;
  changees: number;
  situation: string;
  depenses: string;
}

/** The number of the live batch whose transfer pays a part, except one batch. */
const lotVivant = (sauf: number | null) => sql`(SELECT r.numero FROM ${virements} v
  JOIN ${reversements} r ON r.id = v."ReversementId"
  WHERE v."CompteRenduPartId" = p.id AND v.etat = 'emis' AND r.id <> ${sauf ?? 0})`;

/** Whether no live transfer pays the part `p`. */
export const nonPayee = sql`NOT EXISTS (SELECT 1 FROM ${virements} v WHERE v."CompteRenduPartId" = p.id AND v.etat = 'emis')`;

/**
 * Reads parts of valid accounts, with all the data that decide whether they are paid over.
 *
 * @param lesquelles a condition on `p`, the parts, and `c`, their accounts
 * @param sauf a batch that does not count as paying them: the one that is controlled
 */
export const lirePartsDues = (
  db: Db,
  lesquelles: SQL,
  { now, sauf = null }: { now: Date; sauf?: number | null },
) => {
  const instant = now.toISOString();
  return db.all<PartLue>(sql`
    SELECT p.id AS "CompteRenduPartId", c.id AS "CompteRenduId", c."MissionId", p."ClientId", c.mois, c.au, p.montant,
      coalesce(c.contenu ->> '$.jourReversement', 10) AS "jourReversement",
      c.contenu ->> '$.mandat.numero' AS numero, c.contenu ->> '$.mandat.nom' AS mandat,
      cl.titre, cl.qualite, cl.nom, cl.prenom,
      ${lotVivant(sauf)} AS lot,
      (SELECT count(*) FROM ${virements} v WHERE v."CompteRenduPartId" = p.id AND v.etat = 'rejete') AS rejets,
      ${duAu("4670", sql`c."MissionId"`)} AS solde, ${duAu("4672", sql`c."MissionId"`)} AS "aPayer",
      cb.id AS "coordonneesId", cb.titulaire, cb.iban, cb.bic, cb."actifLe",
      EXISTS (SELECT 1 FROM ${coordonneesBancaires} avant WHERE avant."MissionId" = cb."MissionId"
        AND avant."ClientId" = cb."ClientId" AND avant.id < cb.id AND avant.etat = 'confirme' AND avant.iban <> cb.iban) AS changees,
      iif(${coordonneesAVenir(sql`c."MissionId"`, sql`p."ClientId"`, instant)},
        iif(EXISTS (SELECT 1 FROM ${coordonneesBancaires} ea WHERE ea."MissionId" = c."MissionId"
          AND ea."ClientId" = p."ClientId" AND ea.etat = 'en_attente'), 'confirmation', 'delai'), NULL) AS attente,
      coalesce(c.contenu -> '$.situation', '[]') AS situation, coalesce(c.contenu -> '$.detailDepenses', '[]') AS depenses
    FROM ${partsCompteRendu} p JOIN ${comptesRendus} c ON c.id = p."CompteRenduId" JOIN ${clients} cl ON cl.id = p."ClientId"
    LEFT JOIN ${coordonneesBancaires} cb ON cb.id = ${coordonneesEffectives(sql`c."MissionId"`, sql`p."ClientId"`, instant)}
    WHERE c.etat = 'valide' AND p.montant > 0 AND ${lesquelles}
    ORDER BY c.mois, c."MissionId", p.rang`);
};

/** A part as its control reads it. */
export function partDue(lue: PartLue): PartDue {
  const { titre, qualite, prenom, numero, mandat, situation, depenses, ...reste } = lue;
  const { coordonneesId, titulaire, iban, bic, actifLe, changees, ...part } = reste;
  const lots: { resteDu: number }[] = JSON.parse(situation);
  const payees: { piece: string | null }[] = JSON.parse(depenses);
  const nom = nomComplet({ titre, qualite, nom: part.nom, prenom });
  return {
    ...part,
    mandat: { numero: numero ?? "", nom: mandat ?? nom },
    nom,
    coordonnees:
      coordonneesId === null
        ? null
        : {
            id: coordonneesId,
            titulaire: titulaire ?? "",
            iban: iban ?? "",
            bic,
            actifLe: actifLe ?? "",
            changees: changees === 1,
          },
    impaye: lots.reduce((somme, { resteDu }) => somme + enCentimes(resteDu), 0),
    depensesSansPiece: payees.filter(({ piece }) => piece === null).length,
  };
}

/**
 * The money held, and the money owed to others, as one row ({@link FondsDetenus}), without the sums that the bank has
 * not shown.
 */
export const fondsDetenus = (CompteBancaireId: number | SQL): SQL => sql`
  SELECT coalesce(sum(iif(genre = '512G' AND de = ${CompteBancaireId}, solde - "nonVu", 0)), 0) AS compte,
    coalesce(sum(iif(genre IN ('512G', '531G'), solde - "nonVu", 0)), 0) AS detenu,
    coalesce(sum(iif(genre IN ('512G', '531G'), 0, max(0, solde - "nonVu"))), 0) AS du
  FROM (SELECT iif(genre = '4672', '4670', genre) AS genre, de, sum(iif(genre IN ('512G', '531G'), solde, max(0, -solde))) AS solde,
      sum("nonVu") AS "nonVu"
    FROM (SELECT genre, de, sum(debit - credit) AS solde, 0 AS "nonVu" FROM ${lignes}
        WHERE genre IN ('531G', '4670', '4672', '165', '4191', '401', '4710') GROUP BY genre, de
      UNION ALL SELECT '512G', de, solde, 0 FROM ${soldesDeLaBanque}
      UNION ALL SELECT genre, de, 0, montant FROM ${placesNonVues}) GROUP BY 1, 2)`;

export const lireFonds = (db: Db, CompteBancaireId: number) =>
  db.all<FondsDetenus>(fondsDetenus(CompteBancaireId));

/** The agency's own account, where its fees go: the first open one. */
export const lireCompteDeLAgence = (db: Db, today: Jour) =>
  db
    .select({
      id: comptesBancaires.id,
      version: comptesBancaires.version,
      titulaire: comptesBancaires.titulaire,
      secret: comptesBancaires.secret,
      bic: comptesBancaires.bic,
      nouveau: selected<number>(compteNouveau(sql`${comptesBancaires.id}`)),
    })
    .from(comptesBancaires)
    .where(
      sql`${comptesBancaires.usage} = 'agence' AND coalesce(${comptesBancaires.fermeLe}, '9999') > ${today}`,
    )
    .orderBy(comptesBancaires.id)
    .limit(1);

/** The fees taken from each mandate and not transferred yet; cents, below zero where more was given back. */
export const lireHonoraires = (db: Db) =>
  db.all<{ mandat: number; montant: number }>(sql`
    SELECT mandat, sum(credit - debit) AS montant FROM ${lignes} WHERE genre = '4680' AND mandat IS NOT NULL
    GROUP BY mandat HAVING sum(credit - debit) <> 0 ORDER BY mandat`);

/** The last line of the account of fees: while it is the same, nothing moved. */
export const dernierHonoraire = sql`(SELECT coalesce(max(id), 0) FROM ${lignes} WHERE genre = '4680')`;

/** The fees that a batch not valid yet already transfers; cents. */
export const honorairesEnAttente = sql`(SELECT coalesce(sum(v.montant), 0) FROM ${virements} v
  JOIN ${reversements} r ON r.id = v."ReversementId"
  WHERE v."CompteBancaireId" IS NOT NULL AND v.etat = 'emis' AND r.etat = 'a_valider')`;

/**
 * Whether two administrators must send fees to an account that never got any, where the agency asks for two: anyone
 * may have added it.
 */
const compteNouveau = (CompteBancaireId: SQL) => sql`(${deuxPersonnes}
  AND NOT EXISTS (SELECT 1 FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId"
    WHERE v."CompteBancaireId" = ${CompteBancaireId} AND v.etat = 'emis' AND r.etat = 'telecharge'))`;

const UN_JOUR = 86_400_000;

/** The cents that an administrator sent within a day by batches that nobody else validated, without cancelled ones. */
export const partiSeul = (
  UserId: number,
  now: Date,
) => sql`(SELECT coalesce(sum(v.montant), 0) FROM ${virements} v
  JOIN ${reversements} r ON r.id = v."ReversementId"
  WHERE r."UserId" = ${UserId} AND r."validePar" = r."user" AND r.etat <> 'annule'
    AND r."valideLe" > ${new Date(now.getTime() - UN_JOUR).toISOString()})`;

/** A transfer to an owner, with the data by which its write checks that it is still due. */
export interface VirementDu {
  CompteRenduPartId: number;
  CoordonneesBancairesId: number;
  montant: number;
}

/**
 * The condition that these transfers may leave now. Each part is of a valid account, goes to its owner's present
 * account, for a mandate that owes nothing itself and has enough to pay over, of sums that the bank has shown; the
 * paying account has it all, and the money belongs to nobody else.
 */
export function payables(
  lesquels: readonly VirementDu[],
  {
    CompteBancaireId,
    honoraires,
    now,
  }: { CompteBancaireId: number; honoraires: number; now: Date },
): SQL {
  const instant = now.toISOString();
  const total = lesquels.reduce((somme, { montant }) => somme + montant, honoraires);
  const dus = sql`(SELECT v.value ->> 'CoordonneesBancairesId' AS coordonnees, p."ClientId", p.montant, c."MissionId"
    FROM json_each(${JSON.stringify(lesquels)}) v
    JOIN ${partsCompteRendu} p ON p.id = v.value ->> 'CompteRenduPartId' AND p.montant = v.value ->> 'montant'
    JOIN ${comptesRendus} c ON c.id = p."CompteRenduId" AND c.etat = 'valide')`;
  return sql`((SELECT count(*) FROM ${dus}) = ${lesquels.length}
    AND NOT EXISTS (SELECT 1 FROM ${dus} d
      WHERE coalesce(${coordonneesEffectives(sql`d."MissionId"`, sql`d."ClientId"`, instant)}, 0) <> d.coordonnees
        OR ${coordonneesAVenir(sql`d."MissionId"`, sql`d."ClientId"`, instant)})
    AND NOT EXISTS (SELECT 1 FROM (SELECT "MissionId", sum(montant) AS montant FROM ${dus} GROUP BY "MissionId") m
      WHERE ${duAu("4670", sql`m."MissionId"`)} < 0 OR ${duAu("4672", sql`m."MissionId"`)} < m.montant)
    AND NOT EXISTS (SELECT 1 FROM (SELECT de, sum(montant) AS montant FROM ${placesNonVues} WHERE genre = '4670' GROUP BY de) n
      JOIN (SELECT "MissionId", sum(montant) AS montant FROM ${dus} GROUP BY "MissionId") m ON m."MissionId" = n.de
      WHERE n.montant > 0
        AND ${duAu("4670", sql`n.de`)} + ${duAu("4672", sql`n.de`)} < m.montant + n.montant)
    AND (SELECT f.compte >= ${total} AND f.detenu >= f.du + ${honoraires} FROM (${fondsDetenus(CompteBancaireId)}) f))`;
}
