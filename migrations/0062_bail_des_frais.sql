ALTER TABLE `FraisDemande` ADD `DossierId` integer REFERENCES Dossier(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `FraisDemande_Dossier` ON `FraisDemande` (`DossierId`);