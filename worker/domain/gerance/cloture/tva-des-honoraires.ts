import type { Jour, Mois } from "../../dates.ts";
import type { Euros } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";

/**
 * The moment at which the VAT of fees is due: when they are paid, when they are invoiced if the agency chose so, or
 * never (Code général des impôts, art. 269, 2, c, and 293 B).
 */
export const REGIMES_TVA = {
  encaissements: "Encaissements",
  debits: "Débits",
  franchise: "Franchise en base (art. 293 B)",
} as const;

export type RegimeTva = keyof typeof REGIMES_TVA;

/** The settings of the agency that decide the VAT regime. */
interface ReglagesDeTva {
  franchiseTva: boolean;
  optionDebits: boolean;
  /** The first day of the option for VAT when fees are invoiced; null: the option applies to every day. */
  optionDebitsDepuis: string | null;
}

/** The VAT regime of an invoice made on a day. */
export function regimeTva(
  { franchiseTva, optionDebits, optionDebitsDepuis }: ReglagesDeTva,
  jour: Jour,
): RegimeTva {
  if (franchiseTva) return "franchise";
  return optionDebits && (optionDebitsDepuis ?? "") <= jour ? "debits" : "encaissements";
}

/**
 * Whether the VAT of a line of fees is due with its invoice; fees given back follow the invoice that they correct.
 *
 * @param debits whether the VAT of the corrected invoice was due with that invoice; null: the line corrects no
 * invoice
 */
export const tvaSurDebits = ({ debits }: { debits: boolean | null }, regime: RegimeTva): boolean =>
  debits ?? regime === "debits";

/** VAT at one rate, in hundredths of a percent; cents, below zero when given back. */
export interface TvaAuTaux {
  tauxTva: number;
  tva: Centimes;
}

/** Adds up the VAT of each rate, the lowest rate first; cents. */
export const reunirTva = (sommes: readonly TvaAuTaux[]): TvaAuTaux[] =>
  [...Map.groupBy(sommes, ({ tauxTva }) => tauxTva)]
    .map(([tauxTva, sommesDuTaux]) => ({
      tauxTva,
      tva: sommesDuTaux.reduce((total, { tva }) => total + tva, 0),
    }))
    .toSorted((somme, autre) => somme.tauxTva - autre.tauxTva);

/** An unpaid invoice of fees; a credit note is below zero. Cents. */
export interface FactureOuverte {
  /** Whether the fees are taken from the funds of the mandate. */
  prelevee: boolean;
  ttc: Centimes;
  /** The unpaid part of `ttc`. */
  reste: Centimes;
  /** The VAT of the invoice, by rate, that is due only once the invoice is paid. */
  tva: readonly TvaAuTaux[];
}

/**
 * The unpaid rest of each invoice of a mandate once a statement took its fees (cloture/README §12.17). The oldest
 * invoices are paid first. A credit note first pays invoices; only its rest is paid back.
 *
 * @param ouvertes in the order they were made, the invoices of the statement included
 * @param honorairesDus cents still to take from the funds
 */
export function laisseesOuvertes(
  ouvertes: readonly FactureOuverte[],
  honorairesDus: Centimes,
): FactureOuverte[] {
  const prelevees = ouvertes.filter(({ prelevee }) => prelevee);
  const autres = ouvertes.filter(({ prelevee }) => !prelevee);
  return [
    ...dernieres(prelevees, honorairesDus),
    ...dernieres(
      autres,
      autres.reduce((total, { reste }) => total + reste, 0),
    ),
  ];
}

/**
 * Leaves a sum unpaid on the last invoices, or on the last credit notes when the sum is below zero. The other invoices
 * and credit notes are settled.
 */
function dernieres(factures: readonly FactureOuverte[], du: Centimes): FactureOuverte[] {
  let aLaisser = du;
  return factures.toReversed().map((facture) => {
    const memeSens = Math.sign(facture.reste) === Math.sign(aLaisser);
    const reste = memeSens
      ? Math.sign(aLaisser) * Math.min(Math.abs(facture.reste), Math.abs(aLaisser))
      : 0;
    aLaisser -= reste;
    return { ...facture, reste };
  });
}

/** The fees of a debtor: the VAT that waits for their payment, his unsettled invoices and credit notes; cents. */
export interface DettesDHonoraires<Ouverte extends FactureOuverte = FactureOuverte> {
  enAttente: readonly TvaAuTaux[];
  ouvertes: readonly Ouverte[];
}

