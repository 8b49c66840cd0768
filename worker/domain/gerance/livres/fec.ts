import { formatJour, type Jour } from "../../dates.ts";
import { enEuros, formatNombre } from "../../montants.ts";
import { GENRES, type Genre, JOURNAUX, type Journal } from "./ecritures.ts";
import type { Lettre } from "./lettrage.ts";
import type { Centimes } from "./repartition.ts";

/**
 * The columns of the FEC (file of accounting entries), in the order of the law (Livre des procédures fiscales, art.
 * A. 47 A-1).
 */
export const COLONNES_FEC = [
  "JournalCode",
  "JournalLib",
  "EcritureNum",
  "EcritureDate",
  "CompteNum",
  "CompteLib",
  "CompAuxNum",
  "CompAuxLib",
  "PieceRef",
  "PieceDate",
  "EcritureLib",
  "Debit",
  "Credit",
  "EcritureLet",
  "DateLet",
  "ValidDate",
  "Montantdevise",
  "Idevise",
] as const;

/** A line of the FEC; cents. */
export interface LigneFec {
  journal: Journal;
  exercice: string;
  numero: number;
  date: Jour;
  /** The day of the recorded event: earlier than `date` when the period of that day was already closed. */
  pieceDate: Jour;
  genre: CompteDeFec;
  /** The holder of the account: « M000042 », « INDIVISION DURAND »; null for an account without holder. */
  tiers: { code: string; nom: string } | null;
  piece: string | null;
  libelle: string;
  debit: Centimes;
  credit: Centimes;
  /**
   * The letter shared by lines that settle each other, with the day on which they balanced; null: the line has no
   * letter.
   */
  lettre: Lettre | null;
  /**
   * The day on which the line was written. An opening line has the day on which the year before was closed (null: not
   * closed) or, for the funds of others, the first day of the period.
   */
  valideLe: Jour | null;
}

export type CompteDeFec = Genre | CompteDeResultat;

/**
 * The accounts of results that open a year: 120 and 129 for the year before, not allocated yet, 110 and 119 for
 * earlier years, carried forward (plan comptable général, art. 941-11 and 941-12).
 */
export const COMPTES_DE_RESULTAT = {
  "120": "Résultat de l’exercice (bénéfice)",
  "129": "Résultat de l’exercice (perte)",
  "110": "Report à nouveau (solde créditeur)",
  "119": "Report à nouveau (solde débiteur)",
} as const;

export type CompteDeResultat = keyof typeof COMPTES_DE_RESULTAT;

/**
 * The account that holds a result at the opening of a year.
 *
 * @param quand `dernier`: the result of the year just closed; `avant`: the result of the years before
 * @param solde cents, debits less credits: a loss is above zero
 */
export const compteDeResultat = (quand: "dernier" | "avant", solde: Centimes): CompteDeResultat => {
  if (quand === "dernier") return solde > 0 ? "129" : "120";
  return solde > 0 ? "119" : "110";
};

/** The accounts of the book of fees, with their numbers in the FEC, of six digits, and their names. */
const COMPTES: Partial<Record<CompteDeFec, { numero: string; libelle: string }>> = {
  ...comptesDeResultat(),
  "411H": { numero: "411100", libelle: "Mandants" },
  "411L": { numero: "411200", libelle: "Locataires, honoraires de location" },
  "706": { numero: "706100", libelle: "Honoraires de gestion" },
  "7062": { numero: "706200", libelle: "Honoraires de location" },
  "7063": { numero: "706300", libelle: "Honoraires de suivi de travaux" },
  "7068": { numero: "706800", libelle: "Autres honoraires" },
  "44571": { numero: "445710", libelle: "TVA collectée" },
  "44587": { numero: "445870", libelle: "TVA en attente d’encaissement" },
  "512A": { numero: "512000", libelle: "Banque" },
};

function comptesDeResultat() {
  return Object.fromEntries(
    Object.entries(COMPTES_DE_RESULTAT).map(([compte, libelle]) => [
      compte,
      { numero: compte.padEnd(6, "0"), libelle },
    ]),
  );
}

