-- A line that may tell what another format told is looked for by its amount and its day.
CREATE INDEX `LigneReleve_montant` ON `LigneReleve` (`CompteBancaireId`,`montant`,`date`);