-- The triggers of the database once all migrations have run, by subject: they enforce their rules whatever the code
-- does. A test compares this file with the migrations. To change a trigger, write a migration, then the same here.

-- A record counts its changes. A write on a version that was read is refused once the row has another version
-- (worker/db/versions.ts). `updatedAt` always moves forward.
CREATE TRIGGER `Accompte_version` AFTER UPDATE OF `updatedAt` ON `Accompte` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Accompte` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Appartement_version` AFTER UPDATE OF `updatedAt` ON `Appartement` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Appartement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Caution_version` AFTER UPDATE OF `updatedAt` ON `Caution` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Caution` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Client_version` AFTER UPDATE OF `updatedAt` ON `Client` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Client` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `CompteBancaire_version` AFTER UPDATE OF `updatedAt` ON `CompteBancaire` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `CompteBancaire` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `CompteRendu_version` AFTER UPDATE OF `updatedAt` ON `CompteRendu` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `CompteRendu` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Courriel_version` AFTER UPDATE OF `updatedAt` ON `Courriel` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Courriel` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Depart_version` AFTER UPDATE OF `updatedAt` ON `Depart` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Depart` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `DepenseImmeuble_version` AFTER UPDATE OF `updatedAt` ON `DepenseImmeuble` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `DepenseImmeuble` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `FinDeMandat_version` AFTER UPDATE OF `updatedAt` ON `FinDeMandat` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `FinDeMandat` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Dossier_version` AFTER UPDATE OF `updatedAt` ON `Dossier` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Dossier` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Equipement_version` AFTER UPDATE OF `updatedAt` ON `Equipement` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Equipement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `EtatLieux_version` AFTER UPDATE OF `updatedAt` ON `EtatLieux` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `EtatLieux` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Fichier_version` AFTER UPDATE OF `updatedAt` ON `Fichier` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Fichier` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Fournisseur_version` AFTER UPDATE OF `updatedAt` ON `Fournisseur` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Fournisseur` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Image_version` AFTER UPDATE OF `updatedAt` ON `Image` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Image` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Immeuble_version` AFTER UPDATE OF `updatedAt` ON `Immeuble` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Immeuble` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Intendance_version` AFTER UPDATE OF `updatedAt` ON `Intendance` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Intendance` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `LigneReleve_version` AFTER UPDATE OF `updatedAt` ON `LigneReleve` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `LigneReleve` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Locataire_version` AFTER UPDATE OF `updatedAt` ON `Locataire` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Locataire` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `LoyerHistorique_version` AFTER UPDATE ON `LoyerHistorique` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `LoyerHistorique` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Mission_version` AFTER UPDATE OF `updatedAt` ON `Mission` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Mission` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `PlanApurement_version` AFTER UPDATE OF `updatedAt` ON `PlanApurement` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `PlanApurement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Quitance_version` AFTER UPDATE OF `updatedAt` ON `Quitance` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Quitance` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Reglement_version` AFTER UPDATE ON `Reglement` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Reglement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Relance_version` AFTER UPDATE OF `updatedAt` ON `Relance` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Relance` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Reprise_version` AFTER UPDATE OF `updatedAt` ON `Reprise` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Reprise` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Reversement_version` AFTER UPDATE OF `updatedAt` ON `Reversement` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Reversement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `Revision_version` AFTER UPDATE OF `updatedAt` ON `Revision` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Revision` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `User_version` AFTER UPDATE OF `updatedAt` ON `User` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `User` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Variable_version` AFTER UPDATE OF `updatedAt` ON `Variable` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Variable` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;

-- The books. An entry is balanced, follows the last entry without a gap, and is neither changed nor deleted: another
-- entry reverses it. Settlements never exceed the sum owed, and a payment ends only once (locataires/README §12.2,
-- §12.3).
CREATE TRIGGER `ClotureMois_durable` BEFORE DELETE ON `ClotureMois` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `ClotureMois_immuable` BEFORE UPDATE ON `ClotureMois` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Echeance_durable` BEFORE DELETE ON `Echeance` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Echeance_immuable` BEFORE UPDATE OF `id`, `DossierId`, `QuitanceId`, `mandat`, `mois`, `exigibleLe`, `nature`, `montant`, `createdAt` ON `Echeance` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Echeance_inscrite` BEFORE UPDATE OF `EcritureId` ON `Echeance` WHEN OLD."EcritureId" IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Ecriture_annulee` BEFORE INSERT ON `Ecriture` WHEN NEW."annuleId" IS NOT NULL AND EXISTS (SELECT 1 FROM `Ecriture` WHERE id = NEW."annuleId" AND "annuleId" IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'une extourne ne s’extourne pas');
END;
CREATE TRIGGER `Ecriture_durable` BEFORE DELETE ON `Ecriture` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Ecriture_equilibree` BEFORE INSERT ON `Ecriture` WHEN (SELECT count(*) < 2 OR sum(debit) <> sum(credit) FROM `Ligne` WHERE "EcritureId" = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'écriture déséquilibrée');
END;
CREATE TRIGGER `Ecriture_immuable` BEFORE UPDATE ON `Ecriture` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Ecriture_suivie` BEFORE INSERT ON `Ecriture` WHEN NEW.numero <> coalesce((SELECT max(numero) FROM `Ecriture` WHERE livre = NEW.livre AND exercice = NEW.exercice), 0) + 1 BEGIN
  SELECT RAISE(ABORT, 'numéro d’écriture hors suite');
END;
CREATE TRIGGER `ExerciceClos_durable` BEFORE DELETE ON `ExerciceClos` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `ExerciceClos_immuable` BEFORE UPDATE ON `ExerciceClos` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Imputation_durable` BEFORE DELETE ON `Imputation` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Imputation_immuable` BEFORE UPDATE OF `id`, `ReglementId`, `EcheanceId`, `montant`, `createdAt` ON `Imputation` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Imputation_inscrite` BEFORE UPDATE OF `EcritureId` ON `Imputation` WHEN OLD."EcritureId" IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Imputation_reste` AFTER INSERT ON `Imputation` BEGIN
  UPDATE `Echeance` SET reste = reste - NEW.montant WHERE id = NEW."EcheanceId";
  SELECT RAISE(ABORT, 'règlement dépassé') WHERE NEW."ReglementId" IS NOT NULL AND (SELECT sum(montant) FROM `Imputation` WHERE "ReglementId" = NEW."ReglementId")
    NOT BETWEEN 0 AND (SELECT montant FROM `Reglement` WHERE id = NEW."ReglementId");
END;
CREATE TRIGGER `Ligne_close` BEFORE INSERT ON `Ligne` WHEN EXISTS (SELECT 1 FROM `Ecriture` WHERE id = NEW."EcritureId") BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Ligne_durable` BEFORE DELETE ON `Ligne` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Ligne_immuable` BEFORE UPDATE ON `Ligne` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Reglement_durable` BEFORE DELETE ON `Reglement` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Reglement_fini` BEFORE UPDATE OF `etat` ON `Reglement` WHEN OLD.etat IN ('rejete', 'annule') OR (OLD.etat = 'credite' AND NEW.etat = 'recu') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Reglement_immuable` BEFORE UPDATE OF `id`, `exercice`, `rang`, `DossierId`, `date`, `montant`, `mode`, `payeur`, `fonds`, `cle`, `createdAt` ON `Reglement` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Reglement_rejet` BEFORE UPDATE OF `LigneRejetId` ON `Reglement`
  WHEN NEW."LigneRejetId" IS NOT OLD."LigneRejetId" AND (OLD."LigneRejetId" IS NOT NULL OR NEW.etat <> 'rejete') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;

-- The facts reported to an owner: a validated account with its lines and parts, invoices of fees, and terms stay as
-- they are (cloture/README §12.17).
CREATE TRIGGER `CompteRendu_durable` BEFORE DELETE ON `CompteRendu` WHEN OLD.etat = 'valide' BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `CompteRendu_fige` BEFORE UPDATE OF `id`, `MissionId`, `mois`, `du`, `au`, `etat`, `clotureLe`, `solde`, `encaissements`, `depenses`, `honorairesTTC`, `provision`, `reversement`, `contenu`, `validePar`, `valideLe` ON `CompteRendu`
  WHEN OLD.etat = 'valide' BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `CompteRenduLigne_durable` BEFORE DELETE ON `CompteRenduLigne` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `CompteRenduLigne_immuable` BEFORE UPDATE ON `CompteRenduLigne` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `CompteRenduPart_durable` BEFORE DELETE ON `CompteRenduPart` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `CompteRenduPart_immuable` BEFORE UPDATE ON `CompteRenduPart` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `FactureHonoraires_durable` BEFORE DELETE ON `FactureHonoraires` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `FactureHonoraires_immuable` BEFORE UPDATE ON `FactureHonoraires` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `FactureHonoraires_suivie` BEFORE INSERT ON `FactureHonoraires` WHEN NEW.rang <> coalesce((SELECT max(rang) FROM `FactureHonoraires` WHERE serie = NEW.serie AND exercice = NEW.exercice), 0) + 1 BEGIN
  SELECT RAISE(ABORT, 'numéro de facture hors suite');
END;
CREATE TRIGGER `FraisDemande_fige` BEFORE UPDATE ON `FraisDemande` WHEN OLD.CompteRenduId IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `FraisDemande_garde` BEFORE DELETE ON `FraisDemande` WHEN OLD.CompteRenduId IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `PartMandat_immuable` BEFORE UPDATE ON `PartMandat` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `ReglementHonoraires_durable` BEFORE DELETE ON `ReglementHonoraires` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `ReglementHonoraires_fige` BEFORE UPDATE ON `ReglementHonoraires`
WHEN OLD.annuleLe IS NOT NULL OR NEW.annuleLe IS NULL OR NEW.id <> OLD.id OR NEW.FactureHonorairesId <> OLD.FactureHonorairesId
  OR NEW.date <> OLD.date OR NEW.montant <> OLD.montant OR NEW.mode <> OLD.mode OR NEW.user IS NOT OLD.user
  OR NEW.LigneReleveId IS NOT OLD.LigneReleveId OR NEW.VirementId IS NOT OLD.VirementId BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;

-- The facts behind an owner's account. Each change of such a fact raises the counter of its mandate
-- (`versionDuCompte`). A write that closes a month is refused when this counter is not the one first read
-- (worker/operations/README.md).
CREATE TRIGGER `Mission_compte` AFTER UPDATE ON `Mission` WHEN NEW.`versionDuCompte` = OLD.`versionDuCompte` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW.id;
END;
CREATE TRIGGER `Mission_compte_voisin` AFTER UPDATE OF `type` ON `Mission` WHEN NEW.type <> OLD.type BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT autre."MissionId" FROM `MissionAppartement` sien JOIN `MissionAppartement` autre USING ("AppartementId")
    WHERE sien."MissionId" = NEW.id AND autre."MissionId" <> NEW.id);
END;
CREATE TRIGGER `MissionAppartement_compte_ajoute` AFTER INSERT ON `MissionAppartement` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId"
    OR id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = NEW."AppartementId");
END;
CREATE TRIGGER `MissionAppartement_compte_retire` AFTER DELETE ON `MissionAppartement` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = OLD."MissionId"
    OR id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = OLD."AppartementId");
END;
CREATE TRIGGER `MissionClient_compte_ajoute` AFTER INSERT ON `MissionClient` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `MissionClient_compte_retire` AFTER DELETE ON `MissionClient` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = OLD."MissionId";
END;
CREATE TRIGGER `Client_compte` AFTER UPDATE ON `Client` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionClient` WHERE "ClientId" = NEW.id
    UNION SELECT t."MissionId" FROM `PartMandat` p JOIN `ConditionsMandat` t ON t.id = p."ConditionsMandatId" WHERE p."ClientId" = NEW.id);
