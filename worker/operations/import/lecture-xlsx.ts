import { strFromU8, unzipSync } from "fflate";
import { sansReferences } from "#domain/agence/references.ts";
import { ajouterJours } from "#domain/dates.ts";
import { analyserXml, type Element, elements, XmlRefuse } from "#worker/operations/lecture-xml.ts";

/** A workbook that can't be read, and why. */
export class ClasseurRefuse extends Error {
  override name = "ClasseurRefuse";
}

/** The most unpacked bytes read of a workbook, all parts together: 10,000 lines of forty columns take 16 MB. */
const OCTETS_DEPLIES = 24 * 1024 * 1024;
/** A part is refused when its unpacked size exceeds both limits: these bytes, and this many times its packed size. */
const OCTETS_REPETES = 4 * 1024 * 1024;
const FOIS_PLUS_PETIT = 250;
/** The most characters of a part parsed whole, and of a row or a string: a cell of Excel holds 32,767. */
const SIGNES_D_UNE_PARTIE = 4_000_000;
const SIGNES_D_UN_MORCEAU = 1_000_000;
/** The most parts of an archive: a workbook of a hundred sheets has about three hundred. */
const PARTIES_AU_PLUS = 2_000;
const ABIME =
  "Ce classeur est abîmé : ouvrez-le dans un tableur et enregistrez-le de nouveau en .xlsx.";

const TROP_GRAND = "Ce classeur est trop grand : enregistrez sa feuille en CSV.";

const attribut = (element: Element | undefined, nom: string): string => {
  const valeur = element?.[`@${nom}`];
  return typeof valeur === "string" ? valeur : "";
};

const texteDe = (element: Element | undefined): string => {
  const texte = element?.["#"];
  return typeof texte === "string" ? sansReferences(texte) : "";
};

/** The text of a string of a workbook: its pieces, without the pronunciation that Excel keeps for some languages. */
const chaineDe = (element: Element | undefined): string =>
  [...elements(element, "t"), ...elements(element, "r", "t")]
    .map(texteDe)
    .join("")
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\r\n?/g, "\n");

/**
 * The most shared strings: more would block the only thread for seconds, and a table of ten thousand lines has a
 * tenth as many.
 */
const CHAINES_AU_PLUS = 200_000;

function chainesDe(xml: string | null): string[] {
  const chaines: string[] = [];
  for (const chaine of morceaux(xml ?? "", "si")) {
    if (chaines.length >= CHAINES_AU_PLUS) throw new ClasseurRefuse(TROP_GRAND);
    chaines.push(chaineDe(chaine));
  }
  return chaines;
}

/**
 * The rows of the first visible sheet, blank ones too, each cell as its text: days as AAAA-MM-JJ, numbers with a
 * point. A cell merged over several rows of one column is repeated in each of them that is not blank.
 * @param atMost the most rows that are read.
 * @throws ClasseurRefuse when the bytes are no workbook, or one that is too large.
 */
