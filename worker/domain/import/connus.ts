import type { BailDuLogement } from "../biens/logement.ts";
import type { Jour } from "../dates.ts";
import { rechercheNormalisee } from "../recherche.ts";
import type { GenreImport } from "./genres.ts";

/** A person in the database, or on an earlier line of the file. */
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

/** A mission in the database; `gestion`: whether it is a management mandate. */
export interface MandatConnu {
  id: number;
  gestion: boolean;
  numRegistre: string | null;
  mandants: readonly number[];
  biens: readonly number[];
}

/** The days of the last payments of a dwelling's tenants, to the agency and to the owner; null: no payment. */
export interface FondsRecus {
  AppartementId: number;
  agence: Jour | null;
  proprietaire: Jour | null;
}

/** The facts that decide whether an imported mandate is accepted, and which warnings it gets. */
export interface MandatsConnus {
  missions: readonly MandatConnu[];
  fonds: readonly FondsRecus[];
  /** The register of mandates is open in this product, and numbers the mandates itself. */
  registreOuvert: boolean;
  /** The agency charges no VAT, because its turnover is below the threshold (franchise en base). */
  franchiseTva: boolean;
  garant: string;
}

/** The reference that another software gave to an imported record. */
export interface ReferenceConnue {
  entite: GenreImport;
  entiteId: number;
  reference: string;
}

/** The records in the database that a file may name or repeat. */
export interface Connus {
  references: readonly ReferenceConnue[];
  clients: readonly PersonneConnue[];
  appartements: readonly AppartementConnu[];
  locataires: readonly PersonneConnue[];
  baux: readonly BailConnu[];
  cautions: readonly CautionConnue[];
  mandats: MandatsConnus;
}

/** A text ready to compare: lower case, without accents, punctuation and double spaces. */
export const motsDe = (texte: string): string =>
  rechercheNormalisee(texte)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** The words of a name in alphabetical order, so that « Jean Dupont » equals « Dupont Jean ». */
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

/** A street ready to compare: « 12, bd. St-Michel » becomes « 12 boulevard saint michel ». */
export const cleDeLaVoie = (adresse: string): string =>
  motsDe(adresse)
    .replace(/^(\d+)(bis|ter|b)\b/, "$1 $2")
    .split(" ")
    .map((mot) => ABREGES[mot] ?? mot)
    .join(" ");

/** Whether two lists share a text, capitals ignored. */
export const enCommun = (textes: readonly string[], autres: readonly string[]): boolean =>
  textes.some((texte) => autres.some((autre) => autre.toLowerCase() === texte.toLowerCase()));

/**
 * Whether two records are one person: the same names and, where both records give them, the same day of birth and an
 * e-mail in common (import/README §13.4).
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

export const cleDuLogement = ({
  adresse,
  codePostal,
  etage,
  situation,
}: Omit<AppartementConnu, "id">) =>
  [cleDeLaVoie(adresse), motsDe(codePostal), motsDe(etage ?? ""), motsDe(situation ?? "")].join(
    "|",
  );
