ALTER TABLE `Reversement` ADD `emetteur` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `Reversement` ADD `titulaire` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `Reversement` ADD `bic` text;--> statement-breakpoint
ALTER TABLE `Virement` ADD `motif` text;--> statement-breakpoint
ALTER TABLE `Virement` ADD `LigneRejetId` integer REFERENCES LigneReleve(id);--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_LigneRejet` ON `Virement` (`LigneRejetId`);--> statement-breakpoint
-- Who orders a batch, and from which account, changes no more either.
DROP TRIGGER `Reversement_fige`;--> statement-breakpoint
CREATE TRIGGER `Reversement_fige` BEFORE UPDATE OF `id`, `numero`, `dateExecution`, `CompteBancaireId`, `format`, `emetteur`, `titulaire`, `bic`, `user`, `UserId` ON `Reversement` WHEN OLD.etat <> 'a_valider' BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;
