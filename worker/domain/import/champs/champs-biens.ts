import {
  adresseLue,
  codePostalEtVille,
  codePostalLu,
  courrielLu,
  seulTelephoneLu,
} from "../coordonnees.ts";
import {
  choixLu,
  entierLu,
  jourDeLAnneeLu,
  jourDeLaCellule,
  montantLu,
  nombreLu,
  ouiNonLu,
  periodeLue,
  piecesLues,
  texteLu,
} from "../valeurs.ts";
import { type ChampImport, colonne } from "./champ.ts";

const LOYER_HC = [
  "loyer hc",
  "loyer hors charges",
  "loyer hors charge",
  "loyer nu",
  "loyer principal",
  "montant loyer",
  "montant du loyer",
  "loyer mensuel",
  "loyer mensuel hc",
];
const LOYER_CC = [
  "loyer cc",
  "loyer charges comprises",
  "loyer ttc",
  "loyer charges incluses",
  "total loyer",
  "loyer total",
  "total mensuel",
];
const CHARGES = [
  "charge",
  "provision charges",
  "provisions charges",
  "provision pour charges",
  "provision sur charges",
  "provisions sur charges",
  "charges mensuelles",
  "montant charges",
  "montant des charges",
  "forfait charges",
];
const REMARQUES = [
  "commentaire",
  "commentaires",
  "notes",
  "note",
  "observations",
  "remarque",
  "remarques",
  "description",
];

const MODES = { collective: /^collecti/, individuelle: /^individuel/ };
const euros = { lire: montantLu };
const jour = { lire: jourDeLaCellule };

/** The cellar and its number, read from a cell: « Cave 12 », « Oui », « Non ». */
const caveLue = (texte: string) => {
  const numero = texteLu(texte).replace(/^(cave|n°|no)\s*/i, "");
  if (/^(non|0|aucune?)$/i.test(numero)) return { cave: false };
  return /^(oui|x|1)$/i.test(numero) ? { cave: true } : { cave: true, caveNum: numero };
};

export const CHAMPS_APPARTEMENT: readonly ChampImport[] = [
  colonne(
    "reference",
    "Référence",
    ["ref", "identifiant", "id", "code", "numero", "n", "numero lot", "reference lot", "nom"],
    { exemple: ["A101", "A102"] },
  ),
  colonne(
    "adresse",
    "Adresse",
    ["adresse 1", "rue", "voie", "adresse immeuble", "adresse complete"],
    { lire: adresseLue, exemple: ["27 bis boulevard Saint-Michel", "4 rue des Tilleuls"] },
  ),
  colonne("codePostal", "Code postal", ["cp", "code post", "zip"], {
    lire: codePostalLu,
    exemple: ["75005", "69003"],
  }),
  colonne("ville", "Ville", ["commune", "localite"], { exemple: ["Paris", "Lyon"] }),
  colonne("codePostalVille", "Code postal et ville", ["cp ville", "code postal ville"], {
    lire: codePostalEtVille,
  }),
  colonne(
    "situation",
    "Situation",
    ["porte", "batiment", "escalier", "bat", "complement adresse", "adresse 2", "complement"],
    { exemple: ["escalier B, gauche", ""] },
  ),
  colonne("etage", "Étage", ["niveau"], { exemple: ["3", "0"] }),
  colonne(
    "nbPiece",
    "Pièces",
    ["nb pieces", "nombre de pieces", "nombre pieces", "nbre pieces", "type", "typologie"],
    { lire: piecesLues, exemple: ["T3", "2"] },
  ),
  colonne(
    "surface",
    "Surface",
    ["superficie", "surface habitable", "surface m2", "m2", "surface loi carrez", "surface boutin"],
    { lire: nombreLu, exemple: ["62,5", "38"] },
  ),
  colonne("loyerHC", "Loyer hors charges", [...LOYER_HC, "loyer"], {
    lire: montantLu,
    exemple: ["1 250,00", "640,00"],
  }),
  colonne("charge", "Charges", CHARGES, { lire: montantLu, exemple: ["120,00", "45,00"] }),
  colonne("loyerCC", "Loyer charges comprises", LOYER_CC, euros),
  colonne(
    "proprietaire",
    "Propriétaire",
    [
      "proprietaires",
      "nom proprietaire",
      "nom du proprietaire",
      "bailleur",
      "nom bailleur",
      "reference proprietaire",
      "ref proprietaire",
      "mandant",
    ],
    { exemple: ["P001", "SCI Les Tilleuls"] },
  ),
  colonne(
    "proprietaireMail",
    "E-mail du propriétaire",
    ["mail proprietaire", "email proprietaire", "email bailleur", "mail bailleur"],
    { lire: courrielLu },
  ),
  colonne("typeImmeuble", "Type d’immeuble", ["type habitat", "habitat", "type immeuble"], {
    lire: choixLu({
      collectif: /^(collectif|immeuble|appartement)/,
      individuel: /^(individuel|maison|pavillon)/,
    }),
  }),
  colonne("destination", "Destination", ["usage"], {
    lire: choixLu({ "usage d'habitation": /habitation/, "usage mixte": /mixte/ }),
  }),
  colonne(
    "periodeConstruction",
    "Période de construction",
    ["annee de construction", "annee construction", "construction", "construit en"],
    { lire: periodeLue, exemple: ["avant 1946", "1998"] },
  ),
  colonne("chauffage", "Chauffage", ["type de chauffage", "mode de chauffage"], {
    lire: choixLu(MODES),
  }),
  colonne("eauChaude", "Eau chaude", ["production eau chaude"], { lire: choixLu(MODES) }),
  colonne("cave", "Cave", ["numero cave", "n cave"], { lire: caveLue }),
  colonne("numeroClef", "Numéro de clef", ["cle", "clef", "cles", "numero cle", "trousseau"]),
  colonne("digicode", "Digicode", ["code acces", "code porte"]),
  colonne("pdl", "PDL", ["point de livraison", "prm", "compteur electrique", "numero pdl"]),
  colonne("identifiantFiscal", "Identifiant fiscal", [
    "numero fiscal",
    "invariant fiscal",
    "numero invariant",
  ]),
  colonne("dpeClasse", "DPE", ["classe dpe", "classe energie", "etiquette dpe", "dpe classe"], {
    lire: (texte) => texteLu(texte).toUpperCase(),
  }),
  colonne("dpeNumero", "Numéro du DPE", ["numero ademe", "n dpe", "reference dpe", "dpe numero"]),
  colonne("dpeDate", "DPE du", ["date dpe", "date du dpe", "dpe fait le"], jour),
  colonne("syndicNom", "Syndic", ["nom syndic"]),
  colonne("syndicMail", "E-mail du syndic", ["mail syndic", "email syndic"], { lire: courrielLu }),
  colonne("syndicTel", "Téléphone du syndic", ["tel syndic", "telephone syndic"], {
    lire: seulTelephoneLu,
  }),
  colonne("gardienNom", "Gardien", ["nom gardien"]),
  colonne("gardienTel", "Téléphone du gardien", ["tel gardien", "telephone gardien"], {
    lire: seulTelephoneLu,
  }),
  colonne(
    "quitanceAuto",
    "Quittance automatique",
    ["quittancement automatique", "quittance auto"],
    { lire: ouiNonLu },
  ),
  colonne("autresInfo", "Autres informations", [...REMARQUES, "infos", "informations"]),
];

