import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type CleAgence, REGLAGES } from "#domain/agence/agence.ts";
import type { StatutAppartement } from "#domain/biens/appartement.ts";
import { dansMois, dernierJour, type Jour, type Mois, premierJour } from "#domain/dates.ts";
import { MAIL_EFFACE } from "#domain/personnes/personne.ts";
import { rolesPour } from "#domain/profils/droits.ts";
import { effacements, users, variables } from "./schema/agence.ts";
import { clesLots, clesRepartition, depensesImmeuble, relevesCompteurs } from "./schema/charges.ts";
import { departs, soldesDepart } from "./schema/departs.ts";
import {
  comptesRendus,
  coordonneesBancaires,
  facturesHonoraires,
  fournisseurs,
  partsMandat,
  registreMandats,
  virements,
} from "./schema/mandants.ts";
import {
  accomptes,
  intendances,
  missionAppartements,
  missionClients,
  missions,
} from "./schema/missions.ts";
import { quitances } from "./schema/quittances.ts";
import {
  appartements,
  cautions,
  clients,
  dossiers,
  etatsLieux,
  fichiers,
  immeubles,
  locataires,
  proprietes,
} from "./schema/schema.ts";
import { complementsConstat, photosConstat } from "./schema/terrain.ts";

/**
 * SQL twins of rules of the domain, with which the database filters lists. A twin without a comment has the name of
 * its rule. A test compares every twin with its rule on random rows. Names are in French, as in the domain.
 */

/** A condition that the record has no former file kept as evidence. */
const sansVersion = (entite: string, id: SQLiteColumn): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM "Remplacement" garde WHERE garde.entite = ${entite} AND garde."entiteId" = ${id})`;

/**
 * A condition that the mandate must be kept: the books or the register name it, it has an account for its owners
 * (even a draft), or its owners have bank details.
 */
export const mandatTenu = (MissionId: SQLiteColumn | SQL): SQL =>
  sql`(EXISTS (SELECT 1 FROM "Ligne" tenue WHERE tenue.mandat = ${MissionId})
    OR EXISTS (SELECT 1 FROM ${coordonneesBancaires} tenues WHERE tenues."MissionId" = ${MissionId})
    OR EXISTS (SELECT 1 FROM ${comptesRendus} rendu WHERE rendu."MissionId" = ${MissionId})
    OR EXISTS (SELECT 1 FROM ${registreMandats} inscrit WHERE inscrit."MissionId" = ${MissionId}))`;

/** The month of the last validated account of the mandate; null for none. */
export const dernierMoisRendu = (MissionId: SQLiteColumn | SQL): SQL =>
  sql`(SELECT max(rendu.mois) FROM ${comptesRendus} rendu WHERE rendu."MissionId" = ${MissionId} AND rendu.etat = 'valide')`;

/**
 * The mandates whose terms give this owner a share, or for which he has bank details, as the JSON of a
 * `MandatCompte[]`.
 */
export const mandatsDuMandant = (ClientId: SQLiteColumn): SQL =>
  sql`(SELECT json_group_array(json_object('numRegistre', m."numRegistre", 'rendu', ${dernierMoisRendu(sql`m.id`)}))
    FROM (SELECT cm."MissionId" AS id FROM ${partsMandat} part JOIN "ConditionsMandat" cm ON cm.id = part."ConditionsMandatId"
        WHERE part."ClientId" = ${ClientId}
      UNION SELECT siennes."MissionId" FROM ${coordonneesBancaires} siennes WHERE siennes."ClientId" = ${ClientId}) tenu
    JOIN "Mission" m ON m.id = tenu.id)`;

/** A condition that the owner must be kept: the terms of a mandate give him a share, or he has bank details. */
export const mandantTenu = (ClientId: SQLiteColumn): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${partsMandat} part WHERE part."ClientId" = ${ClientId})
    OR EXISTS (SELECT 1 FROM ${coordonneesBancaires} siennes WHERE siennes."ClientId" = ${ClientId}))`;

