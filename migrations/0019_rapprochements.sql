CREATE TABLE `ReglementHonoraires` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`FactureHonorairesId` integer NOT NULL,
	`date` text NOT NULL,
	`montant` integer NOT NULL,
	`mode` text NOT NULL,
	`annuleLe` text,
	`motif` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`FactureHonorairesId`) REFERENCES `FactureHonoraires`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ReglementHonoraires_Facture` ON `ReglementHonoraires` (`FactureHonorairesId`);--> statement-breakpoint
ALTER TABLE `Intendance` ADD `LigneReleveId` integer;--> statement-breakpoint
CREATE INDEX `Intendance_LigneReleve` ON `Intendance` (`LigneReleveId`);--> statement-breakpoint
-- A payment of an invoice changes no more, but to be taken back, once.
CREATE TRIGGER `ReglementHonoraires_fige` BEFORE UPDATE ON `ReglementHonoraires`
WHEN OLD.annuleLe IS NOT NULL OR NEW.annuleLe IS NULL OR NEW.id <> OLD.id OR NEW.FactureHonorairesId <> OLD.FactureHonorairesId
	OR NEW.date <> OLD.date OR NEW.montant <> OLD.montant OR NEW.mode <> OLD.mode OR NEW.user IS NOT OLD.user BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `ReglementHonoraires_durable` BEFORE DELETE ON `ReglementHonoraires` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;
