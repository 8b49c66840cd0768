import { parse } from "csv-parse/browser/esm/sync";
import {
  ColonnesInconnues,
  type Correspondance,
  type TableInconnue,
} from "#domain/gerance/correspondance.ts";
import { jourEcrit, montantEcrit } from "#domain/gerance/montant-ecrit.ts";
import {
  LIGNES_PAR_RELEVE,
  type LigneLue,
  type ReleveLu,
  ReleveRefuse,
} from "#domain/gerance/releve.ts";
import type { Centimes } from "#domain/gerance/repartition.ts";
import { ibanNu, ibanValable } from "#domain/iban.ts";
import { rechercheNormalisee } from "#domain/recherche.ts";
import { sansReferences } from "#domain/references.ts";
import { cite } from "#domain/texte-lu.ts";

/** What a column may be, and the headers that say so, the surest first (domain/README §12.5). */
const COLONNES = {
  date: [
    /^date (de )?comptabilisation$/,
    /^date comptable$/,
    /^date ?op$/,
    /^date (d |de l )?operation local$/,
    /^operation date local$/,
    /^date (de la |de )?valeur local$/,
    /^settlement date local$/,
    /^date (d |de l )?operation$/,
    /^date$/,
    /^operation date$/,
    /^settlement date$/,
    /^completed date$/,
    /^date (d |de l )?operation utc$/,
    /^operation date utc$/,
    /^date (de la |de )?valeur utc$/,
    /^settlement date utc$/,
  ],
  valeur: [
    /^date (de la |de )?valeur local$/,
    /^date (de la |de )?valeur$/,
    /^date ?val$/,
    /^settlement date( local)?$/,
    /^valeur$/,
    /^(date (de la |de )?valeur|settlement date) utc$/,
  ],
  montant: [
    /^montant total ttc$/,
    /^total amount incl vat$/,
    /^montant( de l| d)? operation( en euros?)?$/,
    /^montant( en)?( euros?| eur)?$/,
    /^amount$/,
  ],
  debit: [/^debits?( euros?| eur)?$/],
  credit: [/^credits?( euros?| eur)?$/],
  sens: [
    /^sens( de l| d)?( operation| ecriture)?$/,
    /^signe$/,
    /^(debit credit|credit debit)( indicator)?$/,
    /^indicateur( de)?( debit credit| sens)?$/,
  ],
  genre: [/^type( de l| d)?( operation)?$/],
  frais: [/^fees?$/, /^frais$/, /^commissions?$/],
  libelle: [
    /^libelle( de l| d)? operation$/,
    /^libelle$/,
    /^label$/,
    /^nom de la contrepartie$/,
    /^counterparty name$/,
    /^libelle simplifie$/,
    /^libelle court$/,
    /^description$/,
  ],
  detail: [/^detail de l ecriture$/, /^informations complementaires$/, /^reference$/],
  tiers: [/^nom de la contrepartie$/, /^counterparty name$/],
  reference: [/^reference$/, /^identifiant de transaction$/, /^transaction id$/],
  solde: [/^solde$/, /^balance$/],
  compte: [/^iban du compte$/, /^account iban$/, /^iban$/, /^account ?num$/, /^numero de compte$/],
  devise: [/^devise$/, /^currency$/],
  etat: [/^statut$/, /^status$/, /^state$/, /^etat$/],
} as const;
type Colonne = keyof typeof COLONNES;
/** Where each column is, and which of the days are told in the hour of Greenwich. */
interface Places extends Partial<Record<Colonne, number>> {
  enUtc?: readonly Colonne[];
}

const SEPARATEURS = [";", ",", "\t"] as const;

/** Lines of a bank before its table: its name, the account, a balance. */
const LIGNES_AVANT = 40;
const CELLULES_AU_PLUS = 100;

const mot = (cellule: string): string =>
  rechercheNormalisee(cellule)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/**
 * The statement of a CSV file of one of the French banks, whichever: its columns are known by their headers
 * (domain/README §12.5), or as a person said of that bank's. One that says the balance after each line is proved by it.
 * @throws ReleveRefuse naming the line that can't be read; ColonnesInconnues for a table whose columns nobody said.
 */
