import { ajouterJours, type Jour, jourEnLettres } from "#domain/dates.ts";
import type { ContenuFin } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { formuleDAppel } from "#domain/personnes/personne.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import type { Block, Composed } from "../page/blocks.ts";

/** The facts of a letter about the end of the mandate of a tenant’s dwelling. */
export interface DonneesLettreDeFin extends Nommes {
  /** The number of the dossier: « D000123 ». */
  reference: string;
  finLe: Jour;
  gestionnaire: ContenuFin["gestionnaire"];
  depots: ContenuFin["depots"];
  /** In cents: the tenant’s deposit and his advance, which the agency hands over, and the sum that he owes. */
  depot: number;
  avance: number;
  du: number;
}

const somme = (centimes: number): string => formatEuros(enEuros(centimes));

/**
 * The letter that tells a tenant who manages the dwelling from now on, and who holds the deposit (mandats/README
 * §12.24).
 */
export function lettreFinDeMandat(donnees: DonneesLettreDeFin): Composed {
  const { finLe, gestionnaire, reference, stationnement } = donnees;
  const bien = stationnement ? "l’emplacement" : "le logement";
  const suivant = gestionnaire?.nom ?? "votre bailleur";
  return papierDeCompte(donnees, {
    titre: "CHANGEMENT DE GESTIONNAIRE",
    sousTitre: `À compter du ${jourEnLettres(ajouterJours(finLe, 1))}`,
    reference: { label: "Dossier", lines: [reference] },
    blocks: [
      {
        kind: "paragraph",
        text: `${formuleDAppel(donnees.locataires)}, notre mandat de gestion pour ${bien} désigné ci-dessus prend fin le ${jourEnLettres(finLe)}. Votre bail continue, aux mêmes conditions.`,
      },
      {
        kind: "callout",
        label: "Votre logement est ensuite géré par",
        value: gestionnaire?.nom ?? "votre bailleur",
        details: gestionnaire?.adresse ?? [],
      },
      ...sommesTenues(donnees),
      {
        kind: "paragraph",
        text: `Passé cette date, adressez vos loyers et vos demandes à ${suivant}, qui vous dira comment le payer, et modifiez vos virements permanents\u00A0: nous ne recevons plus rien pour ${bien}.`,
      },
    ],
  });
}

function sommesTenues({ avance, depot, depots, du, gestionnaire }: DonneesLettreDeFin): Block[] {
  const detenteur =
    depots === "gestionnaire" && gestionnaire ? `à ${gestionnaire.nom}` : "à votre bailleur";
  const phrases = [
    depot > 0
      ? `Votre dépôt de garantie, ${somme(depot)}, est remis ${detenteur}, qui le tient désormais\u00A0; votre bailleur vous en doit la restitution (article 22 de la loi n°\u00A089-462 du 6 juillet 1989).`
      : "Nous ne tenons aucun dépôt de garantie à votre nom.",
    ...(avance > 0
      ? [
          `Les ${somme(avance)} que vous avez payés d’avance lui sont remis, pour les loyers à venir.`,
        ]
      : []),
    ...(du > 0 ? [`Il reste ${somme(du)} à régler, désormais auprès de votre bailleur.`] : []),
  ];
  return phrases.map((text) => ({ kind: "paragraph", text }));
}
