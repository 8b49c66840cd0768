ALTER TABLE `PlanApurement` ADD `signedId` integer REFERENCES StoredFile(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `PlanApurement_signed` ON `PlanApurement` (`signedId`);--> statement-breakpoint
-- A trigger of another table names this one: it waits while the table is made again.
DROP TRIGGER IF EXISTS `Dossier_premier_loyer`;--> statement-breakpoint
CREATE TABLE `__new_LoyerHistorique` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`depuis` text NOT NULL,
	`loyerHC` integer NOT NULL,
	`loyerCharge` integer NOT NULL,
	`motif` text NOT NULL,
	`rang` integer,
	`commentaire` text,
	`finTravaux` text,
	`facture` text,
	`RevisionId` integer,
	`user` text,
	`annuleLe` text,
	`annulePar` text,
	`motifAnnulation` text,
	`signedId` integer,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`RevisionId`) REFERENCES `Revision`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`signedId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
INSERT INTO `__new_LoyerHistorique` ("id", "DossierId", "depuis", "loyerHC", "loyerCharge", "motif", "rang", "commentaire", "finTravaux", "facture", "RevisionId", "user", "annuleLe", "annulePar", "motifAnnulation", "createdAt", "updatedAt") SELECT "id", "DossierId", "depuis", "loyerHC", "loyerCharge", "motif", "rang", "commentaire", "finTravaux", "facture", "RevisionId", "user", "annuleLe", "annulePar", "motifAnnulation", "createdAt", "createdAt" FROM `LoyerHistorique`;--> statement-breakpoint
DROP TABLE `LoyerHistorique`;--> statement-breakpoint
ALTER TABLE `__new_LoyerHistorique` RENAME TO `LoyerHistorique`;--> statement-breakpoint
CREATE UNIQUE INDEX `LoyerHistorique_vivant` ON `LoyerHistorique` (`DossierId`,`depuis`) WHERE "annuleLe" IS NULL;--> statement-breakpoint
CREATE INDEX `LoyerHistorique_Dossier` ON `LoyerHistorique` (`DossierId`);--> statement-breakpoint
CREATE INDEX `LoyerHistorique_Revision` ON `LoyerHistorique` (`RevisionId`);--> statement-breakpoint
CREATE INDEX `LoyerHistorique_signed` ON `LoyerHistorique` (`signedId`);--> statement-breakpoint
CREATE TRIGGER `Dossier_premier_loyer` AFTER INSERT ON `Dossier` BEGIN
  INSERT INTO `LoyerHistorique` (`DossierId`, `depuis`, `loyerHC`, `loyerCharge`, `motif`)
    VALUES (NEW.`id`, NEW.`dateDebutBail`, NEW.`loyerHC`, NEW.`loyerCharge`, 'bail');
END;--> statement-breakpoint
CREATE TRIGGER `LoyerHistorique_immuable` BEFORE UPDATE ON `LoyerHistorique` WHEN OLD.`annuleLe` IS NOT NULL AND NEW.`annuleLe` IS NOT OLD.`annuleLe`
  OR NEW.`commentaire` IS NOT OLD.`commentaire` AND NEW.`commentaire` IS NOT NULL
  OR NEW.`facture` IS NOT OLD.`facture` AND NEW.`facture` IS NOT NULL
  OR (NEW.`DossierId`, NEW.`depuis`, NEW.`loyerHC`, NEW.`loyerCharge`, NEW.`motif`, NEW.`rang`, NEW.`finTravaux`, NEW.`RevisionId`, NEW.`createdAt`)
    IS NOT (OLD.`DossierId`, OLD.`depuis`, OLD.`loyerHC`, OLD.`loyerCharge`, OLD.`motif`, OLD.`rang`, OLD.`finTravaux`, OLD.`RevisionId`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;--> statement-breakpoint
CREATE TRIGGER `LoyerHistorique_durable` BEFORE DELETE ON `LoyerHistorique`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;--> statement-breakpoint
CREATE TRIGGER `LoyerHistorique_version` AFTER UPDATE ON `LoyerHistorique` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `LoyerHistorique` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
-- Whom a signed avenant or payment plan concerns.
DROP VIEW IF EXISTS `Concerne`;--> statement-breakpoint
CREATE VIEW `Concerne` AS
  SELECT 'Dossier' AS entite, id AS "entiteId", 'Locataire' AS personne, "LocataireId" AS "personneId", 1 AS premier FROM `Dossier`
  UNION ALL SELECT 'Dossier', "DossierId", 'Caution', id, 0 FROM `Caution` WHERE "DossierId" IS NOT NULL
  UNION ALL SELECT 'Dossier', d.id, 'Client', p."ClientId", 0 FROM `Dossier` d JOIN `Propriete` p ON p."AppartementId" = d."AppartementId"
  UNION ALL SELECT 'Caution', id, 'Caution', id, 1 FROM `Caution`
  UNION ALL SELECT 'Caution', c.id, 'Locataire', d."LocataireId", 1 FROM `Caution` c JOIN `Dossier` d ON d.id = c."DossierId"
  UNION ALL SELECT 'Caution', c.id, 'Client', p."ClientId", 0 FROM `Caution` c JOIN `Dossier` d ON d.id = c."DossierId" JOIN `Propriete` p ON p."AppartementId" = d."AppartementId"
  UNION ALL SELECT 'EtatLieux', "etatInId", 'Locataire', "LocataireId", 1 FROM `Dossier` WHERE "etatInId" IS NOT NULL
  UNION ALL SELECT 'EtatLieux', "etatOutId", 'Locataire', "LocataireId", 1 FROM `Dossier` WHERE "etatOutId" IS NOT NULL
  UNION ALL SELECT 'EtatLieux', e.id, 'Client', p."ClientId", 0 FROM `EtatLieux` e JOIN `Propriete` p ON p."AppartementId" = e."AppartementId"
  UNION ALL SELECT 'LoyerHistorique', l.id, 'Locataire', d."LocataireId", 1 FROM `LoyerHistorique` l JOIN `Dossier` d ON d.id = l."DossierId"
  UNION ALL SELECT 'LoyerHistorique', l.id, 'Client', p."ClientId", 0 FROM `LoyerHistorique` l JOIN `Dossier` d ON d.id = l."DossierId" JOIN `Propriete` p ON p."AppartementId" = d."AppartementId"
  UNION ALL SELECT 'LoyerHistorique', l.id, 'Caution', c.id, 0 FROM `LoyerHistorique` l JOIN `Caution` c ON c."DossierId" = l."DossierId"
  UNION ALL SELECT 'PlanApurement', l.id, 'Locataire', d."LocataireId", 1 FROM `PlanApurement` l JOIN `Dossier` d ON d.id = l."DossierId"
  UNION ALL SELECT 'PlanApurement', l.id, 'Client', p."ClientId", 0 FROM `PlanApurement` l JOIN `Dossier` d ON d.id = l."DossierId" JOIN `Propriete` p ON p."AppartementId" = d."AppartementId"
  UNION ALL SELECT 'PlanApurement', l.id, 'Caution', c.id, 0 FROM `PlanApurement` l JOIN `Caution` c ON c."DossierId" = l."DossierId"
  UNION ALL SELECT 'Mission', "MissionId", 'Client', "ClientId", 1 FROM `MissionClient`
  UNION ALL SELECT 'Intendance', i.id, 'Client', p."ClientId", 1 FROM `Intendance` i JOIN `Propriete` p ON p."AppartementId" = i."AppartementId"
  UNION ALL SELECT 'Fichier', id, 'Locataire', "LocataireId", 1 FROM `Fichier` WHERE "LocataireId" IS NOT NULL
  UNION ALL SELECT 'Fichier', id, 'Client', "ClientId", 1 FROM `Fichier` WHERE "ClientId" IS NOT NULL
  UNION ALL SELECT 'Locataire', id, 'Locataire', id, 1 FROM `Locataire`
  UNION ALL SELECT 'Client', id, 'Client', id, 1 FROM `Client`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `History_concerne`;--> statement-breakpoint
CREATE TRIGGER `History_concerne` AFTER INSERT ON `History`
  WHEN NEW.details IS NOT NULL AND NEW.entite IN ('Dossier', 'Caution', 'EtatLieux', 'LoyerHistorique', 'PlanApurement', 'Mission', 'Intendance', 'Fichier') BEGIN
  INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
  SELECT 'History', NEW.id, c.personne, c."personneId" FROM `Concerne` c WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId"
    AND (c.premier OR EXISTS (SELECT 1 FROM `Adresse` a WHERE a.personne = c.personne AND a."personneId" = c."personneId"
      AND instr(lower(NEW.details), a.adresse) > 0)) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `LoyerHistorique_efface` BEFORE UPDATE OF `signedId` ON `LoyerHistorique` WHEN NEW."signedId" IS NOT NULL AND NEW."signedId" IS NOT OLD."signedId" AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'LoyerHistorique' AND c."entiteId" = OLD.id AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `PlanApurement_efface` BEFORE UPDATE OF `signedId` ON `PlanApurement` WHEN NEW."signedId" IS NOT NULL AND NEW."signedId" IS NOT OLD."signedId" AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'PlanApurement' AND c."entiteId" = OLD.id AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;