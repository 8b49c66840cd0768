CREATE TABLE `ExerciceClos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`exercice` text NOT NULL,
	`au` text NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ExerciceClos_exercice_unique` ON `ExerciceClos` (`exercice`);--> statement-breakpoint
CREATE TRIGGER `ExerciceClos_durable` BEFORE DELETE ON `ExerciceClos` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `ExerciceClos_immuable` BEFORE UPDATE ON `ExerciceClos` BEGIN
  SELECT RAISE(ABORT, 'comptes immuables');
END;
