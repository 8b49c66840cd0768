import { ajouterMois, type Jour, type Mois, moisDe } from "../../dates.ts";
import { rechercheNormalisee } from "../../recherche.ts";
import type { LigneLue } from "../banque/releve.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";
import { dossiersReferences } from "./reference.ts";

/** The clues in the words of a bank statement line (rapprochement/README §12.9). */
export interface MotsDeLigne {
  /** The ids of the dossiers whose reference the line quotes. */
  references: number[];
  /**
   * The identifier of one of the agency's transfers, « M000042-2026-10-01 », « D000123-DG-01 », « F000045-01 »,
   * « AV-2026-000002-01 », or of a batch of transfers, « REV-2026-11-0001 ».
   */
  reversement: string | null;
  /** The words that may name somebody, in lower case and without accents. */
  mots: ReadonlySet<string>;
  mode: ModeReglement;
  /** The payer when it is an organization; else null. */
  organisme: Payeur | null;
  /** The months that the line names: « LOYER NOVEMBRE », « OCTOBRE 2026 ». */
  mois: Mois[];
  /** The line says that the bank refused or returned an earlier movement. */
  rejet: boolean;
  /** The line is a bank fee. */
  frais: boolean;
}

const REVERSEMENT =
  /\b(?:M\d{6,9}-\d{4}-(?:0[1-9]|1[0-2])-\d{2,4}|D\d{6,9}-(?:DG|RC|MR|TP)-\d{2,4}|F\d{6,9}-\d{2,4}|AV-\d{4}-\d{6,9}-\d{2,4}|REV-\d{4}-(?:0[1-9]|1[0-2])-\d{4,5}(?:-HON)?)\b/i;
const FRAIS = /\b(?:frais|commissions?|cotisations?|agios)\b/;
const REJET = /\b(?:rejets?|rejetee?s?|impayee?s?|retour(?:nee?)?)\b/;

const MODES: readonly (readonly [ModeReglement, RegExp])[] = [
  ["cheque", /\b(?:cheques?|chq|rem(?:ise)? ch\w*)\b/],
  ["especes", /\b(?:especes|vrs?t esp|vers(?:ement)? esp)\b/],
  ["prelevement", /\b(?:prlv|prelevements?|prelvt|sdd)\b/],
];

const ORGANISMES: readonly (readonly [Payeur, RegExp])[] = [
  ["caf", /\b(?:caf|cnaf|(?:caisse )?(?:d )?allocations? familiales)\b/],
  ["msa", /\b(?:msa|mutualite sociale agricole)\b/],
  ["visale", /\b(?:visale|action logement)\b/],
];

/** The beginning of the name of each month, as banks and tenants write it. */
const NOMS_DE_MOIS = [
  "janv",
  "fev",
  "mars",
  "avr",
  "mai",
  "juin",
  "juil",
  "aou",
  "sept",
  "oct",
  "nov",
  "dec",
];
const UN_MOIS = `(${NOMS_DE_MOIS.join("|")})[a-z]*`;
const MOIS_NOMMES = new RegExp(
  `\\bloyers? (?:du mois )?(?:d |de |du )?${UN_MOIS}\\b(?: (20\\d\\d))?|\\b${UN_MOIS} (20\\d\\d)\\b`,
  "g",
);

/**
 * The months that a label names; the label is in lower case without accents. A month without a year is the latest
 * month of that name, one month after `date` at most.
 */
function moisNommes(plie: string, date: Jour): Mois[] {
  const prochain = ajouterMois(moisDe(date), 1);
  const nommes = [...plie.matchAll(MOIS_NOMMES)].map(([, court, annee, long, sonAnnee]) => {
    const rang = NOMS_DE_MOIS.indexOf(court ?? long ?? "") + 1;
    const de = (an: string) => `${an}-${String(rang).padStart(2, "0")}`;
    const anneeDuMois = annee ?? sonAnnee;
    if (anneeDuMois) return de(anneeDuMois);
    const probable = de(prochain.slice(0, 4));
    return probable <= prochain ? probable : ajouterMois(probable, -12);
  });
  return [...new Set(nommes)];
}

/** Words of bank statements that name nobody. */
export const MOTS_COURANTS: ReadonlySet<string> = new Set(
  `virement vir vrt sepa inst instantane recu emis faveur tiers loyer loyers charges appartement appt quittance paiement
  reglement echeance avis monsieur madame mademoiselle mme mlle mrs et ou de du des la le les rue avenue
  janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
  cheque remise prelevement prlv especes versement rejet impaye retour motif reference ref mandat banque compte`
    .split(/\s+/)
    .filter(Boolean),
);

/** The words of a name or a label, in lower case without accents; single letters and common words are left out. */
export const motsDe = (texte: string): string[] =>
  rechercheNormalisee(texte)
    .split(/[^a-z]+/)
    .filter((mot) => mot.length > 1 && !MOTS_COURANTS.has(mot));

/** Reads the clues in the label, the reference and the third party of a line. */
export function lireMots({
  libelle,
  reference,
  tiers,
  rejet,
  date,
}: Pick<LigneLue, "libelle" | "reference" | "tiers" | "rejet" | "date">): MotsDeLigne {
  const entier = [libelle, reference, tiers].filter(Boolean).join(" ");
  const plie = rechercheNormalisee(entier);
  const trouve = <T>(parmi: readonly (readonly [T, RegExp])[]): T | null =>
    parmi.find(([, motif]) => motif.test(plie))?.[0] ?? null;
  return {
    references: dossiersReferences(entier),
    reversement: REVERSEMENT.exec(entier)?.[0].toUpperCase() ?? null,
    mots: new Set(motsDe(entier)),
    mode: trouve(MODES) ?? "virement",
    organisme: trouve(ORGANISMES),
    mois: moisNommes(plie, date),
    rejet: rejet || REJET.test(plie),
    frais: FRAIS.test(plie),
  };
}
