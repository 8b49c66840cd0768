export const CHAMPS_SECOND_TITULAIRE = [
  "autreTitre",
  "autreNom",
  "autrePrenom",
  "autreNomJeuneFille",
  "autreNaissance",
  "autreLieuNaissance",
  "autreAdresse",
  "autreCodePostal",
  "autreVille",
  "autreMail",
  "autreTel",
  "autreTel2",
] as const;
export const CHAMPS_MINEUR = [
  "mineurTitre",
  "mineurNom",
  "mineurPrenom",
  "mineurNaissance",
  "mineurLieuNaissance",
  "mineurMail",
  "mineurTel",
  "mineurTel2",
] as const;
/** The fields that only a company has, besides its name. */
export const CHAMPS_SOCIETE = ["siren", "representantNom", "representantQualite"] as const;
/** The fields that a company does not have: civil status, second tenant, minor child. */
export const CHAMPS_D_UNE_PERSONNE = [
  "nomJeuneFille",
  "naissance",
  "lieuNaissance",
  ...CHAMPS_SECOND_TITULAIRE,
  ...CHAMPS_MINEUR,
] as const;
export const REQUIS_SECOND_TITULAIRE = [
  "autreNom",
  "autrePrenom",
  "autreMail",
  "autreTel",
] as const;
/** The required fields of a minor, who may have no e-mail and no telephone (bail/README §3.2). */
export const REQUIS_MINEUR = ["mineurNom", "mineurPrenom"] as const;
