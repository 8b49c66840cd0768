import { formatJour, type Jour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";

/** A revision already requested, with the facts that decide whether it may be undone; cents. */
export interface RevisionDemandee {
  effetLe: Jour;
  /** The date of its letter; a posted letter reaches the tenant some days later. */
  lettreDu: Jour;
  annuleeLe: Jour | null;
  loyerAvant: Centimes;
  /** Whether the request was sent: by mail, or by a posted letter. */
  partie: boolean;
}

/** Whether a revision may still be undone on a day: it has not taken effect, or its request was never sent. */
export const annulableLe = (
  { effetLe, partie }: Pick<RevisionDemandee, "effetLe" | "partie">,
  today: Jour,
): boolean => today < effetLe || !partie;

/** The result of undoing a revision: a refusal in a French sentence, or the permission. */
export type Annulation =
  | { refus: string; lettre: null }
  | {
      refus: null;
      /**
       * The French sentence that tells the tenant that the revision is undone; null when its request was not sent.
       */
      lettre: string | null;
    };

/**
 * Undoes a revision (revisions/README §15.7) before it takes effect or while its request is not sent, as long as no
 * receipt bills the new rent. Afterwards the parties must sign an avenant (amendment).
 *
 * @param quittances the last days of the receipts that are not cancelled
 * @param loyers the first days of the rents that are not cancelled: a rent that begins after the revision prevents
 * its undoing
 */
export function annulerRevision(
  revision: RevisionDemandee,
  {
    quittances,
    loyers,
    today,
  }: { quittances: readonly Jour[]; loyers: readonly Jour[]; today: Jour },
): Annulation {
  const { annuleeLe, effetLe, lettreDu, loyerAvant, partie } = revision;
  if (annuleeLe !== null) return { refus: "Cette révision est déjà annulée.", lettre: null };
  if (!annulableLe({ effetLe, partie }, today)) {
    return {
      refus: `Cette révision a pris effet le ${formatJour(effetLe)} : un avenant la corrige.`,
      lettre: null,
    };
  }
  if (quittances.some((fin) => fin >= effetLe)) {
    return {
      refus: "Une quittance porte déjà le nouveau loyer : annulez-la, ou signez un avenant.",
      lettre: null,
    };
  }
  const suite = loyers.toSorted().find((depuis) => depuis > effetLe);
  if (suite) {
    return {
      refus: `Le loyer change encore le ${formatJour(suite)} : annulez d’abord ce changement.`,
      lettre: null,
    };
  }
  return {
    refus: null,
    lettre: partie
      ? `Notre lettre du ${formatJour(lettreDu)} est sans effet\u00A0: votre loyer reste de ${formatEuros(enEuros(loyerAvant))}.`
      : null,
  };
}