END;
CREATE TRIGGER `CoordonneesBancaires_compte` AFTER INSERT ON `CoordonneesBancaires` WHEN NEW."MissionId" IS NOT NULL BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `CoordonneesBancaires_compte_decidees` AFTER UPDATE OF `etat`, `actifLe` ON `CoordonneesBancaires` WHEN NEW."MissionId" IS NOT NULL BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `ConditionsMandat_compte` AFTER INSERT ON `ConditionsMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `PartMandat_compte` AFTER INSERT ON `PartMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id = (SELECT "MissionId" FROM `ConditionsMandat` WHERE id = NEW."ConditionsMandatId");
END;
CREATE TRIGGER `FraisDemande_compte_ajoutes` AFTER INSERT ON `FraisDemande` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `FraisDemande_compte_changes` AFTER UPDATE ON `FraisDemande` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `FraisDemande_compte_retires` AFTER DELETE ON `FraisDemande` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = OLD."MissionId";
END;
CREATE TRIGGER `CompteRendu_compte_ajoute` AFTER INSERT ON `CompteRendu` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `CompteRendu_compte_change` AFTER UPDATE ON `CompteRendu` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `CompteRendu_compte_retire` AFTER DELETE ON `CompteRendu` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = OLD."MissionId";
END;
CREATE TRIGGER `Ligne_compte` AFTER INSERT ON `Ligne` WHEN NEW.genre IN ('4670', '4671') BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW.mandat;
END;
CREATE TRIGGER `Ligne_compte_depot` AFTER INSERT ON `Ligne` WHEN NEW.genre = '165' BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT a."MissionId" FROM `Dossier` d JOIN `MissionAppartement` a USING ("AppartementId") WHERE d.id = NEW.de);
END;
CREATE TRIGGER `Intendance_compte_ajoutee` AFTER INSERT ON `Intendance` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = NEW."AppartementId");
END;
CREATE TRIGGER `Intendance_compte_changee` AFTER UPDATE ON `Intendance` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" IN (OLD."AppartementId", NEW."AppartementId"));
END;
CREATE TRIGGER `Intendance_compte_retiree` AFTER DELETE ON `Intendance` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = OLD."AppartementId");
END;
CREATE TRIGGER `Dossier_compte_ajoute` AFTER INSERT ON `Dossier` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = NEW."AppartementId");
END;
CREATE TRIGGER `Dossier_compte_change` AFTER UPDATE ON `Dossier` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" IN (OLD."AppartementId", NEW."AppartementId"));
END;
CREATE TRIGGER `Dossier_compte_retire` AFTER DELETE ON `Dossier` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = OLD."AppartementId");
END;
CREATE TRIGGER `FactureHonoraires_compte` AFTER INSERT ON `FactureHonoraires` WHEN NEW.CompteRenduId IS NULL BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `ReglementHonoraires_compte` AFTER INSERT ON `ReglementHonoraires` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id = (SELECT "MissionId" FROM `FactureHonoraires` WHERE id = NEW."FactureHonorairesId");
END;
CREATE TRIGGER `ReglementHonoraires_compte_repris` AFTER UPDATE OF `annuleLe` ON `ReglementHonoraires` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id = (SELECT "MissionId" FROM `FactureHonoraires` WHERE id = NEW."FactureHonorairesId");
END;
CREATE TRIGGER `Variable_compte_ajoutee` AFTER INSERT ON `Variable` WHEN NEW.nom IN ('franchiseTva', 'siret') BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE type = 'gestion';
END;
CREATE TRIGGER `Variable_compte_changee` AFTER UPDATE OF `valeur` ON `Variable` WHEN NEW.nom IN ('franchiseTva', 'siret') BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE type = 'gestion';
END;
CREATE TRIGGER `Variable_compte_retiree` AFTER DELETE ON `Variable` WHEN OLD.nom IN ('franchiseTva', 'siret') BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE type = 'gestion';
END;
CREATE TRIGGER `RegistreMandat_compte` AFTER INSERT ON `RegistreMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId"
    OR (NEW."MissionId" IS NULL AND type = 'gestion');
END;
CREATE TRIGGER `FinDeMandat_compte_notee` AFTER INSERT ON `FinDeMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
CREATE TRIGGER `FinDeMandat_compte_changee` AFTER UPDATE ON `FinDeMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;

-- Money that leaves. A validated batch and its transfers change only by their outcome; the bank details of a payee are
-- decided once (reversements/README §12.18).
CREATE TRIGGER `CoordonneesBancaires_decidees` BEFORE UPDATE OF `etat`, `actifLe` ON `CoordonneesBancaires` WHEN OLD.etat <> 'en_attente' BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `CoordonneesBancaires_durables` BEFORE DELETE ON `CoordonneesBancaires` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `CoordonneesBancaires_immuable` BEFORE UPDATE OF `id`, `MissionId`, `ClientId`, `LocataireId`, `FournisseurId`, `titulaire`, `iban`, `bic`, `rappel`, `user`, `UserId`, `createdAt` ON `CoordonneesBancaires` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Reversement_durable` BEFORE DELETE ON `Reversement` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Reversement_fige` BEFORE UPDATE OF `id`, `numero`, `dateExecution`, `CompteBancaireId`, `format`, `emetteur`, `titulaire`, `bic`, `user`, `UserId` ON `Reversement` WHEN OLD.etat <> 'a_valider' BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Reversement_fini` BEFORE UPDATE OF `etat` ON `Reversement`
  WHEN NEW.etat <> OLD.etat AND (OLD.etat IN ('annule', 'telecharge') OR NEW.etat = 'a_valider' OR (NEW.etat = 'telecharge' AND OLD.etat <> 'valide')) BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Virement_durable` BEFORE DELETE ON `Virement` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Virement_fini` BEFORE UPDATE OF `etat` ON `Virement` WHEN NEW.etat <> OLD.etat AND OLD.etat <> 'emis' BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Virement_immuable` BEFORE UPDATE OF `id`, `ReversementId`, `rang`, `CompteRenduPartId`, `SoldeDepartId`, `AvanceRendueId`, `IntendanceId`, `FactureHonorairesId`, `MandantId`, `CoordonneesBancairesId`, `CompteBancaireId`, `montant`, `titulaire`, `reference`, `libelle` ON `Virement` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Virement_compte` BEFORE INSERT ON `Virement`
