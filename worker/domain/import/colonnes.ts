import { rechercheNormalisee } from "../recherche.ts";
import type { ChampImport } from "./champs/champ.ts";
import { CHAMPS_APPARTEMENT, CHAMPS_DOSSIER } from "./champs/champs-biens.ts";
import { CHAMPS_ETAT_LOCATIF } from "./champs/champs-etat-locatif.ts";
import { CHAMPS_MANDAT } from "./champs/champs-mandats.ts";
import { CHAMPS_CAUTION, CHAMPS_CLIENT, CHAMPS_LOCATAIRE } from "./champs/champs-personnes.ts";
import { ABREVIATIONS, ENTETES_D_AILLEURS } from "./champs/entetes.ts";
import {
  ETAT_LOCATIF,
  type FormeImport,
  GENRES,
  type GenreImport,
  type GenreLocatif,
} from "./genres.ts";

/** The fields that each kind of file may hold. */
export const CHAMPS: Readonly<Record<FormeImport, readonly ChampImport[]>> = {
  EtatLocatif: CHAMPS_ETAT_LOCATIF,
  Client: CHAMPS_CLIENT,
  Appartement: CHAMPS_APPARTEMENT,
  Mission: CHAMPS_MANDAT,
  Locataire: CHAMPS_LOCATAIRE,
  Dossier: CHAMPS_DOSSIER,
  Caution: CHAMPS_CAUTION,
};

/** The rows of a table, blank ones included, so that a rank matches a line of the spreadsheet. */
export type Rangs = readonly (readonly string[])[];

/** The table with corrected cells; a correction on a line that the table lacks changes nothing. */
export function corriges(
  rangs: Rangs,
  corrections: readonly { ligne: number; place: number; texte: string }[] = [],
): Rangs {
  if (corrections.length === 0) return rangs;
  const parLigne = Map.groupBy(corrections, ({ ligne }) => ligne);
  return rangs.map((cellules, rang) => {
    const cellulesDeLigne = new Map(
      parLigne.get(rang + 1)?.map(({ place, texte }) => [place, texte]),
    );
    const largeur = Math.max(
      cellules.length,
      ...[...cellulesDeLigne.keys()].map((place) => place + 1),
    );
    return cellulesDeLigne.size === 0
      ? cellules
      : Array.from(
          { length: largeur },
          (_, place) => cellulesDeLigne.get(place) ?? cellules[place] ?? "",
        );
  });
}

const RANGS_AVANT_L_ENTETE = 20;

/** The small words ignored when headers are compared. */
const DE_LIAISON = ["de", "du", "des", "d", "la", "le", "les", "l"];
const MOTS_DU_GENRE: Readonly<Record<GenreImport, readonly string[]>> = {
  Client: ["proprietaire", "proprietaires", "bailleur", "client", "mandant"],
  Appartement: ["bien", "lot", "logement", "appartement"],
  Mission: ["mandat", "mandats"],
  Locataire: ["locataire", "locataires", "titulaire"],
  Dossier: ["bail", "contrat", "location", "dossier"],
  Caution: ["garant", "caution"],
};

/**
 * The part of a header that is compared: « nom » for « Nom du locataire * » among tenants, « adresse 1 » for « Adr1 ».
 */
function cle(entete: string, genre: GenreImport): string {
  const separe = entete
    .replace(/\(.*?\)|€/g, " ")
    // The initials « C.P. » and « D. G. » are one word each.
    .replace(/\b([A-Z])\. ?(?=[A-Z]\b)/g, "$1")
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  const mots = rechercheNormalisee(separe)
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/([a-z])(?=\d)/g, "$1 ")
    .trim()
    .split(" ")
    .filter((mot) => !DE_LIAISON.includes(mot))
    .map((mot) => ABREVIATIONS[mot] ?? mot);
  const propres = mots.filter((mot) => !MOTS_DU_GENRE[genre].includes(mot));
  return (propres.length > 0 ? propres : mots).join(" ");
}

/** The fields that each header may mean, by kind, with a rank: the lowest rank is the surest meaning. */
const DICTIONNAIRES = Object.fromEntries(
  GENRES.map((genre) => {
    const champsParColonne = new Map<string, { champ: string; rang: number }[]>();
    for (const { champ, titre, noms } of CHAMPS[genre]) {
      const dAilleurs = ENTETES_D_AILLEURS[genre][champ] ?? [];
      for (const [rang, nom] of [titre, champ, ...noms, ...dAilleurs].entries()) {
        const sous = cle(nom, genre);
        const deja = champsParColonne.get(sous) ?? [];
        if (!deja.some((possible) => possible.champ === champ))
          champsParColonne.set(sous, [...deja, { champ, rang }]);
      }
    }
    return [genre, champsParColonne];
  }),
) as Record<GenreImport, Map<string, { champ: string; rang: number }[]>>;

interface Possible {
  champ: string;
  /** How sure this meaning of the header is: the lowest rank is the surest. */
  rang: number;
}

const possiblesDe = (entete: string, genre: GenreImport): readonly Possible[] =>
  DICTIONNAIRES[genre].get(cle(entete, genre)) ?? [];

