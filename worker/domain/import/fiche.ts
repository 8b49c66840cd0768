import type { Constat, Controle } from "./controle.ts";
import type { ControleDeFichier } from "./etat-locatif.ts";
import type { FormeImport, GenreImport } from "./genres.ts";

export interface ImportRow {
  id: number;
  genre: GenreImport;
  nom: string;
  /** How many records the import created, and how many lines had an existing record. */
  nombre: number;
  existantes: number;
  user: string | null;
  createdAt: string;
  annuleLe: string | null;
  annulePar: string | null;
}

interface Dits<T> {
  nombre: number;
  premiers: T[];
}

/** The result of checking a file before anything is written: numbers, and the first remarks. */
export interface EssaiImport {
  genre: FormeImport;
  lignes: number;
  aCreer: number;
  parties: { genre: GenreImport; aCreer: number }[];
  existantes: Dits<Constat>;
  doublons: Dits<Constat>;
  erreurs: Dits<Controle["erreurs"][number]>;
  /** The number of lines with an error. */
  fausses: number;
  avertissements: Dits<string>;
  titres: string[];
  apercu: Controle["apercu"];
}

const DITS_AU_PLUS = 200;

const compter = <T>(tous: readonly T[]): Dits<T> => ({
  nombre: tous.length,
  premiers: tous.slice(0, DITS_AU_PLUS),
});

/** The summary of a checked file. */
export const essaiDe = (genre: FormeImport, controle: ControleDeFichier): EssaiImport => ({
  genre,
  lignes: controle.lignes,
  aCreer: controle.parties.reduce((avant, { fiches }) => avant + fiches.length, 0),
  parties: controle.parties.map((partie) => ({
    genre: partie.genre,
    aCreer: partie.fiches.length,
  })),
  existantes: compter(controle.existantes),
  doublons: compter(controle.doublons),
  erreurs: compter(controle.erreurs),
  fausses: controle.fausses.length,
  avertissements: compter(controle.avertissements),
  titres: controle.titres,
  apercu: controle.apercu,
});
