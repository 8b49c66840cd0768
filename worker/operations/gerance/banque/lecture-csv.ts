import { parse } from "csv-parse/browser/esm/sync";
import { sansReferences } from "#domain/agence/references.ts";
import {
  type Colonne,
  compteDeQui,
  mot,
  type Places,
  placesDe,
  placesDites,
} from "#domain/gerance/banque/colonnes-de-releve.ts";
import { compteMontre } from "#domain/gerance/banque/compte-bancaire.ts";
import {
  ColonnesInconnues,
  type Correspondance,
  type TableInconnue,
} from "#domain/gerance/banque/correspondance.ts";
import {
  type ColonnesDeDevise,
  colonnesDeDevise,
  exigerEuros,
  exigerMontantEnEuros,
} from "#domain/gerance/banque/devise-ecrite.ts";
import { aEuLieu, exigerEtat, sontDesEtats } from "#domain/gerance/banque/etat-ecrit.ts";
import {
  type ColonnesDeFrais,
  colonnesDeFrais,
  fraisPris,
} from "#domain/gerance/banque/frais-ecrits.ts";
import { jourEcrit, montantEcrit } from "#domain/gerance/banque/montant-ecrit.ts";
import {
  LIGNES_PAR_RELEVE,
  type LigneLue,
  prouver,
  type ReleveLu,
  ReleveRefuse,
} from "#domain/gerance/banque/releve.ts";
import {
  type ColonneNommee,
  colonnesDuSens,
  type Sens,
  sensDit,
  sensEcrit,
} from "#domain/gerance/banque/sens-ecrit.ts";
import { nommeUnSolde, soldesDits } from "#domain/gerance/banque/soldes-dits.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { ibanNu, ibanValable } from "#domain/iban.ts";
import { cite } from "#domain/texte-lu.ts";

const SEPARATEURS = [";", ",", "\t"] as const;

/** Lines of a bank before its table: its name, the account, a balance. */
const LIGNES_AVANT = 40;
const CELLULES_AU_PLUS = 100;

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
  const lues = sectionsDe(table).map(lireSection);
  const releves = lues.flatMap((section) => section.releves);
  if (releves.length > 0) return releves;
  throw new ReleveRefuse(
    lues.some(({ sansEffet }) => sansEffet > 0)
      ? "Aucune opération de ce fichier n’a eu lieu : elles sont refusées, annulées ou encore en attente."
      : "Ce fichier ne contient aucune opération.",
  );
}

/** The statements of the lines of one account, or of several whose name stands on each line. */
function lireSection(section: Section): { releves: ReleveLu[]; sansEffet: number } {
  const { avant, rangs } = section;
  exigerEuros(avant);
  const lecture = lectureDe(section);
  let sansEffet = 0;
  let sorties = 0;
  const lues = rangs.flatMap(({ cellules, numero }) => {
    try {
      const lue = lire(cellules, lecture);
      if (lue === "sans effet") sansEffet++;
      if (typeof lue === "string") return [];
      sorties = exigerSigne(lue, sorties);
      return [lue];
    } catch (error) {
      if (!(error instanceof ReleveRefuse)) throw error;
      throw new ReleveRefuse(`Ligne ${numero} : ${error.message}`);
    }
  });
  if (lues.length === 0) return { releves: [], sansEffet };
  const entete = enteteDe(avant);
  if (entete.nombre !== null && entete.nombre !== lues.length) {
    throw new ReleveRefuse(
      `Ce fichier annonce ${entete.nombre} opérations et en contient ${lues.length} : il est coupé ou modifié.`,
    );
  }
  const comptes = new Map(
    [...parCompte(lues, entete.compte)].map(([compte, siennes]) => [
      compte,
      fraisCompris(siennes, lecture),
    ]),
  );
  const releves = [...comptes].map(([compte, siennes], rang) =>
    prouver({
      compte,
      du: null,
      au: null,
      ...soldes(siennes, comptes.size === 1 ? entete : { ...entete, avant: [], solde: null }),
      lignes: siennes.map(({ ligne }) => ligne),
      sansEffet: rang === 0 ? sansEffet : 0,
    }),
  );
  return { releves, sansEffet };
}