/** The waiting VAT of an invoice, in proportion to its unpaid rest. */
const tvaDuReste = ({ ttc, reste, tva: taux }: FactureOuverte): TvaAuTaux[] =>
  taux.map(({ tauxTva, tva }) => ({
    tauxTva,
    tva: Math.sign(tva) * Math.round((Math.abs(tva) * reste) / ttc),
  }));

const opposee = (sommes: readonly TvaAuTaux[]): TvaAuTaux[] =>
  sommes.map(({ tauxTva, tva }) => ({ tauxTva, tva: 0 - tva }));

const estAvoir = ({ ttc }: FactureOuverte): boolean => ttc < 0;

/**
 * The fees of a credit note whose VAT waits, by VAT rate (`parts`), and the sum of its other fees (`sansAttente`);
 * cents.
 */
function partsDAvoir({ ttc, tva }: FactureOuverte) {
  const parts = reunirTva(opposee(tva))
    .filter((part) => part.tva > 0)
    .map((part) => ({ ...part, ttc: (part.tva * (10_000 + part.tauxTva)) / part.tauxTva }));
  const total = parts.reduce((somme, part) => somme + part.ttc, 0);
  // The VAT gives the sum of a part to a few cents only: parts that make nearly the whole credit note make all of it.
  const entier = total > -0.99 * ttc;
  return {
    parts: parts.map((part) => (entier ? { ...part, ttc: (part.ttc * -ttc) / total } : part)),
    sansAttente: entier ? 0 : -ttc - total,
  };
}

/**
 * The VAT that still waits once a credit note has only its rest to pay back: `voulue`, lowered when the rest is too
 * small for the fees that bear this VAT, and raised when the other fees cannot make up the rest.
 *
 * @param voulue the VAT that should wait, by rate; cents above zero
 */
function tvaDuResteDAvoir(avoir: FactureOuverte, voulue: readonly TvaAuTaux[]): TvaAuTaux[] {
  const { parts, sansAttente } = partsDAvoir(avoir);
  const reste = 0 - avoir.reste;
  const gardees = parts.map((part) => {
    const { tva = 0 } = voulue.find(({ tauxTva }) => tauxTva === part.tauxTva) ?? {};
    return { ...part, quota: Math.min(1, Math.max(0, tva / part.tva)) };
  });
  const somme = (de: (quota: number) => number) =>
    gardees.reduce((total, { quota, ttc }) => total + de(quota) * ttc, 0);
  const [gardee, libre] = [somme((quota) => quota), somme((quota) => 1 - quota)];
  const manque = libre === 0 ? 0 : Math.max(0, reste - sansAttente - gardee) / libre;
  const trop = gardee > reste ? reste / gardee : 1;
  return gardees.map(({ tauxTva, tva, quota }) => ({
    tauxTva,
    tva: Math.round(tva * (quota * trop + (1 - quota) * manque)),
  }));
}

/**
 * The VAT that unsettled credit notes keep waiting for their refund: the VAT that waited for these credit notes, less
 * the VAT of the invoices that they pay. Cents, below zero.
 */
function tvaDesAvoirs(
  { enAttente, ouvertes }: DettesDHonoraires,
  laissees: readonly FactureOuverte[],
): TvaAuTaux[] {
  const avoirs = laissees.filter((facture) => estAvoir(facture) && facture.reste !== 0);
  if (avoirs.length === 0) return [];
  const tvaDesFactures = (lesquelles: readonly FactureOuverte[]) =>
    lesquelles.filter((facture) => !estAvoir(facture)).flatMap(tvaDuReste);
  const compensees = (lesquelles: readonly FactureOuverte[]) =>
    lesquelles.filter(({ prelevee }) => avoirs.some((avoir) => avoir.prelevee === prelevee));
  let voulue = reunirTva([
    ...opposee(enAttente),
    ...tvaDesFactures(ouvertes),
    ...opposee(tvaDesFactures(compensees(ouvertes))),
    ...tvaDesFactures(compensees(laissees)),
  ]);
  // Credit notes whose fees all bear waiting VAT come first: their VAT follows their rest, whatever `voulue` is.
  return avoirs
    .toSorted((avoir, autre) => partsDAvoir(avoir).sansAttente - partsDAvoir(autre).sansAttente)
    .flatMap((avoir) => {
      const gardee = tvaDuResteDAvoir(avoir, voulue);
      voulue = reunirTva([...voulue, ...opposee(gardee)]);
      return opposee(gardee);
    });
}

