import { appartements, locataires } from "./schema/schema.ts";

/** The names of the tenant and the dwelling in the rows of a list: for `nomComplet` and `nomAppartement`. */
export const parties = {
  titre: locataires.titre,
  nom: locataires.nom,
  prenom: locataires.prenom,
  adresse: appartements.adresse,
  etage: appartements.etage,
  ville: appartements.ville,
};
