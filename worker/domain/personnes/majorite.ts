import { ajouterAnnees, type Jour } from "../dates.ts";
import { estMorale, type Represente } from "./personne.ts";

const MAJORITE = 18;

/** Whether a person born on `naissance` is a minor on `jour` (Code civil, art. 388). */
export const mineurLe = (naissance: Jour, jour: Jour): boolean =>
  ajouterAnnees(naissance, MAJORITE) > jour;

/** Whether a person is a minor on a day without a named representative (Code civil, art. 388-1-1, 1146). */
export const mineurSeul = (client: Represente, jour: Jour | null | undefined): boolean =>
  !estMorale(client) &&
  Boolean(client.naissance && jour && mineurLe(client.naissance, jour)) &&
  !client.representantNom?.trim();