export function lireXlsx(
  octets: Uint8Array,
  atMost: number,
): { rangs: string[][]; feuille: string; depuis1904: boolean } {
  const archive = new Archive(octets);
  const chemin = cheminDuClasseur(archive);
  const livre = partieLue(archive, chemin, "workbook");
  if (!livre) throw new ClasseurRefuse(cePourquoi(archive));
  const feuilles = elements(livre, "sheets", "sheet");
  const feuille =
    feuilles.find((feuille) => !/hidden/i.test(attribut(feuille, "state"))) ?? feuilles[0];
  if (!feuille) throw new ClasseurRefuse(ABIME);
  const liens = liensDe(archive, chemin);
  const xml = archive.texte(liens.find(({ id }) => id === attribut(feuille, "id"))?.cible);
  if (xml === null) throw new ClasseurRefuse(ABIME);
  const partie = (genre: string) =>
    liens.find(({ type }) => type.endsWith(`/${genre}`))?.cible ??
    chemin.replace(/[^/]*$/, `${genre}.xml`);
  const chaines = chainesDe(archive.texte(partie("sharedStrings")));
  const depuis1904 = /^(1|true)$/.test(attribut(elements(livre, "workbookPr")[0], "date1904"));
  const dates = stylesDeDate(partieLue(archive, partie("styles"), "styleSheet"));
  const valeurDe = lecteurDeCellule({ chaines, dates, depuis1904 });
  const rangs: string[][] = [];
  let octetsLus = 0;
  let cellulesLues = 0;
  const compter = (texte: string) => {
    cellulesLues += nombreDeCellules(texte);
    if (cellulesLues > CELLULES_AU_PLUS) throw new ClasseurRefuse(TROP_GRAND);
  };
  for (const rang of morceaux(xml, "row", compter)) {
    const place = Number(attribut(rang, "r") || rangs.length + 1) - 1;
    if (place >= atMost || octetsLus++ >= atMost) break;
    while (rangs.length < place) rangs.push([]);
    const cellules: string[] = [];
    for (const cellule of elements(rang, "c")) {
      const colonne = colonneDe(attribut(cellule, "r")) ?? cellules.length;
      if (colonne > COLONNES_AU_PLUS) break;
      while (cellules.length < colonne) cellules.push("");
      cellules[colonne] = valeurDe(cellule);
    }
    rangs[place] = cellules;
  }
  repeterFusions(rangs, xml);
  return { rangs, feuille: attribut(feuille, "name"), depuis1904 };
}

/**
 * The other kinds of file that are archives: the pattern of a part's name or type, and the words that name the file.
 */
const AUTRES: readonly { signe: RegExp; quoi: string }[] = [
  { signe: /opendocument\.spreadsheet/, quoi: "c’est un classeur LibreOffice (.ods)" },
  { signe: /opendocument/, quoi: "c’est un document LibreOffice" },
  { signe: /^word\//, quoi: "c’est un document Word" },
  { signe: /^ppt\//, quoi: "c’est une présentation PowerPoint" },
  { signe: /^xl\/workbook\.bin$/, quoi: "c’est un classeur binaire (.xlsb)" },
  { signe: /^Index\//, quoi: "c’est un document Numbers ou Pages" },
];

/** The sentence that refuses an archive without a workbook. */
function cePourquoi(archive: Archive): string {
  const signes = [archive.texte("mimetype") ?? "", ...archive.noms];
  const autre = AUTRES.find(({ signe }) => signes.some((motif) => signe.test(motif)));
  if (!autre && archive.noms.some((nom) => nom.startsWith("xl/"))) return ABIME;
  return `Ce n’est pas un classeur Excel (.xlsx) : ${autre?.quoi ?? "c’est une archive d’autre chose"}. Enregistrez votre tableau en .xlsx ou en CSV.`;
}

const COLONNES_AU_PLUS = 500;
/** The most cells of a sheet, 10,000 lines of forty columns: each takes a moment of the only thread. */
const CELLULES_AU_PLUS = 400_000;
/** The most cells that merged cells fill. */
const CELLULES_REPETEES_AU_PLUS = 100_000;

/** How many cells a row holds, counted before it is parsed. */
const nombreDeCellules = (rang: string): number => rang.match(/<(?:\w+:)?c[\s/>]/g)?.length ?? 0;

/** The name of a part in one form: lower case, slashes, and no slash at its start. */
const nomDePartie = (nom: string): string =>
  nom.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();

/**
 * An archive whose parts are unpacked on demand. All the bytes unpacked count in one total, so that an archive of 44
 * KB cannot unpack 39 MB sixty times.
 */
class Archive {
  readonly noms: string[] = [];
  readonly #octets: Uint8Array;
  #restent = OCTETS_DEPLIES;

  /** @throws ClasseurRefuse when it is no archive, holds too many parts, or two of one name. */
  constructor(octets: Uint8Array) {
    this.#octets = octets;
    const vues = new Set<string>();
    this.#parcourir(({ name }) => {
      const nom = nomDePartie(name);
      if (vues.has(nom) || vues.size >= PARTIES_AU_PLUS) throw new ClasseurRefuse(ABIME);
      vues.add(nom);
      this.noms.push(name.replaceAll("\\", "/"));
      return false;
    });
  }

  /**
   * The text of a part; null when the archive has no such part.
   * @throws ClasseurRefuse when it is too large, or has a DOCTYPE or an ENTITY in its first 5,000 characters.
   */
  texte(partie: string | undefined): string | null {
    if (partie === undefined) return null;
    const cherchee = nomDePartie(partie);
    const [octets] = Object.values(
      this.#parcourir(({ name, originalSize, size }) => {
        if (nomDePartie(name) !== cherchee) return false;
        this.#restent -= originalSize;
        const repetee = originalSize > OCTETS_REPETES && originalSize > FOIS_PLUS_PETIT * size;
        if (this.#restent < 0 || repetee) throw new ClasseurRefuse(TROP_GRAND);
        return true;
      }),
    );
    if (!octets) return null;
    const xml = strFromU8(octets);
    if (/<!(DOCTYPE|ENTITY)/i.test(xml.slice(0, 5000))) throw new ClasseurRefuse(ABIME);
    return xml;
  }

  /**
   * Unpacks the parts that `prendre` accepts, and no more than the announced size of each, even when that size is
   * false.
   */
  #parcourir(prendre: (partie: { name: string; size: number; originalSize: number }) => boolean) {
    try {
      return unzipSync(this.#octets, { filter: prendre });
    } catch (error) {
      throw error instanceof ClasseurRefuse ? error : new ClasseurRefuse(ABIME);
    }
  }
}

