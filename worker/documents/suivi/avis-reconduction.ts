import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { adresseComplete } from "#domain/biens/adresse.ts";
import { ajouterJours, formatJour, type Jour, jourEnLettres } from "#domain/dates.ts";
import type { FenetreDeReconduction } from "#domain/suivi/mandats.ts";
import type { Mandant } from "../mandats/avis-versement.ts";
import {
  BLANK,
  enTete,
  faitParLAgence,
  lignesAdresse,
  mandataire,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Picture } from "../page/blocks.ts";

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
 * The blocks that announce the renewal, with the last day to refuse it in a frame. A letter sent too late says that
 * the principal may end the mandate at any time from its renewal, free of charge (Code de la consommation, art. L.
 * 215-1, al. 2 and 3; L. 241-3).
 */
function annonce({ dateSignature, emission, fenetre, fin, mandat }: DonneesReconduction): Block[] {
  const reconduitLe = ajouterJours(fin, 1);
  const renouvelle = `Votre mandat de gestion n°\u00A0${mandat} du ${jourEnLettres(dateSignature)} se renouvelle par tacite reconduction le ${jourEnLettres(reconduitLe)}.`;
  const refusable: Block[] = [
    {
      kind: "paragraph",
      text: `${renouvelle} Vous pouvez ne pas le reconduire en nous l'indiquant au plus tard à la date ci-dessous.`,
    },
    {
      kind: "callout",
      label: "DATE LIMITE DE NON-RECONDUCTION",
      value: formatJour(fenetre.limite),
    },
  ];
  if (emission <= fenetre.au) return refusable;
  const passee: Block[] = [
    {
      kind: "paragraph",
      text: `${renouvelle} La date limite pour ne pas le reconduire, le ${jourEnLettres(fenetre.limite)}, est passée.`,
    },
    { kind: "callout", label: "RÉSILIATION SANS FRAIS DÈS LE", value: formatJour(reconduitLe) },
  ];
  return [
    ...(emission <= fenetre.limite ? refusable : passee),
    {
      kind: "paragraph",
      text: `Cette information devait vous être adressée au plus tard le ${jourEnLettres(fenetre.au)}, et ne l'a pas été. Vous pouvez donc mettre gratuitement un terme au mandat, à tout moment à compter du ${jourEnLettres(reconduitLe)}, date de sa reconduction (Code de la consommation, article L. 215-1, alinéa 2). Les avances effectuées après cette date vous sont alors remboursées dans les trente jours de la résiliation, déduction faite des sommes qui correspondent, jusqu'à celle-ci, à l'exécution du mandat (article L. 215-1, alinéa 3)\u00A0; à défaut, elles portent intérêt au taux légal (article L. 241-3).`,
    },
  ];
}

/**
 * The letter that announces the renewal of a mandate, with the last day to refuse in a frame (Code de la
 * consommation, art. L. 215-1).
 * @param destinataires the principals at one address, who receive one letter
 */
export function avisReconduction(
  donnees: DonneesReconduction,
  destinataires: readonly Mandant[],
): Composed {
  const { agence, emission, fenetre, mandants, mandat } = donnees;
  const [destinataire] = destinataires;
  const sujet = `mandat ${mandat}`;
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
        ...annonce(donnees),
        {
          kind: "signature",
          placeAndDate: faitParLAgence(agence, emission),
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
