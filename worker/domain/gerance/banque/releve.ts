import { ajouterJours, formatJour, type Jour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import { rechercheNormalisee } from "../../recherche.ts";
import { surUneLigne } from "../../texte-lu.ts";
import type { Centimes } from "../livres/repartition.ts";
import { compteMontre } from "./compte-bancaire.ts";

export interface LigneLue {
  /** The day on which the bank booked the movement. */
  date: Jour;
  /** The value date; null when the file gives none. */
  valeur: Jour | null;
  /** Cents; below zero, money that leaves. */
  montant: Centimes;
  libelle: string;
  /** The reference of the bank or of the payment; null when the file gives none. */
  reference: string | null;
  /** The payer, or the person paid; null when the file gives none. */
  tiers: string | null;
  /** The account of the payer, or of the person paid; null when the file gives none. */
  iban: string | null;
  /** Whether the bank takes back an earlier movement by this line. */
  rejet: boolean;
}

export interface ReleveLu {
  /** An IBAN, or bank, branch and account numbers; empty when the file names no account. */
  compte: string;
  /** The first and last days covered; null when the file gives none. */
  du: Jour | null;
  au: Jour | null;
  /** The balances in cents before the first line and after the last; null when the file gives none. */
  ancienSolde: Centimes | null;
  nouveauSolde: Centimes | null;
  /**
   * True when one balance was worked out from the lines: the agreement of the balances with the lines proves nothing.
   */
  deduit?: boolean;
  /** Whether the file writes the balance after each line, each balance following from the line before. */
  suivi?: boolean;
  lignes: LigneLue[];
  /** The number of operations left out because they moved no money: refused, cancelled or still to come. */
  sansEffet?: number;
}

/** The balances already known around a new statement of the same account; cents. */
export interface SoldesConnus {
  /**
   * The possible balances before the first line; empty when no proven statement begins or ends by the first day of
   * the new one.
   */
  avant: readonly Centimes[];
  /** The last balance of the last proven statement that ends by the first day of the new one. */
  dernier: { au: Jour; solde: Centimes } | null;
  /** The first balance of the next proven statement. */
  apres: { du: Jour; solde: Centimes } | null;
  /** The starting balance that the agency entered, when its day precedes the new statement. */
  depart: Centimes | null;
  /**
   * The latest balance that a statement, proven or not, gives before the first day of the new statement. A balance of
   * that first day counts too when the new statement begins with the same balance.
   */
  dit: { au: Jour; solde: Centimes } | null;
}

/** Whether a statement proves its lines: yes, later (once the statement before it is proven), or never. */
export type Preuve = "prouve" | "attente" | "aucune";

/**
 * Whether a statement proves its lines (banque/README §12.5). The statement must name its account, or give the balance
 * after each line. Its balances must continue the last proven statement or lead to the next one. The first statement
 * of an account must name the account and write both balances itself (`deduit` false), or start from the balance that
 * the agency entered.
 */
export function preuveDe(
  { compte, ancienSolde, nouveauSolde, deduit, suivi = false, lignes }: ReleveLu,
  { avant, apres, depart }: Pick<SoldesConnus, "avant" | "apres" | "depart">,
): Preuve {
  if ((compte === "" && !suivi) || ancienSolde === null || nouveauSolde === null) return "aucune";
  const tient = (chaine: boolean): Preuve => (chaine ? "prouve" : "attente");
  if (avant.length > 0) return tient(avant.includes(ancienSolde));
  if (apres === null) return tient((compte !== "" && !deduit) || ancienSolde === depart);
  const laVeille = lignes.reduce(
    (somme, { date, montant }) => (date < apres.du ? somme + montant : somme),
    ancienSolde,
  );
  return tient([nouveauSolde, laVeille].includes(apres.solde));
}

/**
 * The French sentence for staff, with both days and the gap, when a statement does not continue the last proven one,
 * or the last one when none is proven (banque/README §12.5). Null without a gap.
 */
export function sautDepuisLeDernier(
  { ancienSolde, du }: Pick<ReleveLu, "ancienSolde" | "du">,
  { avant, dernier, dit }: Pick<SoldesConnus, "avant" | "dernier" | "dit">,
): string | null {
  const precedent = avant.length > 0 ? dernier : dit;
  if (ancienSolde === null || du === null || precedent === null) return null;
  if (avant.includes(ancienSolde) || ancienSolde === precedent.solde) return null;
  const [debut, fin, ecart] = [ancienSolde, precedent.solde, ancienSolde - precedent.solde].map(
    (centimes) => formatEuros(enEuros(centimes)),
  );
  const quel = avant.length > 0 ? "le dernier relevé prouvé" : "le dernier relevé, non prouvé,";
  return `Il commence le ${formatJour(du)} à ${debut}, et ${quel} finit le ${formatJour(precedent.au)} à ${fin} : ${ecart} d’écart. Il manque un relevé entre les deux, ou ce fichier n’est pas de ce compte.`;
}

/** The refusal of a file that is no bank statement, or that contradicts itself; nothing of the file is kept. */
export class ReleveRefuse extends Error {
  override name = "ReleveRefuse";
}

const UTF16 = [
  { marque: [0xff, 0xfe], encodage: "utf-16le" },
  { marque: [0xfe, 0xff], encodage: "utf-16be" },
] as const;

/**
 * Decodes the bytes of a bank's file: UTF-16 when a mark says so, UTF-8 when valid, else Windows-1252 (banque/README
 * §12.5).
 *
 * @throws ReleveRefuse for bytes that are no text
 */
export function texteDeBanque(octets: Uint8Array): string {
  const utf16 = UTF16.find(({ marque }) => marque.every((octet, rang) => octets[rang] === octet));
  if (utf16) return new TextDecoder(utf16.encodage).decode(octets);
  if (octets.includes(0)) throw new ReleveRefuse("Ce fichier n’est pas du texte.");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(octets);
  } catch {
    return new TextDecoder("windows-1252").decode(octets);
  }
}