/** The number of an entry: « 2026-000012 ». */
export const numeroDEcriture = ({ exercice, numero }: Pick<LigneFec, "exercice" | "numero">) =>
  `${exercice}-${String(numero).padStart(6, "0")}`;

/** The six digits of an account of third-party funds: the digits of its kind, filled with zeros. */
const compteDeGerance = (genre: string): string => genre.replace(/\D/g, "").padEnd(6, "0");

/** The six digits of an account in the FEC. */
export const numeroDuCompte = (genre: CompteDeFec): string =>
  COMPTES[genre]?.numero ?? compteDeGerance(genre);

/**
 * The code of the holder of an account: « D000123 » a lease, « F000045 » a supplier, « B000002 » a bank account,
 * « MISSION000042 » or « APPARTEMENT000007 » a mandate. Empty for an account without holder.
 */
export function codeDuTiers({ genre, de }: { genre: Genre; de: number | null }): string {
  const { de: quoi } = GENRES[genre];
  if (de === null || quoi === null) return "";
  const numero = String(Math.abs(de)).padStart(6, "0");
  if (quoi === "mandat") return `${de < 0 ? "APPARTEMENT" : "MISSION"}${numero}`;
  return `${{ CompteBancaire: "B", Dossier: "D", fournisseur: "F" }[quoi]}${numero}`;
}

const CODES: Partial<Record<Journal, string>> = { HON: "HO", REV: "BQ", ENC: "BQ" };

/** A field without the characters that would end a field or a line. */
const champ = (texte: string): string => texte.replace(/[\t\r\n|]+/g, " ").trim();

const jour = (date: Jour): string => date.replaceAll("-", "");

const montant = (cents: Centimes): string =>
  formatNombre(enEuros(cents), 2).replaceAll("\u00A0", "");

/** The eighteen fields of a line of the FEC, in the order of {@link COLONNES_FEC}. */
export function champsFec(ligne: LigneFec): string[] {
  const {
    journal,
    exercice,
    numero,
    date,
    pieceDate,
    genre,
    tiers,
    piece,
    libelle,
    debit,
    credit,
  } = ligne;
  const numeroEcrit = numeroDEcriture({ exercice, numero });
  return [
    CODES[journal] ?? journal,
    CODES[journal] === "BQ" ? "Banque" : JOURNAUX[journal],
    numeroEcrit,
    jour(date),
    numeroDuCompte(genre),
    libelleDuCompte(genre),
    tiers?.code ?? "",
    tiers?.nom ?? "",
    piece ?? numeroEcrit,
    jour(pieceDate),
    libelle,
    montant(debit),
    montant(credit),
    ligne.lettre?.lettre ?? "",
    ligne.lettre ? jour(ligne.lettre.date) : "",
    ligne.valideLe ? jour(ligne.valideLe) : "",
    "",
    "",
  ].map(champ);
}

/**
 * The text of some lines of the FEC, each ended by CR LF.
 * @param premier true for the first chunk, which begins with the names of the columns
 */
export const fichierFec = (lignes: readonly LigneFec[], premier: boolean): string =>
  [...(premier ? [COLONNES_FEC] : []), ...lignes.map(champsFec)]
    .map((champs) => `${champs.join("\t")}\r\n`)
    .join("");

/**
 * The name of the FEC of fees, « 912345670FEC20261231.txt »: the SIREN, then the last day of the year; null without a
 * SIREN.
 */
export function nomFec(siret: string, au: Jour): string | null {
  const [siren] = /^\d{9}/.exec(siret.replace(/\D/g, "")) ?? [];
  return siren ? `${siren}FEC${jour(au)}.txt` : null;
}

/**
 * The name of the file of third-party funds, « 912345670GERANCE20261231.txt »; no tax declaration asks for this file.
 */
export const nomFecDeGerance = (siret: string, au: Jour): string =>
  `${/^\d{9}/.exec(siret.replace(/\D/g, ""))?.[0] ?? ""}GERANCE${jour(au)}.txt`;

/** The name of an account, in the FEC and everywhere else. */
export const libelleDuCompte = (genre: CompteDeFec): string =>
  COMPTES[genre]?.libelle ?? GENRES[genre as Genre].libelle;

