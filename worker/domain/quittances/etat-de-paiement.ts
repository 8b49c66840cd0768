import type { Jour } from "../dates.ts";
import type { Centimes } from "../gerance/livres/repartition.ts";
import { encaisse, modeDeReglement } from "../gerance/locataires/reglement.ts";
import { enCentimes } from "../montants.ts";
import type { ModeQuittance } from "./paiement.ts";
import { totalQuittance } from "./quittance.ts";

/** The party who declared a state of payment. */
export type SourceDePaiement = "agence" | "locataire";

/**
 * The change of payment that somebody asks for; an absent field keeps its value, unless the new state excludes that
 * value.
 */
export interface EtatDemande {
  regle: boolean;
  statusInconu: boolean;
  /**
   * The day of payment; without one, the stored day when the receipt stays paid or stays unpaid, else the day of the
   * change.
   */
  datePaiement?: Jour | null;
  mode?: ModeQuittance | null;
  /** Euros received when only a part is paid; only on an unpaid receipt. */
  montantPaye?: number | null;
}

/** The payment as the receipt shows it; euros. */
export interface EtatDePaiement {
  regle: boolean;
  statusInconu: boolean;
  montantPaye: number | null;
  datePaiement: Jour | null;
  mode: string | null;
}

/** A receipt with its stored state of payment; euros. */
export interface QuittanceDite extends EtatDePaiement {
  loyerHC: number;
  charge: number;
  assurance: number;
  source: SourceDePaiement | null;
}

/** The whole state of payment that results from a requested change (locataires/README §12.6); euros. */
export function etatVoulu(
  quittance: QuittanceDite,
  demande: EtatDemande,
  { source, today }: { source: SourceDePaiement; today: Jour },
): EtatDePaiement {
  const { regle } = demande;
  const statusInconu = !regle && demande.statusInconu;
  const montantPaye = montantVoulu(quittance, { ...demande, statusInconu }, source);
  const paye = regle || montantPaye !== null;
  const garde = quittance.regle === regle ? quittance.datePaiement : null;
  return {
    regle,
    statusInconu,
    montantPaye,
    datePaiement: paye ? (demande.datePaiement ?? garde ?? today) : null,
    mode: paye ? modeVoulu(quittance, demande) : null,
  };
}

/**
 * The mode after the change. A mode that brings in no money, such as the deposit, never pays the rest of a receipt:
 * the mode becomes unknown when such a mode paid the first part.
 */
function modeVoulu(quittance: QuittanceDite, { regle, mode }: EtatDemande): string | null {
  if (mode !== undefined) return mode;
  const recu = quittance.mode === null ? null : modeDeReglement(quittance.mode);
  return regle && !quittance.regle && !encaisse(recu) ? null : quittance.mode;
}

/** The amount paid after the change, in euros: the whole, a part, or null when the agency confirms no payment. */
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
 * Whether a change alters a receipt. It does when a field changes, when the agency confirms what the tenant declared,
 * and when the tenant declares a state that he had not declared before.
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
 * Whether to take back the recorded payments of a receipt (`reprendre`), and the cents to record (`montant`): the rest
 * when the part already recorded stays, 0 when the payment is unchanged, else the whole.
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
