/** What a file of another software may hold, one kind a file, in the order in which they are imported. */
export const GENRES_IMPORT = {
  Client: { pluriel: "propriétaires", singulier: "propriétaire" },
  Appartement: { pluriel: "appartements", singulier: "appartement" },
  Locataire: { pluriel: "locataires", singulier: "locataire" },
  Dossier: { pluriel: "baux", singulier: "bail" },
  Caution: { pluriel: "cautions", singulier: "caution" },
} as const;

export type GenreImport = keyof typeof GENRES_IMPORT;

export const GENRES = Object.keys(GENRES_IMPORT) as GenreImport[];
