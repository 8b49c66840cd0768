// Screens that only read deadlines load this file alone, without the schemas of forms.

import { ajouterJours, ecartEnJours, type Jour, plusTot } from "../dates.ts";
import { ordre } from "../ordre.ts";

/** A kind of deadline: its name, its family, and the French text of the rule behind its day. */
interface Genre {
  nom: string;
  famille: Famille;
  loi: string;
  /** The law sets the day: the deadline may not be postponed beyond it. */
  legal?: boolean;
}

export const FAMILLES = {
  loyer: "Loyers et charges",
  bail: "Baux",
  depart: "Départs",
  logement: "Logements",
  caution: "Cautions",
  mandat: "Mandats",
  agence: "Agence",
} as const;

export type Famille = keyof typeof FAMILLES;

/** The kinds of deadlines (suivi/README §17.2). */
export const GENRES = {
  revision: {
    nom: "Révision du loyer",
    famille: "loyer",
    loi: "Article 17-1 : passé un an après sa date, la révision de l’année est perdue.",
  },
  revision_arretee: {
    nom: "Révision jamais partie",
    famille: "loyer",
    loi: "Article 17-1 : un loyer révisé n’est dû qu’à compter de la demande.",
  },
  loyer_caf: {
    nom: "Loyer à signaler à la CAF",
    famille: "loyer",
    loi: "Un loyer révisé se signale à l’organisme qui verse l’aide.",
  },
  indice: {
    nom: "Indice à saisir",
    famille: "loyer",
    loi: "L’INSEE publie l’IRL vers le 15 janvier, avril, juillet et octobre.",
  },
  charges: {
    nom: "Régularisation des charges",
    famille: "loyer",
    loi: "Article 23 : chaque année. Après l’année qui suit, le locataire peut payer par douzièmes ; après trois ans, rien n’est dû (article 7-1).",
    legal: true,
  },
  impaye_caf: {
    nom: "Impayé à signaler à la CAF",
    famille: "loyer",
    loi: "Code de la construction et de l’habitation, article R. 824-4 : dans les deux mois de l’impayé, à l’organisme qui verse l’aide.",
    legal: true,
  },
  gli_relance: {
    nom: "Assurance loyers impayés",
    famille: "loyer",
    loi: "La police fixe ses délais : relance sous vingt jours, mise en demeure sous trente-cinq. Un délai manqué peut priver de la garantie.",
    legal: true,
  },
  gli_declaration: {
    nom: "Sinistre à déclarer",
    famille: "loyer",
    loi: "La police fixe ses délais : déclaration sous quarante jours. Un délai manqué peut priver de la garantie.",
    legal: true,
  },
  visale_relance: {
    nom: "Visale",
    famille: "loyer",
    loi: "Visale : mise en demeure dans les quinze jours de l’impayé, en laissant huit jours.",
    legal: true,
  },
  visale_declaration: {
    nom: "Impayé à déclarer à Visale",
    famille: "loyer",
    loi: "Visale : déclaration dans les trente jours de l’impayé.",
    legal: true,
  },
  prescription: {
    nom: "Prescription d’un loyer",
    famille: "loyer",
    loi: "Article 7-1 : l’action en paiement d’un loyer se prescrit par trois ans.",
    legal: true,
  },
  fin_bail: {
    nom: "Fin du bail",
    famille: "bail",
    loi: "Articles 10, 11, 25-7 et 25-14 : sans congé, un bail nu ou meublé est reconduit.",
  },
  conge_bailleur: {
    nom: "Congé du bailleur",
    famille: "bail",
    loi: "Articles 15 et 25-8 : le locataire le reçoit six mois avant le terme, trois en meublé. Un commissaire de justice ou un avocat le rédige.",
    legal: true,
  },
  loyer_renouvellement: {
    nom: "Loyer à réévaluer",
    famille: "bail",
    loi: "Article 17-2 : un loyer manifestement sous-évalué se réévalue au renouvellement, par une proposition reçue six mois avant le terme. Ni en F ni en G, ni avec un congé.",
    legal: true,
  },
  assurance: {
    nom: "Assurance du locataire",
    famille: "bail",
    loi: "Article 7, g : le locataire s’assure et en justifie chaque année. Un mois après une mise en demeure, le bailleur peut s’assurer pour son compte.",
  },
  assurance_pour_compte: {
    nom: "Assurance pour le compte du locataire",
    famille: "bail",
    loi: "Article 7, g : un mois après la mise en demeure, le bailleur peut s’assurer pour le compte du locataire ; la prime, majorée de dix pour cent au plus, se demande par douzièmes. Il résilie dès que le locataire justifie de la sienne.",
  },
  bail_a_signer: {
    nom: "Bail signé à joindre",
    famille: "bail",
    loi: "Article 3 : le contrat est écrit, un exemplaire pour chaque partie.",
  },
  edl_entree: {
    nom: "État des lieux d’entrée",
    famille: "bail",
    loi: "Article 3-2 : joint au bail, à la remise des clés.",
  },
  edl_sortie: {
    nom: "État des lieux de sortie",
    famille: "depart",
    loi: "Article 3-2 : établi à la restitution des clés.",
  },
  restitution: {
    nom: "Dépôt à rendre",
    famille: "depart",
    loi: "Article 22 : un mois après les clés si les états des lieux concordent, deux sinon ; puis un dixième du loyer par mois commencé.",
    legal: true,
  },
  provision: {
    nom: "Provision à solder",
    famille: "depart",
    loi: "Article 22 : dans le mois qui suit l’approbation des comptes de l’immeuble, tenue dans les six mois de leur clôture.",
  },
  solidarite: {
    nom: "Fin de solidarité",
    famille: "depart",
    loi: "Article 8-1, VI : six mois après le congé d’un colocataire que personne ne remplace ; sa caution en est alors tenue quitte.",
  },
  chaudiere: {
    nom: "Entretien de la chaudière",
    famille: "logement",
    loi: "Code de l’environnement, article R. 224-41-7 : une fois par année civile.",
  },
  pac: {
    nom: "Entretien de la pompe à chaleur",
    famille: "logement",
    loi: "Code de l’environnement, article R. 224-44-1 : une fois tous les deux ans, de quatre à soixante-dix kilowatts.",
  },
  dpe_fin: {
    nom: "Fin du DPE",
    famille: "logement",
    loi: "Code de la construction et de l’habitation, article D. 126-19 : dix ans.",
  },
  dpe_interdiction: {
    nom: "Logement trop énergivore",
    famille: "logement",
    loi: "Article 6 : les classes G, F puis E ne sont plus décentes pour un bail signé, renouvelé ou reconduit depuis leur date.",
    legal: true,
  },
  gaz: {
    nom: "Diagnostic gaz",
    famille: "logement",
    loi: "Article 3-3 : six ans, pour une installation de plus de quinze ans ; à joindre au prochain bail.",
  },
  electricite: {
    nom: "Diagnostic électricité",
    famille: "logement",
    loi: "Article 3-3 : six ans, pour une installation de plus de quinze ans ; à joindre au prochain bail.",
  },
  plomb: {
    nom: "Constat plomb",
    famille: "logement",
    loi: "Article 3-3 : six ans quand du plomb a été trouvé, avant 1949 ; à joindre au prochain bail.",
  },
  amiante: {
    nom: "Contrôle de l’amiante",
    famille: "logement",
    loi: "Code de la santé publique, article R. 1334-27 : l’état de l’amiante trouvé se revoit dans les trois ans.",
  },
  risques: {
    nom: "État des risques",
    famille: "logement",
    loi: "Code de l’environnement, articles L. 125-5 et R. 125-26 : de moins de six mois à la signature du bail.",
    legal: true,
  },
  intendance: {
    nom: "Intendance à renouveler",
    famille: "logement",
    loi: "Une intendance se renouvelle avant son dernier jour.",
  },
  caution_information: {
    nom: "Information de la caution",
    famille: "caution",
    loi: "Code civil, article 2302 : avant le 31 mars de chaque année, ce qui reste dû et le terme de l’engagement.",
    legal: true,
  },
  caution_fin: {
    nom: "Fin d’un cautionnement",
    famille: "caution",
    loi: "Article 22-1 : la caution n’est tenue que jusqu’au terme de son engagement.",
  },
  caution_a_signer: {
    nom: "Acte de cautionnement à joindre",
    famille: "caution",
    loi: "Article 22-1 : l’acte porte la mention et la signature de la caution, sinon il est nul.",
  },
  reconduction: {
    nom: "Reconduction du mandat",
    famille: "mandat",
    loi: "Code de la consommation, article L. 215-1 : le mandant est averti de un à trois mois avant le dernier jour pour refuser. Sans cela, il résilie à tout moment, sans frais.",
    legal: true,
  },
  mandat_fin: {
    nom: "Fin du mandat",
    famille: "mandat",
    loi: "Loi n° 70-9, article 7 : un mandat a un terme, et finit sans nouvelle signature.",
  },
  reddition: {
    nom: "Compte rendu au mandant",
    famille: "mandat",
    loi: "Décret n° 72-678, article 66 : au moins une fois par an.",
    legal: true,
  },
  avis_versement: {
    nom: "Avis au mandant",
    famille: "mandat",
    loi: "Décret n° 72-678, article 67 : dans les huit jours des premières sommes reçues.",
    legal: true,
  },
  carte: {
    nom: "Carte professionnelle",
    famille: "agence",
    loi: "Décret n° 72-678, article 80 : le renouvellement se demande deux mois avant l’expiration.",
    legal: true,
  },
  garantie: {
    nom: "Garantie financière",
    famille: "agence",
    loi: "Loi n° 70-9, article 3 : sans garantie, l’agence ne reçoit aucuns fonds.",
    legal: true,
  },
  responsabilite: {
    nom: "Assurance de responsabilité",
    famille: "agence",
    loi: "Loi n° 70-9, article 3 : l’attestation se renouvelle chaque année.",
    legal: true,
  },
  formation: {
    nom: "Formation continue",
    famille: "agence",
    loi: "Décret n° 2016-173 : quatorze heures par an, ou quarante-deux en trois ans ; sans elle, la carte ne se renouvelle pas.",
    legal: true,
  },
} as const satisfies Record<string, Genre>;

