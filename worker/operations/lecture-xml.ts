import { XMLParser, XMLValidator } from "fast-xml-parser";
import { sansReferences } from "#domain/agence/references.ts";

/** An element: its children by name, its attributes under « @ », its text under « # ». */
export interface Element {
  [nom: string]: Element[] | string;
}

/** The error for an XML text that is cut or damaged, that has a DOCTYPE or an ENTITY, or whose tags are too large. */
export class XmlRefuse extends Error {
  override name = "XmlRefuse";
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

/**
 * The elements of an XML text, without the prefixes of their names.
 * @throws XmlRefuse with the reason in a French sentence
 */
export function lireXml(texte: string): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(texte))
    throw new XmlRefuse("Ce fichier XML contient des déclarations qu’aucune banque n’écrit.");
  if (aTropDAttributs(texte))
    throw new XmlRefuse(
      "Ce fichier XML a plus d’attributs sur un élément qu’aucune banque n’en écrit.",
    );
  const defaut = XMLValidator.validate(texte);
  if (defaut !== true)
    throw new XmlRefuse(
      `Ce fichier XML est coupé ou abîmé, vers sa ligne ${defaut.err.line || 1}.`,
    );
  return analyserXml(texte);
}

const ATTRIBUTS_AU_PLUS = 100;
const SIGNES_DE_BALISE = 20_000;

/**
 * The tokens by which `aTropDAttributs` follows the tags: comments, CDATA, openings, quoted values, « = » and « > ».
 */
const MORCEAUX = /<!--|<!\[CDATA\[|<[^\s<>]|"[^"]*"|'[^']*'|[=>]/g;
const FINS: Readonly<Record<string, string>> = { "<!--": "-->", "<![CDATA[": "]]>" };

/**
 * Whether an element has more attributes than `ATTRIBUTS_AU_PLUS`, or more characters in its tag than
 * `SIGNES_DE_BALISE`.
 */
function aTropDAttributs(texte: string): boolean {
  let attributs = -1;
  let debut = 0;
  MORCEAUX.lastIndex = 0;
  for (let trouve = MORCEAUX.exec(texte); trouve; trouve = MORCEAUX.exec(texte)) {
    const [morceau] = trouve;
    const fin = FINS[morceau];
    if (fin !== undefined) {
      const ici = texte.indexOf(fin, MORCEAUX.lastIndex);
      if (ici < 0) return false;
      MORCEAUX.lastIndex = ici;
      attributs = -1;
    } else if (morceau.startsWith("<")) {
      attributs = 0;
      debut = trouve.index;
    } else if (attributs < 0) MORCEAUX.lastIndex = trouve.index + 1;
    else if (trouve.index - debut > SIGNES_DE_BALISE) return true;
    else if (morceau === ">") attributs = -1;
    else if (morceau === "=" && ++attributs > ATTRIBUTS_AU_PLUS) return true;
  }
  return false;
}

/**
 * The elements of an XML text that was checked already, or of a part cut out of one.
 * @throws XmlRefuse when the text cannot be parsed.
 */
export function analyserXml(texte: string): Element {
  try {
    return parser.parse(texte) as Element;
  } catch {
    throw new XmlRefuse("Ce fichier XML est illisible.");
  }
}

/** Every element at the end of this path. */
export function elements(element: Element | undefined, ...chemin: string[]): Element[] {
  let trouves = element ? [element] : [];
  for (const nom of chemin) {
    trouves = trouves.flatMap((trouve) => {
      const enfants = trouve[nom];
      return Array.isArray(enfants) ? enfants : [];
    });
  }
  return trouves;
}

/** The first element at the end of this path. */
export const premierElement = (
  element: Element | undefined,
  ...chemin: string[]
): Element | undefined => elements(element, ...chemin)[0];

/**
 * The text of the first element at the end of this path, with XML references such as `&amp;` decoded and without outer
 * spaces; empty when there is no text.
 */
export function texteDe(element: Element | undefined, ...chemin: string[]): string {
  const texte = premierElement(element, ...chemin)?.["#"];
  return typeof texte === "string" ? sansReferences(texte).trim() : "";
}
