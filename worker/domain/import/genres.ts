/** The kinds of records that may be imported, in the order of their import. */
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

/** The form of a rent roll, whose lines each describe an owner, a dwelling, a mandate, a tenant and a lease. */
export const ETAT_LOCATIF = "EtatLocatif";
export const TITRE_ETAT_LOCATIF = "État locatif";

/** The form of a file: records of one kind, or a rent roll. */
export type FormeImport = GenreImport | typeof ETAT_LOCATIF;

export const FORMES: readonly FormeImport[] = [ETAT_LOCATIF, ...GENRES];

/** The kinds of records that a rent roll creates, each after the kinds that it refers to. */
export const GENRES_LOCATIFS = [
  "Client",
  "Appartement",
  "Mission",
  "Locataire",
  "Dossier",
] as const;

export type GenreLocatif = (typeof GENRES_LOCATIFS)[number];
