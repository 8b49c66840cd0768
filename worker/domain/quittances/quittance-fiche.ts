import * as z from "zod/mini";
import type { HistoryRow } from "../agence/history.ts";
import type { TableauDeBord } from "../agence/tableau-de-bord.ts";
import type { Mois } from "../dates.ts";
import { Invalid } from "../erreurs.ts";
import {
  booleen,
  choix,
  entier,
  euros,
  facultatif,
  identifiant,
  isoDate,
  requis,
} from "../fields.ts";
import {
  COURRIELS_PARTIS,
  type CourrielEnAttente,
  type CourrielResume,
  type EtatCourriel,
  type EtatsCourriels,
  type GenreCourriel,
} from "./courriel.ts";
import { montantFacture } from "./emission.ts";
import { LOT_AU_PLUS } from "./limites.ts";
import { MODES_QUITTANCE, type ModeQuittance } from "./paiement.ts";
import { ETATS_QUITTANCE, type EtatQuittance, type ReglementTenu } from "./quittance.ts";

/** The fields of a receipt that staff may change; the amounts that it bills never change. */
export const record = z.strictObject({
  regle: booleen(),
  statusInconu: booleen(),
  relance: booleen(),
  datePaiement: facultatif(isoDate()),
  mode: facultatif(choix(MODES_QUITTANCE)),
  montantPaye: facultatif(euros()),
});

export const modification = z.extend(z.partial(record), {
  /** Withdraws the agency's confirmation, so that the payment is again only declared by the tenant. */
  source: z.optional(choix(["locataire"])),
});

/** `GET Quitance/downloadMonth/{YYYY}/{MM}`: the rank of the archive to download, from 1. */
export const demandeArchive = z.strictObject({
  partie: z.optional(
    z.string().check(z.regex(/^[1-9]\d{0,3}$/, "Le rang d’une archive est attendu, depuis 1.")),
  ),
});

/** `POST Quitance/lot`: marks many receipts paid or unpaid at once. */
export const demandeDuLot = z.strictObject({
  ids: z
    .array(identifiant())
    .check(
      z.minLength(1, "Choisissez au moins une quittance."),
      z.maxLength(LOT_AU_PLUS, `${LOT_AU_PLUS} quittances au plus à la fois.`),
    ),
  regle: booleen(),
  /** For a request that marks receipts unpaid; true: their payment becomes unknown instead. */
  inconnue: z.optional(booleen()),
  /** The day of payment; without one, the day that the tenant declared, else today. */
  datePaiement: facultatif(isoDate()),
  mode: facultatif(choix(MODES_QUITTANCE)),
  /** Changes only the receipts that a tenant declared paid and that nobody has confirmed. */
  declarees: z.optional(booleen()),
  /** The version of each receipt that the caller read, by id; without it, the latest version is changed. */
  versions: z.optional(
    z.record(
      z.string().check(z.regex(/^[1-9]\d{0,14}$/, "Un identifiant est attendu.")),
      entier(1),
    ),
  ),
});

export type DemandeDuLot = z.output<typeof demandeDuLot>;

/** `POST Quitance/lot/apercu`: the receipts to mark paid, for a preview. */
export const apercuDuLot = z.pick(demandeDuLot, { ids: true });

/** A receipt chosen for a batch, with the facts that decide what may be done to it; euros. */
export interface QuittanceChoisie {
  id: number;
  version: number;
  etat: EtatQuittance;
  source: "agence" | "locataire" | null;
  total: number;
  /** The part received; null when nothing or everything was received. */
  montantPaye: number | null;
  locataire: string;
}

/** The result of a batch: the receipts changed, and the French reason for each other receipt. */
export interface ResultatDuLot {
  changees: number[];
  refusees: { id: number; numero: string | null; motif: string }[];
}

/** The French reason why a batch leaves a receipt unchanged: its state, or a change since it was read. */
export function refusDuLot(etat: EtatQuittance | undefined, modifiee: boolean): string {
  if (etat === undefined) return "Elle n’existe pas.";
  const mot = ETATS_QUITTANCE[etat].toLowerCase();
  return modifiee ? `Elle a été modifiée entre-temps\u00A0: elle est ${mot}.` : `Elle est ${mot}.`;
}

