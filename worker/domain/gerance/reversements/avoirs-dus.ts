import type { Jour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type Fraction, repartirParts } from "../mandats/parts.ts";
import { avertissementsDesCoordonnees, type Controle, refusDesCoordonnees } from "./reversement.ts";
import { LIBELLE_AU_PLUS } from "./sepa.ts";
import { type Defunt, refusDuDeces, type SommeDue } from "./sommes-dues.ts";
import { texteSepa } from "./texte-sepa.ts";

/**
 * The sum of a credit note of fees still to pay back to one payee, and the facts that decide whether it may be paid.
 */
export interface AvoirDu extends SommeDue {
  FactureHonorairesId: number;
  /** The owner who is paid his share; null: the tenant is paid, or nobody gave the shares. */
  MandantId: number | null;
  MissionId: number;
  /** The dossier of the tenant who is paid back (`LocataireId`); null: the owners are paid back. */
  DossierId: number | null;
  LocataireId: number | null;
  /** The number of the credit note, « AV-2026-000002 »; `quoi`: the name of the buyer whom the agency invoiced. */
  numero: string;
  quoi: string;
  /** False: the mission has several owners, and nobody gave their shares. */
  partDite: boolean;
  /** A validated batch already has a transfer of this credit note: the present sum became due afterwards. */
  dejaParti: boolean;
  /** The dead holders of the lease: no sum goes to their own account. */
  defunts: readonly Defunt[];
}

/** A payee of a credit note: his share, and the cents that transfers in the books already paid him. */
export interface PartDAvoir extends Fraction {
  dejaVire: Centimes;
}

/**
 * The sum still to pay to each payee of a credit note (reversements/README §12.18): his share of all the money that
 * transfers pay back, less the sum already paid to him. A payee whose transfer came back is owed his share again.
 *
 * @param reste the cents of the credit note still to pay back, above zero
 */
export function partsDAvoir(reste: Centimes, payes: readonly PartDAvoir[]): Centimes[] {
  const total = payes.reduce((somme, { dejaVire }) => somme + dejaVire, reste);
  const parts = repartirParts(total, payes);
  const dues = payes.map(({ dejaVire }, rang) => Math.max(0, (parts[rang] ?? 0) - dejaVire));
  let aPayer = reste;
  return dues.map((du) => {
    const payee = Math.min(du, aPayer);
    aPayer -= payee;
    return payee;
  });
}

/** Checks the credit notes to pay back (reversements/README §12.18). */
export const controlerAvoirs = (
  dues: readonly AvoirDu[],
  today: Jour,
): { due: AvoirDu; controle: Controle }[] =>
  dues.map((due) => ({
    due,
    controle: {
      bloque: refusDAvoir(due),
      avertissements: avertissementsDesCoordonnees(due, today),
    },
  }));

function refusDAvoir(due: AvoirDu): string | null {
  const { dejaParti, DossierId, lot, montant, nom, partDite } = due;
  if (dejaParti) {
    return `Un virement de cet avoir est parti dans le lot ${lot}, et ${formatEuros(enEuros(montant))} sont dus depuis : notez leur remboursement sur la facture.`;
  }
  if (lot !== null) return `Déjà dans le lot ${lot}.`;
  if (!partDite) {
    return "Rien ne dit la part de chaque mandant : remboursez cet avoir par chèque, et notez-le sur la facture.";
  }
  const deces = refusDuDeces(due);
  if (deces !== null) return deces;
  return DossierId === null
    ? refusDesCoordonnees(
        due,
        `${nom} n’a pas d’IBAN pour ce mandat : ajoutez-le, ou remboursez-le par chèque et notez-le sur la facture.`,
        " : donnez-en un autre à ce mandat",
      )
    : refusDesCoordonnees(due, `${nom} n’a pas d’IBAN : ajoutez-le sur sa fiche.`);
}

/** The start of the reference of a transfer for a credit note, before its rank: « AV-2026-000002- ». */
export const debutDeReferenceDAvoir = (numero: string): string => `${numero}-`;

/** The words on the payee's bank statement: « AVOIR AV-2026-000002 HONORAIRES ». */
export const libelleDAvoir = (numero: string): string =>
  texteSepa(`AVOIR ${numero} HONORAIRES`, LIBELLE_AU_PLUS);

/** The description of a credit note paid back: « Avoir AV-2026-000002, INDIVISION DURAND ». */
export const objetDAvoir = ({ numero, quoi }: Pick<AvoirDu, "numero" | "quoi">): string =>
  [`Avoir ${numero}`, quoi].filter(Boolean).join(", ");