/** The masked account in the words of a refusal. */
const duCompte = (compte: string): string =>
  compte === "" ? "de ce relevé" : `du compte ${compteMontre(compte)}`;

/**
 * Checks that the lines of a statement lead from the old balance to the new one, and returns the statement; a missing
 * balance is not checked.
 * @throws ReleveRefuse when the lines lead elsewhere
 */
export function prouver(releve: ReleveLu): ReleveLu {
  const { ancienSolde, nouveauSolde, lignes, compte } = releve;
  if (ancienSolde === null || nouveauSolde === null) return releve;
  const mouvements = lignes.reduce((somme, { montant }) => somme + montant, 0);
  if (ancienSolde + mouvements === nouveauSolde) return releve;
  throw new ReleveRefuse(
    `Les lignes ${duCompte(compte)} ne mènent pas de l’ancien solde au nouveau : le fichier est incomplet ou abîmé.`,
  );
}

export const FORMATS_DE_RELEVE = {
  cfonb: "CFONB 120",
  ofx: "OFX",
  camt: "CAMT.053",
  csv: "CSV",
} as const;
export type FormatReleve = keyof typeof FORMATS_DE_RELEVE;

export const ETATS_DE_LIGNE = ["a_rapprocher", "rapprochee", "ecartee"] as const;

/** The greatest size of a file in bytes, and the greatest number of its lines. */
export const OCTETS_PAR_RELEVE = 5 * 1024 * 1024;
export const LIGNES_PAR_RELEVE = 20_000;

const PREMIER_JOUR = "2000-01-01";
/** The number of days after today that the day of a line may be: banks announce operations before they book them. */
const AVANCE = 62;
const MONTANT_AU_PLUS = 9_999_999_999;
const TEXTE_AU_PLUS = 140;

const ouNul = (texte: string | null): string | null =>
  surUneLigne(texte ?? "", TEXTE_AU_PLUS) || null;

/**
 * Cleans the statements of a file: joins the consecutive statements of an account, drops lines that move no money,
 * puts texts on one line.
 *
 * @param today a line may be at most {@link AVANCE} days later
 * @throws ReleveRefuse for a day or an amount out of range, for too many lines, and for a gap between statements of an
 * account
 */
export function relevesSains(releves: readonly ReleveLu[], today: Jour): ReleveLu[] {
  const nombre = releves.reduce((somme, { lignes }) => somme + lignes.length, 0);
  if (nombre > LIGNES_PAR_RELEVE) {
    throw new ReleveRefuse(
      `Ce fichier a ${nombre} lignes, et ${LIGNES_PAR_RELEVE} au plus sont lues : découpez sa période.`,
    );
  }
  const parCompte = new Map<string, ReleveLu>();
  for (const releve of releves) {
    for (const jour of [releve.du, releve.au]) if (jour !== null) exigerJour(jour, today);
    for (const solde of [releve.ancienSolde, releve.nouveauSolde])
      if (solde !== null) exigerMontant(solde);
    const sain = { ...releve, lignes: releve.lignes.flatMap((ligne) => ligneSaine(ligne, today)) };
    const avant = parCompte.get(releve.compte);
    parCompte.set(releve.compte, avant ? suite(avant, sain) : sain);
  }
  return [...parCompte.values()].map(datees);
}