/** The refusal to take back a payment that a bank statement shows. */
export const refusSiProuve = (numero: string): string =>
  `La banque montre le règlement ${numero}\u00A0: reprenez d’abord sa ligne de relevé.`;

/** The refusal to take back, from one receipt, a payment that settles several. */
export const refusSiPartage = (numero: string): string =>
  `Le règlement ${numero} couvre aussi une autre échéance\u00A0: annulez-le depuis le compte du dossier.`;

/** The refusal to take back a payment that a validated owner's statement already shows. */
export const refusSiRendu = (numero: string): string =>
  `Un compte rendu validé a dit le règlement ${numero} au propriétaire\u00A0: annulez-le ou rejetez-le avec son motif, le prochain compte le corrigera.`;

/**
 * The whole change that a partial change of a receipt means: an absent field keeps its value, and a part payment
 * turns an unknown receipt into an unpaid one.
 *
 * @throws Invalid for a part payment on a receipt that is not unpaid, for a paid receipt that would lose its day, and
 * for a change, without confirmation, of a payment that only the tenant declared
 */
export function etatDemande<
  T extends {
    regle?: boolean | undefined;
    statusInconu?: boolean | undefined;
    montantPaye?: number | null | undefined;
    datePaiement?: string | null | undefined;
  },
>(avant: { regle: boolean; statusInconu: boolean; source?: string | null }, demande: T) {
  if (demande.regle === undefined && avant.regle && avant.source === "locataire") {
    throw new Invalid({ regle: "Le locataire a déclaré ce paiement : confirmez-le d’abord." });
  }
  const regle = demande.regle ?? avant.regle;
  const statusInconu = demande.statusInconu ?? (demande.montantPaye ? false : avant.statusInconu);
  if (demande.montantPaye && (regle || statusInconu)) {
    throw new Invalid({
      montantPaye: "Un paiement partiel ne se note que sur une quittance impayée.",
    });
  }
  if (avant.regle && regle && demande.datePaiement === null) {
    throw new Invalid({ datePaiement: "Une quittance payée garde sa date de paiement." });
  }
  return { ...demande, regle, statusInconu };
}

/** `POST Quitance/generate/{dossierId}`: makes the receipt of a month, given by any of its days. */
export const demandeGeneration = z.strictObject({ date: isoDate() });

/**
 * `POST Quitance/generate/manual/{dossierId}`: makes a receipt for any period, both days included; euros for the whole
 * period.
 */
export const demandeManuelle = z.strictObject({
  date: isoDate(),
  dateFin: isoDate(),
  prixHC: montantFacture(),
  charge: montantFacture(),
});

/**
 * `POST Quitance`: makes a receipt for any period, both days included, of the dossier given; euros for the whole
 * period.
 */
export const creation = z.extend(demandeManuelle, { DossierId: identifiant() });

/**
 * `POST Quitance/{id}/annuler` cancels a receipt, with a reason; `courriel`: whether to mail the tenant, when he
 * received the avis d'échéance or the quittance.
 */
export const demandeAnnulation = z.strictObject({
  motif: requis(200),
  courriel: z.optional(booleen()),
});

/**
 * The French names of the facts that prevent the deletion of a receipt (quittances/README §2.4); empty when nothing
 * prevents it.
 */
export function retenuesQuittance(quittance: {
  regle: boolean;
  derniere: boolean;
  servieLe: string | null;
  annuleeLe: string | null;
  courriels: readonly { etat: EtatCourriel }[];
}): string[] {
  const { regle, derniere, servieLe, annuleeLe, courriels } = quittance;
  const parti = courriels.some(({ etat }) => COURRIELS_PARTIS.includes(etat));
  return [
    regle ? ["un paiement"] : [],
    annuleeLe !== null ? ["son annulation"] : [],
    servieLe !== null ? ["son document, déjà remis"] : [],
    parti ? ["un courriel envoyé"] : [],
    derniere ? [] : ["la suite des numéros (seule la dernière quittance de l’année se supprime)"],
  ].flat();
}

export interface AncienPaiement {
  datePaiement: string;
  mode: ModeQuittance | null;
}

