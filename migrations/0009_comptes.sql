CREATE TABLE `AideLogement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`depuis` text NOT NULL,
	`montant` integer NOT NULL,
	`payeur` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `AideLogement_Dossier` ON `AideLogement` (`DossierId`,`depuis`);--> statement-breakpoint
CREATE TABLE `CompteBancaire` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nom` text NOT NULL,
	`titulaire` text,
	`iban` text NOT NULL,
	`secret` text NOT NULL,
	`bic` text,
	`usage` text NOT NULL,
	`soldeDepart` integer DEFAULT 0 NOT NULL,
	`dateDepart` text,
	`fermeLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ConditionsMandat` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`MissionId` integer NOT NULL,
	`depuis` text NOT NULL,
	`modeFonds` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ConditionsMandat_Mission` ON `ConditionsMandat` (`MissionId`,`depuis`);--> statement-breakpoint
CREATE TABLE `Echeance` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`QuitanceId` integer,
	`mandat` integer NOT NULL,
	`mois` text NOT NULL,
	`exigibleLe` text NOT NULL,
	`nature` text NOT NULL,
	`libelle` text,
	`montant` integer NOT NULL,
	`reste` integer NOT NULL,
	`EcritureId` integer,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	CHECK ("montant" > 0),
	CONSTRAINT "reste d'une échéance" CHECK ("reste" BETWEEN 0 AND "montant")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Echeance_Quitance` ON `Echeance` (`QuitanceId`,`nature`);--> statement-breakpoint
CREATE INDEX `Echeance_Dossier` ON `Echeance` (`DossierId`,`exigibleLe`);--> statement-breakpoint
CREATE INDEX `Echeance_due` ON `Echeance` (`DossierId`,`exigibleLe`,`reste`) WHERE "reste" > 0;--> statement-breakpoint
CREATE TABLE `Ecriture` (
	`id` integer PRIMARY KEY NOT NULL,
	`livre` text NOT NULL,
	`exercice` text NOT NULL,
	`numero` integer NOT NULL,
	`journal` text NOT NULL,
	`date` text NOT NULL,
	`libelle` text NOT NULL,
	`piece` text,
	`cle` text NOT NULL,
	`annuleId` integer,
	`DossierId` integer,
	`ReglementId` integer,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`annuleId`) REFERENCES `Ecriture`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Ecriture_cle_unique` ON `Ecriture` (`cle`);--> statement-breakpoint
CREATE UNIQUE INDEX `Ecriture_annuleId_unique` ON `Ecriture` (`annuleId`);--> statement-breakpoint
CREATE UNIQUE INDEX `Ecriture_numero` ON `Ecriture` (`livre`,`exercice`,`numero`);--> statement-breakpoint
CREATE INDEX `Ecriture_Dossier` ON `Ecriture` (`DossierId`,`date`);--> statement-breakpoint
CREATE INDEX `Ecriture_Reglement` ON `Ecriture` (`ReglementId`);--> statement-breakpoint
CREATE INDEX `Ecriture_date` ON `Ecriture` (`date`);--> statement-breakpoint
CREATE TABLE `Imputation` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ReglementId` integer,
	`EcheanceId` integer NOT NULL,
	`montant` integer NOT NULL,
	`EcritureId` integer,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`ReglementId`) REFERENCES `Reglement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`EcheanceId`) REFERENCES `Echeance`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `Imputation_Reglement` ON `Imputation` (`ReglementId`,`EcheanceId`,`montant`);--> statement-breakpoint
CREATE INDEX `Imputation_Echeance` ON `Imputation` (`EcheanceId`,`ReglementId`,`montant`);--> statement-breakpoint
CREATE TABLE `Ligne` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`EcritureId` integer NOT NULL,
	`genre` text NOT NULL,
	`de` integer,
	`mandat` integer,
	`debit` integer NOT NULL,
	`credit` integer NOT NULL,
	`nature` text,
	FOREIGN KEY (`EcritureId`) REFERENCES `Ecriture`(`id`) DEFERRABLE INITIALLY DEFERRED,
	CHECK ("debit" >= 0 AND "credit" >= 0 AND ("debit" = 0) <> ("credit" = 0))
);
--> statement-breakpoint
CREATE INDEX `Ligne_Ecriture` ON `Ligne` (`EcritureId`);--> statement-breakpoint
CREATE INDEX `Ligne_compte` ON `Ligne` (`genre`,`de`,`debit`,`credit`);--> statement-breakpoint
CREATE INDEX `Ligne_mandat` ON `Ligne` (`mandat`,`genre`);--> statement-breakpoint
CREATE TABLE `LigneReleve` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ReleveId` integer NOT NULL,
	`CompteBancaireId` integer NOT NULL,
	`date` text NOT NULL,
	`valeur` text,
	`montant` integer NOT NULL,
	`libelle` text NOT NULL,
	`reference` text,
	`tiers` text,
	`iban` text,
	`ibanSecret` text,
	`payeurEmpreinte` text,
	`rejet` integer NOT NULL,
	`cle` text NOT NULL,
	`etat` text DEFAULT 'a_rapprocher' NOT NULL,
	`automatique` integer DEFAULT false NOT NULL,
	`motif` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`ReleveId`) REFERENCES `Releve`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`CompteBancaireId`) REFERENCES `CompteBancaire`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `LigneReleve_cle` ON `LigneReleve` (`CompteBancaireId`,`cle`);--> statement-breakpoint
