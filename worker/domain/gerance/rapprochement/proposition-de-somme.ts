import { formatJour, type Jour } from "../../dates.ts";
import { rechercheNormalisee } from "../../recherche.ts";
import type { Centimes } from "../livres/repartition.ts";
import {
  type LigneARapprocher,
  type Proposition,
  type Score,
  sansLocataire,
} from "./proposition.ts";

/**
 * A sum received on a bank account of rents and not assigned yet: its payer is unknown, or it is for an owner who
 * receives the rents himself; cents. `id`: the bank statement line that shows the sum.
 */
export interface SommeEnAttente {
  id: number;
  date: Jour;
  qui: string;
  montant: Centimes;
  CompteBancaireId: number;
}

/** Proposes the unidentified sums that an outgoing line may send back (rapprochement/README §12.9). */
export function sommesRendues(
  ligne: LigneARapprocher,
  { attentes }: { attentes: readonly SommeEnAttente[] },
): Proposition[] {
  const possibles = attentes.filter(
    ({ CompteBancaireId, date, montant }) =>
      montant === -ligne.montant &&
      date <= ligne.date &&
      (ligne.CompteBancaireId ?? CompteBancaireId) === CompteBancaireId,
  );
  return possibles.map(({ id, date, qui }) => ({
    genre: "somme_rendue",
    score: possibles.length === 1 ? "B" : "C",
    automatique: false,
    raison: `Reçu de ${qui} le ${formatJour(date)}, en attente, même montant`,
    ...sansLocataire("tiers"),
    SommeIds: [id],
  }));
}

/** An unpaid invoice of fees, or, below zero, a credit note to pay back; cents. */
export interface FactureOuverte {
  id: number;
  numero: string;
  acheteur: string;
  date: Jour;
  reste: Centimes;
}

/**
 * Proposes the invoices of fees that a line on the agency's own account may pay, or the credit notes that it may
 * refund. The score is A when the line quotes the number of the invoice or credit note.
 */
export function facturesDeLaLigne(
  ligne: LigneARapprocher,
  factures: readonly FactureOuverte[],
): Proposition[] {
  const texte = rechercheNormalisee(`${ligne.libelle} ${ligne.reference ?? ""}`);
  const possibles = factures.filter(
    ({ date, reste }) => reste === ligne.montant && date <= ligne.date,
  );
  const score = ({ numero }: FactureOuverte): Score => {
    if (texte.includes(rechercheNormalisee(numero))) return "A";
    return possibles.length === 1 ? "B" : "C";
  };
  return possibles.map((facture) => ({
    genre: facture.reste < 0 ? "avoir" : "facture",
    score: score(facture),
    automatique: false,
    raison: `${facture.numero}, ${facture.acheteur}, même montant`,
    ...sansLocataire("bailleur"),
    FactureId: facture.id,
  }));
}
