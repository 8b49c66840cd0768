import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { adresseComplete } from "#domain/biens/adresse.ts";
import { ajouterJours, formatJour, type Jour, jourEnLettres } from "#domain/dates.ts";
import type { FenetreDeReconduction } from "#domain/suivi/mandats.ts";
import type { Mandant } from "../mandats/avis-versement.ts";
import {
  BLANK,
  enTete,
  lignesAdresse,
  mandataire,
  orBlank,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Composed, Picture } from "../page/blocks.ts";

/** A mandate that is renewed for a new period unless its principals refuse. */
export interface DonneesReconduction {
  /** The number of the mandate in the register. */
  mandat: string;
  dateSignature: Jour;
  /** The last day of the current period of the mandate. */
  fin: Jour;
  fenetre: FenetreDeReconduction;
  mandants: readonly Mandant[];
  emission: Jour;
  agence: Agence;
  logo?: Picture;
  cachet?: Picture;
}

/**
 * The letter that announces the renewal of a mandate, with the last day to refuse in a frame (Code de la consommation,
 * art. L. 215-1).
 * @param destinataires principals who live together
 */
export function avisReconduction(
  donnees: DonneesReconduction,
  destinataires: readonly Mandant[],
): Composed {
  const { agence, emission, fenetre, fin, mandants, mandat } = donnees;
  const [destinataire] = destinataires;
  const sujet = `mandat ${mandat}`;
  const signature = jourEnLettres(donnees.dateSignature);
  return {
    document: {
      title: `AVIS DE RECONDUCTION – ${sujet}`,
      metadata: { author: agence.agenceNom, subject: sujet, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "window",
          recipient: [
            ...destinataires.map(personne),
            ...(destinataire ? lignesAdresse(destinataire) : [BLANK]),
          ],
          fields: [
            { label: "Date", lines: [formatJour(emission)] },
            { label: "Mandat", lines: [mandat] },
          ],
        },
        {
          kind: "title",
          text: "RECONDUCTION DE VOTRE MANDAT",
          subtitle: "Article L. 215-1 du Code de la consommation",
        },
        {
          kind: "paragraph",
          text: `Votre mandat de gestion n°\u00A0${mandat} du ${signature} se renouvelle par tacite reconduction le ${jourEnLettres(ajouterJours(fin, 1))}. Vous pouvez ne pas le reconduire en nous l'indiquant au plus tard à la date ci-dessous.`,
        },
        {
          kind: "callout",
          label: "DATE LIMITE DE NON-RECONDUCTION",
          value: formatJour(fenetre.limite),
        },
        {
          kind: "signature",
          placeAndDate: `Fait à ${orBlank(agence.lieuSignature)}, le ${jourEnLettres(emission)}`,
          signatories: [
            { ...mandataire(agence, destinataires, donnees.cachet), role: "Le mandataire" },
          ],
        },
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...phrases([
        [mandants.length === 0, "Le mandat n'a aucun mandant."],
        [!mandants.every(adresseComplete), "L'adresse d'un mandant est incomplète."],
        [
          emission < fenetre.du,
          `L'avis s'envoie à partir du ${formatJour(fenetre.du)}\u00A0: plus tôt, il ne vaut pas.`,
        ],
        [
          emission > fenetre.au,
          `L'avis devait partir au plus tard le ${formatJour(fenetre.au)}\u00A0: le mandant peut résilier à tout moment, sans frais, une fois le mandat reconduit.`,
        ],
      ]),
    ],
  };
}