WHEN (NEW.`FactureHonorairesId` IS NOT NULL) <> (SELECT c.`usage` = 'agence' FROM `Reversement` r JOIN `CompteBancaire` c ON c.id = r.`CompteBancaireId` WHERE r.id = NEW.`ReversementId`) BEGIN
  SELECT RAISE(ABORT, 'honoraires et fonds des autres');
END;
CREATE TRIGGER `AvanceRendue_durable` BEFORE DELETE ON `AvanceRendue` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `AvanceRendue_immuable` BEFORE UPDATE ON `AvanceRendue` WHEN OLD.`annuleLe` IS NOT NULL
  OR (NEW.`id`, NEW.`DossierId`, NEW.`date`, NEW.`montant`, NEW.`user`, NEW.`createdAt`) IS NOT (OLD.`id`, OLD.`DossierId`, OLD.`date`, OLD.`montant`, OLD.`user`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `AvanceRendue_viree` BEFORE UPDATE OF `annuleLe` ON `AvanceRendue` WHEN NEW.`annuleLe` IS NOT NULL
  AND EXISTS (SELECT 1 FROM `Virement` WHERE `AvanceRendueId` = OLD.`id` AND `etat` = 'emis') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;

-- The account of a departure is frozen: a wrong account is cancelled, and made again (departs/README §14.3).
CREATE TRIGGER `Depart_arrete` BEFORE UPDATE OF `DossierId`, `titulaire`, `conforme`, `retenues`, `provision`, `motifProvision` ON `Depart`
WHEN EXISTS (SELECT 1 FROM `SoldeDepart` WHERE `DepartId` = OLD.`id` AND `annuleLe` IS NULL)
  AND (NEW.`DossierId`, NEW.`titulaire`, NEW.`conforme`, NEW.`retenues`, NEW.`provision`, NEW.`motifProvision`)
    IS NOT (OLD.`DossierId`, OLD.`titulaire`, OLD.`conforme`, OLD.`retenues`, OLD.`provision`, OLD.`motifProvision`) BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `SoldeDepart_durable` BEFORE DELETE ON `SoldeDepart` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `SoldeDepart_vire` BEFORE UPDATE OF `annuleLe` ON `SoldeDepart` WHEN NEW.`annuleLe` IS NOT NULL
  AND EXISTS (SELECT 1 FROM `Virement` WHERE `SoldeDepartId` = OLD.`id` AND `etat` = 'emis') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `SoldeDepart_immuable` BEFORE UPDATE ON `SoldeDepart` WHEN OLD.`annuleLe` IS NOT NULL
  OR (NEW.`DepartId`, NEW.`genre`, NEW.`date`, NEW.`contenu`, NEW.`restitution`, NEW.`createdAt`) IS NOT (OLD.`DepartId`, OLD.`genre`, OLD.`date`, OLD.`contenu`, OLD.`restitution`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;

-- A dossier has a rent from its first day, and keeps the series of its dwelling for its life. Rents and revisions are
-- added and cancelled, never changed. Another row corrects an index, with a reason once a revision used the index
-- (revisions/README §15.1, §15.3).
CREATE TRIGGER `Dossier_premier_loyer` AFTER INSERT ON `Dossier` BEGIN
  INSERT INTO `LoyerHistorique` (`DossierId`, `depuis`, `loyerHC`, `loyerCharge`, `motif`)
    VALUES (NEW.`id`, NEW.`dateDebutBail`, NEW.`loyerHC`, NEW.`loyerCharge`, 'bail');
END;
CREATE TRIGGER `Dossier_serie` AFTER INSERT ON `Dossier` WHEN NEW.`serieIrl` IS NULL BEGIN
  UPDATE `Dossier` SET `serieIrl` = (SELECT coalesce(`serieIrl`, CASE WHEN upper(substr(`codePostal`, 1, 2)) IN ('20', '2A', '2B')
    THEN 'IRL_CORSE' WHEN substr(`codePostal`, 1, 2) = '97' THEN 'IRL_OM' ELSE 'IRL' END)
    FROM `Appartement` WHERE `id` = NEW.`AppartementId`) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `Dossier_autre_serie` AFTER UPDATE OF `AppartementId`, `serieIrl` ON `Dossier`
WHEN NEW.`serieIrl` IS NULL OR NEW.`AppartementId` <> OLD.`AppartementId` AND NEW.`serieIrl` IS OLD.`serieIrl`
  AND NOT EXISTS (SELECT 1 FROM `Revision` WHERE `DossierId` = NEW.`id` AND `annuleeLe` IS NULL AND `serie` IS NOT NULL) BEGIN
  UPDATE `Dossier` SET `serieIrl` = (SELECT coalesce(`serieIrl`, CASE WHEN upper(substr(`codePostal`, 1, 2)) IN ('20', '2A', '2B')
    THEN 'IRL_CORSE' WHEN substr(`codePostal`, 1, 2) = '97' THEN 'IRL_OM' ELSE 'IRL' END)
    FROM `Appartement` WHERE `id` = NEW.`AppartementId`) WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `LoyerHistorique_immuable` BEFORE UPDATE ON `LoyerHistorique` WHEN OLD.`annuleLe` IS NOT NULL AND NEW.`annuleLe` IS NOT OLD.`annuleLe`
  OR NEW.`commentaire` IS NOT OLD.`commentaire` AND NEW.`commentaire` IS NOT NULL
  OR NEW.`facture` IS NOT OLD.`facture` AND NEW.`facture` IS NOT NULL
  OR (NEW.`DossierId`, NEW.`depuis`, NEW.`loyerHC`, NEW.`loyerCharge`, NEW.`motif`, NEW.`rang`, NEW.`finTravaux`, NEW.`RevisionId`, NEW.`createdAt`)
    IS NOT (OLD.`DossierId`, OLD.`depuis`, OLD.`loyerHC`, OLD.`loyerCharge`, OLD.`motif`, OLD.`rang`, OLD.`finTravaux`, OLD.`RevisionId`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;
CREATE TRIGGER `LoyerHistorique_durable` BEFORE DELETE ON `LoyerHistorique`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;
CREATE TRIGGER `Revision_immuable` BEFORE UPDATE ON `Revision` WHEN OLD.`annuleeLe` IS NOT NULL AND NEW.`annuleeLe` IS NULL
  OR OLD.`posteeLe` IS NOT NULL AND NEW.`posteeLe` IS NOT OLD.`posteeLe`
  OR (NEW.`DossierId`, NEW.`anniversaire`, NEW.`effetLe`, NEW.`serie`, NEW.`annee`, NEW.`trimestre`, NEW.`anneeAncienne`,
    NEW.`indiceAncien`, NEW.`indiceNouveau`, NEW.`loyerAvant`, NEW.`loyerApres`, NEW.`chargeAvant`, NEW.`chargeApres`)
    IS NOT (OLD.`DossierId`, OLD.`anniversaire`, OLD.`effetLe`, OLD.`serie`, OLD.`annee`, OLD.`trimestre`, OLD.`anneeAncienne`,
    OLD.`indiceAncien`, OLD.`indiceNouveau`, OLD.`loyerAvant`, OLD.`loyerApres`, OLD.`chargeAvant`, OLD.`chargeApres`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;
CREATE TRIGGER `Revision_durable` BEFORE DELETE ON `Revision`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;
CREATE TRIGGER `AccordRevision_immuable` BEFORE UPDATE ON `AccordRevision` WHEN
  (NEW.`DossierId`, NEW.`anniversaire`, NEW.`loyerAvant`, NEW.`loyerApres`, NEW.`chargeAvant`, NEW.`chargeApres`, NEW.`demandeLe`)
    IS NOT (OLD.`DossierId`, OLD.`anniversaire`, OLD.`loyerAvant`, OLD.`loyerApres`, OLD.`chargeAvant`, OLD.`chargeApres`, OLD.`demandeLe`)
  OR OLD.`accorde` IS NOT NULL AND (NEW.`accorde`, NEW.`reponduLe`, NEW.`moyen`) IS NOT (OLD.`accorde`, OLD.`reponduLe`, OLD.`moyen`) BEGIN
  SELECT RAISE(ABORT, 'accords immuables');
END;
CREATE TRIGGER `AccordRevision_durable` BEFORE DELETE ON `AccordRevision`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'accords immuables');
END;
CREATE TRIGGER `IndiceValeur_employe` BEFORE INSERT ON `IndiceValeur` WHEN NEW.`motif` IS NULL AND EXISTS (
  SELECT 1 FROM `IndiceValeur` i JOIN `Revision` r ON r.`annuleeLe` IS NULL AND r.`serie` = i.`serie` AND r.`trimestre` = i.`trimestre`
    AND ((r.`annee`, r.`indiceNouveau`) = (i.`annee`, i.`valeur`) OR (r.`anneeAncienne`, r.`indiceAncien`) = (i.`annee`, i.`valeur`))
  WHERE i.`id` = (SELECT max(`id`) FROM `IndiceValeur` WHERE (`serie`, `annee`, `trimestre`) = (NEW.`serie`, NEW.`annee`, NEW.`trimestre`))) BEGIN
  SELECT RAISE(ABORT, 'indice employé');
END;
CREATE TRIGGER `IndiceValeur_immuable` BEFORE UPDATE ON `IndiceValeur` WHEN OLD.`remplaceLe` IS NOT NULL
  OR (NEW.`serie`, NEW.`annee`, NEW.`trimestre`, NEW.`valeur`, NEW.`motif`, NEW.`createdAt`)
    IS NOT (OLD.`serie`, OLD.`annee`, OLD.`trimestre`, OLD.`valeur`, OLD.`motif`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'indices immuables');
END;
CREATE TRIGGER `IndiceValeur_durable` BEFORE DELETE ON `IndiceValeur` BEGIN
  SELECT RAISE(ABORT, 'indices immuables');
END;

-- A statement of charges stays as it was sent. It only takes, each once, the number of months over which it is paid,
-- the day on which it was posted, and its cancellation. A key of a building never changes: another row follows it
-- (charges/README §16.2, §16.4).
CREATE TRIGGER `CleLot_immuable` BEFORE UPDATE ON `CleLot` BEGIN
  SELECT RAISE(ABORT, 'cle immuable');
END;
CREATE TRIGGER `CleRepartition_immuable` BEFORE UPDATE ON `CleRepartition` BEGIN
  SELECT RAISE(ABORT, 'cle immuable');
END;
CREATE TRIGGER `Decompte_durable` BEFORE DELETE ON `Decompte`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'decompte immuable');
END;
CREATE TRIGGER `Decompte_immuable` BEFORE UPDATE ON `Decompte` WHEN OLD.`annuleLe` IS NOT NULL AND NEW.`annuleLe` IS NOT OLD.`annuleLe`
  OR OLD.`mois` IS NOT NULL AND NEW.`mois` IS NOT OLD.`mois`
  OR OLD.`posteLe` IS NOT NULL AND NEW.`posteLe` IS NOT OLD.`posteLe`
  OR (NEW.`DossierId`, NEW.`du`, NEW.`au`, NEW.`contenu`, NEW.`montant`, NEW.`envoyeLe`, NEW.`canal`, NEW.`exigibleLe`, NEW.`remplaceId`, NEW.`createdAt`)
    IS NOT (OLD.`DossierId`, OLD.`du`, OLD.`au`, OLD.`contenu`, OLD.`montant`, OLD.`envoyeLe`, OLD.`canal`, OLD.`exigibleLe`, OLD.`remplaceId`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'decompte immuable');
END;

-- The end of a mandate, once frozen, stays or is cancelled (mandats/README §12.24).
CREATE TRIGGER `FinDeMandat_durable` BEFORE DELETE ON `FinDeMandat` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `FinDeMandat_immuable` BEFORE UPDATE OF `MissionId`, `finLe`, `motif`, `FournisseurId`, `depots`, `remise`, `remisLe`, `arreteLe`,
  `CompteRenduId`, `contenu`, `annuleLe`, `annulePar`, `motifAnnulation` ON `FinDeMandat` WHEN OLD.`annuleLe` IS NOT NULL OR NEW.`MissionId` IS NOT OLD.`MissionId`
  OR (OLD.`arreteLe` IS NOT NULL
    AND (NEW.`finLe`, NEW.`motif`, NEW.`FournisseurId`, NEW.`depots`, NEW.`remise`, NEW.`arreteLe`, NEW.`CompteRenduId`, NEW.`contenu`)
      IS NOT (OLD.`finLe`, OLD.`motif`, OLD.`FournisseurId`, OLD.`depots`, OLD.`remise`, OLD.`arreteLe`, OLD.`CompteRenduId`, OLD.`contenu`)) BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;

-- The words of a bank stay as the bank wrote them, except the name of an erased person. A statement from which nothing
-- was recorded may be deleted once the history records it (banque/README §12.5).
CREATE TRIGGER `LigneReleve_dite` BEFORE UPDATE OF `libelle`, `reference` ON `LigneReleve`
WHEN (NEW.`libelle` IS NOT OLD.`libelle` AND NEW.`libelle` NOT LIKE '%personne effacée%')
  OR (NEW.`reference` IS NOT OLD.`reference` AND NEW.`reference` IS NOT NULL AND NEW.`reference` NOT LIKE '%personne effacée%') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `LigneReleve_durable` BEFORE DELETE ON `LigneReleve`
WHEN OLD.`etat` = 'rapprochee' OR (OLD.`etat` = 'a_rapprocher' AND OLD.`motif` IS NOT NULL)
  OR NOT EXISTS (SELECT 1 FROM `History` WHERE `entite` = 'Releve' AND `entiteId` = OLD.`ReleveId` AND `etat` = 'Retrait') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `LigneReleve_immuable` BEFORE UPDATE OF `id`, `ReleveId`, `CompteBancaireId`, `date`, `valeur`, `montant`, `cle`, `createdAt` ON `LigneReleve` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Releve_durable` BEFORE DELETE ON `Releve`
WHEN NOT EXISTS (SELECT 1 FROM `History` WHERE `entite` = 'Releve' AND `entiteId` = OLD.`id` AND `etat` = 'Retrait') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `Releve_immuable` BEFORE UPDATE ON `Releve`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`CompteBancaireId` IS NOT OLD.`CompteBancaireId` OR NEW.`format` IS NOT OLD.`format`
  OR NEW.`empreinte` IS NOT OLD.`empreinte` OR NEW.`du` IS NOT OLD.`du` OR NEW.`au` IS NOT OLD.`au`
  OR NEW.`ancienSolde` IS NOT OLD.`ancienSolde` OR NEW.`nouveauSolde` IS NOT OLD.`nouveauSolde`
  OR NEW.`connues` IS NOT OLD.`connues` OR NEW.`StoredFileId` IS NOT OLD.`StoredFileId` OR NEW.`user` IS NOT OLD.`user`
  OR NEW.`createdAt` IS NOT OLD.`createdAt`
  OR (NEW.`nom` IS NOT OLD.`nom` AND NEW.`nom` NOT LIKE '%personne effacée%') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;

-- Evidence. Lines are only added to the history and to the register of mandates. An erasure removes the words about a
-- person from the history, and nothing else (historique/README §9.10, personnes/README §9.15, mandats/README §12.23).
CREATE TRIGGER `History_concerne` AFTER INSERT ON `History`
  WHEN NEW.details IS NOT NULL AND NEW.entite IN ('Dossier', 'Caution', 'EtatLieux', 'LoyerHistorique', 'PlanApurement', 'Mission', 'Intendance', 'Fichier') BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT 'History', NEW.id, c.personne, c."personneId" FROM `Concerne` c WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId"
    AND (c.premier OR EXISTS (SELECT 1 FROM `Adresse` a WHERE a.personne = c.personne AND a."personneId" = c."personneId"
      AND instr(lower(NEW.details), a.adresse) > 0)) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `History_durable` BEFORE DELETE ON `History` BEGIN
  SELECT RAISE(ABORT, 'a line of history is never deleted');
END;
CREATE TRIGGER `History_immuable` BEFORE UPDATE ON `History` WHEN NEW.`id` IS NOT OLD.`id`
  OR NEW.`entite` IS NOT OLD.`entite` OR NEW.`entiteId` IS NOT OLD.`entiteId` OR NEW.`etat` IS NOT OLD.`etat`
  OR NEW.`user` IS NOT OLD.`user` OR NEW.`createdAt` IS NOT OLD.`createdAt`
  OR (OLD.`empreinte` IS NOT NULL AND (NEW.`empreinte` IS NOT OLD.`empreinte`
    OR EXISTS (SELECT key, value ->> 'sceau' FROM json_each(OLD.`scelles`) EXCEPT SELECT key, value ->> 'sceau' FROM json_each(NEW.`scelles`))
    OR EXISTS (SELECT key, value ->> 'sceau' FROM json_each(NEW.`scelles`) EXCEPT SELECT key, value ->> 'sceau' FROM json_each(OLD.`scelles`))
    OR EXISTS (SELECT key, value ->> 'sel' FROM json_each(NEW.`scelles`) WHERE value ->> 'sel' IS NOT NULL
      EXCEPT SELECT key, value ->> 'sel' FROM json_each(OLD.`scelles`))))
  OR EXISTS (SELECT key, type, value FROM json_each(NEW.`details`) EXCEPT SELECT key, type, value FROM json_each(OLD.`details`))
BEGIN
  SELECT RAISE(ABORT, 'a line of history only forgets values');
END;
CREATE TRIGGER `History_neuve` BEFORE INSERT ON `History` WHEN EXISTS (SELECT 1 FROM `History` WHERE `id` = NEW.`id`) BEGIN
  SELECT RAISE(ABORT, 'a line of history is never replaced');
END;
CREATE TRIGGER `History_oubli` AFTER UPDATE OF `details` ON `History` WHEN NEW.`scelles` IS NOT NULL AND NEW.`details` IS NOT OLD.`details` BEGIN
  UPDATE `History` SET `scelles` = (
    SELECT json_group_object(sceau.key, json(iif(sceau.key IN (SELECT key FROM json_each(NEW.`details`)), sceau.value,
      json_object('sel', NULL, 'sceau', sceau.value ->> 'sceau'))))
    FROM json_each(NEW.`scelles`) sceau)
  WHERE `id` = NEW.`id`;
END;
CREATE TRIGGER `ActeMandat_durable` BEFORE DELETE ON `ActeMandat` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `ActeMandat_immuable` BEFORE UPDATE ON `ActeMandat` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `RegistreMandat_durable` BEFORE DELETE ON `RegistreMandat` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `RegistreMandat_immuable` BEFORE UPDATE ON `RegistreMandat` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
CREATE TRIGGER `RegistreMandat_suite` BEFORE INSERT ON `RegistreMandat`
  WHEN NEW.id <> coalesce((SELECT max(id) FROM `RegistreMandat`), 0) + 1
    OR NEW.precedente <> coalesce((SELECT empreinte FROM `RegistreMandat` ORDER BY id DESC LIMIT 1), '') BEGIN
  SELECT RAISE(ABORT, 'registre des mandats hors suite');
END;

-- An erased person stays erased: nothing more is written about that person (personnes/README §9.15).
CREATE TRIGGER `Caution_effacee` BEFORE UPDATE ON `Caution` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Caution' AND "personneId" = OLD.id) AND NOT (NEW."DossierId" IS NULL AND OLD."DossierId" IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Client_efface` BEFORE UPDATE ON `Client` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = OLD.id) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `CoordonneesBancaires_effacees` BEFORE INSERT ON `CoordonneesBancaires` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Courriel_efface` BEFORE INSERT ON `Courriel` WHEN NEW.entite IS NOT NULL AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Document_efface` BEFORE INSERT ON `Document` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Dossier_efface` BEFORE UPDATE ON `Dossier` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = OLD."LocataireId") AND (
  (NEW."edfEntree" IS NOT NULL AND NEW."edfEntree" IS NOT OLD."edfEntree")
  OR (NEW."edfSortie" IS NOT NULL AND NEW."edfSortie" IS NOT OLD."edfSortie")
  OR (NEW."indiceTrim" IS NOT NULL AND NEW."indiceTrim" IS NOT OLD."indiceTrim")
  OR (NEW."lieuSignature" IS NOT NULL AND NEW."lieuSignature" IS NOT OLD."lieuSignature")
  OR (NEW."encadrement" IS NOT NULL AND NEW."encadrement" IS NOT OLD."encadrement")
  OR (NEW."clauses" IS NOT NULL AND NEW."clauses" IS NOT OLD."clauses")
  OR (NEW."travaux" IS NOT NULL AND NEW."travaux" IS NOT OLD."travaux")
  OR (NEW."nouvelleAdresse" IS NOT NULL AND NEW."nouvelleAdresse" IS NOT OLD."nouvelleAdresse")
  OR (NEW."motifDureeReduite" IS NOT NULL AND NEW."motifDureeReduite" IS NOT OLD."motifDureeReduite")
  OR (NEW."motifMobilite" IS NOT NULL AND NEW."motifMobilite" IS NOT OLD."motifMobilite")
  OR (NEW."annexes" IS NOT NULL AND NEW."annexes" IS NOT OLD."annexes")
  OR (NEW."vehicule" IS NOT NULL AND NEW."vehicule" IS NOT OLD."vehicule")
  OR (NEW."etatInId" IS NOT NULL AND NEW."etatInId" IS NOT OLD."etatInId")
  OR (NEW."etatOutId" IS NOT NULL AND NEW."etatOutId" IS NOT OLD."etatOutId")
  OR (NEW."contratLocationId" IS NOT NULL AND NEW."contratLocationId" IS NOT OLD."contratLocationId")
  OR (NEW."inventaireEntreeId" IS NOT NULL AND NEW."inventaireEntreeId" IS NOT OLD."inventaireEntreeId")
  OR (NEW."inventaireSortieId" IS NOT NULL AND NEW."inventaireSortieId" IS NOT OLD."inventaireSortieId")) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `EtatLieux_efface` BEFORE UPDATE ON `EtatLieux` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'EtatLieux' AND c."entiteId" = OLD.id AND c.premier) OR EXISTS (SELECT 1 FROM `Rattachement` r JOIN `Effacement` e USING (personne, "personneId")
  WHERE r.entite = 'EtatLieux' AND r."entiteId" = OLD.id AND NOT EXISTS (SELECT 1 FROM `Concerne` c WHERE c.entite = 'EtatLieux' AND c."entiteId" = OLD.id AND c.premier)) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `LoyerHistorique_efface` BEFORE UPDATE OF `signedId` ON `LoyerHistorique` WHEN NEW."signedId" IS NOT NULL AND NEW."signedId" IS NOT OLD."signedId" AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'LoyerHistorique' AND c."entiteId" = OLD.id AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Locataire_efface` BEFORE UPDATE ON `Locataire` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = OLD.id) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `MissionClient_efface` BEFORE INSERT ON `MissionClient` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW."ClientId") BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `PlanApurement_efface` BEFORE UPDATE OF `signedId` ON `PlanApurement` WHEN NEW."signedId" IS NOT NULL AND NEW."signedId" IS NOT OLD."signedId" AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'PlanApurement' AND c."entiteId" = OLD.id AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Propriete_efface` BEFORE INSERT ON `Propriete` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW."ClientId") BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;

-- The reference of an imported record in the other software is erased with the record (import/README §13).
CREATE TRIGGER `Appartement_importe` AFTER DELETE ON `Appartement` BEGIN
  UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Appartement' AND "entiteId" = OLD.id;
END;
CREATE TRIGGER `Caution_importe` AFTER DELETE ON `Caution` BEGIN
  UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Caution' AND "entiteId" = OLD.id;
END;
CREATE TRIGGER `Client_importe` AFTER DELETE ON `Client` BEGIN
  UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Client' AND "entiteId" = OLD.id;
END;
CREATE TRIGGER `Dossier_importe` AFTER DELETE ON `Dossier` BEGIN
  UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Dossier' AND "entiteId" = OLD.id;
END;
CREATE TRIGGER `Locataire_importe` AFTER DELETE ON `Locataire` BEGIN
  UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Locataire' AND "entiteId" = OLD.id;
END;

-- The persons whom a record concerned. When a record is deleted, detached or moved, they are noted for the erasure and
-- the export of personal data (personnes/README §9.15, agence/README §9.16).
CREATE TRIGGER `Caution_deplacee` BEFORE UPDATE OF `DossierId` ON `Caution` WHEN NEW."DossierId" IS NOT NULL AND NEW."DossierId" IS NOT OLD."DossierId" AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'Dossier' AND c."entiteId" = NEW."DossierId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Caution_detachee` BEFORE UPDATE OF `DossierId` ON `Caution` WHEN OLD."DossierId" IS NOT NULL AND NEW."DossierId" IS NOT OLD."DossierId" BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Caution' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Caution_laisse` BEFORE DELETE ON `Caution` BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Caution' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Caution_recue` BEFORE INSERT ON `Caution` WHEN NEW."DossierId" IS NOT NULL AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'Dossier' AND c."entiteId" = NEW."DossierId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Client_marie` BEFORE INSERT ON `Client` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW.mariage) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Client_remarie` BEFORE UPDATE OF `mariage` ON `Client` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW.mariage) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Courriel_concerne` AFTER INSERT ON `Courriel` WHEN NEW.entite IS NOT NULL BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT 'Courriel', NEW.id, c.personne, c."personneId" FROM `Concerne` c WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId"
    AND (c.premier OR EXISTS (SELECT 1 FROM `Adresse` a WHERE a.personne = c.personne AND a."personneId" = c."personneId"
      AND a.adresse IN (SELECT lower(value) FROM json_each(NEW.destinataires)))) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Document_concerne` AFTER INSERT ON `Document` BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT 'Document', NEW.id, personne, "personneId" FROM `Concerne` WHERE entite = NEW.entite AND "entiteId" = NEW."entiteId" ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Dossier_deplace` BEFORE UPDATE OF `LocataireId` ON `Dossier` WHEN NEW."LocataireId" <> OLD."LocataireId" AND EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Dossier_etatIn_laisse` BEFORE UPDATE OF `etatInId` ON `Dossier` WHEN OLD."etatInId" IS NOT NULL AND NEW."etatInId" IS NOT OLD."etatInId" BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId") VALUES ('EtatLieux', OLD."etatInId", 'Locataire', OLD."LocataireId") ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Dossier_etatOut_laisse` BEFORE UPDATE OF `etatOutId` ON `Dossier` WHEN OLD."etatOutId" IS NOT NULL AND NEW."etatOutId" IS NOT OLD."etatOutId" BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId") VALUES ('EtatLieux', OLD."etatOutId", 'Locataire', OLD."LocataireId") ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Dossier_laisse` BEFORE DELETE ON `Dossier` BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Dossier' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT 'Caution', id, 'Locataire', OLD."LocataireId" FROM `Caution` WHERE "DossierId" = OLD.id ON CONFLICT DO NOTHING;
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT 'EtatLieux', value, 'Locataire', OLD."LocataireId" FROM json_each(json_array(OLD."etatInId", OLD."etatOutId")) WHERE value IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Dossier_ouvert` BEFORE INSERT ON `Dossier` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `EtatLieux_laisse` BEFORE DELETE ON `EtatLieux` BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'EtatLieux' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Fichier_deplace` BEFORE UPDATE OF `LocataireId`, `ClientId` ON `Fichier` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") OR EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW."ClientId") BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Fichier_detache` BEFORE UPDATE OF `LocataireId`, `ClientId` ON `Fichier` WHEN NEW."LocataireId" IS NOT OLD."LocataireId" OR NEW."ClientId" IS NOT OLD."ClientId" BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Fichier' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Fichier_laisse` BEFORE DELETE ON `Fichier` BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Fichier' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Fichier_recu` BEFORE INSERT ON `Fichier` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") OR EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW."ClientId") BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `Intendance_laisse` BEFORE DELETE ON `Intendance` BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Intendance' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Mission_laisse` BEFORE DELETE ON `Mission` BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Mission' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `MissionClient_laisse` BEFORE DELETE ON `MissionClient` BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId") VALUES ('Mission', OLD."MissionId", 'Client', OLD."ClientId") ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER `Propriete_laisse` BEFORE DELETE ON `Propriete` BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT 'Dossier', id, 'Client', OLD."ClientId" FROM `Dossier` WHERE "AppartementId" = OLD."AppartementId" ON CONFLICT DO NOTHING;
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT 'Intendance', id, 'Client', OLD."ClientId" FROM `Intendance` WHERE "AppartementId" = OLD."AppartementId" ON CONFLICT DO NOTHING;
END;