CREATE INDEX `LigneReleve_Releve` ON `LigneReleve` (`ReleveId`,`id`);--> statement-breakpoint
CREATE INDEX `LigneReleve_etat` ON `LigneReleve` (`etat`,`date`);--> statement-breakpoint
CREATE INDEX `LigneReleve_payeur` ON `LigneReleve` (`payeurEmpreinte`);--> statement-breakpoint
CREATE TABLE `Pause` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`motif` text NOT NULL,
	`commentaire` text,
	`jusquau` text NOT NULL,
	`leveeLe` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `Pause_Dossier` ON `Pause` (`DossierId`,`jusquau`);--> statement-breakpoint
CREATE TABLE `PayeurConnu` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`empreinte` text NOT NULL,
	`DossierId` integer NOT NULL,
	`payeur` text NOT NULL,
	`confirmations` integer DEFAULT 1 NOT NULL,
	`vuLe` text NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `PayeurConnu_empreinte` ON `PayeurConnu` (`empreinte`,`DossierId`);--> statement-breakpoint
CREATE INDEX `PayeurConnu_Dossier` ON `PayeurConnu` (`DossierId`);--> statement-breakpoint
CREATE TABLE `PlanApurement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`date` text NOT NULL,
	`termes` text NOT NULL,
	`montant` integer NOT NULL,
	`closLe` text,
	`motif` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `PlanApurement_Dossier` ON `PlanApurement` (`DossierId`,`id`);--> statement-breakpoint
CREATE TABLE `Reglement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`exercice` text NOT NULL,
	`rang` integer NOT NULL,
	`DossierId` integer NOT NULL,
	`date` text NOT NULL,
	`montant` integer NOT NULL,
	`mode` text,
	`payeur` text NOT NULL,
	`fonds` text NOT NULL,
	`etat` text NOT NULL,
	`motif` text,
	`finLe` text,
	`CompteBancaireId` integer,
	`LigneReleveId` integer,
	`StoredFileId` integer,
	`commentaire` text,
	`cle` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`CompteBancaireId`) REFERENCES `CompteBancaire`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`LigneReleveId`) REFERENCES `LigneReleve`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Reglement_cle_unique` ON `Reglement` (`cle`);--> statement-breakpoint
CREATE UNIQUE INDEX `Reglement_numero` ON `Reglement` (`exercice`,`rang`);--> statement-breakpoint
CREATE INDEX `Reglement_Dossier` ON `Reglement` (`DossierId`,`date`);--> statement-breakpoint
CREATE INDEX `Reglement_date` ON `Reglement` (`date`);--> statement-breakpoint
CREATE INDEX `Reglement_LigneReleve` ON `Reglement` (`LigneReleveId`);--> statement-breakpoint
CREATE INDEX `Reglement_CompteBancaire` ON `Reglement` (`CompteBancaireId`);--> statement-breakpoint
CREATE INDEX `Reglement_StoredFile` ON `Reglement` (`StoredFileId`);--> statement-breakpoint
CREATE INDEX `Reglement_recu` ON `Reglement` (`date`) WHERE "etat" = 'recu';--> statement-breakpoint
CREATE TABLE `Relance` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`etape` text NOT NULL,
	`CautionId` integer,
	`exigibleLe` text NOT NULL,
	`montant` integer NOT NULL,
	`etat` text DEFAULT 'brouillon' NOT NULL,
	`canal` text NOT NULL,
	`objet` text NOT NULL,
	`texte` text NOT NULL,
	`CourrielId` integer,
	`motif` text,
	`libereeLe` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`CautionId`) REFERENCES `Caution`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`CourrielId`) REFERENCES `Courriel`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Relance_etape` ON `Relance` (`DossierId`,`etape`,`exigibleLe`,coalesce("CautionId", 0));--> statement-breakpoint
