import type { TvaAuTaux } from "../cloture/tva-des-honoraires.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { GenreHonoraire } from "../mandats/mots-de-conditions.ts";
import type { Centimes } from "./repartition.ts";

/**
 * The two books: money held for others (G), and the agency's own fees (H). An entry belongs to one book (livres/README
 * §12.1).
 */
export const LIVRES = { G: "Gérance", H: "Honoraires" } as const;

export type Livre = keyof typeof LIVRES;

export const JOURNAUX = {
  QT: "Quittancement",
  ENC: "Encaissements",
  REJ: "Rejets",
  DEP: "Dépenses",
  HON: "Honoraires",
  REV: "Reversements",
  DG: "Dépôts de garantie",
  OD: "Opérations diverses",
  AN: "À nouveau",
} as const;

export type Journal = keyof typeof JOURNAUX;

/** The kinds of ledger accounts: their book, the thing that each account of the kind belongs to (`de`), their name. */
export const GENRES = {
  "512G": { livre: "G", de: "CompteBancaire", libelle: "Banque de gérance" },
  "531G": { livre: "G", de: null, libelle: "Caisse" },
  "5112": { livre: "G", de: "CompteBancaire", libelle: "Chèques à encaisser" },
  "411": { livre: "G", de: "Dossier", libelle: "Locataire" },
  "4671": { livre: "G", de: "mandat", libelle: "Appelé, non encaissé" },
  "4670": { livre: "G", de: "mandat", libelle: "Mandant" },
  "4672": { livre: "G", de: "mandat", libelle: "Reversement à payer" },
  "4191": { livre: "G", de: "Dossier", libelle: "Avance du locataire" },
  "4197": { livre: "G", de: "Dossier", libelle: "Trop-perçu à rendre au locataire" },
  "4192": { livre: "G", de: "Dossier", libelle: "Chèque en attente de crédit" },
  "165": { livre: "G", de: "Dossier", libelle: "Dépôt de garantie détenu" },
  "401": { livre: "G", de: "fournisseur", libelle: "Fournisseur" },
  "4680": { livre: "G", de: null, libelle: "Honoraires à virer" },
  "4710": { livre: "G", de: "CompteBancaire", libelle: "À identifier" },
  "4551": { livre: "G", de: null, libelle: "Apport de l’agence" },
  "801": { livre: "G", de: "Dossier", libelle: "Dépôt détenu par le bailleur" },
  "809": { livre: "G", de: "Dossier", libelle: "Contrepartie du dépôt détenu par le bailleur" },
  "802": { livre: "G", de: "Dossier", libelle: "Avance détenue par le bailleur" },
  "803": { livre: "G", de: "Dossier", libelle: "Contrepartie de l’avance détenue par le bailleur" },
  "411H": { livre: "H", de: "mandat", libelle: "Débiteur d’honoraires" },
  "411L": { livre: "H", de: "Dossier", libelle: "Locataire, honoraires" },
  "706": { livre: "H", de: null, libelle: "Honoraires de gestion" },
  "7062": { livre: "H", de: null, libelle: "Honoraires de location" },
  "7063": { livre: "H", de: null, libelle: "Honoraires de suivi de travaux" },
  "7068": { livre: "H", de: null, libelle: "Autres honoraires" },
  "44571": { livre: "H", de: null, libelle: "TVA collectée" },
  "44587": { livre: "H", de: null, libelle: "TVA en attente d’encaissement" },
  "512A": { livre: "H", de: null, libelle: "Banque de l’agence" },
} as const satisfies Record<
  string,
  {
    livre: Livre;
    de: "CompteBancaire" | "Dossier" | "mandat" | "fournisseur" | null;
    libelle: string;
  }
>;

export type Genre = keyof typeof GENRES;

/** A ledger account: its kind, and the thing that it belongs to. */
export interface Compte {
  genre: Genre;
  /**
   * The id of the thing that the account belongs to, of the type that {@link GENRES} gives for the kind; null for a
   * kind with a single account.
   */
  de: number | null;
}

/** A line of an entry, in cents: either the debit or the credit is zero, never both. */
export interface Ligne {
  compte: Compte;
  debit: Centimes;
  credit: Centimes;
  nature?: NatureEcheance;
  /** The mandate concerned, if any: a MissionId, or below zero the id of a dwelling without one. */
  mandat?: number;
  /** The VAT rate of the fees on the line, in hundredths of a percent. */
  tauxTva?: number;
}

/** An entry to post: it belongs to one book, has at least two lines, and its debits equal its credits. */
export interface Ecriture {
  livre: Livre;
  journal: Journal;
  lignes: Ligne[];
}