/** A condition that the mandate is in the register, so that its number never changes. */
export const mandatAuRegistre = (MissionId: SQLiteColumn | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM "RegistreMandat" inscrit WHERE inscrit."MissionId" = ${MissionId} AND inscrit.genre = 'inscription')`;

/** A condition that the mandate was signed, so that its record, its number and its type are kept. */
export const mandatGarde = (MissionId: SQLiteColumn | SQL): SQL =>
  sql`(${mandatAuRegistre(MissionId)} OR EXISTS (SELECT 1 FROM "ActeMandat" acte WHERE acte."MissionId" = ${MissionId}))`;

/** A condition that the register of mandates is kept in this product: the product then numbers the mandates. */
export const registreOuvert: SQL = sql`EXISTS (SELECT 1 FROM "RegistreMandat")`;

/**
 * A condition that the mandate `m` is in the register and was not cancelled there: cancelling removes its day of
 * signature.
 */
const mandatTenuAuRegistre = sql`(m."dateSignature" IS NOT NULL AND ${mandatAuRegistre(sql`m.id`)})`;

/**
 * The number of a management mandate `m`: the number typed on its record. Once the register is kept here, null for a
 * mandate that the register lacks or has cancelled.
 */
export const numeroInscrit: SQL = sql`iif(${registreOuvert} AND NOT ${mandatTenuAuRegistre}, NULL, m."numRegistre")`;

/**
 * A condition that the mandate `m` is not in force in writing: it is unsigned, or has no number in the register. The
 * agency may receive nothing under it (décret n° 72-678, art. 64 and 65).
 */
export const mandatNonInscrit: SQL = sql`(m."dateSignature" IS NULL OR trim(coalesce(${numeroInscrit}, '')) = '')`;

/**
 * A condition that this number belongs to the register: the register gave it, or it is above every number given. False
 * while the register is not open, and for a null number.
 */
export const numeroDuRegistre = (numero: number | null): SQL =>
  sql`coalesce(${numero} > (SELECT max(numero) FROM "RegistreMandat")
    OR EXISTS (SELECT 1 FROM "RegistreMandat" inscrit WHERE inscrit.numero = ${numero} AND inscrit.genre = 'inscription'), false)`;

/** A condition that no row of these tables names the record. */
const sansLien = (id: SQLiteColumn, liens: readonly SQLiteColumn[]): SQL =>
  sql.join(
    liens.map((lien) => sql`NOT EXISTS (SELECT 1 FROM ${lien.table} WHERE ${lien} = ${id})`),
    sql` AND `,
  );

/** A condition that the expense is a deposit handed over at the end of a mandate (mandats/README §12.24). */
export const depotRemis = (IntendanceId: SQLiteColumn | SQL | number): SQL =>
  sql`EXISTS (SELECT 1 FROM "FinDeMandat" f, json_each(f.remise) r
    WHERE f."annuleLe" IS NULL AND r.value ->> 'IntendanceId' = ${IntendanceId})`;

/**
 * A condition that the books have an entry of this expense, even a reversed one, or that a batch has a transfer for
 * it.
 */
export const depenseEcrite: SQL = sql`(EXISTS (SELECT 1 FROM "Ecriture" ecrite
    WHERE ecrite.cle >= 'depense ' || ${intendances.id} || ' ' AND ecrite.cle < 'depense ' || ${intendances.id} || '!')
  OR EXISTS (SELECT 1 FROM ${virements} vire WHERE vire."IntendanceId" = ${intendances.id}))`;

/** The number of the batch whose transfer pays the expense or will pay it; null for none. */
export const lotDeDepense = (id: SQLiteColumn | SQL): SQL =>
  sql`(SELECT lot.numero FROM ${virements} vire JOIN "Reversement" lot ON lot.id = vire."ReversementId"
    WHERE vire."IntendanceId" = ${id} AND vire.etat = 'emis')`;

/**
 * For each resource, a condition that the row may be deleted: nothing that must be kept depends on it (http/README
 * §9.6). Each is the twin of the `heldBy` of its resource.
 */
export const libre = {
  client: sql`${sansLien(clients.id, [
    proprietes.ClientId,
    missionClients.ClientId,
    quitances.ClientId,
    fichiers.ClientId,
  ])} AND NOT ${mandantTenu(clients.id)}`,
  appartement: sansLien(appartements.id, [
    dossiers.AppartementId,
    missionAppartements.AppartementId,
    accomptes.AppartementId,
    intendances.AppartementId,
    etatsLieux.AppartementId,
    fichiers.AppartementId,
    quitances.AppartementId,
    clesLots.AppartementId,
    relevesCompteurs.AppartementId,
  ]),
  immeuble: sansLien(immeubles.id, [depensesImmeuble.ImmeubleId, clesRepartition.ImmeubleId]),
  locataire: sansLien(locataires.id, [
    dossiers.LocataireId,
    fichiers.LocataireId,
    quitances.LocataireId,
    coordonneesBancaires.LocataireId,
  ]),
  dossier: (today: Jour): SQL => sql`NOT (${dossierEnCours(today)})
    AND ${sansLien(dossiers.id, [quitances.DossierId, facturesHonoraires.DossierId])}
    AND coalesce(${dossiers.etatInId}, ${dossiers.etatOutId}, ${dossiers.contratLocationId},
      ${dossiers.inventaireEntreeId}, ${dossiers.inventaireSortieId}) IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${cautions} WHERE ${cautions.DossierId} = ${dossiers.id} AND ${cautionGardee})
    AND ${papiersSignes(dossiers.id)} = 0
    AND ${sansVersion("Dossier", dossiers.id)}`,
  mission: sql`${missions.ordreMissionId} IS NULL AND ${sansLien(missions.id, [accomptes.MissionId])}
    AND NOT ${mandatTenu(missions.id)} AND NOT ${mandatGarde(missions.id)}
    AND ${sansVersion("Mission", missions.id)}`,
  accompte: sql`NOT ${accomptes.regle}`,
  intendance: sql`${intendances.DepenseImmeubleId} IS NULL AND NOT (${intendances.nature} = 'depense' AND ${intendances.regle})
    AND ${intendances.ordreMissionId} IS NULL AND ${intendances.factureId} IS NULL
    AND NOT ${depenseEcrite} AND NOT ${depotRemis(intendances.id)} AND ${sansVersion("Intendance", intendances.id)}`,
  etatLieux: (today: Jour): SQL => sql`${etatsLieux.signedId} IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${dossiers} WHERE ${dossierEnCours(today)}
      AND (${dossiers.etatInId} = ${etatsLieux.id} OR ${dossiers.etatOutId} = ${etatsLieux.id}))
    AND ${sansLien(etatsLieux.id, [photosConstat.EtatLieuxId, complementsConstat.EtatLieuxId])}
    AND ${sansVersion("EtatLieux", etatsLieux.id)}`,
  caution: sql`${cautions.acteCautionnementSignedId} IS NULL AND ${sansVersion("Caution", cautions.id)}`,
  fichier: sansVersion("Fichier", fichiers.id),
  fournisseur: sql`${sansLien(fournisseurs.id, [
    intendances.FournisseurId,
    coordonneesBancaires.FournisseurId,
  ])}
    AND NOT EXISTS (SELECT 1 FROM "Ligne" tenue WHERE tenue.genre = '401' AND tenue.de = ${fournisseurs.id})`,
};

/**
 * A subquery as a selected column. In a query of a single table, drizzle drops the table names of a selected
 * expression, so that a subquery would refer to itself; the second `sql` around it prevents this.
 */
export const selected = <T>(subquery: SQL) => sql<T>`${subquery}`;

/** A condition that the user account of the outer query has a second factor. */
export const aUnFacteur = sql`(${users.totpSecret} IS NOT NULL OR EXISTS (SELECT 1 FROM "Passkey" cle WHERE cle."UserId" = ${users.id}))`;

/**
 * A condition that the agency requires a second factor from the user account of the outer query, by the settings
 * `secondFacteurAdmin` and `secondFacteurEquipe` as `agenceDe` reads them.
 */
export const facteurExige = sql`EXISTS (SELECT 1 FROM ${variables} WHERE trim(${variables.valeur}) = 'true'
  AND ${variables.nom} = iif(${users.role} IN ${rolesPour("administrer")}, ${"secondFacteurAdmin" satisfies CleAgence},
    ${"secondFacteurEquipe" satisfies CleAgence}))`;

/** The twin of the rule `estEfface` for a tenant: his personal data were erased. */
export const donneesEffacees = sql`${locataires.mail} = ${MAIL_EFFACE}`;

export const etatLocataire = (today: Jour): SQL =>
  sql`CASE WHEN NOT ${deLocataire(sql`1`)} THEN 'sansDossier'
    WHEN ${deLocataire(dossierEnCours(today))} THEN 'actuel' ELSE 'ancien' END`;

/** A condition that some dossier of the tenant of the outer query meets `condition`. */
const deLocataire = (condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${dossiers.LocataireId} = ${locataires.id} AND ${condition})`;

