import { type SQL, sql } from "drizzle-orm";
import { ajouterJours, type Jour, type Mois, moisDe } from "#domain/dates.ts";
import type { TYPES_MISSION } from "#domain/missions/mission.ts";
import { echeancesDeVersement, echeancesDuMandat } from "#domain/suivi/mandats.ts";
import { dernierMoisRendu } from "#worker/db/conditions.ts";
import { estDeLArgent } from "#worker/db/conditions-comptes.ts";
import { compteAttendu } from "#worker/operations/gerance/cloture/mandats-sans-compte.ts";
import {
  finDuMandat,
  fondsConvenus,
  mandatArrete,
} from "#worker/operations/gerance/livres/fonds.ts";
import { DOSSIERS, duDossier, type SujetLu, source } from "./source.ts";

interface MandatLu extends SujetLu {
  id: number;
  type: (typeof TYPES_MISSION)[number];
  dateSignature: Jour;
  duree: number | null;
  consommateur: number;
  fondsDepuis: Jour | null;
  dernierMoisRendu: Mois | null;
  finNotee: Jour | null;
}

/** The names of the principals of the mandate `m`. */
const mandants = sql`(SELECT group_concat(trim(c.prenom || ' ' || c.nom), ', ') FROM "MissionClient" l
  JOIN "Client" c ON c.id = l."ClientId" WHERE l."MissionId" = m.id)`;

/**
 * A condition that the agency still follows the mandate `m`: its last account is not frozen, or facts wait for a
 * compte rendu.
 */
const suivi = sql`(NOT ${mandatArrete(sql`m.id`)} OR ${compteAttendu(sql`m.id`)})`;

/** The signed management mandates that the agency still follows. */
export const MANDATS = source<MandatLu>({
  genres: ["reconduction", "mandat_fin", "reddition"],
  entite: "Mission",
  requete: ({ today }, quel) => sql`
    SELECT m.id, m.type, m."dateSignature", m.duree,
      NOT EXISTS (SELECT 1 FROM "MissionClient" l WHERE l."MissionId" = m.id)
        OR EXISTS (SELECT 1 FROM "MissionClient" l JOIN "Client" c ON c.id = l."ClientId"
          WHERE l."MissionId" = m.id AND c.qualite <> 'personne_morale') AS consommateur,
      iif(${fondsConvenus(sql`m.id`, today)} = 'agence', (SELECT min(c.depuis) FROM "ConditionsMandat" c
        WHERE c."MissionId" = m.id AND c."modeFonds" = 'agence'), NULL) AS "fondsDepuis",
      ${dernierMoisRendu(sql`m.id`)} AS "dernierMoisRendu", ${finDuMandat(sql`m.id`)} AS "finNotee",
      NULL AS "DossierId", NULL AS "AppartementId", json_array(m.id, m."gestionnaireId") AS mandat,
      NULL AS titre, NULL AS nom, NULL AS prenom, ${mandants} AS adresse, NULL AS etage
    FROM "Mission" m
    WHERE ${quel(sql`m.id`)} AND m.type = 'gestion' AND m."dateSignature" IS NOT NULL AND ${suivi}`,
  echeances: ({ consommateur, ...mandat }, { today, agence }) =>
    echeancesDuMandat(
      {
        ...mandat,
        preavis: agence.delaiPreavisMandat ?? 0,
        consommateur: Boolean(consommateur),
      },
      today,
    ),
});

interface VersementLu extends SujetLu {
  id: number;
  premierLe: Jour;
}

/** A letting is new for this many days. */
const JOURS_NOUVEAUX = 60;

const recu: SQL = sql`r.fonds = 'agence' AND r.etat IN ('recu', 'credite') AND ${estDeLArgent}`;

/** The new lettings for which the agency received money, by the end of their first month (mandats/README §12.15). */
export const VERSEMENTS = source<VersementLu>({
  genres: ["avis_versement"],
  entite: "Dossier",
  requete: ({ today }, quel) => sql`
    SELECT d.id, min(r.date) AS "premierLe", ${duDossier}
    FROM ${DOSSIERS} JOIN "Reglement" r ON r."DossierId" = d.id
    WHERE ${quel(sql`d.id`)} AND ${recu} AND d."dateDebutBail" >= ${ajouterJours(today, -JOURS_NOUVEAUX)}
      AND substr(r.date, 1, 7) <= max(substr(d."dateDebutBail", 1, 7), ${moisDe(ajouterJours(today, -JOURS_NOUVEAUX))})
    GROUP BY d.id`,
  echeances: echeancesDeVersement,
});
