ALTER TABLE `Locataire` ADD `qualite` text DEFAULT 'personne_physique' NOT NULL;--> statement-breakpoint
ALTER TABLE `Locataire` ADD `siren` text;--> statement-breakpoint
ALTER TABLE `Locataire` ADD `representantNom` text;--> statement-breakpoint
ALTER TABLE `Locataire` ADD `representantQualite` text;