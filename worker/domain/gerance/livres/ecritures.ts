import type { RegimeTva, TvaAuTaux } from "../cloture/tva-des-honoraires.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { GenreHonoraire } from "../mandats/mots-de-conditions.ts";
import type { Centimes } from "./repartition.ts";

/** The two books, which no entry spans: the funds of third parties, and the agency's own fees (livres/README §12.1). */
export const LIVRES = { G: "Gérance", H: "Honoraires" } as const;

export type Livre = keyof typeof LIVRES;

/** The journals of the books. */
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

/** The kinds of accounts: the book, the thing each account of the kind is for, its meaning. */
export const GENRES = {
  "512G": { livre: "G", de: "CompteBancaire", libelle: "Banque de gérance" },
  "531G": { livre: "G", de: null, libelle: "Caisse" },
  "5112": { livre: "G", de: "CompteBancaire", libelle: "Chèques à encaisser" },
  "411": { livre: "G", de: "Dossier", libelle: "Locataire" },
  "4671": { livre: "G", de: "mandat", libelle: "Appelé, non encaissé" },
  "4670": { livre: "G", de: "mandat", libelle: "Mandant" },
  "4672": { livre: "G", de: "mandat", libelle: "Reversement à payer" },
  "4191": { livre: "G", de: "Dossier", libelle: "Avance du locataire" },
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

/** An account: its kind, and what it is for. */
export interface Compte {
  genre: Genre;
  /** The identifier of the thing that the kind is for; null where there is none. */
  de: number | null;
}

/** A line of an entry, in cents: one side is zero, the other is not. */
export interface Ligne {
  compte: Compte;
  debit: Centimes;
  credit: Centimes;
  nature?: NatureEcheance;
  /** The mandate it concerns, where the account is not its own. */
  mandat?: number;
  /** The rate of VAT of fees and of their tax, in hundredths of a percent. */
  tauxTva?: number;
}

/** An entry to post: of one book, balanced, of two lines at least. */
export interface Ecriture {
  livre: Livre;
  journal: Journal;
  lignes: Ligne[];
}

/** The accounts that move: those of the dossier, and of the mandate of its dwelling. */
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

/** Moves an amount from one account to another: the first is debited, the second credited; no lines for zero. */
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

/** A settled sum becomes the owner's; a deposit is held for the tenant (locataires/README §12.2). */
const acquis = ({ dossier, mandat }: Parties, { nature, montant }: Part): Ligne[] =>
  virer(du("4671", mandat), nature === "depot" ? du("165", dossier) : du("4670", mandat), {
    montant,
    nature,
    mandat,
  });

/** A part of a tenant's account, which also concerns his mandate. */
const locatif = ({ mandat }: Parties, { nature, montant }: Part) => ({ nature, montant, mandat });

const total = (parts: readonly Part[]): Centimes =>
  parts.reduce((somme, { montant }) => somme + montant, 0);

/** Sums called from a tenant, whoever receives the rents: he owes them, and they are not the owner's yet. */
export const quittancement = (parties: Parties, appele: readonly Part[]): Ecriture =>
  gerance(
    "QT",
    ...appele.map((part) =>
      virer(du("411", parties.dossier), du("4671", parties.mandat), locatif(parties, part)),
    ),
  );

/** The place of a sum that settles debts: the bank, the till, the sums received and not identified, a cheque, the deposit. */
export type Provenance =
  | { genre: "512G" | "4710"; compteBancaire: number | null }
  | { genre: "531G" }
  | { genre: "4192" | "165" };

const provenance = (source: Provenance, { dossier }: Parties): Compte => {
  if (source.genre === "4192" || source.genre === "165") return du(source.genre, dossier);
  return du(source.genre, "compteBancaire" in source ? source.compteBancaire : null);
};

/**
 * A sum that the agency receives for an owner: it settles parts, and the rest is an advance.
 *
 * @param source the bank, the till, or the cheque that is now credited (with {@link chequeCredite})
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

/** A cheque received: it settles nothing until the bank credits it. */
export const chequeRecu = (
  { dossier }: Pick<Parties, "dossier">,
  compteBancaire: number | null,
  montant: Centimes,
): Ecriture => gerance("ENC", virer(du("5112", compteBancaire), du("4192", dossier), { montant }));

/** The bank credits a cheque: it now settles its parts. */
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

/** A sum that the owner received himself, and confirmed: no bank of ours moves; a deposit is his engagement. */
export const recuParLeBailleur = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance("ENC", ...eteint(parties, regle), ...engage(parties, regle));

/** The deposits that an owner holds for the tenant: noted, since no bank of ours holds them. */
const engage = ({ dossier }: Parties, regle: readonly Part[]): Ligne[][] =>
  regle.map(({ nature, montant }) =>
    nature === "depot" ? virer(du("801", dossier), du("809", dossier), { montant, nature }) : [],
  );

/**
 * A sum received by the agency once the books are kept, for calls made before: the books owed nothing, so it is the
 * owner's at once, or the tenant's for a deposit (reprise/README §12.13).
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
 * The excess that an owner received himself above all calls: it is the tenant's, for calls to come; no bank of ours
 * moves.
 */
export const avanceAuBailleur = (
  { dossier }: Pick<Parties, "dossier">,
  montant: Centimes,
): Ecriture => gerance("ENC", virer(du("803", dossier), du("802", dossier), { montant }));

/** An advance held by the owner settles calls made since. */
export const avanceDuBailleurConsommee = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance(
    "OD",
    virer(du("802", parties.dossier), du("803", parties.dossier), { montant: total(regle) }),
    ...eteint(parties, regle),
    ...engage(parties, regle),
  );

/** Debts that end without our bank: the tenant owes no more, and the owner waits for no more. */
const eteint = (parties: Parties, regle: readonly Part[]): Ligne[][] =>
  regle.map((part) =>
    virer(du("4671", parties.mandat), du("411", parties.dossier), locatif(parties, part)),
  );

/** An advance settles sums that have fallen due since. */
export const avanceConsommee = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance(
    "OD",
    ...regle.map((part) =>
      virer(du("4191", parties.dossier), du("411", parties.dossier), locatif(parties, part)),
    ),
    ...regle.map((part) => acquis(parties, part)),
  );

/**
 * The sum that a payment settled becomes an advance again: the opposite of its consumption, where the sum called is withdrawn while the
 * money stays (locataires/README §12.2).
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

/** The deposit that the agency holds settles what the tenant leaves owed (loi n° 89-462, art. 22). */
export const depotImpute = (parties: Parties, regle: readonly Part[]): Ecriture => ({
  ...encaissement(parties, { source: { genre: "165" }, regle, avance: 0 }),
  journal: "DG",
});

/** The same, of a deposit that the owner holds; his engagement goes down with it. */
export const depotDuBailleurImpute = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance("DG", ...eteint(parties, regle), degage(parties, total(regle)));

/**
 * A deposit that the owner holds, of which the books were never told, as if they had begun with it (departs/README
 * §14.3).
 * @param montant cents
 */
export const depotDitParLeBailleur = (
  { dossier }: Pick<Parties, "dossier">,
  montant: Centimes,
): Ecriture =>
  gerance("AN", virer(du("801", dossier), du("809", dossier), { montant, nature: "depot" }));

/** The owner gave back a deposit that he held: he owes it no more. @param montant cents */
export const depotRenduParLeBailleur = (
  { dossier }: Pick<Parties, "dossier">,
  montant: Centimes,
): Ecriture => gerance("DG", degage({ dossier }, montant));

/**
 * At the end of a mandate, what the agency held for a tenant goes to the owner's account, and is at the owner's from then
 * on (mandats/README §12.24). @param montant cents
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
 * Provisions above what the charges cost go back to the tenant, with what his deposit waited for them
 * (departs/README §14.3). @param montant cents
 */
export const provisionsRendues = ({ dossier, mandat }: Parties, montant: Centimes): Ecriture =>
  gerance(
    "DG",
    virer(du("4670", mandat), du("165", dossier), { montant, nature: "regularisation", mandat }),
  );

/** The bearer of the increase of a deposit given back late: the owner, or the agency by whose fault it was late. */
export type ChargeDeLaMajoration = "bailleur" | "agence";

/**
 * The increase of a late deposit joins what is held for the tenant (departs/README §14.3): from the owner's account, or
 * from the money that the agency put in. @param montant cents
 */
export const majorationDue = (
  { dossier, mandat }: Parties,
  montant: Centimes,
  aLaCharge: ChargeDeLaMajoration,
): Ecriture =>
  gerance(
    "DG",
    aLaCharge === "agence"
      ? virer(du("4551"), du("165", dossier), { montant, nature: "depot" })
      : virer(du("4670", mandat), du("165", dossier), { montant, nature: "depot", mandat }),
  );

/**
 * Charges below the provisions become an advance of the tenant, taken from the owner's account (charges/README §16.5).
 * @param montant cents
 */
export const regularisationEnFaveur = ({ dossier, mandat }: Parties, montant: Centimes): Ecriture =>
  gerance(
    "OD",
    virer(du("4670", mandat), du("4191", dossier), { montant, nature: "regularisation", mandat }),
  );

/** The owner gives up a debt, in writing: it is no income for him. */
export const abandon = (parties: Parties, parts: readonly Part[]): Ecriture =>
  gerance("OD", ...eteint(parties, parts));

/** Entries of one book and one day, joined: a payment may settle sums of several mandates. */
export const ensemble = (ecritures: readonly Ecriture[], journal: Journal): Ecriture =>
  gerance(journal, ...ecritures.map(({ lignes }) => lignes));

/** Cash goes from the till to the bank. */
export const especesRemises = (compteBancaire: number | null, montant: Centimes): Ecriture =>
  gerance("ENC", virer(du("512G", compteBancaire), du("531G"), { montant }));

/** A sum that came into the bank from an unknown payer. */
export const recuSansNom = (compteBancaire: number | null, montant: Centimes): Ecriture =>
  gerance("ENC", virer(du("512G", compteBancaire), du("4710", compteBancaire), { montant }));

/** A sum that waited for its owner goes back, by the bank. @param montant cents */
export const sommeRendue = (compteBancaire: number | null, montant: Centimes): Ecriture =>
  gerance("ENC", virer(du("4710", compteBancaire), du("512G", compteBancaire), { montant }));

/** A sum that waited is the owner's of a mandate. @param montant cents */
export const attribueAuMandant = (
  mandat: number,
  compteBancaire: number | null,
  montant: Centimes,
): Ecriture =>
  gerance("OD", virer(du("4710", compteBancaire), du("4670", mandat), { montant, mandat }));

/**
 * A bill that the agency pays for an owner (mandats/README §12.16): he owes it to the supplier, who is paid at once.
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

/** The debts of a tenant on the day the books begin. */
export const repriseDuLocataire = (parties: Parties, appele: readonly Part[]): Ecriture => ({
  ...quittancement(parties, appele),
  journal: "AN",
});

/** The sum to pay over leaves for an owner's account (reversements/README §12.18). */
export const versementAuMandant = (
  mandat: number,
  compteBancaire: number,
  montant: Centimes,
): Ecriture =>
  gerance("REV", virer(du("4672", mandat), du("512G", compteBancaire), { montant, mandat }));

/**
 * A deposit that the agency held goes back to the tenant, by a transfer (reversements/README §12.18). @param montant
 * cents
 */
export const depotVire = (
  { dossier, mandat }: Parties,
  compteBancaire: number,
  montant: Centimes,
): Ecriture =>
  gerance(
    "DG",
    virer(du("165", dossier), du("512G", compteBancaire), { montant, nature: "depot", mandat }),
  );

/**
 * The agency puts its own money among the funds of others, so that no owner pays for another (reversements/README
 * §12.18).
 */
export const apportDeLAgence = (compteBancaire: number, montant: Centimes): Ecriture =>
  gerance("OD", virer(du("512G", compteBancaire), du("4551"), { montant }));

/** The fees that the agency earned from a mandate, in cents: below zero when it gives more back than it took. */
interface HonorairesDuMandat {
  mandat: number;
  montant: Centimes;
}

/** Moves a sum above zero one way, and a sum below zero the other way. */
const virerSigne = (
  debite: Compte,
  credite: Compte,
  { montant, ...reste }: { montant: Centimes; mandat?: number },
) =>
  montant > 0
    ? virer(debite, credite, { montant, ...reste })
    : virer(credite, debite, { montant: -montant, ...reste });

/**
 * The fees taken leave the funds of others for the agency's own account: an entry of each book (reversements/README
 * §12.18).
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
 * Whoever owes fees pays them himself, to the agency's own account (cloture/README §12.17). @param montant
 * cents; below zero, the agency pays a credit note back
 */
export const honorairesRegles = (debiteur: DebiteurDHonoraires, montant: Centimes): Ecriture => ({
  livre: "H",
  journal: "HON",
  lignes: virerSigne(du("512A"), compteDuDebiteur(debiteur), { ...mandatDe(debiteur), montant }),
});

/** The fees of an account, taken from what is owed to its owner (cloture/README §12.17). @param ttc cents */
export const honorairesPreleves = (mandat: number, ttc: Centimes): Ecriture =>
  gerance("HON", virer(du("4670", mandat), du("4680"), { montant: ttc, mandat }));

/** Whose fees they are: the principals of a mandate, or the tenant of a dossier for his part of a letting's. */
export type DebiteurDHonoraires = { mandat: number } | { dossier: number };

const compteDuDebiteur = (debiteur: DebiteurDHonoraires): Compte =>
  "dossier" in debiteur ? du("411L", debiteur.dossier) : du("411H", debiteur.mandat);

/** A tenant's fees are none of his landlord's account: their lines name no mandate. */
const mandatDe = (debiteur: DebiteurDHonoraires): { mandat?: number } =>
  "dossier" in debiteur ? {} : debiteur;

/** The account of income of each kind of fees. */
export const COMPTES_DE_PRODUIT = {
  gestion: "706",
  location: "7062",
  travaux: "7063",
  autres: "7068",
} as const satisfies Record<GenreHonoraire, Genre>;

/** Fees of a kind invoiced at a rate of VAT, in hundredths of a percent; cents. */
export interface HonorairesAuTaux extends TvaAuTaux {
  genre: GenreHonoraire;
  ht: Centimes;
}

/**
 * Fees that were invoiced, in the agency's own book: what is owed for them, and the VAT, which waits until they
 * are received unless the agency chose otherwise (cloture/README §12.17).
 */
export const honorairesFactures = (
  debiteur: DebiteurDHonoraires,
  honoraires: readonly HonorairesAuTaux[],
  regime: RegimeTva,
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
    ...honoraires.flatMap(({ genre, ht, tva, tauxTva }) =>
      [
        { compte: du(COMPTES_DE_PRODUIT[genre]), credit: ht },
        { compte: du(regime === "debits" ? "44571" : "44587"), credit: tva },
      ]
        .map((ligne) => ({ ...ligne, debit: 0, ...mandatDe(debiteur), tauxTva }))
        .filter(({ credit }) => credit !== 0),
    ),
  ],
});

/** VAT of fees that are received or taken becomes due; below zero, of fees given back (cloture/README §12.17). */
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
 * The sum that an account leaves to its owners becomes to be paid over, from the day it is valid (cloture/README
 * §12.17).
 */
export const reversementDecide = (mandat: number, montant: Centimes): Ecriture =>
  gerance("REV", virer(du("4670", mandat), du("4672", mandat), { montant, mandat }));

/** The same entry the other way round: it corrects a wrong one, or takes back a refused one. */
export const extourne = (
  { livre, journal, lignes }: Ecriture,
  autre: Journal = journal,
): Ecriture => ({
  livre,
  journal: autre,
  lignes: lignes.map(({ debit, credit, ...ligne }) => ({ ...ligne, debit: credit, credit: debit })),
});

/** Debits equal credits, on two lines at least, each with one side, of accounts of its own book (invariant I1). */
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
