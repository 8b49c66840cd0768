import { deMoisEnLettres, type Jour, type Mois } from "../../dates.ts";
import {
  abandon,
  avanceAuBailleur,
  avanceConsommee,
  avanceDuBailleurConsommee,
  chequeCredite,
  chequeRecu,
  depotDuBailleurImpute,
  depotImpute,
  type Ecriture,
  encaissement,
  ensemble,
  type Part,
  type Parties,
  type Provenance,
  recuParLeBailleur,
  recuPourAvant,
} from "../livres/ecritures.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import { type EcheanceDue, type Imputation, imputer } from "./imputation.ts";
import type { EtatReglement, ModeReglement } from "./reglement.ts";

/** A sum called and not fully settled. */
export interface EcheanceOuverte extends EcheanceDue {
  QuitanceId: number | null;
  /** The mandate, as `Ligne.mandat`. */
  mandat: number;
  /** It is in the books: its settlement is posted. */
  inscrite: boolean;
}

/** The rest of a payment, which may settle sums to come. */
export interface AvanceDisponible {
  ReglementId: number;
  fonds: ModeFonds;
  /** Cents. */
  reste: Centimes;
}

/** A payment to place: cents, and the place of the money. */
export interface APlacer {
  montant: Centimes;
  date: Jour;
  mode: ModeReglement | null;
  fonds: ModeFonds;
  CompteBancaireId?: number | null;
  /** The line of a statement that shows it, if any. */
  LigneReleveId?: number | null;
  QuitanceId?: number;
  mois?: readonly Mois[];
  /** The books are kept on its day: money that comes into the agency's bank is in them, whatever it settles. */
  tenu?: boolean;
}

/** The effect of a payment: its state, the sums that it settles, and the entry of both. */
export interface Placement {
  etat: EtatReglement;
  imputations: Imputation[];
  /** The cents above all that it settles. */
  avance: Centimes;
  /** Null when no part of it is in the books. */
  ecriture: Ecriture | null;
}

/**
 * A cheque that the agency receives settles nothing before the bank credits it, as its statement shows
 * (locataires/README §12.2).
 */
const sousReserve = ({ mode, fonds, LigneReleveId }: APlacer): boolean =>
  mode === "cheque" && fonds === "agence" && (LigneReleveId ?? null) === null;

/**
 * The effect of a payment on the account of its dossier (locataires/README §12.2, §12.3). This call takes the sums
 * settled from `ouvertes`, so that the next payment finds only the rest.
 *
 * @param ouvertes the sums that the dossier owes
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

/** The entry of the parts that a payment settles, by where its money is. */
function reglees(paiement: APlacer, parties: Parties, parts: readonly Part[]): Ecriture {
  const parAgence = paiement.fonds === "agence";
  if (sansArgent(paiement)) return abandon(parties, parts);
  if (paiement.mode === "depot")
    return (parAgence ? depotImpute : depotDuBailleurImpute)(parties, parts);
  return parAgence
    ? encaissement(parties, { source: provenance(paiement), regle: parts, avance: 0 })
    : recuParLeBailleur(parties, parts);
}

/** The sums that a cheque settles on the day the bank credits it, among those owed then; see {@link placer}. */
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

/** The sums in the books that an advance settles on a day, and its entry; see {@link placer}. */
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

/** The words of an entry, which name nobody: an entry can never be changed. */
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

/** Whether a debt ends without any money. */
const sansArgent = ({ mode }: Pick<APlacer, "mode">): boolean =>
  mode === "abandon" || mode === "compensation";

const provenance = ({ mode, CompteBancaireId }: APlacer): Provenance =>
  mode === "especes"
    ? { genre: "531G" }
    : { genre: "512G", compteBancaire: CompteBancaireId ?? null };

const auxLivres = (ouvertes: readonly EcheanceOuverte[]) =>
  ouvertes.filter(({ inscrite }) => inscrite);

/** The parts of a settlement that fall on these sums, by the mandate that called them. */
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
