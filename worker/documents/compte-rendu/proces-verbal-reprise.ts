import type { Agence } from "#domain/agence/agence.ts";
import { formatInstant, formatJour, type Jour, moisEnLettres } from "#domain/dates.ts";
import { NATURES_EN_MOTS } from "#domain/gerance/locataires/imputation.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import {
  type ControleReprise,
  fondsParDossier,
  partsDeLaDette,
  type Referentiel,
} from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { type Detenteur, NATURES_REPRISES } from "#domain/gerance/reprise/solde-repris.ts";
import { enCentimes, enEuros, formatEuros, somme } from "#domain/montants.ts";
import { enTete, piedDePage } from "../mentions.ts";
import type { Block, Composed, Row } from "../page/blocks.ts";

/** The balances taken over on the day the books began, and the person who signed them. */
export interface DonneesProcesVerbal {
  debut: Jour;
  lignes: readonly LigneReprise[];
  controle: ControleReprise;
  referentiel: Referentiel;
  /** The person who signed the takeover, and the instant of the signature; null while the takeover is a draft. */
  signature: { user: string; le: Date } | null;
  emission: Jour;
  agence: Agence;
}

/**
 * The minutes of a takeover (balances copied from the former books): each balance, and the proof that the bank holds
 * the sums owed (reprise/README §12.13).
 */
export function procesVerbalReprise(donnees: DonneesProcesVerbal): Composed {
  const { agence, debut, emission, signature } = donnees;
  const titre = `Procès-verbal de reprise au ${formatJour(debut)}`;
  return {
    document: {
      title: titre,
      metadata: { author: agence.agenceNom, subject: titre, date: emission },
      letterhead: enTete(agence),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "title",
          text: "PROCÈS-VERBAL DE REPRISE",
          subtitle: signature
            ? `Soldes au ${formatJour(debut)}`
            : `Soldes au ${formatJour(debut)}, projet non signé`,
        },
        ...preuve(donnees),
        ...banques(donnees),
        ...mandants(donnees),
        ...locataires(donnees),
        ...depots(donnees),
        {
          kind: "paragraph",
          text: signature
            ? `Signé par ${signature.user}, le ${formatInstant(signature.le).replace(" ", " à ")}. Ces soldes ouvrent les comptes\u00A0; une erreur se corrige par une autre écriture.`
            : "Ce projet n’ouvre aucun compte.",
        },
      ],
    },
    warnings: [],
  };
}

const MONTANT = { label: "Montant", width: 40, align: "right" } as const;

function preuve({ controle }: DonneesProcesVerbal): Block[] {
  const { banque, mandants, depots, avances, ecart } = controle;
  const rows: [string, number][] = [
    ["Dû aux mandants", mandants],
    ["Dépôts de garantie détenus par l’agence", depots],
    ["Avances des locataires reçues par l’agence", avances],
  ];
  return [
    { kind: "heading", text: "Contrôle" },
    {
      kind: "table",
      columns: [{ label: "Fonds détenus", width: 130 }, MONTANT],
      rows: [
        ...rows.map(([nom, cents]): Row => ({ cells: [nom, formatEuros(enEuros(cents))] })),
        {
          cells: ["Total dû", formatEuros(enEuros(mandants + depots + avances))],
          tone: "total",
        },
        { cells: ["Solde des comptes bancaires", formatEuros(enEuros(banque))] },
        { cells: ["Écart", formatEuros(enEuros(ecart))], tone: "total" },
      ],
    },
  ];
}

function tableau(titre: string, colonne: string, lignes: readonly [string, number][]): Block[] {
  if (lignes.length === 0) return [];
  const total = somme(...lignes.map(([, montant]) => montant));
  return [
    { kind: "heading", text: titre },
    {
      kind: "table",
      columns: [{ label: colonne, width: 130 }, MONTANT],
      rows: [
        ...lignes.map(([nom, montant]): Row => ({ cells: [nom, formatEuros(montant)] })),
        { cells: ["Total", formatEuros(total)], tone: "total" },
      ],
    },
  ];
}

