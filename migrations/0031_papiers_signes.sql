ALTER TABLE `Quitance` ADD `tauxTva` real;--> statement-breakpoint
ALTER TABLE `Caution` ADD `colocataire` text;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `regimeTva` text;