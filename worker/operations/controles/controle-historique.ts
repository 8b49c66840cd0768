import { type Controle, etatSelon, HEURES_DE_RETARD } from "#domain/agence/controle.ts";
import { formatInstant } from "#domain/dates.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { AncreConnue } from "#worker/operations/historique/ancres-connues.ts";
import { type EtatChaine, verifierChaine } from "./lecture-chaine.ts";

/**
 * Checks the chain of the history, and the lines that wait for their seal.
 * @param ancres the points of the chain known outside the database.
 * @param dernieres how many of the last lines are read; absent, all lines.
 */
export async function controlerHistorique(
  { db, now }: Pick<Contexte, "db" | "now">,
  { ancres = [], dernieres }: { ancres?: readonly AncreConnue[]; dernieres?: number },
): Promise<Controle[]> {
  const chaine = await verifierChaine({ db }, { ancres, dernieres });
  const copies = ancres.filter(({ copie }) => copie !== undefined);
  return [controleDeLaChaine(chaine, copies.length), controleDeLAttente(chaine, now)];
}

function controleDeLaChaine(chaine: EtatChaine, copies: number): Controle {
  const { lignes, tete, depuis, ruptures, restaurations } = chaine;
  const [premiere] = ruptures;
  return {
    nom: "Chaîne de l’historique",
    etat: etatSelon(premiere),
    lignes,
    unite: ["ligne relue", "lignes relues"],
    detail: premiere
      ? `Première rupture à la ligne ${premiere.id} : ${premiere.motif}`
      : [
          depuis > 1 ? `Lue depuis la ligne ${depuis}` : "Chaque ligne est celle qui a été scellée",
          ...(tete ? [`dernière empreinte ${tete.empreinte.slice(0, 16)}, ligne ${tete.id}`] : []),
          ...(copies > 0 ? [`comparée à ${copies} ${copies > 1 ? "copies" : "copie"}`] : []),
          ...restaurations.map((le) => `base restaurée le ${formatInstant(new Date(le))}`),
        ].join(", "),
    ruptures,
  };
}

function controleDeLAttente({ attente, attenteDepuis }: EtatChaine, now: Date): Controle {
  const depuis = attenteDepuis === null ? now : new Date(attenteDepuis);
  return {
    nom: "Lignes à sceller",
    etat: etatSelon(now.getTime() - depuis.getTime() > HEURES_DE_RETARD * 3_600_000),
    lignes: attente,
    unite: ["ligne en attente", "lignes en attente"],
    detail:
      attenteDepuis === null
        ? "Aucune ligne n’attend son sceau"
        : `La plus ancienne attend depuis le ${formatInstant(depuis)}`,
    ruptures: [],
  };
}