export type GenreSuivi = keyof typeof GENRES;

export const GENRES_SUIVIS = Object.keys(GENRES) as GenreSuivi[];

/** The description of a kind of deadline. */
export const genreDe = (genre: GenreSuivi): Genre => GENRES[genre];

export type EntiteSuivie =
  | "Agence"
  | "Appartement"
  | "Caution"
  | "Depart"
  | "Dossier"
  | "Intendance"
  | "Mission";

/** A deadline, worked out from the records and never stored (suivi/README §17.1). */
export interface EcheanceSuivie {
  genre: GenreSuivi;
  entite: EntiteSuivie;
  id: number;
  /** The day not to miss. */
  date: Jour;
  /** The first day on which the deadline is shown. */
  depuis: Jour;
  /** The last day on which the deadline is shown; null: until the records change. */
  jusquau: Jour | null;
  /** The thing to do, in French, without anybody's name. */
  quoi: string;
  /**
   * The name of the exercice; present when another exercice of the same record may have a deadline on the same day.
   */
  exercice?: number;
}

/**
 * The key of a deadline, under which the acts of users are stored; a deadline with another day has another key.
 *
 * @returns « restitution:Dossier:123:2026-12-14 »; with its exercice, « charges:Dossier:123:2026-12-31:2023 »
 */
