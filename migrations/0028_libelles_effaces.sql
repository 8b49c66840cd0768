-- What the bank said stays as it said it, but for who was erased.
DROP TRIGGER `LigneReleve_immuable`;--> statement-breakpoint
CREATE TRIGGER `LigneReleve_immuable` BEFORE UPDATE OF `id`, `ReleveId`, `CompteBancaireId`, `date`, `valeur`, `montant`, `cle`, `createdAt` ON `LigneReleve` BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
CREATE TRIGGER `LigneReleve_dite` BEFORE UPDATE OF `libelle`, `reference` ON `LigneReleve`
WHEN (NEW.`libelle` IS NOT OLD.`libelle` AND NEW.`libelle` NOT LIKE '%personne effacée%')
	OR (NEW.`reference` IS NOT OLD.`reference` AND NEW.`reference` IS NOT NULL AND NEW.`reference` NOT LIKE '%personne effacée%') BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;