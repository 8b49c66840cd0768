DROP TABLE `ClosedSession`;--> statement-breakpoint
CREATE TABLE `Challenge` (
	`id` text PRIMARY KEY NOT NULL,
	`UserId` integer,
	`purpose` text NOT NULL,
	`value` text NOT NULL,
	`essais` integer DEFAULT 0 NOT NULL,
	`expiresAt` text NOT NULL,
	FOREIGN KEY (`UserId`) REFERENCES `User`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `Changement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entite` text NOT NULL,
	`entiteId` integer NOT NULL,
	`champ` text NOT NULL,
	`avant` text,
	`apres` text,
	`etat` text DEFAULT 'en_attente' NOT NULL,
	`user` text NOT NULL,
	`UserId` integer NOT NULL,
	`decidePar` text,
	`decideLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Changement_en_attente` ON `Changement` (`entite`,`entiteId`,`champ`) WHERE "etat" = 'en_attente';--> statement-breakpoint
CREATE TABLE `Device` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`UserId` integer NOT NULL,
	`hash` text NOT NULL,
	`nom` text NOT NULL,
	`lastSeenAt` text NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`UserId`) REFERENCES `User`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Device_User_hash` ON `Device` (`UserId`,`hash`);--> statement-breakpoint
CREATE TABLE `Effacement` (
	`personne` text NOT NULL,
	`personneId` integer NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	PRIMARY KEY(`personne`, `personneId`)
);
--> statement-breakpoint
CREATE TABLE `Passkey` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`UserId` integer NOT NULL,
	`credentialId` text NOT NULL,
	`publicKey` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`nom` text NOT NULL,
	`lastUsedAt` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`UserId`) REFERENCES `User`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Passkey_credentialId_unique` ON `Passkey` (`credentialId`);--> statement-breakpoint
CREATE INDEX `Passkey_User` ON `Passkey` (`UserId`);--> statement-breakpoint
CREATE TABLE `Rattachement` (
	`entite` text NOT NULL,
	`entiteId` integer NOT NULL,
	`personne` text NOT NULL,
	`personneId` integer NOT NULL,
	PRIMARY KEY(`personne`, `personneId`, `entite`, `entiteId`)
);
--> statement-breakpoint
CREATE INDEX `Rattachement_record` ON `Rattachement` (`entite`,`entiteId`);--> statement-breakpoint
CREATE TABLE `RecoveryCode` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`UserId` integer NOT NULL,
	`hash` text NOT NULL,
	`usedAt` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`UserId`) REFERENCES `User`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `RecoveryCode_hash_unique` ON `RecoveryCode` (`hash`);--> statement-breakpoint
CREATE INDEX `RecoveryCode_User` ON `RecoveryCode` (`UserId`);--> statement-breakpoint
CREATE TABLE `SecurityEvent` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`evenement` text NOT NULL,
	`user` text,
	`device` text,
	`details` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `SecurityEvent_createdAt` ON `SecurityEvent` (`createdAt`);--> statement-breakpoint
CREATE INDEX `SecurityEvent_user` ON `SecurityEvent` (`user`);--> statement-breakpoint
CREATE TABLE `Session` (
	`id` text PRIMARY KEY NOT NULL,
	`UserId` integer NOT NULL,
	`device` text NOT NULL,
	`lastSeenAt` text NOT NULL,
	`confirmedAt` text NOT NULL,
	`expiresAt` text NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`UserId`) REFERENCES `User`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `Session_User` ON `Session` (`UserId`);--> statement-breakpoint
