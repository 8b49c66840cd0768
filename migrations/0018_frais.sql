CREATE TABLE `FraisDemande` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`MissionId` integer NOT NULL,
	`mois` text NOT NULL,
	`libelle` text NOT NULL,
	`precision` text,
	`CompteRenduId` integer,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`CompteRenduId`) REFERENCES `CompteRendu`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `FraisDemande_Mission` ON `FraisDemande` (`MissionId`,`mois`);--> statement-breakpoint
CREATE INDEX `FraisDemande_CompteRendu` ON `FraisDemande` (`CompteRenduId`);--> statement-breakpoint
-- What an account took changes no more.
CREATE TRIGGER `FraisDemande_fige` BEFORE UPDATE ON `FraisDemande` WHEN OLD.CompteRenduId IS NOT NULL BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `FraisDemande_garde` BEFORE DELETE ON `FraisDemande` WHEN OLD.CompteRenduId IS NOT NULL BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;