export const cleSuivi = ({
  genre,
  entite,
  id,
  date,
  exercice,
}: Pick<EcheanceSuivie, "genre" | "entite" | "id" | "date" | "exercice">): string =>
  [genre, entite, id, date, ...(exercice === undefined ? [] : [exercice])].join(":");

const CLE = /^([a-z_]+):([A-Za-z]+):([1-9]\d{0,8}):(\d{4}-\d{2}-\d{2})(?::\d{4}(?:\d{2})?)?$/;

/** The deadline that a key names; null for a text that is no key. */
export function cleLue(
  cle: string,
): Pick<EcheanceSuivie, "genre" | "entite" | "id" | "date"> | null {
  const [, genre = "", entite = "", id = "", date = ""] = CLE.exec(cle) ?? [];
  if (!Object.hasOwn(GENRES, genre)) return null;
  return { genre: genre as GenreSuivi, entite: entite as EntiteSuivie, id: Number(id), date };
}

/** Whether a deadline is shown on a day. */
export const ouverteLe = ({ depuis, jusquau }: EcheanceSuivie, today: Jour): boolean =>
  depuis <= today && (jusquau === null || today <= jusquau);

/** Compares two deadlines for a sorted list: the oldest day first. */
export const ordreDesEcheances = (echeance: EcheanceSuivie, autre: EcheanceSuivie): number =>
  ordre(echeance.date, autre.date) || ordre(echeance.genre, autre.genre) || echeance.id - autre.id;

export const BANDES = {
  retard: "En retard",
  semaine: "Cette semaine",
  avenir: "À venir",
} as const;

export type Bande = keyof typeof BANDES;

const JOURS_DE_LA_SEMAINE = 7;

/** The Sunday of the week of a day. */
export function dimancheDe(jour: Jour): Jour {
  const rang = new Date(jour).getUTCDay();
  return rang === 0 ? jour : ajouterJours(jour, JOURS_DE_LA_SEMAINE - rang);
}

/** The band of a deadline today: late, this week until Sunday, later. */
export function bandeDe({ date }: Pick<EcheanceSuivie, "date">, today: Jour): Bande {
  if (date < today) return "retard";
  return date <= dimancheDe(today) ? "semaine" : "avenir";
}

/** The acts of a user on a deadline: postpone it, mark it as done, assign it to somebody, undo. */
export const GESTES = ["reporter", "fait", "confier", "annuler"] as const;

export interface GesteGarde {
  etat: "reporte" | "fait" | null;
  /** The day on which a postponed deadline is shown again. */
  jusquau: Jour | null;
}