interface Lien {
  id: string;
  /** The type of the link: a URI whose last part names the kind of its target. */
  type: string;
  cible: string;
}

/** The links of a part, resolved from the place of the part. */
function liensDe(archive: Archive, partie: string): Lien[] {
  const barre = partie.lastIndexOf("/") + 1;
  const dossier = partie.slice(0, barre);
  const rels = `${dossier}_rels/${partie.slice(barre)}.rels`;
  return elements(partieLue(archive, rels, "Relationships"), "Relationship").map((lien) => {
    const cible = attribut(lien, "Target").replaceAll("\\", "/");
    const { pathname } = new URL(cible, `file:///${dossier}`);
    return {
      id: attribut(lien, "Id"),
      type: attribut(lien, "Type"),
      cible: decodeURIComponent(pathname),
    };
  });
}

/** The path of the workbook, as the archive gives it; else the usual one. */
const cheminDuClasseur = (archive: Archive): string =>
  liensDe(archive, "")
    .find(({ type }) => type.endsWith("/officeDocument"))
    ?.cible.replace(/^\//, "") ?? "xl/workbook.xml";

function partieLue(
  archive: Archive,
  partie: string | undefined,
  racine: string,
): Element | undefined {
  const xml = archive.texte(partie);
  if (xml === null) return undefined;
  if (xml.length > SIGNES_D_UNE_PARTIE) throw new ClasseurRefuse(TROP_GRAND);
  return elements(analyser(xml), racine)[0];
}

function analyser(xml: string): Element {
  try {
    return analyserXml(xml);
  } catch (error) {
    throw error instanceof XmlRefuse ? new ClasseurRefuse(ABIME) : error;
  }
}

/**
 * The elements of this name, which must never contain one another. They are read one by one, so that a large sheet
 * takes no more memory than a small one.
 */
function* morceaux(
  xml: string,
  nom: string,
  avant: (texte: string) => void = () => {},
): Generator<Element> {
  const ouvrante = new RegExp(`<((?:\\w+:)?${nom})(?=[\\s>/])[^<>]*>`, "g");
  for (let balise = ouvrante.exec(xml); balise; balise = ouvrante.exec(xml)) {
    if (!balise[0].endsWith("/>")) {
      const fermante = `</${balise[1]}>`;
      const fin = xml.indexOf(fermante, ouvrante.lastIndex);
      if (fin < 0) throw new ClasseurRefuse(ABIME);
      ouvrante.lastIndex = fin + fermante.length;
    }
    if (ouvrante.lastIndex - balise.index > SIGNES_D_UN_MORCEAU)
      throw new ClasseurRefuse(TROP_GRAND);
    const texte = xml.slice(balise.index, ouvrante.lastIndex);
    avant(texte);
    const [element] = elements(analyser(texte), nom);
    if (element) yield element;
  }
}

/** The column of a reference, from 0: « AB12 » is 27. Null without a reference. */
function colonneDe(reference: string): number | null {
  const lettres = reference.match(/^[A-Z]{1,3}/)?.[0];
  if (!lettres) return null;
  return [...lettres].reduce((total, lettre) => total * 26 + lettre.charCodeAt(0) - 64, 0) - 1;
}

/** The built-in date formats, which a workbook need not describe. */
const DATES_CONNUES = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

function stylesDeDate(styles: Element | undefined): Set<string> {
  const formats = new Map(
    elements(styles, "numFmts", "numFmt").map((format) => [
      attribut(format, "numFmtId"),
      attribut(format, "formatCode"),
    ]),
  );
  const montreUnJour = (id: string): boolean => {
    const code = formats.get(id);
    if (code === undefined) return DATES_CONNUES.has(Number(id));
    return /[dy]|j|a{2}/i.test(
      code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, "").replace(/general|standard/gi, ""),
    );
  };
  return new Set(
    elements(styles, "cellXfs", "xf").flatMap((style, rang) =>
      montreUnJour(attribut(style, "numFmtId")) ? [String(rang)] : [],
    ),
  );
}

