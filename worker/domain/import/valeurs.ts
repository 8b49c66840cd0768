import { ajouterJours, aujourdhui, type Jour, lireJour, moisEnLettres } from "../dates.ts";
import { centimesEcrits, MontantIllisible } from "../montant-ecrit.ts";
import { enEuros } from "../montants.ts";
import type { TITRES } from "../personne.ts";
import { rechercheNormalisee } from "../recherche.ts";
import { cite } from "../texte-lu.ts";

/** A cell whose text can't be read as what its column holds, and why, after the cell: « n’est pas une date ». */
export class ValeurRefusee extends Error {
  override name = "ValeurRefusee";
}

/** What a cell may be read by beside its own text. */
export interface Autour {
  /** What the cell of this field says on the same line; "" for nothing. */
  dit(champ: string): string;
  /** The numbers of days are counted from 1904, as in the workbooks of old Macs. */
  depuis1904: boolean;
}

/** Reads the text of a cell that is not empty, on this day. @throws ValeurRefusee */
export type Lecture = (texte: string, today: Jour, autour: Autour) => unknown;

const refuser = (texte: string, pourquoi: string): never => {
  throw new ValeurRefusee(`${cite(texte)} ${pourquoi}.`);
};

/**
 * The text of a cell: without the spaces around it, nor what spreadsheets write so that it stays a text (« ="0105" »,
 * « '+33 6 » ).
 */
export const texteLu = (cellule: string): string =>
  cellule
    .replace(/[\u00A0\u2007\u202F]/g, " ")
    .trim()
    .replace(/^="(.*)"$/s, "$1")
    .replace(/^'(?=[=+\-@\d])/, "")
    .trim();

const mot = (texte: string): string =>
  rechercheNormalisee(texte)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

const MOIS = Array.from({ length: 12 }, (_, rang) =>
  mot(moisEnLettres(`2000-${String(rang + 1).padStart(2, "0")}`).replace(/ .*/, "")),
);

/** The day 0 of spreadsheets, whose 1900 has a 29 February too many: right from March 1900 on. */
const JOUR_ZERO: Jour = "1899-12-30";
const JOUR_ZERO_DE_1904: Jour = "1904-01-01";

/** An instant, and how far it is from Greenwich: its day is that of Paris. */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)$/i;
const HEURE_AMERICAINE = /\d\s?[ap]\.?m\.?$/i;

/**
 * A day as other software writes it: « 01/02/2024 » (the day first), « 2024-02-01 », « 1er février 2024 »,
 * « 01-févr.-24 », the number of a spreadsheet (45323), with the hour or without.
 */
export const jourLu = (texte: string): Jour => jourEcrit(texte, null);

/** The same, in a file whose numbers of days may be counted from 1904. */
export const jourDeLaCellule: Lecture = (texte, _today, autour) => jourEcrit(texte, null, autour);

/** A day of birth: neither to come nor before 1900; a year of two digits is of the century that makes it past. */
export function naissanceLue(
  texte: string,
  today: Jour,
  autour?: Pick<Autour, "depuis1904">,
): Jour {
  if (/(^|\D)1[0-8]\d\d(\D|$)/.test(texte))
    return refuser(texte, "est une naissance d’avant 1900 : corrigez l’année");
  const jour = jourEcrit(texte, today, autour);
  return jour > today ? refuser(texte, "est une naissance à venir : corrigez l’année") : jour;
}

