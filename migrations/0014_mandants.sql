CREATE TABLE `AccesProprietaire` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ClientId` integer NOT NULL,
	`empreinte` text NOT NULL,
	`mail` text NOT NULL,
	`expireLe` text NOT NULL,
	`revoqueLe` text,
	`codeEmpreinte` text,
	`codeExpireLe` text,
	`essais` integer DEFAULT 0 NOT NULL,
	`codes` integer DEFAULT 0 NOT NULL,
	`vuLe` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `AccesProprietaire_empreinte_unique` ON `AccesProprietaire` (`empreinte`);--> statement-breakpoint
CREATE INDEX `AccesProprietaire_Client` ON `AccesProprietaire` (`ClientId`,`id`);--> statement-breakpoint
CREATE TABLE `CompteRendu` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`MissionId` integer NOT NULL,
	`mois` text NOT NULL,
	`du` text NOT NULL,
	`au` text NOT NULL,
	`etat` text DEFAULT 'brouillon' NOT NULL,
	`clotureLe` text,
	`solde` integer,
	`encaissements` integer,
	`depenses` integer,
	`honorairesTTC` integer,
	`provision` integer,
	`reversement` integer,
	`contenu` text,
	`validePar` text,
	`valideLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `CompteRendu_mois` ON `CompteRendu` (`MissionId`,`mois`);--> statement-breakpoint
CREATE INDEX `CompteRendu_etat` ON `CompteRendu` (`mois`,`etat`);--> statement-breakpoint
CREATE TABLE `CompteRenduLigne` (
	`LigneId` integer PRIMARY KEY NOT NULL,
	`CompteRenduId` integer NOT NULL,
	FOREIGN KEY (`LigneId`) REFERENCES `Ligne`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CompteRenduId`) REFERENCES `CompteRendu`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `CompteRenduLigne_de` ON `CompteRenduLigne` (`CompteRenduId`);--> statement-breakpoint
CREATE TABLE `CoordonneesBancaires` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`MissionId` integer NOT NULL,
	`ClientId` integer NOT NULL,
	`titulaire` text NOT NULL,
	`iban` text NOT NULL,
	`secret` text NOT NULL,
	`bic` text,
	`etat` text NOT NULL,
	`actifLe` text NOT NULL,
	`user` text,
	`UserId` integer,
	`decidePar` text,
	`decideLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `CoordonneesBancaires_de` ON `CoordonneesBancaires` (`MissionId`,`ClientId`,`id`);--> statement-breakpoint
CREATE INDEX `CoordonneesBancaires_Client` ON `CoordonneesBancaires` (`ClientId`);--> statement-breakpoint
CREATE UNIQUE INDEX `CoordonneesBancaires_en_attente` ON `CoordonneesBancaires` (`MissionId`,`ClientId`) WHERE "etat" = 'en_attente';--> statement-breakpoint
CREATE TABLE `FactureHonoraires` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`serie` text NOT NULL,
	`exercice` text NOT NULL,
	`rang` integer NOT NULL,
	`numero` text GENERATED ALWAYS AS ("serie" || '-' || "exercice" || '-' || printf('%06d', "rang")) VIRTUAL NOT NULL,
	`MissionId` integer NOT NULL,
	`CompteRenduId` integer NOT NULL,
	`date` text NOT NULL,
	`ht` integer NOT NULL,
	`tva` integer NOT NULL,
	`ttc` integer NOT NULL,
	`contenu` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`CompteRenduId`) REFERENCES `CompteRendu`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `FactureHonoraires_numero` ON `FactureHonoraires` (`serie`,`exercice`,`rang`);--> statement-breakpoint
CREATE UNIQUE INDEX `FactureHonoraires_CompteRendu` ON `FactureHonoraires` (`CompteRenduId`,`serie`);--> statement-breakpoint
CREATE INDEX `FactureHonoraires_Mission` ON `FactureHonoraires` (`MissionId`,`date`);--> statement-breakpoint
CREATE TABLE `Fournisseur` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nom` text NOT NULL,
	`siret` text,
	`tvaIntra` text,
	`adresse` text,
	`codePostal` text,
	`ville` text,
	`mail` text,
	`tel` text,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `Fournisseur_recherche` ON `Fournisseur` (`recherche`);--> statement-breakpoint
CREATE TABLE `CompteRenduPart` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`CompteRenduId` integer NOT NULL,
	`ClientId` integer NOT NULL,
	`rang` integer NOT NULL,
	`num` integer NOT NULL,
	`den` integer NOT NULL,
	`montant` integer NOT NULL,
	FOREIGN KEY (`CompteRenduId`) REFERENCES `CompteRendu`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `CompteRenduPart_Client` ON `CompteRenduPart` (`CompteRenduId`,`ClientId`);--> statement-breakpoint
CREATE INDEX `CompteRenduPart_de` ON `CompteRenduPart` (`ClientId`);--> statement-breakpoint
CREATE TABLE `PartMandat` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ConditionsMandatId` integer NOT NULL,
	`ClientId` integer NOT NULL,
	`rang` integer NOT NULL,
	`num` integer NOT NULL,
	`den` integer NOT NULL,
	FOREIGN KEY (`ConditionsMandatId`) REFERENCES `ConditionsMandat`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `PartMandat_Client` ON `PartMandat` (`ConditionsMandatId`,`ClientId`);--> statement-breakpoint