/** The twin of the rule `finDossier`, with 9999-12-31 for a dossier without an end. */
const finDossier = sql`coalesce(${dossiers.dateSortie}, ${dossiers.dateFinBail}, '9999-12-31')`;

/** A condition that the tenant never had a dossier: `etatLocataire()` is « sansDossier ». */
export const sansDossier = sql`NOT ${deLocataire(sql`1`)}`;

/** The last day of the tenant's last lease; 9999-12-31 while a lease has no end, null without any lease. */
export const finDesBaux = sql`(SELECT max(${finDossier}) FROM ${dossiers}
  WHERE ${dossiers.LocataireId} = ${locataires.id})`;

/**
 * The later of two days: the last change of the record of a tenant without a lease, and the last file added to this
 * record.
 */
export const dernierSigneDuCandidat = sql`substr(max(${locataires.updatedAt}, coalesce(
  (SELECT max(${fichiers.createdAt}) FROM ${fichiers} WHERE ${fichiers.LocataireId} = ${locataires.id}), '')), 1, 10)`;

/**
 * The last day of the mandate, renewals included, as the rule `mandatEnCours` computes it. An end noted earlier
 * counts once its final account is frozen. When the last month has no such day as the day of the signature, the
 * mandate ends with that month. Null while the mandate is not signed.
 */
