import { deMoisEnLettres, type Jour, type Mois } from "../../dates.ts";
import { type Ecriture, ensemble, type Part, type Parties } from "../livres/ecritures.ts";
import { depotDuBailleurImpute, depotImpute } from "../livres/ecritures-depots.ts";
import {
  abandon,
  avanceAuBailleur,
  avanceConsommee,
  avanceDuBailleurConsommee,
  chequeCredite,
  chequeRecu,
  encaissement,
  type Provenance,
  recuParLeBailleur,
  recuPourAvant,
} from "../livres/ecritures-encaissements.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import { type EcheanceDue, type Imputation, imputer } from "./imputation.ts";
import type { EtatReglement, ModeReglement } from "./reglement.ts";

/** A sum called from a tenant and not fully paid; cents. */
export interface EcheanceOuverte extends EcheanceDue {
  QuitanceId: number | null;
  /**
   * The mandate whose account expects the sum: a MissionId or, for a dwelling without mandate, the id of the dwelling
   * as a negative number.
   */
  mandat: number;
  /** True: the sum is in the books, so the books also record its payment. */
  inscrite: boolean;
}

/** The unused rest of a payment, which may settle later sums; cents. */
export interface AvanceDisponible {
  ReglementId: number;
  fonds: ModeFonds;
  reste: Centimes;
}

/** A payment, before {@link placer} decides which sums it settles; cents. */
export interface APlacer {
  montant: Centimes;
  date: Jour;
  mode: ModeReglement | null;
  fonds: ModeFonds;
  CompteBancaireId?: number | null;
  /** The bank statement line that shows the payment, if any. */
  LigneReleveId?: number | null;
  QuitanceId?: number;
  mois?: readonly Mois[];
  /** The books are open on the day of the payment: they record all money that enters the agency's bank. */
  tenu?: boolean;
}

export interface Placement {
  etat: EtatReglement;
  imputations: Imputation[];
  /** The part of the payment that settles no sum yet. */
  avance: Centimes;
  /** The entry to post; null when the books record no part of the payment. */
  ecriture: Ecriture | null;
}

/**
 * Whether a payment is a cheque received by the agency whose credit no bank statement shows (locataires/README §12.2).
 */
const sousReserve = ({ mode, fonds, LigneReleveId }: APlacer): boolean =>
  mode === "cheque" && fonds === "agence" && (LigneReleveId ?? null) === null;

/**
 * Decides what a payment does to the account of its dossier (locataires/README §12.2, §12.3). The call lowers `reste`
 * in `ouvertes`: the next payment then settles only what is still unpaid.
 *
 * @param dossier the id of the dossier
 * @param paiement cents
 * @param ouvertes the sums that the dossier owes, changed in place
 */
export function placer(dossier: number, paiement: APlacer, ouvertes: EcheanceOuverte[]): Placement {
  if (sousReserve(paiement)) {
    const ecriture = chequeRecu({ dossier }, paiement.CompteBancaireId ?? null, paiement.montant);
    return { etat: "recu", imputations: [], avance: 0, ecriture };
  }
  const { imputations, avance } = prendre(paiement, ouvertes);
  const entrees = parMandat(dossier, imputations, auxLivres(ouvertes)).map(({ parties, parts }) =>
    reglees(paiement, parties, parts),
  );
  if (paiement.mode === "depot")
    return { etat: "credite", imputations, avance, ecriture: reunir(entrees, "DG") };
  if (paiement.tenu && paiement.fonds === "agence" && !sansArgent(paiement)) {
    const horsLivres = ouvertes.filter(({ inscrite }) => !inscrite);
    for (const { parties, parts } of parMandat(dossier, imputations, horsLivres)) {
      entrees.push(recuPourAvant(parties, { source: provenance(paiement), regle: parts }));
    }
  }
  if (avance > 0) {
    const parties = { dossier, mandat: 0 };
    entrees.push(
      paiement.fonds === "agence"
        ? encaissement(parties, { source: provenance(paiement), regle: [], avance })
        : avanceAuBailleur(parties, avance),
    );
  }
  return { etat: "credite", imputations, avance, ecriture: reunir(entrees, "ENC") };
}

