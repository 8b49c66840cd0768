import { dansMois, formatJour, type Jour } from "../../dates.ts";
import type { ModeQuittance } from "../../quittances/paiement.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";

/** The ways to end a tenant's debt, with their names on screens and on paper (locataires/README §12.2). */
export const MODES_REGLEMENT = {
  virement: "Virement",
  cheque: "Chèque",
  prelevement: "Prélèvement",
  especes: "Espèces",
  carte: "Carte bancaire",
  tiers: "Versement d’un tiers",
  compensation: "Compensation",
  abandon: "Abandon de créance",
  depot: "Dépôt de garantie",
  regularisation: "Régularisation de charges",
} as const;

export type ModeReglement = keyof typeof MODES_REGLEMENT;

/** The name under which a receipt stores each mode. Some differ from the name that a payment stores. */
const SUR_UNE_QUITTANCE = {
  virement: "Virement",
  cheque: "Cheque",
  prelevement: "prelevement",
  especes: "especes",
  carte: "carte",
  tiers: "tiers",
  compensation: "compensation",
  abandon: "abandon",
  depot: "depot",
  regularisation: "regularisation",
} as const satisfies Record<ModeReglement, ModeQuittance>;

const DE_REGLEMENT = Object.keys(MODES_REGLEMENT) as ModeReglement[];

/**
 * The modes that bring in no money: the debt is waived, offset, or paid from the deposit or from charges to refund.
 */
const SANS_ENCAISSEMENT: readonly ModeReglement[] = [
  "compensation",
  "abandon",
  "depot",
  "regularisation",
];

/** Whether a mode brings in money; an unknown mode (null) does. */
export const encaisse = (mode: ModeReglement | null): boolean =>
  mode === null || !SANS_ENCAISSEMENT.includes(mode);

/** The modes that a person may enter for a payment. */
export const MODES_ENCAISSEMENT = DE_REGLEMENT.filter(encaisse);

/** The stored name of a payment's mode on a receipt. */
export const modeDeQuittance = (mode: ModeReglement): ModeQuittance => SUR_UNE_QUITTANCE[mode];

/** The mode that has this name on a payment or on a receipt; null when there is none. */
export const modeDeReglement = (nom: string): ModeReglement | null =>
  DE_REGLEMENT.find((mode) => mode === nom || SUR_UNE_QUITTANCE[mode] === nom) ?? null;

/** The name of a mode on screens and on paper. @param mode its stored name, on a payment or on a receipt */
export const libelleMode = (mode: ModeReglement | ModeQuittance): string =>
  MODES_REGLEMENT[modeDeReglement(mode) ?? "tiers"];

/** The mode within a sentence: « par virement », « en espèces ». */
export const parMode = (mode: ModeReglement | ModeQuittance): string =>
  `${mode === "especes" ? "en" : "par"} ${libelleMode(mode).toLowerCase()}`;

/** Whether a payment is a cheque that the owner received: the agency never learns whether it was cashed. */
export const chequeAuBailleur = ({
  mode,
  fonds,
}: {
  mode: ModeReglement | null;
  fonds: ModeFonds;
}): boolean => mode === "cheque" && fonds === "proprietaire";

export const PAYEURS = {
  locataire: "Le locataire",
  caf: "La CAF",
  msa: "La MSA",
  caution: "La caution",
  gli: "L’assurance loyers impayés",
  visale: "Visale",
  bailleur: "Le bailleur",
  tiers: "Un tiers",
} as const;

export type Payeur = keyof typeof PAYEURS;

/** The payer as a sentence names him: « la CAF », « Visale »; null for the tenant himself. */
export function payeurNomme(payeur: Payeur): string | null {
  if (payeur === "locataire") return null;
  const nom = PAYEURS[payeur];
  return payeur === "visale" ? nom : `${nom.charAt(0).toLowerCase()}${nom.slice(1)}`;
}

/** The states of a payment; `recu`: a cheque that the bank has not credited yet. */
export const ETATS_REGLEMENT = {
  recu: "Sous réserve d’encaissement",
  credite: "Encaissé",
  rejete: "Rejeté",
  annule: "Annulé",
} as const;

export type EtatReglement = keyof typeof ETATS_REGLEMENT;

/**
 * The number of a payment: « 2026-000012 » (locataires/README §12.2).
 * @param exercice the year; `rang` its rank in the year
 */
export const numeroReglement = ({ exercice, rang }: { exercice: string; rang: number }): string =>
  `${exercice}-${String(rang).padStart(6, "0")}`;

/** The warning to staff about money received under a mandate that is not in the register. */
export const FONDS_SANS_MANDAT =
  "L’agence ne peut recevoir de fonds que sous un mandat écrit, signé et inscrit au registre (décret n°\u00A072-678, articles 64 et 65)\u00A0: celui de ce logement ne l’est pas.";

/** The note written on the bank statement line that shows the refusal of a payment. */
export const motifDeRejet = (numero: string): string => `Rejet du règlement ${numero}`;

/**
 * The most cash that a professional may take for one debt, in cents (art. L112-6 and D112-3 of the Code monétaire et
 * financier).
 */
const ESPECES_AU_PLUS: Centimes = 1_000_00;
/** The greatest payment, in cents: a greater sum is taken for a typing mistake. */
const MONTANT_AU_PLUS: Centimes = 1_000_000_00;

const MOIS_D_AVANCE = 3;

/**
 * The reasons to refuse a payment, by field; empty when it is accepted. Rent is received at most three months ahead
 * (décret n° 72-678, art. 67): a payment dated more than three months before the lease is taken for a typing mistake.
 *
 * @param reglement cents; `StoredFileId`: the paper by which the owner gives up the debt; `bail`: the day from which
 * the limit runs (`depuis`), and the first day of the lease shown in the message (`commence`)
 */
export function refusReglement(
  reglement: {
    date: Jour;
    montant: Centimes;
    mode: ModeReglement | null;
    fonds: ModeFonds;
    StoredFileId?: number | null | undefined;
    bail?: { depuis: Jour; commence: Jour } | undefined;
  },
  today: Jour,
): Record<string, string> {
  const { date, montant, mode, fonds, StoredFileId, bail } = reglement;
  if (bail !== undefined && date < dansMois(bail.depuis, -MOIS_D_AVANCE))
    return {
      date: `Ce jour est bien avant le bail, qui commence le ${formatJour(bail.commence)} : vérifiez l’année.`,
    };
  if (date > today) return { date: "Le paiement ne peut pas être daté d’un jour à venir." };
  if (montant <= 0) return { montant: "Un montant de plus de 0 € est attendu." };
  if (montant > MONTANT_AU_PLUS) return { montant: "Ce montant dépasse 1 000 000 €." };
  if (mode === "especes" && fonds === "agence" && montant > ESPECES_AU_PLUS) {
    return {
      montant:
        "L’agence ne peut pas recevoir plus de 1 000 € en espèces (code monétaire et financier, art. L112-6).",
    };
  }
  if (mode === "abandon" && !StoredFileId) {
    return { mode: "Un abandon de créance se prouve : joignez l’écrit du bailleur." };
  }
  return {};
}
