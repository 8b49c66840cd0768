import { exigerMentionsAgence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { deStationnement, locatairesDe } from "#domain/bail/bail.ts";
import { modeCharges } from "#domain/biens/dossier.ts";
import { type Jour, jourEnLettres } from "#domain/dates.ts";
import type { MotifLoyer } from "#domain/gerance/revisions/loyers.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import {
  BLANK,
  enExemplaires,
  enTete,
  enumeration,
  parapheurs,
  parties,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed } from "../page/blocks.ts";
import {
  type Bail,
  lieuDeSignature,
  locatairesSignataires,
  mandataireSignataire,
  paragraphe,
} from "./bail.ts";

interface Loyer {
  loyerHC: number;
  loyerCharge: number;
}

/** A change of the rent of a lease, beside the rent that it replaces; euros. */
export interface DonneesAvenantBail {
  bail: Bail;
  /** Its number in the lease, from 1. */
  rang: number;
  motif: MotifLoyer;
  depuis: Jour;
  /** The last day of a remission; null when it lasts. */
  jusquau: Jour | null;
  avant: Loyer;
  apres: Loyer;
  commentaire: string | null;
  finTravaux: Jour | null;
  facture: string | null;
}

/**
 * The avenant that the parties of a lease sign when they agree on another rent (revisions/README §15.8).
 * @throws Invalid without the mentions of the agency that it must bear.
 */
export function avenantBail(donnees: DonneesAvenantBail): Composed {
  const { bail, depuis, jusquau, rang } = donnees;
  const { agence, appartement, bailleurs, emission, logo } = bail;
  exigerMentionsAgence(agence, { papier: "Cet avenant", fonds: false });
  const bailDu = jourEnLettres(bail.dossier.dateCreationBail);
  const titre = `AVENANT N°\u00A0${rang} AU BAIL DU ${bailDu.toUpperCase()}`;
  const locataires = locatairesDe(bail);
  const qui = enumeration(locataires.map(personne));
  const periode = jusquau
    ? `du ${jourEnLettres(depuis)} au ${jourEnLettres(jusquau)}`
    : `à compter du ${jourEnLettres(depuis)}`;
  return {
    document: {
      title: `${titre} – ${qui}`,
      metadata: { author: agence.agenceNom, subject: qui, date: emission },
      letterhead: enTete(agence, logo),
      footer: piedDePage(agence),
      initials: parapheurs(locataires),
      blocks: [
        {
          kind: "title",
          text: titre,
          subtitle: `${periode.charAt(0).toUpperCase()}${periode.slice(1)}`,
        },
        parties(
          {
            bailleurs: bailleurs.map((client) => ({ ...client, ...adresseClient(client) })),
            locataires,
            logement: {
              ...appartement,
              etage: appartement.etage ?? null,
              caveNum: appartement.caveNum ?? null,
            },
          },
          deStationnement(bail) ? "Emplacement" : "Logement",
        ),
        { kind: "heading", text: "Ce qui change" },
        paragraphe(
          `Les parties modifient comme suit le loyer du bail signé le ${bailDu}, ${periode}\u00A0:`,
        ),
        tableDes(donnees),
        ...raisons(donnees),
        {
          ...paragraphe(
            jusquau
              ? `À compter du lendemain de cette période, le loyer est de nouveau celui qui précède. Les autres stipulations du bail demeurent inchangées.`
              : "Les autres stipulations du bail demeurent inchangées.",
          ),
          keep: true,
        },
        {
          kind: "signature",
          placeAndDate: `Fait à ${lieuDeSignature(bail)}, le ${BLANK}, ${enExemplaires(locataires.length + 1)}`,
          signatories: [
            mandataireSignataire(bail),
            ...locatairesSignataires(bail, "Signature précédée de\n« Lu et approuvé »"),
          ],
          room: 24,
        },
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...phrases([
        [
          bail.cautions.length > 0 && donnees.apres.loyerHC > donnees.avant.loyerHC,
          "Une caution ne répond pas d'une hausse qu'elle n'a pas acceptée\u00A0: faites-lui signer l'avenant, ou un nouvel acte.",
        ],
      ]),
    ],
  };
}

const CHARGES = {
  provisions: "Provision pour charges",
  forfait: "Forfait de charges",
  periodique: "Charges",
} as const;

function tableDes({ apres, avant, bail }: DonneesAvenantBail): Block {
  const mensuel = ({ loyerHC, loyerCharge }: Loyer) => formatEuros(somme(loyerHC, loyerCharge));
  return {
    kind: "table",
    columns: [
      { label: "Par mois", width: 74 },
      { label: "Jusqu'alors", width: 48, align: "right" },
      { label: "Désormais", width: 48, align: "right" },
    ],
    rows: [
      {
        cells: ["Loyer hors charges", formatEuros(avant.loyerHC), formatEuros(apres.loyerHC)],
      },
      {
        cells: [
          CHARGES[modeCharges(bail.regime, bail.dossier.chargesMode ?? null)],
          formatEuros(avant.loyerCharge),
          formatEuros(apres.loyerCharge),
        ],
      },
      { cells: ["Total", mensuel(avant), mensuel(apres)], tone: "total" },
    ],
  };
}

/** Why it changes: the works and their bill, then the words of the parties. */
function raisons({ bail, commentaire, facture, finTravaux, motif }: DonneesAvenantBail): Block[] {
  const article = bail.regime === "nu" ? "17-1, II" : "25-9";
  const travaux =
    motif === "travaux" && finTravaux
      ? `Cette majoration est consécutive aux travaux achevés le ${jourEnLettres(finTravaux)}${facture ? ` (${facture})` : ""}, conformément à l'article ${article} de la loi n°\u00A089-462 du 6 juillet 1989.`
      : null;
  return [
    ...(travaux ? [paragraphe(travaux)] : []),
    ...(commentaire ? [paragraphe(`Motif\u00A0: ${commentaire}`)] : []),
  ];
}
