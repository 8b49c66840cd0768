import { ecartEnJours, formatJour } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import { rechercheNormalisee } from "../../recherche.ts";
import { type MotsDeLigne, motsDe } from "./mots-de-ligne.ts";
import {
  type LigneARapprocher,
  type Proposition,
  type Score,
  sansLocataire,
} from "./proposition.ts";
import type { DepenseConnue, Repertoire } from "./repertoire.ts";

/**
 * The days allowed between the payment of an expense and its bank statement line. The line may come some days before
 * the noted payment, or weeks later when the supplier cashes a cheque late.
 */
export const JOURS_AVANT_PAIEMENT = 5;
export const JOURS_APRES_PAIEMENT = 60;

const somme = (depenses: readonly DepenseConnue[]): number =>
  depenses.reduce((total, { montant }) => total + montant, 0);

/**
 * Proposes the expenses that an outgoing line may pay (rapprochement/README §12.9): one expense, or all the expenses
 * of one supplier and one day; score A when the line names the supplier or the invoice. No proposal is automatic.
 */
export function depensesPayees(
  ligne: LigneARapprocher,
  { mots }: Pick<MotsDeLigne, "mots">,
  { depenses }: Pick<Repertoire, "depenses">,
): Proposition[] {
  const montant = -ligne.montant;
  const attendues = depenses.filter(
    ({ date, CompteBancaireId }) =>
      ecartEnJours(date, ligne.date) >= -JOURS_AVANT_PAIEMENT &&
      ecartEnJours(date, ligne.date) <= JOURS_APRES_PAIEMENT &&
      (ligne.CompteBancaireId ?? CompteBancaireId) === (CompteBancaireId ?? ligne.CompteBancaireId),
  );
  const ensemble = [
    ...Map.groupBy(attendues, ({ fournisseur, date }) => `${date} ${fournisseur}`).values(),
  ].filter(
    (depensesDuFournisseur) =>
      depensesDuFournisseur.length > 1 && somme(depensesDuFournisseur) === montant,
  );
  const seules = attendues
    .filter((depense) => depense.montant === montant)
    .map((depense) => [depense]);
  const trouvees = [...seules, ...ensemble];
  const texte = rechercheNormalisee(`${ligne.libelle} ${ligne.reference ?? ""}`);
  const score = (depenses: readonly DepenseConnue[]): Score => {
    const nommees = depenses.every(
      ({ fournisseur, numFacture }) =>
        nomme(mots, fournisseur) ||
        (numFacture !== null && texte.includes(rechercheNormalisee(numFacture))),
    );
    if (nommees) return "A";
    return trouvees.length === 1 ? "B" : "C";
  };
  return trouvees.map((depensesDeLigne) => ({
    genre: "depense",
    score: score(depensesDeLigne),
    automatique: false,
    raison: raisonDe(depensesDeLigne),
    ...sansLocataire("bailleur"),
    DepenseIds: depensesDeLigne.map(({ id }) => id),
  }));
}

/** Words by which a supplier announces a refund. */
const RENDU = /\b(?:rembours\w*|avoirs?|trop ?percu|ristournes?)\b/;

/**
 * Proposes the expense that a supplier refunds by an incoming line (rapprochement/README §12.9). The line names the
 * supplier or the invoice, and the part not refunded yet is at least the amount of the line. No proposal is
 * automatic.
 */
export function remboursements(
  ligne: LigneARapprocher,
  { mots }: Pick<MotsDeLigne, "mots">,
  { remboursables }: Pick<Repertoire, "remboursables">,
): Proposition[] {
  const texte = rechercheNormalisee(`${ligne.libelle} ${ligne.reference ?? ""}`);
  const nommees = remboursables.filter(
    ({ date, fournisseur, montant, numFacture }) =>
      date <= ligne.date &&
      montant >= ligne.montant &&
      (nomme(mots, fournisseur) ||
        (numFacture !== null && texte.includes(rechercheNormalisee(numFacture)))),
  );
  const sure = RENDU.test(texte) && nommees.length === 1;
  return nommees
    .toSorted((depense, autre) => ordre(autre.date, depense.date))
    .map((depense) => ({
      genre: "remboursement",
      score: sure ? "A" : nommees.length === 1 ? "B" : "C",
      automatique: false,
      raison: `${depense.fournisseur} rend une part de « ${depense.intitule} », payée le ${formatJour(depense.date)}`,
      ...sansLocataire("tiers"),
      DepenseIds: [depense.id],
    }));
}

/**
 * Whether a line contains every word of a name.
 * @param mots the words of the line
 */
export function nomme(mots: ReadonlySet<string>, nom: string): boolean {
  const motsDuNom = motsDe(nom);
  return motsDuNom.length > 0 && motsDuNom.every((mot) => mots.has(mot));
}

function raisonDe(depenses: readonly DepenseConnue[]): string {
  const [premiere] = depenses;
  if (!premiere) return "";
  const { intitule, fournisseur, numFacture, date } = premiere;
  if (depenses.length > 1)
    return `Montant de ${depenses.length} dépenses payées à ${fournisseur} le ${formatJour(date)}`;
  const facture = numFacture ? `, facture ${numFacture}` : "";
  return `${intitule}, ${fournisseur}${facture}, payée le ${formatJour(date)}, même montant`;
}