/** Where each column is, and those that tell the way of unsigned amounts. */
interface Lecture {
  places: Places;
  devises: ColonnesDeDevise;
  frais: ColonnesDeFrais;
  /** The column of states says of other lines that they took place: one that says nothing is refused. */
  etatAttendu: boolean;
  duSens: readonly ColonneNommee[];
  /** No amount bears a sign, and a column tells their way: a line that does not is refused. */
  sensAttendu: boolean;
}

/** Columns whose words are of other things than the way of an amount. */
const AUTRES_COLONNES = [
  "date",
  "valeur",
  "montant",
  "debit",
  "credit",
  "libelle",
  "detail",
  "tiers",
  "reference",
  "solde",
  "compte",
  "nomDuCompte",
  "etat",
] as const satisfies readonly Colonne[];

/** Columns of sums of the account. */
const MONTANTS = ["montant", "debit", "credit", "solde"] as const satisfies readonly Colonne[];

const ENTREES_ET_SORTIES = ["montant", "debit", "credit"] as const satisfies readonly Colonne[];

/** What the columns of these lines are, by their headers and by what they hold. @throws ReleveRefuse */
function lectureDe({ places: dites, entetes, rangs }: Section): Lecture {
  const tous = rangs
    .map(({ cellules }) => cellules)
    .filter((cellules) => estJour(cellules[dites.date ?? -1] ?? ""));
  const places = { ...dites };
  const libres = () =>
    entetes.flatMap((entete, place) =>
      AUTRES_COLONNES.some((colonne) => places[colonne] === place) ? [] : [{ entete, place }],
    );
  places.etat ??= libres().find(({ place, entete }) =>
    sontDesEtats(
      tous.map((cellules) => cellules[place] ?? ""),
      entete,
    ),
  )?.place;
  const etats = tous.map((cellules) => aEuLieu(cellules[places.etat ?? -1] ?? ""));
  const faits = tous.filter((_, rang) => etats[rang] !== false);
  places.compte = placeDuCompte(faits, places, entetes);
  const montantEn = (cellules: readonly string[]) => lisible(cellules[places.montant ?? -1] ?? "");
  const chiffres = faits.filter((cellules) => montantEn(cellules) !== null);
  const devises = colonnesDeDevise(
    faits,
    libres(),
    MONTANTS.flatMap((colonne) => entetes[places[colonne] ?? -1] ?? []),
  );
  const frais = colonnesDeFrais(
    libres(),
    ENTREES_ET_SORTIES.flatMap((colonne) => entetes[places[colonne] ?? -1] ?? []),
    ({ place }) => faits.every((cellules) => !cellules[place] || lisible(cellules[place]) !== null),
  );
  const lecture = {
    places,
    devises,
    frais,
    etatAttendu: etats.includes(true),
    duSens: [],
    sensAttendu: false,
  };
  if (chiffres.length === 0) return lecture;
  const sure = places.sens;
  const duSens = colonnesDuSens(
    chiffres.map((cellules) => ({ cellules, montant: montantEn(cellules) ?? 0 })),
    libres().filter(({ place }) => place !== sure),
  );
  const dit = sure !== undefined && chiffres.some((cellules) => cellules[sure]);
  const signes = chiffres.some((cellules) => (montantEn(cellules) ?? 0) < 0);
  return { ...lecture, duSens, sensAttendu: !signes && (dit || duSens.length > 0) };
}

/** « 30006 00001 12345678901 », « FR76… » whole: a number by which an account is known. */
const estNumero = (texte: string): boolean =>
  /\d{5}/.test(texte.replace(/[^A-Z\d]/gi, "")) && !/[•*x]{2}/i.test(texte);

/** Lines from which accounts that nearly all differ are those of who paid. */
const LIGNES_DE_TIERS = 4;

/**
 * The column of the account that each line is of; none where a column that may be of who paid differs on most lines.
 * @throws ReleveRefuse for lines of several accounts that only names tell apart
 */
