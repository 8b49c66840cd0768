-- A statement imported by mistake is taken out, once history tells of it, as long as nothing was made of its lines.
DROP TRIGGER `LigneReleve_durable`;--> statement-breakpoint
CREATE TRIGGER `LigneReleve_durable` BEFORE DELETE ON `LigneReleve`
WHEN OLD.`etat` = 'rapprochee' OR (OLD.`etat` = 'a_rapprocher' AND OLD.`motif` IS NOT NULL)
	OR NOT EXISTS (SELECT 1 FROM `History` WHERE `entite` = 'Releve' AND `entiteId` = OLD.`ReleveId` AND `etat` = 'Retrait') BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
DROP TRIGGER `Releve_durable`;--> statement-breakpoint
CREATE TRIGGER `Releve_durable` BEFORE DELETE ON `Releve`
WHEN NOT EXISTS (SELECT 1 FROM `History` WHERE `entite` = 'Releve' AND `entiteId` = OLD.`id` AND `etat` = 'Retrait') BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;--> statement-breakpoint
-- The name of its file stays, but for who was erased.
DROP TRIGGER `Releve_immuable`;--> statement-breakpoint
CREATE TRIGGER `Releve_immuable` BEFORE UPDATE ON `Releve`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`CompteBancaireId` IS NOT OLD.`CompteBancaireId` OR NEW.`format` IS NOT OLD.`format`
	OR NEW.`empreinte` IS NOT OLD.`empreinte` OR NEW.`du` IS NOT OLD.`du` OR NEW.`au` IS NOT OLD.`au`
	OR NEW.`ancienSolde` IS NOT OLD.`ancienSolde` OR NEW.`nouveauSolde` IS NOT OLD.`nouveauSolde`
	OR NEW.`connues` IS NOT OLD.`connues` OR NEW.`StoredFileId` IS NOT OLD.`StoredFileId` OR NEW.`user` IS NOT OLD.`user`
	OR NEW.`createdAt` IS NOT OLD.`createdAt`
	OR (NEW.`nom` IS NOT OLD.`nom` AND NEW.`nom` NOT LIKE '%personne effacée%') BEGIN
	SELECT RAISE(ABORT, 'comptes immuables');
END;
