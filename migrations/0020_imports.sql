CREATE TABLE `ImportFiche` (
	`ImportId` integer NOT NULL,
	`entite` text NOT NULL,
	`entiteId` integer NOT NULL,
	`ligne` integer NOT NULL,
	`reference` text,
	`version` integer NOT NULL,
	`avant` text,
	PRIMARY KEY(`ImportId`, `entite`, `entiteId`),
	FOREIGN KEY (`ImportId`) REFERENCES `Import`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ImportFiche_record` ON `ImportFiche` (`entite`,`entiteId`);--> statement-breakpoint
CREATE TABLE `Import` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`genre` text NOT NULL,
	`nom` text NOT NULL,
	`nombre` integer NOT NULL,
	`existantes` integer NOT NULL,
	`user` text,
	`annuleLe` text,
	`annulePar` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);--> statement-breakpoint
-- What another software called a record is forgotten with the record.
CREATE TRIGGER `Client_importe` AFTER DELETE ON `Client` BEGIN
	UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Client' AND "entiteId" = OLD.id;
END;--> statement-breakpoint
CREATE TRIGGER `Appartement_importe` AFTER DELETE ON `Appartement` BEGIN
	UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Appartement' AND "entiteId" = OLD.id;
END;--> statement-breakpoint
CREATE TRIGGER `Locataire_importe` AFTER DELETE ON `Locataire` BEGIN
	UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Locataire' AND "entiteId" = OLD.id;
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_importe` AFTER DELETE ON `Dossier` BEGIN
	UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Dossier' AND "entiteId" = OLD.id;
END;--> statement-breakpoint
CREATE TRIGGER `Caution_importe` AFTER DELETE ON `Caution` BEGIN
	UPDATE `ImportFiche` SET reference = NULL WHERE entite = 'Caution' AND "entiteId" = OLD.id;
END;
