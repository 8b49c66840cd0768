CREATE TABLE `CleLot` (
	`CleId` integer NOT NULL,
	`AppartementId` integer NOT NULL,
	`poids` integer NOT NULL,
	PRIMARY KEY(`CleId`, `AppartementId`),
	FOREIGN KEY (`CleId`) REFERENCES `CleRepartition`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `CleLot_Appartement` ON `CleLot` (`AppartementId`);--> statement-breakpoint
CREATE TABLE `CleRepartition` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ImmeubleId` integer NOT NULL,
	`nom` text NOT NULL,
	`genre` text NOT NULL,
	`total` integer NOT NULL,
	`depuis` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`ImmeubleId`) REFERENCES `Immeuble`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `CleRepartition_depuis` ON `CleRepartition` (`ImmeubleId`,`nom`,`depuis`);--> statement-breakpoint
CREATE TABLE `Decompte` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`du` text NOT NULL,
	`au` text NOT NULL,
	`contenu` text NOT NULL,
	`montant` integer NOT NULL,
	`envoyeLe` text NOT NULL,
	`canal` text NOT NULL,
	`exigibleLe` text NOT NULL,
	`mois` integer,
	`remplaceId` integer,
	`StoredFileId` integer,
	`CourrielId` integer,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`CourrielId`) REFERENCES `Courriel`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Decompte_remplaceId_unique` ON `Decompte` (`remplaceId`);--> statement-breakpoint
CREATE UNIQUE INDEX `Decompte_premier` ON `Decompte` (`DossierId`,`du`,`au`) WHERE "remplaceId" IS NULL;--> statement-breakpoint
CREATE INDEX `Decompte_Dossier` ON `Decompte` (`DossierId`);--> statement-breakpoint
CREATE INDEX `Decompte_StoredFile` ON `Decompte` (`StoredFileId`);--> statement-breakpoint
CREATE INDEX `Decompte_Courriel` ON `Decompte` (`CourrielId`);--> statement-breakpoint
CREATE TABLE `DecompteSyndic` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`AppartementId` integer NOT NULL,
	`du` text NOT NULL,
	`au` text NOT NULL,
	`approuveLe` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `DecompteSyndic_periode` ON `DecompteSyndic` (`AppartementId`,`du`,`au`);--> statement-breakpoint
CREATE TABLE `DepenseImmeuble` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ImmeubleId` integer NOT NULL,
	`CleId` integer NOT NULL,
	`intitule` text NOT NULL,
	`numFacture` text NOT NULL,
	`date` text NOT NULL,
	`montant` integer NOT NULL,
	`periodeDu` text,
	`periodeAu` text,
	`FournisseurId` integer,
	`natureFiscale` text,
	`recuperable` text,
	`tauxRecuperable` integer,
	`payePar` text,
	`compteur` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`ImmeubleId`) REFERENCES `Immeuble`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`CleId`) REFERENCES `CleRepartition`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `DepenseImmeuble_Immeuble` ON `DepenseImmeuble` (`ImmeubleId`,`date`);--> statement-breakpoint
CREATE INDEX `DepenseImmeuble_Cle` ON `DepenseImmeuble` (`CleId`);--> statement-breakpoint
CREATE TABLE `ReleveCompteur` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`AppartementId` integer NOT NULL,
	`compteur` text NOT NULL,
	`numero` text,
	`date` text NOT NULL,
	`index` integer NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ReleveCompteur_jour` ON `ReleveCompteur` (`AppartementId`,`compteur`,`date`);--> statement-breakpoint
CREATE TABLE `Immeuble` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nom` text NOT NULL,
	`adresse` text NOT NULL,
	`codePostal` text NOT NULL,
	`ville` text NOT NULL,
	`genre` text DEFAULT 'copropriete' NOT NULL,
	`syndicNom` text,
	`syndicMail` text,
	`syndicTel` text,
	`exerciceDebut` text DEFAULT '01-01' NOT NULL,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `Intendance` ADD `periodeDu` text;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `periodeAu` text;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `compteur` text;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `DepenseImmeubleId` integer REFERENCES DepenseImmeuble(id) ON DELETE restrict;--> statement-breakpoint
ALTER TABLE `Intendance` ADD `DecompteSyndicId` integer REFERENCES DecompteSyndic(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `Intendance_DepenseImmeuble` ON `Intendance` (`DepenseImmeubleId`);--> statement-breakpoint
CREATE INDEX `Intendance_DecompteSyndic` ON `Intendance` (`DecompteSyndicId`);--> statement-breakpoint
ALTER TABLE `Appartement` ADD `ImmeubleId` integer REFERENCES Immeuble(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `Appartement_Immeuble` ON `Appartement` (`ImmeubleId`);--> statement-breakpoint
CREATE TRIGGER `DepenseImmeuble_version` AFTER UPDATE OF `updatedAt` ON `DepenseImmeuble` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `DepenseImmeuble` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Immeuble_version` AFTER UPDATE OF `updatedAt` ON `Immeuble` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Immeuble` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Decompte_immuable` BEFORE UPDATE ON `Decompte` WHEN OLD.`mois` IS NOT NULL AND NEW.`mois` IS NOT OLD.`mois`
  OR (NEW.`DossierId`, NEW.`du`, NEW.`au`, NEW.`contenu`, NEW.`montant`, NEW.`envoyeLe`, NEW.`canal`, NEW.`exigibleLe`, NEW.`remplaceId`, NEW.`createdAt`)
    IS NOT (OLD.`DossierId`, OLD.`du`, OLD.`au`, OLD.`contenu`, OLD.`montant`, OLD.`envoyeLe`, OLD.`canal`, OLD.`exigibleLe`, OLD.`remplaceId`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'decompte immuable');
END;--> statement-breakpoint
CREATE TRIGGER `Decompte_durable` BEFORE DELETE ON `Decompte`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'decompte immuable');
END;--> statement-breakpoint
CREATE TRIGGER `CleRepartition_immuable` BEFORE UPDATE ON `CleRepartition` BEGIN
  SELECT RAISE(ABORT, 'cle immuable');
END;--> statement-breakpoint
CREATE TRIGGER `CleLot_immuable` BEFORE UPDATE ON `CleLot` BEGIN
  SELECT RAISE(ABORT, 'cle immuable');
END;
