import type { Jour } from "../dates.ts";
import type { Centimes } from "../gerance/livres/repartition.ts";
import { enCentimes } from "../montants.ts";
import type { ModeQuittance } from "./paiement.ts";
import { totalQuittance } from "./quittance.ts";

/** The person on whose word a state of payment rests. */
export type SourceDePaiement = "agence" | "locataire";

/** The state of payment that a change asks for; an absent field keeps its value where that still makes sense. */
export interface EtatDemande {
  regle: boolean;
  statusInconu: boolean;
  /** The day of payment; when a payment is noted without a day, the day of the change. */
  datePaiement?: Jour | null;
  mode?: ModeQuittance | null;
  /** Euros received when only a part was paid: on an unpaid receipt only. */
  montantPaye?: number | null;
}

/** The payment as a receipt tells it; euros. */
export interface EtatDePaiement {
  regle: boolean;
  statusInconu: boolean;
  montantPaye: number | null;
  datePaiement: Jour | null;
  mode: string | null;
}

/** A receipt with the state of its payment as stored; euros. */
export interface QuittanceDite extends EtatDePaiement {
  loyerHC: number;
  charge: number;
  assurance: number;
  source: SourceDePaiement | null;
}

/** The whole state asked for a receipt (locataires/README §12.6). */
export function etatVoulu(
  quittance: QuittanceDite,
  demande: EtatDemande,
  { source, today }: { source: SourceDePaiement; today: Jour },
): EtatDePaiement {
  const { regle } = demande;
  const statusInconu = !regle && demande.statusInconu;
  const montantPaye = montantVoulu(quittance, { ...demande, statusInconu }, source);
  const encaisse = regle || montantPaye !== null;
  const garde = quittance.regle === regle ? quittance.datePaiement : null;
  return {
    regle,
    statusInconu,
    montantPaye,
    datePaiement: encaisse ? (demande.datePaiement ?? garde ?? today) : null,
    mode: encaisse ? (demande.mode === undefined ? quittance.mode : demande.mode) : null,
  };
}

/** The amount asked to be paid: the whole, a part, or nothing that the agency acknowledges. */
function montantVoulu(
  quittance: QuittanceDite,
  { regle, statusInconu, montantPaye }: EtatDemande,
  source: SourceDePaiement,
): number | null {
  if (source === "locataire" || statusInconu) return null;
  if (regle) return totalQuittance(quittance) || null;
  if (montantPaye === undefined) return quittance.regle ? null : quittance.montantPaye;
  return montantPaye || null;
}

/**
 * Whether a change alters the receipt. When the agency confirms what only the tenant declared, it does, even if the
 * state is the same.
 */
export const differe = (
  quittance: QuittanceDite,
  voulu: EtatDePaiement,
  source: SourceDePaiement,
): boolean =>
  (Object.keys(voulu) as (keyof EtatDePaiement)[]).some(
    (champ) => voulu[champ] !== quittance[champ],
  ) || (source === "agence" ? quittance.source === "locataire" : quittance.source !== "locataire");

/**
 * Whether the payments of a receipt are taken back, and the cents to record then: the rest of the sum when a part is
 * noted already; else the whole, once the former payments are taken back.
 */
export function partVoulue(
  quittance: QuittanceDite,
  voulu: EtatDePaiement,
): { reprendre: boolean; montant: Centimes } {
  const paye = quittance.source === "locataire" ? 0 : enCentimes(quittance.montantPaye ?? 0);
  const montant = enCentimes(voulu.montantPaye ?? 0);
  if (!quittance.regle && voulu.regle && paye < montant)
    return { reprendre: false, montant: montant - paye };
  const inchangee =
    paye === montant &&
    voulu.datePaiement === quittance.datePaiement &&
    voulu.mode === quittance.mode;
  return { reprendre: paye > 0 && !inchangee, montant: inchangee ? 0 : montant };
}
