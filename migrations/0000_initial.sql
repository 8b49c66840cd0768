CREATE TABLE `Accompte` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`MissionId` integer,
	`AppartementId` integer,
	`dateDepart` text NOT NULL,
	`dateFin` text NOT NULL,
	`prix` integer NOT NULL,
	`tva` real NOT NULL,
	`mode` text NOT NULL,
	`datePaiement` text,
	`montant` integer,
	`date` text,
	`regle` integer NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `Accompte_Mission` ON `Accompte` (`MissionId`,`regle`);--> statement-breakpoint
CREATE INDEX `Accompte_Appartement` ON `Accompte` (`AppartementId`);--> statement-breakpoint
CREATE TABLE `AppartementEquipement` (
	`AppartementId` integer NOT NULL,
	`EquipementId` integer NOT NULL,
	PRIMARY KEY(`AppartementId`, `EquipementId`),
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`EquipementId`) REFERENCES `Equipement`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `AppartementEquipement_Equipement` ON `AppartementEquipement` (`EquipementId`);--> statement-breakpoint
CREATE TABLE `Appartement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`adresse` text NOT NULL,
	`codePostal` text NOT NULL,
	`ville` text NOT NULL,
	`situation` text,
	`typeImmeuble` text NOT NULL,
	`destination` text NOT NULL,
	`periodeConstruction` text NOT NULL,
	`numeroClef` text,
	`detailClef` text,
	`detailTelecomande` text,
	`digicode` text,
	`pdl` text,
	`etage` text,
	`nbPiece` integer,
	`surface` real,
	`cave` integer DEFAULT false NOT NULL,
	`caveNum` text,
	`chauffage` text NOT NULL,
	`eauChaude` text NOT NULL,
	`wip` integer DEFAULT false NOT NULL,
	`quitanceAuto` integer DEFAULT true NOT NULL,
	`loyerHC` integer NOT NULL,
	`charge` integer NOT NULL,
	`autresInfo` text,
	`elementEquipement` text,
	`elementEquipementImportant` text,
	`syndicNom` text,
	`syndicMail` text,
	`syndicTel` text,
	`gestionnaireSyndicNom` text,
	`gestionnaireSyndicTel` text,
	`gestionnaireSyndicMail` text,
	`conseillerSyndical` text,
	`autreSyndic` text,
	`gardienNom` text,
	`gardienTel` text,
	`defaultContact` integer,
	`identifiantFiscal` text,
	`dpeClasse` text,
	`dpeDepenseMin` integer,
	`dpeDepenseMax` integer,
	`dpeAnnee` integer,
	`regimeJuridique` text,
	`zone` text,
	`zoneTendue` integer,
	`internet` text,
	`repartition` text,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`defaultContact`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `Appartement_recherche` ON `Appartement` (`recherche`);--> statement-breakpoint
CREATE INDEX `Appartement_defaultContact` ON `Appartement` (`defaultContact`);--> statement-breakpoint
CREATE TABLE `Caution` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`DossierId` integer,
	`titre` text NOT NULL,
	`nom` text NOT NULL,
	`prenom` text NOT NULL,
	`naissance` text,
	`lieuNaissance` text,
	`adresse` text,
	`cp` text,
	`ville` text,
	`mail` text NOT NULL,
	`mobile` text NOT NULL,
	`dateCautionSolidaire` text,
	`retourCautionSolidaire` text,
	`signatureCautionSolidaire` text,
	`complement` text,
	`montantMax` integer,
	`dureeType` text,
	`dateFinCaution` text,
	`acteCautionnementSignedId` integer,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`DossierId`) REFERENCES `Dossier`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`acteCautionnementSignedId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `Caution_Dossier` ON `Caution` (`DossierId`);--> statement-breakpoint
CREATE INDEX `Caution_acte` ON `Caution` (`acteCautionnementSignedId`);--> statement-breakpoint
CREATE TABLE `Client` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`titre` text NOT NULL,
	`nom` text NOT NULL,
	`prenom` text NOT NULL,
	`nomJeuneFille` text,
	`nom2` text,
	`sexe` text NOT NULL,
	`qualite` text NOT NULL,
	`naissance` text,
	`lieuNaissance` text,
	`cpNaissance` text,
	`mariage` integer,
	`adresse` text,
	`codePostal` text,
	`ville` text,
	`adresseFiscale` text,
	`codePostalFiscale` text,
	`villeFiscale` text,
	`adresseDefaut` text NOT NULL,
	`mailPerso` text,
	`mailPro` text,
	`mailDefaut` text NOT NULL,
	`fixePerso` text,
	`fixePro` text,
	`mobilePerso` text,
	`mobilePro` text,
	`telDefaut` text NOT NULL,
	`numEdf` text,
	`numEnedis` text,
	`numSiret` text,
	`creationPOI` text,
	`dateDepotPOI` text,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`mariage`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `Client_recherche` ON `Client` (`recherche`);--> statement-breakpoint