function jourEcrit(
  texte: string,
  auPlusTard: Jour | null,
  autour?: Pick<Autour, "depuis1904">,
): Jour {
  if (INSTANT.test(texte)) {
    const instant = new Date(texte.replace(" ", "T").replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
    if (!Number.isNaN(instant.getTime())) return aujourdhui(instant);
  }
  if (HEURE_AMERICAINE.test(texte)) {
    return refuser(
      texte,
      "est écrit à l’américaine, où le mois vient d’abord : écrivez jj/mm/aaaa",
    );
  }
  const nu = texte
    .replace(/[T ]\d{1,2}[:h]\d{2}.*$/, "")
    .replace(/^(lun|mar|mer|jeu|ven|sam|dim)\w*\.? /i, "");
  if (/^\d{5}([.,]\d+)?$/.test(nu))
    return ajouterJours(
      autour?.depuis1904 ? JOUR_ZERO_DE_1904 : JOUR_ZERO,
      Math.floor(Number(nu.replace(",", "."))),
    );
  const [, jour = "", nom = "", annee = ""] =
    mot(nu).match(/^(\d{1,2})(?:er)? ([a-z]{3,}) (\d{4}|\d{2})$/) ?? [];
  const mois =
    nom === "" ? -1 : MOIS.findIndex((un) => un === nom || (un.startsWith(nom) && nom !== "jui"));
  const lu =
    mois >= 0
      ? lireJour(`${jour}/${mois + 1}/${annee}`, auPlusTard)
      : lireJour(nu.replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, dansLOrdre), auPlusTard);
  return lu ?? refuser(texte, "n’est pas une date : écrivez jj/mm/aaaa");
}

const dansLOrdre = (_: string, annee: string, mois: string, jour: string) =>
  `${jour}/${mois}/${annee}`;

/** Euros: « 1 234,50 € », « 1234.5 », « 850 €/mois ». */
export function montantLu(texte: string): number {
  try {
    return enEuros(
      centimesEcrits(
        texte.replace(/\s*(€|eur(os?)?)?\s*(\/|par)\s*(mois|an)$/i, "").replace(/euros?$/i, ""),
      ),
    );
  } catch (error) {
    if (!(error instanceof MontantIllisible)) throw error;
    return refuser(texte, `${error.message} : écrivez 1234,50`);
  }
}

/** A number, its unit left aside: « 45,5 m² », « 140.5 ». */
export function nombreLu(texte: string): number {
  const nu = texte.replace(/\s|m2$|m²$|%$/gi, "").replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(nu) ? Number(nu) : refuser(texte, "n’est pas un nombre");
}

/** A whole number: « 5 », « 5.0 », « le 5 », « 12 mois ». */
export function entierLu(texte: string): number {
  const [, nombre] = texte.match(/^(?:le )?(\d{1,9})(?:[.,]0+|er)?(?: (?:mois|jours?))?$/i) ?? [];
  return nombre === undefined ? refuser(texte, "n’est pas un nombre entier") : Number(nombre);
}

/** How many rooms: « 3 », « T3 », « F2 bis », « Studio », « 3 pièces ». */
export function piecesLues(texte: string): number {
  const [, nombre] =
    mot(texte).match(
      /^(?:appartement |maison |type )?(?:[tf] ?)?(\d{1,2})(?: 0)?(?: ?bis| p| pieces?)?$/,
    ) ?? [];
  if (nombre !== undefined) return Number(nombre);
  return /^(studio|studette|chambre)/.test(mot(texte))
    ? 1
    : refuser(texte, "n’est pas un nombre de pièces");
}

const OUI = new Set(["oui", "o", "vrai", "true", "1", "x", "yes", "y", "actif"]);
const NON = new Set(["non", "n", "faux", "false", "0", "no", "aucun", "inactif"]);

/** « Oui », « Non », « x », « 1 », « VRAI ». */
export function ouiNonLu(texte: string): boolean {
  if (OUI.has(mot(texte))) return true;
  return NON.has(mot(texte)) ? false : refuser(texte, "n’est ni oui ni non");
}

/** A telephone number, the zero that a spreadsheet took away given back. */
export function telephoneLu(texte: string): string {
  const nu = texte.replace(/\.0$/, "");
  if (/^[1-9](?:[ .-]?\d){8}$/.test(nu)) return `0${nu}`;
  return /^33[1-9]\d{8}$/.test(nu) ? `+${nu}` : nu.replace(/[/_]/g, " ");
}