CREATE INDEX `Relance_etat` ON `Relance` (`etat`,`id`);--> statement-breakpoint
CREATE INDEX `Relance_Caution` ON `Relance` (`CautionId`);--> statement-breakpoint
CREATE INDEX `Relance_Courriel` ON `Relance` (`CourrielId`);--> statement-breakpoint
CREATE TABLE `Releve` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`CompteBancaireId` integer NOT NULL,
	`format` text NOT NULL,
	`nom` text NOT NULL,
	`empreinte` text NOT NULL,
	`du` text,
	`au` text,
	`ancienSolde` integer,
	`nouveauSolde` integer,
	`connues` integer NOT NULL,
	`StoredFileId` integer,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`CompteBancaireId`) REFERENCES `CompteBancaire`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Releve_empreinte` ON `Releve` (`CompteBancaireId`,`empreinte`);--> statement-breakpoint
CREATE INDEX `Releve_StoredFile` ON `Releve` (`StoredFileId`);--> statement-breakpoint
CREATE TABLE `Reprise` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`debut` text NOT NULL,
	`etat` text DEFAULT 'brouillon' NOT NULL,
	`lignes` text NOT NULL,
	`user` text,
	`signeeLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
-- Versions, as of every other record.
CREATE TRIGGER `Reprise_version` AFTER UPDATE OF `updatedAt` ON `Reprise` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Reprise` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Reglement_version` AFTER UPDATE OF `updatedAt` ON `Reglement` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Reglement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `CompteBancaire_version` AFTER UPDATE OF `updatedAt` ON `CompteBancaire` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `CompteBancaire` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `LigneReleve_version` AFTER UPDATE OF `updatedAt` ON `LigneReleve` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `LigneReleve` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Relance_version` AFTER UPDATE OF `updatedAt` ON `Relance` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Relance` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `PlanApurement_version` AFTER UPDATE OF `updatedAt` ON `PlanApurement` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `PlanApurement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
-- An entry is written after its lines, balanced; then neither changes, and none is added.
CREATE TRIGGER `Ligne_close` BEFORE INSERT ON `Ligne` WHEN EXISTS (SELECT 1 FROM `Ecriture` WHERE id = NEW."EcritureId") BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Ecriture_equilibree` BEFORE INSERT ON `Ecriture` WHEN (SELECT count(*) < 2 OR sum(debit) <> sum(credit) FROM `Ligne` WHERE "EcritureId" = NEW.id) BEGIN
	SELECT RAISE(ABORT, 'écriture déséquilibrée');
END;--> statement-breakpoint
CREATE TRIGGER `Ecriture_annulee` BEFORE INSERT ON `Ecriture` WHEN NEW."annuleId" IS NOT NULL AND EXISTS (SELECT 1 FROM `Ecriture` WHERE id = NEW."annuleId" AND "annuleId" IS NOT NULL) BEGIN
	SELECT RAISE(ABORT, 'une extourne ne s’extourne pas');
END;--> statement-breakpoint
CREATE TRIGGER `Ecriture_suivie` BEFORE INSERT ON `Ecriture` WHEN NEW.numero <> coalesce((SELECT max(numero) FROM `Ecriture` WHERE livre = NEW.livre AND exercice = NEW.exercice), 0) + 1 BEGIN
	SELECT RAISE(ABORT, 'numéro d’écriture hors suite');
END;--> statement-breakpoint
CREATE TRIGGER `Ligne_immuable` BEFORE UPDATE ON `Ligne` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Ligne_durable` BEFORE DELETE ON `Ligne` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Ecriture_immuable` BEFORE UPDATE ON `Ecriture` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Ecriture_durable` BEFORE DELETE ON `Ecriture` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
-- A sum called: only what is left of it changes, by what settles it; one of before the books may enter them, once.
CREATE TRIGGER `Echeance_immuable` BEFORE UPDATE OF `id`, `DossierId`, `QuitanceId`, `mandat`, `mois`, `exigibleLe`, `nature`, `montant`, `createdAt` ON `Echeance` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Echeance_durable` BEFORE DELETE ON `Echeance` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Echeance_inscrite` BEFORE UPDATE OF `EcritureId` ON `Echeance` WHEN OLD."EcritureId" IS NOT NULL BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
-- A payment: what became of it changes, once it is refused or taken back no more.
CREATE TRIGGER `Reglement_immuable` BEFORE UPDATE OF `id`, `exercice`, `rang`, `DossierId`, `date`, `montant`, `mode`, `payeur`, `fonds`, `cle`, `createdAt` ON `Reglement` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Reglement_durable` BEFORE DELETE ON `Reglement` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Reglement_fini` BEFORE UPDATE OF `etat` ON `Reglement` WHEN OLD.etat IN ('rejete', 'annule') OR (OLD.etat = 'credite' AND NEW.etat = 'recu') BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Imputation_immuable` BEFORE UPDATE OF `id`, `ReglementId`, `EcheanceId`, `montant`, `createdAt` ON `Imputation` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Imputation_durable` BEFORE DELETE ON `Imputation` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Imputation_inscrite` BEFORE UPDATE OF `EcritureId` ON `Imputation` WHEN OLD."EcritureId" IS NOT NULL BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
-- What the bank said stays as it said it.
CREATE TRIGGER `LigneReleve_immuable` BEFORE UPDATE OF `id`, `ReleveId`, `CompteBancaireId`, `date`, `valeur`, `montant`, `libelle`, `reference`, `cle`, `createdAt` ON `LigneReleve` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `LigneReleve_durable` BEFORE DELETE ON `LigneReleve` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Releve_immuable` BEFORE UPDATE ON `Releve` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Releve_durable` BEFORE DELETE ON `Releve` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
-- What is there already: each receipt that stands calls its sums, and what was noted as paid is a payment, of before the books.
INSERT INTO `Echeance` ("DossierId", "QuitanceId", mandat, mois, "exigibleLe", nature, montant, reste)
	SELECT q."DossierId", q.id, coalesce(
		(SELECT max(m.id) FROM `MissionAppartement` l JOIN `Mission` m ON m.id = l."MissionId" AND m.type = 'gestion' WHERE l."AppartementId" = q."AppartementId"),
		-q."AppartementId"), q.mois, q.echeance, somme.nature, somme.montant, somme.montant
	FROM (SELECT id, 'loyer' AS nature, "loyerHC" AS montant FROM `Quitance` UNION ALL SELECT id, 'charges', charge FROM `Quitance`) somme
	JOIN `Quitance` q ON q.id = somme.id
	WHERE q."annuleeLe" IS NULL AND somme.montant > 0 ORDER BY q.id;--> statement-breakpoint