CREATE INDEX `Client_mariage` ON `Client` (`mariage`);--> statement-breakpoint
CREATE TABLE `Courriel` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`QuitanceId` integer NOT NULL,
	`genre` text NOT NULL,
	`etat` text DEFAULT 'a_envoyer' NOT NULL,
	`destinataires` text NOT NULL,
	`bailJusqua` text,
	`tentatives` integer DEFAULT 0 NOT NULL,
	`erreur` text,
	`envoyeLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`QuitanceId`) REFERENCES `Quitance`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `Courriel_genre` ON `Courriel` (`QuitanceId`,`genre`);--> statement-breakpoint
CREATE INDEX `Courriel_etat` ON `Courriel` (`etat`,`updatedAt`);--> statement-breakpoint
CREATE TABLE `Document` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entite` text NOT NULL,
	`entiteId` integer NOT NULL,
	`type` text NOT NULL,
	`StoredFileId` integer NOT NULL,
	`warnings` text NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `Document_record` ON `Document` (`entite`,`entiteId`,`id`);--> statement-breakpoint
CREATE INDEX `Document_StoredFile` ON `Document` (`StoredFileId`);--> statement-breakpoint
CREATE TABLE `Dossier` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`AppartementId` integer NOT NULL,
	`LocataireId` integer NOT NULL,
	`dateEntree` text NOT NULL,
	`dateSortie` text,
	`dateCreationBail` text NOT NULL,
	`dateDebutBail` text NOT NULL,
	`dateFinBail` text,
	`dateDebutPreavis` text,
	`dateFinPreavis` text,
	`dateRetourCaution` text,
	`depotGarantie` integer NOT NULL,
	`edfEntree` text,
	`indice` real,
	`indiceTrim` text,
	`jourQuitance` integer NOT NULL,
	`lieuSignature` text,
	`loyerHC` integer NOT NULL,
	`loyerCharge` integer NOT NULL,
	`numFraisDossier` text NOT NULL,
	`fraisDossierTTC` integer,
	`fraisDossierTauxTVA` real NOT NULL,
	`dateFraisDossier` text,
	`encadrement` text,
	`clauses` text,
	`typeBail` text,
	`chargesMode` text,
	`dernierLoyer` text,
	`travaux` text,
	`honorairesBailleurTTC` integer,
	`fraisEdlTTC` integer,
	`nouvelleAdresse` text,
	`motifDureeReduite` text,
	`motifMobilite` text,
	`garantieLoyersImpayes` integer,
	`etatInId` integer,
	`etatOutId` integer,
	`contratLocationId` integer,
	`inventaireEntreeId` integer,
	`inventaireSortieId` integer,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`LocataireId`) REFERENCES `Locataire`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`etatInId`) REFERENCES `EtatLieux`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`etatOutId`) REFERENCES `EtatLieux`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`contratLocationId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`inventaireEntreeId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`inventaireSortieId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `Dossier_bail` ON `Dossier` (`id`,`AppartementId`,`LocataireId`);--> statement-breakpoint
CREATE INDEX `Dossier_Appartement` ON `Dossier` (`AppartementId`);--> statement-breakpoint
CREATE INDEX `Dossier_Locataire` ON `Dossier` (`LocataireId`);--> statement-breakpoint
CREATE INDEX `Dossier_dateDebutBail` ON `Dossier` (`dateDebutBail`);--> statement-breakpoint
CREATE INDEX `Dossier_etatIn` ON `Dossier` (`etatInId`);--> statement-breakpoint
CREATE INDEX `Dossier_etatOut` ON `Dossier` (`etatOutId`);--> statement-breakpoint
CREATE INDEX `Dossier_contratLocation` ON `Dossier` (`contratLocationId`);--> statement-breakpoint
CREATE INDEX `Dossier_inventaireEntree` ON `Dossier` (`inventaireEntreeId`);--> statement-breakpoint
CREATE INDEX `Dossier_inventaireSortie` ON `Dossier` (`inventaireSortieId`);--> statement-breakpoint
CREATE TABLE `Equipement` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nom` text NOT NULL,
	`collectif` integer DEFAULT false NOT NULL,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `Equipement_nom_unique` ON `Equipement` (`nom`);--> statement-breakpoint
