import { type Jour, lireJour } from "../../dates.ts";
import { cite } from "../../texte-lu.ts";
import type { Centimes } from "../livres/repartition.ts";
import { exigerCompteEnEuros } from "./devise-ecrite.ts";
import { type LigneLue, prouver, type ReleveLu, ReleveRefuse } from "./releve.ts";

const ENREGISTREMENT = /.{1,120}/gs;

/**
 * The last character of a CFONB amount gives its sign (the list that contains it) and its last digit (its rank
 * there).
 */
const POSITIFS = "{ABCDEFGHI";
const NEGATIFS = "}JKLMNOPQR";

/** The codes of the records of a statement: old balance, movement, complement of a movement, new balance. */
const ANCIEN = "01";
const MOUVEMENT = "04";
const COMPLEMENT = "05";
const NOUVEAU = "07";

/** A two-digit year above this number is in the 1900s; any other is in the 2000s. */
const PIVOT = 60;

/**
 * The text of a field between two positions, counted from one as in the standard; without `dernier`, up to the end of
 * the record.
 */
const champ = (ligne: string, premier: number, dernier?: number): string =>
  ligne.slice(premier - 1, dernier).trim();

/**
 * The cents of a CFONB amount, whose last character holds the sign: « 0000000000322J » is −3 221 (banque/README
 * §12.5).
 *
 * @param decimales the decimal digits of the currency
 * @throws ReleveRefuse for an unreadable amount, or one that is not in whole cents
 */
export function montantCfonb(texte: string, decimales = 2): Centimes {
  const dernier = texte.slice(-1);
  const signe = POSITIFS.includes(dernier) ? 1 : -1;
  const chiffre = (signe === 1 ? POSITIFS : NEGATIFS).indexOf(dernier);
  const chiffres = `${texte.slice(0, -1).trim()}${chiffre}`;
  if (dernier === "" || chiffre < 0 || !/^\d{1,14}$/.test(chiffres)) {
    throw new ReleveRefuse(`Le montant ${cite(texte)} n’est pas lisible.`);
  }
  const centimes = Number(chiffres) * 10 ** (2 - decimales);
  if (!Number.isInteger(centimes)) {
    throw new ReleveRefuse(`Le montant ${cite(texte)} n’est pas en centimes.`);
  }
  return signe * centimes + 0;
}

function jourCfonb(texte: string): Jour {
  const [, jour, mois, annee] = texte.match(/^(\d\d)(\d\d)(\d\d)$/) ?? [];
  const siecle = Number(annee) > PIVOT ? "19" : "20";
  const jourLu = lireJour(`${siecle}${annee}-${mois}-${jour}`);
  if (jourLu === null) throw new ReleveRefuse(`La date ${cite(texte)} n’existe pas.`);
  return jourLu;
}

const decimalesDe = (ligne: string): number => Number(champ(ligne, 20, 20) || 2);

const montantDe = (ligne: string): Centimes =>
  montantCfonb(champ(ligne, 91, 104), decimalesDe(ligne));

const compteDe = (ligne: string): string =>
  [champ(ligne, 3, 7), champ(ligne, 12, 16), champ(ligne, 22, 32)].join(" ");

/** The records of a file: one on each line, or all in a row without line breaks. */
const enregistrements = (texte: string): string[] =>
  texte
    .split(/\r\n|\r|\n/)
    .filter((ligne) => ligne.trim() !== "")
    .flatMap((ligne) => ligne.match(ENREGISTREMENT) ?? []);

function mouvement(ligne: string): LigneLue {
  const valeur = champ(ligne, 43, 48);
  return {
    date: jourCfonb(champ(ligne, 35, 40)),
    valeur: /[1-9]/.test(valeur) ? jourCfonb(valeur) : null,
    montant: montantDe(ligne),
    libelle: champ(ligne, 49, 79),
    reference: champ(ligne, 105) || null,
    tiers: null,
    iban: null,
    rejet: /[1-9]/.test(champ(ligne, 41, 42)),
  };
}

/** A label longer than this number of characters takes no further complement. */
const LIBELLE_AU_PLUS = 2000;

function completer(ligne: LigneLue, complement: string): LigneLue {
  const qualifiant = champ(complement, 46, 48);
  const texte = champ(complement, 49, 118);
  if (texte === "") return ligne;
  switch (qualifiant) {
    case "NPY":
      return { ...ligne, tiers: texte };
    case "NBE":
      return { ...ligne, tiers: ligne.tiers ?? texte };
    case "IPY":
    case "IBE":
      return { ...ligne, iban: texte.split(/\s/)[0] ?? null };
    case "RCN":
      return { ...ligne, reference: champ(complement, 49, 83) || ligne.reference };
    case "LIB":
    case "LCC":
    case "LC2":
    case "LCS":
      if (ligne.libelle.length > LIBELLE_AU_PLUS) return ligne;
      return { ...ligne, libelle: `${ligne.libelle} ${texte}`.trim() };
    default:
      return ligne;
  }
}

/** Whether a text begins as a CFONB file, with the record of an old balance. */
export const estCfonb = (texte: string): boolean => /^\s*01\d{5}/.test(texte);

/**
 * Reads a CFONB 120 file of a French bank: one statement for each account and period (banque/README §12.5).
 *
 * @throws ReleveRefuse for a record unreadable or out of place, for another currency than the euro, for a file without
 * a statement, and when the balances and the lines disagree
 */
export function lireCfonb(texte: string): ReleveLu[] {
  const releves: ReleveLu[] = [];
  let ouvert: ReleveLu | null = null;
  for (const ligne of enregistrements(texte)) {
    const nature = ligne.slice(0, 2);
    if (nature === ANCIEN) {
      if (ouvert) throw new ReleveRefuse(SANS_FIN);
      exigerCompteEnEuros(champ(ligne, 17, 19));
      ouvert = {
        compte: compteDe(ligne),
        du: null,
        au: null,
        ancienSolde: montantDe(ligne),
        nouveauSolde: null,
        lignes: [],
      };
      continue;
    }
    if (!ouvert || compteDe(ligne) !== ouvert.compte) throw new ReleveRefuse(SANS_DEBUT);
    if (nature !== COMPLEMENT) exigerCompteEnEuros(champ(ligne, 17, 19));
    if (nature === MOUVEMENT) ouvert.lignes.push(mouvement(ligne));
    else if (nature === COMPLEMENT) {
      const precedente = ouvert.lignes.pop();
      if (!precedente) throw new ReleveRefuse(SANS_DEBUT);
      ouvert.lignes.push(completer(precedente, ligne));
    } else if (nature === NOUVEAU) {
      releves.push(
        prouver({ ...ouvert, au: jourCfonb(champ(ligne, 35, 40)), nouveauSolde: montantDe(ligne) }),
      );
      ouvert = null;
    } else throw new ReleveRefuse(`L’enregistrement ${cite(nature)} n’est pas d’un relevé.`);
  }
  if (ouvert) throw new ReleveRefuse(SANS_FIN);
  if (releves.length === 0) throw new ReleveRefuse("Ce fichier ne contient aucun relevé.");
  return releves;
}

const SANS_FIN = "Un relevé n’a pas de nouveau solde : le fichier est coupé.";
const SANS_DEBUT = "Une ligne ne suit l’ancien solde d’aucun compte : le fichier est coupé.";
