CREATE TABLE `FinDeMandat` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`MissionId` integer NOT NULL,
	`finLe` text NOT NULL,
	`motif` text NOT NULL,
	`FournisseurId` integer,
	`depots` text NOT NULL,
	`remise` text,
	`remisLe` text,
	`arreteLe` text,
	`CompteRenduId` integer,
	`contenu` text,
	`user` text,
	`annuleLe` text,
	`annulePar` text,
	`motifAnnulation` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`FournisseurId`) REFERENCES `Fournisseur`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`CompteRenduId`) REFERENCES `CompteRendu`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `FinDeMandat_vivante` ON `FinDeMandat` (`MissionId`) WHERE "annuleLe" IS NULL;--> statement-breakpoint
CREATE INDEX `FinDeMandat_Mission` ON `FinDeMandat` (`MissionId`);--> statement-breakpoint
CREATE INDEX `FinDeMandat_Fournisseur` ON `FinDeMandat` (`FournisseurId`);--> statement-breakpoint
CREATE INDEX `FinDeMandat_CompteRendu` ON `FinDeMandat` (`CompteRenduId`);--> statement-breakpoint
ALTER TABLE `LigneReleve` ADD `ApportId` integer REFERENCES Ecriture(id);--> statement-breakpoint
CREATE UNIQUE INDEX `LigneReleve_Apport` ON `LigneReleve` (`ApportId`);--> statement-breakpoint
ALTER TABLE `Intendance` ADD `RembourseId` integer;--> statement-breakpoint
CREATE INDEX `Intendance_Rembourse` ON `Intendance` (`RembourseId`);--> statement-breakpoint
CREATE TRIGGER `FinDeMandat_version` AFTER UPDATE OF `updatedAt` ON `FinDeMandat` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `FinDeMandat` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `FinDeMandat_compte_notee` AFTER INSERT ON `FinDeMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
--> statement-breakpoint
CREATE TRIGGER `FinDeMandat_compte_changee` AFTER UPDATE ON `FinDeMandat` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;
--> statement-breakpoint
CREATE TRIGGER `FinDeMandat_durable` BEFORE DELETE ON `FinDeMandat` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
--> statement-breakpoint
CREATE TRIGGER `FinDeMandat_immuable` BEFORE UPDATE OF `MissionId`, `finLe`, `motif`, `FournisseurId`, `depots`, `remise`, `remisLe`, `arreteLe`,
  `CompteRenduId`, `contenu`, `annuleLe`, `annulePar`, `motifAnnulation` ON `FinDeMandat` WHEN OLD.`annuleLe` IS NOT NULL OR NEW.`MissionId` IS NOT OLD.`MissionId`
  OR (OLD.`arreteLe` IS NOT NULL
    AND (NEW.`finLe`, NEW.`motif`, NEW.`FournisseurId`, NEW.`depots`, NEW.`remise`, NEW.`arreteLe`, NEW.`CompteRenduId`, NEW.`contenu`)
      IS NOT (OLD.`finLe`, OLD.`motif`, OLD.`FournisseurId`, OLD.`depots`, OLD.`remise`, OLD.`arreteLe`, OLD.`CompteRenduId`, OLD.`contenu`)) BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
