import * as z from "zod/mini";
import { formatJour, type Jour, type Mois, moisEnLettres } from "../dates.ts";
import { choix, identifiant, texte } from "../fields.ts";
import { formatEuros, somme } from "../montants.ts";
import { totalQuittance } from "../quittances/quittance.ts";
import { rechercheNormalisee } from "../recherche.ts";
import { cautionEffacee } from "./caution.ts";
import { clientEfface } from "./client-fiche.ts";
import { conservationDepassee, dureeEnLettres } from "./conservation.ts";
import { locataireEfface } from "./locataire-fiche.ts";
import { type GenreDePersonne, PERSONNES } from "./personne.ts";

/**
 * The fate of a text column when a person is erased (GDPR, art. 17; personnes/README §9.15): replaced by a value, a
 * part of its JSON removed, or kept for a reason.
 */
export type Sort = { efface: unknown } | { retire: string } | { garde: string };

/**
 * The fate of a table when a person is erased: its rows are deleted, it stays as it is (`hors`, with the French
 * reason), or each of its columns has its own fate.
 */
export type SortDeTable = { supprime: string } | { hors: string } | Readonly<Record<string, Sort>>;

const efface = (valeur: unknown = null): Sort => ({ efface: valeur });
const retire = (chemin: string): Sort => ({ retire: chemin });
const garde = (pourquoi: string): Sort => ({ garde: pourquoi });

const COMPTES = garde("preuve de ce qui était dû et payé (Code de commerce, art. L. 123-22)");
/** The words that replace an erased name in a text. */
export const PERSONNE_EFFACEE = "personne effacée";

const TECHNIQUE = garde("instant, genre ou clé au hasard : ne nomme personne");
const PERSONNEL = garde("membre de l’agence : qui a agi");

export const IDENTITES_EFFACEES = {
  Locataire: locataireEfface,
  Client: clientEfface,
  Caution: cautionEffacee,
} as const satisfies Record<GenreDePersonne, (id: number) => object>;

const identite = (personne: GenreDePersonne): Record<string, Sort> => ({
  ...Object.fromEntries(
    Object.entries(IDENTITES_EFFACEES[personne](0)).map(([champ, valeur]) => [
      champ,
      efface(valeur),
    ]),
  ),
  recherche: efface(""),
  createdAt: TECHNIQUE,
  updatedAt: TECHNIQUE,
});

const horodatage = { createdAt: TECHNIQUE, updatedAt: TECHNIQUE };

