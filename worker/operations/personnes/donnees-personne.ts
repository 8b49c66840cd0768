import { type SQL, sql } from "drizzle-orm";
import { type DocumentSigne, EXEMPLAIRES_SIGNES } from "#domain/fichiers/document.ts";
import type { GenreDePersonne, PersonneDesignee } from "#domain/personnes/personne.ts";

/**
 * The rows about a person, as one condition per table (personnes/README §9.15): the rows linked to the person today,
 * and the rows linked in the past, which `Rattachement` names. A row that is now about somebody else is left out.
 */
export function lignesDe({ personne, id }: PersonneDesignee) {
  const seulement = (genre: PersonneDesignee["personne"], ids: SQL) =>
    personne === genre ? ids : AUCUN;
  const attaches = (entite: string) => sql`SELECT "entiteId" FROM "Rattachement"
    WHERE personne = ${personne} AND "personneId" = ${id} AND entite = ${entite}`;
  /** Whether the row is also about somebody else who is not erased. */
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
          OR (coalesce("LocataireId", "ClientId") IS NULL
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

  const demandes = sql`SELECT d.id FROM "DemandeSignature" d WHERE d."DossierId" IN (${dossiers})
    OR (d.entite = 'Caution' AND d."entiteId" IN (${cautions})) OR d."MissionId" IN (${missions})
    OR (d.entite = 'Intendance' AND d."entiteId" IN (${intendances}))`;

  const fiches = sql`SELECT ${personne} AS entite, ${id} AS id
    UNION ALL SELECT 'Dossier', * FROM (${dossiers})
    UNION ALL SELECT 'Caution', * FROM (${cautions})
    UNION ALL SELECT 'EtatLieux', * FROM (${etatsLieux})
    UNION ALL SELECT 'LoyerHistorique', id FROM "LoyerHistorique" WHERE "DossierId" IN (${dossiers})
    UNION ALL SELECT 'PlanApurement', id FROM "PlanApurement" WHERE "DossierId" IN (${dossiers})
    UNION ALL SELECT 'Fichier', * FROM (${fichiers})
    UNION ALL SELECT 'Mission', * FROM (${missions})
    UNION ALL SELECT 'Intendance', * FROM (${intendances})
    ${sql.join(disparues, sql` `)}`;
  const desFiches = (table: SQL) => sql`(${table}.entite, ${table}."entiteId") IN (${fiches})`;
  const attachees = (table: string) => sql`${sql.identifier(table)}.id IN (${attaches(table)})`;
  const quitances = seulement(
    "Locataire",
    sql`SELECT id FROM "Quitance" WHERE "LocataireId" = ${id}`,
  );
  const reglements = sql`SELECT id FROM "Reglement" WHERE "DossierId" IN (${dossiers})`;
  const nommant = attachees("Document");
  const gardes =
    personne === "Locataire"
      ? sql`false`
      : sql`(${nommant} AND "Document".entite <> ${personne} AND ${sansExemplaireSigne}
          AND ${partage("Document", sql`"Document".id`)})`;
  const documents = sql`${nommant} AND NOT ${gardes} AND "Document"."PieceId" IS NULL`;
  const remplacements = desFiches(sql`"Remplacement"`);
  const storedFiles = (dont: SQL) => sql`"StoredFile".id IN (
      SELECT "StoredFileId" FROM "Fichier" WHERE id IN (${fichiers})
      UNION SELECT "StoredFileId" FROM "Document" WHERE ${dont}
      UNION SELECT "StoredFileId" FROM "Remplacement" WHERE ${remplacements}
      UNION SELECT "contratLocationId" FROM "Dossier" WHERE id IN (${dossiers})
      UNION SELECT "inventaireEntreeId" FROM "Dossier" WHERE id IN (${dossiers})
      UNION SELECT "inventaireSortieId" FROM "Dossier" WHERE id IN (${dossiers})
      UNION SELECT "acteCautionnementSignedId" FROM "Caution" WHERE id IN (${cautions})
      UNION SELECT "signedId" FROM "EtatLieux" WHERE id IN (${etatsLieux})
      UNION SELECT "signedId" FROM "LoyerHistorique" WHERE "DossierId" IN (${dossiers})
      UNION SELECT "signedId" FROM "PlanApurement" WHERE "DossierId" IN (${dossiers})
      UNION SELECT "StoredFileId" FROM "PhotoConstat" WHERE "EtatLieuxId" IN (${etatsLieux})
      UNION SELECT "VignetteId" FROM "PhotoConstat" WHERE "EtatLieuxId" IN (${etatsLieux})
      UNION SELECT "StoredFileId" FROM "DemandeSignature" WHERE id IN (${demandes})
      UNION SELECT "BlocsId" FROM "DemandeSignature" WHERE id IN (${demandes})
      UNION SELECT "ScelleId" FROM "DemandeSignature" WHERE id IN (${demandes})
      UNION SELECT "ordreMissionId" FROM "Mission" WHERE id IN (${missions})
      UNION SELECT "ordreMissionId" FROM "Intendance" WHERE id IN (${intendances})
      UNION SELECT "factureId" FROM "Intendance" WHERE id IN (${intendances}))`;

  return {
    personne: sql`${sql.identifier(personne)}.id = ${id}`,
    dossiers: sql`"Dossier".id IN (${dossiers})`,
    cautions: sql`"Caution".id IN (${cautions})`,
    departs: sql`"Depart"."DossierId" IN (${dossiers})`,
    revisions: sql`"Revision"."DossierId" IN (${dossiers})`,
    /**
     * The requests for an owner’s agreement, with his answers, are data on the owner alone, not on the tenant whose
     * rent is revised.
     */
    accordsRevision: {
      Client: sql`"AccordRevision"."ClientId" = ${id}`,
      Locataire: sql`false`,
      Caution: sql`false`,
    }[personne],
    decomptes: sql`"Decompte"."DossierId" IN (${dossiers})`,
    loyers: sql`"LoyerHistorique"."DossierId" IN (${dossiers})`,
    soldesDepart: sql`"SoldeDepart"."DepartId" IN (SELECT id FROM "Depart" WHERE "DossierId" IN (${dossiers}))`,
    coordonneesBancaires: {
      Locataire: sql`"CoordonneesBancaires"."LocataireId" = ${id}`,
      Client: sql`"CoordonneesBancaires"."ClientId" = ${id}`,
      Caution: sql`false`,
    }[personne],
    avancesRendues: sql`"AvanceRendue"."DossierId" IN (${dossiers})`,
    virements: sql`("Virement"."SoldeDepartId" IN (SELECT s.id FROM "SoldeDepart" s JOIN "Depart" d ON d.id = s."DepartId"
        WHERE d."DossierId" IN (${dossiers}))
      OR "Virement"."AvanceRendueId" IN (SELECT id FROM "AvanceRendue" WHERE "DossierId" IN (${dossiers}))
      OR "Virement"."FactureHonorairesId" IN (SELECT id FROM "FactureHonoraires" WHERE "DossierId" IN (${dossiers})))`,
    etatsLieux: sql`"EtatLieux".id IN (${etatsLieux})`,
    photosConstat: sql`"PhotoConstat"."EtatLieuxId" IN (${etatsLieux})`,
    demandesSignature: sql`"DemandeSignature".id IN (${demandes})`,
    /**
     * The traces that the person left as a signer; and, for papers made from the person's own records, the traces of
     * the other signers.
     */
    signataires: sql`"Signataire".role <> 'agence' AND ("Signataire"."DemandeSignatureId" IN (${demandes})
      OR ("Signataire".personne = ${personne} AND "Signataire"."personneId" = ${id}))`,
    complementsConstat: sql`"ComplementConstat"."EtatLieuxId" IN (${etatsLieux})`,
    fichiers: sql`"Fichier".id IN (${fichiers})`,
    missions: sql`"Mission".id IN (${missions})`,
    actesMandat: sql`"ActeMandat".id IN (${seulement("Client", actesSignes(id))})`,
    quitances: sql`"Quitance".id IN (${quitances})`,
    /** The receipts whose PDF names the person. */
    quitancesNommant: {
      Locataire: sql`"Quitance"."LocataireId" = ${id}`,
      Client: sql`"Quitance"."ClientId" = ${id} OR "Quitance"."DossierId" IN (${attaches("Dossier")})`,
      Caution: sql`false`,
    }[personne],
    /** The mails of documents sent to the person, whatever the record, and the history lines about these mails. */
    ...recus({ personne, id }, fiches, cautions),
    courriels: sql`"Courriel"."QuitanceId" IN (${quitances})
      OR ${desFiches(sql`"Courriel"`)} OR ${attachees("Courriel")}`,
    documents,
    /** The documents that stay with the other persons whom they bind, because no signed copy is kept in their place. */
    documentsGardes: gardes,
    documentsNommant: nommant,
    remplacements,
    changements: desFiches(sql`"Changement"`),
    /**
     * The acts of staff on the deadlines of these records (put off, marked done, given to an account), found by the
     * keys of the deadlines.
     */
    gestes: sql`EXISTS (SELECT 1 FROM (${fiches}
        UNION ALL SELECT 'Depart', id FROM "Depart" WHERE "DossierId" IN (${dossiers})) fiche
      WHERE "SuiviGeste".cle LIKE '%:' || fiche.entite || ':' || fiche.id || ':%')`,
    importFiches: desFiches(sql`"ImportFiche"`),
    history: sql`${desFiches(sql`"History"`)} OR ${attachees("History")}`,
    /**
     * The history lines with the reason why a receipt was cancelled or a payment taken back, or with a comment on a
     * receipt or a payment.
     */
    motifs: sql`(("History".entite = 'Quitance' AND "History"."entiteId" IN (${quitances}))
        OR ("History".entite = 'Reglement' AND "History"."entiteId" IN (${reglements})))
      AND coalesce("History".details -> '$.motif', "History".details -> '$.commentaire') IS NOT NULL`,
    comptes: comptesDe(dossiers, cautions, reglements),
    /** The files deleted with the person, and the files named after the person that others keep as evidence. */
    storedFiles: storedFiles(documents),
    storedFilesNommant: storedFiles(nommant),
  };
}

/** The records about a person of each kind, apart from the person's own record. */
const FICHES_DE = {
  Locataire: ["Dossier", "Caution", "EtatLieux", "Fichier"],
  Client: ["Mission", "Intendance", "Fichier"],
  Caution: [],
} as const satisfies Record<GenreDePersonne, readonly string[]>;

/** An empty set of identifiers. Its column is named `id`, otherwise SQL would read « id » in an outer query. */
const AUCUN = sql`SELECT 0 AS id WHERE false`;

/** The conditions on the rows of the accounts of these leases, table by table. */
const comptesDe = (dossiers: SQL, cautions: SQL, reglements: SQL) => ({
  reglements: sql`"Reglement".id IN (${reglements})`,
  echeances: sql`"Echeance"."DossierId" IN (${dossiers})`,
  lignesReleve: lignesReleve(dossiers, reglements),
  /** Whether a bank line also paid for somebody else. */
  lignesPartagees: sql`EXISTS (SELECT 1 FROM "Reglement" autre
    WHERE (autre."LigneReleveId" = "LigneReleve".id OR autre."LigneRejetId" = "LigneReleve".id)
      AND ${vivant(sql`autre."DossierId"`, dossiers)})`,
  relances: sql`("Relance"."DossierId" IN (${dossiers}) OR "Relance"."CautionId" IN (${cautions}))`,
  pauses: sql`"Pause"."DossierId" IN (${dossiers})`,
  plansApurement: sql`"PlanApurement"."DossierId" IN (${dossiers})`,
  payeursConnus: sql`"PayeurConnu"."DossierId" IN (${dossiers})`,
  /** The documents by which owners give up a debt: they stay with the payment, under a neutral name. */
  abandons: sql`"StoredFile".id IN (
    SELECT "StoredFileId" FROM "Reglement" WHERE id IN (${reglements}) AND "StoredFileId" IS NOT NULL)`,
});

/** The acts of mandates that an owner signed, alone or with others: each act names its parties. */
const actesSignes = (id: number) => sql`SELECT acte.id FROM "ActeMandat" acte,
    json_each(coalesce(acte.contenu -> '$.mandat.mandants', acte.contenu -> '$.avenant.mandants')) partie
  WHERE partie.value ->> 'id' = ${id}`;

/** The condition that the dossier is that of another tenant, who was not erased. */
const vivant = (dossier: SQL, dossiers: SQL) => sql`${dossier} NOT IN (${dossiers})
  AND NOT EXISTS (SELECT 1 FROM "Dossier" d JOIN "Effacement" efface
    ON efface.personne = 'Locataire' AND efface."personneId" = d."LocataireId" WHERE d.id = ${dossier})`;

/**
 * The bank lines of these payments, refused payments included, and the other lines of bank accounts that paid for
 * these dossiers only.
 */
function lignesReleve(dossiers: SQL, reglements: SQL): SQL {
  const liees = sql`SELECT "LigneReleveId" AS id FROM "Reglement" WHERE id IN (${reglements}) AND "LigneReleveId" IS NOT NULL
    UNION SELECT "LigneRejetId" FROM "Reglement" WHERE id IN (${reglements}) AND "LigneRejetId" IS NOT NULL`;
  const comptes = sql`SELECT empreinte FROM "PayeurConnu" WHERE "DossierId" IN (${dossiers})
    UNION SELECT "payeurEmpreinte" FROM "LigneReleve" WHERE id IN (${liees})`;
  const autres = sql`SELECT empreinte FROM "PayeurConnu" WHERE ${vivant(sql`"DossierId"`, dossiers)}
    UNION SELECT l."payeurEmpreinte" FROM "Reglement" r JOIN "LigneReleve" l ON l.id = r."LigneReleveId"
      WHERE l."payeurEmpreinte" IN (${comptes}) AND ${vivant(sql`r."DossierId"`, dossiers)}`;
  return sql`("LigneReleve".id IN (${liees})
    OR ("LigneReleve"."payeurEmpreinte" IN (${comptes}) AND "LigneReleve"."payeurEmpreinte" NOT IN (${autres})))`;
}

/**
 * The mails of documents sent to an address of the person, or of the guarantors erased with a tenant, whatever the
 * record; and the history lines about these mails. Present addresses count, and former ones found in the history. An
 * address shared with another person, not erased, or with the agency does not count.
 */
function recus({ personne, id }: PersonneDesignee, fiches: SQL, cautions: SQL) {
  const lui = sql`SELECT ${personne}, ${id} UNION ALL SELECT 'Caution', id FROM (${cautions})`;
  const adresses = sql`SELECT adresse FROM (
      SELECT adresse FROM "Adresse" WHERE (personne, "personneId") IN (${lui})
      UNION SELECT lower(dit.value) FROM "History" h, json_tree(h.details) dit
        WHERE (h.entite, h."entiteId") IN (
            SELECT entite, id FROM (${fiches}) WHERE entite IN ('Locataire', 'Client', 'Caution'))
          AND dit.type = 'text' AND dit.value LIKE '%_@_%')
    WHERE adresse NOT IN (SELECT adresse FROM "Adresse"
        WHERE (personne, "personneId") NOT IN (${lui}) AND adresse IS NOT NULL)
      AND adresse NOT IN (SELECT lower(email) FROM "User"
        UNION SELECT lower(valeur) FROM "Variable" WHERE valeur LIKE '%@%')`;
  return {
    courrielsRecus: sql`"Courriel".entite IS NOT NULL AND EXISTS (
      SELECT 1 FROM json_each("Courriel".destinataires) a WHERE lower(a.value) IN (${adresses}))`,
    historyRecus: sql`"History".id IN (
      SELECT h.id FROM (SELECT DISTINCT entite, "entiteId" FROM "Courriel" WHERE entite IS NOT NULL) envoi
      JOIN "History" h ON h.entite = envoi.entite AND h."entiteId" = envoi."entiteId"
      JOIN (${adresses}) a ON instr(', ' || lower(h.details ->> '$.destinataires') || ',', ', ' || a.adresse || ',') > 0
      WHERE h.etat = 'Document envoyé')`,
  };
}

/** Whether the record of a generated document holds no signed copy of its kind; false for a kind that nobody signs. */
const sansExemplaireSigne = sql`coalesce(CASE "Document".type ${sql.join(
  Object.entries(EXEMPLAIRES_SIGNES).map(
    ([type, exemplaire]) => sql`WHEN ${type} THEN (${signatureAbsente(exemplaire)})`,
  ),
  sql` `,
)} END, false)`;

function signatureAbsente({ entite, champ, par }: DocumentSigne): SQL {
  const table = sql.identifier(entite);
  const vide = sql`${table}.${sql.identifier(`${champ}Id`)} IS NULL`;
  // A document does not name its avenant or payment plan: all stay until the dossier has as many signed copies as
  // documents.
  if (par === "DossierId")
    return sql`SELECT count(*) < (SELECT count(*) FROM "Document" fait
        WHERE fait.type = "Document".type AND fait."entiteId" = "Document"."entiteId")
      FROM ${table} WHERE "DossierId" = "Document"."entiteId" AND NOT ${vide}`;
  return par
    ? sql`SELECT coalesce((SELECT ${vide} FROM ${table} WHERE id = fiche.${sql.identifier(`${par}Id`)}), true)
        FROM "Dossier" fiche WHERE fiche.id = "Document"."entiteId"`
    : sql`SELECT ${vide} FROM ${table} WHERE id = "Document"."entiteId"`;
}