function placeDuCompte(
  lignes: readonly (readonly string[])[],
  { compte, nomDuCompte }: Places,
  entetes: readonly string[],
): number | undefined {
  for (const place of [compte, nomDuCompte]) {
    if (place === undefined) continue;
    const entete = entetes[place] ?? "";
    const dits = lignes.map((cellules) => cellules[place] ?? "").filter((texte) => texte !== "");
    const distincts = [...new Set(dits.map(compteNu))];
    const plupart = dits.length >= LIGNES_DE_TIERS && distincts.length > dits.length / 2;
    if (distincts.length === 0 || (plupart && compteDeQui(entete))) continue;
    if (place === compte && distincts.every(estNumero)) {
      if (distincts.length === 1 || dits.length === lignes.length) return place;
      throw new ReleveRefuse(
        `Ce fichier a des lignes de plusieurs comptes, et la colonne ${cite(entete)} ne dit pas celui de chacune.`,
      );
    }
    if (distincts.length === 1) continue;
    const noms = distincts
      .slice(0, 2)
      .map((un) => cite(estNumero(un) ? compteMontre(un) : un))
      .join(", ");
    throw new ReleveRefuse(
      `Ce fichier mêle les lignes de plusieurs comptes (${noms}) sans en dire les numéros : téléchargez un relevé par compte.`,
    );
  }
  return undefined;
}

/** An account written with spaces or without is one. */
const compteNu = (texte: string): string => (ibanValable(texte) ? ibanNu(texte) : texte);

const SANS_TABLE =
  "Ce fichier n’est pas un relevé reconnu : CFONB 120, OFX, CAMT.053, ou CSV avec une date, un libellé et un montant (ou débit et crédit).";

const SANS_ENTETES =
  "Les opérations de ce fichier n’ont pas de ligne d’en-têtes au-dessus d’elles : ajoutez-en une (Date ; Libellé ; Montant), ou téléchargez le relevé en CFONB 120, OFX ou CAMT.053.";

const ABIME =
  "Ce fichier CSV est abîmé : un guillemet ouvert n’y est pas fermé, ou une ligne n’y finit pas.";

/** What cuts a line into cells stays a reference until it is cut. */
const SEPARATEURS_ET_GUILLEMETS = ';,\t\r\n"';

interface Rang {
  cellules: string[];
  numero: number;
}

/** The lines of one account: what the file says before them, its headers, and where each column is. */
interface Section {
  avant: string[][];
  entetes: readonly string[];
  places: Places;
  rangs: Rang[];
}

/**
 * The lines of each account of the file: the head of another account, or the heads again, begins the next one, whose columns
 * are as before where no heads say otherwise.
 * @throws ReleveRefuse for a line that may be such a head, or not
 */
function sectionsDe({ trouver, rangs, ...premiere }: Table): Section[] {
  let courante: Section = { ...premiere, rangs: [] };
  const sections = [courante];
  let avantSesLignes = false;
  const formes = new Set(premiere.avant.filter(nommeUnCompte).map(formeDe));
  rangs.forEach((rang, place) => {
    const { cellules } = rang;
    const sansJour = !cellules.some(estJour);
    const places = sansJour ? trouver(cellules) : null;
    const debute =
      places !== null ||
      (sansJour && ouvreUnCompte(rangs, place, formes, trouver, courante.rangs.length === 0));
    if (!debute) {
      if (avantSesLignes && !estJour(cellules[0] ?? "")) courante.avant.push(cellules);
      else {
        avantSesLignes = false;
        courante.rangs.push(rang);
      }
      return;
    }
    if (!avantSesLignes) {
      courante = { ...courante, avant: [], rangs: [] };
      sections.push(courante);
    }
    courante.avant.push(cellules);
    avantSesLignes = places === null;
    if (places) Object.assign(courante, { places, entetes: cellules });
  });
  return sections;
}

const nommeUnCompte = (cellules: readonly string[]): boolean => compteDit([cellules]) !== "";

/** The first words of a line, by which the heads of the accounts of a file are alike. */
const formeDe = (cellules: readonly string[]): string =>
  mot(cellules[0] ?? "").replace(/\b\w*\d\w*\b/g, "#");

/** Lines between the head of an account and its own lines. */
const LIGNES_DE_TETE = 6;

/**
 * Whether this line is the head of an account, and not more of the label of the line before: it begins with it, and is
 * followed by balances or by heads, comes before any line, or is like a head of before.
 * @throws ReleveRefuse for one that begins with an account, of which nothing tells
 */