/** The fate of every text of the database when a person is erased. A test compares this list with the tables. */
export const SORT_DES_TEXTES: Readonly<Record<string, SortDeTable>> = {
  Locataire: identite("Locataire"),
  Client: identite("Client"),
  Caution: {
    ...identite("Caution"),
    dateCautionSolidaire: COMPTES,
    retourCautionSolidaire: COMPTES,
    signatureCautionSolidaire: COMPTES,
    dureeType: COMPTES,
    colocataire: COMPTES,
    dateFinCaution: COMPTES,
  },
  Dossier: {
    dateEntree: COMPTES,
    dateSortie: COMPTES,
    dateCreationBail: COMPTES,
    dateDebutBail: COMPTES,
    dateFinBail: COMPTES,
    dateDebutPreavis: COMPTES,
    dateFinPreavis: COMPTES,
    dateRetourCaution: COMPTES,
    numFraisDossier: COMPTES,
    dateFraisDossier: COMPTES,
    typeBail: COMPTES,
    chargesMode: COMPTES,
    dernierLoyer: COMPTES,
    indiceTrim: efface(),
    serieIrl: COMPTES,
    jourRevision: COMPTES,
    derniereRevision: COMPTES,
    dernierTrimestre: efface(),
    edfEntree: efface(),
    edfSortie: efface(),
    lieuSignature: efface(),
    encadrement: retire("$.caracteristiqueLoyer"),
    clauses: efface(),
    travaux: efface(),
    nouvelleAdresse: efface(),
    motifDureeReduite: efface(),
    motifMobilite: efface(),
    assuranceFin: efface(),
    annexes: efface(),
    vehicule: efface(),
    regimeTva: COMPTES,
    grilleVetuste: COMPTES,
    recherche: COMPTES,
    ...horodatage,
  },
  Depart: {
    titulaire: COMPTES,
    genre: COMPTES,
    mode: COMPTES,
    /** The reason of a notice may speak of health or violence. */
    motif: efface(),
    acquisLe: COMPTES,
    recuLe: COMPTES,
    finLe: COMPTES,
    remplaceLe: COMPTES,
    retenues: COMPTES,
    motifProvision: COMPTES,
    clotLe: COMPTES,
    user: PERSONNEL,
    ...horodatage,
  },
  SoldeDepart: {
    hors: "comptes de sortie arrêtés : gardés dix ans (Code de commerce, art. L. 123-22)",
  },
  LoyerHistorique: {
    depuis: COMPTES,
    motif: COMPTES,
    commentaire: efface(),
    finTravaux: COMPTES,
    facture: efface(),
    user: PERSONNEL,
    annuleLe: TECHNIQUE,
    annulePar: PERSONNEL,
    motifAnnulation: efface(),
    ...horodatage,
  },
  Revision: {
    anniversaire: COMPTES,
    demandeLe: COMPTES,
    posteeLe: COMPTES,
    canal: COMPTES,
    effetLe: COMPTES,
    serie: COMPTES,
    dpeClasse: COMPTES,
    motif: efface(),
    user: PERSONNEL,
    annuleeLe: TECHNIQUE,
    annuleePar: PERSONNEL,
    motifAnnulation: efface(),
    ...horodatage,
  },
  Decompte: {
    hors: "décomptes de charges envoyés : montants et jours, gardés dix ans (Code de commerce, art. L. 123-22)",
  },
  IndiceValeur: { hors: "indices que l’INSEE publie" },
  SuiviGeste: {
    cle: TECHNIQUE,
    etat: TECHNIQUE,
    jusquau: TECHNIQUE,
    motif: efface(),
    user: PERSONNEL,
    createdAt: TECHNIQUE,
  },
  FinDeMandat: {
    hors: "fins de mandat : gardées dix ans avec les mandats (décret n° 72-678, art. 72 et 86)",
  },
  EtatLieux: {
    date: COMPTES,
    lieu: efface("Effacé"),
    clef: efface("Effacé"),
    eauFroide: efface("Effacé"),
    eauChaude: efface("Effacé"),
    chauffage: efface("Effacé"),
    antenne: efface("Effacé"),
    amenagement: efface("Effacé"),
    interphone: efface(),
    releveGaz: efface(),
    pieces: efface([]),
    cle: TECHNIQUE,
    complements: efface(),
    ...horodatage,
  },
  Quitance: {
    numero: COMPTES,
    detail: COMPTES,
    exercice: COMPTES,
    date: COMPTES,
    dateFin: COMPTES,
    mois: COMPTES,
    echeance: COMPTES,
    emission: COMPTES,
    datePaiement: COMPTES,
    mode: COMPTES,
    source: COMPTES,
    reponduLe: COMPTES,
    servieLe: COMPTES,
    annuleeLe: COMPTES,
    uuid: TECHNIQUE,
    motifAnnulation: efface(),
    file: efface(),
    ...horodatage,
  },
  Courriel: {
    destinataires: efface([]),
    erreur: efface(),
    objet: efface(),
    texte: efface(),
    bailJusqua: efface(),
    partLe: efface(),
    genre: TECHNIQUE,
    etat: TECHNIQUE,
    envoyeLe: TECHNIQUE,
    entite: TECHNIQUE,
    type: TECHNIQUE,
    champ: TECHNIQUE,
    user: PERSONNEL,
    ...horodatage,
  },
  History: {
    details: efface(),
    scelles: garde("l’empreinte sans son sel ne dit plus rien de la valeur, et tient la chaîne"),
    empreinte: TECHNIQUE,
    entite: TECHNIQUE,
    etat: TECHNIQUE,
    user: PERSONNEL,
    createdAt: TECHNIQUE,
  },
  Reglement: {
    exercice: COMPTES,
    date: COMPTES,
    mode: COMPTES,
    payeur: COMPTES,
    fonds: COMPTES,
    etat: COMPTES,
    finLe: COMPTES,
    motif: efface(),
    commentaire: efface(),
    cle: TECHNIQUE,
    user: PERSONNEL,
    ...horodatage,
  },
  Echeance: {
    mois: COMPTES,
    exigibleLe: COMPTES,
    nature: COMPTES,
    libelle: efface(),
    createdAt: TECHNIQUE,
  },
  LigneReleve: {
    date: COMPTES,
    valeur: COMPTES,
    libelle: efface(PERSONNE_EFFACEE),
    reference: efface(),
    tiers: efface(),
    iban: efface(),
    ibanSecret: efface(),
    payeurEmpreinte: efface(),
    cle: TECHNIQUE,
    etat: TECHNIQUE,
    motif: efface(),
    user: PERSONNEL,
    ...horodatage,
  },
  Relance: {
    etape: COMPTES,
    exigibleLe: COMPTES,
    etat: TECHNIQUE,
    canal: TECHNIQUE,
    objet: efface(""),
    texte: efface(""),
    motif: efface(),
    libereeLe: TECHNIQUE,
    user: PERSONNEL,
    ...horodatage,
  },
  Pause: {
    motif: efface(""),
    commentaire: efface(),
    jusquau: COMPTES,
    leveeLe: COMPTES,
    user: PERSONNEL,
    createdAt: TECHNIQUE,
  },
  PlanApurement: {
    date: COMPTES,
    termes: COMPTES,
    closLe: COMPTES,
    motif: efface(),
    user: PERSONNEL,
    ...horodatage,
  },
  PayeurConnu: { supprime: "comptes d’où ce locataire payait" },
  Reprise: { hors: "soldes de départ, par identifiant" },
  Import: {
    hors: "fichiers repris d’un autre logiciel : leur nom, leurs nombres, qui les a repris",
  },
  ImportFiche: { entite: TECHNIQUE, reference: efface(), avant: COMPTES },
  ExportComplet: { supprime: "l’archive de tout, prête ou en cours : elle se refait" },
  ExportMorceau: { supprime: "avec l’archive" },
  ConditionsMandat: { hors: "identifiants et jours" },
  AccordRevision: { hors: "montants, jours et réponses des propriétaires" },
  Ecriture: { hors: "écriture immuable : jours, numéros, intitulés du produit" },
  Ligne: { hors: "montants" },
  Imputation: { hors: "montants" },
  AideLogement: { hors: "montants et jours" },
  AssurancePourCompte: { hors: "montants et jours" },
  CompteBancaire: { hors: "l’agence" },
  Sceau: { hors: "l’agence" },
  DocumentScelle: { hors: "empreintes et instants : l’empreinte seule ne nomme personne" },
  DemandeSignature: {
    cle: TECHNIQUE,
    constat: efface(),
    type: TECHNIQUE,
    titre: TECHNIQUE,
    sources: TECHNIQUE,
    entite: TECHNIQUE,
    champ: TECHNIQUE,
    annexeEmpreinte: garde("l’empreinte seule ne nomme personne"),
    empreinte: garde("l’empreinte seule ne nomme personne"),
    versionSource: TECHNIQUE,
    lieu: COMPTES,
    expireLe: TECHNIQUE,
    annuleeLe: TECHNIQUE,
    remplaceeLe: TECHNIQUE,
    motif: efface(),
    retractationJusqua: COMPTES,
    retracteeLe: COMPTES,
    user: PERSONNEL,
    ...horodatage,
  },
  Signataire: {
    role: TECHNIQUE,
    personne: TECHNIQUE,
    nom: efface("Effacé"),
    qualite: efface(),
    mail: efface(),
    empreinte: efface(),
    envoyeLe: TECHNIQUE,
    retireLe: TECHNIQUE,
    codeEmpreinte: efface(),
    codeExpireLe: TECHNIQUE,
    codesDepuis: TECHNIQUE,
    rappeleLe: TECHNIQUE,
    vuLe: TECHNIQUE,
    luLe: TECHNIQUE,
    signeLe: COMPTES,
    signeLeAppareil: COMPTES,
    refuseLe: COMPTES,
    motif: efface(),
    consentement: garde("texte du produit, qui nomme le fichier et personne"),
    cases: TECHNIQUE,
    mention: efface(),
    ip: efface(),
    agent: efface(),
    trace: efface(),
    identite: efface(),
    identiteEmpreinte: efface(),
    identitePar: PERSONNEL,
    avertiLe: TECHNIQUE,
    copieLe: TECHNIQUE,
    createdAt: TECHNIQUE,
  },
  ComplementConstat: {
    nom: efface("Effacé"),
    objet: TECHNIQUE,
    texte: efface("Effacé"),
    recuLe: COMPTES,
    accepteLe: COMPTES,
    refuseLe: COMPTES,
    motif: efface(),
    user: PERSONNEL,
    createdAt: TECHNIQUE,
  },
  VisiteSignature: { supprime: "avec le lien" },
  Releve: {
    format: TECHNIQUE,
    nom: efface(PERSONNE_EFFACEE),
    empreinte: garde(
      "le fichier de la banque reste tel quel, avec son objet dans R2 : pièce comptable, gardée dix ans (Code de commerce, art. L. 123-22 ; RGPD, art. 17, 3, b)",
    ),
    du: COMPTES,
    au: COMPTES,
    user: PERSONNEL,
    createdAt: TECHNIQUE,
  },
  Fichier: { supprime: "avec le fichier gardé" },
  Document: { supprime: "avec le fichier gardé, sauf la seule preuve des autres parties" },
  Remplacement: { supprime: "avec le fichier gardé" },
  PhotoConstat: { supprime: "avec le fichier gardé" },
  StoredFile: { supprime: "et son objet dans R2" },
  Changement: { supprime: "demandes de changement de cette personne" },
  Rattachement: { hors: "identifiants seulement" },
  Effacement: { hors: "identifiants seulement" },
  SecurityEvent: { hors: "comptes de l’agence ; d’une personne, son identifiant seul" },
  Appartement: { hors: "le logement" },
  Immeuble: { hors: "l’immeuble et son syndic" },
  CleRepartition: { hors: "parts des logements" },
  CleLot: { hors: "parts des logements" },
  DepenseImmeuble: { hors: "dépenses de l’immeuble" },
  DecompteSyndic: { hors: "dépenses du logement" },
  ReleveCompteur: { hors: "index des compteurs du logement" },
  Equipement: { hors: "le logement" },
  Image: { hors: "le logement" },
  Propriete: { hors: "identifiants seulement" },
  AppartementEquipement: { hors: "identifiants seulement" },
  Mission: { hors: "le mandat : montants, numéro au registre, moyens de diffusion" },
  MissionClient: { hors: "identifiants seulement" },
  PartMandat: { hors: "identifiants et quotes-parts" },
  CompteRenduLigne: { hors: "identifiants seulement" },
  CompteRenduPart: { hors: "identifiants et montants" },
  CompteRendu: {
    hors: "comptes rendus, qui nomment qui payait : gardés dix ans (Code de commerce, art. L. 123-22)",
  },
  ClotureMois: { hors: "mois et auteur de leur clôture" },
  ExerciceClos: { hors: "noms et fins des exercices clos" },
  FraisDemande: { hors: "frais facturés : gardés dix ans" },
  FactureHonoraires: { hors: "factures : gardées dix ans" },
  ReglementHonoraires: { hors: "règlements de factures : gardés dix ans" },
  RegistreMandat: { hors: "registre des mandats : gardé dix ans" },
  ActeMandat: {
    hors: "mandats inscrits et avenants : gardés dix ans (décret n° 72-678, art. 65)",
  },
  CoordonneesBancaires: { hors: "preuve de ce qui fut versé : gardée dix ans" },
  Reversement: { hors: "montants et jours" },
  AvanceRendue: { hors: "montants et jours : gardés dix ans" },
  Virement: { hors: "preuve de ce qui fut versé : gardée dix ans" },
  Fournisseur: { hors: "professionnels" },
  AccesProprietaire: { supprime: "avec la fiche" },
  VisiteProprietaire: { supprime: "avec l’accès" },
  AccesComptable: { hors: "le comptable de l’agence" },
  VisiteComptable: { hors: "le comptable de l’agence" },
  MissionAppartement: { hors: "identifiants seulement" },
  Accompte: { hors: "montants et jours" },
  Intendance: { hors: "dépenses et missions du logement" },
  Variable: { hors: "l’agence" },
  User: { hors: "l’agence" },
  Session: { hors: "l’agence" },
  Device: { hors: "l’agence" },
  Passkey: { hors: "l’agence" },
  RecoveryCode: { hors: "l’agence" },
  Challenge: { hors: "l’agence" },
  LoginFailure: { hors: "l’agence" },
  Execution: { hors: "l’agence" },
  Rebut: { hors: "identifiants et jours" },
};

