import type { Jour } from "../dates.ts";

/** What a row of the register says (décret n° 72-678, art. 65; arrêté du 15 septembre 1972). */
export interface LigneDuRegistre {
  dateMandat: Jour | null;
  mandants: string;
  situation: string;
  objet: string;
  observation: string | null;
}
