import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { formatJour, type Jour, jourEnLettres, moisEnLettres } from "#domain/dates.ts";
import { ASSUREURS, type Assureur, type MoisImpaye } from "#domain/gerance/relances/declaration.ts";
import { ETAPES, type Etape } from "#domain/gerance/relances/relances.ts";
import { enEuros, formatEuros, somme } from "#domain/montants.ts";
import type { Personne } from "#domain/personnes/personne.ts";
import {
  type Bailleur,
  BLANK,
  deLettres,
  enTete,
  enumeration,
  faitParLAgence,
  type Logement,
  mandataire,
  orBlank,
  parties,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Fact, Item, Picture } from "../page/blocks.ts";

/** The unpaid sums of a lease, as the insurer asks for them: in euros, except `mois` in cents. */
export interface DonneesDeclaration {
  assureur: Assureur;
  /** The number of the dossier: « D000123 ». */
  reference: string;
  bailleurs: readonly Bailleur[];
  locataires: readonly Personne[];
  logement: Logement;
  cautions: readonly Personne[];
  dateCreationBail: Jour;
  dateDebutBail: Jour;
  loyerHC: number;
  charges: number;
  aide: number;
  depotGarantie: number;
  /** The last day of the notice or of the lease, then the day when the keys came back. */
  finPreavis: Jour | null;
  dateSortie: Jour | null;
  mois: readonly MoisImpaye[];
  /**
   * The part of the debt that the insurer does not cover; then the sums that the owner may have received without
   * confirming them.
   */
  horsGarantie: number;
  aConfirmer: number;
  /**
   * The day from which the insurer counts the debt as unpaid, and the last day to declare it; null when no covered
   * sum is late enough.
   */
  delai: { constitueLe: Jour; avant: Jour } | null;
  /** The reminders sent for the debt, the oldest first. */
  relances: readonly { etape: Etape; le: Jour }[];
  plan: Jour | null;
  pieces: { bail: boolean; etatDesLieux: boolean; cautionnement: boolean };
  emission: Jour;
  agence: Agence;
  logo?: Picture;
  cachet?: Picture;
}

const TITRES: Record<Assureur, string> = {
  gli: "DÉCLARATION DE SINISTRE – LOYERS IMPAYÉS",
  visale: "DÉCLARATION D'IMPAYÉ – VISALE",
};

/**
 * The declaration of unpaid rents to an insurer, or to Visale (public rent guarantee; relances/README §12.12): the
 * debt month by month, the reminders, the payment plan and the joined papers. The insurance contract comes from the
 * settings; the number of the tenant’s visa is written by hand.
 */
export function declarationImpaye(donnees: DonneesDeclaration): Composed {
  const { agence, assureur, emission, locataires, reference } = donnees;
  const noms = enumeration(locataires.map(personne));
  const titre = TITRES[assureur];
  return {
    document: {
      title: `${titre} ${reference} – ${noms}`,
      metadata: { author: agence.agenceNom, subject: reference, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        { kind: "title", text: titre, subtitle: `Arrêtée au ${jourEnLettres(emission)}` },
        { kind: "facts", facts: contrat(donnees) },
        parties(donnees),
        { kind: "heading", text: "Le bail", level: 2 },
        { kind: "facts", facts: bail(donnees) },
        { kind: "heading", text: "Ce qui est dû", level: 2 },
        ...du(donnees),
        { kind: "heading", text: "Ce qui a été fait", level: 2 },
        { kind: "list", items: demarches(donnees) },
        { kind: "heading", text: "Pièces jointes", level: 2 },
        { kind: "list", items: pieces(donnees) },
        {
          kind: "signature",
          placeAndDate: faitParLAgence(agence, emission),
          signatories: [mandataire(agence, donnees.bailleurs, donnees.cachet)],
        },
      ],
    },
    warnings: [...manquesAgence(agence), ...phrases(doutes(donnees))],
  };
}

