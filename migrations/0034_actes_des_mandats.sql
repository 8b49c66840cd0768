CREATE TABLE `ActeMandat` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`MissionId` integer NOT NULL,
	`rang` integer NOT NULL,
	`depuis` text NOT NULL,
	`ConditionsMandatId` integer,
	`contenu` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`ConditionsMandatId`) REFERENCES `ConditionsMandat`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ActeMandat_rang` ON `ActeMandat` (`MissionId`,`rang`);--> statement-breakpoint
CREATE UNIQUE INDEX `ActeMandat_Conditions` ON `ActeMandat` (`ConditionsMandatId`);--> statement-breakpoint
CREATE TRIGGER `ActeMandat_durable` BEFORE DELETE ON `ActeMandat` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `ActeMandat_immuable` BEFORE UPDATE ON `ActeMandat` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;
