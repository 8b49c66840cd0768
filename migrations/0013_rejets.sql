ALTER TABLE `Reglement` ADD `LigneRejetId` integer REFERENCES LigneReleve(id);--> statement-breakpoint
-- Until now, only the words of the line said which payment it took back.
UPDATE `Reglement` SET "LigneRejetId" = (SELECT min(l.id) FROM `LigneReleve` l
	WHERE l.etat = 'rapprochee' AND l.montant < 0 AND l.motif = 'Rejet du règlement ' || `Reglement`.exercice || '-' || printf('%06d', `Reglement`.rang))
	WHERE etat = 'rejete';--> statement-breakpoint
CREATE UNIQUE INDEX `Reglement_LigneRejet` ON `Reglement` (`LigneRejetId`);--> statement-breakpoint
-- Only a payment that the bank refused has such a line, and it is written once.
CREATE TRIGGER `Reglement_rejet` BEFORE UPDATE OF `LigneRejetId` ON `Reglement`
	WHEN NEW."LigneRejetId" IS NOT OLD."LigneRejetId" AND (OLD."LigneRejetId" IS NOT NULL OR NEW.etat <> 'rejete') BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;
