ALTER TABLE `Courriel` ADD `CompteRenduId` integer;--> statement-breakpoint
ALTER TABLE `Courriel` ADD `ClientId` integer REFERENCES `Client`(`id`) ON DELETE SET NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `Courriel_CompteRendu` ON `Courriel` (`CompteRenduId`,`ClientId`);--> statement-breakpoint
CREATE INDEX `Courriel_Client` ON `Courriel` (`ClientId`);--> statement-breakpoint
ALTER TABLE `Document` ADD `PieceId` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `Document_piece` ON `Document` (`type`,`PieceId`);