import { appartements, locataires } from "./schema/schema.ts";

/** The names of the tenant and the dwelling for the rows of a list: `nomComplet` and `nomAppartement` use them. */
export const parties = {
  titre: locataires.titre,
  nom: locataires.nom,
  prenom: locataires.prenom,
  adresse: appartements.adresse,
  etage: appartements.etage,
  ville: appartements.ville,
};
