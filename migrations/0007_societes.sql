UPDATE `Client` SET `nom` = trim(`prenom`) || ' ' || `nom`, `prenom` = ''
WHERE `qualite` <> 'personne_physique' AND trim(coalesce(`prenom`, '')) <> '';
