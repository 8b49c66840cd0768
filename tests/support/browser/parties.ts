import { join } from "node:path";

/**
 * The stories in two parts of about the same length, told side by side, each on a product of its own: in a part, they
 * follow one another, room after room, in the order of the alphabet. Those of the screens count on the demo agency as
 * it was loaded: they come first in their part.
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

/** The variable that names the database of that product. */
export const baseDe = (partie: string) => `E2E_DATABASE_${partie}`;