interface Livre {
  chaines: readonly string[];
  dates: ReadonlySet<string>;
  /** Whether a date counts the days from 1904, as on old Macs, instead of 1900. */
  depuis1904: boolean;
}

const JOURS_DE_1904 = 1462;

function lecteurDeCellule({ chaines, dates, depuis1904 }: Livre): (cellule: Element) => string {
  return (cellule) => {
    const valeur = texteDe(elements(cellule, "v")[0]);
    switch (attribut(cellule, "t")) {
      case "s":
        return chaines[Number(valeur)] ?? "";
      case "inlineStr":
        return chaineDe(elements(cellule, "is")[0]);
      case "b":
        return valeur === "1" ? "Oui" : "Non";
      // The result of a formula that failed, such as « #N/A ».
      case "e":
        return "";
      case "str":
      case "d":
        return valeur;
      default:
        return valeur === "" ? "" : nombreEcrit(valeur, dates.has(attribut(cellule, "s")));
    }
  };

  function nombreEcrit(valeur: string, estJour: boolean): string {
    const nombre = Number(valeur);
    if (!Number.isFinite(nombre)) return valeur;
    if (estJour && nombre >= 1 && nombre < 300_000) {
      const rang = Math.floor(nombre) + (depuis1904 ? JOURS_DE_1904 : 0);
      return ajouterJours(rang < 60 ? "1899-12-31" : "1899-12-30", rang);
    }
    // A workbook may hold 850.00000000000011 for 850.
    return String(Number(nombre.toPrecision(15)));
  }
}

/** Repeats a cell merged over several rows of one column in each of these rows that is not blank. */
function repeterFusions(rangs: string[][], xml: string): void {
  let repetees = 0;
  for (const fusion of morceaux(xml, "mergeCell")) {
    const [, de = "", haut = "", a = "", bas = ""] =
      attribut(fusion, "ref").match(/^([A-Z]+)(\d+):([A-Z]+)(\d+)$/) ?? [];
    const colonne = colonneDe(de);
    if (de !== a || colonne === null) continue;
    const valeur = rangs[Number(haut) - 1]?.[colonne] ?? "";
    const fin = Math.min(Number(bas), rangs.length);
    repetees += Math.max(0, fin - Number(haut));
    if (repetees > CELLULES_REPETEES_AU_PLUS) throw new ClasseurRefuse(TROP_GRAND);
    for (let rang = Number(haut); rang < fin; rang++) {
      const cellules = rangs[rang];
      if (!cellules || cellules.every((cellule) => cellule === "")) continue;
      while (cellules.length <= colonne) cellules.push("");
      cellules[colonne] = valeur;
    }
  }
}
