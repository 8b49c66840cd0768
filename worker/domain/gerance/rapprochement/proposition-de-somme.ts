import { formatJour, type Jour } from "../../dates.ts";
import { rechercheNormalisee } from "../../recherche.ts";
import type { Centimes } from "../livres/repartition.ts";
import {
  type LigneARapprocher,
  type Proposition,
  type Score,
  sansLocataire,
} from "./proposition.ts";

/** A sum that waits for its owner in an account of rents, by the line that showed it. */
export interface SommeEnAttente {
  id: number;
  date: Jour;
  qui: string;
  montant: Centimes;
  CompteBancaireId: number;
}

/** The sums that wait which a line that leaves the account may pay back (rapprochement/README §12.9). */
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

/** An invoice of fees that its owner is to pay, or, below zero, a credit note to pay back. */
export interface FactureOuverte {
  id: number;
  numero: string;
  acheteur: string;
  date: Jour;
  reste: Centimes;
}

/**
 * The invoices of fees that a line of the agency's own account may pay, or the credit notes that it pays back: surely where
 * it names the number.
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
