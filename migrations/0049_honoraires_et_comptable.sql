CREATE TABLE `AccesComptable` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nom` text NOT NULL,
	`du` text NOT NULL,
	`au` text NOT NULL,
	`empreinte` text NOT NULL,
	`mail` text NOT NULL,
	`expireLe` text NOT NULL,
	`revoqueLe` text,
	`codeEmpreinte` text,
	`codeExpireLe` text,
	`essais` integer DEFAULT 0 NOT NULL,
	`codes` integer DEFAULT 0 NOT NULL,
	`codesDepuis` text,
	`manques` integer DEFAULT 0 NOT NULL,
	`vuLe` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `AccesComptable_empreinte_unique` ON `AccesComptable` (`empreinte`);--> statement-breakpoint
CREATE TABLE `VisiteComptable` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`AccesComptableId` integer NOT NULL,
	`empreinte` text NOT NULL,
	`expireLe` text NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`AccesComptableId`) REFERENCES `AccesComptable`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `VisiteComptable_empreinte_unique` ON `VisiteComptable` (`empreinte`);--> statement-breakpoint
CREATE INDEX `VisiteComptable_de` ON `VisiteComptable` (`AccesComptableId`);--> statement-breakpoint
DROP TRIGGER IF EXISTS `ReglementHonoraires_compte`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `ReglementHonoraires_compte_repris`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `ReglementHonoraires_fige`;--> statement-breakpoint
CREATE TABLE `__new_FactureHonoraires` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`serie` text NOT NULL,
	`exercice` text NOT NULL,
	`rang` integer NOT NULL,
	`numero` text GENERATED ALWAYS AS ("serie" || '-' || "exercice" || '-' || printf('%06d', "rang")) VIRTUAL NOT NULL,
	`MissionId` integer NOT NULL,
	`CompteRenduId` integer,
	`CorrigeId` integer,
	`date` text NOT NULL,
	`ht` integer NOT NULL,
	`tva` integer NOT NULL,
	`ttc` integer NOT NULL,
	`contenu` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`CompteRenduId`) REFERENCES `CompteRendu`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`CorrigeId`) REFERENCES `FactureHonoraires`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_FactureHonoraires`("id", "serie", "exercice", "rang", "MissionId", "CompteRenduId", "date", "ht", "tva", "ttc", "contenu", "user", "createdAt") SELECT "id", "serie", "exercice", "rang", "MissionId", "CompteRenduId", "date", "ht", "tva", "ttc", "contenu", "user", "createdAt" FROM `FactureHonoraires`;--> statement-breakpoint
DROP TABLE `FactureHonoraires`;--> statement-breakpoint
ALTER TABLE `__new_FactureHonoraires` RENAME TO `FactureHonoraires`;--> statement-breakpoint
CREATE UNIQUE INDEX `FactureHonoraires_numero` ON `FactureHonoraires` (`serie`,`exercice`,`rang`);--> statement-breakpoint
CREATE UNIQUE INDEX `FactureHonoraires_CompteRendu` ON `FactureHonoraires` (`CompteRenduId`,`serie`);--> statement-breakpoint
CREATE UNIQUE INDEX `FactureHonoraires_Corrige` ON `FactureHonoraires` (`CorrigeId`);--> statement-breakpoint
CREATE INDEX `FactureHonoraires_Mission` ON `FactureHonoraires` (`MissionId`,`date`);--> statement-breakpoint
ALTER TABLE `LigneReleve` ADD `RendueParId` integer REFERENCES LigneReleve(id);--> statement-breakpoint
CREATE INDEX `LigneReleve_Rendue` ON `LigneReleve` (`RendueParId`);--> statement-breakpoint
ALTER TABLE `ReglementHonoraires` ADD `LigneReleveId` integer REFERENCES LigneReleve(id);--> statement-breakpoint
CREATE INDEX `ReglementHonoraires_LigneReleve` ON `ReglementHonoraires` (`LigneReleveId`);--> statement-breakpoint
CREATE TRIGGER `ReglementHonoraires_fige` BEFORE UPDATE ON `ReglementHonoraires`
WHEN OLD.annuleLe IS NOT NULL OR NEW.annuleLe IS NULL OR NEW.id <> OLD.id OR NEW.FactureHonorairesId <> OLD.FactureHonorairesId
  OR NEW.date <> OLD.date OR NEW.montant <> OLD.montant OR NEW.mode <> OLD.mode OR NEW.user IS NOT OLD.user
  OR NEW.LigneReleveId IS NOT OLD.LigneReleveId BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `FactureHonoraires_compte` AFTER INSERT ON `FactureHonoraires` WHEN NEW.CompteRenduId IS NULL BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1 WHERE id = NEW."MissionId";
END;--> statement-breakpoint
CREATE TRIGGER `FactureHonoraires_durable` BEFORE DELETE ON `FactureHonoraires` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `FactureHonoraires_immuable` BEFORE UPDATE ON `FactureHonoraires` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `FactureHonoraires_suivie` BEFORE INSERT ON `FactureHonoraires` WHEN NEW.rang <> coalesce((SELECT max(rang) FROM `FactureHonoraires` WHERE serie = NEW.serie AND exercice = NEW.exercice), 0) + 1 BEGIN
  SELECT RAISE(ABORT, 'numéro de facture hors suite');
END;--> statement-breakpoint
CREATE TRIGGER `ReglementHonoraires_compte` AFTER INSERT ON `ReglementHonoraires` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id = (SELECT "MissionId" FROM `FactureHonoraires` WHERE id = NEW."FactureHonorairesId");
END;--> statement-breakpoint
CREATE TRIGGER `ReglementHonoraires_compte_repris` AFTER UPDATE OF `annuleLe` ON `ReglementHonoraires` BEGIN
  UPDATE `Mission` SET `versionDuCompte` = `versionDuCompte` + 1
    WHERE id = (SELECT "MissionId" FROM `FactureHonoraires` WHERE id = NEW."FactureHonorairesId");
END;
