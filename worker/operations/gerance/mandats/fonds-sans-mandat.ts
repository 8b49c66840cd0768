import { sql } from "drizzle-orm";
import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { FONDS_SANS_MANDAT } from "#domain/gerance/locataires/reglement.ts";
import { formatEuros } from "#domain/montants.ts";
import { mandatNonInscrit } from "#worker/db/conditions.ts";
import { reglements } from "#worker/db/schema/gerance.ts";
import { missionAppartements, missionClients, missions } from "#worker/db/schema/missions.ts";
import { clients, dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { fondsDe, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";

/**
 * Controls that the agency received no rent under a mandate that is not in the register (décret n° 72-678, art. 64 and
 * 65; livres/README §12.1). Money that the bank shows is never refused: the mandate is to be signed and registered.
 */
export async function controlerFonds({ db }: Pick<Contexte, "db">): Promise<Controle> {
  const recus = await db.all<{
    MissionId: number;
    mandants: string | null;
    combien: number;
    montant: number;
  }>(sql`
    SELECT m.id AS "MissionId", count(*) AS combien, sum(r.montant) / 100.0 AS montant,
      (SELECT group_concat(trim(c.prenom || ' ' || c.nom), ', ') FROM ${missionClients} lien
        JOIN ${clients} c ON c.id = lien."ClientId" WHERE lien."MissionId" = m.id) AS mandants
    FROM ${missions} m JOIN ${missionAppartements} l ON l."MissionId" = m.id
    JOIN ${dossiers} d ON d."AppartementId" = l."AppartementId"
    JOIN ${reglements} r ON r."DossierId" = d.id AND r.etat IN ('recu', 'credite') AND r.fonds = 'agence'
    WHERE m.type = 'gestion' AND ${mandatNonInscrit} AND m.id = ${mandatDe(sql`d."AppartementId"`)}
      AND ${fondsDe(sql`m.id`, sql`r.date`)} = 'agence'
    GROUP BY m.id ORDER BY m.id`);
  return {
    nom: "Fonds reçus sous un mandat inscrit",
    etat: etatSelon(recus.length),
    lignes: recus.length,
    unite: ["mandat à inscrire", "mandats à inscrire"],
    detail:
      recus.length === 0
        ? "Aucun loyer reçu sans mandat écrit"
        : FONDS_SANS_MANDAT.replace("celui de ce logement ne l’est pas", "ceux-ci ne le sont pas"),
    ruptures: recus
      .slice(0, RUPTURES_MONTREES)
      .map(({ MissionId, mandants, combien, montant }) => ({
        motif: `${mandants ?? `Mission ${MissionId}`}\u00A0: ${combien} règlement${combien > 1 ? "s" : ""}, ${formatEuros(montant)}`,
        MissionId,
      })),
  };
}