export interface QuittanceRow extends EtatsCourriels {
  id: number;
  numero: string;
  DossierId: number;
  AppartementId: number;
  LocataireId: number;
  ClientId: number | null;
  appartement: string;
  ville: string;
  locataire: string;
  date: string;
  dateFin: string;
  echeance: string;
  /** The day on which the receipt was made. */
  emission: string;
  loyerHC: number;
  charge: number;
  /** A twelfth, in euros, of the insurance that the owner took out for the tenant. */
  assurance: number;
  total: number;
  automatique: boolean;
  /** The revision whose difference of rent this receipt adds to a month already billed; null for any other receipt. */
  RevisionId: number | null;
  regle: boolean;
  statusInconu: boolean;
  etat: EtatQuittance;
  /** Days of delay while the receipt is unpaid; 0 when it is not late. */
  retard: number;
  relance: boolean;
  montantPaye: number | null;
  datePaiement: string | null;
  mode: ModeQuittance | null;
  /** « locataire »: only the tenant declared the state (quittances/README §2.5). */
  source: "agence" | "locataire" | null;
  reponduLe: string | null;
  annuleeLe: string | null;
  /** The mail that may still be called back, if any. */
  attente: CourrielEnAttente | null;
  /** The payment that the agency took back, which the form proposes again while the receipt is unpaid. */
  ancienPaiement: AncienPaiement | null;
  /** The reason why this receipt may not be marked unpaid; null when it may, or when it is not paid. */
  tenu: ReglementTenu | null;
  updatedAt: string;
  version: number;
}

export interface QuittanceDetail extends Omit<QuittanceRow, GenreCourriel | "attente"> {
  createdAt: string;
  /**
   * The instant at which the document of the receipt was first sent or downloaded; from then on the receipt cannot be
   * deleted.
   */
  servieLe: string | null;
  motifAnnulation: string | null;
  reponse: boolean | null;
  /** The path of the PDF of the present state, under `/api/`. */
  file: string;
  Appartement: {
    id: number;
    adresse: string;
    codePostal: string;
    ville: string;
    etage: string | null;
  };
  Locataire: { id: number; titre: string; nom: string; prenom: string };
  Etats: Pick<HistoryRow, "etat" | "user" | "createdAt" | "details">[];
  courriels: CourrielResume[];
  canDelete: boolean;
}

/** `GET Quitance/mois/{AAAA-MM}`: the figures of a whole month, not only of the receipts on one page. */
export interface BilanDuMois extends Pick<TableauDeBord, "quittances" | "loyerDuMois"> {
  mois: Mois;
  enRetard: number;
  annulees: number;
}

/** `GET Quitance/mois/{AAAA-MM}/attentes`: the numbers of tasks that wait for staff, for the month or for today. */
export interface AttentesDuMois {
  /** Automatic receipts that are due and missing (jobs/README §9.9). */
  manques: number;
  /** Automatic receipts that staff must decide on: the tenant left without a notice that sets the last day of rent. */
  aVerifier: number;
  /** Open dossiers without automatic receipts. */
  sansAutomatisme: number;
  /** Open dossiers whose rent is stopped by another lease of the same dwelling. */
  loyersArretes: number;
  /**
   * The number of receipts with a mail that may or may not have been sent, then the number of mails that lost their
   * queue message.
   */
  courrielsIncertains: number;
  courrielsPerdus: number;
  /** Messages that the queue gave up on. */
  rebuts: number;
}

/** A receipt in the yearly table, in the cell of its month; euros. */
export interface CaseAnnuelle {
  id: number;
  mois: Mois;
  etat: EtatQuittance;
  total: number;
  recu: number;
}

export interface LigneDeLAnnee {
  DossierId: number;
  AppartementId: number;
  locataire: string;
  appartement: string;
  ville: string;
  quittances: CaseAnnuelle[];
}

/** The sums of a month over the dossiers of the yearly table, without cancelled receipts; euros. */
export interface SommesDuMois {
  mois: Mois;
  attendu: number;
  recu: number;
  declare: number;
}

/** The facts that the public page of a receipt shows to its tenant; euros. */
export interface DemandeValidation {
  repondu: boolean;
  periode: string;
  logement: string;
  locataire: string;
  total: number;
  agenceNom: string;
  agenceEmail: string;
}
