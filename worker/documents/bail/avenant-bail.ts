import { exigerMentionsAgence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { deStationnement, locatairesDe, modeCharges, type Regime } from "#domain/bail/bail.ts";
import { ajouterJours, type Jour, jourEnLettres } from "#domain/dates.ts";
import type { MotifLoyer } from "#domain/gerance/revisions/loyers.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import {
  avantDeSigner,
  BLANK,
  enExemplaires,
  enTete,
  enumeration,
  faitA,
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

/** A change of the rent of a lease, with the rent before and after it; euros. */
export interface DonneesAvenantBail {
  bail: Bail;
  /** The number of the avenant (amendment) in the lease, from 1. */
  rang: number;
  motif: MotifLoyer;
  depuis: Jour;
  /** The last day of a temporary reduction of the rent; null for a lasting change. */
  jusquau: Jour | null;
  avant: Loyer;
  apres: Loyer;
  commentaire: string | null;
  finTravaux: Jour | null;
  facture: string | null;
}

/**
 * The avenant (amendment) that the parties of a lease sign when they agree on another rent (revisions/README §15.8).
 * @throws Invalid when the agency’s settings lack a mention that the paper must bear.
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
      initials: parapheurs(locataires, bail),
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
          ...paragraphe(`${retour(donnees)}Les autres stipulations du bail demeurent inchangées.`),
          keep: true,
        },
        signature(bail),
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

function signature(bail: Bail): Block {
  const locataires = locatairesDe(bail);
  const fait = {
    lieu: lieuDeSignature(bail),
    jour: BLANK,
    exemplaires: enExemplaires(locataires.length + 1),
  };
  return {
    kind: "signature",
    ...faitA(fait, bail),
    signatories: [
      mandataireSignataire(bail),
      ...locatairesSignataires(bail, avantDeSigner("Lu et approuvé", bail)),
    ],
    room: 24,
  };
}

const CHARGES = {
  provisions: "Provision pour charges",
  forfait: "Forfait de charges",
  periodique: "Charges",
} as const;

const DES_CHARGES = {
  provisions: "la provision pour charges",
  forfait: "le forfait de charges",
  periodique: "les charges",
} as const;

const modeDe = ({ dossier, regime }: Bail) => modeCharges(regime, dossier.chargesMode ?? null);

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
          CHARGES[modeDe(bail)],
          formatEuros(avant.loyerCharge),
          formatEuros(apres.loyerCharge),
        ],
      },
      { cells: ["Total", mensuel(avant), mensuel(apres)], tone: "total" },
    ],
  };
}

/**
 * The sentence on the rent after a temporary reduction. It repeats the amount, because « celui qui précède » could
 * mean the rent before the reduction or the reduced one.
 */
const retour = ({ avant, bail, jusquau }: DonneesAvenantBail): string =>
  jusquau
    ? `À compter du ${jourEnLettres(ajouterJours(jusquau, 1))}, le loyer hors charges est de nouveau de ${formatEuros(avant.loyerHC)} par mois${avant.loyerCharge > 0 ? `, et ${DES_CHARGES[modeDe(bail)]} de ${formatEuros(avant.loyerCharge)}` : ""}. `
    : "";

/**
 * The article that allows a rise of the rent after works; none for a mobility lease, or for a lease outside the law
 * of 1989.
 */
const ARTICLES_DES_TRAVAUX: Partial<Record<Regime, string>> = {
  nu: "17-1, II,",
  meuble: "25-9",
  etudiant: "25-9",
};

/** The reasons of the change: the works and their bill, then the comment of the parties. */
function raisons({ bail, commentaire, facture, finTravaux, motif }: DonneesAvenantBail): Block[] {
  const article = ARTICLES_DES_TRAVAUX[bail.regime];
  const travaux =
    motif === "travaux" && finTravaux
      ? `Cette majoration est consécutive aux travaux d'amélioration achevés le ${jourEnLettres(finTravaux)}${facture ? ` (${facture})` : ""}${article ? `, conformément à l'article ${article} de la loi n°\u00A089-462 du 6\u00A0juillet\u00A01989` : ""}.`
      : null;
  return [
    ...(travaux ? [paragraphe(travaux)] : []),
    ...(commentaire
      ? [paragraphe(`${motif === "travaux" ? "Travaux" : "Motif"}\u00A0: ${commentaire}`)]
      : []),
  ];
}
