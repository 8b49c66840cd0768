import * as z from "zod/mini";
import {
  COURRIELS_PARTIS,
  type CourrielResume,
  type EtatCourriel,
  type EtatsCourriels,
  type GenreCourriel,
} from "./courriel.ts";
import { Invalid } from "./erreurs.ts";
import { booleen, choix, euros, facultatif, identifiant, isoDate } from "./fields.ts";
import { MODES_PAIEMENT, type ModePaiement } from "./paiement.ts";
import type { EtatQuittance } from "./quittance.ts";

/** What staff may change on a receipt: its state, its payment, its reminder. Amounts never move. */
export const record = z.strictObject({
  regle: booleen(),
  statusInconu: booleen(),
  relance: booleen(),
  datePaiement: facultatif(isoDate()),
  mode: facultatif(choix(MODES_PAIEMENT)),
  montantPaye: facultatif(euros()),
});

export const modification = z.partial(record);

/**
 * The state a partial change asks for: what it leaves out keeps its value, and an amount received in part
 * makes an unknown receipt an unpaid one.
 * @throws Invalid when an amount in part meets a paid receipt, or when a paid one would lose its day.
 */
export function etatDemande<
  T extends {
    regle?: boolean | undefined;
    statusInconu?: boolean | undefined;
    montantPaye?: number | null | undefined;
    datePaiement?: string | null | undefined;
  },
>(avant: { regle: boolean; statusInconu: boolean }, demande: T) {
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

/** `POST Quitance/generate/{dossierId}`: any day of the month billed. */
export const demandeGeneration = z.strictObject({ date: isoDate() });

/** `POST Quitance/generate/manual/{dossierId}`: any period, both days included; euros for the whole period. */
export const demandeManuelle = z.strictObject({
  date: isoDate(),
  dateFin: isoDate(),
  prixHC: euros(),
  charge: euros(),
});

/** `POST Quitance`: the same, the dossier being named in the body. */
export const creation = z.extend(demandeManuelle, { DossierId: identifiant() });

/**
 * What keeps a receipt from being deleted, in words: it is paid, a mail of it may have left, or a later number was
 * given in its year (domain/README §2.4).
 * @returns an empty list when it may be deleted.
 */
export function retenuesQuittance(quittance: {
  regle: boolean;
  derniere: boolean;
  courriels: readonly { etat: EtatCourriel }[];
}): string[] {
  const { regle, derniere, courriels } = quittance;
  const parti = courriels.some(({ etat }) => COURRIELS_PARTIS.includes(etat));
  return [
    regle ? ["un paiement"] : [],
    parti ? ["un courriel envoyé"] : [],
    derniere ? [] : ["la suite des numéros (seule la dernière quittance de l’année se supprime)"],
  ].flat();
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
  loyerHC: number;
  charge: number;
  total: number;
  automatique: boolean;
  regle: boolean;
  statusInconu: boolean;
  etat: EtatQuittance;
  /** Days since the due day while it is not paid; 0 when it is not late. */
  retard: number;
  relance: boolean;
  montantPaye: number | null;
  datePaiement: string | null;
  mode: ModePaiement | null;
  /** « locataire »: the state is what the tenant declared (domain/README §2.5). */
  source: "agence" | "locataire" | null;
  reponduLe: string | null;
  updatedAt: string;
}

export interface QuittanceDetail extends Omit<QuittanceRow, GenreCourriel> {
  createdAt: string;
  emission: string;
  reponse: boolean | null;
  /** Path of the PDF of the present state, under `/api/`. */
  file: string;
  Appartement: {
    id: number;
    adresse: string;
    codePostal: string;
    ville: string;
    etage: string | null;
  };
  Locataire: { id: number; titre: string; nom: string; prenom: string };
  Etats: { etat: string; user: string | null; createdAt: string }[];
  courriels: CourrielResume[];
  canDelete: boolean;
}

/** What the public page shows of a receipt. */
export interface DemandeValidation {
  repondu: boolean;
  periode: string;
  logement: string;
  locataire: string;
  total: number;
  agenceNom: string;
  agenceEmail: string;
}
