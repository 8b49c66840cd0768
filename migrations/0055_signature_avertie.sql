ALTER TABLE `Signataire` ADD `avertiLe` text;--> statement-breakpoint
CREATE INDEX `DemandeSignature_fiche` ON `DemandeSignature` (`entite`,`entiteId`);