/** Whether the act of a user hides a deadline on a day. */
export const cachePar = (geste: GesteGarde | null | undefined, today: Jour): boolean =>
  geste?.etat === "fait" || (geste?.etat === "reporte" && today < (geste.jusquau ?? today));

export const JOURS_DE_REPORT = 90;

const LOIN: Jour = "9999-12-31";

/**
 * The last day to which a deadline may be postponed: ninety days from today, but not past the last day on which the
 * deadline is shown. A day set by the law and still to come is a limit too. Null when the deadline may not be
 * postponed any more.
 */
export function reportAuPlus(
  { genre, date, jusquau }: Pick<EcheanceSuivie, "genre" | "date" | "jusquau">,
  today: Jour,
): Jour | null {
  const montree = plusTot(ajouterJours(today, JOURS_DE_REPORT), jusquau ?? LOIN);
  const auPlus = genreDe(genre).legal && date >= today ? plusTot(montree, date) : montree;
  return auPlus > today ? auPlus : null;
}

/** The time left in words: « dans 5 jours », « aujourd’hui », « 3 jours de retard ». */
export function delaiEnMots(date: Jour, today: Jour): string {
  const jours = ecartEnJours(today, date);
  if (jours === 0) return "aujourd’hui";
  if (jours === 1) return "demain";
  if (jours > 0) return `dans ${jours} jours`;
  return jours === -1 ? "1 jour de retard" : `${-jours} jours de retard`;
}

export interface SuiviRow {
  cle: string;
  genre: GenreSuivi;
  date: Jour;
  bande: Bande;
  quoi: string;
  entite: EntiteSuivie;
  entiteId: number;
  DossierId: number | null;
  AppartementId: number | null;
  MissionId: number | null;
  locataire: string | null;
  /** The dwelling, or the parties of the mandate, in words. */
  objet: string | null;
  /** The user account in charge, chosen for the deadline, else for the mandate; null: everybody. */
  gestionnaireId: number | null;
  gestionnaire: string | null;
  /** The last day to which the deadline may be postponed; null when it may not be any more. */
  reportAuPlus: Jour | null;
}

/** A user account that may be in charge of a deadline or a mandate. */
export interface Gestionnaire {
  id: number;
  nom: string;
}

/** `GET /user/suivi`: how the user follows the deadlines. */
export interface MonSuivi {
  /** The user receives the weekly mail. */
  mail: boolean;
  /** The user has a calendar address. */
  agenda: boolean;
}

/** The record of a deadline by its number, without anybody's name: « dossier D000123 ». */
export function referenceDe({
  entite,
  id,
  DossierId,
}: Pick<EcheanceSuivie, "entite" | "id"> & { DossierId: number | null }): string {
  const numero = (lettre: string, nombre: number) => `${lettre}${String(nombre).padStart(6, "0")}`;
  if (DossierId !== null) return `dossier ${numero("D", DossierId)}`;
  if (entite === "Mission") return `mandat ${numero("M", id)}`;
  if (entite === "Appartement") return `logement ${numero("A", id)}`;
  return entite === "Intendance" ? `intendance ${numero("I", id)}` : "agence";
}

/** When more deadlines than this ask for the same act on one day, one line shows them all. */
const A_PART_AU_PLUS = 3;

type Acte = Pick<SuiviRow, "genre" | "date" | "quoi">;

/** The key of an act: deadlines of one day that ask for the same act have the same key. */
export const cleDeLActe = ({ genre, date, quoi }: Acte): string => [genre, date, quoi].join(":");

/** A line of deadlines: a first deadline, and the others of the same day that ask for the same act. */
export interface LigneDeSuivi<Echeance> {
  premiere: Echeance;
  autres: readonly Echeance[];
}

/**
 * The lines that show deadlines on the screen, in the weekly mail and in the calendar. More than three deadlines of
 * one day that ask for the same act share one line; any other deadline has its own (suivi/README §17.3).
 */
export const lignesDeSuivi = <Echeance extends Acte>(
  echeances: readonly Echeance[],
): LigneDeSuivi<Echeance>[] =>
  [...Map.groupBy(echeances, cleDeLActe).values()].flatMap((memes) => {
    const [premiere, ...autres] = memes;
    return premiere && memes.length > A_PART_AU_PLUS
      ? [{ premiere, autres }]
      : memes.map((seule) => ({ premiere: seule, autres: [] }));
  });

export type CompteSuivi = Record<Bande, number>;

export function compter(rows: readonly Pick<SuiviRow, "bande">[]): CompteSuivi {
  const bandes: CompteSuivi = { retard: 0, semaine: 0, avenir: 0 };
  for (const { bande } of rows) bandes[bande]++;
  return bandes;
}

/** `GET /Suivi`: the list of deadlines. */
export interface SuiviListe {
  data: SuiviRow[];
  total: number;
  bandes: CompteSuivi;
}
