import {
  adresseLue,
  codePostalDit,
  codePostalEtVille,
  courrielLu,
  seulTelephoneLu,
  telephonesAuPlus,
} from "../coordonnees.ts";
import {
  nomEntier,
  nomsDuLocataire,
  qualiteDite,
  qualiteLue,
  titreDuLocataire,
  titreLu,
} from "../noms.ts";
import {
  jourDeLaCellule,
  type Lecture,
  montantLu,
  naissanceLue,
  ouiNonLu,
  texteLu,
} from "../valeurs.ts";
import { type ChampImport, colonne } from "./champ.ts";

const REFERENCE = ["ref", "identifiant", "id", "code", "numero", "n", "reference interne"];
const MAIL = [
  "email",
  "mail",
  "courriel",
  "adresse mail",
  "adresse email",
  "adresse e mail",
  "mail 1",
  "email 1",
  "e mail 1",
];
const COMPLET = [
  "proprietaire",
  "proprietaires",
  "bailleur",
  "client",
  "locataire",
  "locataires",
  "garant",
  "caution",
  "nom et prenom",
  "nom prenom",
  "prenom nom",
  "prenom et nom",
  "prenoms nom",
  "identite",
  "noms",
];
const MOBILE = [
  "portable",
  "mobile",
  "gsm",
  "tel portable",
  "tel mobile",
  "telephone mobile",
  "telephone portable",
  "numero de portable",
];
const FIXE = [
  "fixe",
  "tel fixe",
  "telephone fixe",
  "telephone domicile",
  "tel domicile",
  "tel 2",
  "telephone 2",
  "autre telephone",
];
const TELEPHONE = ["tel", "telephone", "tel 1", "telephone 1", "numero de telephone", "phone"];

/** The title in a cell, or the kind of company when the cell names one. */
const civilite = (texte: string) => {
  const qualite = qualiteDite(texte);
  return qualite ? { qualite } : titreLu(texte);
};

/**
 * The telephones of an owner: each number shows whether it is a mobile, and a second number of the same kind is the
 * work number.
 */
function telephonesDuClient(texte: string) {
  const rangs: Record<string, string> = {};
  for (const numero of telephonesAuPlus(texte, 2)) {
    const genre = /^(0|\+33\s?\(?0?\)?\s?)[67]/.test(numero) ? "mobile" : "fixe";
    rangs[`${genre}Perso` in rangs ? `${genre}Pro` : `${genre}Perso`] = numero;
  }
  return rangs;
}

/** The telephones of a tenant: the record has room for two, and the second may have its own column. */
const telephonesDuLocataire: Lecture = (texte, _today, { dit }) => {
  const [tel, tel2] = telephonesAuPlus(texte, dit("tel2") === "" ? 2 : 1);
  return { tel, ...(tel2 === undefined ? {} : { tel2 }) };
};

const raisonSociale = (nom: string) => ({
  nom,
  prenom: null,
  qualite: qualiteDite(nom) ?? "personne_morale",
});

const adresseDe = (codePostal: string, exemples: readonly (readonly [string, string])[]) => [
  colonne(
    "adresse",
    "Adresse",
    ["adresse 1", "adresse postale", "rue", "voie", "adresse complete"],
    { lire: adresseLue, ...(exemples[0] && { exemple: exemples[0] }) },
  ),
  colonne(
    "complementAdresse",
    "Complément d’adresse",
    ["adresse 2", "adresse suite", "complement"],
    {
      lire: adresseLue,
    },
  ),
  colonne(codePostal, "Code postal", ["cp", "code post", "zip"], {
    lire: codePostalDit,
    exemple: exemples[1],
  }),
  colonne("ville", "Ville", ["commune", "localite"], { exemple: exemples[2] }),
  colonne("codePostalVille", "Code postal et ville", ["cp ville", "code postal ville"], {
    lire: codePostalEtVille,
  }),
  colonne("pays", "Pays", ["country", "pays de residence"]),
];

const identite = (
  exemples: readonly (readonly [string, string])[],
  lire: Lecture = nomEntier,
): ChampImport[] => [
  colonne("nomComplet", "Nom complet", COMPLET, { lire }),
  colonne("nom", "Nom", ["nom de famille", "nom usuel", "nom d usage"], { exemple: exemples[0] }),
  colonne("prenom", "Prénom", ["prenoms"], { exemple: exemples[1] }),
  colonne(
    "naissance",
    "Date de naissance",
    ["naissance", "ne le", "nee le", "ne e le", "date naissance"],
    { lire: naissanceLue, exemple: exemples[2] },
  ),
  colonne("lieuNaissance", "Lieu de naissance", [
    "ne a",
    "nee a",
    "lieu naissance",
    "ville de naissance",
  ]),
];

