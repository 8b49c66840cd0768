import type { Agence } from "#domain/agence/agence.ts";
import { formatJour, formatPeriode, type Jour } from "#domain/dates.ts";
import type { Recette } from "#domain/gerance/livres/recettes.ts";
import { MODES_REGLEMENT } from "#domain/gerance/locataires/reglement.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { enTete, piedDePage } from "../mentions.ts";
import type { Composed } from "../page/blocks.ts";

/** All the sums that the agency received for others in a period. */
export interface DonneesRecettes {
  recettes: readonly Recette[];
  du: Jour;
  au: Jour;
  agence: Agence;
}

/**
 * The register of the sums received in a period, with numbered pages, in the order of the book entries (livres/README
 * §12.27).
 */
export function registreRecettes({ recettes, du, au, agence }: DonneesRecettes): Composed {
  const titre = "REGISTRE DES RECETTES";
  const total = somme(...recettes.map(({ montant }) => montant));
  return {
    document: {
      title: titre,
      metadata: { author: agence.agenceNom, subject: "Gestion immobilière", date: au },
      letterhead: enTete(agence),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "title",
          text: titre,
          subtitle: `Gestion immobilière, ${formatPeriode(du, au)}`,
        },
        {
          kind: "paragraph",
          text: `Sommes reçues pour le compte d'autrui, dans l'ordre des écritures (décret n° 72-678 du 20 juillet 1972, article 86)\u00A0: ${recettes.length} ligne${recettes.length > 1 ? "s" : ""}, ${formatEuros(total)}. Un rejet de la banque est une ligne en moins.`,
        },
        {
          kind: "table",
          columns: [
            { label: "Écriture", width: 24 },
            { label: "Date", width: 24 },
            { label: "De qui", width: 37 },
            { label: "Mandat", width: 19 },
            { label: "Mode", width: 22 },
            { label: "Pour", width: 48 },
            { label: "Montant", width: 26, align: "right" },
          ],
          rows: [
            ...recettes.map(ligne),
            { cells: ["Total", "", "", "", "", "", formatEuros(total)], tone: "total" as const },
          ],
        },
      ],
    },
    warnings: [],
  };
}

/**
 * A row of the register, on the day of its entry in the books; the label adds the day on which the sum was received,
 * when that day differs.
 */
function ligne({ ecriture, date, pieceDate, locataire, mandat, mode, libelle, montant }: Recette) {
  return {
    cells: [
      ecriture,
      formatJour(date),
      locataire,
      mandat,
      mode ? MODES_REGLEMENT[mode] : "",
      pieceDate === date ? libelle : `${libelle}, du\u00A0${formatJour(pieceDate)}`,
      formatEuros(montant),
    ],
  };
}