function ouvreUnCompte(
  rangs: readonly Rang[],
  place: number,
  formes: Set<string>,
  trouver: Table["trouver"],
  avantTout: boolean,
): boolean {
  const { cellules = [], numero = 0 } = rangs[place] ?? {};
  if (!cellules[0] || !nommeUnCompte(cellules)) return false;
  const suite = rangs.slice(place + 1, place + 1 + LIGNES_DE_TETE);
  const premiere = suite.findIndex((rang) => rang.cellules.some(estJour));
  const tete = [
    cellules,
    ...suite.slice(0, premiere < 0 ? undefined : premiere).map((rang) => rang.cellules),
  ];
  const forme = formeDe(cellules);
  if (
    avantTout ||
    formes.has(forme) ||
    tete.some((une) => une.some(nommeUnSolde) || trouver(une))
  ) {
    formes.add(forme);
    return true;
  }
  if (!COMMENCE_UN_COMPTE.test(forme)) return false;
  throw new ReleveRefuse(
    `Ligne ${numero} : elle nomme un compte, et rien ne dit si les lignes qui la suivent sont les siennes.`,
  );
}

/** What begins the name of an account of the agency. */
const COMMENCE_UN_COMPTE = /^(compte|livret|pel|cel|ldds?|(numero|num|n|no) (de |du )?compte)\b/;

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
  const trouver = (cellules: readonly string[]): Places | null =>
    dites.map((une) => placesDites(cellules, une)).find(Boolean) ?? placesDe(cellules);
  for (const separateur of SEPARATEURS) {
    const premiers = decouper(texte, separateur, LIGNES_AVANT);
    const rang = premiers.findIndex(({ cellules }) => trouver(cellules));
    const entetes = premiers[rang]?.cellules ?? [];
    const places = trouver(entetes);
    if (places) {
      const tous = decouper(texte, separateur);
      if (tous.length === 0) throw new ReleveRefuse(ABIME);
      const avant = tous.slice(0, rang).map(({ cellules }) => cellules);
      return { avant, entetes, places, rangs: tous.slice(rang + 1), trouver };
    }
  }
  return null;
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
    if (entetes) exigerEuros(tous.slice(0, rang));
    if (entetes) return { entetes, exemples: tous.slice(rang + 1, rang + 1 + EXEMPLES) };
  }
  return null;
}

