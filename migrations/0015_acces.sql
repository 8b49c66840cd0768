ALTER TABLE `AccesProprietaire` ADD `codesDepuis` text;--> statement-breakpoint
ALTER TABLE `AccesProprietaire` ADD `manques` integer DEFAULT 0 NOT NULL;
