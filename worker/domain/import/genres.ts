/**
 * The kinds of records that a file of another software may hold, one kind a file, in the order in which they are
 * imported.
 */
export const GENRES_IMPORT = {
  Client: { pluriel: "propriétaires", singulier: "propriétaire" },
  Appartement: { pluriel: "appartements", singulier: "appartement" },
  Mission: { pluriel: "mandats", singulier: "mandat" },
  Locataire: { pluriel: "locataires", singulier: "locataire" },
  Dossier: { pluriel: "baux", singulier: "bail" },
  Caution: { pluriel: "cautions", singulier: "caution" },
} as const;

export type GenreImport = keyof typeof GENRES_IMPORT;

export const GENRES = Object.keys(GENRES_IMPORT) as GenreImport[];

/** A rent-roll: each line describes an owner, a dwelling, its mandate, its tenant and their lease. */
export const ETAT_LOCATIF = "EtatLocatif";
export const TITRE_ETAT_LOCATIF = "État locatif";

/** The content of a file: records of a kind, or a rent-roll. */
export type FormeImport = GenreImport | typeof ETAT_LOCATIF;

export const FORMES: readonly FormeImport[] = [ETAT_LOCATIF, ...GENRES];

/** The kinds that a rent-roll makes, each after the kinds it refers to. */
export const GENRES_LOCATIFS = [
  "Client",
  "Appartement",
  "Mission",
  "Locataire",
  "Dossier",
] as const;

export type GenreLocatif = (typeof GENRES_LOCATIFS)[number];