CREATE TABLE `EtatLieux` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`AppartementId` integer,
	`lieu` text NOT NULL,
	`date` text NOT NULL,
	`clef` text NOT NULL,
	`eauFroide` text NOT NULL,
	`eauChaude` text NOT NULL,
	`chauffage` text NOT NULL,
	`antenne` text NOT NULL,
	`amenagement` text NOT NULL,
	`interphone` text,
	`doubleVitrage` integer DEFAULT false NOT NULL,
	`releveGaz` text,
	`pieces` text NOT NULL,
	`signedId` integer,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`signedId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `EtatLieux_Appartement` ON `EtatLieux` (`AppartementId`);--> statement-breakpoint
CREATE INDEX `EtatLieux_signed` ON `EtatLieux` (`signedId`);--> statement-breakpoint
CREATE TABLE `Execution` (
	`jour` text PRIMARY KEY NOT NULL,
	`messages` integer NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `Fichier` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nom` text NOT NULL,
	`ClientId` integer,
	`LocataireId` integer,
	`AppartementId` integer,
	`StoredFileId` integer NOT NULL,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`LocataireId`) REFERENCES `Locataire`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `Fichier_Client` ON `Fichier` (`ClientId`);--> statement-breakpoint
CREATE INDEX `Fichier_Locataire` ON `Fichier` (`LocataireId`);--> statement-breakpoint
CREATE INDEX `Fichier_Appartement` ON `Fichier` (`AppartementId`);--> statement-breakpoint
CREATE INDEX `Fichier_StoredFile` ON `Fichier` (`StoredFileId`);--> statement-breakpoint
CREATE TABLE `History` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entite` text NOT NULL,
	`entiteId` integer NOT NULL,
	`etat` text NOT NULL,
	`details` text,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `History_record` ON `History` (`entite`,`entiteId`,`id`);--> statement-breakpoint
CREATE TABLE `Image` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`AppartementId` integer,
	`StoredFileId` integer NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `Image_Appartement` ON `Image` (`AppartementId`);--> statement-breakpoint
CREATE INDEX `Image_StoredFile` ON `Image` (`StoredFileId`);--> statement-breakpoint
CREATE TABLE `Intendance` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nature` text NOT NULL,
	`AppartementId` integer NOT NULL,
	`dateDepart` text,
	`dateFin` text,
	`prix` integer,
	`tva` real NOT NULL,
	`renouvele` integer NOT NULL,
	`regle` integer NOT NULL,
	`intitule` text,
	`date` text,
	`montant` integer,
	`numFacture` text,
	`mode` text,
	`ordreMissionId` integer,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`ordreMissionId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `Intendance_Appartement` ON `Intendance` (`AppartementId`,`nature`,`dateFin`);--> statement-breakpoint
CREATE INDEX `Intendance_fin` ON `Intendance` (`nature`,`dateFin`);--> statement-breakpoint
CREATE INDEX `Intendance_ordreMission` ON `Intendance` (`ordreMissionId`);--> statement-breakpoint
CREATE TABLE `Locataire` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rp` integer NOT NULL,
	`quitanceAuto` integer NOT NULL,
	`accordEmail` integer NOT NULL,
	`titre` text NOT NULL,
	`nom` text NOT NULL,
	`prenom` text NOT NULL,
	`nomJeuneFille` text,
	`naissance` text,
	`lieuNaissance` text,
	`adresse` text NOT NULL,
	`codePostal` text NOT NULL,
	`ville` text NOT NULL,
	`mail` text NOT NULL,
	`mail2` text,
	`tel` text NOT NULL,
	`tel2` text,
	`secondTitulaire` integer NOT NULL,
	`autreTitre` text,
	`autreNom` text,
	`autrePrenom` text,
	`autreNomJeuneFille` text,
	`autreNaissance` text,
	`autreLieuNaissance` text,
	`autreMail` text,
	`autreTel` text,
	`autreTel2` text,
	`mineurTitre` text,
	`mineurNom` text,
	`mineurPrenom` text,
	`mineurNaissance` text,
	`mineurLieuNaissance` text,
	`mineurMail` text,
	`mineurTel` text,
	`mineurTel2` text,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `Locataire_recherche` ON `Locataire` (`recherche`);--> statement-breakpoint
