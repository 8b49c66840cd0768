import { type Controle, HEURES_DE_RETARD } from "#domain/controle.ts";
import { formatInstant } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import { type Ancre, type EtatChaine, verifierChaine } from "./chaine.ts";

/** Lines of history that one request reads again; `npm run controles` reads them all. */
const LIGNES_RELUES = 100_000;

/**
 * Checks what must always hold. It reads a hundred thousand lines of history at most; what came before is taken as it is.
 * @param now what should have been done a day and a half ago is late.
 */
export async function controler(
  db: Db,
  {
    now,
    ancres = [],
    lignes = LIGNES_RELUES,
  }: { now: Date; ancres?: readonly Ancre[]; lignes?: number },
): Promise<Controle[]> {
  const chaine = await verifierChaine(db, ancres, lignes);
  return [controleDeLaChaine(chaine, ancres.length), controleDeLAttente(chaine, now)];
}

function controleDeLaChaine(
  { lignes, tete, depuis, ruptures }: EtatChaine,
  ancres: number,
): Controle {
  const [premiere] = ruptures;
  const ou = tete ? `, jusqu’à la ligne ${tete.id} (empreinte ${tete.empreinte.slice(0, 16)})` : "";
  const debut = depuis > 1 ? ` depuis la ligne ${depuis}` : "";
  const copies =
    ancres > 0 ? `, comme dans ${ancres === 1 ? "la copie" : `les ${ancres} copies`}` : "";
  return {
    nom: "Chaîne de l’historique",
    etat: premiere ? "rouge" : "vert",
    lignes,
    detail: premiere
      ? `Première rupture à la ligne ${premiere.id} : ${premiere.motif}`
      : `Chaque ligne est celle qui a été scellée${debut}${ou}${copies}.`,
    ruptures,
  };
}

function controleDeLAttente({ attente, attenteDepuis }: EtatChaine, now: Date): Controle {
  const tard = attenteDepuis !== null && enRetard(attenteDepuis, now);
  return {
    nom: "Lignes à sceller",
    etat: tard ? "rouge" : "vert",
    lignes: attente,
    detail:
      attenteDepuis === null
        ? "Aucune ligne n’attend son sceau."
        : `La plus ancienne attend depuis ${formatInstant(new Date(attenteDepuis))}.`,
    ruptures: [],
  };
}

const enRetard = (instant: string, now: Date): boolean =>
  now.getTime() - Date.parse(instant) > HEURES_DE_RETARD * 3_600_000;
