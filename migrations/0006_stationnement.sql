ALTER TABLE `Caution` ADD `preavis` integer;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `vehicule` text;