CREATE INDEX `Session_expiresAt` ON `Session` (`expiresAt`);--> statement-breakpoint
ALTER TABLE `Fichier` ADD `sensible` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `History` ADD `scelles` text;--> statement-breakpoint
ALTER TABLE `History` ADD `empreinte` text;--> statement-breakpoint
CREATE INDEX `History_a_sceller` ON `History` (`id`) WHERE "empreinte" IS NULL;--> statement-breakpoint
ALTER TABLE `User` ADD `temporaryUntil` text;--> statement-breakpoint
ALTER TABLE `User` ADD `totpSecret` text;--> statement-breakpoint
ALTER TABLE `User` ADD `totpPending` text;--> statement-breakpoint
ALTER TABLE `User` ADD `totpStep` integer;--> statement-breakpoint
ALTER TABLE `Variable` ADD `secret` text;--> statement-breakpoint
UPDATE `User` SET `temporaryUntil` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+72 hours') WHERE `mustSetPassword` = 1;--> statement-breakpoint
UPDATE `History` SET `details` = json_remove(`details`, '$.valeur') WHERE `entite` = 'Variable' AND `entiteId` IN (SELECT `id` FROM `Variable` WHERE `nom` = 'iban');--> statement-breakpoint
UPDATE `Variable` SET `recherche` = 'iban' WHERE `nom` = 'iban';
--> statement-breakpoint
CREATE TRIGGER `History_immuable` BEFORE UPDATE ON `History` WHEN NEW.`id` IS NOT OLD.`id`
	OR NEW.`entite` IS NOT OLD.`entite` OR NEW.`entiteId` IS NOT OLD.`entiteId` OR NEW.`etat` IS NOT OLD.`etat`
	OR NEW.`user` IS NOT OLD.`user` OR NEW.`createdAt` IS NOT OLD.`createdAt`
	OR (OLD.`empreinte` IS NOT NULL AND (NEW.`empreinte` IS NOT OLD.`empreinte`
		OR EXISTS (SELECT key, value ->> 'sceau' FROM json_each(OLD.`scelles`) EXCEPT SELECT key, value ->> 'sceau' FROM json_each(NEW.`scelles`))
		OR EXISTS (SELECT key, value ->> 'sceau' FROM json_each(NEW.`scelles`) EXCEPT SELECT key, value ->> 'sceau' FROM json_each(OLD.`scelles`))
		OR EXISTS (SELECT key, value ->> 'sel' FROM json_each(NEW.`scelles`) WHERE value ->> 'sel' IS NOT NULL
			EXCEPT SELECT key, value ->> 'sel' FROM json_each(OLD.`scelles`))))
	OR EXISTS (SELECT key, type, value FROM json_each(NEW.`details`) EXCEPT SELECT key, type, value FROM json_each(OLD.`details`))
BEGIN
	SELECT RAISE(ABORT, 'a line of history only forgets values');
