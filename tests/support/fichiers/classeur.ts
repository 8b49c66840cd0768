import { strToU8, zipSync } from "fflate";

/**
 * A cell as Excel writes it: a text shared by the workbook, a day, a number, a text of the cell's own, or a failed
 * formula.
 */
type Cellule =
  | string
  | { jour: number }
  | { nombre: string }
  | { ecrit: string }
  | { erreur: string }
  | null;

const echappe = (texte: string): string =>
  texte.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const lettre = (rang: number): string => String.fromCharCode(65 + rang);

/** A workbook as Excel makes it, with a hidden first sheet; days are numbers that only their style distinguishes. */
export function classeur(
  rangs: readonly (readonly Cellule[])[],
  { fusions = [] as string[], de1904 = false, brut = "" } = {},
): Uint8Array<ArrayBuffer> {
  const chaines: string[] = [];
  const cellule = (cellule: Cellule, ou: string): string => {
    if (cellule === null) return "";
    if (typeof cellule === "string")
      return `<c r="${ou}" t="s"><v>${chaines.push(cellule) - 1}</v></c>`;
    if ("jour" in cellule) return `<c r="${ou}" s="1"><v>${cellule.jour}</v></c>`;
    if ("nombre" in cellule) return `<c r="${ou}"><v>${cellule.nombre}</v></c>`;
    if ("erreur" in cellule) return `<c r="${ou}" t="e"><f>A1</f><v>${cellule.erreur}</v></c>`;
    return `<c r="${ou}" t="inlineStr"><is><t>${echappe(cellule.ecrit)}</t></is></c>`;
  };
  const lignes = rangs.map((cellules, rang) => {
    const dedans = cellules.map((une, place) => cellule(une, `${lettre(place)}${rang + 1}`));
    return cellules.length > 0 ? `<row r="${rang + 1}">${dedans.join("")}</row>` : "";
  });
  const fusionnees = fusions.map((fusion) => `<mergeCell ref="${fusion}"/>`).join("");
  const xmlns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const tete = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const fichiers = {
    "xl/workbook.xml": `${tete}<workbook ${xmlns} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr${de1904 ? ' date1904="1"' : ""}/><sheets><sheet name="Paramètres" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Locataires" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${tete}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    "xl/styles.xml": `${tete}<styleSheet ${xmlns}><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `${tete}<worksheet ${xmlns}><sheetData/></worksheet>`,
    "xl/worksheets/sheet2.xml": `${tete}<worksheet ${xmlns}><sheetData>${lignes.join("")}${brut}</sheetData><mergeCells>${fusionnees}</mergeCells></worksheet>`,
    "xl/sharedStrings.xml": `${tete}<sst ${xmlns}>${chaines.map((chaine) => `<si><r><t xml:space="preserve">${echappe(chaine.slice(0, 1))}</t></r><r><t xml:space="preserve">${echappe(chaine.slice(1))}</t></r><rPh sb="0" eb="1"><t>FAUX</t></rPh></si>`).join("")}</sst>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(fichiers).map(([nom, xml]) => [nom, strToU8(xml)])),
  ) as Uint8Array<ArrayBuffer>;
}
