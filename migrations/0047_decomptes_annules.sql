DROP INDEX `Decompte_remplaceId_unique`;--> statement-breakpoint
DROP INDEX `Decompte_premier`;--> statement-breakpoint
ALTER TABLE `Decompte` ADD `annuleLe` text;--> statement-breakpoint
ALTER TABLE `Decompte` ADD `annulePar` text;--> statement-breakpoint
ALTER TABLE `Decompte` ADD `motifAnnulation` text;--> statement-breakpoint
CREATE UNIQUE INDEX `Decompte_suite` ON `Decompte` (`remplaceId`) WHERE "annuleLe" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `Decompte_premier` ON `Decompte` (`DossierId`,`du`,`au`) WHERE "remplaceId" IS NULL AND "annuleLe" IS NULL;--> statement-breakpoint
-- A statement of charges is cancelled, or stays.
DROP TRIGGER `Decompte_immuable`;--> statement-breakpoint
CREATE TRIGGER `Decompte_immuable` BEFORE UPDATE ON `Decompte` WHEN OLD.`annuleLe` IS NOT NULL AND NEW.`annuleLe` IS NOT OLD.`annuleLe`
  OR OLD.`mois` IS NOT NULL AND NEW.`mois` IS NOT OLD.`mois`
  OR (NEW.`DossierId`, NEW.`du`, NEW.`au`, NEW.`contenu`, NEW.`montant`, NEW.`envoyeLe`, NEW.`canal`, NEW.`exigibleLe`, NEW.`remplaceId`, NEW.`createdAt`)
    IS NOT (OLD.`DossierId`, OLD.`du`, OLD.`au`, OLD.`contenu`, OLD.`montant`, OLD.`envoyeLe`, OLD.`canal`, OLD.`exigibleLe`, OLD.`remplaceId`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'decompte immuable');
END;
