ALTER TABLE `Fichier` ADD `AppartementId` integer REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict;--> statement-breakpoint
CREATE INDEX `Fichier_Appartement` ON `Fichier` (`AppartementId`);--> statement-breakpoint
ALTER TABLE `Variable` ADD `StoredFileId` integer REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null;--> statement-breakpoint
CREATE INDEX `Variable_StoredFile` ON `Variable` (`StoredFileId`);
