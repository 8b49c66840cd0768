CREATE TABLE `DemandeSignature` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cle` text,
	`type` text NOT NULL,
	`titre` text NOT NULL,
	`sources` text NOT NULL,
	`entite` text NOT NULL,
	`entiteId` integer NOT NULL,
	`champ` text NOT NULL,
	`DossierId` integer,
	`MissionId` integer,
	`StoredFileId` integer,
	`BlocsId` integer,
	`AnnexeId` integer,
	`annexeEmpreinte` text,
	`empreinte` text NOT NULL,
	`octets` integer NOT NULL,
	`pages` integer NOT NULL,
	`pagesJointes` integer NOT NULL,
	`versionSource` text NOT NULL,
	`lieu` text NOT NULL,
	`consommateur` integer NOT NULL,
	`expireLe` text NOT NULL,
	`annuleeLe` text,
	`remplaceeLe` text,
	`motif` text,
	`DocumentScelleId` integer,
	`ScelleId` integer,
	`retractationJusqua` text,
	`retracteeLe` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`BlocsId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`AnnexeId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`DocumentScelleId`) REFERENCES `DocumentScelle`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ScelleId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `DemandeSignature_cle_unique` ON `DemandeSignature` (`cle`);--> statement-breakpoint
CREATE UNIQUE INDEX `DemandeSignature_ouverte` ON `DemandeSignature` (`entite`,`entiteId`,`champ`) WHERE "annuleeLe" IS NULL AND "remplaceeLe" IS NULL AND "DocumentScelleId" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `DemandeSignature_DocumentScelle` ON `DemandeSignature` (`DocumentScelleId`);--> statement-breakpoint
CREATE INDEX `DemandeSignature_Dossier` ON `DemandeSignature` (`DossierId`);--> statement-breakpoint
CREATE INDEX `DemandeSignature_Mission` ON `DemandeSignature` (`MissionId`);--> statement-breakpoint
CREATE INDEX `DemandeSignature_StoredFile` ON `DemandeSignature` (`StoredFileId`);--> statement-breakpoint
CREATE INDEX `DemandeSignature_Blocs` ON `DemandeSignature` (`BlocsId`);--> statement-breakpoint
CREATE INDEX `DemandeSignature_Annexe` ON `DemandeSignature` (`AnnexeId`);--> statement-breakpoint
CREATE INDEX `DemandeSignature_Scelle` ON `DemandeSignature` (`ScelleId`);--> statement-breakpoint
CREATE TABLE `Signataire` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DemandeSignatureId` integer NOT NULL,
	`rang` integer NOT NULL,
	`role` text NOT NULL,
	`personne` text,
	`personneId` integer,
	`nom` text NOT NULL,
	`qualite` text,
	`mail` text,
	`empreinte` text,
	`envoyeLe` text,
	`retireLe` text,
	`codeEmpreinte` text,
	`codeExpireLe` text,
	`essais` integer DEFAULT 0 NOT NULL,
	`codes` integer DEFAULT 0 NOT NULL,
	`codesDepuis` text,
	`manques` integer DEFAULT 0 NOT NULL,
	`rappeleLe` text,
	`vuLe` text,
	`luLe` text,
	`secondesDeLecture` integer,
	`signeLe` text,
	`signeLeAppareil` text,
	`refuseLe` text,
	`motif` text,
	`consentement` text,
	`cases` text,
	`mention` text,
	`signesMention` integer,
	`secondesMention` integer,
	`gardeDiscussion` integer,
	`ip` text,
	`agent` text,
	`trace` text,
	`identite` text,
	`IdentiteFichierId` integer,
	`identiteEmpreinte` text,
	`identitePar` text,
	`copieLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DemandeSignatureId`) REFERENCES `DemandeSignature`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `Signataire_empreinte_unique` ON `Signataire` (`empreinte`);--> statement-breakpoint
CREATE INDEX `Signataire_DemandeSignature` ON `Signataire` (`DemandeSignatureId`);--> statement-breakpoint
CREATE INDEX `Signataire_personne` ON `Signataire` (`personne`,`personneId`);--> statement-breakpoint
CREATE TABLE `VisiteSignature` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`SignataireId` integer NOT NULL,
	`empreinte` text NOT NULL,
	`expireLe` text NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`SignataireId`) REFERENCES `Signataire`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `VisiteSignature_empreinte_unique` ON `VisiteSignature` (`empreinte`);--> statement-breakpoint