function exigerJour(jour: Jour, today: Jour): void {
  if (jour < PREMIER_JOUR || jour > ajouterJours(today, AVANCE))
    throw new ReleveRefuse(`La date ${jour.split("-").reverse().join("/")} n’est pas d’un relevé.`);
}

function exigerMontant(montant: Centimes): void {
  if (!Number.isSafeInteger(montant) || Math.abs(montant) > MONTANT_AU_PLUS)
    throw new ReleveRefuse("Un montant de ce fichier dépasse ce qu’un compte peut porter.");
}

function ligneSaine(ligne: LigneLue, today: Jour): LigneLue[] {
  exigerJour(ligne.date, today);
  if (ligne.valeur !== null) exigerJour(ligne.valeur, today);
  exigerMontant(ligne.montant);
  if (ligne.montant === 0) return [];
  const libelle = surUneLigne(ligne.libelle) || surUneLigne(ligne.tiers ?? "") || "Sans libellé";
  return [
    {
      ...ligne,
      libelle,
      reference: ouNul(ligne.reference),
      tiers: ouNul(ligne.tiers),
      iban: ligne.iban,
    },
  ];
}

/** Joins two consecutive statements of one account. */
function suite(avant: ReleveLu, apres: ReleveLu): ReleveLu {
  const [premier, second] = enOrdre(avant, apres);
  const trou = [premier.nouveauSolde, second.ancienSolde];
  if (!trou.includes(null) && trou[0] !== trou[1]) {
    throw new ReleveRefuse(
      `Ce fichier tient deux relevés ${duCompte(avant.compte)}, et l’un ne commence pas au solde où l’autre finit : il en manque un entre eux.`,
    );
  }
  return {
    compte: avant.compte,
    du: premier.du ?? second.du,
    au: second.au ?? premier.au,
    ancienSolde: premier.ancienSolde,
    nouveauSolde: second.nouveauSolde,
    deduit: Boolean(premier.deduit || second.deduit),
    suivi: Boolean(premier.suivi && second.suivi),
    lignes: [...premier.lignes, ...second.lignes],
    sansEffet: (premier.sansEffet ?? 0) + (second.sansEffet ?? 0),
  };
}

const enOrdre = (releve: ReleveLu, autre: ReleveLu): [ReleveLu, ReleveLu] =>
  (autre.au ?? "") < (releve.du ?? releve.au ?? "") ? [autre, releve] : [releve, autre];

/** Gives a statement the days of its lines when the file gives none. */
function datees(releve: ReleveLu): ReleveLu {
  const jours = releve.lignes.map(({ date }) => date).sort();
  const au = releve.au ?? jours.at(-1) ?? null;
  return { ...releve, du: releve.du ?? jours[0] ?? au, au };
}

/** The text that identifies a line in any file: day, amount, label, reference (banque/README §12.5). */
export const contenuDe = ({ date, montant, libelle, reference }: LigneLue): string =>
  [date, montant, libelleNormalise(libelle), rechercheNormalisee(reference ?? "")].join("|");

/** A label without accents, capitals, punctuation and hours, which vary from one file to the next. */
export const libelleNormalise = (libelle: string): string =>
  rechercheNormalisee(libelle)
    .replace(/\b\d{1,2}[:h]\d{2}(:\d{2})?\b/g, " ")
    .replace(/[^a-z\d]+/g, " ")
    .trim();

/**
 * The identifying text of each line, with its rank among equal texts: two equal rents of a day stay two lines, and a
 * line found in two files counts once.
 */
export function contenusEtRangs(lignes: readonly LigneLue[]): string[] {
  const vus = new Map<string, number>();
  return lignes.map((ligne) => {
    const contenu = contenuDe(ligne);
    const rang = (vus.get(contenu) ?? 0) + 1;
    vus.set(contenu, rang);
    return `${contenu}|${rang}`;
  });
}