const nomDeNaissance = colonne("nomJeuneFille", "Nom de naissance", [
  "nom de jeune fille",
  "nom jeune fille",
  "nom naissance",
]);

export const CHAMPS_CLIENT: readonly ChampImport[] = [
  colonne("reference", "Référence", REFERENCE, { exemple: ["P001", "P002"] }),
  colonne("titre", "Civilité", ["titre", "civ", "genre"], {
    lire: civilite,
    exemple: ["Mme", "SCI"],
  }),
  colonne(
    "raisonSociale",
    "Raison sociale",
    ["societe", "denomination", "entreprise", "nom de la societe"],
    { lire: raisonSociale },
  ),
  ...identite([
    ["de La Tour", "SCI Les Tilleuls"],
    ["Jeanne", ""],
    ["05/03/1958", ""],
  ]),
  nomDeNaissance,
  colonne(
    "qualite",
    "Qualité",
    ["type", "forme juridique", "statut juridique", "type de personne"],
    { lire: qualiteLue },
  ),
  ...adresseDe("codePostal", [
    ["27 bis boulevard Saint-Michel", "4 rue des Tilleuls"],
    ["75005", "69003"],
    ["Paris", "Lyon"],
  ]),
  colonne("mailPerso", "E-mail", [...MAIL, "email perso", "mail perso", "email personnel"], {
    lire: courrielLu,
    exemple: ["jeanne@exemple.fr", "sci.tilleuls@exemple.fr"],
  }),
  colonne(
    "mailPro",
    "E-mail professionnel",
    ["email pro", "mail pro", "mail 2", "email 2", "e mail 2"],
    { lire: courrielLu },
  ),
  colonne("telephone", "Téléphone", TELEPHONE, {
    lire: telephonesDuClient,
    exemple: ["06 12 34 56 78", "04 72 00 00 01"],
  }),
  colonne("mobilePerso", "Mobile", MOBILE, { lire: seulTelephoneLu }),
  colonne("fixePerso", "Fixe", FIXE, { lire: seulTelephoneLu }),
  colonne("mobilePro", "Mobile professionnel", ["mobile pro", "portable pro"], {
    lire: seulTelephoneLu,
  }),
  colonne(
    "fixePro",
    "Fixe professionnel",
    ["fixe pro", "tel bureau", "telephone bureau", "tel pro", "telephone professionnel"],
    { lire: seulTelephoneLu },
  ),
  colonne("adresseFiscale", "Adresse fiscale", [], { lire: adresseLue }),
  colonne("codePostalFiscale", "Code postal fiscal", ["cp fiscal"], { lire: codePostalDit }),
  colonne("villeFiscale", "Ville fiscale", []),
  colonne("numSiret", "SIRET", ["siren", "numero siret", "n siret", "numero siren"], {
    exemple: ["", "552 100 554 00013"],
  }),
  colonne("tvaIntra", "TVA intracommunautaire", ["numero de tva", "n tva", "tva"]),
  colonne("representantNom", "Représentant", ["gerant", "representant legal", "nom du gerant"], {
    exemple: ["", "Paul Martin"],
  }),
  colonne(
    "representantQualite",
    "Qualité du représentant",
    ["fonction du representant", "fonction"],
    { exemple: ["", "gérant"] },
  ),
  colonne("numEdf", "Numéro EDF", ["edf"]),
  colonne("numEnedis", "Numéro Enedis", ["enedis"]),
];