CREATE TABLE `LoginFailure` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`lastAt` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `MissionAppartement` (
	`MissionId` integer NOT NULL,
	`AppartementId` integer NOT NULL,
	PRIMARY KEY(`MissionId`, `AppartementId`),
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `MissionAppartement_Appartement` ON `MissionAppartement` (`AppartementId`);--> statement-breakpoint
CREATE TABLE `MissionClient` (
	`MissionId` integer NOT NULL,
	`ClientId` integer NOT NULL,
	PRIMARY KEY(`MissionId`, `ClientId`),
	FOREIGN KEY (`MissionId`) REFERENCES `Mission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `MissionClient_Client` ON `MissionClient` (`ClientId`);--> statement-breakpoint
CREATE TABLE `Mission` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`domicileUnique` integer NOT NULL,
	`nbAppart` integer NOT NULL,
	`dateSignature` text,
	`tauxTva` real NOT NULL,
	`valeurMissionAppt` integer NOT NULL,
	`accompte1` integer NOT NULL,
	`accompte2` integer NOT NULL,
	`reliquat` integer NOT NULL,
	`numRegistre` text,
	`duree` integer,
	`ordreMissionId` integer,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`ordreMissionId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `Mission_ordreMission` ON `Mission` (`ordreMissionId`);--> statement-breakpoint
CREATE TABLE `Propriete` (
	`AppartementId` integer NOT NULL,
	`ClientId` integer NOT NULL,
	PRIMARY KEY(`AppartementId`, `ClientId`),
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `Propriete_Client` ON `Propriete` (`ClientId`);--> statement-breakpoint
CREATE TABLE `Quitance` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`numero` text NOT NULL,
	`DossierId` integer NOT NULL,
	`AppartementId` integer NOT NULL,
	`LocataireId` integer NOT NULL,
	`ClientId` integer,
	`date` text NOT NULL,
	`dateFin` text NOT NULL,
	`mois` text GENERATED ALWAYS AS (substr("date", 1, 7)) VIRTUAL NOT NULL,
	`echeance` text NOT NULL,
	`emission` text NOT NULL,
	`loyerHC` integer NOT NULL,
	`charge` integer NOT NULL,
	`automatique` integer NOT NULL,
	`regle` integer DEFAULT false NOT NULL,
	`statusInconu` integer DEFAULT true NOT NULL,
	`relance` integer DEFAULT false NOT NULL,
	`montantPaye` integer,
	`datePaiement` text,
	`mode` text,
	`source` text,
	`uuid` text NOT NULL,
	`reponse` integer,
	`reponduLe` text,
	`file` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`AppartementId`) REFERENCES `Appartement`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`LocataireId`) REFERENCES `Locataire`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`ClientId`) REFERENCES `Client`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`DossierId`,`AppartementId`,`LocataireId`) REFERENCES `Dossier`(`id`,`AppartementId`,`LocataireId`) ON UPDATE no action ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `Quitance_numero_unique` ON `Quitance` (`numero`);--> statement-breakpoint
CREATE UNIQUE INDEX `Quitance_uuid_unique` ON `Quitance` (`uuid`);--> statement-breakpoint
CREATE UNIQUE INDEX `Quitance_mois` ON `Quitance` (`DossierId`,`mois`) WHERE "automatique" = 1;--> statement-breakpoint
CREATE INDEX `Quitance_date` ON `Quitance` (`date`);--> statement-breakpoint
CREATE INDEX `Quitance_periode` ON `Quitance` (`mois`,`regle`,`statusInconu`,`loyerHC`,`charge`,`montantPaye`);--> statement-breakpoint
CREATE INDEX `Quitance_Dossier` ON `Quitance` (`DossierId`,`date`);--> statement-breakpoint
CREATE INDEX `Quitance_Appartement` ON `Quitance` (`AppartementId`,`date`);--> statement-breakpoint
CREATE INDEX `Quitance_Locataire` ON `Quitance` (`LocataireId`,`date`);--> statement-breakpoint
CREATE INDEX `Quitance_Client` ON `Quitance` (`ClientId`,`date`);--> statement-breakpoint
CREATE INDEX `Quitance_etat` ON `Quitance` (`regle`,`statusInconu`);--> statement-breakpoint
CREATE TABLE `Rebut` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message` text NOT NULL,
	`tentatives` integer NOT NULL,
	`repriseLe` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `Rebut_repriseLe` ON `Rebut` (`repriseLe`);--> statement-breakpoint
CREATE TABLE `StoredFile` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`nom` text NOT NULL,
	`extention` text NOT NULL,
	`type` text NOT NULL,
	`taille` integer NOT NULL,
	`user` text,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `StoredFile_key_unique` ON `StoredFile` (`key`);--> statement-breakpoint
CREATE TABLE `User` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`password` text NOT NULL,
	`mustSetPassword` integer DEFAULT true NOT NULL,
	`passwordChangedAt` text NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `User_email_unique` ON `User` (`email`);--> statement-breakpoint
CREATE TABLE `Variable` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nom` text NOT NULL,
	`valeur` text,
	`StoredFileId` integer,
	`recherche` text DEFAULT '' NOT NULL,
	`createdAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updatedAt` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	FOREIGN KEY (`StoredFileId`) REFERENCES `StoredFile`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `Variable_nom_unique` ON `Variable` (`nom`);--> statement-breakpoint
CREATE INDEX `Variable_StoredFile` ON `Variable` (`StoredFileId`);