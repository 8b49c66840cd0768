CREATE TABLE `DocumentScelle` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`SceauId` integer NOT NULL,
	`empreinte` text NOT NULL,
	`empreinteLue` text NOT NULL,
	`octetsLus` integer NOT NULL,
	`scelleLe` text NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`SceauId`) REFERENCES `Sceau`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `DocumentScelle_empreinte_unique` ON `DocumentScelle` (`empreinte`);--> statement-breakpoint
CREATE INDEX `DocumentScelle_Sceau` ON `DocumentScelle` (`SceauId`);--> statement-breakpoint
CREATE TABLE `Sceau` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`empreinteCle` text NOT NULL,
	`certificat` text NOT NULL,
	`empreinte` text NOT NULL,
	`agence` text NOT NULL,
	`du` text NOT NULL,
	`au` text NOT NULL,
	`revoqueLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Sceau_empreinte_unique` ON `Sceau` (`empreinte`);--> statement-breakpoint
CREATE TRIGGER `Sceau_durable` BEFORE DELETE ON `Sceau` BEGIN
  SELECT RAISE(ABORT, 'sceau immuable');
END;--> statement-breakpoint
CREATE TRIGGER `Sceau_immuable` BEFORE UPDATE ON `Sceau` WHEN OLD.`revoqueLe` IS NOT NULL
  OR (NEW.`id`, NEW.`empreinteCle`, NEW.`certificat`, NEW.`empreinte`, NEW.`agence`, NEW.`du`, NEW.`au`, NEW.`createdAt`) IS NOT (OLD.`id`, OLD.`empreinteCle`, OLD.`certificat`, OLD.`empreinte`, OLD.`agence`, OLD.`du`, OLD.`au`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'sceau immuable');
END;--> statement-breakpoint
CREATE TRIGGER `DocumentScelle_durable` BEFORE DELETE ON `DocumentScelle` BEGIN
  SELECT RAISE(ABORT, 'sceau immuable');
END;--> statement-breakpoint
CREATE TRIGGER `DocumentScelle_immuable` BEFORE UPDATE ON `DocumentScelle` BEGIN
  SELECT RAISE(ABORT, 'sceau immuable');
END;
