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
