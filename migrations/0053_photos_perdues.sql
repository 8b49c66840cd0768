DROP INDEX `PhotoConstat_attendue`;--> statement-breakpoint
ALTER TABLE `PhotoConstat` ADD `perdueLe` text;--> statement-breakpoint
CREATE INDEX `PhotoConstat_attendue` ON `PhotoConstat` (`EtatLieuxId`) WHERE "recueLe" IS NULL AND "retireeLe" IS NULL AND "perdueLe" IS NULL;--> statement-breakpoint
DROP TRIGGER `PhotoConstat_immuable`;--> statement-breakpoint
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
  OR (OLD."retireeLe" IS NOT NULL AND NEW."retireeLe" IS NOT OLD."retireeLe")
  OR (OLD."perdueLe" IS NOT NULL AND NEW."perdueLe" IS NOT OLD."perdueLe") BEGIN
  SELECT RAISE(ABORT, 'a photo of an inventory never changes');
END;
