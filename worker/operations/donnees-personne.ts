import { type SQL, sql } from "drizzle-orm";
import type { GenreDePersonne, PersonneDesignee } from "#domain/personne.ts";

/**
 * The rows that tell of one person, each as the condition that finds them in its table: those that are the person's
 * today, and those that were and have since been deleted, detached or moved, which `Rattachement` names (domain/README
 * §9.15). A row that is now about somebody else is that person's.
 */
export function lignesDe({ personne, id }: PersonneDesignee) {
  const seulement = (genre: PersonneDesignee["personne"], ids: SQL) =>
    personne === genre ? ids : AUCUN;
  const attaches = (entite: string) => sql`SELECT "entiteId" FROM "Rattachement"
    WHERE personne = ${personne} AND "personneId" = ${id} AND entite = ${entite}`;
  /** Somebody else, not erased, had it too. */
  const partage = (entite: string, fiche: SQL) => sql`EXISTS (SELECT 1 FROM "Rattachement" autre
    WHERE autre.entite = ${entite} AND autre."entiteId" = ${fiche}
      AND autre.personne IN ('Locataire', 'Client')
      AND (autre.personne, autre."personneId") <> (${personne}, ${id})
      AND NOT EXISTS (SELECT 1 FROM "Effacement" efface
        WHERE efface.personne = autre.personne AND efface."personneId" = autre."personneId"))`;
  const disparues = FICHES_DE[personne].map(
    (entite) => sql`UNION ALL SELECT ${entite}, "entiteId" FROM (${attaches(entite)})
      WHERE "entiteId" NOT IN (SELECT id FROM ${sql.identifier(entite)})`,
  );

  const dossiers = seulement(
    "Locataire",
    sql`SELECT id FROM "Dossier" WHERE "LocataireId" = ${id}`,
  );
  const cautions =
    personne === "Caution"
      ? sql`SELECT id FROM "Caution" WHERE id = ${id}`
      : seulement(
          "Locataire",
          sql`SELECT id FROM "Caution" WHERE "DossierId" IN (${dossiers})
            OR ("DossierId" IS NULL AND id IN (${attaches("Caution")})
              AND NOT ${partage("Caution", sql`"Caution".id`)})`,
        );
  const etatsLieux = seulement(
    "Locataire",
    sql`SELECT "etatInId" FROM "Dossier" WHERE "LocataireId" = ${id} AND "etatInId" IS NOT NULL
      UNION SELECT "etatOutId" FROM "Dossier" WHERE "LocataireId" = ${id} AND "etatOutId" IS NOT NULL
      UNION SELECT id FROM "EtatLieux" WHERE id IN (${attaches("EtatLieux")})
        AND NOT EXISTS (SELECT 1 FROM "Dossier" WHERE "etatInId" = "EtatLieux".id)
        AND NOT EXISTS (SELECT 1 FROM "Dossier" WHERE "etatOutId" = "EtatLieux".id)`,
  );
  const porteur = sql.identifier(`${personne}Id`);
  const fichiers =
    personne === "Caution"
      ? AUCUN
      : sql`SELECT id FROM "Fichier" WHERE ${porteur} = ${id}
          OR (coalesce("LocataireId", "ClientId", "AppartementId") IS NULL
            AND id IN (${attaches("Fichier")}) AND NOT ${partage("Fichier", sql`"Fichier".id`)})`;
  const missions = seulement(
    "Client",
    sql`SELECT id FROM "Mission" WHERE (id IN (${attaches("Mission")})
        OR id IN (SELECT "MissionId" FROM "MissionClient" WHERE "ClientId" = ${id}))
      AND NOT EXISTS (SELECT 1 FROM "MissionClient" autre
        WHERE autre."MissionId" = "Mission".id AND autre."ClientId" <> ${id}
          AND NOT EXISTS (SELECT 1 FROM "Effacement" efface
            WHERE efface.personne = 'Client' AND efface."personneId" = autre."ClientId"))
      AND NOT ${partage("Mission", sql`"Mission".id`)}`,
  );
  const intendances = seulement(
    "Client",
    sql`SELECT id FROM "Intendance" WHERE id IN (${attaches("Intendance")})
      AND NOT ${partage("Intendance", sql`"Intendance".id`)}`,
  );

  const fiches = sql`SELECT ${personne} AS entite, ${id} AS id
    UNION ALL SELECT 'Dossier', * FROM (${dossiers})
    UNION ALL SELECT 'Caution', * FROM (${cautions})
    UNION ALL SELECT 'EtatLieux', * FROM (${etatsLieux})
    UNION ALL SELECT 'Fichier', * FROM (${fichiers})
    UNION ALL SELECT 'Mission', * FROM (${missions})
    UNION ALL SELECT 'Intendance', * FROM (${intendances})
    ${sql.join(disparues, sql` `)}`;
  const siennes = (table: SQL) => sql`(${table}.entite, ${table}."entiteId") IN (${fiches})`;
  const attachees = (table: string) => sql`${sql.identifier(table)}.id IN (${attaches(table)})`;
  const quitances = seulement(
    "Locataire",
    sql`SELECT id FROM "Quitance" WHERE "LocataireId" = ${id}`,
  );
  const documents = attachees("Document");
  const remplacements = siennes(sql`"Remplacement"`);

  return {
    personne: sql`${sql.identifier(personne)}.id = ${id}`,
    dossiers: sql`"Dossier".id IN (${dossiers})`,
    cautions: sql`"Caution".id IN (${cautions})`,
    etatsLieux: sql`"EtatLieux".id IN (${etatsLieux})`,
    fichiers: sql`"Fichier".id IN (${fichiers})`,
    missions: sql`"Mission".id IN (${missions})`,
    quitances: sql`"Quitance".id IN (${quitances})`,
    /** Their PDF names the person. */
    quitancesNommant: {
      Locataire: sql`"Quitance"."LocataireId" = ${id}`,
      Client: sql`"Quitance"."ClientId" = ${id} OR "Quitance"."DossierId" IN (${attaches("Dossier")})`,
      Caution: sql`false`,
    }[personne],
    courriels: sql`"Courriel"."QuitanceId" IN (${quitances})
      OR ${siennes(sql`"Courriel"`)} OR ${attachees("Courriel")}`,
    documents,
    remplacements,
    changements: siennes(sql`"Changement"`),
    history: sql`${siennes(sql`"History"`)} OR ${attachees("History")}`,
    /** The lines that tell why a receipt was cancelled. */
    motifs: sql`"History".entite = 'Quitance' AND "History"."entiteId" IN (${quitances})
      AND "History".details -> '$.motif' IS NOT NULL`,
    storedFiles: sql`"StoredFile".id IN (
      SELECT "StoredFileId" FROM "Fichier" WHERE id IN (${fichiers})
      UNION SELECT "StoredFileId" FROM "Document" WHERE ${documents}
      UNION SELECT "StoredFileId" FROM "Remplacement" WHERE ${remplacements}
      UNION SELECT "contratLocationId" FROM "Dossier" WHERE id IN (${dossiers})
      UNION SELECT "inventaireEntreeId" FROM "Dossier" WHERE id IN (${dossiers})
      UNION SELECT "inventaireSortieId" FROM "Dossier" WHERE id IN (${dossiers})
      UNION SELECT "acteCautionnementSignedId" FROM "Caution" WHERE id IN (${cautions})
      UNION SELECT "signedId" FROM "EtatLieux" WHERE id IN (${etatsLieux})
      UNION SELECT "ordreMissionId" FROM "Mission" WHERE id IN (${missions})
      UNION SELECT "ordreMissionId" FROM "Intendance" WHERE id IN (${intendances}))`,
  };
}

/** The records that are about one such person first, besides the person's own. */
const FICHES_DE = {
  Locataire: ["Dossier", "Caution", "EtatLieux", "Fichier"],
  Client: ["Mission", "Intendance", "Fichier"],
  Caution: [],
} as const satisfies Record<GenreDePersonne, readonly string[]>;

const AUCUN = sql`SELECT 0 WHERE false`;
