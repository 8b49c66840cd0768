ALTER TABLE `Locataire` ADD `autreAdresse` text;--> statement-breakpoint
ALTER TABLE `Locataire` ADD `autreCodePostal` text;--> statement-breakpoint
ALTER TABLE `Locataire` ADD `autreVille` text;