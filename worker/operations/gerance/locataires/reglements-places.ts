import type { SQL } from "drizzle-orm";
import type { Jour, Mois } from "#domain/dates.ts";
import { Invalid, NotFound } from "#domain/erreurs.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { type APlacer, type Placement, placer } from "#domain/gerance/locataires/compte-tenu.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import {
  type EtatReglement,
  encaisse,
  type ModeReglement,
  type Payeur,
  refusReglement,
} from "#domain/gerance/locataires/reglement.ts";
import { LostRace } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { comptesUsuels } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { type CompteLu, lireComptes, memesFonds, type Reprises, rendre } from "./comptes-lus.ts";

/** A payment to record; cents. */
export interface DemandeReglement {
  DossierId: number;
  date: Jour;
  montant: Centimes;
  mode: ModeReglement | null;
  payeur: Payeur;
  /** The receipt or the months that the payer names. */
  QuitanceId?: number | undefined;
  mois?: readonly Mois[] | undefined;
  commentaire?: string | null | undefined;
  CompteBancaireId?: number | null | undefined;
  LigneReleveId?: number | null | undefined;
  /** The owner's paper, when the payment records a debt that he gives up. */
  StoredFileId?: number | null | undefined;
  /** The same key sent twice makes one payment. */
  cle?: string | undefined;
}

/** A sum that a payment settles. */
export interface ImputationFaite {
  EcheanceId: number;
  QuitanceId: number | null;
  mois: Mois;
  nature: NatureEcheance;
  montant: Centimes;
}

/** The effect of a payment on the account of its dossier; cents. */
export interface ReglementApercu {
  DossierId: number;
  etat: EtatReglement;
  imputations: ImputationFaite[];
  /** The part of this payment above all the debts. */
  avance: Centimes;
  /** The sum that the dossier then owes, less its advances. */
  solde: Centimes;
  /** The mandate under which the agency receives the payment, when it is not in the register; null otherwise. */
  mandatNonInscrit: number | null;
}

/** A payment with its effect on the account of its dossier. */
export interface ReglementPlace extends ReglementApercu {
  demande: DemandeReglement & { cle: string };
  aPlacer: APlacer;
  placement: Placement;
}

/**
 * The account of the tenant, the receiver of his rents on the day of the payment, and the usual bank account, for a
 * payment that names none.
 */
interface Receveur {
  compte: CompteLu;
  fonds: CompteLu["fonds"];
  usuel?: number | null;
}

/**
 * The bank account that receives a payment: the one named, else the usual one. Null when the payment passes through
 * no bank, when the owner receives it, or when the usual account is unknown.
 */
function compteQuiRecoit(
  { CompteBancaireId, mode }: DemandeReglement,
  { fonds, usuel = null }: Receveur,
): number | null {
  if (CompteBancaireId) return CompteBancaireId;
  return fonds === "agence" && mode !== "especes" && encaisse(mode) ? usuel : null;
}

/**
 * The effect of a payment on an account. This call updates the account, so that the next payment finds only what is
 * left.
 * @throws Invalid when the payment is refused.
 */
export function placerUn(
  demande: DemandeReglement,
  receveur: Receveur,
  today: Jour,
): ReglementPlace {
  const { compte, fonds } = receveur;
  const refus = refusReglement(
    { ...demande, fonds, bail: { depuis: compte.bailDepuis, commence: compte.bailCommence } },
    today,
  );
  if (Object.keys(refus).length > 0) throw new Invalid(refus);
  const { DossierId, QuitanceId, mois, ...reste } = demande;
  const aPlacer: APlacer = {
    ...reste,
    fonds,
    tenu: compte.debut !== null && compte.debut <= demande.date,
    CompteBancaireId: compteQuiRecoit(demande, receveur),
    LigneReleveId: reste.LigneReleveId ?? null,
    ...(QuitanceId === undefined ? {} : { QuitanceId }),
    ...(mois === undefined ? {} : { mois }),
  };
  const reclamee = compte.ouvertes.some((echeance) => echeance.QuitanceId === QuitanceId);
  if (QuitanceId !== undefined && !reclamee) {
    throw new Invalid({ QuitanceId: "Rien ne reste dû sur cette quittance." });
  }
  const due = new Map(compte.ouvertes.map((echeance) => [echeance.id, echeance]));
  const placement = placer(DossierId, aPlacer, compte.ouvertes);
  if (placement.avance > 0 && !encaisse(demande.mode)) {
    throw new Invalid({ montant: "C’est plus que ce que doit le locataire." });
  }
  if (placement.ecriture && (compte.debut === null || demande.date < compte.debut)) {
    throw new Invalid({ date: "Ce jour précède l’ouverture des comptes." });
  }
  const imputations = placement.imputations.flatMap(({ echeanceId, montant }) => {
    const echeance = due.get(echeanceId);
    if (!echeance) return [];
    const { QuitanceId, mois, nature } = echeance;
    return [{ EcheanceId: echeanceId, QuitanceId, mois, nature, montant }];
  });
  const cle = demande.cle ?? crypto.randomUUID();
  if (placement.avance > 0) {
    compte.avances.push({ ReglementId: 0, fonds, reste: placement.avance, cle, entrees: 1 });
  }
  return {
    demande: { ...demande, cle },
    DossierId,
    aPlacer,
    placement,
    etat: placement.etat,
    imputations,
    avance: placement.avance,
    solde: soldeDe(compte),
    mandatNonInscrit: fonds === "agence" ? compte.mandatNonInscrit : null,
  };
}

/**
 * Places payments on accounts as they will be once other payments are taken back, in the same write.
 * @returns the payments with their effects, and the accounts that change
 * @throws NotFound when a dossier does not exist; Invalid when a payment is refused.
 */
export async function placerSur(
  { db, today }: Pick<Contexte, "db" | "today">,
  { demandes, reprises }: { demandes: readonly DemandeReglement[]; reprises: Reprises },
) {
  const rendus = reprises.rendues.map(({ DossierId }) => ({ DossierId, date: today }));
  const QuitanceIds = demandes.flatMap(({ QuitanceId }) => QuitanceId ?? []);
  const { comptes, fonds } = await lireComptes({ db }, [...demandes, ...rendus], QuitanceIds);
  const usuelLe = await comptesUsuels(db);
  rendre(comptes, reprises);
  const places = demandes.map((demande, rang) => {
    const compte = comptes.get(demande.DossierId);
    if (!compte) throw new NotFound("Ce dossier n’existe pas.");
    const due = compte.ouvertes.some(({ QuitanceId }) => QuitanceId === demande.QuitanceId);
    if (!due) throw new LostRace();
    const usuel = usuelLe(demande.date);
    return placerUn(demande, { compte, fonds: fonds[rang] ?? "proprietaire", usuel }, today);
  });
  return { places, comptes };
}

/** True while these payments still go to the same receiver, the agency or the owner. */
export const fondsInchanges = (places: readonly ReglementPlace[]): SQL =>
  memesFonds(
    places.map(({ DossierId, demande, aPlacer }) => ({
      DossierId,
      date: demande.date,
      fonds: aPlacer.fonds,
    })),
  );

/** The sum that the dossier owes in the books, less its advances. */
export const soldeDe = ({ ouvertes, avances }: CompteLu): Centimes =>
  ouvertes.reduce((du, { inscrite, reste }) => du + (inscrite ? reste : 0), 0) -
  avances.reduce((avance, { reste }) => avance + reste, 0);
