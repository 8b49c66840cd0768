import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { type Adresse, adresseComplete } from "#domain/biens/adresse.ts";
import { formatJour, type Jour, jourEnLettres, moisEnLettres } from "#domain/dates.ts";
import { NATURES_EN_MOTS } from "#domain/gerance/locataires/imputation.ts";
import { libelleMode, PAYEURS } from "#domain/gerance/locataires/reglement.ts";
import {
  aviserAvant,
  premierVersement,
  type Versement,
} from "#domain/gerance/mandats/avis-versement.ts";
import { mandatEnMots } from "#domain/gerance/mandats/mandat-rendu.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import type { Personne } from "#domain/personnes/personne.ts";
import {
  BLANK,
  enTete,
  enumeration,
  faitParLAgence,
  type Logement,
  lignesAdresse,
  mandataire,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Document, Picture, Row } from "../page/blocks.ts";

export interface Mandant extends Personne, Adresse {}

/** The sums that the agency received for a new letting, and the owners whom it must inform; euros. */
export interface DonneesAvisVersement {
  /** The number of the mandate in the register. */
  mandat: string;
  dateSignature: Jour | null;
  mandants: readonly Mandant[];
  locataires: readonly Personne[];
  logement: Logement;
  dateCreationBail: Jour;
  dateDebutBail: Jour;
  /** The payments received, the oldest first, at least one. */
  versements: readonly Versement[];
  emission: Jour;
  agence: Agence;
  logo?: Picture;
}

/** The owners grouped by letter: owners with the same address receive one letter. */
export const ensemble = (mandants: readonly Mandant[]): Mandant[][] => [
  ...Map.groupBy(mandants, (mandant) => lignesAdresse(mandant).join()).values(),
];

/**
 * The notice of the sums received for a new letting, to some owners of the mandate (décret n° 72-678, art. 67). The
 * agency sends it by registered mail, or hands it over against a signed récépissé (acknowledgement).
 */
export function avisVersement(
  donnees: DonneesAvisVersement,
  destinataires: readonly Mandant[],
): Composed {
  const { agence, emission, mandants, versements } = donnees;
  const recuLe = premierVersement(versements) ?? emission;
  return {
    document: lettre(donnees, destinataires),
    warnings: [
      ...manquesAgence(agence),
      ...phrases([
        [mandants.length === 0, "Le mandat n'a aucun mandant."],
        [
          !mandants.every(adresseComplete),
          "L'adresse d'un mandant est incomplète\u00A0: la lettre recommandée n'y arriverait pas.",
        ],
        [
          emission > aviserAvant(recuLe),
          `Le premier versement est du ${formatJour(recuLe)}\u00A0: les huit jours pour en donner avis sont passés depuis le ${formatJour(aviserAvant(recuLe))} (décret n° 72-678, article 67).`,
        ],
      ]),
    ],
  };
}

function lettre(donnees: DonneesAvisVersement, destinataires: readonly Mandant[]): Document {
  const { agence, emission, locataires, logement, mandat, versements } = donnees;
  const total = somme(...versements.map(({ montant }) => montant));
  const [destinataire] = destinataires;
  const sujet = `mandat ${mandat}`;
  return {
    title: `AVIS DE VERSEMENT – ${sujet}`,
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
          { label: "Mandat", lines: [mandatEnMots(mandat)] },
        ],
      },
      {
        kind: "title",
        text: "AVIS DE VERSEMENT",
        subtitle: "Location nouvelle – article 67 du décret n° 72-678 du 20 juillet 1972",
      },
      {
        kind: "paragraph",
        tone: "muted",
        text: "Lettre recommandée avec demande d'avis de réception, ou écrit remis contre récépissé.",
      },
      {
        kind: "facts",
        facts: [
          {
            label: locataires.length > 1 ? "Locataires" : "Locataire",
            value: enumeration(locataires.map(personne)),
          },
          { label: "Logement", value: lignesAdresse(logement).join(", ") || BLANK },
          {
            label: "Bail",
            value: `signé le ${jourEnLettres(donnees.dateCreationBail)}, à effet du ${jourEnLettres(donnees.dateDebutBail)}`,
          },
        ],
      },
      {
        kind: "paragraph",
        keep: true,
        text: `En exécution de ${destinataires.length > 1 ? "votre mandat commun" : "votre mandat"} de gestion${donnees.dateSignature ? ` du ${jourEnLettres(donnees.dateSignature)}` : ""}, nous vous donnons avis des sommes que nous avons reçues pour cette location nouvelle\u00A0:`,
      },
      {
        kind: "table",
        columns: [
          { label: "Reçu le", width: 24 },
          { label: "Nature", width: 66 },
          { label: "De, et comment", width: 50 },
          { label: "Montant", width: 30, align: "right" },
        ],
        rows: [
          ...versements.flatMap(rangees),
          { cells: ["Total reçu", "", "", formatEuros(total)], tone: "total" },
        ],
      },
      ...suites(donnees),
      {
        kind: "signature",
        placeAndDate: faitParLAgence(agence, emission),
        signatories: [
          { ...mandataire(agence, destinataires), role: "Le mandataire" },
          ...destinataires.map((destinataire) => ({
            role: "Remis contre récépissé",
            name: personne(destinataire),
            detail: `Reçu le ${BLANK}, signature`,
          })),
        ],
        room: 18,
      },
    ],
  };
}

/** The rows of a payment: one for each sum that it settles, then one for the part that settles no sum, if any. */
function rangees({ date, mode, montant, parts, payeur, sousReserve }: Versement): Row[] {
  const qui = PAYEURS[payeur];
  const comment = mode === null ? qui : `${qui}, ${libelleMode(mode).toLowerCase()}`;
  const reste = somme(montant, ...parts.map((part) => -part.montant));
  const lignes = [
    ...parts.map((part) => ({
      nature:
        part.nature === "depot"
          ? NATURES_EN_MOTS.depot
          : `${NATURES_EN_MOTS[part.nature]}, ${moisEnLettres(part.mois)}`,
      somme: part.montant,
    })),
    ...(reste > 0
      ? [
          {
            nature: sousReserve
              ? "À valoir, sous réserve d'encaissement"
              : "Avance sur les prochaines échéances",
            somme: reste,
          },
        ]
      : []),
  ];
  return lignes.map((ligne) => ({
    cells: [formatJour(date), ligne.nature, comment, formatEuros(ligne.somme)],
  }));
}

function suites({ versements }: DonneesAvisVersement): Block[] {
  const depot = versements.some(({ parts }) => parts.some(({ nature }) => nature === "depot"));
  return [
    {
      kind: "paragraph",
      text: `Ces sommes sont portées aux comptes de votre mandat\u00A0: le prochain compte rendu de gestion vous en rend compte.${depot ? " Le dépôt de garantie n'est pas un revenu\u00A0: il est dû au locataire à la fin du bail." : ""}`,
    },
  ];
}
