-- The archive of everything that an agency carries away: at most one, for some days, and its pieces in R2.
CREATE TABLE `ExportComplet` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`etat` text DEFAULT 'en_cours' NOT NULL,
	`user` text,
	`rang` integer DEFAULT 0 NOT NULL,
	`suite` text NOT NULL,
	`bornes` text NOT NULL,
	`octetsParMorceau` integer NOT NULL,
	`faits` integer DEFAULT 0 NOT NULL,
	`total` integer NOT NULL,
	`taille` integer DEFAULT 0 NOT NULL,
	`avanceLe` text NOT NULL,
	`finiLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ExportMorceau` (
	`ExportCompletId` integer NOT NULL,
	`rang` integer NOT NULL,
	`key` text NOT NULL,
	`taille` integer NOT NULL,
	`cleIndex` text NOT NULL,
	`tailleIndex` integer NOT NULL,
	`manquants` text NOT NULL,
	PRIMARY KEY(`ExportCompletId`, `rang`),
	FOREIGN KEY (`ExportCompletId`) REFERENCES `ExportComplet`(`id`) ON UPDATE no action ON DELETE cascade
);
