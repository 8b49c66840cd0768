-- Whatever changes of a payment, its line of the bank too, it is no longer the one that was read.
DROP TRIGGER `Reglement_version`;--> statement-breakpoint
CREATE TRIGGER `Reglement_version` AFTER UPDATE ON `Reglement` WHEN NEW.`version` = OLD.`version` BEGIN
	UPDATE `Reglement` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
		NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;