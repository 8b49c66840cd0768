ALTER TABLE `Quitance` ADD `RevisionId` integer;--> statement-breakpoint
ALTER TABLE `Revision` ADD `posteeLe` text;--> statement-breakpoint
DROP TRIGGER `Revision_immuable`;--> statement-breakpoint
CREATE TRIGGER `Revision_immuable` BEFORE UPDATE ON `Revision` WHEN OLD.`annuleeLe` IS NOT NULL AND NEW.`annuleeLe` IS NULL
  OR OLD.`posteeLe` IS NOT NULL AND NEW.`posteeLe` IS NOT OLD.`posteeLe`
  OR (NEW.`DossierId`, NEW.`anniversaire`, NEW.`effetLe`, NEW.`serie`, NEW.`annee`, NEW.`trimestre`, NEW.`anneeAncienne`,
    NEW.`indiceAncien`, NEW.`indiceNouveau`, NEW.`loyerAvant`, NEW.`loyerApres`, NEW.`chargeAvant`, NEW.`chargeApres`)
    IS NOT (OLD.`DossierId`, OLD.`anniversaire`, OLD.`effetLe`, OLD.`serie`, OLD.`annee`, OLD.`trimestre`, OLD.`anneeAncienne`,
    OLD.`indiceAncien`, OLD.`indiceNouveau`, OLD.`loyerAvant`, OLD.`loyerApres`, OLD.`chargeAvant`, OLD.`chargeApres`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;