import type { Dossier } from "../biens/dossier-fiche.ts";
import { bailEnCours } from "../biens/etat-dossier.ts";
import { avertissementsLogement, bauxQuiChevauchent } from "../biens/logement.ts";
import { numerosSuivants } from "../biens/numero-dossier.ts";
import type { Jour } from "../dates.ts";
import { annuaireDe } from "./annuaire.ts";
import type { Rangs } from "./colonnes.ts";
import type { BailConnu, Connus } from "./connus.ts";
import type { GenreImport } from "./genres.ts";
import { type Deja, identitesDe, intitule } from "./identites.ts";
import {
  AUCUNE_COLONNE,
  type CorrespondanceDuGenre,
  colonneDe,
  type ErreurDeLigne,
  type LigneLue,
  lireLignes,
  validerLigne,
} from "./lignes.ts";
import { mandatsDuFichier } from "./mandats.ts";
import { resoudre } from "./resolution.ts";

/** A remark about a line; a remark is no error. */
export interface Constat {
  ligne: number;
  message: string;
}

/** An error on a line, with the text of its cell. */
export interface ErreurSituee extends ErreurDeLigne {
  texte: string;
}

export interface FicheACreer {
  ligne: number;
  /** The record, as the schema of its creation returns it. */
  fiche: Record<string, unknown>;
  /** The reference of the record in the other software. */
  reference: string | null;
  /** The ids that the record is linked to: the owners of a dwelling, the lease of a guarantor. */
  liens: number[];
}

/** The records that a file would create, and all the remarks about the file. */
export interface Controle {
  /** The number of lines read; blank lines do not count. */
  lignes: number;
  aCreer: FicheACreer[];
  /** The lines whose record already exists in the database. */
  existantes: Constat[];
  /** The lines that repeat an earlier line. */
  doublons: Constat[];
  erreurs: ErreurSituee[];
  /** The lines with an error. */
  fausses: number[];
  avertissements: string[];
  /** The columns read: their titles, and their ranks in the file (negative: a value given for every line). */
  titres: string[];
  places: number[];
  apercu: { ligne: number; cellules: string[] }[];
  /**
   * For each line without an error, by its number: the id of its record in the database, or the number of the line
   * that creates its record.
   */
  renvois: Map<number, Deja>;
}

/** The values and the links that a record takes from the other records of its line in a rent roll. */
export interface DitParLaLigne {
  valeurs?: Record<string, unknown>;
  liens?: number[];
}

const APERCU = 5;

/** The field that stores the number given by the other software, for the kinds of records that have such a field. */
const NUMEROS: Readonly<Partial<Record<GenreImport, string>>> = {
  Dossier: "numFraisDossier",
  Mission: "numRegistre",
};

/**
 * Checks a table and returns the records that it would create, by the rules of an ordinary creation (import/README
 * §13). It writes nothing.
 *
 * @param rang the rank of the row of headers
 */
export function controlerImport(
  {
    correspondance,
    ...table
  }: { rangs: Rangs; rang: number; depuis1904: boolean; correspondance: CorrespondanceDuGenre },
  connus: Connus,
  today: Jour,
  parLaLigne: (ligne: number) => DitParLaLigne = () => ({}),
): Controle {
  const { genre } = correspondance;
  const { colonnes, lignes } = lireLignes(table, correspondance, today);
  const annuaire = annuaireDe(connus);
  const identites = identitesDe(genre, connus);
  const numeros = numerosDe(genre, lignes, connus, today);
  const controle: Controle = {
    lignes: lignes.length,
    aCreer: [],
    existantes: [],
    doublons: [],
    erreurs: [],
    fausses: [],
    avertissements: [],
    titres: colonnes.map(({ entete }) => entete),
    places: colonnes.map(({ place }) => place),
    apercu: lignes.slice(0, APERCU).map(({ ligne, cellules }) => ({ ligne, cellules })),
    renvois: new Map(),
  };
  const mandats = mandatsDuFichier(connus);
  const absentes = new Set<string | null>();
  const situer = (erreur: ErreurDeLigne): ErreurSituee => ({
    ...erreur,
    texte: table.rangs[erreur.ligne - 1]?.[erreur.place ?? -1] ?? "",
  });
  for (const ligneLue of lignes) {
    const { ligne } = ligneLue;
    const parSaPlace = parLaLigne(ligne);
    const resolue = resoudre(genre, ligneLue, annuaire, (champ) =>
      colonneDe([champ], colonnes, genre),
    );
    const { erreurs } = resolue;
    const valeurs = { ...resolue.valeurs, ...parSaPlace.valeurs };
    const liens = parSaPlace.liens ?? resolue.liens;
    if (genre === "Dossier") valeurs.numFraisDossier ??= numeros.shift();
    const reference = valeurs[NUMEROS[genre] ?? "reference"];
    const { reference: _, ...record } = valeurs;
    const validee = validerLigne({ ligne, valeurs: record }, genre, colonnes);
    const refusees = new Set([...ligneLue.erreurs, ...erreurs].map(({ colonne }) => colonne));
    const fautes = [
      ...ligneLue.erreurs,
      ...erreurs,
      // A column whose cell is unreadable already has an error and gets no second one.
      ...("erreurs" in validee
        ? validee.erreurs.filter(({ colonne }) => !refusees.has(colonne))
        : []),
    ];
    const referenceDite = typeof reference === "string" && reference !== "" ? reference : null;
    const lisible = ligneLue.erreurs.length + erreurs.length === 0;
    // A line that lacks values is no error when its record already exists.
    const reconnue = "incomplete" in validee && validee.incomplete && lisible;
    const fiche = "fiche" in validee ? validee.fiche : record;
    const { deja, conflit, retenir } = identites({ fiche, reference: referenceDite, liens }, ligne);
    const resultat = { ligne, valeurs: record, fiche, deja };
    const refus =
      genre === "Mission" && (deja !== null || fautes.length === 0) ? mandats.refus(resultat) : [];
    fautes.push(
      ...refus.map(({ champs, message }) => {
        const champ = champs.find((champ) => colonnes.some((colonne) => colonne.champ === champ));
        const { colonne, place } = colonneDe(champ ? [champ] : champs, colonnes, genre);
        return { ligne, colonne, place, message };
      }),
    );
    if (conflit)
      fautes.push({ ligne, ...colonneDe(["reference"], colonnes, genre), message: conflit });
    const autreFiche = conflit !== null || refus.length > 0;
    if (fautes.length > 0 && !(reconnue && deja && !autreFiche)) {
      const neuves = fautes.filter(
        ({ colonne, message }) => message !== AUCUNE_COLONNE || !absentes.has(colonne),
      );
      controle.erreurs.push(...neuves.map(situer));
      controle.fausses.push(ligne);
      for (const { colonne, message } of neuves) {
        if (message === AUCUNE_COLONNE) absentes.add(colonne);
      }
      continue;
    }
    controle.renvois.set(ligne, deja ?? { ligne });
    // A second line of the same mandate adds a dwelling to it and creates no record.
    if (genre === "Mission" && mandats.prendre(resultat)) continue;
    if (deja === null) {
      retenir();
      controle.aCreer.push({ ligne, fiche, reference: referenceDite, liens });
    } else if (deja.ligne === null) {
      controle.existantes.push({ ligne, message: `${intitule(genre, fiche)} existe déjà.` });
    } else {
      controle.doublons.push({
        ligne,
        message: `${intitule(genre, fiche)} est déjà dit ligne ${deja.ligne}.`,
      });
    }
  }
  if (genre === "Dossier")
    controle.avertissements = avertissementsDesBaux(controle.aCreer, connus, today);
  if (genre === "Mission") controle.avertissements = mandats.avertissements();
  if (genre === "Locataire") controle.avertissements = avertissementsDesLocataires(controle.aCreer);
  return controle;
}

