import { formatJour, jourEnLettres } from "#domain/dates.ts";
import type { ContenuCompteRendu, MandantRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import { honorairesDits } from "#domain/gerance/cloture/honoraires-pris.ts";
import {
  jourDuReversement,
  quotePart,
  type Synthese,
  syntheseDe,
} from "#domain/gerance/cloture/synthese-compte-rendu.ts";
import { type Euros, formatEuros } from "#domain/montants.ts";
import { enumeration } from "../mentions.ts";
import type { Block, Callout, Column, Row } from "../page/blocks.ts";
import {
  chiffres,
  type DonneesCompteRendu,
  nombre,
  parProprietaire,
  seDit,
} from "./presentation.ts";

const COLONNES_DE_SYNTHESE: Column[] = [{ label: "En euros", width: 130 }, chiffres("Montant", 40)];

/** The label of each line of the synthesis, with the numbers of the invoices and credit notes behind the fees. */
export function libelles({
  contenu,
  factures,
}: DonneesCompteRendu): Record<keyof Synthese, string> {
  const { autresMouvements, encaissements, provision, reserves, soldePrecedent, solde } = contenu;
  const { pris, prisAvant } = honorairesDits(contenu);
  const { provision: gardee } = syntheseDe(contenu);
  const numeros = factures.map(
    ({ numero }) => `${numero.startsWith("AV-") ? "avoir" : "facture"} ${numero}`,
  );
  if (prisAvant > 0) numeros.push(`${nombre(prisAvant)} dus auparavant`);
  const selon = numeros.length === 0 ? "" : ` (${enumeration(numeros)})`;
  const conserve =
    soldePrecedent === provision && reserves === 0 ? "provision conservée" : "conservé";
  const duSolde = soldePrecedent === 0 ? "" : soldePrecedent < 0 ? " (débiteur)" : ` (${conserve})`;
  return {
    soldePrecedent: `Solde précédent${duSolde}`,
    encaissements:
      encaissements < 0 ? "− Paiements annulés ou rejetés par la banque" : "+ Encaissements",
    honoraires:
      pris < 0
        ? `+ Honoraires de gestion rendus TTC${selon}`
        : `− Honoraires de gestion TTC${selon}`,
    assuranceLoyers:
      contenu.assuranceLoyers < 0
        ? "+ Garantie loyers impayés, rendue à votre compte"
        : "− Garantie loyers impayés",
    depenses:
      contenu.depenses < 0
        ? "+ Dépenses annulées, rendues à votre compte"
        : "− Dépenses payées pour votre compte",
    autresMouvements: `${autresMouvements < 0 ? "−" : "+"} Autres mouvements`,
    solde: `= Solde du présent compte${solde < 0 ? " (débiteur)" : ""}`,
    reserves: "− Factures à payer ou sommes sorties depuis, mises de côté",
    provision:
      gardee === 0 - provision
        ? "− Provision conservée"
        : `− Provision conservée (le mandat en prévoit ${nombre(provision)})`,
    reversement: "= REVERSEMENT",
  };
}

/** The lines that are printed even when they are zero. */
const TOUJOURS: readonly (keyof Synthese)[] = [
  "soldePrecedent",
  "encaissements",
  "honoraires",
  "solde",
  "reversement",
];
/** The lines in bold under a rule, because they are sums of the lines above. */
export const TOTAUX: readonly (keyof Synthese)[] = ["solde", "reversement"];

/** The lines of a synthesis that are printed, in their order. */
export const lignesDites = (synthese: Synthese) =>
  (Object.keys(synthese) as (keyof Synthese)[]).filter(
    (nom) => TOUJOURS.includes(nom) || synthese[nom] !== 0,
  );

/**
 * The synthesis of an owner’s statement: from the former balance to the sum paid out, then the fees left unpaid and,
 * for several owners, the sum of each.
 */
export function synthese(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const lignes = syntheseDe(contenu);
  const nommees = libelles(donnees);
  return [
    {
      kind: "table",
      columns: COLONNES_DE_SYNTHESE,
      rows: lignesDites(lignes).map((nom) => ({
        cells: [nommees[nom], nombre(lignes[nom])],
        ...(TOTAUX.includes(nom) ? { tone: "total" as const } : {}),
      })),
    },
    ...honorairesLaisses(contenu),
    ...beneficiaires(donnees),
  ];
}

/** The sentence on fees that the owner’s money does not cover: the next funds will pay them. */
function honorairesLaisses(contenu: ContenuCompteRendu): Block[] {
  const { dus } = honorairesDits(contenu);
  if (dus === 0) return [];
  return [
    {
      kind: "paragraph",
      text: `Honoraires dus, pris sur les prochains fonds\u00A0: ${formatEuros(dus)}.`,
    },
  ];
}

/**
 * The result, printed before all the figures: the sum paid out and its day, a negative balance, or nothing to pay
 * out. When the owners receive the rents, the fees to pay or to give back, and no result without fees.
 */
export function resultat(donnees: DonneesCompteRendu): Callout[] {
  const { contenu } = donnees;
  const { honorairesTTC, mandants, reversement, solde } = contenu;
  const [seul, autre] = mandants;
  if (reversement > 0)
    return [
      {
        kind: "callout",
        label: `Reversement prévu le ${jourEnLettres(jourDuReversement(contenu))}`,
        value: formatEuros(reversement),
        details:
          seul && !autre
            ? [versQuelCompte(seul)]
            : [`Réparti entre les ${mandants.length} propriétaires, comme ci-dessous`],
      },
    ];
  if (solde < 0) return [debiteur("Votre compte est débiteur", solde)];
  if (parProprietaire(contenu))
    return honorairesTTC === 0
      ? []
      : [
          {
            kind: "callout",
            label: `Honoraires ${honorairesTTC < 0 ? "à vous rendre" : "à régler"}`,
            value: formatEuros(Math.abs(honorairesTTC)),
          },
        ];
  return [
    {
      kind: "callout",
      label: "Rien à reverser pour cette période",
      value: formatEuros(0),
      details: ["Le solde reste conservé sur votre compte."],
    },
  ];
}

/** The callout of a negative balance, or of an owner’s negative share. */
export const debiteur = (label: string, solde: Euros): Callout => ({
  kind: "callout",
  label,
  value: formatEuros(solde),
  details: [
    "Rien n'est à reverser\u00A0: cette somme sera reprise sur vos prochains encaissements.",
  ],
});

/**
 * The bank account on which an owner is paid: « Sur votre compte FR14 … »; without a known IBAN, the sentence that
 * asks him for it.
 */
export const versQuelCompte = ({ iban }: MandantRendu): string =>
  iban === null
    ? "Votre IBAN nous manque\u00A0: communiquez-le à l'agence."
    : `Sur votre compte ${iban}`;

/**
 * The table of several owners: the share, the account, the day and the sum of each; nothing for a sole owner, or when
 * nothing is paid out.
 */
function beneficiaires(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const { mandants, reversement } = contenu;
  if (reversement === 0 || mandants.length < 2) return [];
  const date = formatJour(jourDuReversement(contenu));
  return [
    {
      kind: "table",
      columns: [
        { label: "Bénéficiaire", width: 62 },
        { label: "Part", width: 16 },
        { label: "Compte", width: 38 },
        { label: "Prévu le", width: 22 },
        chiffres("Montant", 32),
      ],
      rows: mandants.map((mandant) => ({
        cells: [
          mandant.nom,
          quotePart(mandant),
          ...(seDit(donnees, mandant)
            ? [mandant.iban ?? "à nous communiquer", date, nombre(mandant.montant)]
            : ["–", "–", "–"]),
        ],
      })),
    },
  ];
}

/**
 * The synthesis for owners who receive the rents themselves: the rents as they reported them, and the fees that they
 * owe; then the funds that went through the agency, if any.
 */
export function synthesePercue(donnees: DonneesCompteRendu): Block[] {
  const { contenu, factures } = donnees;
  const { honorairesTTC, loyersAppeles, loyersNonConfirmes, loyersRecus } = contenu;
  const numeros = factures.map(({ numero }) => numero);
  const selon = numeros.length === 0 ? "" : ` (${enumeration(numeros)})`;
  const { assuranceLoyers, autresMouvements, depenses, encaissements, soldePrecedent } = contenu;
  const passees = [soldePrecedent, encaissements, assuranceLoyers, depenses, autresMouvements];
  return [
    {
      kind: "table",
      columns: COLONNES_DE_SYNTHESE,
      rows: [
        { cells: ["Loyers appelés", nombre(loyersAppeles)] },
        { cells: ["Loyers déclarés reçus", nombre(loyersRecus)] },
        { cells: ["Loyers non confirmés", nombre(loyersNonConfirmes)] },
        {
          cells: [
            `Honoraires de gestion TTC ${honorairesTTC < 0 ? "à vous rendre" : "à régler"}${selon}`,
            nombre(Math.abs(honorairesTTC)),
          ],
          tone: "total",
        },
      ],
    },
    ...(passees.some((montant) => montant !== 0) ? fondsDetenus(donnees) : []),
  ];
}

/** The table of the funds that went through the agency although the owner receives the rents, and the sum paid out. */
function fondsDetenus(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const { autresMouvements, depenses, assuranceLoyers, encaissements, solde, soldePrecedent } =
    contenu;
  const { reserves, provision, reversement } = syntheseDe(contenu);
  const nommees = libelles(donnees);
  const rows: [string, Euros][] = [
    ["Solde précédent", soldePrecedent],
    [nommees.encaissements, encaissements],
    [nommees.assuranceLoyers, 0 - assuranceLoyers],
    [nommees.depenses, 0 - depenses],
    [nommees.honoraires, 0 - honorairesDits(contenu).pris],
    ["Autres mouvements", autresMouvements],
  ];
  const retenues: [string, Euros][] = [
    [nommees.reserves, reserves],
    [nommees.provision, provision],
  ];
  const rangees = (lesquelles: [string, Euros][]): Row[] =>
    lesquelles
      .filter(([, montant]) => montant !== 0)
      .map(([libelle, montant]) => ({ cells: [libelle, nombre(montant)] }));
  return [
    {
      kind: "table",
      columns: [{ label: "Sommes détenues par l'agence", width: 130 }, chiffres("Montant", 40)],
      rows: [
        ...rangees(rows),
        { cells: ["= Solde", nombre(solde)], tone: "total" },
        ...(reversement === 0
          ? []
          : [
              ...rangees(retenues),
              { cells: [nommees.reversement, nombre(reversement)], tone: "total" as const },
            ]),
      ],
    },
    ...honorairesLaisses(contenu),
    ...(reversement === 0 ? [] : beneficiaires(donnees)),
  ];
}