function contrat({ agence, assureur, delai, reference }: DonneesDeclaration): Fact[] {
  const constitue = delai
    ? [
        {
          label: assureur === "gli" ? "Premier terme impayé" : "Impayé constitué le",
          value: jourEnLettres(delai.constitueLe),
        },
      ]
    : [];
  return assureur === "gli"
    ? [
        { label: "Assureur", value: orBlank(agence.gliAssureur) },
        { label: "Contrat n°", value: orBlank(agence.gliContrat) },
        { label: "Notre référence", value: reference },
        ...constitue,
      ]
    : [
        { label: "Garant", value: "Action Logement, garantie Visale (déclaration sur visale.fr)" },
        { label: "Visa n°", value: BLANK },
        { label: "Notre référence", value: reference },
        ...constitue,
      ];
}

function bail(donnees: DonneesDeclaration): Fact[] {
  const { aide, cautions, charges, dateSortie, depotGarantie, finPreavis, loyerHC } = donnees;
  const mensuel = somme(loyerHC, charges);
  return [
    {
      label: "Conclu",
      value: `le ${jourEnLettres(donnees.dateCreationBail)}, à effet du ${jourEnLettres(donnees.dateDebutBail)}`,
    },
    {
      label: "Loyer mensuel",
      value: `${formatEuros(loyerHC)} hors charges, ${charges > 0 ? `${formatEuros(charges)} de charges, ${formatEuros(mensuel)} en tout` : "sans charges"}`,
    },
    ...(aide > 0
      ? [
          {
            label: "Aide au logement",
            value: `${formatEuros(aide)} versés ${donnees.bailleurs.length > 1 ? "aux bailleurs" : "au bailleur"}\u00A0: il reste ${formatEuros(somme(mensuel, -aide))} à payer`,
          },
        ]
      : []),
    {
      label: "Dépôt de garantie",
      value: depotGarantie > 0 ? formatEuros(depotGarantie) : "Aucun",
    },
    {
      label: cautions.length > 1 ? "Cautions" : "Caution",
      value: cautions.length > 0 ? enumeration(cautions.map(personne)) : "Aucune",
    },
    {
      label: "Occupation",
      value: dateSortie
        ? `Clés rendues le ${jourEnLettres(dateSortie)}`
        : finPreavis
          ? `Congé donné, préavis jusqu'au ${jourEnLettres(finPreavis)}`
          : donnees.locataires.length > 1
            ? "Les locataires occupent le logement"
            : "Le locataire occupe le logement",
    },
  ];
}

/** The table of the debt: for each month the sums called, received and still owed. */
function du({ assureur, emission, mois }: DonneesDeclaration): Block[] {
  const autres = mois.some((mois) => mois.autres !== 0);
  const total = (valeur: (mois: MoisImpaye) => number) =>
    formatEuros(enEuros(mois.reduce((euros, mois) => euros + valeur(mois), 0)));
  const reste = enEuros(mois.reduce((euros, mois) => euros + mois.reste, 0));
  const rangee = (mois: MoisImpaye) => [
    moisEnLettres(mois.mois),
    formatJour(mois.exigibleLe),
    formatEuros(enEuros(mois.loyer)),
    formatEuros(enEuros(mois.charges)),
    ...(autres ? [formatEuros(enEuros(mois.autres))] : []),
    formatEuros(enEuros(mois.recu)),
    formatEuros(enEuros(mois.reste)),
  ];
  const somme = (label: string, width = 26) => ({ label, width, align: "right" as const });
  return [
    {
      kind: "table",
      columns: [
        { label: "Mois", width: 32 },
        { label: "Exigible le", width: 24 },
        somme("Loyer"),
        somme("Charges", 24),
        ...(autres ? [somme("Autres", 24)] : []),
        somme("Reçu"),
        somme("Reste dû"),
      ],
      rows: [
        ...mois.map((mois) => ({ cells: rangee(mois) })),
        {
          cells: [
            "Total",
            "",
            total((mois) => mois.loyer),
            total((mois) => mois.charges),
            ...(autres ? [total((mois) => mois.autres)] : []),
            total((mois) => mois.recu),
            total((mois) => mois.reste),
          ],
          tone: "total",
        },
      ],
    },
    {
      kind: "paragraph",
      text: [
        { text: `Au ${jourEnLettres(emission)}, il reste dû la somme ` },
        ...deLettres(reste),
        {
          text: `, ${assureur === "gli" ? "en loyers, charges et accessoires" : "en loyers et charges"}, règlements${assureur === "visale" ? " et aide au logement reçus" : ""} déduits. Ce décompte ne comprend ni frais ni pénalités.`,
        },
      ],
    },
  ];
}

