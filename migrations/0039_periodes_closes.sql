CREATE TABLE `ClotureMois` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mois` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ClotureMois_mois_unique` ON `ClotureMois` (`mois`);--> statement-breakpoint
ALTER TABLE `Ecriture` ADD `pieceDate` text;--> statement-breakpoint
ALTER TABLE `CompteRendu` ADD `derniereEcritureId` integer;--> statement-breakpoint
CREATE TRIGGER `ClotureMois_durable` BEFORE DELETE ON `ClotureMois` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
--> statement-breakpoint
CREATE TRIGGER `ClotureMois_immuable` BEFORE UPDATE ON `ClotureMois` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
