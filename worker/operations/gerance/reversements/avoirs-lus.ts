import { type SQL, sql } from "drizzle-orm";
import { type AvoirDu, partsDAvoir } from "#domain/gerance/reversements/avoirs-dus.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import {
  comptesRendus,
  facturesHonoraires,
  partsMandat,
  reglementsHonoraires,
  reversements,
  virements,
} from "#worker/db/schema/mandants.ts";
import { missionClients, missions } from "#worker/db/schema/missions.ts";
import { clients, dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { resteDeFacture } from "#worker/operations/gerance/cloture/dettes-honoraires.ts";
import { conditionsA } from "#worker/operations/gerance/mandats/conditions-lues.ts";
import {
  type CoordonneesDues,
  colonnesDues,
  coordonneesDues,
  coordonneesLuesDe,
  duDebiteur,
} from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";
import { defuntsDuBail, defuntsLus, virementsDe } from "./reversements-lus.ts";

/** A payee of a credit note, as the database gives it. */
interface PayeeLue
  extends Omit<AvoirDu, "nom" | "montant" | "coordonnees" | "defunts" | "partDite" | "dejaParti">,
    Pick<typeof clients.$inferSelect, "titre" | "qualite" | "prenom">,
    CoordonneesDues {
  nom: string | null;
  /** The sum that the credit note leaves to pay back; cents. */
  reste: number;
  /** The share of the payee, `num` / `den` or a weight `num`; null when no terms give it. */
  num: number | null;
  den: number | null;
  dejaVire: number;
  dejaParti: number;
  defunts: string;
  /**
   * The `versionDuCompte` of the credit note's mandate: any change of the data of its accounts makes a new version.
   */
  version: number;
}

/** The sum that the credit note `f` leaves to pay back, in cents: above zero, or null. */
const aRendre = sql`(0 - ${resteDeFacture(sql`f.id`, {
  MissionId: sql`f."MissionId"`,
  DossierId: sql`f."DossierId"`,
})})`;

/** SQL condition: the shares `pm` are those of the mandate of the credit note `a` on the day of the fact `t`. */
const partsDuFait = sql`pm."ConditionsMandatId" = ${conditionsA(sql`a."MissionId"`, sql`t.jour`)}`;

/**
 * `avoir`: the credit notes. `fait`: for each credit note, the days whose shares divide it, with their weights: the
 * days of the fees that its account gives back, else the day of the invoice that it corrects. `payee`: its payees:
 * the tenant alone, or the principals by their shares on those days; a sole principal has the whole.
 */
const payees = (lesquels: SQL) => sql`
  WITH avoir AS MATERIALIZED (
    SELECT f.id, f.numero, f."MissionId", f."DossierId", f."CompteRenduId", f.contenu ->> '$.acheteur.nom' AS quoi, m."versionDuCompte" AS version,
      coalesce(c.date, f.date) AS jour, ${aRendre} AS reste
    FROM ${facturesHonoraires} f JOIN ${missions} m ON m.id = f."MissionId" LEFT JOIN ${facturesHonoraires} c ON c.id = f."CorrigeId"
    WHERE f.serie = 'AV' AND NOT f.contenu ->> '$.prelevee' AND ${lesquels}),
  rendu AS (
    SELECT a.id, fait.value ->> 'jour' AS jour, abs(fait.value ->> 'ttc') * 100000 AS poids
    FROM avoir a JOIN ${comptesRendus} r ON r.id = a."CompteRenduId", json_each(r.contenu, '$.detailHonoraires') h, json_each(h.value, '$.faits') fait
    WHERE h.value ->> 'ttc' < 0),
  fait AS (
    SELECT * FROM rendu UNION ALL SELECT a.id, a.jour, 100000 FROM avoir a WHERE a.id NOT IN (SELECT id FROM rendu)),
  payee AS (
    SELECT a.id, NULL AS "MandantId", 0 AS rang, 1 AS num, 1 AS den FROM avoir a WHERE a."DossierId" IS NOT NULL
    UNION ALL SELECT a.id, pm."ClientId", min(pm.rang), CAST(round(sum(1.0 * t.poids * pm.num / pm.den)) AS integer), 1
      FROM avoir a JOIN fait t ON t.id = a.id JOIN ${partsMandat} pm ON ${partsDuFait}
      WHERE a."DossierId" IS NULL AND pm.num > 0 GROUP BY a.id, pm."ClientId"
    UNION ALL SELECT a.id, iif(count(*) = 1, max(mc."ClientId"), NULL), 0, iif(count(*) = 1, 1, NULL), 1
      FROM avoir a JOIN ${missionClients} mc ON mc."MissionId" = a."MissionId"
      WHERE a."DossierId" IS NULL AND NOT EXISTS (SELECT 1 FROM fait t JOIN ${partsMandat} pm ON ${partsDuFait} WHERE t.id = a.id) GROUP BY a.id)`;

/** Credit notes as they were read, with the condition that nothing changed since. */
export interface AvoirsLus {
  payees: readonly PayeeLue[];
  /** True while the sum left of each credit note, and its mandate, are as they were read. */
  inchanges: SQL;
}

/**
 * Reads credit notes of fees to pay back, with all the data that decide whether each may be paid.
 * @param lesquels a condition on `f`, the credit notes
 * @param sauf the batch under control: its own transfers do not count as payments
 */
export async function lireAvoirsDus(
  { db, now }: Pick<Contexte, "db" | "now">,
  { lesquels, sauf = null }: { lesquels: SQL; sauf?: number | null },
): Promise<AvoirsLus> {
  const instant = now.toISOString();
  const beneficiaire = duDebiteur({
    LocataireId: sql`o."LocataireId"`,
    MissionId: sql`a."MissionId"`,
    ClientId: sql`p."MandantId"`,
  });
  const payeesLues = await db.all<PayeeLue>(sql`${payees(lesquels)}
    SELECT a.id AS "FactureHonorairesId", p."MandantId", a."MissionId", a."DossierId", o."LocataireId", a.numero, a.quoi, a.version,
      a.reste, p.num, p.den, cl.titre, cl.qualite, cl.nom, cl.prenom,
      (SELECT coalesce(0 - sum(r.montant), 0) FROM ${reglementsHonoraires} r JOIN ${virements} v ON v.id = r."VirementId"
        WHERE r."annuleLe" IS NULL AND v."FactureHonorairesId" = a.id AND v."MandantId" IS p."MandantId") AS "dejaVire",
      EXISTS (SELECT 1 FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId" AND r.etat <> 'a_valider'
        WHERE v."FactureHonorairesId" = a.id AND v."MandantId" IS p."MandantId" AND v.etat = 'emis' AND r.id <> ${sauf ?? 0}) AS "dejaParti",
      iif(o.id IS NULL, '[]', ${defuntsDuBail}) AS defunts, ${virementsDe("avoir", sauf)}, ${colonnesDues(beneficiaire, instant)}
    FROM avoir a JOIN payee p ON p.id = a.id LEFT JOIN ${dossiers} o ON o.id = a."DossierId"
    LEFT JOIN ${clients} cl ON cl.id = p."MandantId" ${coordonneesDues(beneficiaire, instant)}
    WHERE a.reste > 0 ORDER BY a.id, p.rang, p."MandantId"`);
  const avoirsLus = JSON.stringify(
    payeesLues.map(({ FactureHonorairesId: id, reste, version }) => ({ id, reste, version })),
  );
  return {
    payees: payeesLues,
    inchanges: sql`NOT EXISTS (SELECT 1 FROM json_each(${avoirsLus}) lu JOIN ${facturesHonoraires} f ON f.id = lu.value ->> 'id'
      JOIN ${missions} m ON m.id = f."MissionId"
      WHERE ${aRendre} IS NOT lu.value ->> 'reste' OR m."versionDuCompte" <> lu.value ->> 'version')`,
  };
}

/** Credit notes, as the control of a batch takes them: the sum still due to each payee. */
export const avoirsDus = ({ payees: lues }: Pick<AvoirsLus, "payees">): AvoirDu[] =>
  [...Map.groupBy(lues, ({ FactureHonorairesId }) => FactureHonorairesId).values()].flatMap(
    (payeesDeLAvoir) => {
      const partsNotees = payeesDeLAvoir.flatMap(({ num, den, dejaVire }) =>
        num === null || den === null ? [] : [{ num, den, dejaVire }],
      );
      const reste = payeesDeLAvoir[0]?.reste ?? 0;
      const parts = partsDAvoir(reste, partsNotees);
      return payeesDeLAvoir.flatMap((payee, rang): AvoirDu[] => {
        const partDite = payee.num !== null;
        const montant = partDite ? (parts[rang] ?? 0) : reste;
        return montant === 0 ? [] : [{ ...dueDe(payee), partDite, montant }];
      });
    },
  );

const dueDe = ({
  titre,
  qualite,
  nom,
  prenom,
  defunts,
  dejaParti,
  ...payee
}: PayeeLue): Omit<AvoirDu, "partDite" | "montant"> => ({
  ...payee,
  nom: nom === null ? payee.quoi : nomComplet({ titre, qualite, nom, prenom }),
  dejaParti: dejaParti === 1,
  defunts: defuntsLus(defunts),
  coordonnees: coordonneesLuesDe(payee),
});
