import { join } from "node:path";

/**
 * The stories in two parts of similar length, run side by side, each on its own product. Within a part they run one
 * after another, folder by folder, in alphabetical order. Stories about screens need the demo agency as it was loaded,
 * so they come first.
 */
export const PARTIES = [
  {
    nom: "1",
    histoires: /\/tests\/e2e\/(?:ecrans|fichiers|mandats|personnes|quittances)\/.*\.spec\.ts$/,
  },
  {
    nom: "2",
    histoires: /\/tests\/e2e\/(?!ecrans|fichiers|mandats|personnes|quittances).*\.spec\.ts$/,
  },
];

/** The data folder of the product of a part. */
export const donneesDe = (partie: string) =>
  join(import.meta.dirname, `../../results/data-${partie}`);

/** The environment variable with the database of that product. */
export const baseDe = (partie: string) => `E2E_DATABASE_${partie}`;