-- Seals. A sealed file and the certificate of its seal never change; a certificate is revoked once (signature/README
-- §18.3).
CREATE TRIGGER `Sceau_durable` BEFORE DELETE ON `Sceau` BEGIN
  SELECT RAISE(ABORT, 'sceau immuable');
END;
CREATE TRIGGER `Sceau_immuable` BEFORE UPDATE ON `Sceau` WHEN OLD.`revoqueLe` IS NOT NULL
  OR (NEW.`id`, NEW.`empreinteCle`, NEW.`certificat`, NEW.`empreinte`, NEW.`agence`, NEW.`du`, NEW.`au`, NEW.`createdAt`) IS NOT (OLD.`id`, OLD.`empreinteCle`, OLD.`certificat`, OLD.`empreinte`, OLD.`agence`, OLD.`du`, OLD.`au`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'sceau immuable');
END;
CREATE TRIGGER `DocumentScelle_durable` BEFORE DELETE ON `DocumentScelle` BEGIN
  SELECT RAISE(ABORT, 'sceau immuable');
END;
CREATE TRIGGER `DocumentScelle_immuable` BEFORE UPDATE ON `DocumentScelle` BEGIN
  SELECT RAISE(ABORT, 'sceau immuable');
END;

-- Photos of inventories are evidence: a photo is announced, received and removed, each once (terrain/README §19.4).
CREATE TRIGGER `PhotoConstat_immuable` BEFORE UPDATE ON `PhotoConstat` WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`cle` IS NOT OLD.`cle`
  OR NEW."EtatLieuxId" IS NOT OLD."EtatLieuxId" OR NEW.`visite` IS NOT OLD.`visite` OR NEW.`rang` IS NOT OLD.`rang`
  OR NEW.`place` IS NOT OLD.`place` OR NEW.`empreinte` IS NOT OLD.`empreinte`
  OR NEW."empreinteVignette" IS NOT OLD."empreinteVignette" OR NEW."empreinteOriginale" IS NOT OLD."empreinteOriginale"
  OR NEW."priseLeAppareil" IS NOT OLD."priseLeAppareil" OR NEW."priseLe" IS NOT OLD."priseLe"
  OR NEW.`ancienne` IS NOT OLD.`ancienne` OR NEW.`maillon` IS NOT OLD.`maillon` OR NEW.`user` IS NOT OLD.`user`
  OR NEW."createdAt" IS NOT OLD."createdAt"
  OR (OLD."StoredFileId" IS NOT NULL AND NEW."StoredFileId" IS NOT OLD."StoredFileId")
  OR (OLD."VignetteId" IS NOT NULL AND NEW."VignetteId" IS NOT OLD."VignetteId")
  OR (OLD."recueLe" IS NOT NULL AND NEW."recueLe" IS NOT OLD."recueLe")
  OR (OLD."retireeLe" IS NOT NULL AND NEW."retireeLe" IS NOT OLD."retireeLe")
  OR (OLD."perdueLe" IS NOT NULL AND NEW."perdueLe" IS NOT OLD."perdueLe") BEGIN
  SELECT RAISE(ABORT, 'a photo of an inventory never changes');
