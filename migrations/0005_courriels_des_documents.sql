CREATE TABLE `__new_Courriel` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`QuitanceId` integer,
	`genre` text NOT NULL,
	`etat` text DEFAULT 'a_envoyer' NOT NULL,
	`destinataires` text NOT NULL,
	`bailJusqua` text,
	`partLe` text,
	`tentatives` integer DEFAULT 0 NOT NULL,
	`erreur` text,
	`envoyeLe` text,
	`entite` text,
	`entiteId` integer,
	`type` text,
	`champ` text,
	`objet` text,
	`texte` text,
	`StoredFileId` integer,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`QuitanceId`) REFERENCES `Quitance`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_Courriel` ("id", "QuitanceId", "genre", "etat", "destinataires", "bailJusqua", "partLe", "tentatives", "erreur", "envoyeLe", "createdAt", "updatedAt", "version")
SELECT "id", "QuitanceId", "genre", "etat", "destinataires", "bailJusqua", "partLe", "tentatives", "erreur", "envoyeLe", "createdAt", "updatedAt", "version" FROM `Courriel`;--> statement-breakpoint
DROP TABLE `Courriel`;--> statement-breakpoint
ALTER TABLE `__new_Courriel` RENAME TO `Courriel`;--> statement-breakpoint
CREATE UNIQUE INDEX `Courriel_genre` ON `Courriel` (`QuitanceId`,`genre`);--> statement-breakpoint
CREATE INDEX `Courriel_etat` ON `Courriel` (`etat`,`updatedAt`);--> statement-breakpoint
CREATE INDEX `Courriel_record` ON `Courriel` (`entite`,`entiteId`,`id`);--> statement-breakpoint
CREATE INDEX `Courriel_StoredFile` ON `Courriel` (`StoredFileId`);--> statement-breakpoint
CREATE TRIGGER `Courriel_version` AFTER UPDATE OF `updatedAt` ON `Courriel` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Courriel` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = NEW.`id`;
END;