/** The entry for the sums settled. It depends on the mode of the payment, and on who received the money. */
function reglees(paiement: APlacer, parties: Parties, parts: readonly Part[]): Ecriture {
  const parAgence = paiement.fonds === "agence";
  if (sansArgent(paiement)) return abandon(parties, parts);
  if (paiement.mode === "depot")
    return (parAgence ? depotImpute : depotDuBailleurImpute)(parties, parts);
  return parAgence
    ? encaissement(parties, { source: provenance(paiement), regle: parts, avance: 0 })
    : recuParLeBailleur(parties, parts);
}

/**
 * Decides which sums a cheque settles on the day the bank credits it. The call lowers `reste` in `ouvertes`, as {@link
 * placer} does. Cents.
 */
export function crediter(dossier: number, cheque: APlacer, ouvertes: EcheanceOuverte[]): Placement {
  const { imputations, avance } = prendre(cheque, ouvertes);
  const compteBancaire = cheque.CompteBancaireId ?? null;
  const entrees = parMandat(dossier, imputations, auxLivres(ouvertes)).map(({ parties, parts }) =>
    chequeCredite(parties, compteBancaire, { regle: parts, avance: 0 }),
  );
  if (avance > 0) {
    entrees.push(chequeCredite({ dossier, mandat: 0 }, compteBancaire, { regle: [], avance }));
  }
  return { etat: "credite", imputations, avance, ecriture: reunir(entrees, "ENC") };
}

/**
 * Decides which booked sums an advance settles on a day, with the entry. The call lowers `reste` in `ouvertes`, as
 * {@link placer} does. Cents.
 */
export function consommer(
  dossier: number,
  avance: AvanceDisponible & { date: Jour },
  ouvertes: EcheanceOuverte[],
): Pick<Placement, "imputations" | "ecriture"> {
  const inscrites = auxLivres(ouvertes);
  const { imputations } = prendre({ montant: avance.reste, date: avance.date }, inscrites);
  const consommee = avance.fonds === "agence" ? avanceConsommee : avanceDuBailleurConsommee;
  const entrees = parMandat(dossier, imputations, inscrites).map(({ parties, parts }) =>
    consommee(parties, parts),
  );
  return { imputations, ecriture: reunir(entrees, "OD") };
}

/**
 * The words of the entry that calls a month: « Appel de juin 2026 ». They name nobody, since an entry never changes.
 */
export const libelleQuittance = (mois: Mois): string => `Appel ${deMoisEnLettres(mois)}`;

function prendre(
  { QuitanceId, ...paiement }: Pick<APlacer, "montant" | "date" | "mois" | "QuitanceId">,
  ouvertes: EcheanceOuverte[],
) {
  const nommees = ouvertes.filter((echeance) => echeance.QuitanceId === QuitanceId);
  const admises = ouvertes.filter((echeance) => echeance.inscrite || nommees.includes(echeance));
  const pris = imputer({ ...paiement, nommees: nommees.map(({ id }) => id) }, admises);
  for (const { echeanceId, montant } of pris.imputations) {
    const echeance = ouvertes.find(({ id }) => id === echeanceId);
    if (echeance) echeance.reste -= montant;
  }
  return pris;
}

/** Whether a payment moves no money: the debt is waived or offset. */
const sansArgent = ({ mode }: Pick<APlacer, "mode">): boolean =>
  mode === "abandon" || mode === "compensation";

const provenance = ({ mode, CompteBancaireId }: APlacer): Provenance =>
  mode === "especes"
    ? { genre: "531G" }
    : { genre: "512G", compteBancaire: CompteBancaireId ?? null };

const auxLivres = (ouvertes: readonly EcheanceOuverte[]) =>
  ouvertes.filter(({ inscrite }) => inscrite);

function parMandat(
  dossier: number,
  imputations: readonly Imputation[],
  ouvertes: readonly EcheanceOuverte[],
) {
  const mandats = new Map<number, Part[]>();
  for (const { echeanceId, montant } of imputations) {
    const echeance = ouvertes.find(({ id }) => id === echeanceId);
    if (!echeance) continue;
    const parts = mandats.get(echeance.mandat) ?? [];
    mandats.set(echeance.mandat, [...parts, { nature: echeance.nature, montant }]);
  }
  return [...mandats].map(([mandat, parts]) => ({ parties: { dossier, mandat }, parts }));
}

const reunir = (ecritures: readonly Ecriture[], journal: "ENC" | "OD" | "DG"): Ecriture | null =>
  ecritures.length === 0 ? null : ensemble(ecritures, journal);
