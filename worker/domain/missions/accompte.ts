import { ajouterJours, aujourdhui, type Jour, terme } from "../dates.ts";

/** The sum paid for an instalment, in euros: the amount recorded, else its price; 0 when unpaid. */
export const payeDe = ({
  regle,
  prix,
  montant,
}: {
  regle: boolean;
  prix: number;
  montant?: number | null;
}): number => (regle ? (montant ?? prix) : 0);

/**
 * The refusal of a payment that would bring the paid instalments above the total of the mission (missions/README
 * §7.4).
 */
export const ACOMPTES_EN_TROP = "Les acomptes payés dépasseraient le total de la mission.";

/**
 * The refusal of a fee under a mandate without a register number (loi n° 70-9, art. 6; décret n° 72-678, art. 65, 72).
 */
export const MANDAT_SANS_NUMERO =
  "Ce mandat n’a pas de numéro au registre\u00A0: sans lui il est nul, et aucune somme ne peut être encaissée (loi n°\u00A070-9, art. 6). De gestion, il y entre signé, avec un mandant, un logement et ses conditions\u00A0; de location, notez le numéro du registre des transactions.";

/**
 * The instalments that a mandate prints: created by the day of signature, with their payments made by that day. Later
 * instalments are no terms of the mandate.
 */
export const accomptesALaSignature = <
  Accompte extends {
    createdAt: string;
    regle: boolean;
    datePaiement: Jour | null;
    montant: number | null;
  },
>(
  accomptes: readonly Accompte[],
  dateSignature: Jour,
): Accompte[] =>
  accomptes
    .filter(({ createdAt }) => aujourdhui(new Date(createdAt)) <= dateSignature)
    .map((accompte) =>
      accompte.datePaiement !== null && accompte.datePaiement <= dateSignature
        ? accompte
        : { ...accompte, regle: false, datePaiement: null, montant: null },
    );

/**
 * The proposed period of the next instalment of a mission: a month from the day after the last instalment, else from
 * the signature, else from today. Règle de la maison.
 */
export function periodeProposee(
  {
    dateSignature,
    accomptes,
  }: { dateSignature: Jour | null; accomptes: readonly { dateFin: Jour }[] },
  today: Jour,
): { dateDepart: Jour; dateFin: Jour } {
  const [dernier] = accomptes
    .map(({ dateFin }) => dateFin)
    .toSorted()
    .reverse();
  const dateDepart = dernier ? ajouterJours(dernier, 1) : (dateSignature ?? today);
  return { dateDepart, dateFin: terme(dateDepart, 1) };
}

/**
 * The proposed price of the next instalment of a mission, in euros with VAT; null once the three planned instalments
 * exist. Règle de la maison.
 *
 * @param faits how many instalments the mission has
 */
export const prixPropose = (
  { accompte1, accompte2, reliquat }: { accompte1: number; accompte2: number; reliquat: number },
  faits: number,
): number | null => [accompte1, accompte2, reliquat][faits] ?? null;

/** Whether an instalment is unpaid and its last day is past. */
export function accompteEnRetard(
  { regle, dateFin }: { regle: boolean; dateFin: Jour },
  today: Jour,
): boolean {
  return !regle && dateFin < today;
}
