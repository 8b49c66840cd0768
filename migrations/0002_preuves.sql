CREATE TABLE `Remplacement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entite` text NOT NULL,
	`entiteId` integer NOT NULL,
	`champ` text NOT NULL,
	`StoredFileId` integer NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `Remplacement_record` ON `Remplacement` (`entite`,`entiteId`,`id`);--> statement-breakpoint
CREATE INDEX `Remplacement_StoredFile` ON `Remplacement` (`StoredFileId`);--> statement-breakpoint
DROP INDEX `Quitance_mois`;--> statement-breakpoint
DROP INDEX `Quitance_periode`;--> statement-breakpoint
ALTER TABLE `Quitance` ADD `exercice` text GENERATED ALWAYS AS (substr("numero", 1, 4)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `Quitance` ADD `rang` integer GENERATED ALWAYS AS (CAST(substr("numero", 6) AS integer)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `Quitance` ADD `servieLe` text;--> statement-breakpoint
ALTER TABLE `Quitance` ADD `annuleeLe` text;--> statement-breakpoint
ALTER TABLE `Quitance` ADD `motifAnnulation` text;--> statement-breakpoint
ALTER TABLE `Quitance` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `Quitance_numero` ON `Quitance` (`exercice`,`rang`);--> statement-breakpoint
CREATE UNIQUE INDEX `Quitance_mois` ON `Quitance` (`DossierId`,`mois`) WHERE "automatique" = 1 AND "annuleeLe" IS NULL;--> statement-breakpoint
CREATE INDEX `Quitance_periode` ON `Quitance` (`mois`,`regle`,`statusInconu`,`source`,`annuleeLe`,`loyerHC`,`charge`,`montantPaye`);--> statement-breakpoint
ALTER TABLE `Accompte` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Caution` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Client` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Courriel` ADD `partLe` text;--> statement-breakpoint
ALTER TABLE `Courriel` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `colocation` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Equipement` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `EtatLieux` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Fichier` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Image` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Locataire` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Mission` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `User` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `Variable` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `Quitance` SET `servieLe` = `updatedAt` WHERE `file` IS NOT NULL OR EXISTS (
	SELECT 1 FROM `Courriel` WHERE `Courriel`.`QuitanceId` = `Quitance`.`id`
	AND `Courriel`.`etat` IN ('en_cours', 'envoye', 'incertain'));--> statement-breakpoint
WITH `EnCours` AS (SELECT `id`, `AppartementId` FROM `Dossier` WHERE `dateDebutBail` <= date('now')
	AND coalesce(`dateSortie`, `dateFinBail`, '9999-12-31') >= date('now')
	AND (`dateDebutPreavis` IS NULL OR coalesce(`dateFinPreavis`, '9999-12-31') >= date('now')))
UPDATE `Dossier` SET `colocation` = 1 WHERE `id` IN (
	SELECT `un`.`id` FROM `EnCours` `un` JOIN `EnCours` `autre`
	ON `autre`.`AppartementId` = `un`.`AppartementId` AND `autre`.`id` <> `un`.`id`);--> statement-breakpoint
CREATE TRIGGER `Accompte_version` AFTER UPDATE OF `updatedAt` ON `Accompte` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Accompte` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Appartement_version` AFTER UPDATE OF `updatedAt` ON `Appartement` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Appartement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Caution_version` AFTER UPDATE OF `updatedAt` ON `Caution` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Caution` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Client_version` AFTER UPDATE OF `updatedAt` ON `Client` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Client` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Courriel_version` AFTER UPDATE OF `updatedAt` ON `Courriel` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Courriel` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_version` AFTER UPDATE OF `updatedAt` ON `Dossier` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Dossier` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Equipement_version` AFTER UPDATE OF `updatedAt` ON `Equipement` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Equipement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `EtatLieux_version` AFTER UPDATE OF `updatedAt` ON `EtatLieux` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `EtatLieux` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Fichier_version` AFTER UPDATE OF `updatedAt` ON `Fichier` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Fichier` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Image_version` AFTER UPDATE OF `updatedAt` ON `Image` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Image` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Intendance_version` AFTER UPDATE OF `updatedAt` ON `Intendance` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Intendance` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Locataire_version` AFTER UPDATE OF `updatedAt` ON `Locataire` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Locataire` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Mission_version` AFTER UPDATE OF `updatedAt` ON `Mission` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Mission` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Quitance_version` AFTER UPDATE OF `updatedAt` ON `Quitance` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Quitance` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `User_version` AFTER UPDATE OF `updatedAt` ON `User` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `User` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Variable_version` AFTER UPDATE OF `updatedAt` ON `Variable` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Variable` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
