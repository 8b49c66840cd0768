import { ajouterJours, aujourdhui, type Jour } from "../dates.ts";

// An agency that stops using the product exports all its data in one archive (agence/README §9.16).

/** How many days a finished archive is kept before it is deleted. */
export const JOURS_EXPORT_GARDE = 7;
/**
 * One queue message writes one piece of the archive, a few seconds of work. A piece ends at this many uncompressed
 * bytes.
 */
export const OCTETS_PAR_MORCEAU = 32 * 1024 * 1024;
/**
 * After this many minutes without progress, an export has stopped; it resumes when somebody opens the screen of the
 * export.
 */
export const MINUTES_SANS_NOUVELLE = 5;
/** The most missing files that the screen lists; the archive lists all of them. */
export const MANQUANTS_MONTRES = 100;

/** For each table that only grows: the id of its last row when the export began. */
export type Bornes = Readonly<Record<string, number>>;

/**
 * The state of a file being written in the archive, as plain data, so that another message of the queue can go on
 * writing it.
 */
export interface EntreeOuverte {
  nom: string;
  comprimee: boolean;
  /** The position of the file's header in the archive. */
  debut: number;
  /** The date and time of the file, as ZIP archives write them. */
  quand: number;
  crc: number;
  /** The size in bytes: `taille` as stored in the archive, `brute` before compression. */
  taille: number;
  brute: number;
}

export interface EtatZip {
  /** The number of bytes written. */
  place: number;
  /** The number of files finished. */
  nombre: number;
  ouverte: EntreeOuverte | null;
}

/** The point from which the next piece of the export continues. */
export interface SuiteExport {
  /** The part being written, « csv/Client », « fichiers »; null: everything is written. */
  etape: string | null;
  /** The id of the last row written of this part. */
  apres: number;
  /** The rank of the file being written for its table; a long table takes several files. */
  volume: number;
  /** How many rows, files and documents earlier pieces wrote; absent: none. */
  faits?: number;
  zip: EtatZip;
}

export interface ExportComplet {
  id: number;
  etat: "en_cours" | "pret";
  /** The e-mail of the user who asked for the export. */
  user: string | null;
  createdAt: string;
  finiLe: string | null;
  /** The day on which the archive is deleted; null until the archive is ready. */
  supprimeLe: Jour | null;
  /**
   * How many rows, files and documents are written, and how many there are. A row counts twice: once as CSV, once as
   * JSON.
   */
  faits: number;
  total: number;
  taille: number;
  /**
   * The first missing files, each with its path and the reason, at most {@link MANQUANTS_MONTRES}; `nombreManquants`
   * counts them all.
   */
  manquants: string[];
  nombreManquants: number;
}

/** The day on which an export is deleted. @param finiLe the instant at which the export was ready */
export const jourDeSuppression = (finiLe: string): Jour =>
  ajouterJours(aujourdhui(new Date(finiLe)), JOURS_EXPORT_GARDE);

export const nomDeLExport = (debut: Date): string => `Export-complet_${aujourdhui(debut)}.zip`;

const ACCES = "ouvre un compte";
const PROPRE = "de l’export lui-même";

/** The tables left out of the archive, with the French reason. */
export const TABLES_TUES: Readonly<Record<string, string>> = {
  Session: ACCES,
  Device: ACCES,
  Passkey: ACCES,
  RecoveryCode: ACCES,
  Challenge: ACCES,
  LoginFailure: ACCES,
  VisiteProprietaire: ACCES,
  VisiteComptable: ACCES,
  VisiteSignature: ACCES,
  ExportComplet: PROPRE,
  ExportMorceau: PROPRE,
};

/** The columns left out of every table: texts derived for searching and sorting, and a counter of changes. */
const DERIVEES = ["recherche", "voie", "ordre", "versionDuCompte"];

/** For each table, the columns left out: keys, hashes, and encrypted values that another column gives in clear. */
export const COLONNES_TUES: Readonly<Record<string, readonly string[]>> = {
  User: ["password", "temporaryBefore", "totpSecret", "totpPending", "totpStep", "suiviCle"],
  Quitance: ["uuid", "clePdf"],
  AccesProprietaire: ["empreinte", "codeEmpreinte"],
  AccesComptable: ["empreinte", "codeEmpreinte"],
  Signataire: ["empreinte", "codeEmpreinte"],
  CompteBancaire: ["secret"],
  CoordonneesBancaires: ["secret"],
  Variable: ["secret"],
  LigneReleve: ["ibanSecret", "payeurEmpreinte"],
  PayeurConnu: ["empreinte"],
  StoredFile: ["key"],
};

