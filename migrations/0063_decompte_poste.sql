ALTER TABLE `Decompte` ADD `posteLe` text;--> statement-breakpoint
DROP TRIGGER `Decompte_immuable`;--> statement-breakpoint
CREATE TRIGGER `Decompte_immuable` BEFORE UPDATE ON `Decompte` WHEN OLD.`annuleLe` IS NOT NULL AND NEW.`annuleLe` IS NOT OLD.`annuleLe`
  OR OLD.`mois` IS NOT NULL AND NEW.`mois` IS NOT OLD.`mois`
  OR OLD.`posteLe` IS NOT NULL AND NEW.`posteLe` IS NOT OLD.`posteLe`
  OR (NEW.`DossierId`, NEW.`du`, NEW.`au`, NEW.`contenu`, NEW.`montant`, NEW.`envoyeLe`, NEW.`canal`, NEW.`exigibleLe`, NEW.`remplaceId`, NEW.`createdAt`)
    IS NOT (OLD.`DossierId`, OLD.`du`, OLD.`au`, OLD.`contenu`, OLD.`montant`, OLD.`envoyeLe`, OLD.`canal`, OLD.`exigibleLe`, OLD.`remplaceId`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'decompte immuable');
END;
