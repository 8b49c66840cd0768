import { ajouterJours, type Jour } from "../../dates.ts";
import { rechercheNormalisee } from "../../recherche.ts";
import { surUneLigne } from "../../texte-lu.ts";
import type { Centimes } from "../livres/repartition.ts";
import { compteMontre } from "./compte-bancaire.ts";

/** A movement of a bank account, as its statement tells it. */
export interface LigneLue {
  /** The day of the account. */
  date: Jour;
  /** The day from which it counts; null where the file says none. */
  valeur: Jour | null;
  /** Cents; a sum that leaves the account is negative. */
  montant: Centimes;
  libelle: string;
  /** The reference of the bank or of the payment; null where the file says none. */
  reference: string | null;
  /** The payer, or the person paid. */
  tiers: string | null;
  /** The account of the payer, or of the person paid. */
  iban: string | null;
  /** The bank takes back an earlier movement. */
  rejet: boolean;
}

/** The statement of one account over one period. */
export interface ReleveLu {
  /** IBAN, or bank, branch and account as the format has them; empty where the file says none. */
  compte: string;
  /** The days that it covers, when it says them: its balances are those of the eve and of the last evening. */
  du: Jour | null;
  au: Jour | null;
  /** Cents before the first line and after the last; null where the file says none. */
  ancienSolde: Centimes | null;
  nouveauSolde: Centimes | null;
  /** One of the balances was worked out from the lines: their agreement proves nothing. */
  deduit?: boolean;
  lignes: LigneLue[];
  /** The count of operations left out: refused, cancelled or still to come, they moved no money. */
  sansEffet?: number;
}

/** The known balances of an account around the days of a statement, from proven statements and from the agency. */
export interface SoldesConnus {
  /** The balances that it may have before the first line; none when no proven statement begins earlier. */
  avant: readonly Centimes[];
  /** The balance before the first proven statement of later days. */
  apres: { du: Jour; solde: Centimes } | null;
  /** The balance from which the agency started, before these days. */
  depart: Centimes | null;
}

/** Whether the bank has seen the lines: yes; yes once the statement before them is proven; never by this file. */
export type Preuve = "prouve" | "attente" | "aucune";

/**
 * Whether a statement proves its lines (banque/README §12.5). It names its account and gives balances that continue the
 * last proven statement, or lead to the next. The first statement of an account gives both balances, or starts from the
 * balance that the agency entered. A balance computed from the lines proves nothing: anybody can make such a file.
 */
export function preuveDe(
  { compte, ancienSolde, nouveauSolde, deduit, lignes }: ReleveLu,
  { avant, apres, depart }: SoldesConnus,
): Preuve {
  if (compte === "" || ancienSolde === null || nouveauSolde === null) return "aucune";
  const tient = (chaine: boolean): Preuve => (chaine ? "prouve" : "attente");
  if (avant.length > 0) return tient(avant.includes(ancienSolde));
  if (apres === null) return tient(!deduit || ancienSolde === depart);
  const laVeille = lignes.reduce(
    (somme, { date, montant }) => (date < apres.du ? somme + montant : somme),
    ancienSolde,
  );
  return tient([nouveauSolde, laVeille].includes(apres.solde));
}

/** The file is no statement, or contradicts itself: nothing of it is kept. */
export class ReleveRefuse extends Error {
  override name = "ReleveRefuse";
}

const UTF16 = [
  { marque: [0xff, 0xfe], encodage: "utf-16le" },
  { marque: [0xfe, 0xff], encodage: "utf-16be" },
] as const;

/**
 * The text of a bank's bytes: UTF-16 where a mark says so, UTF-8 when it is valid, else Windows-1252, as French banks
 * write (banque/README §12.5).
 *
 * @throws ReleveRefuse for bytes that are no text.
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

/** An account as a refusal names it, always masked. */
const duCompte = (compte: string): string =>
  compte === "" ? "de ce relevé" : `du compte ${compteMontre(compte)}`;

/**
 * A statement whose balances agree with its lines.
 * @throws ReleveRefuse when the old balance and the lines do not make the new one.
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

/** The formats that are read, in the words of the screens. */
export const FORMATS_DE_RELEVE = {
  cfonb: "CFONB 120",
  ofx: "OFX",
  camt: "CAMT.053",
  csv: "CSV",
} as const;
export type FormatReleve = keyof typeof FORMATS_DE_RELEVE;

/** The state of a line, as the database keeps it. */
export const ETATS_DE_LIGNE = ["a_rapprocher", "rapprochee", "ecartee"] as const;

/** The size limit of a file, and the count of lines that it may hold. */
export const OCTETS_PAR_RELEVE = 5 * 1024 * 1024;
export const LIGNES_PAR_RELEVE = 20_000;

const PREMIER_JOUR = "2000-01-01";
/** Days: banks announce operations before they book them. */
const AVANCE = 62;
const MONTANT_AU_PLUS = 9_999_999_999;
const TEXTE_AU_PLUS = 140;

const ouNul = (texte: string | null): string | null =>
  surUneLigne(texte ?? "", TEXTE_AU_PLUS) || null;

/**
 * The statements of a file as they may be kept: those of one account follow one another and are one; what moves no
 * money is left out, and texts are on one line.
 * @param today no day is much later than it.
 * @throws ReleveRefuse for days and amounts that no account has, for too many lines, and for a gap between two
 * statements of one account.
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

/** Two consecutive statements of one account, joined. */
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
    lignes: [...premier.lignes, ...second.lignes],
    sansEffet: (premier.sansEffet ?? 0) + (second.sansEffet ?? 0),
  };
}

const enOrdre = (releve: ReleveLu, autre: ReleveLu): [ReleveLu, ReleveLu] =>
  (autre.au ?? "") < (releve.du ?? releve.au ?? "") ? [autre, releve] : [releve, autre];

/** A statement dated by its lines, where the file says no days. */
function datees(releve: ReleveLu): ReleveLu {
  const jours = releve.lignes.map(({ date }) => date).sort();
  const au = releve.au ?? jours.at(-1) ?? null;
  return { ...releve, du: releve.du ?? jours[0] ?? au, au };
}

/** The content of a line, without its rank: it recognises the same line in another file (banque/README §12.5). */
export const contenuDe = ({ date, montant, libelle, reference }: LigneLue): string =>
  [date, montant, libelleNormalise(libelle), rechercheNormalisee(reference ?? "")].join("|");

/** A label without what changes from one file to the next: accents, capitals, spaces, the hour it was read at. */
export const libelleNormalise = (libelle: string): string =>
  rechercheNormalisee(libelle)
    .replace(/\b\d{1,2}[:h]\d{2}(:\d{2})?\b/g, " ")
    .replace(/[^a-z\d]+/g, " ")
    .trim();

/**
 * The content of each line and its rank among those of the same content: two equal rents of one day are two, and one
 * line told by two files is one. Whatever the order of the files, the same lines come in.
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