export const estTue = (table: string, colonne: string): boolean =>
  DERIVEES.includes(colonne) || (COLONNES_TUES[table]?.includes(colonne) ?? false);

/** The columns stored in hundredths: cents, and rates in hundredths of a percent. */
export const EN_CENTIEMES: Readonly<Record<string, readonly string[]>> = {
  CompteBancaire: ["soldeDepart"],
  ConditionsMandat: ["tauxHonoraires", "forfait", "tauxTva", "provision", "seuilAccord"],
  Echeance: ["montant", "reste"],
  Imputation: ["montant"],
  Ligne: ["debit", "credit", "tauxTva"],
  LigneReleve: ["montant"],
  PlanApurement: ["montant"],
  Reglement: ["montant"],
  Relance: ["montant"],
  Releve: ["ancienSolde", "nouveauSolde"],
  CompteRendu: ["solde", "encaissements", "depenses", "honorairesTTC", "provision", "reversement"],
  FactureHonoraires: ["ht", "tva", "ttc"],
  CompteRenduPart: ["montant"],
  ReglementHonoraires: ["montant"],
  SoldeDepart: ["restitution"],
  AvanceRendue: ["montant"],
  Virement: ["montant"],
};

/** The tables that only grow. Their rows added during the export are left out, so that the exported accounts agree. */
export const TABLES_BORNEES: readonly string[] = [
  "Ecriture",
  "Ligne",
  "Echeance",
  "Reglement",
  "Imputation",
  "CompteRenduLigne",
  "History",
];

/** The French words of column names that need an accent or another spelling. */
const MOTS: Readonly<Record<string, string>> = {
  acces: "accès",
  accompte: "acompte",
  amenagement: "aménagement",
  annulee: "annulée",
  apres: "après",
  bic: "BIC",
  caracteristique: "caractéristique",
  cle: "clé",
  cloture: "clôture",
  complement: "complément",
  coordonnees: "coordonnées",
  creation: "création",
  credit: "crédit",
  debit: "débit",
  debut: "début",
  decide: "décidé",
  defaut: "défaut",
  depart: "départ",
  depense: "dépense",
  depenses: "dépenses",
  depot: "dépôt",
  duree: "durée",
  echeance: "échéance",
  ecriture: "écriture",
  edf: "EDF",
  edl: "EDL",
  electronique: "électronique",
  email: "e-mail",
  emetteur: "émetteur",
  emission: "émission",
  encadree: "encadrée",
  enedis: "Enedis",
  entite: "entité",
  entree: "entrée",
  envoye: "envoyé",
  equipement: "équipement",
  etage: "étage",
  etape: "étape",
  etat: "état",
  evenement: "événement",
  execution: "exécution",
  extention: "extension",
  fermee: "fermée",
  hc: "HC",
  ht: "HT",
  iban: "IBAN",
  id: "nº",
  impayes: "impayés",
  interet: "intérêt",
  jusquau: "jusqu’au",
  levee: "levée",
  libelle: "libellé",
  liberee: "libérée",
  mail: "e-mail",
  meuble: "meublé",
  mobilite: "mobilité",
  num: "numéro",
  numero: "numéro",
  paye: "payé",
  penalite: "pénalité",
  periode: "période",
  periodicite: "périodicité",
  piece: "pièce",
  pieces: "pièces",
  poi: "POI",
  preavis: "préavis",
  precedente: "précédente",
  precision: "précision",
  prenom: "prénom",
  proprietaire: "propriétaire",
  qualite: "qualité",
  quitance: "quittance",
  recuperable: "récupérable",
  reduite: "réduite",
  reference: "référence",
  regime: "régime",
  regle: "réglé",
  reglement: "règlement",
  releve: "relevé",
  renouvele: "renouvelé",
  repartition: "répartition",
  repondu: "répondu",
  reponse: "réponse",
  representant: "représentant",
  reserve: "réserve",
  revoque: "révoqué",
  role: "rôle",
  scelles: "scellés",
  signee: "signée",
  siret: "SIRET",
  tel: "téléphone",
  telecharge: "téléchargé",
  telecomande: "télécommande",
  ttc: "TTC",
  tva: "TVA",
  valide: "validé",
  vehicule: "véhicule",
  visale: "Visale",
};

