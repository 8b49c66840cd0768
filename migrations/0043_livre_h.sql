ALTER TABLE `Ligne` ADD `tauxTva` integer;--> statement-breakpoint
CREATE TRIGGER `ReglementHonoraires_compte` AFTER INSERT ON `ReglementHonoraires` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id = (SELECT "MissionId" FROM `FactureHonoraires` WHERE id = NEW."FactureHonorairesId");
END;
--> statement-breakpoint
CREATE TRIGGER `ReglementHonoraires_compte_repris` AFTER UPDATE OF `annuleLe` ON `ReglementHonoraires` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id = (SELECT "MissionId" FROM `FactureHonoraires` WHERE id = NEW."FactureHonorairesId");
END;