export const CHAMPS_DOSSIER: readonly ChampImport[] = [
  colonne(
    "numFraisDossier",
    "Numéro du dossier",
    ["numero", "n", "ref", "reference", "identifiant", "id", "code", "bail", "dossier", "contrat"],
    { exemple: ["2024-001", "2024-002"] },
  ),
  colonne(
    "appartement",
    "Appartement",
    [
      "bien",
      "lot",
      "logement",
      "bien loue",
      "nom bien",
      "reference bien",
      "ref bien",
      "reference lot",
      "ref lot",
      "numero lot",
      "reference appartement",
      "ref appartement",
      "adresse",
      "adresse bien",
      "adresse logement",
      "adresse appartement",
      "adresse lot",
    ],
    { exemple: ["A101", "4 rue des Tilleuls"] },
  ),
  colonne(
    "appartementCodePostal",
    "Code postal de l’appartement",
    ["cp", "code postal", "cp bien", "code postal bien"],
    { lire: codePostalLu, exemple: ["", "69003"] },
  ),
  colonne("appartementEtage", "Étage de l’appartement", ["etage", "etage bien"]),
  colonne(
    "locataire",
    "Locataire",
    [
      "locataires",
      "nom locataire",
      "nom",
      "reference locataire",
      "ref locataire",
      "titulaire",
      "preneur",
    ],
    { exemple: ["L001", "Lefèvre"] },
  ),
  colonne("locatairePrenom", "Prénom du locataire", ["prenom", "prenom locataire"], {
    exemple: ["", "Inès"],
  }),
  colonne(
    "locataireMail",
    "E-mail du locataire",
    ["mail locataire", "email locataire", "mail", "email", "e mail"],
    { lire: courrielLu, exemple: ["", "ines@exemple.fr"] },
  ),
  colonne(
    "dateDebutBail",
    "Début du bail",
    [
      "date debut",
      "debut",
      "date de debut",
      "date effet",
      "date d effet",
      "prise d effet",
      "date de prise d effet",
      "date debut bail",
    ],
    { lire: jourDeLaCellule, exemple: ["01/02/2024", "15/09/2023"] },
  ),
  colonne(
    "dateEntree",
    "Date d’entrée",
    ["entree", "date entree", "date d entree dans les lieux", "entree dans les lieux"],
    jour,
  ),
  colonne(
    "dateCreationBail",
    "Date de signature",
    ["signature", "date signature", "signe le", "date creation", "date de creation"],
    jour,
  ),
  colonne(
    "dateFinBail",
    "Fin du bail",
    ["date fin", "fin", "date de fin", "echeance", "date echeance", "terme", "date fin bail"],
    { lire: jourDeLaCellule, exemple: ["31/01/2027", ""] },
  ),
  colonne(
    "dateSortie",
    "Date de sortie",
    ["sortie", "date sortie", "depart", "date depart", "date de depart"],
    jour,
  ),
  colonne(
    "dateDebutPreavis",
    "Début du préavis",
    ["date conge", "conge", "date preavis", "debut preavis"],
    jour,
  ),
  colonne("dateFinPreavis", "Fin du préavis", ["fin preavis"], jour),
  colonne("loyerHC", "Loyer hors charges", [...LOYER_HC, "loyer"], {
    lire: montantLu,
    exemple: ["1 250,00", "640,00"],
  }),
  colonne("loyerCharge", "Charges", CHARGES, { lire: montantLu, exemple: ["120,00", "45,00"] }),
  colonne("loyerCC", "Loyer charges comprises", LOYER_CC, euros),
  colonne(
    "depotGarantie",
    "Dépôt de garantie",
    ["depot garantie", "depot", "dg", "caution", "montant depot de garantie", "montant caution"],
    { lire: montantLu, exemple: ["1 250,00", "640,00"] },
  ),
  colonne(
    "jourQuitance",
    "Jour de paiement",
    [
      "jour quittance",
      "jour echeance",
      "jour de quittance",
      "jour d echeance",
      "jour paiement",
      "echeance le",
      "jour appel",
    ],
    { lire: entierLu, exemple: ["5", "1"] },
  ),
  colonne(
    "typeBail",
    "Type de bail",
    ["type", "type location", "nature", "type contrat", "type de contrat", "type de location"],
    {
      lire: choixLu({
        meuble: /^(location |bail )?meublee?$/,
        nu: /nue?$|vide$|non meublee?$/,
        etudiant: /etudiant/,
        mobilite: /mobilite/,
        stationnement: /stationnement|parking|garage|box/,
        code_civil: /civil|secondaire|societe/,
      }),
      exemple: ["vide", "meublé"],
    },
  ),
  colonne("meuble", "Meublé", ["location meublee"], { lire: ouiNonLu }),
  colonne(
    "chargesMode",
    "Mode des charges",
    ["type charges", "type de charges", "regime des charges"],
    { lire: choixLu({ provisions: /provision/, forfait: /forfait/, periodique: /periodi|reel/ }) },
  ),
  colonne(
    "indice",
    "IRL",
    ["indice", "valeur irl", "indice reference", "indice de reference", "valeur indice"],
    { lire: nombreLu },
  ),
  colonne("indiceTrim", "Trimestre de l’IRL", [
    "trimestre",
    "trimestre irl",
    "trimestre de reference",
    "trimestre indice",
  ]),
  colonne(
    "jourRevision",
    "Révisé chaque année le",
    [
      "jour revision",
      "jour de revision",
      "date revision annuelle",
      "revision annuelle le",
      "date anniversaire revision",
    ],
    { lire: jourDeLAnneeLu, exemple: ["01/07", ""] },
  ),
  colonne(
    "derniereRevision",
    "Dernière révision",
    ["date derniere revision", "derniere revision le", "loyer revise le", "date revision"],
    jour,
  ),
  colonne(
    "dernierIndice",
    "IRL de la dernière révision",
    ["dernier indice", "dernier irl", "indice derniere revision", "indice applique"],
    { lire: nombreLu },
  ),
  colonne("dernierTrimestre", "Trimestre de la dernière révision", [
    "dernier trimestre",
    "trimestre dernier indice",
    "trimestre derniere revision",
    "trimestre applique",
  ]),
  colonne("lieuSignature", "Lieu de signature", ["fait a"]),
  colonne(
    "fraisDossierTTC",
    "Frais de dossier TTC",
    ["frais de dossier", "frais dossier", "honoraires locataire"],
    euros,
  ),
  colonne(
    "honorairesBailleurTTC",
    "Honoraires du bailleur TTC",
    ["honoraires bailleur", "honoraires proprietaire"],
    euros,
  ),
  colonne("garantieLoyersImpayes", "Garantie loyers impayés", ["gli", "assurance loyers impayes"], {
    lire: ouiNonLu,
  }),
  colonne("visale", "Visale", ["garantie visale"], { lire: ouiNonLu }),
  colonne("colocation", "Colocation", ["en colocation"], { lire: ouiNonLu }),
  colonne("travaux", "Travaux", ["travaux depuis le dernier bail"]),
];
