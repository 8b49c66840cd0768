import { MAILS_CLIENT, TELEPHONES_CLIENT } from "../personnes/client.ts";

/** The fields of each kind of record that a search reads (http/README §9.5). */
export const CHAMPS_CHERCHES: Readonly<
  Record<"Client" | "Appartement" | "Mission" | "Locataire" | "Dossier" | "Caution", string[]>
> = {
  Client: [
    "nom",
    "prenom",
    "nomJeuneFille",
    "nom2",
    "adresse",
    "ville",
    "codePostal",
    ...MAILS_CLIENT,
    ...TELEPHONES_CLIENT,
  ],
  Appartement: ["adresse", "codePostal", "ville", "situation", "numeroClef"],
  Mission: ["type", "numRegistre"],
  Locataire: [
    "nom",
    "prenom",
    "nomJeuneFille",
    "autreNom",
    "autrePrenom",
    "autreNomJeuneFille",
    "mineurNom",
    "mineurPrenom",
    "adresse",
    "codePostal",
    "ville",
    "mail",
    "mail2",
    "autreMail",
    "mineurMail",
    "tel",
    "tel2",
    "autreTel",
    "autreTel2",
    "mineurTel",
    "mineurTel2",
  ],
  Dossier: ["numFraisDossier"],
  Caution: ["nom", "prenom", "adresse", "ville", "mail", "mobile"],
};