export interface NomACacher {
  nom: string | null;
  prenom: string | null;
  /** Nobody else has this family name with this initial, which together identify the person. */
  initiale?: boolean;
  /** Nobody else has this family name, which identifies the person alone. */
  seul?: boolean;
}

/**
 * The pattern of a name, whatever its capitals, accents and separators; null for a name too short to identify anybody.
 */
function motsDuNom(nom: string | null): string | null {
  const lettres = rechercheNormalisee(nom ?? "").match(/[a-z0-9]/g) ?? [];
  if (lettres.length < 2) return null;
  return lettres.map((lettre) => `${lettre}\\p{M}*`).join("[\\s'’.\\-]*");
}

/** The fewest letters of a family name that identifies somebody alone. */
const LETTRES_D_UN_NOM = 3;

/**
 * Ordinary words of file names: a family name such as « Mars » or « Compte » is hidden only beside the first name or
 * its initial.
 */
const MOTS_DE_FICHIERS = new Set(
  `janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
  banque compte comptes courant credit debit depot export extrait fichier gestion import journal liste livret loyer loyers
  mouvement mouvements operation operations releve releves reglement reglements vir virement virements
  csv txt ofx xlsx xml pdf camt cfonb`.split(/\s+/),
);

/** Whether a family name alone may be hidden: it is long enough, and no ordinary word. */
function seDitSeul(nom: string | null): boolean {
  const lettres = rechercheNormalisee(nom ?? "").replace(/[^a-z0-9]/g, "");
  return lettres.length >= LETTRES_D_UN_NOM && !MOTS_DE_FICHIERS.has(lettres);
}

