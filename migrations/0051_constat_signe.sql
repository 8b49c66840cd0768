CREATE TABLE `ComplementConstat` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`EtatLieuxId` integer NOT NULL,
	`SignataireId` integer,
	`nom` text NOT NULL,
	`objet` text NOT NULL,
	`texte` text NOT NULL,
	`recuLe` text NOT NULL,
	`accepteLe` text,
	`refuseLe` text,
	`motif` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`EtatLieuxId`) REFERENCES `EtatLieux`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`SignataireId`) REFERENCES `Signataire`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ComplementConstat_EtatLieux` ON `ComplementConstat` (`EtatLieuxId`);--> statement-breakpoint
CREATE INDEX `ComplementConstat_Signataire` ON `ComplementConstat` (`SignataireId`);--> statement-breakpoint
ALTER TABLE `DemandeSignature` ADD `constat` text;--> statement-breakpoint
CREATE TRIGGER `DemandeSignature_constat` BEFORE UPDATE OF `constat` ON `DemandeSignature` WHEN coalesce(NEW.`constat` <> OLD.`constat`, NEW.`constat` IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
--> statement-breakpoint
CREATE TRIGGER `ComplementConstat_immuable` BEFORE UPDATE ON `ComplementConstat`
  WHEN (NEW.`id`, NEW."EtatLieuxId", NEW.`objet`, NEW."recuLe", NEW."createdAt") IS NOT (OLD.`id`, OLD."EtatLieuxId", OLD.`objet`, OLD."recuLe", OLD."createdAt")
  OR coalesce(NEW."SignataireId" <> OLD."SignataireId", NEW."SignataireId" IS NOT NULL)
  OR (NEW.`nom` <> OLD.`nom` AND NEW.`nom` <> 'Effacé') OR (NEW.`texte` <> OLD.`texte` AND NEW.`texte` <> 'Effacé')
  OR (NEW."accepteLe" IS NOT NULL AND NEW."refuseLe" IS NOT NULL)
  OR (coalesce(OLD."accepteLe", OLD."refuseLe") IS NOT NULL AND (
    (NEW."accepteLe", NEW."refuseLe", NEW.`user`) IS NOT (OLD."accepteLe", OLD."refuseLe", OLD.`user`)
    OR coalesce(NEW.`motif` <> OLD.`motif`, NEW.`motif` IS NOT NULL))) BEGIN
  SELECT RAISE(ABORT, 'complement immuable');
END;
--> statement-breakpoint
CREATE TRIGGER `ComplementConstat_durable` BEFORE DELETE ON `ComplementConstat` BEGIN
  SELECT RAISE(ABORT, 'complement immuable');
END;
--> statement-breakpoint
CREATE TRIGGER `ComplementConstat_efface` BEFORE INSERT ON `ComplementConstat` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'EtatLieux' AND c."entiteId" = NEW."EtatLieuxId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