export function lireCsv(texte: string, dites: readonly Correspondance[] = []): ReleveLu[] {
  if (!/[^\s;,]/.test(texte)) throw new ReleveRefuse(SANS_TABLE);
  const lisible = sansReferences(texte, SEPARATEURS_ET_GUILLEMETS);
  const table = tableDe(lisible, dites);
  if (table === null) {
    const inconnue = tableInconnue(lisible);
    if (inconnue) throw new ColonnesInconnues(inconnue);
    throw new ReleveRefuse(sansEntetes(lisible) ? SANS_ENTETES : SANS_TABLE);
  }
  const lus = sectionsDe(table).map(lireSection);
  const releves = lus.flat();
  if (releves.length === 0) throw new ReleveRefuse("Ce fichier ne contient aucune opération.");
  return releves;
}

/** The statements of the lines of one account, or of several whose name stands on each line. */
function lireSection({ avant, places, rangs }: Section): ReleveLu[] {
  let sansEffet = 0;
  const lues = rangs.flatMap(({ cellules, numero }) => {
    try {
      const lue = lire(cellules, places);
      if (lue === "sans effet") sansEffet++;
      return typeof lue === "string" ? [] : [lue];
    } catch (error) {
      if (!(error instanceof ReleveRefuse)) throw error;
      throw new ReleveRefuse(`Ligne ${numero} : ${error.message}`);
    }
  });
  if (lues.length === 0 && sansEffet === 0) return [];
  const entete = enteteDe(avant);
  if (entete.nombre !== null && entete.nombre !== lues.length) {
    throw new ReleveRefuse(
      `Ce fichier annonce ${entete.nombre} opérations et en contient ${lues.length} : il est coupé ou modifié.`,
    );
  }
  return [...parCompte(lues, entete.compte)].map(([compte, siennes], rang) => ({
    compte,
    du: null,
    au: null,
    ...soldes(siennes, entete.solde),
    lignes: siennes.map(({ ligne }) => ligne),
    sansEffet: rang === 0 ? sansEffet : 0,
  }));
}

const SANS_TABLE =
  "Ce fichier n’est pas un relevé reconnu : CFONB 120, OFX, CAMT.053, ou CSV avec une date, un libellé et un montant (ou débit et crédit).";

const SANS_ENTETES =
  "Les opérations de ce fichier n’ont pas de ligne d’en-têtes au-dessus d’elles : ajoutez-en une (Date ; Libellé ; Montant), ou téléchargez le relevé en CFONB 120, OFX ou CAMT.053.";

/** What cuts a line into cells stays a reference until it is cut. */
const SEPARATEURS_ET_GUILLEMETS = ';,\t\r\n"';

interface Rang {
  cellules: string[];
  numero: number;
}

/** The lines of one account: what the file says before them, and where each column is. */
interface Section {
  avant: string[][];
  places: Places;
  rangs: Rang[];
}

/**
 * The lines of each account of the file: one that names another account, or the heads again, begins the next one, whose
 * columns are as before where no heads say otherwise.
 */
function sectionsDe({ avant, places, rangs, trouver }: Table): Section[] {
  const debut = rangs.findIndex(
    ({ cellules }) =>
      !cellules.some(estJour) && (compteDit([cellules]) !== "" || trouver(cellules)),
  );
  if (debut < 0) return [{ avant, places, rangs }];
  const suite = rangs.slice(debut);
  const entetes = suite.findIndex(({ cellules }) => trouver(cellules));
  const premiere = suite.findIndex(({ cellules }) => estJour(cellules[0] ?? ""));
  const fin = entetes >= 0 && (premiere < 0 || entetes < premiere) ? entetes + 1 : premiere;
  const autre = fin < 0 ? suite.length : fin;
  return [
    { avant, places, rangs: rangs.slice(0, debut) },
    ...sectionsDe({
      avant: suite.slice(0, autre).map(({ cellules }) => cellules),
      places: trouver(suite[entetes]?.cellules ?? []) ?? places,
      rangs: suite.slice(autre),
      trouver,
    }),
  ];
}

/** Whether lines have a day and an amount, under no heads. */
const sansEntetes = (texte: string): boolean =>
  SEPARATEURS.some((separateur) =>
    decouper(texte, separateur, LIGNES_AVANT).some(
      ({ cellules }) =>
        estJour(cellules[0] ?? "") &&
        cellules.slice(1).some((cellule) => !estJour(cellule) && lisible(cellule) !== null),
    ),
  );

