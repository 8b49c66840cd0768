-- Whether a dossier lacks a receipt is read without going through all it had.
CREATE INDEX `Quitance_manuelle` ON `Quitance` (`DossierId`,`date`,`dateFin`) WHERE "automatique" = 0 AND "annuleeLe" IS NULL;--> statement-breakpoint
CREATE INDEX `Quitance_annulee` ON `Quitance` (`DossierId`,`mois`) WHERE "automatique" = 1 AND "annuleeLe" IS NOT NULL;