END;
--> statement-breakpoint
CREATE TRIGGER `History_neuve` BEFORE INSERT ON `History` WHEN EXISTS (SELECT 1 FROM `History` WHERE `id` = NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'a line of history is never replaced');
END;
--> statement-breakpoint
CREATE TRIGGER `History_durable` BEFORE DELETE ON `History` BEGIN
	SELECT RAISE(ABORT, 'a line of history is never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `History_oubli` AFTER UPDATE OF `details` ON `History` WHEN NEW.`scelles` IS NOT NULL AND NEW.`details` IS NOT OLD.`details` BEGIN
	UPDATE `History` SET `scelles` = (
		SELECT json_group_object(sceau.key, json(iif(sceau.key IN (SELECT key FROM json_each(NEW.`details`)), sceau.value,
			json_object('sel', NULL, 'sceau', sceau.value ->> 'sceau'))))
		FROM json_each(NEW.`scelles`) sceau)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- Whom each record concerns, today; `premier`: the record is about that person, others are named in it.
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
	UNION ALL SELECT 'Mission', "MissionId", 'Client', "ClientId", 1 FROM `MissionClient`
	UNION ALL SELECT 'Intendance', i.id, 'Client', p."ClientId", 1 FROM `Intendance` i JOIN `Propriete` p ON p."AppartementId" = i."AppartementId"
	UNION ALL SELECT 'Fichier', id, 'Locataire', "LocataireId", 1 FROM `Fichier` WHERE "LocataireId" IS NOT NULL
	UNION ALL SELECT 'Fichier', id, 'Client', "ClientId", 1 FROM `Fichier` WHERE "ClientId" IS NOT NULL
	UNION ALL SELECT 'Locataire', id, 'Locataire', id, 1 FROM `Locataire`
	UNION ALL SELECT 'Client', id, 'Client', id, 1 FROM `Client`;--> statement-breakpoint
CREATE VIEW `Adresse` AS
	SELECT 'Locataire' AS personne, l.id AS "personneId", lower(value) AS adresse FROM `Locataire` l, json_each(json_array(mail, mail2, "autreMail", "mineurMail")) WHERE value IS NOT NULL
	UNION ALL SELECT 'Caution', id, lower(mail) FROM `Caution`
	UNION ALL SELECT 'Client', c.id, lower(value) FROM `Client` c, json_each(json_array("mailPerso", "mailPro", "mailDefaut")) WHERE value LIKE '%@%';--> statement-breakpoint
CREATE TRIGGER `Document_concerne` AFTER INSERT ON `Document` BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Document', NEW.id, personne, "personneId" FROM `Concerne` WHERE entite = NEW.entite AND "entiteId" = NEW."entiteId" ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Courriel_concerne` AFTER INSERT ON `Courriel` WHEN NEW.entite IS NOT NULL BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Courriel', NEW.id, c.personne, c."personneId" FROM `Concerne` c WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId"
		AND (c.premier OR EXISTS (SELECT 1 FROM `Adresse` a WHERE a.personne = c.personne AND a."personneId" = c."personneId"
			AND a.adresse IN (SELECT lower(value) FROM json_each(NEW.destinataires)))) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `History_concerne` AFTER INSERT ON `History`
	WHEN NEW.details IS NOT NULL AND NEW.entite IN ('Dossier', 'Caution', 'EtatLieux', 'Mission', 'Intendance', 'Fichier') BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'History', NEW.id, c.personne, c."personneId" FROM `Concerne` c WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId"
		AND (c.premier OR EXISTS (SELECT 1 FROM `Adresse` a WHERE a.personne = c.personne AND a."personneId" = c."personneId"
			AND instr(lower(NEW.details), a.adresse) > 0)) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_laisse` BEFORE DELETE ON `Dossier` BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Dossier' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Caution', id, 'Locataire', OLD."LocataireId" FROM `Caution` WHERE "DossierId" = OLD.id ON CONFLICT DO NOTHING;
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'EtatLieux', value, 'Locataire', OLD."LocataireId" FROM json_each(json_array(OLD."etatInId", OLD."etatOutId")) WHERE value IS NOT NULL ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Caution_laisse` BEFORE DELETE ON `Caution` BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Caution' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `EtatLieux_laisse` BEFORE DELETE ON `EtatLieux` BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'EtatLieux' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Fichier_laisse` BEFORE DELETE ON `Fichier` BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Fichier' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Mission_laisse` BEFORE DELETE ON `Mission` BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Mission' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Intendance_laisse` BEFORE DELETE ON `Intendance` BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Intendance' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Caution_detachee` BEFORE UPDATE OF `DossierId` ON `Caution` WHEN OLD."DossierId" IS NOT NULL AND NEW."DossierId" IS NOT OLD."DossierId" BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Caution' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Fichier_detache` BEFORE UPDATE OF `LocataireId`, `ClientId` ON `Fichier` WHEN NEW."LocataireId" IS NOT OLD."LocataireId" OR NEW."ClientId" IS NOT OLD."ClientId" BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT entite, "entiteId", personne, "personneId" FROM `Concerne` WHERE entite = 'Fichier' AND "entiteId" = OLD.id AND premier ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_etatIn_laisse` BEFORE UPDATE OF `etatInId` ON `Dossier` WHEN OLD."etatInId" IS NOT NULL AND NEW."etatInId" IS NOT OLD."etatInId" BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId") VALUES ('EtatLieux', OLD."etatInId", 'Locataire', OLD."LocataireId") ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_etatOut_laisse` BEFORE UPDATE OF `etatOutId` ON `Dossier` WHEN OLD."etatOutId" IS NOT NULL AND NEW."etatOutId" IS NOT OLD."etatOutId" BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId") VALUES ('EtatLieux', OLD."etatOutId", 'Locataire', OLD."LocataireId") ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Propriete_laisse` BEFORE DELETE ON `Propriete` BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Dossier', id, 'Client', OLD."ClientId" FROM `Dossier` WHERE "AppartementId" = OLD."AppartementId" ON CONFLICT DO NOTHING;
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Intendance', id, 'Client', OLD."ClientId" FROM `Intendance` WHERE "AppartementId" = OLD."AppartementId" ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `MissionClient_laisse` BEFORE DELETE ON `MissionClient` BEGIN
	INSERT INTO `Rattachement` (entite, "entiteId", personne, "personneId") VALUES ('Mission', OLD."MissionId", 'Client', OLD."ClientId") ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `Locataire_efface` BEFORE UPDATE ON `Locataire` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = OLD.id) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Client_efface` BEFORE UPDATE ON `Client` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = OLD.id) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Caution_effacee` BEFORE UPDATE ON `Caution` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Caution' AND "personneId" = OLD.id) AND NOT (NEW."DossierId" IS NULL AND OLD."DossierId" IS NOT NULL) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_ouvert` BEFORE INSERT ON `Dossier` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_deplace` BEFORE UPDATE OF `LocataireId` ON `Dossier` WHEN NEW."LocataireId" <> OLD."LocataireId" AND EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_efface` BEFORE UPDATE ON `Dossier` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = OLD."LocataireId") AND (
	(NEW."edfEntree" IS NOT NULL AND NEW."edfEntree" IS NOT OLD."edfEntree")
	OR (NEW."edfSortie" IS NOT NULL AND NEW."edfSortie" IS NOT OLD."edfSortie")
	OR (NEW."indiceTrim" IS NOT NULL AND NEW."indiceTrim" IS NOT OLD."indiceTrim")
	OR (NEW."lieuSignature" IS NOT NULL AND NEW."lieuSignature" IS NOT OLD."lieuSignature")
	OR (NEW."encadrement" IS NOT NULL AND NEW."encadrement" IS NOT OLD."encadrement")
	OR (NEW."clauses" IS NOT NULL AND NEW."clauses" IS NOT OLD."clauses")
	OR (NEW."travaux" IS NOT NULL AND NEW."travaux" IS NOT OLD."travaux")
	OR (NEW."nouvelleAdresse" IS NOT NULL AND NEW."nouvelleAdresse" IS NOT OLD."nouvelleAdresse")
	OR (NEW."motifDureeReduite" IS NOT NULL AND NEW."motifDureeReduite" IS NOT OLD."motifDureeReduite")
	OR (NEW."motifMobilite" IS NOT NULL AND NEW."motifMobilite" IS NOT OLD."motifMobilite")
	OR (NEW."annexes" IS NOT NULL AND NEW."annexes" IS NOT OLD."annexes")
	OR (NEW."vehicule" IS NOT NULL AND NEW."vehicule" IS NOT OLD."vehicule")
	OR (NEW."etatInId" IS NOT NULL AND NEW."etatInId" IS NOT OLD."etatInId")
	OR (NEW."etatOutId" IS NOT NULL AND NEW."etatOutId" IS NOT OLD."etatOutId")
	OR (NEW."contratLocationId" IS NOT NULL AND NEW."contratLocationId" IS NOT OLD."contratLocationId")
	OR (NEW."inventaireEntreeId" IS NOT NULL AND NEW."inventaireEntreeId" IS NOT OLD."inventaireEntreeId")
	OR (NEW."inventaireSortieId" IS NOT NULL AND NEW."inventaireSortieId" IS NOT OLD."inventaireSortieId")) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Caution_recue` BEFORE INSERT ON `Caution` WHEN NEW."DossierId" IS NOT NULL AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'Dossier' AND c."entiteId" = NEW."DossierId" AND c.premier) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Caution_deplacee` BEFORE UPDATE OF `DossierId` ON `Caution` WHEN NEW."DossierId" IS NOT NULL AND NEW."DossierId" IS NOT OLD."DossierId" AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'Dossier' AND c."entiteId" = NEW."DossierId" AND c.premier) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `EtatLieux_efface` BEFORE UPDATE ON `EtatLieux` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'EtatLieux' AND c."entiteId" = OLD.id AND c.premier) OR EXISTS (SELECT 1 FROM `Rattachement` r JOIN `Effacement` e USING (personne, "personneId")
	WHERE r.entite = 'EtatLieux' AND r."entiteId" = OLD.id AND NOT EXISTS (SELECT 1 FROM `Concerne` c WHERE c.entite = 'EtatLieux' AND c."entiteId" = OLD.id AND c.premier)) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Fichier_recu` BEFORE INSERT ON `Fichier` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") OR EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW."ClientId") BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Fichier_deplace` BEFORE UPDATE OF `LocataireId`, `ClientId` ON `Fichier` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Locataire' AND "personneId" = NEW."LocataireId") OR EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW."ClientId") BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Document_efface` BEFORE INSERT ON `Document` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId" AND c.premier) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Courriel_efface` BEFORE INSERT ON `Courriel` WHEN NEW.entite IS NOT NULL AND EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId" AND c.premier) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Propriete_efface` BEFORE INSERT ON `Propriete` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW."ClientId") BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `MissionClient_efface` BEFORE INSERT ON `MissionClient` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW."ClientId") BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
