import { type Regime, sousLoi89 } from "#domain/bail/bail.ts";
import { type Jour, jourEnLettres } from "#domain/dates.ts";
import { formuleDAppel } from "#domain/personnes/personne.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import { auxBailleurs } from "../mentions.ts";
import type { Composed } from "../page/blocks.ts";

/** The facts of a letter that calls a tenant to the exit inventory. */
export interface DonneesConvocation extends Nommes {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  regime: Regime;
  /** The deposit, in euros. */
  depotGarantie: number;
  le: Jour;
  /** The hour as « 10:30 ». */
  heure: string;
  /** The last day of the lease; null when none is noted. */
  fin: Jour | null;
}

/** An hour in French: « 10 h 30 », « 10 h ». */
const enHeures = (heure: string): string => {
  const [heures = "", minutes = "00"] = heure.split(":");
  return `${Number(heures)}\u00A0h${minutes === "00" ? "" : `\u00A0${minutes}`}`;
};

const LOI = "loi n°\u00A089-462 du 6 juillet 1989";

/**
 * The letter that calls the tenant to the exit inventory, which both parties make together (loi n° 89-462, art. 3-2).
 */
export function convocationSortie(donnees: DonneesConvocation): Composed {
  const { depotGarantie, le, heure, fin, reference, regime, stationnement } = donnees;
  const loi89 = sousLoi89({ regime });
  const bien = stationnement ? "de l'emplacement" : "du logement";
  return papierDeCompte(donnees, {
    titre: "CONVOCATION À L'ÉTAT DES LIEUX DE SORTIE",
    sousTitre: fin === null ? "Fin du bail" : `Fin du bail le ${jourEnLettres(fin)}`,
    reference: { label: "Dossier", lines: [reference] },
    blocks: [
      {
        kind: "paragraph",
        text: `${formuleDAppel(donnees.locataires)}, nous vous convions, pour le compte ${auxBailleurs("du", donnees.bailleurs)}, à l'état des lieux de sortie ${bien} désigné ci-dessus\u00A0:`,
      },
      { kind: "callout", label: jourEnLettres(le), value: enHeures(heure) },
      {
        kind: "list",
        items: [
          {
            text: "Les lieux sont vides de vos meubles, propres, l'eau et l'électricité ouvertes\u00A0: les compteurs sont relevés sur place.",
          },
          {
            text: "Remettez toutes les clés, badges et télécommandes, y compris les doubles que vous avez fait faire.",
          },
          {
            text:
              loi89 && depotGarantie > 0
                ? `Communiquez votre nouvelle adresse\u00A0: sans elle, un retard à vous rendre le dépôt de garantie ne donne lieu à aucune majoration (article 22 de la ${LOI}).`
                : "Communiquez votre nouvelle adresse.",
          },
          { text: "Si vous êtes représenté, votre mandataire présente un pouvoir écrit." },
        ],
      },
      {
        kind: "paragraph",
        text: `Ce jour ne vous convient pas\u00A0: dites-le-nous dès que possible. ${loi89 ? `À défaut d'un état des lieux amiable, il est établi par un commissaire de justice, à frais partagés par moitié, les parties avisées au moins sept jours à l'avance (article 3-2 de la ${LOI}).` : "À défaut d'un état des lieux amiable, il peut être dressé par un commissaire de justice."}`,
      },
    ],
    avertissements: [
      [fin !== null && le > fin, "Ce jour vient après la fin du bail."],
      [le < donnees.emission, "Ce jour est passé."],
    ],
  });
}
