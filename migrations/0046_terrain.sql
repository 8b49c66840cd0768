CREATE TABLE `PhotoConstat` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cle` text NOT NULL,
	`EtatLieuxId` integer NOT NULL,
	`visite` text NOT NULL,
	`rang` integer NOT NULL,
	`place` text NOT NULL,
	`empreinte` text NOT NULL,
	`empreinteVignette` text NOT NULL,
	`empreinteOriginale` text NOT NULL,
	`priseLeAppareil` text NOT NULL,
	`priseLe` text NOT NULL,
	`ancienne` integer NOT NULL,
	`maillon` text NOT NULL,
	`StoredFileId` integer,
	`VignetteId` integer,
	`recueLe` text,
	`retireeLe` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`EtatLieuxId`) REFERENCES `EtatLieux`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`VignetteId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `PhotoConstat_cle_unique` ON `PhotoConstat` (`cle`);--> statement-breakpoint
CREATE UNIQUE INDEX `PhotoConstat_chaine` ON `PhotoConstat` (`visite`,`rang`);--> statement-breakpoint
CREATE INDEX `PhotoConstat_EtatLieux` ON `PhotoConstat` (`EtatLieuxId`);--> statement-breakpoint
CREATE INDEX `PhotoConstat_StoredFile` ON `PhotoConstat` (`StoredFileId`);--> statement-breakpoint
CREATE INDEX `PhotoConstat_Vignette` ON `PhotoConstat` (`VignetteId`);--> statement-breakpoint
ALTER TABLE `EtatLieux` ADD `cle` text;--> statement-breakpoint
ALTER TABLE `EtatLieux` ADD `complements` text;--> statement-breakpoint
CREATE UNIQUE INDEX `EtatLieux_cle_unique` ON `EtatLieux` (`cle`);--> statement-breakpoint
CREATE TRIGGER `PhotoConstat_immuable` BEFORE UPDATE ON `PhotoConstat` WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`cle` IS NOT OLD.`cle`
  OR NEW."EtatLieuxId" IS NOT OLD."EtatLieuxId" OR NEW.`visite` IS NOT OLD.`visite` OR NEW.`rang` IS NOT OLD.`rang`
  OR NEW.`place` IS NOT OLD.`place` OR NEW.`empreinte` IS NOT OLD.`empreinte`
  OR NEW."empreinteVignette" IS NOT OLD."empreinteVignette" OR NEW."empreinteOriginale" IS NOT OLD."empreinteOriginale"
  OR NEW."priseLeAppareil" IS NOT OLD."priseLeAppareil" OR NEW."priseLe" IS NOT OLD."priseLe"
  OR NEW.`ancienne` IS NOT OLD.`ancienne` OR NEW.`maillon` IS NOT OLD.`maillon` OR NEW.`user` IS NOT OLD.`user`
  OR NEW."createdAt" IS NOT OLD."createdAt"
  OR (OLD."StoredFileId" IS NOT NULL AND NEW."StoredFileId" IS NOT OLD."StoredFileId")
  OR (OLD."VignetteId" IS NOT NULL AND NEW."VignetteId" IS NOT OLD."VignetteId")
  OR (OLD."recueLe" IS NOT NULL AND NEW."recueLe" IS NOT OLD."recueLe")
  OR (OLD."retireeLe" IS NOT NULL AND NEW."retireeLe" IS NOT OLD."retireeLe") BEGIN
  SELECT RAISE(ABORT, 'a photo of an inventory never changes');
END;--> statement-breakpoint
CREATE TRIGGER `PhotoConstat_durable` BEFORE DELETE ON `PhotoConstat`
  WHEN EXISTS (SELECT 1 FROM `StoredFile` WHERE id = OLD."StoredFileId") BEGIN
  SELECT RAISE(ABORT, 'a photo of an inventory goes with its file');
END;--> statement-breakpoint
CREATE TRIGGER `PhotoConstat_efface` BEFORE INSERT ON `PhotoConstat` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = 'EtatLieux' AND c."entiteId" = NEW."EtatLieuxId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