END;
CREATE TRIGGER `PhotoConstat_durable` BEFORE DELETE ON `PhotoConstat`
  WHEN EXISTS (SELECT 1 FROM `StoredFile` WHERE id = OLD."StoredFileId") BEGIN
  SELECT RAISE(ABORT, 'a photo of an inventory goes with its file');
END;
CREATE TRIGGER `PhotoConstat_efface` BEFORE INSERT ON `PhotoConstat` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'EtatLieux' AND c."entiteId" = NEW."EtatLieuxId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;

-- A paper put to signature stays as it was read. A signature given can only lose data, and a sealed request can only
-- take a withdrawal (signature/README §18.5).
CREATE TRIGGER `DemandeSignature_version` AFTER UPDATE OF `updatedAt` ON `DemandeSignature` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `DemandeSignature` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
CREATE TRIGGER `DemandeSignature_durable` BEFORE DELETE ON `DemandeSignature` WHEN OLD."DocumentScelleId" IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
CREATE TRIGGER `DemandeSignature_efface` BEFORE INSERT ON `DemandeSignature` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
CREATE TRIGGER `DemandeSignature_immuable` BEFORE UPDATE ON `DemandeSignature`
  WHEN (NEW.`id`, NEW.`cle`, NEW.`type`, NEW.`titre`, NEW.`sources`, NEW.`entite`, NEW."entiteId", NEW.`champ`, NEW."DossierId", NEW."MissionId", NEW."annexeEmpreinte", NEW.`empreinte`, NEW.`octets`, NEW.`pages`, NEW."pagesJointes", NEW."versionSource", NEW.`lieu`, NEW.`consommateur`, NEW."expireLe", NEW.`user`, NEW."createdAt")
  IS NOT (OLD.`id`, OLD.`cle`, OLD.`type`, OLD.`titre`, OLD.`sources`, OLD.`entite`, OLD."entiteId", OLD.`champ`, OLD."DossierId", OLD."MissionId", OLD."annexeEmpreinte", OLD.`empreinte`, OLD.`octets`, OLD.`pages`, OLD."pagesJointes", OLD."versionSource", OLD.`lieu`, OLD.`consommateur`, OLD."expireLe", OLD.`user`, OLD."createdAt")
  OR coalesce(NEW."StoredFileId" <> OLD."StoredFileId", NEW."StoredFileId" IS NOT NULL)
  OR coalesce(NEW."BlocsId" <> OLD."BlocsId", NEW."BlocsId" IS NOT NULL)
  OR coalesce(NEW."AnnexeId" <> OLD."AnnexeId", NEW."AnnexeId" IS NOT NULL)
  OR (OLD."annuleeLe" IS NOT NULL AND NEW."annuleeLe" IS NOT OLD."annuleeLe")
  OR (OLD."remplaceeLe" IS NOT NULL AND NEW."remplaceeLe" IS NOT OLD."remplaceeLe")
  OR (OLD."retracteeLe" IS NOT NULL AND NEW."retracteeLe" IS NOT OLD."retracteeLe")
  OR (NEW."retracteeLe" IS NOT NULL AND (OLD."retractationJusqua" IS NULL OR OLD."DocumentScelleId" IS NULL)) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
