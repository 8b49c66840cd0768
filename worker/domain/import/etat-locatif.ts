import type { Jour } from "../dates.ts";
import { CHAMPS, estVide, type Rangs } from "./colonnes.ts";
import type { CorrespondanceImport } from "./colonnes-fiche.ts";
import type { Connus } from "./connus.ts";
import {
  type Controle,
  controlerImport,
  type DitParLaLigne,
  type FicheACreer,
} from "./controle.ts";
import { ETAT_LOCATIF, GENRES_LOCATIFS, type GenreImport, type GenreLocatif } from "./genres.ts";

export type FicheNumerotee = FicheACreer & { id: number };

/** The records of one kind that a file would create, and the number of lines whose record already exists. */
export interface Partie {
  genre: GenreImport;
  fiches: FicheNumerotee[];
  existantes: number;
}

/** The records that a file would create, kind by kind, and all the remarks about the file. */
export interface ControleDeFichier extends Omit<Controle, "aCreer" | "places" | "renvois"> {
  parties: Partie[];
}

/** A table, and the answers of the person who imports it. */
export interface TableDite {
  rangs: Rangs;
  /** The rank of the row of headers. */
  rang: number;
  depuis1904: boolean;
  correspondance: CorrespondanceImport;
}

/** The last id used in each kind of record. */
export type Suites = Readonly<Record<GenreImport, number>>;

const numeroter = (genre: GenreImport, aCreer: readonly FicheACreer[], suites: Suites) =>
  aCreer.map((fiche, rang) => ({ ...fiche, id: suites[genre] + 1 + rang }));

/**
 * Checks a file and returns the records that it would create: one kind or, for a rent roll, owners, dwellings,
 * mandates, tenants and leases (import/README §13). A line of a rent roll creates all its records or none. The check
 * writes nothing.
 */
export function controlerFichier(
  table: TableDite,
  connus: Connus,
  suites: Suites,
  today: Jour,
): ControleDeFichier {
  const { genre } = table.correspondance;
  if (genre === ETAT_LOCATIF) {
    const tout = controlerEtatLocatif(table, connus, suites, today);
    if (tout.fausses.length === 0) return tout;
    const fausses = new Set(tout.fausses);
    const justes = table.rangs.map((cellules, place) => (fausses.has(place + 1) ? [] : cellules));
    const { parties, avertissements } = controlerEtatLocatif(
      { ...table, rangs: justes },
      connus,
      suites,
      today,
    );
    return { ...tout, parties, avertissements };
  }
  const correspondance = { ...table.correspondance, genre };
  const {
    aCreer,
    places: _,
    renvois: __,
    ...controle
  } = controlerImport({ ...table, correspondance }, connus, today);
  const existantes = controle.existantes.length;
  return {
    ...controle,
    parties: [{ genre, fiches: numeroter(genre, aCreer, suites), existantes }],
  };
}

