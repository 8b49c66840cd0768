import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { ROOT } from "../../../worker/local/settings.ts";
import { MOIS } from "./data.ts";
import { inTurn } from "./in-turn.ts";

const COMPTES = 200;
const EQUIPEMENTS = 40;
const EQUIPEMENTS_PAR_APPARTEMENT = 8;
/** One dossier in this many opens a mandate for four apartments: its own and the next three. */
const DOSSIERS_PAR_MISSION = 10;
const PIECES = JSON.stringify(
  ["Entrée", "Séjour", "Cuisine", "Salle d'eau", "W.C"].map((nom) => ({
    nom,
    mur: "Peinture blanche, bon état",
    sol: "Parquet, usure normale",
    observation: "Rien à signaler",
  })),
);

/**
 * Gives the dossiers of {@link fill} what an agency gathers over the years: receipts and mails of each month,
 * guarantors, inventories, mandates, files, user accounts and the history.
 * @param mois the present month
 */
export async function furnish(url: string, mois: string): Promise<void> {
  const database = createClient({ url });
  for (const sql of statements(mois)) await inTurn(() => database.execute(sql));
  database.close();
}

/**
 * In the migration below, the part between these two lines gives older receipts their called sums and their payments.
 */
const BEFORE_THE_BOOKS = "-- What is there already:";
const AFTER_THEM = "-- Each settlement leaves less";

/**
 * Gives the receipts of {@link furnish} their called sums and their payments, without which the product refuses to
 * act on them.
 */
export async function callSums(url: string): Promise<void> {
  const migration = readFileSync(join(ROOT, "migrations/0009_comptes.sql"), "utf8");
  const sums = migration.slice(migration.indexOf(BEFORE_THE_BOOKS), migration.indexOf(AFTER_THEM));
  const database = createClient({ url });
  for (const sql of sums.split("--> statement-breakpoint").filter((part) => part.trim())) {
    await inTurn(() => database.execute(sql));
  }
  database.close();
}

const series = (name: string, count: number) =>
  `WITH RECURSIVE ${name}(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${count})`;

