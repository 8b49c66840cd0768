import { type SQL, sql } from "drizzle-orm";
import { dansMois, type Jour } from "#domain/dates.ts";
import {
  echeancesDIntendance,
  echeancesDuLogement,
  type FaitsDuLogement,
} from "#domain/suivi/logements.ts";
import { duLogement, type SujetLu, sansLocataire, source } from "./source.ts";

type LogementLu = SujetLu & FaitsDuLogement;

const DEBUT_DE_LA_METHODE_PRESENTE: Jour = "2021-07-01";

/** The first day of the next unsigned lease of the dwelling `a`; else the day its leases end, when all have an end. */
function relouerLe(today: Jour): SQL {
  const fin = sql`coalesce(d."dateSortie", d."dateFinPreavis", iif(d."dateFinBail" < ${today}, d."dateFinBail", NULL))`;
  return sql`coalesce(
    (SELECT min(d."dateDebutBail") FROM "Dossier" d WHERE d."AppartementId" = a.id AND d."dateDebutBail" >= ${today}
      AND d."contratLocationId" IS NULL),
    (SELECT iif(max(${fin} IS NULL), NULL, max(${fin})) FROM "Dossier" d WHERE d."AppartementId" = a.id))`;
}

/** The dwellings, let or under a mission, with a deadline that may fall in the window. */
export const LOGEMENTS = source<LogementLu>({
  genres: ["chaudiere", "pac", "dpe_fin", "gaz", "electricite", "plomb", "amiante", "risques"],
  entite: "Appartement",
  requete: ({ today, horizon }, quel) => {
    const ilYASixAns = dansMois(horizon, 3 - 72);
    return sql`
      SELECT a.id, a."dpeDate", a."chaudiereLe", a."pacLe", a."gazLe", a."electriciteLe", a."plombLe", a."amianteLe",
        a."risquesLe", iif(a."risquesLe" IS NULL, NULL, ${relouerLe(today)}) AS "relouerLe", ${sansLocataire}, ${duLogement}
      FROM "Appartement" a
      WHERE ${quel(sql`a.id`)} AND (a."dpeDate" < ${DEBUT_DE_LA_METHODE_PRESENTE} OR a."dpeDate" <= ${dansMois(horizon, 6 - 120)}
          OR a."chaudiereLe" < ${`${horizon.slice(0, 4)}-01-01`}
          OR min(coalesce(a."gazLe", '9999-12-31'), coalesce(a."electriciteLe", '9999-12-31'),
            coalesce(a."plombLe", '9999-12-31')) <= ${ilYASixAns}
          OR a."pacLe" <= ${dansMois(horizon, 2 - 24)} OR a."amianteLe" <= ${dansMois(horizon, 3 - 36)}
          OR a."risquesLe" IS NOT NULL)
        AND (EXISTS (SELECT 1 FROM "Dossier" d WHERE d."AppartementId" = a.id
            AND coalesce(d."dateSortie", d."dateFinBail", '9999-12-31') >= ${today})
          OR EXISTS (SELECT 1 FROM "MissionAppartement" l WHERE l."AppartementId" = a.id))`;
  },
  echeances: echeancesDuLogement,
});

interface IntendanceLue extends SujetLu {
  id: number;
  dateFin: Jour;
}

/** The caretaking missions to renew, the same as in the list of caretaking missions (missions/README §7.5). */
export const INTENDANCES = source<IntendanceLue>({
  genres: ["intendance"],
  entite: "Intendance",
  requete: ({ horizon }, quel) => sql`
    SELECT i.id, i."dateFin", ${sansLocataire}, ${duLogement}
    FROM "Intendance" i JOIN "Appartement" a ON a.id = i."AppartementId"
    WHERE ${quel(sql`i.id`)} AND i.nature = 'mission' AND NOT i.renouvele AND i."dateFin" <= ${dansMois(horizon, 1)}`,
  echeances: ({ id, dateFin }) => echeancesDIntendance({ id, dateFin, renouvele: false }),
});