const finDuMandat = (() => {
  const mois = sql`iif(${missions.type} = 'gestion' AND coalesce(${missions.duree}, 12) < 120, 120,
    coalesce(${missions.duree}, 12))`;
  const premier = sql`date(${missions.dateSignature}, 'start of month', '+' || ${mois} || ' months')`;
  return sql`min(date(${premier}, '+1 month', '-1 day'),
    date(${premier}, (CAST(substr(${missions.dateSignature}, 9) AS integer) - 2) || ' days'),
    coalesce((SELECT fin."finLe" FROM "FinDeMandat" fin WHERE fin."MissionId" = ${missions.id} AND fin."annuleLe" IS NULL
      AND fin."arreteLe" IS NOT NULL), '9999'))`;
})();

/**
 * A condition that the owner has no dwelling and no running mandate, is the contact of no apartment, and was not
 * erased.
 */
export const proprietaireSansLien = (today: Jour): SQL =>
  sql`(${sansLien(clients.id, [proprietes.ClientId, appartements.defaultContact])}
    AND NOT EXISTS (SELECT 1 FROM ${missionClients} JOIN ${missions} ON ${missions.id} = ${missionClients.MissionId}
      WHERE ${missionClients.ClientId} = ${clients.id} AND ${mandatEnCours(today)})
    AND NOT EXISTS (SELECT 1 FROM ${effacements} WHERE personne = 'Client' AND "personneId" = ${clients.id}))`;

/**
 * The last day on which something concerned an owner: the end of a mandate, or the creation of an unsigned one; the
 * end of a lease of a dwelling once owned; the end of the period of a receipt made for him; the last change of the
 * record.
 */
export const dernierLienDuProprietaire = sql`max(substr(${clients.updatedAt}, 1, 10),
  coalesce((SELECT max(${finDossier}) FROM "Rattachement" r
    JOIN ${dossiers} ON r.entite = 'Dossier' AND ${dossiers.id} = r."entiteId"
    WHERE r.personne = 'Client' AND r."personneId" = ${clients.id}), ''),
  coalesce((SELECT max(${quitances.dateFin}) FROM ${quitances} WHERE ${quitances.ClientId} = ${clients.id}), ''),
  coalesce((SELECT max(coalesce(${finDuMandat}, substr(${missions.createdAt}, 1, 10))) FROM ${missions}
    WHERE ${missions.id} IN (SELECT "MissionId" FROM "MissionClient" lien WHERE lien."ClientId" = ${clients.id}
      UNION SELECT r."entiteId" FROM "Rattachement" r WHERE r.entite = 'Mission'
        AND r.personne = 'Client' AND r."personneId" = ${clients.id})), ''))`;