CREATE TRIGGER `DemandeSignature_scellee` BEFORE UPDATE ON `DemandeSignature` WHEN OLD."DocumentScelleId" IS NOT NULL
  AND ((NEW."DocumentScelleId", NEW."annuleeLe", NEW."remplaceeLe", NEW."retractationJusqua") IS NOT (OLD."DocumentScelleId", OLD."annuleeLe", OLD."remplaceeLe", OLD."retractationJusqua")
  OR coalesce(NEW."ScelleId" <> OLD."ScelleId", NEW."ScelleId" IS NOT NULL)
  OR coalesce(NEW.`motif` <> OLD.`motif`, NEW.`motif` IS NOT NULL)) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
CREATE TRIGGER `DemandeSignature_signee` BEFORE UPDATE OF `DocumentScelleId` ON `DemandeSignature` WHEN NEW."DocumentScelleId" IS NOT NULL AND OLD."DocumentScelleId" IS NULL
  AND (NEW."annuleeLe" IS NOT NULL OR NEW."remplaceeLe" IS NOT NULL
  OR EXISTS (SELECT 1 FROM `Signataire` WHERE "DemandeSignatureId" = OLD.id AND ("signeLe" IS NULL OR "refuseLe" IS NOT NULL))
  OR NOT EXISTS (SELECT 1 FROM `Signataire` WHERE "DemandeSignatureId" = OLD.id)) BEGIN
  SELECT RAISE(ABORT, 'il manque une signature');
