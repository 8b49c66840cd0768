import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { formatJour, type Jour } from "#domain/dates.ts";
import type { AideFiscale, LigneFiscale, LotNu, Total } from "#domain/gerance/cloture/fiscal.ts";
import { mandatEnMots } from "#domain/gerance/mandats/mandat-rendu.ts";
import { formatEuros } from "#domain/montants.ts";
import { formatTaux } from "../mandats/mandat.ts";
import { enTete, enumeration, piedDePage } from "../mentions.ts";
import type { Block, Column, Composed, Picture, Row } from "../page/blocks.ts";

export interface DonneesAideFiscale {
  aide: AideFiscale;
  /** The number of the mandate in the register. */
  mandat: string;
  emission: Jour;
  agence: Agence;
  logo?: Picture;
  /**
   * The owner for whom alone the paper is made: of the other owners, it gives only the names. Undefined when all the
   * owners read the paper.
   */
  pour?: number;
}

/** Up to this many owners have a column each beside the amounts; with more, each owner has a separate table. */
const COLONNES_AU_PLUS = 3;

/**
 * The paper that helps owners to declare a year of rents (cloture/README §12.19). Bare dwellings: the lines of form
 * 2044, with each owner’s part. Furnished dwellings: the journal of sums received and spent.
 */
export function aideFiscaleEcrite(donnees: DonneesAideFiscale): Composed {
  const { agence, aide, emission, mandat } = donnees;
  const titre = `AIDE À LA DÉCLARATION DES REVENUS ${aide.annee}`;
  const noms = aide.mandants.map(({ nom }) => nom);
  return {
    document: {
      title: `${titre} – mandat ${mandat}`,
      metadata: { author: agence.agenceNom, subject: `Mandat ${mandat}`, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "title",
          text: titre,
          subtitle: `Mandat de gestion ${mandatEnMots(mandat)}, ${enumeration(noms)}`,
        },
        {
          kind: "paragraph",
          text: "Aide à la déclaration, sous réserve des éléments que vous détenez\u00A0; document non contractuel. Sommes encaissées et payées dans l'année, quelle que soit la période qu'elles concernent.",
        },
        ...nus(donnees),
        ...travaux(aide),
        ...microFoncier(donnees),
        ...societes(donnees),
        ...meubles(aide),
        ...tva(aide),
      ],
    },
    warnings: [...manquesAgence(agence), ...aide.avertissements],
  };
}

/** A column with one owner’s parts: his name, and the rank of his part among the parts of a line. */
interface Colonne {
  nom: string;
  rang: number;
}

function nus({ aide, pour }: DonneesAideFiscale): Block[] {
  const { lignes, mandants, nus: lots, brut, charges, net } = aide;
  if (lots.length === 0) return [];
  const [seul, autre] = lots;
  const colonnes = mandants.flatMap(({ ClientId, nom }, rang) =>
    mandants.length > 1 && (pour === undefined || pour === ClientId) ? [{ nom, rang }] : [],
  );
  return [
    { kind: "heading", text: "Location nue\u00A0: lignes du formulaire 2044" },
    ...lots.flatMap((lot) => [
      { kind: "heading" as const, text: lot.nom, level: 2 as const },
      ...tableaux(lot, colonnes),
    ]),
    ...(seul && autre
      ? [
          { kind: "heading" as const, text: "Ensemble des logements", level: 2 as const },
          ...tableaux({ lignes, brut, charges, net }, colonnes),
        ]
      : []),
    {
      kind: "paragraph",
      text: "Le résultat est avant intérêts d'emprunt (ligne 250) et avant ce que vous avez payé vous-même sans nous le dire. Les lignes 228, 250, 261 et 263 restent à votre charge.",
      tone: "muted",
    },
  ];
}

/**
 * The tables of a bare dwelling. One table has a column for each owner; when there are too many owners, a table has
 * only the totals, and each owner has one more.
 */
function tableaux(
  lot: Pick<LotNu, "lignes" | "brut" | "charges" | "net">,
  colonnes: readonly Colonne[],
) {
  if (colonnes.length <= COLONNES_AU_PLUS) return [tableau(lot, colonnes)];
  return [tableau(lot, []), ...colonnes.map((colonne) => tableau(lot, [colonne]))];
}

