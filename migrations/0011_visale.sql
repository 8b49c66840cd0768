DROP INDEX `Courriel_genre`;--> statement-breakpoint
ALTER TABLE `Courriel` ADD `RejetId` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `Courriel_genre` ON `Courriel` (`QuitanceId`,`genre`,`RejetId`);--> statement-breakpoint
ALTER TABLE `Dossier` ADD `visale` integer;