const NUMERO_ENTIER = /(?:\+33[ .-]?|0033[ .-]?|0)[1-9](?:[ .-]?\d\d){4}/.source;
const DEUX_NUMEROS = new RegExp(`^(${NUMERO_ENTIER})[ .,-]*(${NUMERO_ENTIER})$`);
const ENTRE_NUMEROS = /\s*[/;|,]\s*|\s+(?:ou|et|-)\s+/;
const chiffres = (texte: string): number => texte.replace(/\D/g, "").length;

/** The telephone numbers of a cell: « 06 12 34 56 84 / 01 44 55 66 77 » has two, « 06/12/34/56/84 » has one. */
export function telephonesLus(texte: string): string[] {
  const [, un, autre] = texte.match(DEUX_NUMEROS) ?? [];
  const dits = un && autre ? [un, autre] : texte.split(ENTRE_NUMEROS).filter(Boolean);
  const entiers = dits.length > 1 && dits.every((dit) => chiffres(dit) >= 9);
  return (entiers ? dits : [texte]).map(telephoneLu);
}

/** A telephone number, where the record has room for one. */
export function seulTelephoneLu(texte: string): string {
  const [numero = "", autre] = telephonesLus(texte);
  return autre === undefined ? numero : refuser(texte, "dit deux numéros : gardez-en un");
}

/** The first of the addresses of a cell: « a@b.fr; c@d.fr ». */
export const courrielLu = (texte: string): string =>
  texte
    .replace(/^mailto:/i, "")
    .replace(/^.*<(.+)>$/, "$1")
    .split(/[;,\s|]+/)[0]
    ?.replace(/\.$/, "") ?? "";

/** A postal code, the zero that a spreadsheet took away given back. */
export const codePostalLu = (texte: string): string =>
  texte
    .replace(/\.0$/, "")
    .replace(/^F-?(?=\d{5}$)/i, "")
    .replace(/^(\d)(\d{3})$/, "0$1$2")
    .replace(/^(\d\d) (\d{3})$/, "$1$2");

/** The same, of somebody who may live abroad: what its line says of another country keeps its four digits. */
export const codePostalDit: Lecture = (texte, _today, { dit }) =>
  aLEtranger(dit) ? texte : codePostalLu(texte);

/** Countries and towns whose postal codes have four digits, as a line names them. */
const PAYS_A_QUATRE_CHIFFRES =
  /\b(belgique|belgie|belgium|suisse|schweiz|switzerland|luxembourg|autriche|pays bas|danemark|norvege|hongrie|portugal|tunisie|australie)\b/;
const VILLES_D_AILLEURS =
  /^(bruxelles|brussels|ixelles|uccle|etterbeek|schaerbeek|anderlecht|liege|namur|charleroi|mons|tournai|anvers|gand|bruges|louvain|wavre|waterloo|geneve|carouge|lausanne|zurich|bale|berne|neuchatel|fribourg|sion|montreux|vevey|nyon|lugano|copenhague|oslo|budapest|lisbonne)\b/;
const INDICATIFS = /^(\+|00) ?(32|41|352|43|45|47|36|351)/;

function aLEtranger(dit: Autour["dit"]): boolean {
  const pays = mot(dit("pays"));
  if (pays) return pays !== "france" && pays !== "fr";
  const ville = mot(dit("ville"));
  return (
    PAYS_A_QUATRE_CHIFFRES.test(ville) ||
    VILLES_D_AILLEURS.test(ville) ||
    ["tel", "telephone", "mobile", "mobilePerso"].some((champ) => INDICATIFS.test(dit(champ)))
  );
}

/** « 75005 Paris », « PARIS (75005) »: both are told. */
export function codePostalEtVille(texte: string): Record<string, string> {
  const [, avant = "", entre = ""] = texte.match(/^(\d[\d ]{3,5})\s+(.+)$/) ?? [];
  if (avant) return { codePostal: codePostalLu(avant.trim()), ville: entre };
  const [, ville = "", apres = ""] = texte.match(/^(.+?)\s*\(?(\d{5})\)?$/) ?? [];
  if (ville) return { codePostal: apres, ville };
  return refuser(texte, "ne dit pas un code postal et une ville");
}