export const CHAMPS_LOCATAIRE: readonly ChampImport[] = [
  colonne("reference", "Référence", REFERENCE, { exemple: ["L001", "L002"] }),
  colonne("titre", "Civilité", ["titre", "civ", "genre"], {
    lire: titreDuLocataire,
    exemple: ["M.", "Mme"],
  }),
  ...identite(
    [
      ["Dupont", "Lefèvre"],
      ["Léo", "Inès"],
      ["14/07/1990", "02/11/1985"],
    ],
    nomsDuLocataire,
  ),
  nomDeNaissance,
  ...adresseDe("codePostal", [
    ["8 rue de la Paix", "3 place du Marché"],
    ["75002", "33000"],
    ["Paris", "Bordeaux"],
  ]),
  colonne("mail", "E-mail", [...MAIL, "email perso", "mail perso"], {
    lire: courrielLu,
    exemple: ["leo.dupont@exemple.fr", "ines@exemple.fr"],
  }),
  colonne(
    "mail2",
    "Autre e-mail",
    ["mail 2", "email 2", "e mail 2", "email secondaire", "autre email"],
    { lire: courrielLu },
  ),
  colonne("tel", "Téléphone", [...TELEPHONE, ...MOBILE], {
    lire: telephonesDuLocataire,
    exemple: ["06 11 22 33 44", "07 55 66 77 88"],
  }),
  colonne("tel2", "Autre téléphone", [...FIXE, ...MOBILE, ...TELEPHONE], { lire: seulTelephoneLu }),
  colonne("rp", "Résidence principale", ["rp", "residence principale oui non"], {
    lire: ouiNonLu,
    exemple: ["Oui", "Oui"],
  }),
  colonne(
    "quitanceAuto",
    "Quittance automatique",
    ["quittancement automatique", "quittance auto"],
    { lire: ouiNonLu },
  ),
  colonne(
    "accordEmail",
    "Accord pour l’e-mail",
    ["accord email", "quittance par email", "accord mail", "accord e mail"],
    { lire: ouiNonLu },
  ),
  colonne("autreTitre", "Second titulaire : civilité", ["civilite conjoint", "civilite 2"], {
    lire: titreLu,
  }),
  colonne("autreNom", "Second titulaire : nom", [
    "nom conjoint",
    "nom 2",
    "nom colocataire",
    "nom second titulaire",
  ]),
  colonne("autrePrenom", "Second titulaire : prénom", [
    "prenom conjoint",
    "prenom 2",
    "prenom colocataire",
    "prenom second titulaire",
  ]),
  colonne(
    "autreMail",
    "Second titulaire : e-mail",
    ["email conjoint", "mail conjoint", "email colocataire", "email second titulaire"],
    { lire: courrielLu },
  ),
  colonne(
    "autreTel",
    "Second titulaire : téléphone",
    ["telephone conjoint", "tel conjoint", "telephone colocataire", "telephone second titulaire"],
    { lire: seulTelephoneLu },
  ),
  colonne(
    "autreNaissance",
    "Second titulaire : naissance",
    ["date de naissance conjoint", "naissance conjoint"],
    { lire: naissanceLue },
  ),
];

export const CHAMPS_CAUTION: readonly ChampImport[] = [
  colonne(
    "dossier",
    "Numéro du dossier",
    ["dossier", "bail", "numero bail", "reference bail", "ref bail", "numero contrat", "contrat"],
    { exemple: ["2024-001", ""] },
  ),
  colonne(
    "locataire",
    "Locataire",
    [
      "nom locataire",
      "locataire garanti",
      "nom du locataire",
      "reference locataire",
      "ref locataire",
    ],
    { exemple: ["", "Lefèvre Inès"] },
  ),
  colonne("locataireMail", "E-mail du locataire", ["mail locataire", "email locataire"], {
    lire: courrielLu,
    exemple: ["", "ines@exemple.fr"],
  }),
  colonne("titre", "Civilité", ["titre", "civ", "genre"], {
    lire: titreLu,
    exemple: ["M.", "Mme"],
  }),
  ...identite([
    ["Dupont", "Lefèvre"],
    ["Marc", "Anne"],
    ["21/05/1962", ""],
  ]),
  ...adresseDe("cp", [
    ["12 avenue Foch", "9 rue Haute"],
    ["21000", "33000"],
    ["Dijon", "Bordeaux"],
  ]),
  colonne("mail", "E-mail", MAIL, {
    lire: courrielLu,
    exemple: ["marc.dupont@exemple.fr", "anne@exemple.fr"],
  }),
  colonne("mobile", "Téléphone", [...TELEPHONE, ...MOBILE], {
    lire: seulTelephoneLu,
    exemple: ["06 99 88 77 66", "06 10 20 30 40"],
  }),
  colonne(
    "dateCautionSolidaire",
    "Date de l’acte",
    ["date caution", "date du cautionnement", "date acte", "date engagement"],
    { lire: jourDeLaCellule },
  ),
  colonne("signatureCautionSolidaire", "Date de signature", ["signature", "date signature"], {
    lire: jourDeLaCellule,
  }),
  colonne(
    "montantMax",
    "Montant maximum",
    ["montant garanti", "montant max", "plafond", "montant"],
    { lire: montantLu, exemple: ["30 000,00", ""] },
  ),
  colonne("dateFinCaution", "Fin de l’engagement", ["fin engagement", "date fin", "fin"], {
    lire: jourDeLaCellule,
  }),
  colonne("complement", "Remarques", ["commentaire", "commentaires", "notes", "observations"], {
    lire: texteLu,
  }),
];