CREATE INDEX `PartMandat_de` ON `PartMandat` (`ClientId`);--> statement-breakpoint
CREATE TABLE `RegistreMandat` (
	`id` integer PRIMARY KEY NOT NULL,
	`numero` integer NOT NULL,
	`genre` text NOT NULL,
	`date` text NOT NULL,
	`MissionId` integer,
	`contenu` text NOT NULL,
	`precedente` text NOT NULL,
	`empreinte` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `RegistreMandat_empreinte_unique` ON `RegistreMandat` (`empreinte`);--> statement-breakpoint
CREATE UNIQUE INDEX `RegistreMandat_numero` ON `RegistreMandat` (`numero`) WHERE "genre" = 'inscription';--> statement-breakpoint
CREATE INDEX `RegistreMandat_de` ON `RegistreMandat` (`numero`,`id`);--> statement-breakpoint
CREATE INDEX `RegistreMandat_Mission` ON `RegistreMandat` (`MissionId`);--> statement-breakpoint
CREATE TABLE `Reversement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`numero` text NOT NULL,
	`dateExecution` text NOT NULL,
	`CompteBancaireId` integer NOT NULL,
	`etat` text NOT NULL,
	`format` text NOT NULL,
	`user` text,
	`UserId` integer,
	`validePar` text,
	`valideLe` text,
	`telechargeLe` text,
	`motif` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`CompteBancaireId`) REFERENCES `CompteBancaire`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Reversement_numero_unique` ON `Reversement` (`numero`);--> statement-breakpoint
CREATE INDEX `Reversement_etat` ON `Reversement` (`etat`,`dateExecution`);--> statement-breakpoint
CREATE TABLE `Virement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ReversementId` integer NOT NULL,
	`rang` integer NOT NULL,
	`CompteRenduPartId` integer,
	`CoordonneesBancairesId` integer,
	`CompteBancaireId` integer,
	`montant` integer NOT NULL,
	`titulaire` text NOT NULL,
	`reference` text NOT NULL,
	`libelle` text NOT NULL,
	`etat` text DEFAULT 'emis' NOT NULL,
	`LigneReleveId` integer,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`ReversementId`) REFERENCES `Reversement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CompteRenduPartId`) REFERENCES `CompteRenduPart`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CoordonneesBancairesId`) REFERENCES `CoordonneesBancaires`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CompteBancaireId`) REFERENCES `CompteBancaire`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`LigneReleveId`) REFERENCES `LigneReleve`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_reference_unique` ON `Virement` (`reference`);--> statement-breakpoint
CREATE INDEX `Virement_de` ON `Virement` (`ReversementId`,`rang`);--> statement-breakpoint
CREATE UNIQUE INDEX `Virement_part` ON `Virement` (`CompteRenduPartId`) WHERE "etat" = 'emis';--> statement-breakpoint
CREATE INDEX `Virement_LigneReleve` ON `Virement` (`LigneReleveId`);--> statement-breakpoint
CREATE INDEX `Virement_Coordonnees` ON `Virement` (`CoordonneesBancairesId`);--> statement-breakpoint
CREATE TABLE `VisiteProprietaire` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`AccesProprietaireId` integer NOT NULL,
	`empreinte` text NOT NULL,
	`expireLe` text NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`AccesProprietaireId`) REFERENCES `AccesProprietaire`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `VisiteProprietaire_empreinte_unique` ON `VisiteProprietaire` (`empreinte`);--> statement-breakpoint
CREATE INDEX `VisiteProprietaire_de` ON `VisiteProprietaire` (`AccesProprietaireId`);--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `tauxHonoraires` integer;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `tauxEn` text DEFAULT 'ht' NOT NULL;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `assiette` text DEFAULT 'encaisse_cc' NOT NULL;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `forfait` integer;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `tauxTva` integer DEFAULT 2000 NOT NULL;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `autresHonoraires` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `provision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `periodicite` text DEFAULT 'mensuelle' NOT NULL;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `jourReversement` integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `seuilAccord` integer DEFAULT 15000 NOT NULL;--> statement-breakpoint
ALTER TABLE `Client` ADD `tvaIntra` text;--> statement-breakpoint
ALTER TABLE `Client` ADD `assujetti` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `Client` ADD `adresseElectronique` text;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `FournisseurId` integer;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `natureFiscale` text;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `recuperable` text;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `tauxRecuperable` integer;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `payePar` text;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `bonAPayerLe` text;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `accordLe` text;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `factureId` integer REFERENCES StoredFile(id);--> statement-breakpoint
CREATE INDEX `Intendance_facture` ON `Intendance` (`factureId`);--> statement-breakpoint
CREATE INDEX `Intendance_Fournisseur` ON `Intendance` (`FournisseurId`);--> statement-breakpoint
-- Versions, as of every other record.
CREATE TRIGGER `Fournisseur_version` AFTER UPDATE OF `updatedAt` ON `Fournisseur` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Fournisseur` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `CompteRendu_version` AFTER UPDATE OF `updatedAt` ON `CompteRendu` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `CompteRendu` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Reversement_version` AFTER UPDATE OF `updatedAt` ON `Reversement` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Reversement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
-- An account that is valid says for ever what it said; so do its lines, its parts and its invoices.
CREATE TRIGGER `CompteRendu_fige` BEFORE UPDATE OF `id`, `MissionId`, `mois`, `du`, `au`, `etat`, `clotureLe`, `solde`, `encaissements`, `depenses`, `honorairesTTC`, `provision`, `reversement`, `contenu`, `validePar`, `valideLe` ON `CompteRendu`
	WHEN OLD.etat = 'valide' BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CompteRendu_durable` BEFORE DELETE ON `CompteRendu` WHEN OLD.etat = 'valide' BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CompteRenduLigne_immuable` BEFORE UPDATE ON `CompteRenduLigne` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CompteRenduLigne_durable` BEFORE DELETE ON `CompteRenduLigne` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CompteRenduPart_immuable` BEFORE UPDATE ON `CompteRenduPart` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CompteRenduPart_durable` BEFORE DELETE ON `CompteRenduPart` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `PartMandat_immuable` BEFORE UPDATE ON `PartMandat` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `FactureHonoraires_suivie` BEFORE INSERT ON `FactureHonoraires` WHEN NEW.rang <> coalesce((SELECT max(rang) FROM `FactureHonoraires` WHERE serie = NEW.serie AND exercice = NEW.exercice), 0) + 1 BEGIN
	SELECT RAISE(ABORT, 'numéro de facture hors suite');
END;--> statement-breakpoint
CREATE TRIGGER `FactureHonoraires_immuable` BEFORE UPDATE ON `FactureHonoraires` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `FactureHonoraires_durable` BEFORE DELETE ON `FactureHonoraires` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
-- A batch: what it pays changes no more once it is valid, nothing does once the bank has its file.
CREATE TRIGGER `Reversement_fige` BEFORE UPDATE OF `id`, `numero`, `dateExecution`, `CompteBancaireId`, `format`, `user`, `UserId` ON `Reversement` WHEN OLD.etat <> 'a_valider' BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Reversement_fini` BEFORE UPDATE OF `etat` ON `Reversement`
	WHEN NEW.etat <> OLD.etat AND (OLD.etat IN ('annule', 'telecharge') OR NEW.etat = 'a_valider' OR (NEW.etat = 'telecharge' AND OLD.etat <> 'valide')) BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Reversement_durable` BEFORE DELETE ON `Reversement` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Virement_immuable` BEFORE UPDATE OF `id`, `ReversementId`, `rang`, `CompteRenduPartId`, `CoordonneesBancairesId`, `CompteBancaireId`, `montant`, `titulaire`, `reference`, `libelle` ON `Virement` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Virement_fini` BEFORE UPDATE OF `etat` ON `Virement` WHEN NEW.etat <> OLD.etat AND OLD.etat <> 'emis' BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Virement_durable` BEFORE DELETE ON `Virement` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
