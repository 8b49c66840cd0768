import type { BailDuLogement } from "../biens/logement.ts";
import type { Jour } from "../dates.ts";
import { rechercheNormalisee } from "../recherche.ts";
import type { GenreImport } from "./genres.ts";

/** A person of the base, or of an earlier line. */
export interface PersonneConnue {
  id: number;
  nom: string;
  prenom: string;
  mails: readonly string[];
  naissance: Jour | null;
}

export interface AppartementConnu {
  id: number;
  adresse: string;
  codePostal: string;
  ville: string;
  etage: string | null;
  situation: string | null;
}

export interface BailConnu extends BailDuLogement {
  AppartementId: number;
  LocataireId: number;
  numFraisDossier: string;
}

export interface CautionConnue extends PersonneConnue {
  DossierId: number | null;
}

/** A mission of the base: a mandate of management, or another one that bears a number. */
export interface MandatConnu {
  id: number;
  gestion: boolean;
  numRegistre: string | null;
  mandants: readonly number[];
  biens: readonly number[];
}

/** The last payments of the tenants of a dwelling: one received by the agency, one received by the owner. */
export interface FondsRecus {
  AppartementId: number;
  agence: Jour | null;
  proprietaire: Jour | null;
}

/** The facts that decide whether a mandate may be imported, and on which terms. */
export interface MandatsConnus {
  missions: readonly MandatConnu[];
  fonds: readonly FondsRecus[];
  /** The register is kept here: it gives the numbers. */
  registreOuvert: boolean;
  /** The agency is below the threshold of VAT. */
  franchiseTva: boolean;
  garant: string;
}

/** The name that other software gave a record made by an earlier import. */
export interface ReferenceConnue {
  entite: GenreImport;
  entiteId: number;
  reference: string;
}

/** The records of the base that a file may name or repeat. */
export interface Connus {
  references: readonly ReferenceConnue[];
  clients: readonly PersonneConnue[];
  appartements: readonly AppartementConnu[];
  locataires: readonly PersonneConnue[];
  baux: readonly BailConnu[];
  cautions: readonly CautionConnue[];
  mandats: MandatsConnus;
}

/** A text as it is compared: without accents, capitals, signs nor double spaces. */
export const motsDe = (texte: string): string =>
  rechercheNormalisee(texte)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** The words of a name, in an order of their own. */
export const cleDuNom = (...parties: readonly (string | null | undefined)[]): string =>
  motsDe(parties.join(" ")).split(" ").toSorted().join(" ");

const ABREGES: Readonly<Record<string, string>> = {
  av: "avenue",
  ave: "avenue",
  bd: "boulevard",
  bld: "boulevard",
  boul: "boulevard",
  blvd: "boulevard",
  r: "rue",
  pl: "place",
  ch: "chemin",
  chem: "chemin",
  imp: "impasse",
  all: "allee",
  rte: "route",
  sq: "square",
  fbg: "faubourg",
  fg: "faubourg",
  st: "saint",
  ste: "sainte",
  b: "bis",
};

/** A street as it is compared: « 12, bd. St-Michel » is « 12 boulevard saint michel ». */
export const cleDeLaVoie = (adresse: string): string =>
  motsDe(adresse)
    .replace(/^(\d+)(bis|ter|b)\b/, "$1 $2")
    .split(" ")
    .map((mot) => ABREGES[mot] ?? mot)
    .join(" ");

/** Whether two lists have a text in common, capitals ignored. */
export const enCommun = (textes: readonly string[], autres: readonly string[]): boolean =>
  textes.some((texte) => autres.some((autre) => autre.toLowerCase() === texte.toLowerCase()));

/**
 * Whether two records are one person: the same names, and no e-mail or day of birth that tells them apart
 * (import/README §13.4).
 */
export function memePersonne(
  personne: Omit<PersonneConnue, "id">,
  autre: Omit<PersonneConnue, "id">,
): boolean {
  if (cleDuNom(personne.nom, personne.prenom) !== cleDuNom(autre.nom, autre.prenom)) return false;
  if (personne.naissance && autre.naissance && personne.naissance !== autre.naissance) return false;
  const deux = personne.mails.length > 0 && autre.mails.length > 0;
  return !deux || enCommun(personne.mails, autre.mails);
}

/** Whether two records are one dwelling: the same address, floor and situation. */
export const memeAppartement = (
  logement: Omit<AppartementConnu, "id">,
  autre: Omit<AppartementConnu, "id">,
): boolean => cleDuLogement(logement) === cleDuLogement(autre);

export const cleDuLogement = ({
  adresse,
  codePostal,
  etage,
  situation,
}: Omit<AppartementConnu, "id">) =>
  [cleDeLaVoie(adresse), motsDe(codePostal), motsDe(etage ?? ""), motsDe(situation ?? "")].join(
    "|",
  );