/** The dossier and the mandate whose accounts an entry moves. */
export interface Parties {
  dossier: number;
  mandat: number;
}

/** A sum of one nature, in cents. */
export interface Part {
  nature: NatureEcheance;
  montant: Centimes;
}

const du = (genre: Genre, de: number | null = null): Compte => ({ genre, de });

/** Two lines that debit the first account and credit the second by one amount; no line for zero. */
const virer = (
  debite: Compte,
  credite: Compte,
  { montant, ...reste }: { montant: Centimes; nature?: NatureEcheance; mandat?: number },
): Ligne[] =>
  montant === 0
    ? []
    : [
        { compte: debite, debit: montant, credit: 0, ...reste },
        { compte: credite, debit: 0, credit: montant, ...reste },
      ];

const gerance = (journal: Journal, ...lignes: Ligne[][]): Ecriture => ({
  livre: "G",
  journal,
  lignes: lignes.flat(),
});

/** The accounts of sums held for the tenant; any other sum is the owner's. */
const TENUS: Partial<Record<NatureEcheance, Genre>> = { depot: "165", trop_percu: "4197" };

/**
 * The lines that turn a settled sum into the owner's money; a deposit, or a sum to give back to the tenant, stays
 * held for the tenant (locataires/README §12.2).
 */
const acquis = ({ dossier, mandat }: Parties, { nature, montant }: Part): Ligne[] => {
  const tenu = TENUS[nature];
  return virer(du("4671", mandat), tenu ? du(tenu, dossier) : du("4670", mandat), {
    montant,
    nature,
    mandat,
  });
};

const locatif = ({ mandat }: Parties, { nature, montant }: Part) => ({ nature, montant, mandat });

const total = (parts: readonly Part[]): Centimes =>
  parts.reduce((somme, { montant }) => somme + montant, 0);

/**
 * The entry of sums called from a tenant: the tenant owes them, and they become the owner's only once they are paid.
 * Parts in cents.
 */
export const quittancement = (parties: Parties, appele: readonly Part[]): Ecriture =>
  gerance(
    "QT",
    ...appele.map((part) =>
      virer(du("411", parties.dossier), du("4671", parties.mandat), locatif(parties, part)),
    ),
  );

/**
 * The account that the money of a payment comes from: bank (512G), till (531G), unidentified receipts (4710), cheque
 * (4192), deposit (165).
 */
export type Provenance =
  | { genre: "512G" | "4710"; compteBancaire: number | null }
  | { genre: "531G" }
  | { genre: "4192" | "165" };

const provenance = (source: Provenance, { dossier }: Parties): Compte => {
  if (source.genre === "4192" || source.genre === "165") return du(source.genre, dossier);
  return du(source.genre, "compteBancaire" in source ? source.compteBancaire : null);
};

/**
 * The entry of a payment that the agency receives for an owner: the payment settles parts, and its rest is an advance
 * of the tenant.
 *
 * @param source the account that the money comes from; `regle`, `avance`: cents
 */
export const encaissement = (
  parties: Parties,
  { source, regle, avance }: { source: Provenance; regle: readonly Part[]; avance: Centimes },
): Ecriture =>
  gerance(
    "ENC",
    ...regle.map((part) =>
      virer(provenance(source, parties), du("411", parties.dossier), locatif(parties, part)),
    ),
    virer(provenance(source, parties), du("4191", parties.dossier), { montant: avance }),
    ...regle.map((part) => acquis(parties, part)),
  );

/**
 * The entry of a cheque received: the cheque settles nothing until the bank credits it.
 * @param montant cents
 */
export const chequeRecu = (
  { dossier }: Pick<Parties, "dossier">,
  compteBancaire: number | null,
  montant: Centimes,
): Ecriture => gerance("ENC", virer(du("5112", compteBancaire), du("4192", dossier), { montant }));

/**
 * The entry of a cheque that the bank credits: the cheque settles the parts given, and its rest is an advance. Cents.
 */
export const chequeCredite = (
  parties: Parties,
  compteBancaire: number | null,
  { regle, avance }: { regle: readonly Part[]; avance: Centimes },
): Ecriture => {
  const montant = total(regle) + avance;
  const { lignes } = encaissement(parties, { source: { genre: "4192" }, regle, avance });
  return gerance(
    "ENC",
    virer(du("512G", compteBancaire), du("5112", compteBancaire), { montant }),
    lignes,
  );
};

/**
 * The entry of a payment that the owner received himself: the debt ends, and no bank account of the agency moves.
 * Parts in cents.
 */
export const recuParLeBailleur = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance("ENC", ...eteint(parties, regle), ...engage(parties, regle));