function controlerEtatLocatif(
  table: TableDite,
  connus: Connus,
  suites: Suites,
  today: Jour,
): ControleDeFichier {
  const ids = new Map<GenreLocatif, Map<number, number>>();
  const parties: Partie[] = [];
  const fausses = new Set<number>();
  const { colonnes } = table.correspondance;
  const mandats = colonnes.some((champ) => champ?.startsWith("Mission."));
  const genres = GENRES_LOCATIFS.filter((genre) => genre !== "Mission" || mandats);
  const controles = genres.map((genre) => {
    const noms = [...connus.locataires, ...locatairesDe(parties)];
    const controle = controlerImport(
      partDe(genre, table),
      { ...connus, locataires: genre === "Dossier" ? noms : connus.locataires },
      today,
      (ligne) => ditParLaLigne(genre, ligne, ids, fausses),
    );
    for (const ligne of controle.fausses) fausses.add(ligne);
    const fiches = numeroter(genre, controle.aCreer, suites);
    parties.push({ genre, fiches, existantes: controle.existantes.length });
    const neuves = new Map(fiches.map(({ ligne, id }) => [ligne, id]));
    const trouves = [...controle.renvois].flatMap(([ligne, deja]) => {
      const id = deja.ligne === null ? deja.id : neuves.get(deja.ligne);
      return id === undefined ? [] : [[ligne, id] as const];
    });
    ids.set(genre, new Map(trouves));
    return { ...controle, erreurs: controle.erreurs.map((erreur) => nommer(genre, erreur)) };
  });
  const parMessage = Map.groupBy(
    controles.flatMap(({ existantes }) => existantes),
    ({ message }) => message,
  );
  return {
    lignes: table.rangs.filter((cellules, place) => place > table.rang && !estVide(cellules))
      .length,
    parties,
    existantes: [...parMessage.values()].flatMap(([premiere]) => premiere ?? []),
    // Only a repeated lease makes a repeated line: an owner of two dwellings has two lines.
    doublons: controles.at(-1)?.doublons ?? [],
    erreurs: controles
      .flatMap(({ erreurs }) => erreurs)
      .toSorted((erreur, autre) => erreur.ligne - autre.ligne),
    fausses: [...fausses].toSorted((rang, autre) => rang - autre),
    avertissements: controles.flatMap(({ avertissements }) => avertissements),
    ...apercuCommun(controles),
  };
}

const locatairesDe = (parties: readonly Partie[]) =>
  (parties.find(({ genre }) => genre === "Locataire")?.fiches ?? []).map(({ id, fiche }) => ({
    id,
    nom: String(fiche.nom),
    prenom: String(fiche.prenom),
    mails: [],
    naissance: null,
  }));

/**
 * The columns of a rent roll that also fill a field of another kind of record, unless that field has a column of its
 * own: the rent of the lease fills the rent of the dwelling, the address of the dwelling fills the address of the
 * tenant.
 */
const AUSSI: Readonly<Record<GenreLocatif, Readonly<Record<string, string>>>> = {
  Client: {},
  Appartement: {
    "Dossier.loyerHC": "loyerHC",
    "Dossier.loyerCharge": "charge",
    "Dossier.loyerCC": "loyerCC",
  },
  Mission: {},
  Locataire: {
    "Appartement.adresse": "adresse",
    "Appartement.codePostal": "codePostal",
    "Appartement.ville": "ville",
    "Appartement.codePostalVille": "codePostalVille",
  },
  Dossier: {},
};

/**
 * The columns that name a tenant. A line where each of them is empty, or holds a word of `PERSONNE` such as
 * « vacant », describes a vacant dwelling.
 */
const NOMS_DU_LOCATAIRE = ["Locataire.nomComplet", "Locataire.nom", "Locataire.prenom"];
const PERSONNE = /^(vacante?|libre|vide|inoccupee?|disponible|neant|aucune?|-+)$/i;

/**
 * The table reduced to one kind of record: its columns, and the lines that describe such a record; the other lines
 * turn blank.
 */
function partDe(genre: GenreLocatif, { correspondance, ...table }: TableDite) {
  const { colonnes, defauts = {} } = correspondance;
  const champDuGenre = (champ: string | null) =>
    champ?.startsWith(`${genre}.`) ? champ.slice(genre.length + 1) : null;
  const champsDuGenre = colonnes.map(champDuGenre);
  const aussi = Object.entries(AUSSI[genre]).filter(([, champ]) => !champsDuGenre.includes(champ));
  const emprunts = champsDuGenre.some(
    (champ) => champ?.startsWith("adresse") && genre === "Locataire",
  )
    ? new Map<string, string>()
    : new Map(aussi);
  const propres = champsDuGenre.flatMap((champ, place) => (champ === null ? [] : place));
  const noms = NOMS_DU_LOCATAIRE.map((champ) => colonnes.indexOf(champ));
  const dePersonne = genre === "Locataire" || genre === "Dossier";
  const texteDe = (cellules: readonly string[]) =>
    (dePersonne ? noms : propres).some((place) => {
      const texte = cellules[place]?.trim() ?? "";
      return texte !== "" && !(dePersonne && PERSONNE.test(texte));
    });
  return {
    ...table,
    rangs: table.rangs.map((cellules, place) =>
      place <= table.rang || texteDe(cellules) ? cellules : [],
    ),
    correspondance: {
      genre,
      colonnes: colonnes.map(
        (champ, place) => champsDuGenre[place] ?? emprunts.get(champ ?? "") ?? null,
      ),
      defauts: Object.fromEntries(
        Object.entries(defauts).flatMap(([champ, valeur]) => {
          const nom = champDuGenre(champ);
          return nom === null ? [] : [[nom, valeur]];
        }),
      ),
    },
  };
}