const CIVILITES: Readonly<Record<string, (typeof TITRES)[number]>> = {
  m: "Monsieur",
  mr: "Monsieur",
  monsieur: "Monsieur",
  h: "Monsieur",
  homme: "Monsieur",
  masculin: "Monsieur",
  mme: "Madame",
  madame: "Madame",
  mrs: "Madame",
  f: "Madame",
  femme: "Madame",
  feminin: "Madame",
  mlle: "Mademoiselle",
  melle: "Mademoiselle",
  mademoiselle: "Mademoiselle",
};

/** « M. », « Mr », « Mme », « Mlle ». */
export function titreLu(texte: string): (typeof TITRES)[number] {
  const titre = CIVILITES[mot(texte)];
  if (titre) return titre;
  return refuser(
    texte,
    / et | ou |&|\//.test(texte)
      ? "désigne deux personnes : une ligne n’en nomme qu’une"
      : "n’est pas une civilité : M., Mme ou Mlle",
  );
}

const MORALES =
  /^(sci|sarl|sas|sasu|sa|eurl|snc|scp|scpi|selarl|gfa|societe|association|indivision|fonciere|commune|mairie|entreprise|personne morale|morale)\b/;

/** Who signs as a company, by what begins its name or its title; null for a natural person. */
export function qualiteDite(texte: string): "sci_familiale" | "personne_morale" | null {
  if (/^sci familiale\b/.test(mot(texte))) return "sci_familiale";
  return MORALES.test(mot(texte)) ? "personne_morale" : null;
}

/** « Particulier », « SCI », « Société ». */
export function qualiteLue(texte: string): string {
  const qualite = qualiteDite(texte);
  if (qualite) return qualite;
  return /^(particulier|personne physique|physique|individu)/.test(mot(texte))
    ? "personne_physique"
    : refuser(texte, "n’est ni un particulier ni une société");
}

const TITRE_DEVANT = /^(m\.?|mr\.?|mme\.?|mlle\.?|melle\.?|monsieur|madame|mademoiselle)\s+/i;

/** A name without its title: « Mme DUPONT Jeanne » is « DUPONT Jeanne ». */
export const sansTitre = (texte: string): string => texte.replace(TITRE_DEVANT, "").trim();

const TITRE = "(?:m|mr|mme|mlle|melle|monsieur|madame|mademoiselle)\\.?";
const DEUX_TITRES = new RegExp(`^(${TITRE})\\s*(?:et|ou|&|/)\\s*(${TITRE})(?=\\s|$)`, "i");
const DEUX_PERSONNES = new RegExp(`^(${TITRE}\\s.+?)\\s*(?:\\bet\\b|&|/)\\s*(${TITRE}\\s.+)$`, "i");

/** The title of a tenant, or those of two: « M. et Mme ». */
export function titreDuLocataire(texte: string): Record<string, string> {
  const [couple, un = "", autre = ""] = texte.trim().match(DEUX_TITRES) ?? [];
  return couple ? { titre: titreLu(un), autreTitre: titreLu(autre) } : { titre: titreLu(texte) };
}

/** The first names of two people who bear one name: « Jean et Marie ». */
export const prenomsDuCouple = (texte: string): [string, string] | null => {
  const [, un, autre] = texte.match(/^(.+?)\s*(?:\bet\b|&|\/|,)\s*(.+)$/i) ?? [];
  return un && autre ? [un, autre] : null;
};

/**
 * A whole name, or those of two tenants: « M. et Mme DUPONT Jean et Marie », « M. DUPONT Jean et Mme MARTIN Zoé ».
 */