/**
 * In a rent roll, a header that names no kind of record and has one of these words is about the mandate: « Honoraires
 * de gestion », « Taux HT ».
 */
const MOTS_DES_HONORAIRES = ["honoraires", "gestion", "taux", "encaissement"];

/**
 * The kind of record that a header of a rent roll names, « Tél. du locataire », « Date de fin du bail »; null when
 * none.
 */
function genreNomme(entete: string): GenreLocatif | null {
  const mots = rechercheNormalisee(entete).split(/[^a-z]+/);
  const contient = (parmi: readonly string[]) => parmi.some((mot) => mots.includes(mot));
  const nomme = (["Mission", "Client", "Locataire", "Dossier", "Appartement"] as const).find(
    (genre) => contient(MOTS_DU_GENRE[genre]),
  );
  return nomme ?? (contient(MOTS_DES_HONORAIRES) ? "Mission" : null);
}

/** The kinds tried in order for a header that names none. */
const SANS_NOM = ["Appartement", "Dossier", "Locataire"] as const;

function possiblesDUnEtatLocatif(entete: string): Possible[] {
  const nomme = genreNomme(entete);
  return (nomme ? [nomme] : SANS_NOM).flatMap((genre, avant) =>
    possiblesDe(entete, genre)
      .map(({ champ, rang }) => ({ champ: `${genre}.${champ}`, rang: rang + avant * 1000 }))
      .filter(({ champ }) => CHAMPS.EtatLocatif.some((connu) => connu.champ === champ)),
  );
}

/** The field of a column. A column of family names gives whole names when no column gives the first names. */
const nomSeul = (champ: string | null, trouves: readonly (string | null)[]): string | null =>
  champ?.endsWith(".nom") && !trouves.includes(champ.replace(/nom$/, "prenom"))
    ? champ.replace(/nom$/, "nomComplet")
    : champ;

/**
 * The field of each column, from its header; null when the header is unknown, or when a surer column gives its field.
 */
export function reconnaitre(entetes: readonly string[], forme: FormeImport): (string | null)[] {
  const possibles = entetes.flatMap((entete, colonne) =>
    (forme === ETAT_LOCATIF ? possiblesDUnEtatLocatif(entete) : possiblesDe(entete, forme)).map(
      (possible) => ({ ...possible, colonne }),
    ),
  );
  const trouves: (string | null)[] = entetes.map(() => null);
  for (const { champ, colonne } of possibles.toSorted(
    (possible, autre) => possible.rang - autre.rang,
  )) {
    if (trouves[colonne] === null && !trouves.includes(champ)) trouves[colonne] = champ;
  }
  return forme === ETAT_LOCATIF ? trouves.map((champ) => nomSeul(champ, trouves)) : trouves;
}

export const estVide = (cellules: readonly string[]): boolean =>
  cellules.every((cellule) => cellule.trim() === "");

/**
 * The rank, from 0, of the row of headers: among the first 20 rows, the row with the most known headers; else the
 * first row with several cells; else 0.
 */
export function rangDeLEntete(rangs: Rangs, forme: FormeImport): number {
  const connus = rangs
    .slice(0, RANGS_AVANT_L_ENTETE)
    .map((cellules) => reconnaitre(cellules, forme).filter(Boolean).length);
  const meilleur = Math.max(0, ...connus);
  if (meilleur > 0) return connus.indexOf(meilleur);
  const premier = rangs.findIndex(
    (cellules) => cellules.filter((cellule) => cellule.trim() !== "").length > 1,
  );
  return Math.max(0, premier);
}

const EXEMPLES = 3;

/** A table whose columns a person matches with fields: headers, likely fields, a few cells. */
export interface TableLue {
  genre: FormeImport;
  /** How the file was read: « CSV, séparé par des points-virgules, Windows-1252 ». */
  source: string;
  /** The line of the headers, as a spreadsheet counts it. */
  entete: number;
  /** The number of lines to import: the lines after the headers that are not blank. */
  lignes: number;
  colonnes: { titre: string; champ: string | null; exemples: string[] }[];
}

/** The table as the screen shows it, for a person to match its columns with fields. */
export function montrerTable(
  { rangs, source }: { rangs: Rangs; source: string },
  genre: FormeImport,
): TableLue {
  const rang = rangDeLEntete(rangs, genre);
  const suivants = rangs.slice(rang + 1).filter((cellules) => !estVide(cellules));
  const largeur = Math.max(0, ...rangs.slice(rang, rang + 50).map((cellules) => cellules.length));
  const entetes = Array.from({ length: largeur }, (_, place) => rangs[rang]?.[place]?.trim() ?? "");
  const champs = reconnaitre(entetes, genre);
  return {
    genre,
    source,
    entete: rang + 1,
    lignes: suivants.length,
    colonnes: entetes.map((titre, place) => ({
      titre,
      champ: champs[place] ?? null,
      exemples: suivants
        .slice(0, 20)
        .flatMap((cellules) => cellules[place]?.trim() || [])
        .slice(0, EXEMPLES),
    })),
  };
}
