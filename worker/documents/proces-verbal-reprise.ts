import type { Agence } from "#domain/agence.ts";
import { formatInstant, formatJour, type Jour } from "#domain/dates.ts";
import {
  type ControleReprise,
  DETENTEURS,
  type LigneReprise,
  type Referentiel,
} from "#domain/gerance/reprise.ts";
import { enEuros, formatEuros, somme } from "#domain/montants.ts";
import type { Block, Composed, Row } from "./blocks.ts";
import { enTete, piedDePage } from "./mentions.ts";

/** The balances of the day the books began, and who signed them. */
export interface DonneesProcesVerbal {
  debut: Jour;
  lignes: readonly LigneReprise[];
  controle: ControleReprise;
  referentiel: Referentiel;
  /** Null while it is a draft. */
  signature: { user: string; le: Date } | null;
  emission: Jour;
  agence: Agence;
}

/** The minutes of a takeover: each balance, and the proof that the bank holds what is owed (domain/README §12.13). */
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
            ? `Signé par ${signature.user}, le ${formatInstant(signature.le)}. Ces soldes ouvrent les comptes ; une erreur se corrige par une autre écriture.`
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
    ["Avances des locataires", avances],
  ];
  return [
    { kind: "heading", text: "Contrôle" },
    {
      kind: "table",
      columns: [{ label: "Fonds détenus", width: 130 }, MONTANT],
      rows: [
        ...rows.map(([nom, cents]): Row => ({ cells: [nom, formatEuros(enEuros(cents))] })),
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
    lignes.flatMap((une): [string, number][] =>
      une.genre === "banque" ? [[noms.get(une.CompteBancaireId) ?? "", une.montant]] : [],
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
    lignes.flatMap((une): [string, number][] =>
      une.genre === "mandant" ? [[noms.get(une.MissionId) ?? "", une.montant]] : [],
    ),
  );
}

const dossiersDe = ({ referentiel }: DonneesProcesVerbal) =>
  new Map(referentiel.dossiers.map(({ id, numero, locataire }) => [id, `${numero} ${locataire}`]));

function locataires(donnees: DonneesProcesVerbal): Block[] {
  const noms = dossiersDe(donnees);
  const nom = (id: number) => noms.get(id) ?? "";
  return [
    ...tableau(
      "Dû par les locataires",
      "Dossier",
      donnees.lignes.flatMap((une): [string, number][] =>
        une.genre === "dette"
          ? [[`${nom(une.DossierId)}${une.mois ? `, ${une.mois}` : ""}`, une.montant]]
          : [],
      ),
    ),
    ...tableau(
      "Avances des locataires",
      "Dossier",
      donnees.lignes.flatMap((une): [string, number][] =>
        une.genre === "avance" ? [[nom(une.DossierId), une.montant]] : [],
      ),
    ),
  ];
}

function depots(donnees: DonneesProcesVerbal): Block[] {
  const noms = dossiersDe(donnees);
  return tableau(
    "Dépôts de garantie",
    "Dossier",
    donnees.lignes.flatMap((une): [string, number][] =>
      une.genre === "depot"
        ? [
            [
              `${noms.get(une.DossierId) ?? ""}, détenu par ${DETENTEURS[une.detenuPar].toLowerCase()}`,
              une.montant,
            ],
          ]
        : [],
    ),
  );
}