const ENTIERS: Readonly<Record<string, string>> = {
  id: "Numéro",
  createdAt: "Créé le",
  updatedAt: "Modifié le",
  cp: "Code postal",
  rp: "Résidence principale",
  wip: "En travaux",
  user: "Par",
  type: "Type",
  du: "Du",
  au: "Au",
  de: "Compte de",
  den: "Dénominateur",
  num: "Numérateur",
  taille: "Taille en octets",
  statusInconu: "État inconnu",
};

/** The French title of a column: « Date début bail » for « dateDebutBail ». */
export function intituleDeColonne(colonne: string): string {
  const entier = ENTIERS[colonne];
  if (entier) return entier;
  const reference = /^([A-Za-z]+[a-z])Id$/.exec(colonne)?.[1];
  const mots = (reference ?? colonne)
    .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=\d)/)
    .map((mot) => MOTS[mot.toLowerCase()] ?? (/^[A-Z]{2,}$/.test(mot) ? mot : mot.toLowerCase()));
  const texte = reference ? `nº ${mots.join(" ")}` : mots.join(" ");
  return texte.charAt(0).toUpperCase() + texte.slice(1);
}

/** The text of `LISEZ-MOI.txt`, which describes the archive. @param debut, fin instants in the time of Paris */
export function lisezMoi({
  agence,
  debut,
  fin,
  manquants,
}: {
  agence: string | null;
  debut: string;
  fin: string;
  manquants: number;
}): string {
  return `Toutes les données : ${agence ?? "l’agence"}
Export commencé le ${debut}, fini le ${fin} (heure de Paris).

csv/        Un fichier par table, pour tableur : point-virgule, UTF-8, virgule décimale, jj/mm/aaaa.
json/       Les mêmes lignes, pour un autre logiciel : les noms de colonnes du produit, dates AAAA-MM-JJ, instants UTC.
fichiers/   Ce que l’agence a déposé : pièces, photographies, papiers signés, factures, relevés de banque, fichiers remplacés.
documents/  Ce que le produit a établi : quittances et avis dans leur état du jour, baux, comptes rendus, factures d’honoraires.
preuves/    Un fichier par document mis en signature, au numéro de DemandeSignature : ce que chaque signataire a laissé, et l’historique.
sceaux/     Les certificats du sceau de l’agence (PEM) : ils vérifient les documents scellés sans ce logiciel.
${manquants > 0 ? `manquants.txt  ${manquants === 1 ? "Un fichier que l’export n’a pas trouvé" : `Les ${manquants} fichiers que l’export n’a pas trouvés`}.\n` : ""}
Retrouver un fichier. Le nombre entre parenthèses à la fin d’un nom de fichier est son numéro dans StoredFile, dont la
colonne « chemin » dit aussi où il est dans cette archive. Celui d’un dossier est le numéro de la fiche. Dans les tables,
« ClientId » est le numéro d’une ligne de Client, « DossierId » d’une ligne de Dossier, et ainsi de suite.

Les montants sont en euros, les taux en pour cent ; ceux que contiennent les colonnes composées (contenu, lignes,
autresHonoraires, termes, details) gardent l’unité du produit, le plus souvent le centime.

Les IBAN sont en clair : ceux de l’agence, des propriétaires, de qui a payé. Un IBAN resté masqué l’est faute de sa clé.
Gardez cette archive comme vous gardez ces données, et supprimez-la quand elle a servi.

Ce qui n’y est pas : les mots de passe, seconds facteurs, clés d’accès et sessions ; les liens publics des quittances et
des propriétaires ; ce qui ne sert qu’à chercher.

De quand sont ces données. Chaque ligne est telle qu’elle était au moment où elle a été lue, entre le début et la fin de
l’export. Les livres (écritures, échéances, règlements, imputations, historique) s’arrêtent ensemble à leur dernière ligne
du début : ce qui y est entré pendant l’export n’y est pas. Pour une image d’un seul instant, exportez quand personne
n’écrit, ou restaurez une copie de la nuit.
`;
}
