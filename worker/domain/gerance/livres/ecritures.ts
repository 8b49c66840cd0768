import type { NatureEcheance } from "../locataires/imputation.ts";
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

/**
 * The kinds of ledger accounts: the book, the type of the holder of each account (`de`, null for a single account),
 * the name.
 */
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

/** A ledger account: its kind, and its holder. */
export interface Compte {
  genre: Genre;
  /**
   * The id of the holder of the account, of the type that {@link GENRES} gives for the kind; null for a kind with a
   * single account.
   */
  de: number | null;
}

/** A line of an entry, in cents: either the debit or the credit is zero, never both. */
export interface Ligne {
  compte: Compte;
  debit: Centimes;
  credit: Centimes;
  nature?: NatureEcheance;
  /**
   * The mandate concerned, if any: a MissionId, or, for a dwelling without a mandate, minus the id of the dwelling.
   */
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

/** The ledger account of a kind. @param de the id of its holder; null for a kind with a single account */
export const compteDe = (genre: Genre, de: number | null = null): Compte => ({ genre, de });

/** Two lines that debit the first account and credit the second by one amount; no line for zero. */
export const virer = (
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

/** An entry of the book G, made of these lines. */
export const gerance = (journal: Journal, ...lignes: Ligne[][]): Ecriture => ({
  livre: "G",
  journal,
  lignes: lignes.flat(),
});

/**
 * One entry of the book G that holds the lines of several entries, for example of a payment that settles sums of
 * several mandates.
 */
export const ensemble = (ecritures: readonly Ecriture[], journal: Journal): Ecriture =>
  gerance(journal, ...ecritures.map(({ lignes }) => lignes));

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