/**
 * The balance of an account on the eve of a year, or a line of the account that was not settled on that eve; cents,
 * debits less credits.
 */
export interface SoldeDeVeille {
  genre: CompteDeFec;
  tiers: LigneFec["tiers"];
  lettre: Lettre | null;
  solde: Centimes;
  /** The supporting document, its day and the label of a line; absent for the balance of an account. */
  origine?: Pick<LigneFec, "piece" | "pieceDate" | "libelle">;
}

/**
 * The lines that open a year in the FEC (livres/README §12.1): the balances of the eve, in an entry numbered zero.
 *
 * @param soldes cents; zeros are left out
 */
export const aNouveaux = (
  soldes: readonly SoldeDeVeille[],
  { exercice, du, valideLe }: { exercice: string; du: Jour; valideLe: Jour | null },
): LigneFec[] =>
  soldes
    .filter(({ solde }) => solde !== 0)
    .map(({ genre, tiers, lettre, solde, origine }) => ({
      journal: "AN",
      exercice,
      numero: 0,
      date: du,
      pieceDate: origine?.pieceDate ?? du,
      genre,
      tiers,
      piece: origine?.piece ?? `AN-${exercice}`,
      libelle: [`À nouveau ${exercice}`, origine?.libelle].filter(Boolean).join(" : "),
      debit: Math.max(0, solde),
      credit: Math.max(0, 0 - solde),
      lettre,
      valideLe,
    }));

/**
 * The text that explains the FEC (file of accounting entries) to its reader (Livre des procédures fiscales, art. A. 47
 * A-1, VII).
 */
export function descriptionFec(nom: string, { exercice, du, au, closLe }: ExerciceDuFec): string {
  const comptes = Object.values(COMPTES).map(({ numero, libelle }) => `  ${numero}  ${libelle}`);
  const journaux = [...new Set([...Object.values(CODES), "AN", "OD"])].map(
    (code) => `  ${code}  ${LIBELLES[code] ?? code}`,
  );
  return [
    `Descriptif du fichier ${nom}`,
    "",
    `Exercice ${exercice}, du ${formatJour(du)} au ${formatJour(au)}${closLe ? `, clos le ${formatJour(closLe)}` : ", non clos"}.`,
    "Livre des honoraires de l’agence. Les fonds des mandants sont tenus dans un autre livre.",
    "",
    "Format : texte à plat, UTF-8, une ligne par mouvement terminée par CR LF, zones séparées par une tabulation.",
    "Première ligne : noms des zones. Dates AAAAMMJJ. Montants en euros, deux décimales, virgule, sans séparateur de milliers.",
    `Zones : ${COLONNES_FEC.join(", ")}.`,
    "",
    "Journaux",
    ...journaux,
    "",
    "Comptes",
    ...comptes,
    "",
    "Comptes auxiliaires : un par mandat, sous son numéro au registre (« M000042 »), sinon sous celui de sa fiche ; un par bail (« D000123 »).",
    "À nouveaux : écriture numéro zéro, au premier jour de l’exercice. Les comptes de mandants et de locataires y sont repris ligne par ligne,",
    "avec leur pièce et sa date, pour ce que rien n’avait soldé. Le résultat du dernier exercice est au compte 120000 (129000",
    "en perte), ceux d’avant au compte 110000 (119000 en perte) : l’affectation décidée par les associés n’est pas tenue ici.",
    "EcritureNum : suite sans trou dans l’exercice. Une erreur est extournée, jamais corrigée.",
    "PieceDate : jour du fait, antérieur à EcritureDate quand sa période était close.",
    "EcritureLet : facture, règlement et avoir d’un mandat ou d’un locataire qui se soldent portent la même lettre, à-nouveaux compris ; DateLet, le jour du dernier.",
    "",
  ].join("\r\n");
}

const LIBELLES: Record<string, string> = { ...JOURNAUX, HO: JOURNAUX.HON, BQ: "Banque" };

interface ExerciceDuFec {
  exercice: string;
  du: Jour;
  au: Jour;
  closLe: Jour | null;
}
