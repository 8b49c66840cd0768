import type { Constat, Controle, FicheACreer } from "./controle.ts";
import type { GenreImport } from "./genres.ts";

/** An import, as the list of them shows it. */
export interface ImportRow {
  id: number;
  genre: GenreImport;
  /** The name of the file. */
  nom: string;
  /** Records that it made, and lines whose record was already there. */
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

/** What a file would make, before anything is written: numbers, and the first lines of what is said. */
export interface EssaiImport {
  genre: GenreImport;
  lignes: number;
  aCreer: number;
  existantes: Dits<Constat>;
  doublons: Dits<Constat>;
  erreurs: Dits<Controle["erreurs"][number]>;
  /** How many lines have something wrong. */
  fausses: number;
  avertissements: Dits<string>;
  /** Dwellings of the file that get an owner, guarantors that get a lease. */
  lies: number;
  titres: string[];
  apercu: Controle["apercu"];
}

const DITS_AU_PLUS = 200;

const dits = <T>(tous: readonly T[]): Dits<T> => ({
  nombre: tous.length,
  premiers: tous.slice(0, DITS_AU_PLUS),
});

/** What is told of a file that was checked. */
export const essaiDe = (genre: GenreImport, controle: Controle): EssaiImport => ({
  genre,
  lignes: controle.lignes,
  aCreer: controle.aCreer.length,
  existantes: dits(controle.existantes),
  doublons: dits(controle.doublons),
  erreurs: dits(controle.erreurs),
  fausses: controle.fausses.length,
  avertissements: dits(controle.avertissements),
  lies: controle.aCreer.filter(({ liens }: FicheACreer) => liens.length > 0).length,
  titres: controle.titres,
  apercu: controle.apercu,
});
