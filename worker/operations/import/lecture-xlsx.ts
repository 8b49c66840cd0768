import { XMLParser } from "fast-xml-parser";
import { strFromU8, type Unzipped, unzipSync } from "fflate";
import { ajouterJours } from "#domain/dates.ts";

/** A workbook that can't be read, and why. */
export class ClasseurRefuse extends Error {
  override name = "ClasseurRefuse";
}

/** An element: its children by name, its attributes under « @ », its text under « # ». */
interface Element {
  [nom: string]: Element[] | string | undefined;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
  alwaysCreateTextNode: true,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  isArray: (_nom, _chemin, _feuille, attribut) => !attribut,
});

const OCTETS_DE_FEUILLE = 40 * 1024 * 1024;
const ABIME =
  "Ce classeur est abîmé : ouvrez-le dans un tableur et enregistrez-le de nouveau en .xlsx.";

const tous = (element: Element | undefined, ...chemin: string[]): Element[] => {
  let trouves = element ? [element] : [];
  for (const nom of chemin) {
    trouves = trouves.flatMap((un) => (Array.isArray(un[nom]) ? un[nom] : []));
  }
  return trouves;
};

const attribut = (element: Element | undefined, nom: string): string => {
  const valeur = element?.[`@${nom}`];
  return typeof valeur === "string" ? valeur : "";
};

const texteDe = (element: Element | undefined): string => {
  const texte = element?.["#"];
  return typeof texte === "string" ? texte : "";
};

/** What a string of a workbook shows: its pieces, but for how they are pronounced. */
const chaineDe = (element: Element | undefined): string =>
  [...tous(element, "t"), ...tous(element, "r", "t")]
    .map(texteDe)
    .join("")
    .replace(/_x000[AD]_/g, "\n");

/**
 * The rows of the first sheet that shows, blank ones too, each cell as its text: days as AAAA-MM-JJ, numbers with a point.
 * What several rows of one column share as a single cell is told in each of them.
 * @param atMost rows that are read.
 * @throws ClasseurRefuse when it is no workbook, or too large a one.
 */
export function lireXlsx(
  octets: Uint8Array,
  atMost: number,
): { rangs: string[][]; feuille: string } {
  const classeur = ouvrir(octets, (nom) =>
    /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml)$/.test(nom),
  );
  const livre = un(classeur, "xl/workbook.xml", "workbook");
  if (!livre) throw new ClasseurRefuse(cePourquoi(octets));
  const feuilles = tous(livre, "sheets", "sheet");
  const feuille = feuilles.find((une) => !/hidden/i.test(attribut(une, "state"))) ?? feuilles[0];
  if (!feuille) throw new ClasseurRefuse(ABIME);
  const cible = tous(
    un(classeur, "xl/_rels/workbook.xml.rels", "Relationships"),
    "Relationship",
  ).find((lien) => attribut(lien, "Id") === attribut(feuille, "id"));
  const chemin = attribut(cible, "Target").replace(/^\/?(xl\/)?/, "xl/");
  const contenu = ouvrir(octets, (nom) => nom === chemin || nom === "xl/sharedStrings.xml");
  const xml = texte(contenu, chemin);
  if (xml === null) throw new ClasseurRefuse(ABIME);
  const chaines = [...morceaux(texte(contenu, "xl/sharedStrings.xml") ?? "", "si")].map(chaineDe);
  const de1904 = /^(1|true)$/.test(attribut(tous(livre, "workbookPr")[0], "date1904"));
  const valeurDe = lecteurDeCellule({ chaines, dates: stylesDeDate(classeur), de1904 });
  const rangs: string[][] = [];
  for (const rang of morceaux(xml, "row")) {
    const place = Number(attribut(rang, "r") || rangs.length + 1) - 1;
    if (place >= atMost) break;
    while (rangs.length < place) rangs.push([]);
    const cellules: string[] = [];
    for (const cellule of tous(rang, "c")) {
      const colonne = colonneDe(attribut(cellule, "r")) ?? cellules.length;
      if (colonne > COLONNES_AU_PLUS) break;
      while (cellules.length < colonne) cellules.push("");
      cellules[colonne] = valeurDe(cellule);
    }
    rangs[place] = cellules;
  }
  repeterFusions(rangs, xml);
  return { rangs, feuille: attribut(feuille, "name") };
}

