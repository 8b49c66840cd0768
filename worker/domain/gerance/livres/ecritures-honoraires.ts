import type { TvaAuTaux } from "../cloture/tva-des-honoraires.ts";
import type { GenreHonoraire } from "../mandats/mots-de-conditions.ts";
import { type Compte, compteDe, type Ecriture, type Genre, gerance, virer } from "./ecritures.ts";
import type { Centimes } from "./repartition.ts";

/** The fees taken from the funds of a mandate, in cents; below zero, the agency gives fees back. */
interface HonorairesDuMandat {
  mandat: number;
  montant: Centimes;
}

/**
 * Lines that move a sum above zero from the credited account to the debited one, and a sum below zero the other way.
 */
const virerSigne = (
  debite: Compte,
  credite: Compte,
  { montant, ...reste }: { montant: Centimes; mandat?: number },
) =>
  montant > 0
    ? virer(debite, credite, { montant, ...reste })
    : virer(credite, debite, { montant: -montant, ...reste });

/**
 * The two entries, one in each book, of fees transferred from the third-party funds to the agency's own bank account
 * (reversements/README §12.18).
 */
export const honorairesVires = (
  compteBancaire: number,
  honoraires: readonly HonorairesDuMandat[],
): [Ecriture, Ecriture] => [
  gerance(
    "HON",
    ...honoraires.map((part) =>
      virerSigne(compteDe("4680"), compteDe("512G", compteBancaire), part),
    ),
  ),
  {
    livre: "H",
    journal: "HON",
    lignes: honoraires.flatMap((part) =>
      virerSigne(compteDe("512A"), compteDe("411H", part.mandat), part),
    ),
  },
];

/**
 * The entry of fees that their debtor pays to the agency's own bank account (cloture/README §12.17).
 *
 * @param montant cents; below zero, the agency pays a credit note back
 */
export const honorairesRegles = (debiteur: DebiteurDHonoraires, montant: Centimes): Ecriture => ({
  livre: "H",
  journal: "HON",
  lignes: virerSigne(compteDe("512A"), compteDuDebiteur(debiteur), {
    ...mandatDe(debiteur),
    montant,
  }),
});

/** The entry of fees taken from the money held for the owner of a mandate (cloture/README §12.17). @param ttc cents */
export const honorairesPreleves = (mandat: number, ttc: Centimes): Ecriture =>
  gerance("HON", virer(compteDe("4670", mandat), compteDe("4680"), { montant: ttc, mandat }));

/** The debtor of fees: the owners of a mandate, or the tenant of a dossier for his part of the fees of a letting. */
export type DebiteurDHonoraires = { mandat: number } | { dossier: number };

/**
 * The debtor of an invoice of fees.
 * @param DossierId the dossier of the tenant who owes the invoice; null: the owners of the mandate owe it
 */
export const debiteurDHonoraires = ({
  MissionId,
  DossierId,
}: {
  MissionId: number;
  DossierId: number | null;
}): DebiteurDHonoraires => (DossierId === null ? { mandat: MissionId } : { dossier: DossierId });

const compteDuDebiteur = (debiteur: DebiteurDHonoraires): Compte =>
  "dossier" in debiteur ? compteDe("411L", debiteur.dossier) : compteDe("411H", debiteur.mandat);

/**
 * The mandate written on a line of fees: none when the tenant is the debtor, because the account of his landlord does
 * not count these fees.
 */
const mandatDe = (debiteur: DebiteurDHonoraires): { mandat?: number } =>
  "dossier" in debiteur ? {} : debiteur;

/** The income account of each kind of fees. */
export const COMPTES_DE_PRODUIT = {
  gestion: "706",
  location: "7062",
  travaux: "7063",
  autres: "7068",
} as const satisfies Record<GenreHonoraire, Genre>;

/** Fees of one kind at one VAT rate; the rate in hundredths of a percent, the sums in cents. */
export interface HonorairesAuTaux extends TvaAuTaux {
  genre: GenreHonoraire;
  ht: Centimes;
  /** Whether the VAT is due with the invoice (regime « débits »). */
  debits: boolean;
}

/**
 * The entry of invoiced fees: the debtor owes them with VAT. The VAT waits until the fees are paid, or is due at once
 * under the regime « débits » (cloture/README §12.17).
 */
export const honorairesFactures = (
  debiteur: DebiteurDHonoraires,
  honoraires: readonly HonorairesAuTaux[],
): Ecriture => ({
  livre: "H",
  journal: "HON",
  lignes: [
    {
      compte: compteDuDebiteur(debiteur),
      debit: honoraires.reduce((somme, { ht, tva }) => somme + ht + tva, 0),
      credit: 0,
      ...mandatDe(debiteur),
    },
    ...honoraires.flatMap(({ genre, ht, tva, tauxTva, debits }) =>
      [
        { compte: compteDe(COMPTES_DE_PRODUIT[genre]), credit: ht },
        { compte: compteDe(debits ? "44571" : "44587"), credit: tva },
      ]
        .map((ligne) => ({ ...ligne, debit: 0, ...mandatDe(debiteur), tauxTva }))
        .filter(({ credit }) => credit !== 0),
    ),
  ],
});

/**
 * The entry by which waiting VAT becomes due, once the fees that bear it are paid; below zero, for fees given back
 * (cloture/README §12.17).
 */
export const tvaDesHonoraires = (
  debiteur: DebiteurDHonoraires,
  tva: readonly TvaAuTaux[],
): Ecriture => ({
  livre: "H",
  journal: "HON",
  lignes: tva.flatMap(({ tauxTva, tva: montant }) =>
    virerSigne(compteDe("44587"), compteDe("44571"), { ...mandatDe(debiteur), montant }).map(
      (ligne) => ({
        ...ligne,
        tauxTva,
      }),
    ),
  ),
});
