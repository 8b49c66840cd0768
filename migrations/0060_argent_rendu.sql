CREATE TABLE `AvanceRendue` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`date` text NOT NULL,
	`montant` integer NOT NULL,
	`user` text,
	`annuleLe` text,
	`annulePar` text,
	`motif` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `AvanceRendue_Dossier` ON `AvanceRendue` (`DossierId`);--> statement-breakpoint
DROP TRIGGER IF EXISTS `SoldeDepart_vire`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `ReglementHonoraires_fige`;--> statement-breakpoint
CREATE TABLE `__new_Virement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ReversementId` integer NOT NULL,
	`rang` integer NOT NULL,
	`CompteRenduPartId` integer,
	`SoldeDepartId` integer,
	`AvanceRendueId` integer,
	`IntendanceId` integer,
	`FactureHonorairesId` integer,
	`MandantId` integer,
	`CoordonneesBancairesId` integer,
	`CompteBancaireId` integer,
	`montant` integer NOT NULL,
	`titulaire` text NOT NULL,
	`reference` text NOT NULL,
	`libelle` text NOT NULL,
	`etat` text DEFAULT 'emis' NOT NULL,
	`motif` text,
	`LigneReleveId` integer,
	`LigneRejetId` integer,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`ReversementId`) REFERENCES `Reversement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CompteRenduPartId`) REFERENCES `CompteRenduPart`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`SoldeDepartId`) REFERENCES `SoldeDepart`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`AvanceRendueId`) REFERENCES `AvanceRendue`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`IntendanceId`) REFERENCES `Intendance`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`FactureHonorairesId`) REFERENCES `FactureHonoraires`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`MandantId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`CoordonneesBancairesId`) REFERENCES `CoordonneesBancaires`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CompteBancaireId`) REFERENCES `CompteBancaire`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`LigneReleveId`) REFERENCES `LigneReleve`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`LigneRejetId`) REFERENCES `LigneReleve`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "Virement_origine" CHECK(("CompteRenduPartId" IS NOT NULL) + ("SoldeDepartId" IS NOT NULL) + ("AvanceRendueId" IS NOT NULL)
        + ("IntendanceId" IS NOT NULL) + ("FactureHonorairesId" IS NOT NULL) + ("CompteBancaireId" IS NOT NULL) = 1
        AND ("MandantId" IS NULL OR "FactureHonorairesId" IS NOT NULL))
);
--> statement-breakpoint
INSERT INTO `__new_Virement`("id", "ReversementId", "rang", "CompteRenduPartId", "SoldeDepartId", "IntendanceId", "CoordonneesBancairesId", "CompteBancaireId", "montant", "titulaire", "reference", "libelle", "etat", "motif", "LigneReleveId", "LigneRejetId", "createdAt") SELECT "id", "ReversementId", "rang", "CompteRenduPartId", "SoldeDepartId", "IntendanceId", "CoordonneesBancairesId", "CompteBancaireId", "montant", "titulaire", "reference", "libelle", "etat", "motif", "LigneReleveId", "LigneRejetId", "createdAt" FROM `Virement`;--> statement-breakpoint
DROP TABLE `Virement`;--> statement-breakpoint
ALTER TABLE `__new_Virement` RENAME TO `Virement`;--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_reference_unique` ON `Virement` (`reference`);--> statement-breakpoint
CREATE INDEX `Virement_de` ON `Virement` (`ReversementId`,`rang`);--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_part` ON `Virement` (`CompteRenduPartId`) WHERE "etat" = 'emis';--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_solde` ON `Virement` (`SoldeDepartId`) WHERE "etat" = 'emis';--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_avance` ON `Virement` (`AvanceRendueId`) WHERE "etat" = 'emis';--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_depense` ON `Virement` (`IntendanceId`) WHERE "etat" = 'emis';--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_avoir` ON `Virement` (`FactureHonorairesId`) WHERE "etat" = 'emis' AND "MandantId" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_part_d_avoir` ON `Virement` (`FactureHonorairesId`,`MandantId`) WHERE "etat" = 'emis';--> statement-breakpoint
CREATE INDEX `Virement_LigneReleve` ON `Virement` (`LigneReleveId`);--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_LigneRejet` ON `Virement` (`LigneRejetId`);--> statement-breakpoint
CREATE INDEX `Virement_Coordonnees` ON `Virement` (`CoordonneesBancairesId`);--> statement-breakpoint
ALTER TABLE `ReglementHonoraires` ADD `VirementId` integer REFERENCES Virement(id);--> statement-breakpoint
CREATE INDEX `ReglementHonoraires_Virement` ON `ReglementHonoraires` (`VirementId`);--> statement-breakpoint
CREATE TRIGGER `Virement_compte` BEFORE INSERT ON `Virement`
WHEN (NEW.`FactureHonorairesId` IS NOT NULL) <> (SELECT c.`usage` = 'agence' FROM `Reversement` r JOIN `CompteBancaire` c ON c.id = r.`CompteBancaireId` WHERE r.id = NEW.`ReversementId`) BEGIN
  SELECT RAISE(ABORT, 'honoraires et fonds des autres');
END;--> statement-breakpoint
CREATE TRIGGER `Virement_durable` BEFORE DELETE ON `Virement` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Virement_fini` BEFORE UPDATE OF `etat` ON `Virement` WHEN NEW.etat <> OLD.etat AND OLD.etat <> 'emis' BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Virement_immuable` BEFORE UPDATE OF `id`, `ReversementId`, `rang`, `CompteRenduPartId`, `SoldeDepartId`, `AvanceRendueId`, `IntendanceId`, `FactureHonorairesId`, `MandantId`, `CoordonneesBancairesId`, `CompteBancaireId`, `montant`, `titulaire`, `reference`, `libelle` ON `Virement` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `AvanceRendue_durable` BEFORE DELETE ON `AvanceRendue` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `AvanceRendue_immuable` BEFORE UPDATE ON `AvanceRendue` WHEN OLD.`annuleLe` IS NOT NULL
  OR (NEW.`id`, NEW.`DossierId`, NEW.`date`, NEW.`montant`, NEW.`user`, NEW.`createdAt`) IS NOT (OLD.`id`, OLD.`DossierId`, OLD.`date`, OLD.`montant`, OLD.`user`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `AvanceRendue_viree` BEFORE UPDATE OF `annuleLe` ON `AvanceRendue` WHEN NEW.`annuleLe` IS NOT NULL
  AND EXISTS (SELECT 1 FROM `Virement` WHERE `AvanceRendueId` = OLD.`id` AND `etat` = 'emis') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `SoldeDepart_vire` BEFORE UPDATE OF `annuleLe` ON `SoldeDepart` WHEN NEW.`annuleLe` IS NOT NULL
  AND EXISTS (SELECT 1 FROM `Virement` WHERE `SoldeDepartId` = OLD.`id` AND `etat` = 'emis') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `ReglementHonoraires_fige` BEFORE UPDATE ON `ReglementHonoraires`
WHEN OLD.annuleLe IS NOT NULL OR NEW.annuleLe IS NULL OR NEW.id <> OLD.id OR NEW.FactureHonorairesId <> OLD.FactureHonorairesId
  OR NEW.date <> OLD.date OR NEW.montant <> OLD.montant OR NEW.mode <> OLD.mode OR NEW.user IS NOT OLD.user
  OR NEW.LigneReleveId IS NOT OLD.LigneReleveId OR NEW.VirementId IS NOT OLD.VirementId BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
