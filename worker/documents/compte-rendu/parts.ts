import { jourEnLettres } from "#domain/dates.ts";
import type { ContenuCompteRendu, MandantRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import {
  jourDuReversement,
  type PartDeSynthese,
  partager,
  partsDeSynthese,
  poidsDe,
  quotePart,
  syntheseDe,
} from "#domain/gerance/cloture/synthese-compte-rendu.ts";
import { type Euros, enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import type { Block, Column } from "../page/blocks.ts";
import {
  adresseDe,
  chiffres,
  type DonneesCompteRendu,
  nombre,
  parProprietaire,
  reperes,
  seDit,
} from "./presentation.ts";
import { debiteur, libelles, lignesDites, TOTAUX, versQuelCompte } from "./synthese.ts";

/**
 * The pages of the owner’s statement with the share of each owner, one page an owner; none for a sole owner, or while
 * no share is known.
 */
export function pagesDesMandants(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const { mandants } = contenu;
  if (mandants.length < 2 || mandants.every(({ num }) => num === 0)) return [];
  if (parProprietaire(contenu)) return partsPercues(donnees);
  return partsDeSynthese(contenu)
    .filter(({ mandant }) => seDit(donnees, mandant))
    .flatMap((part) => [
      ...teteDePart(contenu, part.mandant),
      ...(contenu.solde < 0
        ? [debiteur("Votre part du compte débiteur", part.synthese.solde)]
        : reversementDe(donnees, part.mandant)),
      tableauDePart(donnees, part),
    ]);
}

function teteDePart(contenu: ContenuCompteRendu, mandant: MandantRendu): Block[] {
  return [
    { kind: "pageBreak" },
    { kind: "window", recipient: adresseDe(mandant), fields: reperes(contenu) },
    {
      kind: "title",
      text: "VOTRE PART DU COMPTE RENDU",
      subtitle: `${mandant.nom} – ${quotePart(mandant)} – ${contenu.mandat.nom}`,
    },
  ];
}

const colonnesDePart = (mandant: MandantRendu): Column[] => [
  { label: "En euros", width: 98 },
  chiffres("Compte entier", 36),
  chiffres(`Votre part (${quotePart(mandant)})`, 36),
];

function tableauDePart(donnees: DonneesCompteRendu, { mandant, synthese }: PartDeSynthese): Block {
  const entiere = syntheseDe(donnees.contenu);
  const nommees = libelles(donnees);
  return {
    kind: "table",
    columns: colonnesDePart(mandant),
    rows: lignesDites(entiere).map((nom) => ({
      cells: [nommees[nom], nombre(entiere[nom]), nombre(synthese[nom])],
      ...(TOTAUX.includes(nom) ? { tone: "total" as const } : {}),
    })),
  };
}

function reversementDe(donnees: DonneesCompteRendu, mandant: MandantRendu): Block[] {
  const { contenu } = donnees;
  if (mandant.montant === 0) return [];
  return [
    {
      kind: "callout",
      label: `Reversement prévu le ${jourEnLettres(jourDuReversement(contenu))}`,
      value: formatEuros(mandant.montant),
      details: [versQuelCompte(mandant)],
    },
  ];
}

/**
 * When the owners receive the rents: each owner's share in the rents called, received and not confirmed and in the
 * fees, then the sum paid out to him, if any.
 */
function partsPercues(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const { honorairesTTC, loyersAppeles, loyersNonConfirmes, loyersRecus, mandants } = contenu;
  const lignes: [libelle: string, montant: Euros][] = [
    ["Loyers appelés", loyersAppeles],
    ["Loyers déclarés reçus", loyersRecus],
    ["Loyers non confirmés", loyersNonConfirmes],
    [`Honoraires TTC ${honorairesTTC < 0 ? "à vous rendre" : "à régler"}`, Math.abs(honorairesTTC)],
  ];
  const parts = lignes.map(([, montant]) => partager(enCentimes(montant), poidsDe(mandants)));
  return mandants.flatMap((mandant, rang): Block[] =>
    seDit(donnees, mandant)
      ? [
          ...teteDePart(contenu, mandant),
          {
            kind: "table",
            columns: colonnesDePart(mandant),
            rows: lignes.map(([libelle, montant], ligne) => ({
              cells: [libelle, nombre(montant), nombre(enEuros(parts[ligne]?.[rang] ?? 0))],
            })),
          },
          ...reversementDe(donnees, mandant),
        ]
      : [],
  );
}