interface Table extends Section {
  trouver: (cellules: readonly string[]) => Places | null;
}

/** The table of the file and what comes before it; null when no line is the head of one. */
function tableDe(texte: string, dites: readonly Correspondance[]): Table | null {
  const trouver = (cellules: readonly string[]): Places | null => {
    const mots = cellules.map(mot);
    return dites.map((une) => placesDites(mots, une)).find(Boolean) ?? placesDe(cellules);
  };
  for (const separateur of SEPARATEURS) {
    const tous = decouper(texte, separateur);
    const rang = tous.slice(0, LIGNES_AVANT).findIndex(({ cellules }) => trouver(cellules));
    const places = trouver(tous[rang]?.cellules ?? []);
    if (places) {
      const avant = tous.slice(0, rang).map(({ cellules }) => cellules);
      return { avant, places, rangs: tous.slice(rang + 1), trouver };
    }
  }
  return null;
}

/** Where a person said that each column is; null when one of them is not there. */
function placesDites(mots: readonly string[], dites: Correspondance): Places | null {
  const places = Object.entries(dites).flatMap(([colonne, entete]) =>
    entete === undefined ? [] : [[colonne, mots.indexOf(mot(entete))] as const],
  );
  return places.every(([, place]) => place >= 0) ? Object.fromEntries(places) : null;
}

const EXEMPLES = 3;
const CELLULES_MONTREES = 30;

/** The head of what looks like a table of movements, words above a day and an amount, and its first lines. */
function tableInconnue(texte: string): TableInconnue | null {
  for (const separateur of SEPARATEURS) {
    const tous = decouper(texte, separateur, LIGNES_AVANT + EXEMPLES).map(
      ({ cellules }) => cellules,
    );
    const rang = tous
      .slice(0, LIGNES_AVANT)
      .findIndex(
        (cellules, ici) =>
          cellules.filter((une) => mot(une) !== "").length > 2 &&
          !cellules.some(estJour) &&
          tous[ici + 1]?.some(estJour) &&
          tous[ici + 1]?.some((une) => !estJour(une) && lisible(une) !== null),
      );
    const entetes = tous[rang]?.slice(0, CELLULES_MONTREES);
    if (entetes) return { entetes, exemples: tous.slice(rang + 1, rang + 1 + EXEMPLES) };
  }
  return null;
}

function estJour(texte: string): boolean {
  try {
    return jourEcrit(texte) !== "";
  } catch {
    return false;
  }
}

/** What the library gives once it is asked for `info`, which its types do not say. */
type Lus = { record: string[]; info: { lines: number } }[];

function decouper(
  texte: string,
  separateur: string,
  lignes = LIGNES_AVANT + LIGNES_PAR_RELEVE + 1,
): Rang[] {
  try {
    const lus: unknown = parse(texte, {
      delimiter: separateur,
      info: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 20_000,
      to: lignes,
    });
    return (lus as Lus).map(({ record, info }) => ({
      cellules: record.slice(0, CELLULES_AU_PLUS + 1).map((cellule) => sansReferences(cellule)),
      numero: info.lines,
    }));
  } catch {
    return [];
  }
}

/** Where each column is, when this line is the head of a table of movements. */
function placesDe(cellules: readonly string[]): Places | null {
  if (cellules.length > CELLULES_AU_PLUS) return null;
  const mots = cellules.map(mot);
  const places: Places = {};
  for (const [colonne, entetes] of Object.entries(COLONNES) as [Colonne, readonly RegExp[]][]) {
    const place = entetes.map((entete) => mots.findIndex((un) => entete.test(un)));
    const trouvee = place.find((rang) => rang >= 0);
    if (trouvee !== undefined) places[colonne] = trouvee;
  }
  places.enUtc = (["date", "valeur"] as const).filter((colonne) =>
    / utc$/.test(mots[places[colonne] ?? -1] ?? ""),
  );
  const chiffree =
    places.montant !== undefined || (places.debit !== undefined && places.credit !== undefined);
  return places.date !== undefined && places.libelle !== undefined && chiffree ? places : null;
}

