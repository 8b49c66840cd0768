ALTER TABLE `Appartement` ADD `zoneEncadree` integer;--> statement-breakpoint
ALTER TABLE `Client` ADD `representantNom` text;--> statement-breakpoint
ALTER TABLE `Client` ADD `representantQualite` text;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `edfSortie` text;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `meuble` integer;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `fraisEdlBailleurTTC` integer;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `annexes` text;--> statement-breakpoint
ALTER TABLE `Mission` ADD `honorairesLocationMandant` integer;--> statement-breakpoint
ALTER TABLE `Mission` ADD `honorairesLocationLocataire` integer;--> statement-breakpoint
ALTER TABLE `Mission` ADD `honorairesEdlMandant` integer;--> statement-breakpoint
ALTER TABLE `Mission` ADD `honorairesEdlLocataire` integer;--> statement-breakpoint
ALTER TABLE `Mission` ADD `diffusionAnnonces` text;