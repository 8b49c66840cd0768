DROP INDEX `LoyerHistorique_vivant`;--> statement-breakpoint
CREATE UNIQUE INDEX `LoyerHistorique_vivant` ON `LoyerHistorique` (`DossierId`,`depuis`,("motif" = 'revision')) WHERE "annuleLe" IS NULL;