interface Lue {
  ligne: LigneLue;
  compte: string;
  solde: Centimes | null;
}

const SANS_EFFET =
  /refus|declin|annul|cancel|attente|pending|rejet|revert|fail|echec|echou|expir|bloque/;
/** « TOTAL », « Solde au 31/10/2026 »: a line that sums up. */
const RESUME = /^(sous )?tota(l|ux)\b|^soldes?\b/;

/** A line of the table; what sums up, and what moved nothing, is told apart. */
function lire(cellules: readonly string[], places: Places): Lue | "resume" | "sans effet" {
  const cellule = (colonne: Colonne): string => cellules[places[colonne] ?? -1]?.trim() ?? "";
  if (!estJour(cellule("date")) && cellules.some((texte) => RESUME.test(mot(texte))))
    return "resume";
  if (SANS_EFFET.test(mot(cellule("etat")))) return "sans effet";
  const montants = [cellule("montant"), cellule("debit"), cellule("credit")].filter(Boolean);
  if (montants.length === 0 && !/^\d/.test(cellule("date"))) return "resume";
  const devise = cellule("devise").toUpperCase();
  if (devise !== "" && devise !== "EUR" && devise !== "€")
    throw new ReleveRefuse(`le montant est en ${cite(devise)}, et non en euros.`);
  const textes = [cellule("libelle"), cellule("detail")].filter(Boolean);
  const [un = "", autre = ""] = textes;
  const jour = (colonne: "date" | "valeur") =>
    jourEcrit(cellule(colonne), places.enUtc?.includes(colonne));
  return {
    compte: cellule("compte"),
    solde: cellule("solde") === "" ? null : montantEcrit(cellule("solde")),
    ligne: {
      date: jour("date"),
      valeur: cellule("valeur") === "" ? null : jour("valeur"),
      montant: montantDe(cellule) - fraisDe(cellule),
      libelle: autre.startsWith(un) ? autre || un : textes.join(" "),
      reference: cellule("reference") || null,
      tiers: cellule("tiers") || null,
      iban: null,
      rejet: false,
    },
  };
}

/** What the bank took besides, in a column of its own; cents, never negative. */
const fraisDe = (cellule: (colonne: Colonne) => string): Centimes =>
  cellule("frais") === "" ? 0 : Math.abs(montantEcrit(cellule("frais")));

const ENTREES = /^(c|cr|cred|credit|crdt|entree|recu|\+)$/;
const SORTIES = /^(d|db|deb|debit|dbit|sortie|emis|-|−)$/;

type Sens = "entre" | "sort";

function sensEcrit(texte: string): Sens | null {
  const sens = /^[+\-−]$/.test(texte) ? texte : mot(texte);
  if (ENTREES.test(sens)) return "entre";
  return SORTIES.test(sens) ? "sort" : null;
}

/**
 * Which way an amount goes, as a column beside it says; null where none does. A column of kinds may speak of other things.
 * @throws ReleveRefuse when a column of the way says neither
 */
function sensDe(cellule: (colonne: Colonne) => string): Sens | null {
  const dit = cellule("sens");
  if (dit === "") return sensEcrit(cellule("genre"));
  const sens = sensEcrit(dit);
  if (sens === null) throw new ReleveRefuse(`le sens ${cite(dit)} n’est ni débit ni crédit.`);
  return sens;
}

/** One column, or what came in less what went out: banks write this with its sign or without. */
function montantDe(cellule: (colonne: Colonne) => string): Centimes {
  if (cellule("montant") !== "") {
    const montant = montantEcrit(cellule("montant"));
    const sens = sensDe(cellule);
    if (sens === "entre" && montant < 0)
      throw new ReleveRefuse("le montant est négatif, et dit au crédit.");
    return sens === "sort" ? -Math.abs(montant) + 0 : montant;
  }
  const [debit, credit] = [cellule("debit"), cellule("credit")].map((texte) =>
    texte === "" ? 0 : montantEcrit(texte),
  );
  if (debit && credit) throw new ReleveRefuse("le débit et le crédit sont tous deux remplis.");
  if (cellule("debit") === "" && cellule("credit") === "")
    throw new ReleveRefuse("elle n’a pas de montant.");
  return credit || -Math.abs(debit ?? 0) + 0;
}

