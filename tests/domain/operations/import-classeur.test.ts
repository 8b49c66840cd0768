import { strToU8, type Zippable, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { Invalid } from "#domain/erreurs.ts";
import { lireTableau } from "#worker/operations/import/lecture.ts";
import { processorTime } from "../../support/run/processor-time.ts";

const XMLNS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const lien = (id: string, genre: string, cible: string) =>
  `<Relationship Id="${id}" Type="${TYPE}/${genre}" Target="${cible}"/>`;
const liens = (...dedans: string[]) => `<Relationships>${dedans.join("")}</Relationships>`;
const livre = `<workbook ${XMLNS} xmlns:r="${TYPE}"><sheets><sheet name="Feuil1" sheetId="1" r:id="r1"/></sheets></workbook>`;
const feuille = (cellule: string) =>
  `<worksheet ${XMLNS}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Nom</t></is></c></row><row r="2">${cellule}</row></sheetData></worksheet>`;
const enLigne = (texte: string) => `<c r="A2" t="inlineStr"><is><t>${texte}</t></is></c>`;

const archive = (fichiers: Record<string, string>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(fichiers).map(([nom, xml]) => [nom, strToU8(xml)]),
    ) as Zippable,
    { level: 9 },
  );
const nomLu = (octets: Uint8Array) => lireTableau(octets).rangs[1]?.[0];
const refus = (octets: Uint8Array): string => {
  try {
    lireTableau(octets);
    return "";
  } catch (error) {
    return error instanceof Invalid ? error.message : String(error);
  }
};

describe("Les parties d’un classeur", () => {
  const partout = {
    "_rels/.rels": liens(lien("r1", "officeDocument", "ailleurs/Livre.xml")),
    "ailleurs/Livre.xml": livre,
    "ailleurs/_rels/Livre.xml.rels": liens(
      lien("r1", "worksheet", "feuilles/une.xml"),
      lien("r2", "sharedStrings", "/mots/Chaines.xml"),
    ),
    "ailleurs/feuilles/une.xml": feuille('<c r="A2" t="s"><v>0</v></c>'),
    "mots/Chaines.xml": `<sst ${XMLNS}><si><t>LEFÈVRE</t></si></sst>`,
  };

  test("se trouvent par leurs liens, où qu’elles soient", () => {
    expect(nomLu(archive(partout))).toBe("LEFÈVRE");
  });

  test("se trouvent quels que soient leurs barres et leur casse", () => {
    const ecrites = Object.entries(partout).map(([nom, xml]) => [
      nom.replaceAll("/", "\\").toUpperCase(),
      xml,
    ]);
    expect(nomLu(archive(Object.fromEntries(ecrites)))).toBe("LEFÈVRE");
  });

  test.each([
    ["LEF&#200;VRE", "LEFÈVRE"],
    ["Yann_x00EB_l", "Yannël"],
    ["1 rue A_x000D_\nBât. B", "1 rue A\nBât. B"],
  ])("%s se lit %s", (ecrit, lu) => {
    const octets = archive({
      "xl/workbook.xml": livre,
      "xl/_rels/workbook.xml.rels": liens(lien("r1", "worksheet", "worksheets/sheet1.xml")),
      "xl/worksheets/sheet1.xml": feuille(enLigne(ecrit)),
    });
    expect(nomLu(octets)).toBe(lu);
  });
});

/** An archive whose directory lists its last part this many times. */
function repetee(octets: Uint8Array, fois: number): Uint8Array {
  const vue = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  const fin = octets.length - 22;
  const debut = vue.getUint32(fin + 16, true);
  const entrees: Uint8Array[] = [];
  for (let place = debut; place < fin; ) {
    const suite =
      place + 46 + [28, 30, 32].reduce((n, ou) => n + vue.getUint16(place + ou, true), 0);
    entrees.push(octets.slice(place, suite));
    place = suite;
  }
  const repertoire = [...entrees, ...Array<Uint8Array>(fois).fill(entrees.at(-1) ?? octets)];
  const parties = [octets.slice(0, debut), ...repertoire, octets.slice(fin)];
  const faite = new Uint8Array(parties.reduce((n, partie) => n + partie.length, 0));
  let place = 0;
  for (const partie of parties) {
    faite.set(partie, place);
    place += partie.length;
  }
  const dite = new DataView(faite.buffer);
  dite.setUint16(faite.length - 14, repertoire.length, true);
  dite.setUint16(faite.length - 12, repertoire.length, true);
  dite.setUint32(faite.length - 10, faite.length - 22 - debut, true);
  return faite;
}