END;
CREATE TRIGGER `Signataire_ajoute` BEFORE INSERT ON `Signataire` WHEN EXISTS (SELECT 1 FROM `Signataire` WHERE "DemandeSignatureId" = NEW."DemandeSignatureId" AND coalesce("signeLe", "refuseLe") IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
CREATE TRIGGER `Signataire_durable` BEFORE DELETE ON `Signataire` WHEN OLD."signeLe" IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
CREATE TRIGGER `Signataire_immuable` BEFORE UPDATE ON `Signataire`
  WHEN (NEW.`id`, NEW."DemandeSignatureId", NEW.`rang`, NEW.`role`, NEW.`personne`, NEW."personneId", NEW."createdAt") IS NOT (OLD.`id`, OLD."DemandeSignatureId", OLD.`rang`, OLD.`role`, OLD.`personne`, OLD."personneId", OLD."createdAt")
  OR (NEW."signeLe" IS NOT NULL AND NEW."refuseLe" IS NOT NULL)
  OR (OLD."refuseLe" IS NOT NULL AND NEW."refuseLe" IS NOT OLD."refuseLe")
  OR (OLD."signeLe" IS NOT NULL AND (
    (NEW."signeLe", NEW."signeLeAppareil", NEW."refuseLe", NEW."luLe", NEW."secondesDeLecture", NEW."signesMention", NEW."secondesMention", NEW."gardeDiscussion") IS NOT (OLD."signeLe", OLD."signeLeAppareil", OLD."refuseLe", OLD."luLe", OLD."secondesDeLecture", OLD."signesMention", OLD."secondesMention", OLD."gardeDiscussion")
    OR (NEW.`nom` <> OLD.`nom` AND NEW.`nom` <> 'Effacé')
    OR coalesce(NEW.`qualite` <> OLD.`qualite`, NEW.`qualite` IS NOT NULL)
    OR coalesce(NEW.`mail` <> OLD.`mail`, NEW.`mail` IS NOT NULL)
    OR coalesce(NEW.`motif` <> OLD.`motif`, NEW.`motif` IS NOT NULL)
    OR coalesce(NEW.`consentement` <> OLD.`consentement`, NEW.`consentement` IS NOT NULL)
    OR coalesce(NEW.`cases` <> OLD.`cases`, NEW.`cases` IS NOT NULL)
    OR coalesce(NEW.`mention` <> OLD.`mention`, NEW.`mention` IS NOT NULL)
    OR coalesce(NEW.`ip` <> OLD.`ip`, NEW.`ip` IS NOT NULL)
    OR coalesce(NEW.`agent` <> OLD.`agent`, NEW.`agent` IS NOT NULL)
    OR coalesce(NEW.`trace` <> OLD.`trace`, NEW.`trace` IS NOT NULL)
    OR coalesce(NEW.`identite` <> OLD.`identite`, NEW.`identite` IS NOT NULL)
    OR coalesce(NEW."IdentiteFichierId" <> OLD."IdentiteFichierId", NEW."IdentiteFichierId" IS NOT NULL)
    OR coalesce(NEW."identiteEmpreinte" <> OLD."identiteEmpreinte", NEW."identiteEmpreinte" IS NOT NULL)
    OR coalesce(NEW."identitePar" <> OLD."identitePar", NEW."identitePar" IS NOT NULL))) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;

-- A tenant's request to complete an inventory is answered once. The content that was signed on site stays
-- (terrain/README §19.8, §19.7).
CREATE TRIGGER `DemandeSignature_constat` BEFORE UPDATE OF `constat` ON `DemandeSignature` WHEN coalesce(NEW.`constat` <> OLD.`constat`, NEW.`constat` IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
CREATE TRIGGER `ComplementConstat_immuable` BEFORE UPDATE ON `ComplementConstat`
  WHEN (NEW.`id`, NEW."EtatLieuxId", NEW.`objet`, NEW."recuLe", NEW."createdAt") IS NOT (OLD.`id`, OLD."EtatLieuxId", OLD.`objet`, OLD."recuLe", OLD."createdAt")
  OR coalesce(NEW."SignataireId" <> OLD."SignataireId", NEW."SignataireId" IS NOT NULL)
  OR (NEW.`nom` <> OLD.`nom` AND NEW.`nom` <> 'Effacé') OR (NEW.`texte` <> OLD.`texte` AND NEW.`texte` <> 'Effacé')
  OR (NEW."accepteLe" IS NOT NULL AND NEW."refuseLe" IS NOT NULL)
  OR (coalesce(OLD."accepteLe", OLD."refuseLe") IS NOT NULL AND (
    (NEW."accepteLe", NEW."refuseLe", NEW.`user`) IS NOT (OLD."accepteLe", OLD."refuseLe", OLD.`user`)
    OR coalesce(NEW.`motif` <> OLD.`motif`, NEW.`motif` IS NOT NULL))) BEGIN
  SELECT RAISE(ABORT, 'complement immuable');
END;
CREATE TRIGGER `ComplementConstat_durable` BEFORE DELETE ON `ComplementConstat` BEGIN
  SELECT RAISE(ABORT, 'complement immuable');
END;
CREATE TRIGGER `ComplementConstat_efface` BEFORE INSERT ON `ComplementConstat` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'EtatLieux' AND c."entiteId" = NEW."EtatLieuxId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
