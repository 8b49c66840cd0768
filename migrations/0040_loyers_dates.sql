CREATE TABLE `IndiceValeur` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`serie` text NOT NULL,
	`annee` integer NOT NULL,
	`trimestre` integer NOT NULL,
	`valeur` integer NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `IndiceValeur_trimestre` ON `IndiceValeur` (`serie`,`annee`,`trimestre`);--> statement-breakpoint
CREATE TABLE `LoyerHistorique` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`depuis` text NOT NULL,
	`loyerHC` integer NOT NULL,
	`loyerCharge` integer NOT NULL,
	`motif` text NOT NULL,
	`rang` integer,
	`commentaire` text,
	`finTravaux` text,
	`facture` text,
	`RevisionId` integer,
	`user` text,
	`annuleLe` text,
	`annulePar` text,
	`motifAnnulation` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`RevisionId`) REFERENCES `Revision`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `LoyerHistorique_vivant` ON `LoyerHistorique` (`DossierId`,`depuis`) WHERE "annuleLe" IS NULL;--> statement-breakpoint
CREATE INDEX `LoyerHistorique_Dossier` ON `LoyerHistorique` (`DossierId`);--> statement-breakpoint
CREATE INDEX `LoyerHistorique_Revision` ON `LoyerHistorique` (`RevisionId`);--> statement-breakpoint
CREATE TABLE `Revision` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer NOT NULL,
	`anniversaire` text NOT NULL,
	`demandeLe` text,
	`canal` text,
	`effetLe` text,
	`serie` text,
	`annee` integer,
	`trimestre` integer,
	`anneeAncienne` integer,
	`indiceAncien` integer,
	`indiceNouveau` integer,
	`loyerAvant` integer,
	`loyerApres` integer,
	`chargeAvant` integer,
	`chargeApres` integer,
	`dpeClasse` text,
	`StoredFileId` integer,
	`CourrielId` integer,
	`motif` text,
	`user` text,
	`annuleeLe` text,
	`annuleePar` text,
	`motifAnnulation` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`CourrielId`) REFERENCES `Courriel`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Revision_vivante` ON `Revision` (`DossierId`,`anniversaire`) WHERE "annuleeLe" IS NULL;--> statement-breakpoint
CREATE INDEX `Revision_Dossier` ON `Revision` (`DossierId`);--> statement-breakpoint
CREATE INDEX `Revision_StoredFile` ON `Revision` (`StoredFileId`);--> statement-breakpoint
CREATE INDEX `Revision_Courriel` ON `Revision` (`CourrielId`);--> statement-breakpoint
ALTER TABLE `Quitance` ADD `detail` text;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `derniereRevision` text;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `dernierIndice` real;--> statement-breakpoint
ALTER TABLE `Dossier` ADD `dernierTrimestre` text;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `dpeDate` text;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `dpeAttestationLe` text;--> statement-breakpoint
-- The rents that dossiers have today begin their history.
INSERT INTO `LoyerHistorique` (`DossierId`, `depuis`, `loyerHC`, `loyerCharge`, `motif`)
  SELECT `id`, `dateDebutBail`, `loyerHC`, `loyerCharge`, 'reprise' FROM `Dossier`;--> statement-breakpoint
-- The IRL as the INSEE published it; Corsica and overseas have their own since the third quarter of 2022.
INSERT INTO `IndiceValeur` (`serie`, `annee`, `trimestre`, `valeur`) VALUES
  ('IRL', 2019, 1, 12938), ('IRL', 2019, 2, 12972), ('IRL', 2019, 3, 12999), ('IRL', 2019, 4, 13026),
  ('IRL', 2020, 1, 13057), ('IRL', 2020, 2, 13057), ('IRL', 2020, 3, 13059), ('IRL', 2020, 4, 13052),
  ('IRL', 2021, 1, 13069), ('IRL', 2021, 2, 13112), ('IRL', 2021, 3, 13167), ('IRL', 2021, 4, 13262),
  ('IRL', 2022, 1, 13393), ('IRL', 2022, 2, 13584), ('IRL', 2022, 3, 13627), ('IRL', 2022, 4, 13726),
  ('IRL', 2023, 1, 13861), ('IRL', 2023, 2, 14059), ('IRL', 2023, 3, 14103), ('IRL', 2023, 4, 14206),
  ('IRL', 2024, 1, 14346), ('IRL', 2024, 2, 14517), ('IRL', 2024, 3, 14451), ('IRL', 2024, 4, 14464),
  ('IRL', 2025, 1, 14547), ('IRL', 2025, 2, 14668), ('IRL', 2025, 3, 14577), ('IRL', 2025, 4, 14578),
  ('IRL', 2026, 1, 14660), ('IRL', 2026, 2, 14837), ('IRL_CORSE', 2019, 1, 12938), ('IRL_CORSE', 2019, 2, 12972),
  ('IRL_CORSE', 2019, 3, 12999), ('IRL_CORSE', 2019, 4, 13026), ('IRL_CORSE', 2020, 1, 13057), ('IRL_CORSE', 2020, 2, 13057),
  ('IRL_CORSE', 2020, 3, 13059), ('IRL_CORSE', 2020, 4, 13052), ('IRL_CORSE', 2021, 1, 13069), ('IRL_CORSE', 2021, 2, 13112),
  ('IRL_CORSE', 2021, 3, 13167), ('IRL_CORSE', 2021, 4, 13262), ('IRL_CORSE', 2022, 1, 13393), ('IRL_CORSE', 2022, 2, 13584),
  ('IRL_CORSE', 2022, 3, 13430), ('IRL_CORSE', 2022, 4, 13527), ('IRL_CORSE', 2023, 1, 13660), ('IRL_CORSE', 2023, 2, 13855),
  ('IRL_CORSE', 2023, 3, 13698), ('IRL_CORSE', 2023, 4, 13797), ('IRL_CORSE', 2024, 1, 13933), ('IRL_CORSE', 2024, 2, 14307),
  ('IRL_CORSE', 2024, 3, 14036), ('IRL_CORSE', 2024, 4, 14048), ('IRL_CORSE', 2025, 3, 14158), ('IRL_OM', 2019, 1, 12938),
  ('IRL_OM', 2019, 2, 12972), ('IRL_OM', 2019, 3, 12999), ('IRL_OM', 2019, 4, 13026), ('IRL_OM', 2020, 1, 13057),
  ('IRL_OM', 2020, 2, 13057), ('IRL_OM', 2020, 3, 13059), ('IRL_OM', 2020, 4, 13052), ('IRL_OM', 2021, 1, 13069),
  ('IRL_OM', 2021, 2, 13112), ('IRL_OM', 2021, 3, 13167), ('IRL_OM', 2021, 4, 13262), ('IRL_OM', 2022, 1, 13393),
  ('IRL_OM', 2022, 2, 13584), ('IRL_OM', 2022, 3, 13496), ('IRL_OM', 2022, 4, 13593), ('IRL_OM', 2023, 1, 13727),
  ('IRL_OM', 2023, 2, 13923), ('IRL_OM', 2023, 3, 13833), ('IRL_OM', 2023, 4, 13932), ('IRL_OM', 2024, 1, 14070),
  ('IRL_OM', 2024, 2, 14377), ('IRL_OM', 2024, 3, 14174), ('IRL_OM', 2025, 3, 14297);--> statement-breakpoint
CREATE TRIGGER `Revision_version` AFTER UPDATE OF `updatedAt` ON `Revision` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `Revision` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `Dossier_premier_loyer` AFTER INSERT ON `Dossier` BEGIN
  INSERT INTO `LoyerHistorique` (`DossierId`, `depuis`, `loyerHC`, `loyerCharge`, `motif`)
    VALUES (NEW.`id`, NEW.`dateDebutBail`, NEW.`loyerHC`, NEW.`loyerCharge`, 'bail');
END;--> statement-breakpoint
CREATE TRIGGER `LoyerHistorique_immuable` BEFORE UPDATE ON `LoyerHistorique` WHEN OLD.`annuleLe` IS NOT NULL AND NEW.`annuleLe` IS NOT OLD.`annuleLe`
  OR NEW.`commentaire` IS NOT OLD.`commentaire` AND NEW.`commentaire` IS NOT NULL
  OR NEW.`facture` IS NOT OLD.`facture` AND NEW.`facture` IS NOT NULL
  OR (NEW.`DossierId`, NEW.`depuis`, NEW.`loyerHC`, NEW.`loyerCharge`, NEW.`motif`, NEW.`rang`, NEW.`finTravaux`, NEW.`RevisionId`, NEW.`createdAt`)
    IS NOT (OLD.`DossierId`, OLD.`depuis`, OLD.`loyerHC`, OLD.`loyerCharge`, OLD.`motif`, OLD.`rang`, OLD.`finTravaux`, OLD.`RevisionId`, OLD.`createdAt`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;--> statement-breakpoint
CREATE TRIGGER `LoyerHistorique_durable` BEFORE DELETE ON `LoyerHistorique`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Revision_immuable` BEFORE UPDATE ON `Revision` WHEN OLD.`annuleeLe` IS NOT NULL AND NEW.`annuleeLe` IS NULL
  OR (NEW.`DossierId`, NEW.`anniversaire`, NEW.`effetLe`, NEW.`serie`, NEW.`annee`, NEW.`trimestre`, NEW.`anneeAncienne`,
    NEW.`indiceAncien`, NEW.`indiceNouveau`, NEW.`loyerAvant`, NEW.`loyerApres`, NEW.`chargeAvant`, NEW.`chargeApres`)
    IS NOT (OLD.`DossierId`, OLD.`anniversaire`, OLD.`effetLe`, OLD.`serie`, OLD.`annee`, OLD.`trimestre`, OLD.`anneeAncienne`,
    OLD.`indiceAncien`, OLD.`indiceNouveau`, OLD.`loyerAvant`, OLD.`loyerApres`, OLD.`chargeAvant`, OLD.`chargeApres`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;--> statement-breakpoint
CREATE TRIGGER `Revision_durable` BEFORE DELETE ON `Revision`
WHEN EXISTS (SELECT 1 FROM `Dossier` WHERE `id` = OLD.`DossierId`) BEGIN
  SELECT RAISE(ABORT, 'loyers immuables');
END;--> statement-breakpoint
CREATE TRIGGER `IndiceValeur_employe` BEFORE UPDATE ON `IndiceValeur` WHEN EXISTS (SELECT 1 FROM `Revision`
  WHERE `annuleeLe` IS NULL AND `effetLe` IS NOT NULL AND `serie` = OLD.`serie` AND `trimestre` = OLD.`trimestre`
    AND OLD.`annee` IN (`annee`, `anneeAncienne`)) BEGIN
  SELECT RAISE(ABORT, 'indice employé');
END;