/** A condition that the guarantor has no dossier, and was not erased. */
export const cautionSansDossier = sql`(${cautions.DossierId} IS NULL AND NOT EXISTS (
  SELECT 1 FROM ${effacements} WHERE personne = 'Caution' AND "personneId" = ${cautions.id}))`;

/** The contrary of the rule `dossierClos`. */
export const dossierEnCours = (today: Jour): SQL => sql`${finDossier} >= ${today}`;

export const dossierOccupant = (today: Jour): SQL => sql`${finDossier} > ${today}`;

export const dossierClos = (today: Jour): SQL => sql`${finDossier} < ${today}`;

export const bailEnCours = (today: Jour): SQL =>
  sql`${dossiers.dateDebutBail} <= ${today} AND ${dossierEnCours(today)}`;

export const dossierEnPreavis = (today: Jour): SQL =>
  sql`${dossierEnCours(today)} AND ${today} BETWEEN ${dossiers.dateDebutPreavis} AND ${dossiers.dateFinPreavis}`;

export const dateRelocation = sql`(
  SELECT min(suivant."dateDebutBail") FROM "Dossier" suivant
  WHERE suivant."AppartementId" = ${dossiers.AppartementId}
    AND NOT suivant.colocation AND NOT ${dossiers.colocation}
    AND coalesce(suivant."dateSortie", suivant."dateFinBail", '9999-12-31') >= suivant."dateDebutBail"
    AND (suivant."dateDebutBail", suivant.id) > (${dossiers.dateDebutBail}, ${dossiers.id}))`;

/** The twin of the rule `finConvenue`, with 9999-12-31 for no end, because in SQL a minimum with null is null. */
export const finConvenue = sql`coalesce(
  iif(${dossiers.dateDebutPreavis} IS NULL, NULL, min(${dossiers.dateFinBail}, ${dossiers.dateFinPreavis})),
  ${dossiers.dateFinBail}, ${dossiers.dateFinPreavis}, ${dossiers.dateSortie}, '9999-12-31')`;

/** The twin of the rule `finDuLoyer`, with 9999-12-31 for no end. */
export const finDuLoyer = sql`min(${finConvenue},
  coalesce(date(${dateRelocation}, '-1 day'), '9999-12-31'))`;

/**
 * A condition that the departure of this dossier has a frozen account that was not cancelled (departs/README §14.3).
 */
export const compteDeSortieArrete = (DossierId: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${soldesDepart} s JOIN ${departs} d ON d.id = s."DepartId"
    WHERE d."DossierId" = ${DossierId} AND s."annuleLe" IS NULL)`;

/** A condition that a revision of this dossier, not cancelled, used an index (revisions/README §15.3). */
export const reviseParIndice = (DossierId: number): SQL =>
  sql`EXISTS (SELECT 1 FROM "Revision" WHERE "DossierId" = ${DossierId} AND "annuleeLe" IS NULL AND serie IS NOT NULL)`;

/**
 * A condition that the departure of all the tenants is noted and still open, and that the deposit was not given back
 * (departs/README §14.4).
 */
export const departASuivre: SQL = sql`${dossiers.dateRetourCaution} IS NULL AND EXISTS (SELECT 1 FROM ${departs}
  WHERE ${departs.DossierId} = ${dossiers.id} AND ${departs.titulaire} = 'tous' AND ${departs.clotLe} IS NULL)`;

export const loyerArrete = (today: Jour): SQL =>
  sql`${dossiers.dateSortie} IS NULL AND ${dossierEnCours(today)}
    AND (${dossiers.dateDebutPreavis} IS NULL OR ${dossiers.dateFinPreavis} IS NULL)
    AND coalesce(${dateRelocation} <= ${finConvenue}, false)`;

/**
 * A condition that the mandate of the dossier ended before the month, by its noted end: the agency calls no more rent
 * under it.
 */
const mandatFini = (mois: Mois): SQL =>
  sql`EXISTS (SELECT 1 FROM "FinDeMandat" f WHERE f."annuleLe" IS NULL AND f."finLe" < ${premierJour(mois)}
    AND f."MissionId" = (SELECT max(m.id) FROM "MissionAppartement" l JOIN "Mission" m ON m.id = l."MissionId"
      WHERE l."AppartementId" = ${dossiers.AppartementId} AND m.type = 'gestion'))`;

/**
 * A condition that the rent runs on a day of the month, so that the rule `occupation` is not null, and that the
 * mandate has not ended.
 */
export const dossierCourt = (mois: Mois): SQL =>
  sql`${dossiers.dateDebutBail} <= ${dernierJour(mois)}
    AND ${finDuLoyer} >= max(${dossiers.dateDebutBail}, ${premierJour(mois)}) AND NOT ${mandatFini(mois)}`;

/** The setting `delaiEnvoi` as `agenceDe` reads it, in seconds. */
export const delaiEnvoi = sql`coalesce(
  (SELECT CAST(CAST(replace(trim(${variables.valeur}), ',', '.') AS real) AS integer) FROM ${variables}
   WHERE ${variables.nom} = 'delaiEnvoi' AND trim(${variables.valeur}) <> ''
     AND trim(${variables.valeur}) NOT GLOB '*[^0-9.,]*'), ${REGLAGES.delaiEnvoi.defaut})`;

/**
 * True when a change of bank details waits for a second person: the setting `deuxPersonnes`, read as `agenceDe` reads
 * it.
 */
export const deuxPersonnes = sql`EXISTS (SELECT 1 FROM ${variables}
  WHERE ${variables.nom} = 'deuxPersonnes' AND trim(${variables.valeur}) = 'true')`;

/** A condition that some dossier of the apartment of the outer query meets `condition`. */
const avecDossier = (condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE ${dossiers.AppartementId} = ${appartements.id} AND ${condition})`;