export function nomsDuLocataire(texte: string): Record<string, string | null> {
  const [titres] = texte.match(DEUX_TITRES) ?? [];
  if (titres) {
    const [, prenoms = ""] = texte.match(/(\S+\s*(?:\bet\b|&|\/)\s*\S+)\s*$/i) ?? [];
    const deux = prenomsDuCouple(prenoms);
    const reste = texte.slice(titres.length).trim();
    const [prenom, autrePrenom] = deux ?? [];
    const { nom = "", prenom: seul = null } = nomEntier(
      prenom ? `${reste.slice(0, reste.length - prenoms.length)} ${prenom}`.trim() : reste,
    );
    return {
      ...titreDuLocataire(titres),
      nom,
      prenom: seul,
      autreNom: nom,
      autrePrenom: autrePrenom ?? null,
    };
  }
  const [, premier, second] = texte.match(DEUX_PERSONNES) ?? [];
  if (!premier || !second) return nomEntier(texte);
  const autre = nomEntier(second);
  return {
    ...nomEntier(premier),
    autreTitre: autre.titre ?? null,
    autreNom: autre.nom ?? null,
    autrePrenom: autre.prenom ?? null,
  };
}

const PARTICULE = /^(de|du|des|la|le|les|van|von|der|den|el|al|ben|di|da|dos)$/i;

/**
 * A whole name: what is in capitals is the family name, else the first word is; its title is told too. A company has
 * no first name.
 */
export function nomEntier(texte: string): Record<string, string | null> {
  const qualite = qualiteDite(texte);
  if (qualite) return { nom: texte, prenom: null, qualite };
  if (/ (et|ou) (m\.?|mr\.?|mme\.?|monsieur|madame) |&/i.test(` ${texte} `)) {
    return refuser(texte, "désigne deux personnes : une ligne n’en nomme qu’une");
  }
  const [titre] = texte.match(TITRE_DEVANT) ?? [];
  const mots = sansTitre(texte).replace(",", " ").split(/\s+/).filter(Boolean);
  const enCapitales = (un: string) =>
    un.length > 1 && un === un.toUpperCase() && un !== un.toLowerCase();
  const capitales = mots.filter(enCapitales);
  const particules = Math.max(
    0,
    mots.findIndex((un) => !PARTICULE.test(un)),
  );
  const [noms, prenoms] =
    capitales.length > 0 && capitales.length < mots.length
      ? [capitales, mots.filter((un) => !enCapitales(un))]
      : [mots.slice(0, particules + 1), mots.slice(particules + 1)];
  return {
    ...(titre ? { titre: titreLu(titre.trim()) } : {}),
    nom: noms.join(" "),
    prenom: prenoms.join(" ") || null,
  };
}

/** One of these values, by the words that other software says it with, compared without accents. */
export const choixLu =
  <T extends string>(mots: Readonly<Record<T, RegExp>>): Lecture =>
  (texte) => {
    const valeurs = Object.entries(mots) as [T, RegExp][];
    const trouvee = valeurs.find(
      ([valeur, un]) => mot(valeur) === mot(texte) || un.test(mot(texte)),
    );
    return (
      trouvee?.[0] ??
      refuser(
        texte,
        `n’est pas reconnu. Valeurs possibles : ${valeurs.map(([valeur]) => valeur).join(", ")}`,
      )
    );
  };

/** When the building was built: its period, or the year that tells it. */
export function periodeLue(texte: string): string {
  const [annee = ""] = texte.match(/\d{4}/g)?.slice(-1) ?? [];
  const avant = /avant/i.test(texte) ? Number(annee) - 1 : Number(annee);
  if (annee === "" || avant < 1000 || avant > 2199)
    return refuser(texte, "n’est ni une année ni une période de construction");
  if (/apr[eè]s|depuis/i.test(texte) && Number(annee) >= 1989) return "après 1990";
  if (avant < 1946) return "avant 1946";
  if (avant <= 1970) return "1946-1970";
  return avant <= 1990 ? "1971-1990" : "après 1990";
}