const entier = (mots: string) => `(?<![\\p{L}\\p{N}])(?:${mots})(?![\\p{L}\\p{M}\\p{N}])`;
const deplie = (texte: string) => texte.normalize("NFD").replace(/œ/gi, "oe").replace(/æ/gi, "ae");
const ENTRE = "[\\s.,_\\-]+";

/** The pattern of a family name beside an initial: « ZORGLUB A », « A. Zorglub »; null without a first name. */
function nomEtInitiale(mots: string, prenom: string | null): string | null {
  const [lettre] = rechercheNormalisee(prenom ?? "").match(/[a-z]/) ?? [];
  if (lettre === undefined) return null;
  const initiale = `${lettre}\\p{M}*`;
  return `${mots}${ENTRE}${initiale}|${initiale}${ENTRE}${mots}`;
}

/**
 * The patterns of the names found in a text. A name is found when the text holds the family name with the first name,
 * the family name with the initial when `initiale`, or the family name alone when `seul` and `seDitSeul` allow it.
 */
function dits(texte: string, noms: readonly NomACacher[]): string[] {
  const trouve = (motif: string) => new RegExp(entier(motif), "iu").test(texte);
  return noms.flatMap(({ nom, prenom, initiale = false, seul = false }) => {
    const mots = motsDuNom(nom);
    if (mots === null || !trouve(mots)) return [];
    const premiers = motsDuNom(prenom);
    const abrege = initiale ? nomEtInitiale(mots, prenom) : null;
    if (premiers !== null && trouve(premiers))
      return [abrege, mots, premiers].filter((motif) => motif !== null);
    if (abrege !== null && trouve(abrege)) return [abrege, mots];
    return seul && seDitSeul(nom) ? [mots] : [];
  });
}

