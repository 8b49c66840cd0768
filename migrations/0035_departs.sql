CREATE TABLE `Depart` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`titulaire` text DEFAULT 'tous' NOT NULL,
	`genre` text NOT NULL,
	`mode` text,
	`motif` text,
	`justifie` integer DEFAULT false NOT NULL,
	`occupants` integer DEFAULT false NOT NULL,
	`acquisLe` text,
	`recuLe` text,
	`finLe` text,
	`remplaceLe` text,
	`visites` integer DEFAULT false NOT NULL,
	`sansEtatDesLieux` integer DEFAULT false NOT NULL,
	`conforme` integer,
	`retenues` text DEFAULT '[]' NOT NULL,
	`provision` integer DEFAULT 0 NOT NULL,
	`motifProvision` text,
	`clotLe` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Depart_Dossier` ON `Depart` (`DossierId`,`titulaire`);--> statement-breakpoint
CREATE TABLE `SoldeDepart` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DepartId` integer NOT NULL,
	`genre` text NOT NULL,
	`date` text NOT NULL,
	`contenu` text NOT NULL,
	`restitution` integer NOT NULL,
	`user` text,
	`renduLe` text,
	`annuleLe` text,
	`annulePar` text,
	`motif` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DepartId`) REFERENCES `Depart`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `SoldeDepart_vivant` ON `SoldeDepart` (`DepartId`,`genre`) WHERE "annuleLe" IS NULL;--> statement-breakpoint
CREATE INDEX `SoldeDepart_Depart` ON `SoldeDepart` (`DepartId`);--> statement-breakpoint
ALTER TABLE `Dossier` ADD `grilleVetuste` text;--> statement-breakpoint
CREATE TRIGGER `Depart_version` AFTER UPDATE OF `updatedAt` ON `Depart` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Depart` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Depart_arrete` BEFORE UPDATE OF `DossierId`, `titulaire`, `conforme`, `retenues`, `provision`, `motifProvision` ON `Depart`
WHEN EXISTS (SELECT 1 FROM `SoldeDepart` WHERE `DepartId` = OLD.`id` AND `annuleLe` IS NULL)
  AND (NEW.`DossierId`, NEW.`titulaire`, NEW.`conforme`, NEW.`retenues`, NEW.`provision`, NEW.`motifProvision`)
    IS NOT (OLD.`DossierId`, OLD.`titulaire`, OLD.`conforme`, OLD.`retenues`, OLD.`provision`, OLD.`motifProvision`) BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `SoldeDepart_durable` BEFORE DELETE ON `SoldeDepart` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `SoldeDepart_immuable` BEFORE UPDATE ON `SoldeDepart` WHEN OLD.`annuleLe` IS NOT NULL
  OR (NEW.`DepartId`, NEW.`genre`, NEW.`date`, NEW.`contenu`, NEW.`restitution`, NEW.`createdAt`) IS NOT (OLD.`DepartId`, OLD.`genre`, OLD.`date`, OLD.`contenu`, OLD.`restitution`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