-- Where an owner is paid: decided once.
CREATE TRIGGER `CoordonneesBancaires_immuable` BEFORE UPDATE OF `id`, `MissionId`, `ClientId`, `titulaire`, `iban`, `bic`, `user`, `UserId`, `createdAt` ON `CoordonneesBancaires` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CoordonneesBancaires_decidees` BEFORE UPDATE OF `etat`, `actifLe` ON `CoordonneesBancaires` WHEN OLD.etat <> 'en_attente' BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `CoordonneesBancaires_durables` BEFORE DELETE ON `CoordonneesBancaires` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
-- The register: each row follows the one before, none changes.
CREATE TRIGGER `RegistreMandat_suite` BEFORE INSERT ON `RegistreMandat`
	WHEN NEW.id <> coalesce((SELECT max(id) FROM `RegistreMandat`), 0) + 1
		OR NEW.precedente <> coalesce((SELECT empreinte FROM `RegistreMandat` ORDER BY id DESC LIMIT 1), '') BEGIN
	SELECT RAISE(ABORT, 'registre des mandats hors suite');
END;--> statement-breakpoint
CREATE TRIGGER `RegistreMandat_immuable` BEFORE UPDATE ON `RegistreMandat` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `RegistreMandat_durable` BEFORE DELETE ON `RegistreMandat` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;