/**
 * Hides names in the texts of one record, such as a bank line (personnes/README §9.15). A person is recognized when
 * the texts together hold the family name and the first name; or the family name and the initial, when nobody else
 * has both; or a family name that nobody else has, long enough and no ordinary word.
 *
 * @returns the texts in order, with the names hidden; null when they name none of the persons
 */
export function sansCesNoms<const Textes extends readonly (string | null)[]>(
  textes: Textes,
  noms: readonly NomACacher[],
): { [Rang in keyof Textes]: Textes[Rang] } | null {
  const cherches = textes.map((texte) => (texte === null ? null : deplie(texte)));
  const trouves = dits(cherches.filter((texte) => texte !== null).join(" | "), noms);
  if (trouves.length === 0) return null;
  const motifCommun = entier(trouves.toSorted((a, b) => b.length - a.length).join("|"));
  const motif = new RegExp(`${motifCommun}(?:[\\s,]+${motifCommun})*`, "giu");
  return cherches.map((cherche, rang) =>
    cherche?.search(motif) === -1
      ? textes[rang]
      : (cherche?.replace(motif, PERSONNE_EFFACEE).normalize("NFC") ?? null),
  ) as unknown as { [Rang in keyof Textes]: Textes[Rang] };
}

/** The erased persons, by id, so that a restored copy erases them again. */
export const listeEffacements = z.array(
  z.strictObject({ personne: choix(PERSONNES), personneId: identifiant(), createdAt: texte(30) }),
);

