import type { GenreImport } from "./genres.ts";

// The headers of other software (Rentila, LOCKimmo, ICS, Gercop) and of workbooks made by hand, as data.

/** The words that headers shorten, both without accents. */
export const ABREVIATIONS: Readonly<Record<string, string>> = {
  adr: "adresse",
  app: "appartement",
  appt: "appartement",
  apt: "appartement",
  bat: "batiment",
  chg: "charges",
  civ: "civilite",
  compl: "complement",
  dom: "domicile",
  dt: "date",
  dte: "date",
  esc: "escalier",
  etg: "etage",
  imm: "immeuble",
  loc: "locataire",
  mt: "montant",
  mtt: "montant",
  n: "numero",
  nais: "naissance",
  naiss: "naissance",
  nb: "nombre",
  nbr: "nombre",
  nbre: "nombre",
  no: "numero",
  num: "numero",
  port: "portable",
  pro: "professionnel",
  prof: "professionnel",
  prop: "proprietaire",
  proprio: "proprietaire",
  prov: "provision",
  ref: "reference",
  surf: "surface",
  tel: "telephone",
};

const REFERENCE = ["code tiers", "code compte", "numero compte", "compte", "matricule"];
const NOM_COMPLET = ["nom et prenoms", "noms et prenoms", "designation", "intitule", "nom affiche"];
const NOM = ["nom / raison sociale", "raison sociale / nom", "nom ou raison sociale"];
const NAISSANCE = ["date de naissance (jj/mm/aaaa)", "ddn", "date naissance titulaire"];
const CIVILITE = ["politesse", "formule de politesse", "appellation"];
const ADRESSE = [
  "adresse ligne 1",
  "ligne adresse 1",
  "adresse principale",
  "adresse actuelle",
  "adresse domicile",
  "domicile",
  "numero et rue",
  "numero et voie",
  "libelle voie",
];
const COMPLEMENT = ["adresse ligne 2", "ligne adresse 2", "complement d’adresse 1", "residence"];
const CODE_POSTAL = ["code postal 1", "codepostal", "postal"];
const VILLE = ["bureau distributeur", "ville bureau distributeur", "nom commune", "ville 1"];
const MAIL = [
  "adresse electronique",
  "courrier electronique",
  "mel",
  "e-mail principal",
  "email principal",
  "e-mail personnel",
  "adresse courriel",
  "email contact",
];
const TELEPHONE = ["telephone principal", "telephone personnel", "telephone perso", "numero tel"];
const MOBILE = ["cellulaire", "portable 1", "mobile 1", "telephone gsm", "portable personnel"];
const FIXE = ["domicile telephone", "telephone maison", "telephone fixe personnel"];
const LOYER_HC = [
  "loyer de base",
  "loyer base",
  "loyer actuel",
  "loyer net",
  "loyer mensuel hors charges",
  "loyer principal mensuel",
  "montant loyer hc",
  "montant loyer hors charges",
];
const LOYER_CC = ["loyer + charges", "loyer et charges", "montant loyer cc", "quittance mensuelle"];
const CHARGES = [
  "provision",
  "provisions",
  "provision mensuelle",
  "provision de charges",
  "acompte charges",
  "acompte sur charges",
  "avance sur charges",
  "charges locatives",
  "charges provisionnelles",
  "montant provision charges",
];

/** Other headers of each kind of file, by the field that they tell. */
export const ENTETES_D_AILLEURS: Readonly<
  Record<GenreImport, Readonly<Record<string, readonly string[]>>>
> = {
  Client: {
    reference: REFERENCE,
    titre: CIVILITE,
    nomComplet: NOM_COMPLET,
    nom: NOM,
    naissance: NAISSANCE,
    raisonSociale: ["nom societe", "nom de la sci", "nom entreprise"],
    qualite: ["nature juridique", "categorie"],
    adresse: ADRESSE,
    complementAdresse: COMPLEMENT,
    codePostal: CODE_POSTAL,
    ville: VILLE,
    mailPerso: MAIL,
    telephone: TELEPHONE,
    mobilePerso: MOBILE,
    fixePerso: FIXE,
    fixePro: ["telephone travail", "telephone bureau"],
    representantNom: ["represente par", "nom representant"],
  },
  Appartement: {
    reference: ["lot", "bien", "code lot", "designation", "libelle", "intitule"],
    adresse: ADRESSE,
    codePostal: CODE_POSTAL,
    ville: VILLE,
    nbPiece: ["nombre de pieces principales", "type de logement", "type logement"],
    surface: ["surface carrez", "surface totale", "surface privative", "surface en m2"],
    loyerHC: LOYER_HC,
    loyerCC: LOYER_CC,
    charge: CHARGES,
    proprietaire: [
      "code proprietaire",
      "compte proprietaire",
      "numero proprietaire",
      "nom et prenom proprietaire",
      "code mandant",
      "nom mandant",
      "code bailleur",
    ],
    dpeClasse: ["dpe energie", "classement energetique", "etiquette energie"],
  },
  Locataire: {
    reference: REFERENCE,
    titre: CIVILITE,
    nomComplet: NOM_COMPLET,
    nom: NOM,
    naissance: NAISSANCE,
    adresse: ADRESSE,
    complementAdresse: COMPLEMENT,
    codePostal: CODE_POSTAL,
    ville: VILLE,
    mail: MAIL,
    tel: [...TELEPHONE, ...MOBILE],
    tel2: [...FIXE, "telephone travail", "telephone bureau", "telephone professionnel"],
  },
  Dossier: {
    appartement: [
      "code lot",
      "code bien",
      "code appartement",
      "numero appartement",
      "designation bien",
      "adresse bien loue",
      "logement loue",
      "adresse du bien loue",
    ],
    locataire: [
      "code locataire",
      "numero locataire",
      "compte locataire",
      "nom et prenom locataire",
      "nom complet locataire",
      "nom prenom locataire",
      "locataire principal",
      "nom preneur",
    ],
    dateDebutBail: ["date bail", "effet", "effet le", "date effet bail", "date d’effet du bail"],
    dateEntree: ["entre le", "date entree locataire", "date d’entree locataire"],
    dateFinBail: ["fin de bail", "date expiration", "expiration", "date echeance bail"],
    dateSortie: ["sorti le", "date sortie locataire", "date de sortie locataire"],
    loyerHC: LOYER_HC,
    loyerCC: LOYER_CC,
    loyerCharge: CHARGES,
    depotGarantie: [
      "depot de garantie verse",
      "depot de garantie recu",
      "montant dg",
      "dep garantie",
      "dep gar",
      "cautionnement",
    ],
    jourQuitance: [
      "jour du mois",
      "jour prelevement",
      "jour exigibilite",
      "jour de paiement loyer",
    ],
    typeBail: ["regime", "categorie", "nature location"],
    indice: ["irl reference", "irl de reference", "indice irl"],
  },
  Caution: {
    locataire: ["code locataire", "numero locataire", "nom et prenom locataire"],
    titre: CIVILITE,
    nomComplet: NOM_COMPLET,
    nom: NOM,
    naissance: NAISSANCE,
    adresse: ADRESSE,
    complementAdresse: COMPLEMENT,
    cp: CODE_POSTAL,
    ville: VILLE,
    mail: MAIL,
    mobile: [...TELEPHONE, ...MOBILE, ...FIXE],
    montantMax: ["montant engagement", "montant cautionne", "engagement maximum"],
  },
};