/**
 * The VAT that becomes due once fees are paid (cloture/README §12.17): the waiting VAT, less the part of each invoice
 * left open, in proportion to its unpaid rest, and less what credit notes left open keep for their refund. Cents,
 * below zero when given back.
 *
 * @param dettes the fees of a debtor before the payment, today's invoices included
 * @param laissees the invoices left open after the payment
 */
export const tvaExigible = (
  dettes: DettesDHonoraires,
  laissees: readonly FactureOuverte[],
): TvaAuTaux[] =>
  reunirTva([
    ...dettes.enAttente,
    ...opposee(laissees.filter((facture) => !estAvoir(facture)).flatMap(tvaDuReste)),
    ...opposee(tvaDesAvoirs(dettes, laissees)),
  ]).filter(({ tva }) => tva !== 0);

/** The VAT that becomes due once the credit notes of a debtor pay his invoices (cloture/README §12.17); cents. */
export const tvaCompensee = ({ enAttente, ouvertes }: DettesDHonoraires): TvaAuTaux[] =>
  tvaExigible(
    { enAttente, ouvertes },
    laisseesOuvertes(
      ouvertes,
      ouvertes.reduce((total, { prelevee, reste }) => total + (prelevee ? reste : 0), 0),
    ),
  );

/**
 * The VAT that becomes due when an invoice is made and earlier credit notes pay it, or when a credit note pays earlier
 * invoices (cloture/README §12.17). Usually zero: the VAT regime must have changed between the two. Cents, below zero
 * when given back.
 *
 * @param nouvelle an invoice that its debtor is to pay himself, or a credit note
 */
export const tvaDeCompensation = (
  { enAttente, ouvertes }: DettesDHonoraires,
  nouvelle: FactureOuverte,
): TvaAuTaux[] =>
  tvaCompensee({
    enAttente: [...enAttente, ...nouvelle.tva],
    ouvertes: [...ouvertes, nouvelle],
  });

/** A payment of an invoice, above zero, or of a credit note, below zero; cents. */
export interface PaiementDeFacture {
  id: number;
  montant: Centimes;
}

/**
 * The VAT that each payment of one debtor makes due, one list for each payment in order (cloture/README §12.17).
 * Cents, below zero when given back.
 *
 * @param enAttente the VAT that waits for the debtor's payments
 * @param ouvertes his unsettled invoices and credit notes
 */
export function tvaDesPaiements(
  { enAttente, ouvertes }: DettesDHonoraires<FactureOuverte & { id: number }>,
  paiements: readonly PaiementDeFacture[],
): TvaAuTaux[][] {
  let attente = enAttente;
  let restent = ouvertes;
  return paiements.map(({ id, montant }) => {
    const avant = restent;
    restent = avant
      .map((facture) =>
        facture.id === id ? { ...facture, reste: facture.reste - montant } : facture,
      )
      .filter(({ reste }) => reste !== 0);
    const exigible = tvaExigible({ enAttente: attente, ouvertes: avant }, restent);
    attente = reunirTva([...attente, ...opposee(exigible)]);
    return exigible;
  });
}

/** A line of the statement of VAT: one month, one regime, one rate; euros. */
export interface LigneDeTva {
  mois: Mois;
  regime: RegimeTva;
  /** The VAT rate, in hundredths of a percent. */
  tauxTva: number;
  /** The fees invoiced in the month, less the credit notes. */
  factureHT: Euros;
  factureTva: Euros;
  /** The base and the VAT due for the month. */
  baseHT: Euros;
  tva: Euros;
}

/** `GET /Export/tva`: the VAT of the fees of a period, and the VAT not received at the end of its last day; euros. */
export interface EtatDeTva {
  du: Jour;
  au: Jour;
  lignes: LigneDeTva[];
  /** The VAT due for the period: the movement of the account 44571. */
  exigible: Euros;
  /** The balance of the account 44587: the VAT invoiced and not received, less `aReprendre`. */
  enAttente: Euros;
  /** The VAT to take back once credit notes are paid back. */
  aReprendre: Euros;
}