INSERT INTO `Reglement` (exercice, rang, "DossierId", date, montant, mode, payeur, fonds, etat, cle, user)
	SELECT substr(jour, 1, 4), row_number() OVER (PARTITION BY substr(jour, 1, 4) ORDER BY jour, id), "DossierId", jour, montant,
		CASE mode WHEN 'Virement' THEN 'virement' WHEN 'Cheque' THEN 'cheque' END, 'locataire', 'proprietaire', 'credite', 'quittance ' || id, NULL
	FROM (SELECT id, "DossierId", mode, coalesce("datePaiement", echeance) AS jour,
		iif(regle, "loyerHC" + charge, min("montantPaye", "loyerHC" + charge)) AS montant
		FROM `Quitance` WHERE "annuleeLe" IS NULL AND ((regle AND source IS NOT 'locataire') OR (NOT regle AND "montantPaye" > 0)))
	WHERE montant > 0 ORDER BY jour, id;--> statement-breakpoint
INSERT INTO `Imputation` ("ReglementId", "EcheanceId", montant)
	SELECT r.id, e.id, CASE WHEN r.montant = q."loyerHC" + q.charge THEN e.montant
		WHEN e.nature = 'charges' THEN r.montant - (2 * r.montant * q."loyerHC" + q."loyerHC" + q.charge) / (2 * (q."loyerHC" + q.charge))
		ELSE (2 * r.montant * q."loyerHC" + q."loyerHC" + q.charge) / (2 * (q."loyerHC" + q.charge)) END AS part
	FROM `Reglement` r JOIN `Quitance` q ON 'quittance ' || q.id = r.cle JOIN `Echeance` e ON e."QuitanceId" = q.id WHERE part <> 0;--> statement-breakpoint
UPDATE `Echeance` SET reste = montant - coalesce((SELECT sum(montant) FROM `Imputation` WHERE "EcheanceId" = "Echeance".id), 0)
	WHERE EXISTS (SELECT 1 FROM `Imputation` WHERE "EcheanceId" = "Echeance".id);--> statement-breakpoint
UPDATE `Quitance` SET "montantPaye" = "loyerHC" + charge WHERE regle AND source IS NOT 'locataire' AND "annuleeLe" IS NULL AND "loyerHC" + charge > 0;--> statement-breakpoint
-- Each settlement leaves less of what it settles, and no payment settles more than itself.
CREATE TRIGGER `Imputation_reste` AFTER INSERT ON `Imputation` BEGIN
	UPDATE `Echeance` SET reste = reste - NEW.montant WHERE id = NEW."EcheanceId";
	SELECT RAISE(ABORT, 'règlement dépassé') WHERE NEW."ReglementId" IS NOT NULL AND (SELECT sum(montant) FROM `Imputation` WHERE "ReglementId" = NEW."ReglementId")
		NOT BETWEEN 0 AND (SELECT montant FROM `Reglement` WHERE id = NEW."ReglementId");
END;--> statement-breakpoint
-- An agency that has no receipt yet keeps its books from the first one.
INSERT INTO `Reprise` (debut, etat, lignes, "signeeLe") SELECT '2000-01-01', 'signee', '[]', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
	WHERE NOT EXISTS (SELECT 1 FROM `Quitance`);