function tableau(
  { lignes, brut, charges, net }: Pick<LotNu, "lignes" | "brut" | "charges" | "net">,
  parts: readonly Colonne[],
): Block {
  const droite = (label: string): Column => ({ label, width: 27, align: "right" });
  const cellules = (
    ligne: string,
    libelle: string,
    { montant, parts: montantsDesParts }: Total,
  ): string[] => [
    ligne,
    libelle,
    formatEuros(montant),
    ...parts.map(({ rang }) => formatEuros(montantsDesParts[rang] ?? 0)),
  ];
  const rangee = ({ ligne, libelle, ...sommes }: LigneFiscale): Row => ({
    cells: cellules(ligne, libelle, sommes),
  });
  const recettes = lignes.filter(({ ligne }) => ligne < "220");
  return {
    kind: "table",
    columns: [
      { label: "Ligne", width: 13 },
      { label: "", width: 75 },
      droite("Montant"),
      ...parts.map(({ nom }) => droite(nom)),
    ],
    rows: [
      ...recettes.map(rangee),
      { cells: cellules("215", "Total des recettes", brut), tone: "total" },
      ...lignes.filter(({ ligne }) => ligne > "220").map(rangee),
      { cells: cellules("240", "Total des frais et charges", charges), tone: "total" },
      { cells: cellules("", "Résultat avant intérêts d'emprunt", net), tone: "total" },
    ],
  };
}

function travaux({ travaux: lignes }: AideFiscale): Block[] {
  if (lignes.length === 0) return [];
  return [
    { kind: "heading", text: "Détail des travaux (ligne 224, cadre 400)" },
    {
      kind: "table",
      columns: [
        { label: "Payé le", width: 22 },
        { label: "Logement", width: 45 },
        { label: "Entreprise", width: 40 },
        { label: "Nature", width: 45 },
        { label: "Montant", width: 25, align: "right" },
      ],
      rows: lignes.map(({ date, nom, fournisseur, libelle, montant }) => ({
        cells: [formatJour(date), nom, fournisseur, libelle, formatEuros(montant)],
      })),
    },
  ];
}

function microFoncier({ aide: { mandants }, pour }: DonneesAideFiscale): Block[] {
  const concernes = mandants
    .filter((mandant) => mandant.microFoncier && (pour === undefined || pour === mandant.ClientId))
    .map(({ nom }) => nom);
  return concernes.length === 0
    ? []
    : [
        {
          kind: "paragraph",
          text: `Micro-foncier\u00A0: pour ${enumeration(concernes)}, les recettes de ce mandat ne dépassent pas 15\u00A0000\u00A0€. Si tous vos loyers nus de l'année restent sous cette somme, vous pouvez ne déclarer que les lignes 211 et 213 (case 4BE), sans déduire de charges.`,
        },
      ];
}

/** The sentence for companies, which do not declare on the form of persons. */
function societes({ aide: { mandants, nus: lots }, pour }: DonneesAideFiscale): Block[] {
  const concernees = mandants
    .filter((mandant) => mandant.morale && (pour === undefined || pour === mandant.ClientId))
    .map(({ nom }) => nom);
  return concernees.length === 0 || lots.length === 0
    ? []
    : [
        {
          kind: "paragraph",
          text: `Société\u00A0: pour ${enumeration(concernees)}, si elle relève de l'impôt sur le revenu, ces lignes se reportent sur la déclaration 2072\u00A0; sinon sur celle de l'impôt sur les sociétés.`,
        },
      ];
}

/** The VAT that an owner collected; the rents printed above are without VAT. */
function tva({ tva: collectee }: AideFiscale): Block[] {
  if (collectee.length === 0) return [];
  const droite = (label: string): Column => ({ label, width: 27, align: "right" });
  return [
    { kind: "heading", text: "TVA encaissée avec les loyers" },
    {
      kind: "paragraph",
      text: "Les recettes ci-dessus sont dites hors taxe. Cette TVA se déclare à part (formulaires CA3 ou CA12). Les dépenses et les honoraires sont dits TTC\u00A0: retirez-en la TVA que vous déduisez.",
      keep: true,
    },
    {
      kind: "table",
      columns: [
        { label: "Logement", width: 70 },
        { label: "Taux", width: 20 },
        droite("TTC"),
        droite("TVA"),
        droite("Hors taxe"),
      ],
      rows: collectee.map(({ nom, taux, ttc, tva: taxe, ht }) => ({
        cells: [nom, formatTaux(taux), formatEuros(ttc), formatEuros(taxe), formatEuros(ht)],
      })),
    },
  ];
}

function meubles({ meubles: mouvements }: AideFiscale): Block[] {
  if (mouvements.length === 0) return [];
  return [
    { kind: "heading", text: "Location meublée\u00A0: journal des sommes encaissées et payées" },
    {
      kind: "paragraph",
      text: "Une location meublée relève des bénéfices industriels et commerciaux\u00A0: aucune ligne du formulaire 2044. Votre comptable décide de ce que chaque somme devient.",
    },
    {
      kind: "table",
      columns: [
        { label: "Date", width: 22 },
        { label: "Logement", width: 48 },
        { label: "Nature", width: 62 },
        { label: "Encaissé", width: 25, align: "right" },
        { label: "Payé", width: 25, align: "right" },
      ],
      rows: mouvements.map(({ date, nom, libelle, recette, depense }) => ({
        cells: [
          formatJour(date),
          nom,
          libelle,
          recette === 0 ? "" : formatEuros(recette),
          depense === 0 ? "" : formatEuros(depense),
        ],
      })),
    },
  ];
}