function estJour(texte: string): boolean {
  if (!/^\s*\d/.test(texte)) return false;
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
    // Bytes: what the library makes of a text itself is slow.
    const lus: unknown = parse(new TextEncoder().encode(texte), {
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

interface Lue {
  /** Its amount is without its fees. */
  ligne: LigneLue;
  frais: Centimes;
  /** The sign that its amount bears where a word says that it goes out: 1 or −1; 0 elsewhere. */
  signeDeSortie: number;
  compte: string;
  solde: Centimes | null;
}

/** « TOTAL », « Solde au 31/10/2026 »: a line that sums up. */
const RESUME = /^(sous )?tota(l|ux)\b|^soldes?\b/;

/** A line of the table; what sums up, and what moved nothing, is told apart. */
function lire(cellules: readonly string[], lecture: Lecture): Lue | "resume" | "sans effet" {
  const { places } = lecture;
  const cellule = (colonne: Colonne): string => cellules[places[colonne] ?? -1]?.trim() ?? "";
  if (!estJour(cellule("date")) && cellules.some((texte) => RESUME.test(mot(texte)))) {
    exigerEuros([cellules]);
    return "resume";
  }
  if (cellule("etat") !== "" && !exigerEtat(cellule("etat"))) return "sans effet";
  const montants = [cellule("montant"), cellule("debit"), cellule("credit")].filter(Boolean);
  if (montants.length === 0 && !/^\d/.test(cellule("date"))) return "resume";
  if (cellule("etat") === "" && lecture.etatAttendu)
    throw new ReleveRefuse("rien ne dit si l’opération a eu lieu, que d’autres lignes disent.");
  exigerMontantEnEuros(
    lecture.devises.montants.map(({ place }) => cellules[place]?.trim() ?? ""),
    [...montants, cellule("solde")],
  );
  const textes = [cellule("libelle"), cellule("detail")].filter(Boolean);
  const [un = "", autre = ""] = textes;
  const jour = (colonne: "date" | "valeur") =>
    jourEcrit(cellule(colonne), places.enUtc?.includes(colonne));
  const sens = cellule("montant") === "" ? null : sensDe(cellules, cellule, lecture);
  return {
    compte: cellule("compte"),
    signeDeSortie: sens === "sort" ? Math.sign(montantEcrit(cellule("montant"))) : 0,
    solde: cellule("solde") === "" ? null : montantEcrit(cellule("solde")),
    frais: fraisDe(cellules, lecture),
    ligne: {
      date: jour("date"),
      valeur: cellule("valeur") === "" ? null : jour("valeur"),
      montant: montantDe(cellule, sens),
      libelle: autre.startsWith(un) ? autre || un : textes.join(" "),
      reference: cellule("reference") || null,
      tiers: cellule("tiers") || null,
      iban: null,
      rejet: false,
    },
  };
}

/**
 * The sign of all amounts that a word says go out, once this line is read: banks write it, or do not.
 * @throws ReleveRefuse for a line whose sign is not that of those before it: it may take one of them back
 */
function exigerSigne({ signeDeSortie }: Lue, avant: number): number {
  if (signeDeSortie * avant < 0)
    throw new ReleveRefuse(
      `le montant est dit au débit et ${signeDeSortie < 0 ? "négatif, quand d’autres débits sont positifs" : "positif, quand d’autres débits sont négatifs"} : rien ne dit s’il sort, ou s’il annule un débit.`,
    );
  return signeDeSortie || avant;
}

/** What the bank took besides, in columns of its own, in cents. @throws ReleveRefuse for fees that are not in euros */
function fraisDe(cellules: readonly string[], { frais, devises }: Lecture): Centimes {
  const pris = frais.colonnes.reduce(
    (somme, { place }) => somme + (cellules[place] ? montantEcrit(cellules[place]) : 0),
    0,
  );
  if (pris !== 0 && !frais.compris && devises.frais)
    exigerMontantEnEuros([cellules[devises.frais.place]?.trim() ?? ""]);
  return pris;
}

/**
 * Which way an amount goes, as columns beside it say; null where none does.
 * @throws ReleveRefuse when a column of the way says neither, two disagree, or the way of unsigned amounts is not told
 */
function sensDe(
  cellules: readonly string[],
  cellule: (colonne: Colonne) => string,
  { duSens, sensAttendu }: Lecture,
): Sens | null {
  const dit = cellule("sens");
  const sens = sensDit(dit);
  if (dit !== "" && sens === null)
    throw new ReleveRefuse(`le sens ${cite(dit)} n’est ni débit ni crédit.`);
  const [debit, credit] = [rempli(cellule("debit")), rempli(cellule("credit"))];
  const colonne: Sens = debit ? "sort" : "entre";
  const dits = new Set(
    [
      sens,
      sensEcrit(cellule("genre")),
      debit === credit ? null : colonne,
      ...duSens.map(({ place }) => sensDit(cellules[place] ?? "")),
    ].filter((un) => un !== null),
  );
  if (dits.size > 1)
    throw new ReleveRefuse("une colonne dit que le montant entre, une autre qu’il sort.");
  if (dits.size === 0 && sensAttendu)
    throw new ReleveRefuse("rien ne dit si le montant entre ou sort.");
  return [...dits][0] ?? null;
}

const rempli = (texte: string): boolean => texte !== "" && lisible(texte) !== 0;

/** One column, or what came in less what went out: banks write this with its sign or without. */
function montantDe(cellule: (colonne: Colonne) => string, sens: Sens | null): Centimes {
  if (cellule("montant") !== "") {
    const montant = montantEcrit(cellule("montant"));
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
  /** Its lines that may tell balances. */
  avant: readonly string[][];
  /** The balance after the last line, where its place tells it. */
  solde: Centimes | null;
  /** How many movements it announces. */
  nombre: number | null;
}

function enteteDe(tout: readonly string[][]): Entete {
  const avant = deSonCompte(tout);
  const cellules = avant.flat().filter(Boolean);
  const [premiere = [] as string[]] = avant;
  // Société générale: ="0105900051804855";01/02/2026;20/02/2026;35;18/02/2026;3,39 EUR
  const numero = premiere[0]?.match(/^="?(\d{11,23})"?$/)?.[1];
  if (numero && premiere.length >= 6 && /^\d+$/.test(premiere[3] ?? "")) {
    return {
      compte: numero,
      avant: [],
      nombre: Number(premiere[3]),
      solde: lisible(premiere[5] ?? ""),
    };
  }
  const iban = cellules
    .flatMap((texte) => texte.match(/[A-Z]{2}\d{2}[A-Z\d ]{10,34}/gi) ?? [])
    .map(ibanNu)
    .find(ibanValable);
  return { compte: iban ?? compteDit(avant), avant, nombre: null, solde: null };
}

/** What stands before lines, from their own account on: one named before it has no line. */
function deSonCompte(avant: readonly string[][]): readonly string[][] {
  const nommes = avant.flatMap((cellules, rang) =>
    /^(compte|livret|pel|cel|ldds?)\b/.test(mot(cellules[0] ?? "")) && nommeUnCompte(cellules)
      ? [{ rang, compte: compteDit([cellules]) }]
      : [],
  );
  const dernier = nommes.findLast(
    ({ compte }, rang) => compte !== nommes[rang - 1]?.compte && rang > 0,
  );
  return dernier ? avant.slice(dernier.rang) : avant;
}

/** Signs of a line in which an account is looked for. */
const SIGNES_DU_COMPTE = 300;

/** « Numéro de compte : 12345678901 », in one cell or two; « Livret A carte n° 00099900011 ». */
function compteDit(avant: readonly (readonly string[])[]): string {
  for (const cellules of avant) {
    const texte = cellules
      .join(" ")
      .slice(0, SIGNES_DU_COMPTE)
      .replace(/[\s:]+/g, (blanc) => (blanc.includes(":") ? ": " : " "));
    const [, numero] =
      texte.match(/compte.*?(?:n[°o]|num[ée]ro|:)[: ]{0,2}([\dA-Z]{10,23})\b/i) ??
      texte.match(/num[ée]ro (?:de )?compte[: ]{0,2}([\dA-Z]{10,23})\b/i) ??
      texte.match(/\bn[°o] ?(\d{10,23})\b/i) ??
      [];
    if (numero && /\d{6}/.test(numero)) return numero;
  }
  return "";
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
    const compte = lue.compte === "" ? dit : compteNu(lue.compte);
    const siennes = comptes.get(compte) ?? [];
    siennes.push(lue);
    comptes.set(compte, siennes);
  }
  return comptes;
}

/** The lines of an account, whose amounts hold their fees. */
function fraisCompris(lues: readonly Lue[], { frais }: Lecture): Lue[] {
  const montants = (ecrits: readonly Centimes[]): Lue[] =>
    lues.map((lue, rang) => ({
      ...lue,
      ligne: { ...lue.ligne, montant: ecrits[rang] ?? lue.ligne.montant },
    }));
  const dits = lues.map(({ ligne, frais: pris }) => ({ montant: ligne.montant, frais: pris }));
  const soldes = lues.every(({ solde }) => solde !== null);
  return montants(
    fraisPris(dits, frais, soldes ? (ecrits) => enOrdre(montants(ecrits)) !== undefined : null),
  );
}

type Soldes = Pick<ReleveLu, "ancienSolde" | "nouveauSolde" | "deduit">;

/**
 * The balances that the lines tell, or those above the table; the one that is not told follows from the other.
 * @throws ReleveRefuse when the balance after a line is not that before it and its amount.
 */
function soldes(lues: readonly Lue[], { avant, solde }: Entete): Soldes {
  const mouvements = lues.reduce((somme, { ligne }) => somme + ligne.montant, 0);
  if (lues.every((lue) => lue.solde !== null)) return soldesSuivis(lues);
  const { ancien, nouveau } =
    solde === null ? soldesDits(avant, mouvements) : { ancien: null, nouveau: solde };
  return {
    ancienSolde: ancien ?? (nouveau === null ? null : nouveau - mouvements),
    nouveauSolde: nouveau ?? (ancien === null ? null : ancien + mouvements),
    deduit: ancien === null || nouveau === null,
  };
}

function soldesSuivis(lues: readonly Lue[]): Soldes {
  const ordre = enOrdre(lues);
  const [premiere, derniere] = [ordre?.[0], ordre?.at(-1)];
  if (!premiere || !derniere)
    throw new ReleveRefuse(
      "Les soldes de ce fichier ne suivent pas ses montants : il est incomplet ou modifié.",
    );
  return {
    ancienSolde: (premiere.solde ?? 0) - premiere.ligne.montant,
    nouveauSolde: derniere.solde,
    // The balance after one line alone checks nothing of it.
    deduit: lues.length === 1,
  };
}

/** The lines in the order that their balances tell; nothing when they follow none. */
const enOrdre = (lues: readonly Lue[]): readonly Lue[] | undefined =>
  [lues, lues.toReversed()].find(sEnchaine);

const sEnchaine = (lues: readonly Lue[]): boolean =>
  lues.every(
    ({ solde, ligne }, rang) =>
      rang === 0 || lues[rang - 1]?.solde === (solde ?? 0) - ligne.montant,
  );