/** Lines that record the deposits held by the owner, off the agency's bank; no line for another nature. */
const engage = ({ dossier }: Parties, regle: readonly Part[]): Ligne[][] =>
  regle.map(({ nature, montant }) =>
    nature === "depot" ? virer(du("801", dossier), du("809", dossier), { montant, nature }) : [],
  );

/**
 * The entry of a sum received, once the books are open, for a debt older than the books. The books hold no debt to
 * settle, so the sum goes to the owner's account, or to the tenant's deposit (reprise/README §12.13). Parts in cents.
 */
export const recuPourAvant = (
  parties: Parties,
  { source, regle }: { source: Provenance; regle: readonly Part[] },
): Ecriture =>
  gerance(
    "ENC",
    ...regle.map(({ nature, montant }) =>
      virer(
        provenance(source, parties),
        nature === "depot" ? du("165", parties.dossier) : du("4670", parties.mandat),
        { montant, nature, mandat: parties.mandat },
      ),
    ),
  );

/**
 * The entry of a sum that the owner received himself beyond every sum called. It becomes an advance of the tenant,
 * and no bank account of the agency moves.
 * @param montant cents
 */
export const avanceAuBailleur = (
  { dossier }: Pick<Parties, "dossier">,
  montant: Centimes,
): Ecriture => gerance("ENC", virer(du("803", dossier), du("802", dossier), { montant }));

/** The entry by which an advance held by the owner settles sums called later. Parts in cents. */
export const avanceDuBailleurConsommee = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance(
    "OD",
    virer(du("802", parties.dossier), du("803", parties.dossier), { montant: total(regle) }),
    ...eteint(parties, regle),
    ...engage(parties, regle),
  );

/**
 * Lines that end a debt while no money enters the agency's bank: the debt of the tenant ends, and so does the sum that
 * the owner expects.
 */
const eteint = (parties: Parties, regle: readonly Part[]): Ligne[][] =>
  regle.map((part) =>
    virer(du("4671", parties.mandat), du("411", parties.dossier), locatif(parties, part)),
  );

/** The entry by which an advance held by the agency settles sums that fell due later. Parts in cents. */
export const avanceConsommee = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance(
    "OD",
    ...regle.map((part) =>
      virer(du("4191", parties.dossier), du("411", parties.dossier), locatif(parties, part)),
    ),
    ...regle.map((part) => acquis(parties, part)),
  );

/**
 * The entry that turns a settled sum back into an advance: the sum called is withdrawn, and the money stays
 * (locataires/README §12.2).
 *
 * @param regle cents; `fonds`: the holder of the money, the agency or the owner
 */
export const regleEnAvance = (
  parties: Parties,
  regle: readonly Part[],
  fonds: "agence" | "proprietaire",
): Ecriture => {
  const consommee = (fonds === "agence" ? avanceConsommee : avanceDuBailleurConsommee)(
    parties,
    regle,
  );
  const lignes = consommee.lignes.map(({ debit, credit, ...ligne }) => ({
    ...ligne,
    debit: credit,
    credit: debit,
  }));
  return { ...consommee, lignes };
};

/**
 * The entry by which the deposit held by the agency pays the debts of a leaving tenant (loi n° 89-462, art. 22). Parts
 * in cents.
 */
export const depotImpute = (parties: Parties, regle: readonly Part[]): Ecriture => ({
  ...encaissement(parties, { source: { genre: "165" }, regle, avance: 0 }),
  journal: "DG",
});

/**
 * The entry by which the deposit held by the owner pays the debts of a leaving tenant (loi n° 89-462, art. 22). Parts
 * in cents.
 */
export const depotDuBailleurImpute = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance("DG", ...eteint(parties, regle), degage(parties, total(regle)));

/**
 * The entry of a deposit that the owner holds, once staff learn it: the books did not know it (departs/README §14.3).
 *
 * @param montant cents
 */
export const depotDitParLeBailleur = (
  { dossier }: Pick<Parties, "dossier">,
  montant: Centimes,
): Ecriture =>
  gerance("AN", virer(du("801", dossier), du("809", dossier), { montant, nature: "depot" }));

/** The entry of a deposit that the owner holds and gives back to the tenant. @param montant cents */
export const depotRenduParLeBailleur = (
  { dossier }: Pick<Parties, "dossier">,
  montant: Centimes,
): Ecriture => gerance("DG", degage({ dossier }, montant));

/**
 * The entry of a deposit that passes from the agency to the owner when the mandate ends (mandats/README §12.24).
 *
 * @param montant cents
 */
