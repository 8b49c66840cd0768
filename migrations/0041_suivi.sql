CREATE TABLE `SuiviGeste` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cle` text NOT NULL,
	`etat` text,
	`jusquau` text,
	`motif` text,
	`gestionnaireId` integer,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`gestionnaireId`) REFERENCES `User`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `SuiviGeste_cle_unique` ON `SuiviGeste` (`cle`);--> statement-breakpoint
CREATE INDEX `SuiviGeste_gestionnaire` ON `SuiviGeste` (`gestionnaireId`);--> statement-breakpoint
ALTER TABLE `User` ADD `suiviMail` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `User` ADD `suiviCle` text;--> statement-breakpoint
CREATE UNIQUE INDEX `User_suiviCle` ON `User` (`suiviCle`);--> statement-breakpoint
ALTER TABLE `Mission` ADD `gestionnaireId` integer REFERENCES User(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `Mission_gestionnaire` ON `Mission` (`gestionnaireId`);--> statement-breakpoint
ALTER TABLE `Appartement` ADD `chaudiereLe` text;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `gazLe` text;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `electriciteLe` text;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `plombLe` text;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `assuranceFin` text;