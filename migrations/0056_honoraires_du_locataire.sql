ALTER TABLE `FactureHonoraires` ADD `DossierId` integer REFERENCES Dossier(id);--> statement-breakpoint
CREATE INDEX `FactureHonoraires_Dossier` ON `FactureHonoraires` (`DossierId`);