import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import { RAISON_DU_DERNIER_BAILLEUR } from "#domain/personnes/propriete.ts";
import {
  type CompteOuvert,
  type MandatCompte,
  RAISON_DU_PROPRIETAIRE,
  type Retenue,
  raisonDuLogement,
  raisonDuMandant,
} from "#domain/personnes/retenue.ts";
import { dernierMoisRendu, dossierEnCours } from "#worker/db/conditions.ts";
import { missionAppartements, missionClients, missions } from "#worker/db/schema/missions.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { dossiers, locataires, proprietes } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { compteOuvert, rendraitDesFondsTenus } from "#worker/operations/gerance/livres/fonds.ts";
import { aUnePart, partsTues } from "#worker/operations/gerance/mandats/conditions-lues.ts";

type Cote = "AppartementId" | "ClientId" | "MissionId";

/**
 * The links to read: with one identifier, all the links of that record; with two, the link between the two records.
 */
export type Liens = Partial<Record<Cote, number>>;

type LienDePropriete = Record<"AppartementId" | "ClientId", SQL | number>;

const autreProprietaire = (lien: LienDePropriete, droit = sql`true`) =>
  sql`EXISTS (SELECT 1 FROM ${proprietes} autre WHERE autre."AppartementId" = ${lien.AppartementId}
    AND autre."ClientId" <> ${lien.ClientId} AND ${droit})`;

/**
 * The condition that another owner may let the dwelling: he has more than the bare ownership, as `donneEnLocation()`
 * says.
 */
export const autreBailleur = (lien: LienDePropriete) =>
  autreProprietaire(lien, sql`autre.droit <> 'nue_propriete'`);

/**
 * The condition that this owner must stay. No other owner may let the dwelling, and the dwelling is let, has receipts,
 * or has bare owners.
 */
export const dernierRetenu = (lien: LienDePropriete, today: Jour) => sql`(
  NOT ${autreBailleur(lien)}
  AND (${autreProprietaire(lien)} OR EXISTS (SELECT 1 FROM ${dossiers} WHERE ${dossiers.AppartementId} = ${lien.AppartementId}
      AND ${dossierEnCours(today)})
    OR EXISTS (SELECT 1 FROM ${quitances} WHERE ${quitances.AppartementId} = ${lien.AppartementId})))`;

/**
 * The conditions under which a mandant cannot be removed from a mission. The first one that holds gives the reason
 * shown.
 */
export const gardesDuMandant = (
  lien: Record<"ClientId" | "MissionId", SQL | number>,
  today: Jour,
) => ({
  part: aUnePart(lien, today),
  tues: partsTues(lien.MissionId, today),
  signee: sql`EXISTS (SELECT 1 FROM ${missions} s WHERE s.id = ${lien.MissionId}
    AND s."ordreMissionId" IS NOT NULL)`,
});

const AppartementId = sql`lien."AppartementId"`;
const ClientId = sql`lien."ClientId"`;
const MissionId = sql`lien."MissionId"`;

/**
 * The links between owners, dwellings and missions that cannot be removed now, each with the reason. The calls that
 * remove a link check the same conditions.
 * @param liens one record, for all its links, or the two records of one link
 */
export async function lireRetenues(
  { db, today }: Pick<Contexte, "db" | "today">,
  liens: Liens,
): Promise<Retenue[]> {
  const demandes = Object.entries(liens);
  const parmi = (...cotes: Cote[]) =>
    demandes.every(([cote]) => cotes.includes(cote as Cote))
      ? sql.join(
          demandes.map(([cote, id]) => sql`lien.${sql.identifier(cote)} = ${id}`),
          sql` AND `,
        )
      : sql`false`;
  const garde = gardesDuMandant({ ClientId, MissionId }, today);
  const { possessions, mandants, logements } = await db.read({
    possessions: db.all<{ AppartementId: number; ClientId: number; nus: number }>(sql`
      SELECT lien."AppartementId", lien."ClientId", ${autreProprietaire({ AppartementId, ClientId })} AS nus
      FROM ${proprietes} lien
      WHERE ${parmi("AppartementId", "ClientId")} AND ${dernierRetenu({ AppartementId, ClientId }, today)}`),
    mandants: db.all<
      Record<"MissionId" | "ClientId" | "part" | "tues" | "signee", number> & MandatCompte
    >(sql`SELECT lien."MissionId", lien."ClientId", ${garde.part} AS part, ${garde.tues} AS tues,
        ${garde.signee} AS signee, ${dernierMoisRendu(MissionId)} AS rendu,
        (SELECT m."numRegistre" FROM ${missions} m WHERE m.id = ${MissionId}) AS "numRegistre"
      FROM ${missionClients} lien WHERE ${parmi("ClientId", "MissionId")}`),
    logements: db.all<{ MissionId: number; AppartementId: number }>(sql`
      SELECT lien."MissionId", lien."AppartementId" FROM ${missionAppartements} lien
      WHERE ${parmi("AppartementId", "MissionId")}
        AND ${rendraitDesFondsTenus({ MissionId, AppartementId }, today)}`),
  });
  const tenus = logements.map((lien) => lien.AppartementId);
  const ouverts =
    tenus.length === 0
      ? []
      : await db.all<CompteOuvert & { AppartementId: number }>(sql`
          SELECT d."AppartementId", d.id AS "DossierId", l.titre, l.nom, l.prenom
          FROM ${dossiers} d JOIN ${locataires} l ON l.id = d."LocataireId"
          WHERE d."AppartementId" IN (SELECT value FROM json_each(${JSON.stringify(tenus)}))
            AND ${compteOuvert(sql`d.id`)} ORDER BY d.id DESC`);
  const du = (id: number) => ouverts.filter((compte) => compte.AppartementId === id);
  return [
    ...possessions.map(({ nus, ...lien }) => ({
      ...lien,
      MissionId: null,
      raison: nus === 1 ? RAISON_DU_DERNIER_BAILLEUR : RAISON_DU_PROPRIETAIRE,
      DossierId: null,
    })),
    ...logements.map((lien) => ({
      ...lien,
      ClientId: null,
      raison: raisonDuLogement(du(lien.AppartementId)),
      DossierId: du(lien.AppartementId)[0]?.DossierId ?? null,
    })),
    ...mandants.flatMap(({ part, tues, signee, numRegistre, rendu, ...lien }) => {
      const raison = raisonDuMandant({ part, tues, signee, numRegistre, rendu });
      return raison ? [{ ...lien, AppartementId: null, raison, DossierId: null }] : [];
    }),
  ];
}

/**
 * Refuses to remove a link that must stay.
 * @throws Conflict with the reason that {@link lireRetenues} gives, when the link must stay.
 */
export async function refuser(ctx: Pick<Contexte, "db" | "today">, lien: Liens): Promise<void> {
  const [retenue] = await lireRetenues(ctx, lien);
  if (retenue) throw new Conflict(retenue.raison);
}