CREATE INDEX `VisiteSignature_de` ON `VisiteSignature` (`SignataireId`);--> statement-breakpoint
ALTER TABLE `User` ADD `habiliteSigner` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TRIGGER `DemandeSignature_version` AFTER UPDATE OF `updatedAt` ON `DemandeSignature` WHEN NEW.`version` = OLD.`version` BEGIN
  UPDATE `DemandeSignature` SET `version` = OLD.`version` + 1, `updatedAt` = iif(NEW.`updatedAt` > OLD.`updatedAt`,
    NEW.`updatedAt`, strftime('%Y-%m-%dT%H:%M:%fZ', OLD.`updatedAt`, '+0.001 seconds')) WHERE `id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `DemandeSignature_durable` BEFORE DELETE ON `DemandeSignature` WHEN OLD."DocumentScelleId" IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
--> statement-breakpoint
CREATE TRIGGER `DemandeSignature_efface` BEFORE INSERT ON `DemandeSignature` WHEN EXISTS (SELECT 1 FROM `Concerne` c JOIN `Effacement` e USING (personne, "personneId") WHERE c.entite = NEW.entite AND c."entiteId" = NEW."entiteId" AND c.premier) BEGIN
  SELECT RAISE(ABORT, 'personne effacee');
END;
--> statement-breakpoint
CREATE TRIGGER `DemandeSignature_immuable` BEFORE UPDATE ON `DemandeSignature`
  WHEN (NEW.`id`, NEW.`cle`, NEW.`type`, NEW.`titre`, NEW.`sources`, NEW.`entite`, NEW."entiteId", NEW.`champ`, NEW."DossierId", NEW."MissionId", NEW."annexeEmpreinte", NEW.`empreinte`, NEW.`octets`, NEW.`pages`, NEW."pagesJointes", NEW."versionSource", NEW.`lieu`, NEW.`consommateur`, NEW."expireLe", NEW.`user`, NEW."createdAt")
  IS NOT (OLD.`id`, OLD.`cle`, OLD.`type`, OLD.`titre`, OLD.`sources`, OLD.`entite`, OLD."entiteId", OLD.`champ`, OLD."DossierId", OLD."MissionId", OLD."annexeEmpreinte", OLD.`empreinte`, OLD.`octets`, OLD.`pages`, OLD."pagesJointes", OLD."versionSource", OLD.`lieu`, OLD.`consommateur`, OLD."expireLe", OLD.`user`, OLD."createdAt")
  OR coalesce(NEW."StoredFileId" <> OLD."StoredFileId", NEW."StoredFileId" IS NOT NULL)
  OR coalesce(NEW."BlocsId" <> OLD."BlocsId", NEW."BlocsId" IS NOT NULL)
  OR coalesce(NEW."AnnexeId" <> OLD."AnnexeId", NEW."AnnexeId" IS NOT NULL)
  OR (OLD."annuleeLe" IS NOT NULL AND NEW."annuleeLe" IS NOT OLD."annuleeLe")
  OR (OLD."remplaceeLe" IS NOT NULL AND NEW."remplaceeLe" IS NOT OLD."remplaceeLe")
  OR (OLD."retracteeLe" IS NOT NULL AND NEW."retracteeLe" IS NOT OLD."retracteeLe")
  OR (NEW."retracteeLe" IS NOT NULL AND (OLD."retractationJusqua" IS NULL OR OLD."DocumentScelleId" IS NULL)) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
--> statement-breakpoint
CREATE TRIGGER `DemandeSignature_scellee` BEFORE UPDATE ON `DemandeSignature` WHEN OLD."DocumentScelleId" IS NOT NULL
  AND ((NEW."DocumentScelleId", NEW."annuleeLe", NEW."remplaceeLe", NEW."retractationJusqua") IS NOT (OLD."DocumentScelleId", OLD."annuleeLe", OLD."remplaceeLe", OLD."retractationJusqua")
  OR coalesce(NEW."ScelleId" <> OLD."ScelleId", NEW."ScelleId" IS NOT NULL)
  OR coalesce(NEW.`motif` <> OLD.`motif`, NEW.`motif` IS NOT NULL)) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
--> statement-breakpoint
CREATE TRIGGER `DemandeSignature_signee` BEFORE UPDATE OF `DocumentScelleId` ON `DemandeSignature` WHEN NEW."DocumentScelleId" IS NOT NULL AND OLD."DocumentScelleId" IS NULL
  AND (NEW."annuleeLe" IS NOT NULL OR NEW."remplaceeLe" IS NOT NULL
  OR EXISTS (SELECT 1 FROM `Signataire` WHERE "DemandeSignatureId" = OLD.id AND ("signeLe" IS NULL OR "refuseLe" IS NOT NULL))
  OR NOT EXISTS (SELECT 1 FROM `Signataire` WHERE "DemandeSignatureId" = OLD.id)) BEGIN
  SELECT RAISE(ABORT, 'il manque une signature');
END;
--> statement-breakpoint
CREATE TRIGGER `Signataire_ajoute` BEFORE INSERT ON `Signataire` WHEN EXISTS (SELECT 1 FROM `Signataire` WHERE "DemandeSignatureId" = NEW."DemandeSignatureId" AND coalesce("signeLe", "refuseLe") IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
--> statement-breakpoint
CREATE TRIGGER `Signataire_durable` BEFORE DELETE ON `Signataire` WHEN OLD."signeLe" IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
--> statement-breakpoint
CREATE TRIGGER `Signataire_immuable` BEFORE UPDATE ON `Signataire`
  WHEN (NEW.`id`, NEW."DemandeSignatureId", NEW.`rang`, NEW.`role`, NEW.`personne`, NEW."personneId", NEW."createdAt") IS NOT (OLD.`id`, OLD."DemandeSignatureId", OLD.`rang`, OLD.`role`, OLD.`personne`, OLD."personneId", OLD."createdAt")
  OR (NEW."signeLe" IS NOT NULL AND NEW."refuseLe" IS NOT NULL)
  OR (OLD."refuseLe" IS NOT NULL AND NEW."refuseLe" IS NOT OLD."refuseLe")
  OR (OLD."signeLe" IS NOT NULL AND (
    (NEW."signeLe", NEW."signeLeAppareil", NEW."refuseLe", NEW."luLe", NEW."secondesDeLecture", NEW."signesMention", NEW."secondesMention", NEW."gardeDiscussion") IS NOT (OLD."signeLe", OLD."signeLeAppareil", OLD."refuseLe", OLD."luLe", OLD."secondesDeLecture", OLD."signesMention", OLD."secondesMention", OLD."gardeDiscussion")
    OR (NEW.`nom` <> OLD.`nom` AND NEW.`nom` <> 'Effacé')
    OR coalesce(NEW.`qualite` <> OLD.`qualite`, NEW.`qualite` IS NOT NULL)
    OR coalesce(NEW.`mail` <> OLD.`mail`, NEW.`mail` IS NOT NULL)
    OR coalesce(NEW.`motif` <> OLD.`motif`, NEW.`motif` IS NOT NULL)
    OR coalesce(NEW.`consentement` <> OLD.`consentement`, NEW.`consentement` IS NOT NULL)
    OR coalesce(NEW.`cases` <> OLD.`cases`, NEW.`cases` IS NOT NULL)
    OR coalesce(NEW.`mention` <> OLD.`mention`, NEW.`mention` IS NOT NULL)
    OR coalesce(NEW.`ip` <> OLD.`ip`, NEW.`ip` IS NOT NULL)
    OR coalesce(NEW.`agent` <> OLD.`agent`, NEW.`agent` IS NOT NULL)
    OR coalesce(NEW.`trace` <> OLD.`trace`, NEW.`trace` IS NOT NULL)
    OR coalesce(NEW.`identite` <> OLD.`identite`, NEW.`identite` IS NOT NULL)
    OR coalesce(NEW."IdentiteFichierId" <> OLD."IdentiteFichierId", NEW."IdentiteFichierId" IS NOT NULL)
    OR coalesce(NEW."identiteEmpreinte" <> OLD."identiteEmpreinte", NEW."identiteEmpreinte" IS NOT NULL)
    OR coalesce(NEW."identitePar" <> OLD."identitePar", NEW."identitePar" IS NOT NULL))) BEGIN
  SELECT RAISE(ABORT, 'signature immuable');
END;