/** What else comes as an archive: a file that tells it, or the type that it announces, and its words. */
const AUTRES: readonly { signe: RegExp; quoi: string }[] = [
  { signe: /opendocument\.spreadsheet/, quoi: "c’est un classeur LibreOffice (.ods)" },
  { signe: /opendocument/, quoi: "c’est un document LibreOffice" },
  { signe: /^word\//, quoi: "c’est un document Word" },
  { signe: /^ppt\//, quoi: "c’est une présentation PowerPoint" },
  { signe: /^xl\/workbook\.bin$/, quoi: "c’est un classeur binaire (.xlsb)" },
  { signe: /^Index\//, quoi: "c’est un document Numbers ou Pages" },
];

/** Why an archive without a workbook is refused. */
function cePourquoi(octets: Uint8Array): string {
  const noms: string[] = [];
  const { mimetype } = ouvrir(octets, (nom) => noms.push(nom) > 0 && nom === "mimetype");
  const signes = [...(mimetype ? [strFromU8(mimetype)] : []), ...noms];
  const autre = AUTRES.find(({ signe }) => signes.some((un) => signe.test(un)));
  if (!autre && noms.some((nom) => nom.startsWith("xl/"))) return ABIME;
  return `Ce n’est pas un classeur Excel (.xlsx) : ${autre?.quoi ?? "c’est une archive d’autre chose"}. Enregistrez votre tableau en .xlsx ou en CSV.`;
}

const COLONNES_AU_PLUS = 500;

/** Some files of the archive; a lie about their size goes no further than what they announce. */
function ouvrir(octets: Uint8Array, lesquels: (nom: string) => boolean): Unzipped {
  try {
    return unzipSync(octets, {
      filter: ({ name, originalSize }) => {
        if (!lesquels(name)) return false;
        if (originalSize > OCTETS_DE_FEUILLE)
          throw new ClasseurRefuse("Ce classeur est trop grand : enregistrez sa feuille en CSV.");
        return true;
      },
    });
  } catch (error) {
    throw error instanceof ClasseurRefuse ? error : new ClasseurRefuse(ABIME);
  }
}

function texte(fichiers: Unzipped, nom: string): string | null {
  const octets = fichiers[nom];
  if (!octets) return null;
  const xml = strFromU8(octets);
  if (/<!(DOCTYPE|ENTITY)/i.test(xml.slice(0, 5000))) throw new ClasseurRefuse(ABIME);
  return xml;
}

function un(fichiers: Unzipped, nom: string, racine: string): Element | undefined {
  const xml = texte(fichiers, nom);
  return xml === null ? undefined : tous(analyser(xml), racine)[0];
}

function analyser(xml: string): Element {
  try {
    return parser.parse(xml) as Element;
  } catch {
    throw new ClasseurRefuse(ABIME);
  }
}

/** The elements of this name, which hold none of their own: read one by one, a large sheet takes no more memory than a small one. */
function* morceaux(xml: string, nom: string): Generator<Element> {
  const ouvrante = new RegExp(`<((?:\\w+:)?${nom})(?=[\\s>/])[^<>]*>`, "g");
  for (let balise = ouvrante.exec(xml); balise; balise = ouvrante.exec(xml)) {
    if (!balise[0].endsWith("/>")) {
      const fermante = `</${balise[1]}>`;
      const fin = xml.indexOf(fermante, ouvrante.lastIndex);
      if (fin < 0) throw new ClasseurRefuse(ABIME);
      ouvrante.lastIndex = fin + fermante.length;
    }
    const [element] = tous(analyser(xml.slice(balise.index, ouvrante.lastIndex)), nom);
    if (element) yield element;
  }
}

/** « AB12 » is 27; null without a reference. */
function colonneDe(reference: string): number | null {
  const lettres = reference.match(/^[A-Z]{1,3}/)?.[0];
  if (!lettres) return null;
  return [...lettres].reduce((total, une) => total * 26 + une.charCodeAt(0) - 64, 0) - 1;
}

/** The formats of days that a workbook need not describe. */
const DATES_CONNUES = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/** The styles of cells that show a day. */
function stylesDeDate(classeur: Unzipped): Set<string> {
  const styles = un(classeur, "xl/styles.xml", "styleSheet");
  const formats = new Map(
    tous(styles, "numFmts", "numFmt").map((format) => [
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
    tous(styles, "cellXfs", "xf").flatMap((style, rang) =>
      montreUnJour(attribut(style, "numFmtId")) ? [String(rang)] : [],
    ),
  );
}

interface Livre {
  chaines: readonly string[];
  dates: ReadonlySet<string>;
  /** Days are counted from 1904, as old Macs did. */
  de1904: boolean;
}

const JOURS_DE_1904 = 1462;

function lecteurDeCellule({ chaines, dates, de1904 }: Livre): (cellule: Element) => string {
  return (cellule) => {
    const valeur = texteDe(tous(cellule, "v")[0]);
    switch (attribut(cellule, "t")) {
      case "s":
        return chaines[Number(valeur)] ?? "";
      case "inlineStr":
        return chaineDe(tous(cellule, "is")[0]);
      case "b":
        return valeur === "1" ? "Oui" : "Non";
      // « #N/A »: a formula that gave nothing.
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
      const rang = Math.floor(nombre) + (de1904 ? JOURS_DE_1904 : 0);
      return ajouterJours(rang < 60 ? "1899-12-31" : "1899-12-30", rang);
    }
    // What a computer adds to 850 to make 850.00000000000011.
    return String(Number(nombre.toPrecision(15)));
  }
}

/** What rows of one column share as a single cell is said in each. */
function repeterFusions(rangs: string[][], xml: string): void {
  for (const fusion of morceaux(xml, "mergeCell")) {
    const [, de = "", haut = "", a = "", bas = ""] =
      attribut(fusion, "ref").match(/^([A-Z]+)(\d+):([A-Z]+)(\d+)$/) ?? [];
    const colonne = colonneDe(de);
    if (de !== a || colonne === null) continue;
    const valeur = rangs[Number(haut) - 1]?.[colonne] ?? "";
    for (let rang = Number(haut); rang < Math.min(Number(bas), rangs.length); rang++) {
      const cellules = rangs[rang];
      if (!cellules || cellules.every((une) => une === "")) continue;
      while (cellules.length <= colonne) cellules.push("");
      cellules[colonne] = valeur;
    }
  }
}