function banques({ lignes, referentiel }: DonneesProcesVerbal): Block[] {
  const noms = new Map(referentiel.banques.map(({ id, nom, iban }) => [id, `${nom}, ${iban}`]));
  return tableau(
    "Comptes bancaires",
    "Compte",
    lignes.flatMap((ligne): [string, number][] =>
      ligne.genre === "banque" ? [[noms.get(ligne.CompteBancaireId) ?? "", ligne.montant]] : [],
    ),
  );
}

function mandants({ lignes, referentiel }: DonneesProcesVerbal): Block[] {
  const noms = new Map(
    referentiel.mandats.map(({ id, clients, numRegistre }) => [
      id,
      [clients, numRegistre && `registre ${numRegistre}`].filter(Boolean).join(", "),
    ]),
  );
  return tableau(
    "Mandants",
    "Mandat",
    lignes.flatMap((ligne): [string, number][] =>
      ligne.genre === "mandant" ? [[noms.get(ligne.MissionId) ?? "", ligne.montant]] : [],
    ),
  );
}

const dossiersDe = ({ referentiel }: DonneesProcesVerbal) =>
  new Map(referentiel.dossiers.map(({ id, numero, locataire }) => [id, `${numero} ${locataire}`]));

/**
 * The nature of a debt taken over, in words: the nature given, or the parts that the debt is divided into; "" for an
 * unknown dossier.
 */
function natureDe(
  { DossierId, nature, montant }: Extract<LigneReprise, { genre: "dette" }>,
  { dossiers }: Referentiel,
): string {
  if (nature) return NATURES_REPRISES[nature];
  const dossier = dossiers.find(({ id }) => id === DossierId);
  if (!dossier) return "";
  const parts = partsDeLaDette(enCentimes(montant), null, dossier);
  return `au prorata du loyer en vigueur\u00A0: ${parts
    .map(
      (part) =>
        `${NATURES_EN_MOTS[part.nature].toLowerCase()} ${formatEuros(enEuros(part.montant))}`,
    )
    .join(", ")}`;
}

function locataires(donnees: DonneesProcesVerbal): Block[] {
  const noms = dossiersDe(donnees);
  const nom = (id: number) => noms.get(id) ?? "";
  const fonds = fondsParDossier(donnees.referentiel);
  const avances = (recuesPar: ModeFonds): [string, number][] =>
    donnees.lignes.flatMap((ligne): [string, number][] =>
      ligne.genre === "avance" && fonds(ligne.DossierId) === recuesPar
        ? [[nom(ligne.DossierId), ligne.montant]]
        : [],
    );
  return [
    ...tableau(
      "Dû par les locataires",
      "Dossier",
      donnees.lignes.flatMap((ligne): [string, number][] =>
        ligne.genre === "dette"
          ? [
              [
                [
                  nom(ligne.DossierId),
                  ligne.mois && moisEnLettres(ligne.mois),
                  natureDe(ligne, donnees.referentiel),
                ]
                  .filter(Boolean)
                  .join(", "),
                ligne.montant,
              ],
            ]
          : [],
      ),
    ),
    ...tableau("Avances des locataires reçues par l’agence", "Dossier", avances("agence")),
    ...tableau(
      "Avances des locataires reçues par les bailleurs",
      "Dossier",
      avances("proprietaire"),
    ),
  ];
}

function depots(donnees: DonneesProcesVerbal): Block[] {
  const noms = dossiersDe(donnees);
  const par = (qui: Detenteur): [string, number][] =>
    donnees.lignes.flatMap((ligne): [string, number][] =>
      ligne.genre === "depot" && ligne.detenuPar === qui
        ? [[noms.get(ligne.DossierId) ?? "", ligne.montant]]
        : [],
    );
  return [
    ...tableau("Dépôts de garantie détenus par l’agence", "Dossier", par("agence")),
    ...tableau("Dépôts de garantie détenus par les bailleurs", "Dossier", par("bailleur")),
  ];
}