const statements = (mois: string) => [
  // One dossier in eight has ended, one in thirty is in notice; one apartment in fifty is under works.
  `UPDATE Dossier SET dateFinBail = '${mois}-01', dateSortie = '${mois}-01' WHERE id % 8 = 0`,
  `UPDATE Dossier SET dateDebutPreavis = date('${mois}-01', '-1 month'),
    dateFinPreavis = date('${mois}-01', '+2 months') WHERE id % 30 = 1`,
  "UPDATE Appartement SET wip = 1 WHERE id % 50 = 0",

  `${series("serie", COMPTES)} INSERT INTO User (email, role, password, mustSetPassword, passwordChangedAt)
    SELECT 'employe' || n || '@exemple.fr', iif(n % 3, 'user', 'user_delete'), '-', 0, '2026-01-01' FROM serie`,
  `${series("serie", EQUIPEMENTS)} INSERT INTO Equipement (nom, collectif, recherche)
    SELECT 'Équipement ' || n, n % 2, 'equipement ' || n FROM serie`,
  `${series("serie", EQUIPEMENTS_PAR_APPARTEMENT)} INSERT INTO AppartementEquipement
    SELECT id, 1 + (id + n * 5) % ${EQUIPEMENTS} FROM Appartement, serie`,

  `INSERT INTO Mission (type, domicileUnique, nbAppart, dateSignature, tauxTva, valeurMissionAppt,
      accompte1, accompte2, reliquat, numRegistre, recherche)
    SELECT 'gestion', 0, 4, date('2026-01-01', '+' || (id / 100) || ' days'), 20, 30000,
      40000, 40000, 40000, 'R-' || id, 'gestion r-' || id
    FROM Dossier WHERE id % ${DOSSIERS_PAR_MISSION} = 1`,
  `INSERT INTO MissionClient SELECT m.id, p.ClientId FROM Mission m
    JOIN Propriete p ON p.AppartementId = 1 + (m.id - 1) * ${DOSSIERS_PAR_MISSION}`,
  `${series("serie", 4)} INSERT INTO MissionAppartement
    SELECT id, (id - 1) * ${DOSSIERS_PAR_MISSION} + n FROM Mission, serie`,
  `${series("serie", 3)} INSERT INTO Accompte (MissionId, AppartementId, dateDepart, dateFin, prix, tva, mode, regle)
    SELECT id, (id - 1) * ${DOSSIERS_PAR_MISSION} + n, '2026-0' || n || '-01', '2026-0' || n || '-28',
      40000, 20, 'Virement', n < 3 FROM Mission, serie`,
  `INSERT INTO Intendance (nature, AppartementId, dateDepart, dateFin, prix, tva, renouvele, regle)
    SELECT 'mission', id, date('${mois}-01', '-' || (id % 365) || ' days'),
      date('${mois}-01', '+' || (365 - id % 365) || ' days'), 12000, 20, id % 5 = 0, id % 3 > 0
    FROM Appartement WHERE id % 3 = 0`,
  `INSERT INTO Intendance (nature, AppartementId, tva, renouvele, regle, intitule, date, montant,
      numFacture, mode, recherche)
    SELECT 'depense', id, 20, 0, 1, 'Remplacement de serrure', '2026-02-03', 18050, 'F-' || id, 'Virement',
      'remplacement de serrure f-' || id
    FROM Appartement WHERE id % 7 = 0`,

  `INSERT INTO Caution (DossierId, titre, nom, prenom, mail, mobile, recherche)
    SELECT d.id, l.titre, l.nom, 'Garant', 'garant' || d.id || '@exemple.fr', l.tel, l.recherche
    FROM Dossier d JOIN Locataire l ON l.id = d.LocataireId`,
  `INSERT INTO EtatLieux (AppartementId, lieu, date, clef, eauFroide, eauChaude, chauffage, antenne,
      amenagement, pieces)
    SELECT AppartementId, 'Paris', dateEntree, '2 clefs', '12 m³', '3 m³', '—', 'collective', 'placard',
      '${PIECES.replaceAll("'", "''")}' FROM Dossier ORDER BY id`,
  "UPDATE Dossier SET etatInId = id",

  // Each dossier has a signed lease and a file of its tenant; its apartment has two images.
  `INSERT INTO StoredFile ("key", nom, extention, type, taille)
    SELECT 'bail-' || id, 'bail', 'pdf', 'application/pdf', 120000 + id FROM Dossier`,
  `UPDATE Dossier SET contratLocationId =
    (SELECT id FROM StoredFile WHERE "key" = 'bail-' || Dossier.id)`,
  `INSERT INTO StoredFile ("key", nom, extention, type, taille)
    SELECT 'piece-' || id, 'Pièce d’identité', 'pdf', 'application/pdf', 80000 + id FROM Dossier`,
  `INSERT INTO Fichier (nom, LocataireId, StoredFileId, recherche)
    SELECT f.nom, d.LocataireId, f.id, 'piece d’identite' FROM Dossier d
    JOIN StoredFile f ON f."key" = 'piece-' || d.id`,
  `${series("serie", 2)} INSERT INTO StoredFile ("key", nom, extention, type, taille)
    SELECT 'vue-' || n || '-' || id, 'vue', 'jpg', 'image/jpeg', 900000 + id FROM Dossier, serie`,
  `${series("serie", 2)} INSERT INTO Image (AppartementId, StoredFileId)
    SELECT d.AppartementId, f.id FROM Dossier d, serie
    JOIN StoredFile f ON f."key" = 'vue-' || n || '-' || d.id`,

  `WITH RECURSIVE mois(debut) AS (SELECT '${MOIS}-01'
      UNION ALL SELECT date(debut, '+1 month') FROM mois WHERE debut < '${mois}-01')
    INSERT INTO Quitance (numero, DossierId, AppartementId, LocataireId, ClientId, date, dateFin, echeance,
      emission, loyerHC, charge, automatique, regle, statusInconu, uuid)
    SELECT substr(debut, 1, 4) || '-' || substr('00000' || row_number() OVER (ORDER BY debut, d.id), -6),
      d.id, d.AppartementId, d.LocataireId, p.ClientId, debut, date(debut, '+1 month', '-1 day'),
      date(debut, '+4 days'), debut, d.loyerHC, d.loyerCharge, 1, d.id % 10 > 0, d.id % 20 = 0,
      'uuid-' || d.id || '-' || debut
    FROM Dossier d JOIN Propriete p ON p.AppartementId = d.AppartementId, mois`,
  `INSERT INTO Courriel (QuitanceId, genre, etat, destinataires, envoyeLe)
    SELECT id, 'avis', 'envoye', '["locataire@exemple.fr"]', date FROM Quitance`,

  ...["Client", "Appartement", "Locataire", "Dossier", "Quitance"].map(
    (entite) => `${series("serie", 2)} INSERT INTO History (entite, entiteId, etat, "user")
      SELECT '${entite}', id, iif(n = 1, 'Création', 'Modification'), 'agent@exemple.fr'
      FROM ${entite}, serie`,
  ),
];
