-- Nobody is said to be married to who was erased.
CREATE TRIGGER `Client_marie` BEFORE INSERT ON `Client` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW.mariage) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;--> statement-breakpoint
CREATE TRIGGER `Client_remarie` BEFORE UPDATE OF `mariage` ON `Client` WHEN EXISTS (SELECT 1 FROM `Effacement` WHERE personne = 'Client' AND "personneId" = NEW.mariage) BEGIN
	SELECT RAISE(ABORT, 'personne effacee');
END;
