import { Invalid } from "#domain/erreurs.ts";
import { ReleveRefuse, texteDeBanque } from "#domain/gerance/banque/releve.ts";
import { estVide, type Rangs } from "#domain/import/colonnes.ts";
import { LIGNES_PAR_IMPORT } from "#domain/import/limites.ts";
import { decouperCsv, separateurDe } from "#worker/operations/tableau-csv.ts";
import { ClasseurRefuse, lireXlsx } from "./lecture-xlsx.ts";

/** The table of a file, with a French description of how the file was read. */
export interface Tableau {
  rangs: Rangs;
  source: string;
  /** Whether the workbook counts its days from 1904. */
  depuis1904: boolean;
}

const RANGS_AU_PLUS = LIGNES_PAR_IMPORT * 2;
const commence = (octets: Uint8Array, ...debut: number[]): boolean =>
  debut.every((octet, rang) => octets[rang] === octet);

/** The files often mistaken for a table, by their first bytes. */
const AUTRES: readonly { debut: RegExp; quoi: string }[] = [
  { debut: /^%PDF/, quoi: "Ce fichier est un PDF, pas un tableau" },
  {
    debut: /^\s*<(!doctype|html|table|meta)/i,
    quoi: "Ce fichier est une page web, pas un tableau",
  },
  {
    debut: /^\s*<\?xml[\s\S]*urn:schemas-microsoft-com:office:spreadsheet/i,
    quoi: "Ce fichier est un classeur XML d’Excel 2003, qui n’est pas lu",
  },
  { debut: /^(\x89PNG|\xff\xd8\xff|GIF8)/, quoi: "Ce fichier est une image, pas un tableau" },
];

const SEPARATEURS: Readonly<Record<string, string>> = {
  ";": "points-virgules",
  ",": "virgules",
  "\t": "tabulations",
  "|": "barres verticales",
};

/**
 * The table of a CSV file (any separator; UTF-8, UTF-16 or Windows-1252), or of the first visible sheet of a workbook.
 * @throws Invalid when it is neither, has too many lines, or has none under its headers.
 */
export function lireTableau(octets: Uint8Array): Tableau {
  const tableau = lire(octets);
  const lignes = tableau.rangs.filter((cellules) => !estVide(cellules)).length - 1;
  if (lignes > LIGNES_PAR_IMPORT) {
    throw refus(`Ce fichier a plus de ${LIGNES_PAR_IMPORT} lignes : coupez-le en plusieurs.`);
  }
  if (lignes < 1) throw refus("Ce fichier ne contient aucune ligne sous ses en-têtes.");
  return tableau;
}

const refus = (message: string) => new Invalid({ fichier: message }, message);

function lire(octets: Uint8Array): Tableau {
  if (commence(octets, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw refus(
      "Ce classeur est d’un ancien format (.xls), ou protégé par un mot de passe : enregistrez-le en .xlsx ou en CSV.",
    );
  }
  const debut = new TextDecoder("latin1").decode(octets.subarray(0, 1024)).replace(/^ï»¿/, "");
  const autre = AUTRES.find((forme) => forme.debut.test(debut));
  if (autre) {
    throw refus(`${autre.quoi} : exportez-le de votre logiciel en Excel (.xlsx) ou en CSV.`);
  }
  try {
    if (commence(octets, 0x50, 0x4b)) {
      const { rangs, feuille, depuis1904 } = lireXlsx(octets, RANGS_AU_PLUS);
      return { rangs, source: `Classeur, feuille « ${feuille} »`, depuis1904 };
    }
    const { texte, encodage } = lireTexte(octets);
    return {
      rangs: decouperCsv(texte, RANGS_AU_PLUS, "fichier"),
      source: `CSV, séparé par des ${SEPARATEURS[separateurDe(texte)]}, ${encodage}`,
      depuis1904: false,
    };
  } catch (error) {
    if (error instanceof ClasseurRefuse || error instanceof ReleveRefuse)
      throw refus(error.message);
    throw error;
  }
}

function lireTexte(octets: Uint8Array): { texte: string; encodage: string } {
  if (commence(octets, 0xff, 0xfe)) {
    return { texte: new TextDecoder("utf-16le").decode(octets), encodage: "UTF-16" };
  }
  if (commence(octets, 0xfe, 0xff)) {
    return { texte: new TextDecoder("utf-16be").decode(octets), encodage: "UTF-16" };
  }
  const texte = texteDeBanque(octets);
  const utf8 = new TextDecoder("utf-8").decode(octets) === texte;
  return { texte, encodage: utf8 ? "UTF-8" : "Windows-1252" };
}
