CREATE TABLE `AccordRevision` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`ClientId` integer,
	`anniversaire` text NOT NULL,
	`loyerAvant` integer NOT NULL,
	`loyerApres` integer NOT NULL,
	`chargeAvant` integer NOT NULL,
	`chargeApres` integer NOT NULL,
	`demandeLe` text,
	`accorde` integer,
	`reponduLe` text,
	`moyen` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `AccordRevision_attente` ON `AccordRevision` (`DossierId`,`anniversaire`) WHERE "accorde" IS NULL;--> statement-breakpoint
CREATE INDEX `AccordRevision_Dossier` ON `AccordRevision` (`DossierId`);--> statement-breakpoint
CREATE INDEX `AccordRevision_Client` ON `AccordRevision` (`ClientId`);--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `accordRevision` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TRIGGER `AccordRevision_immuable` BEFORE UPDATE ON `AccordRevision` WHEN
  (NEW.`DossierId`, NEW.`anniversaire`, NEW.`loyerAvant`, NEW.`loyerApres`, NEW.`chargeAvant`, NEW.`chargeApres`, NEW.`demandeLe`)
    IS NOT (OLD.`DossierId`, OLD.`anniversaire`, OLD.`loyerAvant`, OLD.`loyerApres`, OLD.`chargeAvant`, OLD.`chargeApres`, OLD.`demandeLe`)
  OR OLD.`accorde` IS NOT NULL AND (NEW.`accorde`, NEW.`reponduLe`, NEW.`moyen`) IS NOT (OLD.`accorde`, OLD.`reponduLe`, OLD.`moyen`) BEGIN
  SELECT RAISE(ABORT, 'accords immuables');
END;--> statement-breakpoint
CREATE TRIGGER `AccordRevision_durable` BEFORE DELETE ON `AccordRevision`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'accords immuables');
END;