function demarches({ plan, relances }: DonneesDeclaration): Item[] {
  const faites = [
    ...relances.map(({ etape, le }) => ({
      text: `${ETAPES[etape].libelle}, le ${jourEnLettres(le)}`,
    })),
    ...(plan ? [{ text: `Plan d'apurement convenu le ${jourEnLettres(plan)}` }] : []),
  ];
  return faites.length > 0 ? faites : [{ text: "Aucune relance n'est partie." }];
}

function pieces(donnees: DonneesDeclaration): Item[] {
  const { assureur, cautions, relances } = donnees;
  const { bail, cautionnement, etatDesLieux } = donnees.pieces;
  const lettres = relances.length > 0;
  return [
    { text: "Contrat de location signé", checked: bail },
    ...(cautions.length > 0
      ? [
          {
            text: cautions.length > 1 ? "Actes de cautionnement" : "Acte de cautionnement",
            checked: cautionnement,
          },
        ]
      : []),
    { text: "État des lieux d'entrée signé", checked: etatDesLieux },
    { text: "Relances et mise en demeure, avec leur avis de réception", checked: lettres },
    assureur === "gli"
      ? { text: "Justificatifs de solvabilité du locataire à l'entrée", checked: false }
      : { text: "Visa et contrat de cautionnement Visale", checked: false },
    { text: "Mandat de gestion", checked: false },
  ];
}

function doutes(donnees: DonneesDeclaration): [boolean, string][] {
  const { aConfirmer, agence, assureur, delai, emission, horsGarantie, relances } = donnees;
  const enDemeure = relances.some(({ etape }) => etape === "R3");
  const passe = delai !== null && emission > delai.avant;
  return [
    [
      assureur === "gli" && !(agence.gliAssureur.trim() && agence.gliContrat.trim()),
      "L'assureur des loyers impayés ou le numéro de son contrat ne sont pas renseignés dans les paramètres\u00A0: la déclaration les laisse à remplir.",
    ],
    [
      delai === null,
      "L'impayé n'est pas encore constitué pour Visale\u00A0: il ne dépasse pas un mois de ce que le locataire paie lui-même.",
    ],
    [
      passe,
      assureur === "gli"
        ? `Les quarante jours d'usage pour déclarer sont passés depuis le ${formatJour(delai?.avant ?? emission)}\u00A0: voyez le délai de votre contrat.`
        : `Le délai pour déclarer à Visale est passé depuis le ${formatJour(delai?.avant ?? emission)}.`,
    ],
    [
      !enDemeure,
      "Aucune mise en demeure n'est partie pour cette dette\u00A0: elle est demandée avant la déclaration.",
    ],
    [
      horsGarantie > 0,
      `${formatEuros(horsGarantie)} dus ne sont pas déclarés\u00A0: ${ASSUREURS[assureur].nom} ne les couvre pas (dépôt, réparations…).`,
    ],
    [
      aConfirmer > 0,
      `${formatEuros(aConfirmer)} ne sont pas déclarés\u00A0: le propriétaire n'a pas dit s'il les a reçus.`,
    ],
  ];
}
