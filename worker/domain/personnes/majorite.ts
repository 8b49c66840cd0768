import { ajouterAnnees, type Jour } from "../dates.ts";

const MAJORITE = 18;

/** Whether somebody born on a day is a minor on another (Code civil, art. 388). */
export const mineurLe = (naissance: Jour, jour: Jour): boolean =>
  ajouterAnnees(naissance, MAJORITE) > jour;