export const depotRemisAuBailleur = ({ dossier, mandat }: Parties, montant: Centimes): Ecriture =>
  gerance(
    "DG",
    virer(du("165", dossier), du("4670", mandat), { montant, nature: "depot", mandat }),
    virer(du("801", dossier), du("809", dossier), { montant, nature: "depot" }),
  );

const degage = ({ dossier }: Pick<Parties, "dossier">, montant: Centimes): Ligne[] =>
  virer(du("809", dossier), du("801", dossier), { montant, nature: "depot" });

/**
 * The entry by which provisions paid beyond the real charges are held for a tenant who left, beside his deposit,
 * until a transfer gives back the whole (departs/README §14.3).
 *
 * @param montant cents
 */
export const provisionsRendues = ({ dossier, mandat }: Parties, montant: Centimes): Ecriture =>
  gerance(
    "DG",
    virer(du("4670", mandat), du("4191", dossier), { montant, nature: "regularisation", mandat }),
  );

/** The payer of the increase due on a deposit given back late: the owner, or the agency when it is at fault. */
export type ChargeDeLaMajoration = "bailleur" | "agence";

/**
 * The entry by which the increase due on a late deposit is held for a tenant who left, beside his deposit, until a
 * transfer gives back the whole (departs/README §14.3).
 *
 * @param montant cents
 * @param aLaCharge `bailleur`: the owner's account pays; `agence`: the agency's own money among the funds pays
 */
export const majorationDue = (
  { dossier, mandat }: Parties,
  montant: Centimes,
  aLaCharge: ChargeDeLaMajoration,
): Ecriture =>
  gerance(
    "DG",
    aLaCharge === "agence"
      ? virer(du("4551"), du("4191", dossier), { montant, nature: "depot" })
      : virer(du("4670", mandat), du("4191", dossier), { montant, nature: "depot", mandat }),
  );

/**
 * The entry by which provisions paid beyond the real charges become an advance of the tenant, taken from the owner's
 * account (charges/README §16.5).
 *
 * @param montant cents
 */
export const regularisationEnFaveur = ({ dossier, mandat }: Parties, montant: Centimes): Ecriture =>
  gerance(
    "OD",
    virer(du("4670", mandat), du("4191", dossier), { montant, nature: "regularisation", mandat }),
  );

/** The entry of a debt that the owner gives up in writing: he receives no income. Parts in cents. */
export const abandon = (parties: Parties, parts: readonly Part[]): Ecriture =>
  gerance("OD", ...eteint(parties, parts));

/**
 * One entry of the book G that holds the lines of several entries, for a payment that settles sums of several
 * mandates.
 */
export const ensemble = (ecritures: readonly Ecriture[], journal: Journal): Ecriture =>
  gerance(journal, ...ecritures.map(({ lignes }) => lignes));

/** The entry of cash taken from the till to the bank. @param montant cents */
export const especesRemises = (compteBancaire: number | null, montant: Centimes): Ecriture =>
  gerance("ENC", virer(du("512G", compteBancaire), du("531G"), { montant }));

/** The entry of a sum that an unknown payer sent to the bank. @param montant cents */
export const recuSansNom = (compteBancaire: number | null, montant: Centimes): Ecriture =>
  gerance("ENC", virer(du("512G", compteBancaire), du("4710", compteBancaire), { montant }));

/** The entry of an unidentified sum that the bank sends back to its payer. @param montant cents */
export const sommeRendue = (compteBancaire: number | null, montant: Centimes): Ecriture =>
  gerance("ENC", virer(du("4710", compteBancaire), du("512G", compteBancaire), { montant }));

/**
 * The entry of an unidentified sum once staff know that it is for the owner of a mandate.
 * @param montant cents
 */
export const attribueAuMandant = (
  mandat: number,
  compteBancaire: number | null,
  montant: Centimes,
): Ecriture =>
  gerance("OD", virer(du("4710", compteBancaire), du("4670", mandat), { montant, mandat }));

/**
 * The entry of a bill that the agency pays for an owner (mandats/README §12.16): the owner's account owes the bill to
 * the supplier, whom the bank pays at once.
 *
 * @param montant cents
 */
export const depensePayee = ({
  mandat,
  fournisseur,
  compteBancaire,
  montant,
}: {
  mandat: number;
  fournisseur: number;
  compteBancaire: number | null;
  montant: Centimes;
}): Ecriture =>
  gerance(
    "DEP",
    virer(du("4670", mandat), du("401", fournisseur), { montant, mandat }),
    virer(du("401", fournisseur), du("512G", compteBancaire), { montant, mandat }),
  );

/** The entry of a tenant's debts on the day the books open. Parts in cents. */
export const repriseDuLocataire = (parties: Parties, appele: readonly Part[]): Ecriture => ({
  ...quittancement(parties, appele),
  journal: "AN",
});

