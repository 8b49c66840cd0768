CREATE TABLE `__new_CoordonneesBancaires` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`MissionId` integer,
	`ClientId` integer,
	`LocataireId` integer,
	`FournisseurId` integer,
	`titulaire` text NOT NULL,
	`iban` text NOT NULL,
	`secret` text NOT NULL,
	`bic` text,
	`rappel` text,
	`etat` text NOT NULL,
	`actifLe` text NOT NULL,
	`user` text,
	`UserId` integer,
	`decidePar` text,
	`decideLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`LocataireId`) REFERENCES `Locataire`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`FournisseurId`) REFERENCES `Fournisseur`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "CoordonneesBancaires_titulaire" CHECK(("MissionId" IS NULL) = ("ClientId" IS NULL)
        AND ("ClientId" IS NOT NULL) + ("LocataireId" IS NOT NULL) + ("FournisseurId" IS NOT NULL) = 1)
);
--> statement-breakpoint
INSERT INTO `__new_CoordonneesBancaires`("id", "MissionId", "ClientId", "titulaire", "iban", "secret", "bic", "etat", "actifLe", "user", "UserId", "decidePar", "decideLe", "createdAt") SELECT "id", "MissionId", "ClientId", "titulaire", "iban", "secret", "bic", "etat", "actifLe", "user", "UserId", "decidePar", "decideLe", "createdAt" FROM `CoordonneesBancaires`;--> statement-breakpoint
DROP TABLE `CoordonneesBancaires`;--> statement-breakpoint
ALTER TABLE `__new_CoordonneesBancaires` RENAME TO `CoordonneesBancaires`;--> statement-breakpoint
CREATE INDEX `CoordonneesBancaires_de` ON `CoordonneesBancaires` (`MissionId`,`ClientId`,`id`);--> statement-breakpoint
CREATE INDEX `CoordonneesBancaires_Client` ON `CoordonneesBancaires` (`ClientId`);--> statement-breakpoint
CREATE INDEX `CoordonneesBancaires_Locataire` ON `CoordonneesBancaires` (`LocataireId`,`id`);--> statement-breakpoint
CREATE INDEX `CoordonneesBancaires_Fournisseur` ON `CoordonneesBancaires` (`FournisseurId`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `CoordonneesBancaires_en_attente` ON `CoordonneesBancaires` (`MissionId`,`ClientId`) WHERE "etat" = 'en_attente';--> statement-breakpoint
CREATE UNIQUE INDEX `CoordonneesBancaires_Locataire_en_attente` ON `CoordonneesBancaires` (`LocataireId`) WHERE "etat" = 'en_attente';--> statement-breakpoint
CREATE UNIQUE INDEX `CoordonneesBancaires_Fournisseur_en_attente` ON `CoordonneesBancaires` (`FournisseurId`) WHERE "etat" = 'en_attente';--> statement-breakpoint
CREATE TABLE `__new_Virement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ReversementId` integer NOT NULL,
	`rang` integer NOT NULL,
	`CompteRenduPartId` integer,
	`SoldeDepartId` integer,
	`IntendanceId` integer,
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
	FOREIGN KEY (`IntendanceId`) REFERENCES `Intendance`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CoordonneesBancairesId`) REFERENCES `CoordonneesBancaires`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CompteBancaireId`) REFERENCES `CompteBancaire`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`LigneReleveId`) REFERENCES `LigneReleve`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`LigneRejetId`) REFERENCES `LigneReleve`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "Virement_origine" CHECK(("CompteRenduPartId" IS NOT NULL) + ("SoldeDepartId" IS NOT NULL) + ("IntendanceId" IS NOT NULL)
        + ("CompteBancaireId" IS NOT NULL) = 1)
);
--> statement-breakpoint
INSERT INTO `__new_Virement`("id", "ReversementId", "rang", "CompteRenduPartId", "CoordonneesBancairesId", "CompteBancaireId", "montant", "titulaire", "reference", "libelle", "etat", "motif", "LigneReleveId", "LigneRejetId", "createdAt") SELECT "id", "ReversementId", "rang", "CompteRenduPartId", "CoordonneesBancairesId", "CompteBancaireId", "montant", "titulaire", "reference", "libelle", "etat", "motif", "LigneReleveId", "LigneRejetId", "createdAt" FROM `Virement`;--> statement-breakpoint
DROP TABLE `Virement`;--> statement-breakpoint
ALTER TABLE `__new_Virement` RENAME TO `Virement`;--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_reference_unique` ON `Virement` (`reference`);--> statement-breakpoint
CREATE INDEX `Virement_de` ON `Virement` (`ReversementId`,`rang`);--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_part` ON `Virement` (`CompteRenduPartId`) WHERE "etat" = 'emis';--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_solde` ON `Virement` (`SoldeDepartId`) WHERE "etat" = 'emis';--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_depense` ON `Virement` (`IntendanceId`) WHERE "etat" = 'emis';--> statement-breakpoint
CREATE INDEX `Virement_LigneReleve` ON `Virement` (`LigneReleveId`);--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_LigneRejet` ON `Virement` (`LigneRejetId`);--> statement-breakpoint
CREATE INDEX `Virement_Coordonnees` ON `Virement` (`CoordonneesBancairesId`);--> statement-breakpoint
CREATE TRIGGER `CoordonneesBancaires_decidees` BEFORE UPDATE OF `etat`, `actifLe` ON `CoordonneesBancaires` WHEN OLD.etat <> 'en_attente' BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CoordonneesBancaires_durables` BEFORE DELETE ON `CoordonneesBancaires` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CoordonneesBancaires_immuable` BEFORE UPDATE OF `id`, `MissionId`, `ClientId`, `LocataireId`, `FournisseurId`, `titulaire`, `iban`, `bic`, `rappel`, `user`, `UserId`, `createdAt` ON `CoordonneesBancaires` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Virement_durable` BEFORE DELETE ON `Virement` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Virement_fini` BEFORE UPDATE OF `etat` ON `Virement` WHEN NEW.etat <> OLD.etat AND OLD.etat <> 'emis' BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Virement_immuable` BEFORE UPDATE OF `id`, `ReversementId`, `rang`, `CompteRenduPartId`, `SoldeDepartId`, `IntendanceId`, `CoordonneesBancairesId`, `CompteBancaireId`, `montant`, `titulaire`, `reference`, `libelle` ON `Virement` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `SoldeDepart_vire` BEFORE UPDATE OF `annuleLe` ON `SoldeDepart` WHEN NEW.`annuleLe` IS NOT NULL
  AND EXISTS (SELECT 1 FROM `Virement` WHERE `SoldeDepartId` = OLD.`id` AND `etat` = 'emis') BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CoordonneesBancaires_effacees` BEFORE INSERT ON `CoordonneesBancaires` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