-- What is there already: whom each concerned, from the links of today and from what the history says of former ones.
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Document', d.id, c.personne, c."personneId" FROM `Document` d JOIN `Concerne` c ON c.entite = d.entite AND c."entiteId" = d."entiteId";--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Courriel', m.id, c.personne, c."personneId" FROM `Courriel` m JOIN `Concerne` c ON c.entite = m.entite AND c."entiteId" = m."entiteId"
	WHERE c.premier OR EXISTS (SELECT 1 FROM `Adresse` a WHERE a.personne = c.personne AND a."personneId" = c."personneId" AND a.adresse IN (SELECT lower(value) FROM json_each(m.destinataires)));--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'History', h.id, c.personne, c."personneId" FROM `History` h JOIN `Concerne` c ON c.entite = h.entite AND c."entiteId" = h."entiteId"
	WHERE h.details IS NOT NULL AND h.entite IN ('Dossier', 'Caution', 'EtatLieux', 'Mission', 'Intendance', 'Fichier')
	AND (c.premier OR EXISTS (SELECT 1 FROM `Adresse` a WHERE a.personne = c.personne AND a."personneId" = c."personneId" AND instr(lower(h.details), a.adresse) > 0));--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Dossier', "entiteId", 'Locataire', details ->> '$.LocataireId' FROM `History`
	WHERE entite = 'Dossier' AND etat = 'Suppression' AND details ->> '$.LocataireId' IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Document', t.id, 'Locataire', h.details ->> '$.LocataireId[0]' FROM `History` h
	JOIN `Document` t ON t.entite = 'Dossier' AND t."entiteId" = h."entiteId" AND t."createdAt" <= h."createdAt"
	WHERE h.entite = 'Dossier' AND h.details ->> '$.LocataireId[0]' IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Courriel', t.id, 'Locataire', h.details ->> '$.LocataireId[0]' FROM `History` h
	JOIN `Courriel` t ON t.entite = 'Dossier' AND t."entiteId" = h."entiteId" AND t."createdAt" <= h."createdAt"
	WHERE h.entite = 'Dossier' AND h.details ->> '$.LocataireId[0]' IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'History', t.id, 'Locataire', h.details ->> '$.LocataireId[0]' FROM `History` h
	JOIN `History` t ON t.entite = 'Dossier' AND t."entiteId" = h."entiteId" AND t."createdAt" <= h."createdAt"
	WHERE h.entite = 'Dossier' AND h.details ->> '$.LocataireId[0]' IS NOT NULL AND t.details IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Caution', h.details ->> '$.CautionId', 'Locataire', coalesce(
		(SELECT "LocataireId" FROM `Dossier` WHERE id = h."entiteId"),
		(SELECT r."personneId" FROM `Rattachement` r WHERE r.entite = 'Dossier' AND r."entiteId" = h."entiteId" AND r.personne = 'Locataire'))
	FROM `History` h WHERE h.entite = 'Dossier' AND h.details ->> '$.CautionId' IS NOT NULL
	AND (EXISTS (SELECT 1 FROM `Dossier` WHERE id = h."entiteId") OR EXISTS (SELECT 1 FROM `Rattachement` r WHERE r.entite = 'Dossier' AND r."entiteId" = h."entiteId" AND r.personne = 'Locataire'));--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Fichier', h.details ->> '$.FichierId', h.entite, h."entiteId" FROM `History` h
	WHERE h.entite IN ('Locataire', 'Client') AND h.etat = 'Fichier retiré' AND h.details ->> '$.FichierId' IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Fichier', "entiteId", 'Locataire', details ->> '$.LocataireId[0]' FROM `History`
	WHERE entite = 'Fichier' AND details ->> '$.LocataireId[0]' IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Fichier', "entiteId", 'Client', details ->> '$.ClientId[0]' FROM `History`
	WHERE entite = 'Fichier' AND details ->> '$.ClientId[0]' IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'EtatLieux', e.id, 'Locataire', d."LocataireId" FROM `Remplacement` r JOIN `Dossier` d ON d.id = r."entiteId"
	JOIN `EtatLieux` e ON e."signedId" = r."StoredFileId" OR EXISTS (SELECT 1 FROM `Remplacement` v WHERE v.entite = 'EtatLieux' AND v."entiteId" = e.id AND v."StoredFileId" = r."StoredFileId")
	WHERE r.entite = 'Dossier' AND r.champ IN ('etatIn', 'etatOut');--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT r.entite, r."entiteId", r.personne, r."personneId" FROM (
		SELECT 'Document' AS entite, t.id AS "entiteId", r.personne, r."personneId" FROM `Rattachement` r JOIN `Document` t ON t.entite = r.entite AND t."entiteId" = r."entiteId"
		UNION ALL SELECT 'Document', id, 'Caution', "entiteId" FROM `Document` WHERE entite = 'Caution'
		UNION ALL SELECT 'Courriel', t.id, r.personne, r."personneId" FROM `Rattachement` r JOIN `Courriel` t ON t.entite = r.entite AND t."entiteId" = r."entiteId"
		UNION ALL SELECT 'Courriel', id, 'Caution', "entiteId" FROM `Courriel` WHERE entite = 'Caution') r;--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Dossier', d.id, 'Client', h.details ->> '$.ClientId' FROM `History` h JOIN `Dossier` d ON d."AppartementId" = h."entiteId" AND d."createdAt" <= h."createdAt"
	WHERE h.entite = 'Appartement' AND h.etat = 'Propriétaire retiré';--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Document', t.id, 'Client', h.details ->> '$.ClientId' FROM `History` h JOIN `Dossier` d ON d."AppartementId" = h."entiteId"
	JOIN `Document` t ON t."createdAt" <= h."createdAt" AND ((t.entite = 'Dossier' AND t."entiteId" = d.id)
		OR (t.entite = 'Caution' AND t."entiteId" IN (SELECT id FROM `Caution` WHERE "DossierId" = d.id)))
	WHERE h.entite = 'Appartement' AND h.etat = 'Propriétaire retiré';--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Intendance', i.id, 'Client', h.details ->> '$.ClientId' FROM `History` h JOIN `Intendance` i ON i."AppartementId" = h."entiteId" AND i."createdAt" <= h."createdAt"
	WHERE h.entite = 'Appartement' AND h.etat = 'Propriétaire retiré';--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Document', t.id, 'Client', r."personneId" FROM `Rattachement` r JOIN `Document` t ON t.entite = 'Intendance' AND t."entiteId" = r."entiteId"
	WHERE r.entite = 'Intendance' AND r.personne = 'Client';--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Mission', "entiteId", 'Client', details ->> '$.ClientId' FROM `History` WHERE entite = 'Mission' AND etat = 'Commanditaire retiré' AND details ->> '$.ClientId' IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `Rattachement` (entite, "entiteId", personne, "personneId")
	SELECT 'Document', t.id, 'Client', h.details ->> '$.ClientId' FROM `History` h JOIN `Document` t ON t.entite = 'Mission' AND t."entiteId" = h."entiteId" AND t."createdAt" <= h."createdAt"
	WHERE h.entite = 'Mission' AND h.etat = 'Commanditaire retiré' AND h.details ->> '$.ClientId' IS NOT NULL;