/** What a bank says before its table. */
interface Entete {
  compte: string;
  solde: Centimes | null;
  /** How many movements it announces. */
  nombre: number | null;
}

function enteteDe(avant: readonly string[][]): Entete {
  const cellules = avant.flat().filter(Boolean);
  const [premiere = [] as string[]] = avant;
  // Société générale: ="0105900051804855";01/02/2026;20/02/2026;35;18/02/2026;3,39 EUR
  const numero = premiere[0]?.match(/^="?(\d{11,23})"?$/)?.[1];
  if (numero && premiere.length >= 6 && /^\d+$/.test(premiere[3] ?? "")) {
    return { compte: numero, nombre: Number(premiere[3]), solde: lisible(premiere[5] ?? "") };
  }
  const iban = cellules
    .flatMap((texte) => texte.match(/[A-Z]{2}\d{2}[A-Z\d ]{10,34}/gi) ?? [])
    .map(ibanNu)
    .find(ibanValable);
  return { compte: iban ?? compteDit(avant), nombre: null, solde: soldeDit(avant) };
}

/** « Numéro de compte : 12345678901 », in one cell or two; « Livret A carte n° 00099900011 ». */
function compteDit(avant: readonly string[][]): string {
  for (const cellules of avant) {
    const texte = cellules.join(" ");
    const [, numero] =
      texte.match(/compte.*?(?:n[°o]|num[ée]ro|:)[\s:]*([\dA-Z]{10,23})\b/i) ??
      texte.match(/num[ée]ro\s+(?:de\s+)?compte[\s:]*([\dA-Z]{10,23})\b/i) ??
      texte.match(/\bn[°o]\s*(\d{10,23})\b/i) ??
      [];
    if (numero && /\d{6}/.test(numero)) return numero;
  }
  return "";
}

/** « Solde au 31/10/2026 1 017,79 € », « Solde (EUROS) ; 1017,79 ». */
function soldeDit(avant: readonly string[][]): Centimes | null {
  for (const cellules of avant) {
    if (!/^solde/.test(mot(cellules[0] ?? "")) || /franc/i.test(cellules[0] ?? "")) continue;
    const suite = (cellules[0] ?? "").replace(/^.*?(\d{2}\/\d{2}\/\d{4}|$)/, "");
    const solde = [...cellules.slice(1), suite].map(lisible).find((lu) => lu !== null);
    if (solde !== undefined) return solde;
  }
  return null;
}

function lisible(texte: string): Centimes | null {
  try {
    return texte.trim() === "" ? null : montantEcrit(texte);
  } catch {
    return null;
  }
}

function parCompte(lues: readonly Lue[], dit: string): Map<string, Lue[]> {
  const comptes = new Map<string, Lue[]>();
  for (const lue of lues) {
    const compte = lue.compte || dit;
    const siennes = comptes.get(compte) ?? [];
    siennes.push(lue);
    comptes.set(compte, siennes);
  }
  return comptes;
}

type Soldes = Pick<ReleveLu, "ancienSolde" | "nouveauSolde">;

/**
 * The balances that the lines tell, or the one above the table.
 * @throws ReleveRefuse when the balance after a line is not that before it and its amount.
 */
function soldes(lues: readonly Lue[], annonce: Centimes | null): Soldes {
  const suivis = lues.every(({ solde }) => solde !== null);
  if (!suivis) {
    const mouvements = lues.reduce((somme, { ligne }) => somme + ligne.montant, 0);
    return { nouveauSolde: annonce, ancienSolde: annonce === null ? null : annonce - mouvements };
  }
  const ordre = [lues, lues.toReversed()].find(sEnchaine);
  const [premiere, derniere] = [ordre?.[0], ordre?.at(-1)];
  if (!premiere || !derniere)
    throw new ReleveRefuse(
      "Les soldes de ce fichier ne suivent pas ses montants : il est incomplet ou modifié.",
    );
  return {
    ancienSolde: (premiere.solde ?? 0) - premiere.ligne.montant,
    nouveauSolde: derniere.solde,
  };
}

const sEnchaine = (lues: readonly Lue[]): boolean =>
  lues.every(
    ({ solde, ligne }, rang) =>
      rang === 0 || lues[rang - 1]?.solde === (solde ?? 0) - ligne.montant,
  );
