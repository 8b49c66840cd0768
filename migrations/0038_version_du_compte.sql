ALTER TABLE `Mission` ADD `versionDuCompte` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `Mission_compte` AFTER UPDATE ON `Mission` WHEN NEW.`versionDuCompte` = OLD.`versionDuCompte` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER `Mission_compte_voisin` AFTER UPDATE OF `type` ON `Mission` WHEN NEW.type <> OLD.type BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT autre."MissionId" FROM `MissionAppartement` sien JOIN `MissionAppartement` autre USING ("AppartementId")
    WHERE sien."MissionId" = NEW.id AND autre."MissionId" <> NEW.id);
END;--> statement-breakpoint
CREATE TRIGGER `MissionAppartement_compte_ajoute` AFTER INSERT ON `MissionAppartement` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId"
    OR id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = NEW."AppartementId");
END;--> statement-breakpoint
CREATE TRIGGER `MissionAppartement_compte_retire` AFTER DELETE ON `MissionAppartement` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = OLD."MissionId"
    OR id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = OLD."AppartementId");
END;--> statement-breakpoint
CREATE TRIGGER `MissionClient_compte_ajoute` AFTER INSERT ON `MissionClient` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `MissionClient_compte_retire` AFTER DELETE ON `MissionClient` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = OLD."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `Client_compte` AFTER UPDATE ON `Client` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionClient` WHERE "ClientId" = NEW.id
    UNION SELECT t."MissionId" FROM `PartMandat` p JOIN `ConditionsMandat` t ON t.id = p."ConditionsMandatId" WHERE p."ClientId" = NEW.id);
END;--> statement-breakpoint
CREATE TRIGGER `CoordonneesBancaires_compte` AFTER INSERT ON `CoordonneesBancaires` WHEN NEW."MissionId" IS NOT NULL BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `CoordonneesBancaires_compte_decidees` AFTER UPDATE OF `etat`, `actifLe` ON `CoordonneesBancaires` WHEN NEW."MissionId" IS NOT NULL BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `ConditionsMandat_compte` AFTER INSERT ON `ConditionsMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `PartMandat_compte` AFTER INSERT ON `PartMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id = (SELECT "MissionId" FROM `ConditionsMandat` WHERE id = NEW."ConditionsMandatId");
END;--> statement-breakpoint
CREATE TRIGGER `FraisDemande_compte_ajoutes` AFTER INSERT ON `FraisDemande` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `FraisDemande_compte_changes` AFTER UPDATE ON `FraisDemande` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `FraisDemande_compte_retires` AFTER DELETE ON `FraisDemande` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = OLD."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `CompteRendu_compte_ajoute` AFTER INSERT ON `CompteRendu` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `CompteRendu_compte_change` AFTER UPDATE ON `CompteRendu` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `CompteRendu_compte_retire` AFTER DELETE ON `CompteRendu` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = OLD."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `Ligne_compte` AFTER INSERT ON `Ligne` WHEN NEW.genre IN ('4670', '4671') BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW.mandat;
END;--> statement-breakpoint
CREATE TRIGGER `Ligne_compte_depot` AFTER INSERT ON `Ligne` WHEN NEW.genre = '165' BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT a."MissionId" FROM `Dossier` d JOIN `MissionAppartement` a USING ("AppartementId") WHERE d.id = NEW.de);
END;--> statement-breakpoint
CREATE TRIGGER `Intendance_compte_ajoutee` AFTER INSERT ON `Intendance` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = NEW."AppartementId");
END;--> statement-breakpoint
CREATE TRIGGER `Intendance_compte_changee` AFTER UPDATE ON `Intendance` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" IN (OLD."AppartementId", NEW."AppartementId"));
END;--> statement-breakpoint
CREATE TRIGGER `Intendance_compte_retiree` AFTER DELETE ON `Intendance` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = OLD."AppartementId");
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_compte_ajoute` AFTER INSERT ON `Dossier` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = NEW."AppartementId");
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_compte_change` AFTER UPDATE ON `Dossier` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" IN (OLD."AppartementId", NEW."AppartementId"));
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_compte_retire` AFTER DELETE ON `Dossier` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id IN (SELECT "MissionId" FROM `MissionAppartement` WHERE "AppartementId" = OLD."AppartementId");
END;--> statement-breakpoint
CREATE TRIGGER `Variable_compte_ajoutee` AFTER INSERT ON `Variable` WHEN NEW.nom IN ('franchiseTva', 'siret') BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE type = 'gestion';
END;--> statement-breakpoint
CREATE TRIGGER `Variable_compte_changee` AFTER UPDATE OF `valeur` ON `Variable` WHEN NEW.nom IN ('franchiseTva', 'siret') BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE type = 'gestion';
END;--> statement-breakpoint
CREATE TRIGGER `Variable_compte_retiree` AFTER DELETE ON `Variable` WHEN OLD.nom IN ('franchiseTva', 'siret') BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE type = 'gestion';
END;--> statement-breakpoint
CREATE TRIGGER `RegistreMandat_compte` AFTER INSERT ON `RegistreMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId"
    OR (NEW."MissionId" IS NULL AND type = 'gestion');
END;