/**
 * The values and links of one record of a rent roll’s line that come from the other records of this line: the owner
 * of the dwelling, the owner and the dwelling of the mandate, the dwelling and the tenant of the lease.
 */
function ditParLaLigne(
  genre: GenreLocatif,
  ligne: number,
  ids: ReadonlyMap<GenreLocatif, ReadonlyMap<number, number>>,
  fausses: ReadonlySet<number>,
): DitParLaLigne {
  const id = (autre: GenreLocatif) => ids.get(autre)?.get(ligne);
  if (genre === "Appartement") {
    const proprietaire = id("Client");
    return { liens: proprietaire === undefined ? [] : [proprietaire] };
  }
  // This id, which no record has, replaces the id of a wrong owner, dwelling or tenant: the other errors of the line
  // are found too, and the line creates nothing.
  const inconnu = Number.MAX_SAFE_INTEGER - ligne;
  if (genre === "Mission") {
    const faux = fausses.has(ligne) ? inconnu : undefined;
    const parties = { mandants: id("Client") ?? faux, biens: id("Appartement") ?? faux };
    return {
      valeurs: Object.fromEntries(
        Object.entries(parties).flatMap(([nom, identifiant]) =>
          identifiant === undefined ? [] : [[nom, [identifiant]]],
        ),
      ),
    };
  }
  if (genre !== "Dossier") return {};
  return {
    valeurs: {
      AppartementId: id("Appartement") ?? inconnu,
      LocataireId: id("Locataire") ?? inconnu,
    },
  };
}

/** The error with its missing column named as the rent roll names that column: « Propriétaire : nom complet ». */
function nommer<Erreur extends { colonne: string | null; place: number | null }>(
  genre: GenreLocatif,
  erreur: Erreur,
): Erreur {
  if (erreur.place !== null) return erreur;
  const champ = CHAMPS[genre].find(({ titre }) => titre === erreur.colonne)?.champ;
  const offert = CHAMPS.EtatLocatif.find((possible) => possible.champ === `${genre}.${champ}`);
  return offert ? { ...erreur, colonne: offert.titre } : erreur;
}

/** The preview of the first lines, with the columns of every kind of record, each column once. */
function apercuCommun(controles: readonly Controle[]) {
  const titres = new Map<number, string>();
  const lignes = new Map<number, Map<number, string>>();
  for (const controle of controles) {
    for (const [rang, place] of controle.places.entries()) {
      if (place < 0) continue;
      if (!titres.has(place)) titres.set(place, controle.titres[rang] ?? "");
      for (const { ligne, cellules } of controle.apercu) {
        const cellulesParPlace = lignes.get(ligne) ?? new Map<number, string>();
        lignes.set(
          ligne,
          cellulesParPlace.set(place, cellulesParPlace.get(place) ?? cellules[rang] ?? ""),
        );
      }
    }
  }
  const places = [...titres.keys()].toSorted((place, autre) => place - autre);
  return {
    titres: places.map((place) => titres.get(place) ?? ""),
    apercu: [...lignes]
      .toSorted(([place], [autre]) => place - autre)
      .slice(0, LUES)
      .map(([ligne, cellulesParPlace]) => ({
        ligne,
        cellules: places.map((place) => cellulesParPlace.get(place) ?? ""),
      })),
  };
}

const LUES = 5;