function avertissementsDesLocataires(aCreer: readonly FicheACreer[]): string[] {
  const { length: sans } = aCreer.filter(({ fiche }) => fiche.mail === "");
  if (sans === 0) return [];
  return [
    sans === 1
      ? "Un locataire n’a pas d’e-mail : rien ne lui partira par courriel avant que sa fiche en ait un."
      : `${sans} locataires n’ont pas d’e-mail : rien ne leur partira par courriel avant que leur fiche en ait un.`,
  ];
}

/** The numbers that the leases without a number of their own get, in order. */
function numerosDe(
  genre: GenreImport,
  lignes: readonly LigneLue[],
  connus: Connus,
  today: Jour,
): string[] {
  if (genre !== "Dossier") return [];
  const numerosDits = lignes.flatMap(({ valeurs }) =>
    valeurs.numFraisDossier ? [String(valeurs.numFraisDossier)] : [],
  );
  const deja = [
    ...numerosDits.toReversed(),
    ...connus.baux.map(({ numFraisDossier }) => numFraisDossier).toReversed(),
  ];
  return numerosSuivants(deja, Number(today.slice(0, 4)), lignes.length - numerosDits.length);
}

/** The French warnings about the leases to create: overlaps, and the receipts that will follow. */
function avertissementsDesBaux(
  aCreer: readonly FicheACreer[],
  connus: Connus,
  today: Jour,
): string[] {
  const nouveaux = aCreer.map(({ ligne, fiche }): BailConnu & { ligne: number } => ({
    ...bailDe(fiche as unknown as Dossier),
    id: Number.MAX_SAFE_INTEGER - ligne,
    ligne,
  }));
  const parLogement = Map.groupBy(
    [...connus.baux.map((bail) => ({ ...bail, ligne: null })), ...nouveaux],
    ({ AppartementId }) => AppartementId,
  );
  const noms = new Map(
    connus.locataires.map((locataire) => [locataire.id, { titre: null, ...locataire }]),
  );
  const ensemble = nouveaux.flatMap((bail) => {
    const avant = (parLogement.get(bail.AppartementId) ?? []).filter(
      ({ ligne }) => ligne === null || ligne < bail.ligne,
    );
    const bauxVoisins = bauxQuiChevauchent(bail, avant).flatMap((bail) => {
      const locataire = noms.get(bail.LocataireId);
      return locataire ? [{ ...bail, locataire }] : [];
    });
    return avertissementsLogement(bauxVoisins).map(
      (avertissement) => `Ligne ${bail.ligne} : ${avertissement}`,
    );
  });
  const enCours = nouveaux.filter((bail) => bailEnCours(bail, today)).length;
  return [
    ...(enCours > 0
      ? [
          `${enCours === 1 ? "Un bail court" : `${enCours} baux courent`} aujourd’hui : leurs quittances se feront d’elles-mêmes dès le prochain passage, et partiront par e-mail, là où l’appartement et le locataire sont en quittance automatique.`,
        ]
      : []),
    ...ensemble,
  ];
}

const bailDe = (dossier: Dossier): Omit<BailConnu, "id"> => ({
  AppartementId: dossier.AppartementId,
  LocataireId: dossier.LocataireId,
  numFraisDossier: dossier.numFraisDossier,
  colocation: dossier.colocation,
  dateDebutBail: dossier.dateDebutBail,
  dateFinBail: dossier.dateFinBail,
  dateDebutPreavis: dossier.dateDebutPreavis,
  dateFinPreavis: dossier.dateFinPreavis,
  dateSortie: dossier.dateSortie ?? null,
});
