export const CHAMPS_SECOND_TITULAIRE = [
  "autreTitre",
  "autreNom",
  "autrePrenom",
  "autreNomJeuneFille",
  "autreNaissance",
  "autreLieuNaissance",
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
/** Required once the section is open. */
export const REQUIS_SECOND_TITULAIRE = [
  "autreNom",
  "autrePrenom",
  "autreMail",
  "autreTel",
] as const;
/** A child may have neither mailbox nor telephone: only the form asks for his (domain/README §3.2). */
export const REQUIS_MINEUR = ["mineurNom", "mineurPrenom"] as const;
