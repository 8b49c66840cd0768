CREATE TABLE `AccordRevision` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`ClientId` integer,
	`anniversaire` text NOT NULL,
	`loyerAvant` integer NOT NULL,
	`loyerApres` integer NOT NULL,
	`chargeAvant` integer NOT NULL,
	`chargeApres` integer NOT NULL,
	`demandeLe` text,
	`accorde` integer,
	`reponduLe` text,
	`moyen` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `AccordRevision_attente` ON `AccordRevision` (`DossierId`,`anniversaire`) WHERE "accorde" IS NULL;--> statement-breakpoint
CREATE INDEX `AccordRevision_Dossier` ON `AccordRevision` (`DossierId`);--> statement-breakpoint
CREATE INDEX `AccordRevision_Client` ON `AccordRevision` (`ClientId`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_FactureHonoraires` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`serie` text NOT NULL,
	`exercice` text NOT NULL,
	`rang` integer NOT NULL,
	`numero` text GENERATED ALWAYS AS ("serie" || '-' || "exercice" || '-' || printf('%06d', "rang")) VIRTUAL NOT NULL,
	`MissionId` integer NOT NULL,
	`DossierId` integer,
	`CompteRenduId` integer,
	`CorrigeId` integer,
	`date` text NOT NULL,
	`ht` integer NOT NULL,
	`tva` integer NOT NULL,
	`ttc` integer NOT NULL,
	`contenu` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CompteRenduId`) REFERENCES `CompteRendu`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CorrigeId`) REFERENCES `FactureHonoraires`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_FactureHonoraires`("id", "serie", "exercice", "rang", "numero", "MissionId", "DossierId", "CompteRenduId", "CorrigeId", "date", "ht", "tva", "ttc", "contenu", "user", "createdAt") SELECT "id", "serie", "exercice", "rang", "numero", "MissionId", "DossierId", "CompteRenduId", "CorrigeId", "date", "ht", "tva", "ttc", "contenu", "user", "createdAt" FROM `FactureHonoraires`;--> statement-breakpoint
DROP TABLE `FactureHonoraires`;--> statement-breakpoint
ALTER TABLE `__new_FactureHonoraires` RENAME TO `FactureHonoraires`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `FactureHonoraires_numero` ON `FactureHonoraires` (`serie`,`exercice`,`rang`);--> statement-breakpoint
CREATE UNIQUE INDEX `FactureHonoraires_CompteRendu` ON `FactureHonoraires` (`CompteRenduId`,`serie`);--> statement-breakpoint
CREATE UNIQUE INDEX `FactureHonoraires_Corrige` ON `FactureHonoraires` (`CorrigeId`);--> statement-breakpoint
CREATE INDEX `FactureHonoraires_Mission` ON `FactureHonoraires` (`MissionId`,`date`);--> statement-breakpoint
CREATE INDEX `FactureHonoraires_Dossier` ON `FactureHonoraires` (`DossierId`);--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `accordRevision` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TRIGGER `AccordRevision_immuable` BEFORE UPDATE ON `AccordRevision` WHEN
  (NEW.`DossierId`, NEW.`anniversaire`, NEW.`loyerAvant`, NEW.`loyerApres`, NEW.`chargeAvant`, NEW.`chargeApres`, NEW.`demandeLe`)
    IS NOT (OLD.`DossierId`, OLD.`anniversaire`, OLD.`loyerAvant`, OLD.`loyerApres`, OLD.`chargeAvant`, OLD.`chargeApres`, OLD.`demandeLe`)
  OR OLD.`accorde` IS NOT NULL AND (NEW.`accorde`, NEW.`reponduLe`, NEW.`moyen`) IS NOT (OLD.`accorde`, OLD.`reponduLe`, OLD.`moyen`) BEGIN
  SELECT RAISE(ABORT, 'accords immuables');
END;--> statement-breakpoint
CREATE TRIGGER `AccordRevision_durable` BEFORE DELETE ON `AccordRevision`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'accords immuables');
END;