/**
 * The entry of a transfer that the bank makes to the owner of a mandate (reversements/README §12.18).
 * @param montant cents
 */
export const versementAuMandant = (
  mandat: number,
  compteBancaire: number,
  montant: Centimes,
): Ecriture =>
  gerance("REV", virer(du("4672", mandat), du("512G", compteBancaire), { montant, mandat }));

/**
 * The entry of a deposit that the agency transfers back to the tenant, with the sum held for him beside the deposit
 * (reversements/README §12.18).
 *
 * @param viree cents; `depot`: the part of the deposit; `avance`: the part held beside the deposit by {@link
 * provisionsRendues} and {@link majorationDue}
 */
export const depotVire = (
  { dossier, mandat }: Parties,
  compteBancaire: number,
  { depot, avance }: { depot: Centimes; avance: Centimes },
): Ecriture =>
  gerance(
    "DG",
    virer(du("165", dossier), du("512G", compteBancaire), {
      ...{ montant: depot, nature: "depot", mandat },
    }),
    virer(du("4191", dossier), du("512G", compteBancaire), {
      ...{ montant: avance, nature: "regularisation", mandat },
    }),
  );

/**
 * The entry of a transfer that gives a tenant back a sum paid ahead (locataires/README §12.29).
 * @param montant cents
 */
export const tropPercuVire = (
  { dossier, mandat }: Parties,
  compteBancaire: number,
  montant: Centimes,
): Ecriture =>
  gerance(
    "REV",
    virer(du("4197", dossier), du("512G", compteBancaire), {
      montant,
      nature: "trop_percu",
      mandat,
    }),
  );

/**
 * The entry of the agency's own money put among the funds of others, so that no owner pays for another
 * (reversements/README §12.18).
 * @param montant cents
 */
export const apportDeLAgence = (compteBancaire: number, montant: Centimes): Ecriture =>
  gerance("OD", virer(du("512G", compteBancaire), du("4551"), { montant }));

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
    ...honoraires.map((part) => virerSigne(du("4680"), du("512G", compteBancaire), part)),
  ),
  {
    livre: "H",
    journal: "HON",
    lignes: honoraires.flatMap((part) => virerSigne(du("512A"), du("411H", part.mandat), part)),
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
  lignes: virerSigne(du("512A"), compteDuDebiteur(debiteur), { ...mandatDe(debiteur), montant }),
});

/** The entry of fees taken from the money held for the owner of a mandate (cloture/README §12.17). @param ttc cents */
export const honorairesPreleves = (mandat: number, ttc: Centimes): Ecriture =>
  gerance("HON", virer(du("4670", mandat), du("4680"), { montant: ttc, mandat }));

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
  "dossier" in debiteur ? du("411L", debiteur.dossier) : du("411H", debiteur.mandat);

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
  /** The VAT is due with the invoice (regime « débits »). */
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
        { compte: du(COMPTES_DE_PRODUIT[genre]), credit: ht },
        { compte: du(debits ? "44571" : "44587"), credit: tva },
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
    virerSigne(du("44587"), du("44571"), { ...mandatDe(debiteur), montant }).map((ligne) => ({
      ...ligne,
      tauxTva,
    })),
  ),
});

/**
 * The entry by which the sum due to the owners leaves the mandate's account (4670) and waits for its transfer
 * (cloture/README §12.17).
 *
 * @param montant cents
 */
export const reversementDecide = (mandat: number, montant: Centimes): Ecriture =>
  gerance("REV", virer(du("4670", mandat), du("4672", mandat), { montant, mandat }));

/**
 * The entry with debits and credits swapped, which cancels the given one.
 * @param autre the journal of the new entry
 */
export const extourne = (
  { livre, journal, lignes }: Ecriture,
  autre: Journal = journal,
): Ecriture => ({
  livre,
  journal: autre,
  lignes: lignes.map(({ debit, credit, ...ligne }) => ({ ...ligne, debit: credit, credit: debit })),
});

/**
 * Whether an entry may be posted: two lines or more, one side on each line, accounts of its own book, debits equal to
 * credits (invariant I1).
 */
export const equilibree = ({ livre, lignes }: Ecriture): boolean =>
  lignes.length >= 2 &&
  lignes.every(
    ({ compte, debit, credit }) =>
      GENRES[compte.genre].livre === livre &&
      debit >= 0 &&
      credit >= 0 &&
      (debit === 0) !== (credit === 0),
  ) &&
  lignes.reduce((solde, { debit, credit }) => solde + debit - credit, 0) === 0;
