-- What the leases of a dwelling say is read from their index alone.
DROP INDEX `Dossier_Appartement`;--> statement-breakpoint
CREATE INDEX `Dossier_Appartement` ON `Dossier` (`AppartementId`,`dateDebutBail`,`dateSortie`,`dateFinBail`,`dateDebutPreavis`,`dateFinPreavis`,`colocation`);