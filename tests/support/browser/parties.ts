import { join } from "node:path";

/**
 * The browser tests in two parts of similar length, which run side by side, each on its own product. In a part, they
 * run one after the other in alphabetical order. The tests of `ecrans` must come first: they need the demo agency
 * untouched.
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

/** The data folder of the product that serves this part. */
export const donneesDe = (partie: string) =>
  join(import.meta.dirname, `../../results/data-${partie}`);

/** The environment variable that holds the address of the database of this part's product. */
export const baseDe = (partie: string) => `E2E_DATABASE_${partie}`;
