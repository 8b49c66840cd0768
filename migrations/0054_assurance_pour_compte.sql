CREATE TABLE `AssurancePourCompte` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`miseEnDemeureLe` text NOT NULL,
	`du` text NOT NULL,
	`prime` integer NOT NULL,
	`majoration` real NOT NULL,
	`premierMois` text NOT NULL,
	`finLe` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `AssurancePourCompte_Dossier` ON `AssurancePourCompte` (`DossierId`,`du`);--> statement-breakpoint
ALTER TABLE `Quitance` ADD `assurance` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `pacLe` text;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `amianteLe` text;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `risquesLe` text;