/** The twin of the rule `estLoue`. */
export const appartementLoue = (today: Jour): SQL => avecDossier(dossierOccupant(today));

export const bauxEnCours = (today: Jour): SQL =>
  sql`(SELECT count(*) FROM ${dossiers} WHERE ${dossiers.AppartementId} = ${appartements.id}
    AND ${bailEnCours(today)})`;

/** The twin of the rule `statutAppartement`, in a query that already knows whether the apartment is let. */
export const statutSelon = (loue: SQL, wip: SQL | SQLiteColumn = appartements.wip): SQL =>
  sql`CASE WHEN ${wip} THEN 'En Travaux' WHEN ${loue} THEN 'Occupé' ELSE 'Vacant' END`;

export const statutAppartement = (today: Jour): SQL => statutSelon(appartementLoue(today));

export const appartementEst = (statut: StatutAppartement, today: Jour): SQL =>
  sql`${statutAppartement(today)} = ${statut}`;

/** A condition that the rule `statutPreavis` gives « En préavis » for the apartment. */
export const appartementEnPreavis = (today: Jour): SQL => avecDossier(dossierEnPreavis(today));

/** The twin of the rule `aRelouer`. */
export const appartementARelouer = (today: Jour): SQL =>
  sql`(${appartementEnPreavis(today)} OR ${appartementEst("Vacant", today)})`;

export const intendanceEnCours = (today: Jour): SQL =>
  sql`${intendances.nature} = 'mission' AND ${intendances.dateFin} >= ${today}`;

export const renouvellementAttendu = (today: Jour): SQL =>
  sql`${intendances.nature} = 'mission' AND NOT ${intendances.renouvele}
    AND ${intendances.dateFin} <= ${dansMois(today, 1)}`;

/** The twin of the rule `enGestion`: the apartment has a caretaking mission on this day. */
export const appartementEnGestion = (today: Jour): SQL =>
  sql`EXISTS (SELECT 1 FROM ${intendances} WHERE ${intendances.AppartementId} = ${appartements.id}
    AND ${intendances.dateDepart} <= ${today} AND ${intendanceEnCours(today)})`;

/**
 * The twin of the sort `contactDAbord`, for a column that names owners of the outer query's apartment: the owner who
 * is the agency's contact comes first.
 */
export const contactDAbord = (proprietaire: SQLiteColumn): SQL =>
  sql`${proprietaire} = ${appartements.defaultContact} DESC, ${proprietaire}`;

export const mandatEnCours = (today: Jour): SQL =>
  sql`(${missions.dateSignature} IS NOT NULL AND ${finDuMandat} >= ${today})`;

/**
 * A condition that the agency may claim a fee for a mission. Once the register is kept here, a management mandate
 * must be in this register, and a letting must have the number of the other register. A cancelled mandate or letting
 * allows no fee (loi n° 70-9, art. 6; décret n° 72-678, art. 65 and 72). A service needs no number.
 */