export type Effacement = z.output<typeof listeEffacements>[number];

/** The refusal, and the French warnings, that a user reads before erasing a person. */
export interface ApercuEffacement {
  /** The French reason why the person cannot be erased; null when nothing prevents it. */
  refus: string | null;
  warnings: string[];
}

interface LoyerSansPreuve {
  mois: Mois;
  loyerHC: number;
  charge: number;
  assurance: number;
  /** The tenant says that he paid, and the agency has not confirmed it. */
  regle: boolean;
  montantPaye: number | null;
}

/** The French warnings about rents without proof of payment: the sum and the months. */
export function avertirDesLoyers(loyers: readonly LoyerSansPreuve[]): string[] {
  const dire = (quoi: string, lesquels: readonly LoyerSansPreuve[]) => {
    if (lesquels.length === 0) return [];
    const du = lesquels.map(({ regle, montantPaye, ...loyer }) =>
      somme(totalQuittance(loyer), regle ? 0 : -(montantPaye ?? 0)),
    );
    const mois = [...new Set(lesquels.map((loyer) => moisEnLettres(loyer.mois)))];
    return [`${quoi}\u00A0: ${formatEuros(somme(...du))} (${mois.join(", ")}).`];
  };
  return [
    ...dire(
      "Loyers impayés",
      loyers.filter(({ regle }) => !regle),
    ),
    ...dire(
      "Loyers déclarés payés, à confirmer",
      loyers.filter(({ regle }) => regle),
    ),
  ];
}

/** The sums that the agency holds for a tenant, in euros. */
export interface SommesTenues {
  avance: number;
  cheque: number;
  depot: number;
}

/** The French warning about money held for a tenant, which nobody could give back once he is erased. */
export function avertirDesSommes({ avance, cheque, depot }: SommesTenues): string[] {
  const tenues = [
    { quoi: "avance", euros: avance },
    { quoi: "chèque à encaisser", euros: cheque },
    { quoi: "dépôt de garantie", euros: depot },
  ].flatMap(({ quoi, euros }) => (euros === 0 ? [] : `${quoi} ${formatEuros(euros)}`));
  return tenues.length === 0
    ? []
    : [`Sommes de ce locataire encore détenues, à lui rendre avant\u00A0: ${tenues.join(", ")}.`];
}

/**
 * The French warning about a lease whose papers would be deleted while they may still serve as proof.
 *
 * @param fin the last day of the last lease; null without one
 * @param annees how many years the agency keeps the papers
 */
export function avertirDuBail(fin: Jour | null, annees: number, today: Jour): string[] {
  if (fin === null || fin >= today || conservationDepassee(fin, annees * 12, today)) return [];
  return [
    `Le dernier bail a pris fin le ${formatJour(fin)}\u00A0: ses papiers, signés compris, disparaissent avant les ${dureeEnLettres(annees * 12)} pendant lesquels ils peuvent servir de preuve.`,
  ];
}

/** The French warning about documents that stay because they bind other persons. */
export function avertirDesDocuments(intitules: readonly string[]): string[] {
  if (intitules.length === 0) return [];
  const restent =
    intitules.length === 1
      ? "Un document reste, seule preuve des autres parties"
      : "Des documents restent, seules preuves des autres parties";
  return [
    `${restent}, jusqu’à leur propre effacement\u00A0: ${intitules.join(", ").toLowerCase()}.`,
  ];
}
