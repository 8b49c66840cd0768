DROP INDEX `AccordRevision_attente`;--> statement-breakpoint
CREATE UNIQUE INDEX `AccordRevision_attente` ON `AccordRevision` (`DossierId`,`anniversaire`,`ClientId`) WHERE "accorde" IS NULL;--> statement-breakpoint
DROP INDEX `IndiceValeur_trimestre`;--> statement-breakpoint
ALTER TABLE `IndiceValeur` ADD `motif` text;--> statement-breakpoint
ALTER TABLE `IndiceValeur` ADD `remplaceLe` text;--> statement-breakpoint
CREATE UNIQUE INDEX `IndiceValeur_trimestre` ON `IndiceValeur` (`serie`,`annee`,`trimestre`) WHERE "remplaceLe" IS NULL;--> statement-breakpoint
ALTER TABLE `ConditionsMandat` ADD `accordDe` text DEFAULT 'contact' NOT NULL;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `dpeNumero` text;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `serieIrl` text;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `serieIrl` text;--> statement-breakpoint
-- A lease keeps the series that it was revised by until now: that of its place.
UPDATE `Dossier` SET `serieIrl` = (SELECT CASE WHEN upper(substr(`codePostal`, 1, 2)) IN ('20', '2A', '2B') THEN 'IRL_CORSE'
  WHEN substr(`codePostal`, 1, 2) = '97' THEN 'IRL_OM' ELSE 'IRL' END FROM `Appartement` WHERE `id` = `Dossier`.`AppartementId`);--> statement-breakpoint
DROP TRIGGER `IndiceValeur_employe`;--> statement-breakpoint
CREATE TRIGGER `Dossier_serie` AFTER INSERT ON `Dossier` WHEN NEW.`serieIrl` IS NULL BEGIN
  UPDATE `Dossier` SET `serieIrl` = (SELECT coalesce(`serieIrl`, CASE WHEN upper(substr(`codePostal`, 1, 2)) IN ('20', '2A', '2B')
    THEN 'IRL_CORSE' WHEN substr(`codePostal`, 1, 2) = '97' THEN 'IRL_OM' ELSE 'IRL' END)
    FROM `Appartement` WHERE `id` = NEW.`AppartementId`) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_autre_serie` AFTER UPDATE OF `AppartementId`, `serieIrl` ON `Dossier`
WHEN NEW.`serieIrl` IS NULL OR NEW.`AppartementId` <> OLD.`AppartementId` AND NEW.`serieIrl` IS OLD.`serieIrl`
  AND NOT EXISTS (SELECT 1 FROM `Revision` WHERE `DossierId` = NEW.`id` AND `annuleeLe` IS NULL AND `serie` IS NOT NULL) BEGIN
  UPDATE `Dossier` SET `serieIrl` = (SELECT coalesce(`serieIrl`, CASE WHEN upper(substr(`codePostal`, 1, 2)) IN ('20', '2A', '2B')
    THEN 'IRL_CORSE' WHEN substr(`codePostal`, 1, 2) = '97' THEN 'IRL_OM' ELSE 'IRL' END)
    FROM `Appartement` WHERE `id` = NEW.`AppartementId`) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `IndiceValeur_employe` BEFORE INSERT ON `IndiceValeur` WHEN NEW.`motif` IS NULL AND EXISTS (
  SELECT 1 FROM `IndiceValeur` i JOIN `Revision` r ON r.`annuleeLe` IS NULL AND r.`serie` = i.`serie` AND r.`trimestre` = i.`trimestre`
    AND ((r.`annee`, r.`indiceNouveau`) = (i.`annee`, i.`valeur`) OR (r.`anneeAncienne`, r.`indiceAncien`) = (i.`annee`, i.`valeur`))
  WHERE i.`id` = (SELECT max(`id`) FROM `IndiceValeur` WHERE (`serie`, `annee`, `trimestre`) = (NEW.`serie`, NEW.`annee`, NEW.`trimestre`))) BEGIN
  SELECT RAISE(ABORT, 'indice employé');
END;--> statement-breakpoint
CREATE TRIGGER `IndiceValeur_immuable` BEFORE UPDATE ON `IndiceValeur` WHEN OLD.`remplaceLe` IS NOT NULL
  OR (NEW.`serie`, NEW.`annee`, NEW.`trimestre`, NEW.`valeur`, NEW.`motif`, NEW.`createdAt`)
    IS NOT (OLD.`serie`, OLD.`annee`, OLD.`trimestre`, OLD.`valeur`, OLD.`motif`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'indices immuables');
END;--> statement-breakpoint
CREATE TRIGGER `IndiceValeur_durable` BEFORE DELETE ON `IndiceValeur` BEGIN
  SELECT RAISE(ABORT, 'indices immuables');
END;