export const honorairesPermis = (MissionId: number | SQL): SQL =>
  sql`(NOT ${registreOuvert} OR NOT EXISTS (SELECT 1 FROM "Mission" m WHERE m.id = ${MissionId}
    AND CASE m.type WHEN 'gestion' THEN NOT ${mandatTenuAuRegistre}
      WHEN 'location' THEN trim(coalesce(m."numRegistre", '')) = ''
        OR (m."dateSignature" IS NULL AND ${mandatGarde(sql`m.id`)}) ELSE 0 END))`;

/**
 * When the client withdrew from a mission: an instant, or a day for a letter (signature/README §18.9). Null without a
 * withdrawal, and when the mission's signed paper is not the last one sealed.
 */
export const missionRetracteeLe = (MissionId: SQL | SQLiteColumn): SQL =>
  sql`(SELECT CASE WHEN coalesce(m."ordreMissionId", d."ScelleId") IS d."ScelleId" THEN d."retracteeLe" END
    FROM "DemandeSignature" d JOIN "Mission" m ON m.id = d."MissionId"
    WHERE d."MissionId" = ${MissionId} AND d.type = 'ordreMission' AND d."DocumentScelleId" IS NOT NULL
    ORDER BY d.id DESC LIMIT 1)`;

/**
 * The paid instalments of a mission, in cents: the rule `soldeMission` subtracts them from the total of the mission.
 */
export const acomptesPayes = (MissionId: number | SQL | SQLiteColumn, saufId = 0): SQL =>
  sql`(SELECT coalesce(sum(coalesce(paye.montant, paye.prix)), 0) FROM "Accompte" paye
    WHERE paye."MissionId" = ${MissionId} AND paye.regle AND paye.id <> ${saufId})`;

/** The twin of the rule `valeurTotalMission`, in cents. */
export const totalMission = sql`${missions.nbAppart} * ${missions.valeurMissionAppt}`;

/**
 * The history of a record as JSON text, newest first, selected with the record. The table is named in plain SQL
 * because drizzle binds every column in an extra of a relational query to its root table.
 */
export const historique = (entite: string, id: SQLiteColumn, auPlus: number, detaillee = false) =>
  selected<string>(sql`(
    SELECT json_group_array(json_object('etat', etat, 'user', "user", 'createdAt', "createdAt"
      ${detaillee ? sql`, 'details', json(details)` : sql``}))
    FROM (SELECT etat, "user", "createdAt", details FROM "History"
      WHERE "History".entite = ${entite} AND "History"."entiteId" = ${id}
      ORDER BY "History".id DESC LIMIT ${auPlus}))`);

/** How many former files of a record are kept after their replacement. */
export const remplacesDe = (entite: string, id: SQLiteColumn) =>
  selected<number>(sql`(SELECT count(*) FROM "Remplacement"
    WHERE "Remplacement".entite = ${entite} AND "Remplacement"."entiteId" = ${id})`);

/**
 * A condition that the guarantor’s deed was signed, even if its file was replaced since. Such a guarantor stays on the
 * dossier, which is not deleted.
 */
export const cautionGardee = sql`("Caution"."acteCautionnementSignedId" IS NOT NULL OR EXISTS (
  SELECT 1 FROM "Remplacement" WHERE "Remplacement".entite = 'Caution'
    AND "Remplacement"."entiteId" = "Caution".id))`;

/**
 * The number of avenants and payment plans of a dossier that were signed, even if their files were replaced since. A
 * dossier with such papers is not deleted, and keeps its tenant and apartment.
 */
export const papiersSignes = (DossierId: SQLiteColumn | number): SQL => sql`(
  SELECT count(*) FROM (
    SELECT 'LoyerHistorique' AS entite, id, "signedId" FROM "LoyerHistorique" WHERE "DossierId" = ${DossierId}
    UNION ALL SELECT 'PlanApurement', id, "signedId" FROM "PlanApurement" WHERE "DossierId" = ${DossierId}) papier
  WHERE "signedId" IS NOT NULL OR EXISTS (SELECT 1 FROM "Remplacement"
    WHERE "Remplacement".entite = papier.entite AND "Remplacement"."entiteId" = papier.id))`;
