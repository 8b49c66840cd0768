import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  natureDe,
  nomDeTelechargement,
  nomEtExtention,
  nomPropre,
  OCTETS_DE_TETE,
  OCTETS_DES_DIMENSIONS,
  seMontre,
} from "#domain/fichiers/contenu-fichier.ts";

const octets = (texte: string) => Uint8Array.from(texte, (lettre) => lettre.charCodeAt(0));
const nature = (texte: string) => natureDe(octets(texte)).extention;
/** A box `ftyp` (ISO/IEC 14496-12): its size, its name, the major brand, a version, the compatible brands. */
const ftyp = (majeure: string, compatibles = "", taille = 16 + compatibles.length) =>
  `${String.fromCharCode(0, 0, taille >> 8, taille & 255)}ftyp${majeure}\0\0\0\0${compatibles}`;

describe("un fichier est ce que disent ses premiers octets", () => {
  test.each([
    ["jpg", "\xff\xd8\xff\xe0\0\x10JFIF"],
    ["png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
    ["gif", "GIF87a"],
    ["gif", "GIF89a"],
    ["pdf", "%PDF-1.7\n"],
    ["webp", "RIFF\x24\0\0\0WEBPVP8 "],
    ["avif", ftyp("avif", "mif1miaf")],
    ["avif", ftyp("mif1", "miafavif")],
    ["heic", ftyp("heic", "mif1")],
    ["heic", ftyp("mif1", "mif1heic")],
    ["heic", ftyp("msf1", "hevc")],
    ["heic", ftyp("mif1", `heic${"mif1".repeat(59)}`)],
  ])("%s : %j", (extention, debut) => {
    expect(nature(debut)).toBe(extention);
    expect(nature(debut + "\0".repeat(200))).toBe(extention);
    expect(nature(`\n${debut}`)).toBe(extention === "pdf" ? "pdf" : null);
    expect(nature(debut.slice(0, 3))).toBe(extention === "jpg" ? "jpg" : null);
  });

  it("un PDF en est un après une marque d'encodage ou un saut de ligne, et après rien d'autre", () => {
    expect(nature("\xef\xbb\xbf%PDF-1.7\n")).toBe("pdf");
    expect(nature("\r\n%PDF-1.7\n")).toBe("pdf");
    expect(nature("MZ%PDF-1.7\n")).toBeNull();
  });

  test.each([
    ["rien", ""],
    ["un SVG", "<svg xmlns='http://www.w3.org/2000/svg'>"],
    ["un GIF d'une autre version", "GIF88a"],
    ["un son RIFF", "RIFF\x24\0\0\0WAVEfmt "],
    ["WEBP ailleurs", "RIFF\x24\0\0\0\0WEBP"],
    ["un film", ftyp("isom", "mp41")],
    ["une marque hors de la boîte", `${ftyp("isom", "mp41")}heic`],
    ["une marque hors de sa boîte, trop courte", ftyp("isom", "heic", 16)],
    ["une marque à cheval sur deux", ftyp("isom", "..heic..")],
    ["une marque dans la version", `\0\0\0\x10ftypisomheic`],
    ["une boîte au-delà de ce qui est lu", ftyp("isom", "mp41".repeat(12).concat("heic"))],
  ])("inconnu : %s", (_nom, debut) => expect(nature(debut)).toBeNull());

  it("une marque compte jusqu'au dernier octet lu", () => {
    expect([OCTETS_DE_TETE, OCTETS_DES_DIMENSIONS]).toEqual([64, 2 ** 20]);
    expect(nature(ftyp("isom", "mp41".repeat(11).concat("heic")))).toBe("heic");
    expect(nature(ftyp("isom", `${"mp41".repeat(11)}heic${"mp41".repeat(80)}`))).toBe("heic");
  });

  it("se montre s'il est une image ou un PDF, sinon se télécharge", () => {
    expect(["image/avif", "application/pdf"].every(seMontre)).toBe(true);
    expect(["application/octet-stream", "text/html", "x/image/"].some(seMontre)).toBe(false);
  });
});

describe("le nom d'un fichier", () => {
  test.each([
    ["C:\\Users\\Léo\\bail.pdf", "bail.pdf"],
    ["../../etc/passwd", "passwd"],
    [' "bail" <1>?.pdf ', "_bail_ _1__.pdf"],
    ["..bail..", "bail"],
    ["fdp.\u202ebail.exe", "fdp.bail.exe"],
    ["bail\0\n.pdf", "bail.pdf"],
    ["\ud800", "fichier"],
    ["/", "fichier"],
    ["e\u0301tat.pdf", "état.pdf"],
    ["a".repeat(201), "a".repeat(200)],
    ["👍".repeat(201), "👍".repeat(200)],
  ])("%j devient « %s »", (nom, propre) => expect(nomPropre(nom)).toBe(propre));

  it("est accepté partout, quoi qu'on ait envoyé", () => {
    const unite = fc.nat(0xffff).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit: unite }), (nom) => {
        const propre = nomPropre(nom);
        expect(propre).not.toBe("");
        expect(propre).not.toMatch(/[/\\<>:"|?*\p{Cc}\u202e]/u);
        expect([...propre].length).toBeLessThanOrEqual(200);
      }),
    );
  });

  test.each([
    ["bail.PDF", null, "bail", "pdf"],
    ["bail.exe", "pdf", "bail", "pdf"],
    ["bail", "pdf", "bail", "pdf"],
    ["bail", null, "bail", ""],
    ["bail.v2.tar", null, "bail.v2", "tar"],
    ["bail.abcdefghij", null, "bail", "abcdefghij"],
    ["bail.abcdefghijk", null, "bail.abcdefghijk", ""],
  ])("%s, dont les octets disent %s, se range « %s » « %s »", (nom, octets, attendu, extention) => {
    const lue = { type: "application/octet-stream", extention: octets };
    expect(nomEtExtention(nom, lue)).toEqual({ nom: attendu, extention });
  });

  test.each([
    ["bail", "pdf", "bail.pdf"],
    ["bail.PDF", "pdf", "bail.PDF"],
    ["bail.pdf", "png", "bail.pdf.png"],
    ["bail", "", "bail"],
    ["a/b", "pdf", "b.pdf"],
  ])("%s, d'extension « %s », se télécharge sous « %s »", (nom, extention, attendu) => {
    expect(nomDeTelechargement(nom, extention)).toBe(attendu);
  });
});