describe("Ce qui se déplie en trop", () => {
  const RANG = '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>';
  const grand = (rangs: number) =>
    archive({
      "xl/workbook.xml": livre,
      "xl/_rels/workbook.xml.rels": liens(lien("r1", "worksheet", "worksheets/sheet1.xml")),
      "xl/worksheets/sheet1.xml": `<worksheet ${XMLNS}><sheetData>${RANG.repeat(rangs)}</sheetData></worksheet>`,
    });

  test("une partie nommée soixante fois est refusée avant d’être dépliée", () => {
    const bombe = repetee(grand(500_000), 60);
    expect(bombe.length).toBeLessThan(150_000);
    const debut = processorTime();
    expect(refus(bombe)).toContain("abîmé");
    expect(processorTime() - debut).toBeLessThan(5000);
  });

  test("des parties qui dépassent ensemble ce qui se lit sont refusées", () => {
    expect(refus(grand(800_000))).toContain("trop grand");
  });

  const avec = (dedans: string, apres = "") =>
    archive({
      "xl/workbook.xml": livre,
      "xl/_rels/workbook.xml.rels": liens(lien("r1", "worksheet", "worksheets/sheet1.xml")),
      "xl/worksheets/sheet1.xml": `<worksheet ${XMLNS}><sheetData>${dedans}</sheetData>${apres}</worksheet>`,
    });

  test("une rangée de deux millions de cellules est refusée avant d’être lue", () => {
    const bombe = avec(`<row r="1">${"<c/>".repeat(2_000_000)}</row>`);
    const debut = processorTime();
    expect(refus(bombe)).toContain("trop grand");
    expect(processorTime() - debut).toBeLessThan(5000);
  });

  test.each([
    ["millions de morceaux", "<t>x</t>".repeat(4_000_000)],
    ["chaîne sans fin", `<t>${"_x0041_".repeat(3_000_000)}</t>`],
    ["renvois sans fin", `<t>${"&amp;".repeat(4_000_000)}</t>`],
  ])("une cellule de %s est refusée avant d’être lue", (_nom, dedans) => {
    const bombe = avec(`<row r="1"><c r="A1" t="inlineStr"><is>${dedans}</is></c></row>`);
    expect(bombe.length).toBeLessThan(150_000);
    const debut = processorTime();
    expect(refus(bombe)).toContain("trop grand");
    expect(processorTime() - debut).toBeLessThan(3000);
  });

  test("une cellule plus longue qu’un tableur n’en écrit est refusée, si bien rangée soit-elle", () => {
    const mots = Array.from({ length: 200_000 }, (_, rang) => `<t>${rang * 7919}</t>`).join("");
    expect(refus(avec(`<row r="1"><c r="A1" t="inlineStr"><is>${mots}</is></c></row>`))).toContain(
      "trop grand",
    );
  });

  test("vingt mille fusions de cinq mille rangs sont refusées avant d’être répétées", () => {
    const rangs = Array.from({ length: 5000 }, (_, rang) => RANG.replaceAll("1", `${rang + 1}`));
    const fusions = '<mergeCell ref="A1:A5000"/>'.repeat(20_000);
    const debut = processorTime();
    expect(refus(avec(rangs.join(""), `<mergeCells>${fusions}</mergeCells>`))).toContain(
      "trop grand",
    );
    expect(processorTime() - debut).toBeLessThan(5000);
  });

  test("un classeur XML d’Excel 2003 est refusé pour ce qu’il est", () => {
    const xml =
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>';
    expect(refus(strToU8(xml))).toContain("classeur XML d’Excel 2003");
  });
});
