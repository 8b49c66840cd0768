import { createHash } from "node:crypto";
import { PDFDocument, PDFName } from "pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { render } from "#worker/documents/page/render.ts";
import { certificatDAgence, sujetDu } from "#worker/documents/signature/certificat.ts";
import { cleLue, nouvelleCle } from "#worker/documents/signature/cle.ts";
import { lireSceau, type SceauLu } from "#worker/documents/signature/lecture-sceau.ts";
import { pageDePreuve } from "#worker/documents/signature/page-de-preuve.ts";
import { preparerSceau } from "#worker/documents/signature/sceau.ts";
import { joindre } from "#worker/operations/jonction.ts";
import { unBail } from "../../support/documents/bail.ts";
import { AGENCE } from "../../support/documents/documents.ts";
import { tousLesDocuments } from "../../support/documents/extremes.ts";
import { readStructure } from "../../support/documents/pdf-structure.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import {
  SCELLE_LE,
  unContrat,
  unePreuve,
  unSceau,
  unScelle,
} from "../../support/documents/sceau.ts";

const sha256 = (octets: Uint8Array) => createHash("sha256").update(octets).digest("hex");
const sceau = unSceau();
let lu: Uint8Array;
let scelle: Uint8Array;

beforeAll(async () => {
  lu = await unContrat();
  scelle = await unScelle(lu, sceau);
});

const refus = (
  octets: Uint8Array,
  connus: readonly string[] | null = [sha256(sceau.certificat)],
) => {
  const dit = lireSceau(octets, connus);
  return "refus" in dit ? dit.refus : null;
};

describe("Le fichier scellé", () => {
  it("commence, octet pour octet, par le fichier qui a été lu", () => {
    expect(Buffer.compare(scelle.subarray(0, lu.length), lu)).toBe(0);
    expect(lireSceau(scelle, [sha256(sceau.certificat)])).toEqual({
      certificat: sceau.certificat,
      horodatage: null,
      empreinteCertificat: sha256(sceau.certificat),
      le: SCELLE_LE,
      empreinte: sha256(scelle),
      empreinteLue: sha256(lu),
      octetsLus: lu.length,
    } satisfies SceauLu);
  });

  it("reste balisé et se dit toujours PDF/A-2a et PDF/UA-1, sa page de preuve comprise", async () => {
    const { faults, root, parts, xmp, fonts } = await readStructure(scelle);
    expect(faults).toEqual([]);
    expect(root.parts.at(-1)?.role).toBe("Part");
    expect(root.parts.at(-1)?.parts.at(-1)).toMatchObject({
      role: "Form",
      alternative: "Sceau électronique de l’agence",
    });
    const titres = parts
      .filter(({ role }) => /^H\d$/.test(role))
      .map(({ role }) => Number(role[1]));
    expect(titres.filter((niveau) => niveau === 1)).toHaveLength(1);
    for (const [rang, niveau] of titres.entries())
      expect(niveau).toBeLessThanOrEqual((titres[rang - 1] ?? 0) + 1);
    expect(xmp).toMatch(/<pdfaid:part>2</);
    expect(xmp).toMatch(/<pdfuaid:part>1</);
    for (const { unmapped } of fonts) expect(unmapped).toEqual([]);
  });

  it("porte la page de preuve après les siennes, qui se lisent telles quelles", async () => {
    const [avant, apres] = await Promise.all([lu, scelle].map(readStructure));
    const preuve = apres?.root.parts.at(-1);
    expect(preuve?.text).toContain("PAGE DE PREUVE");
    expect(preuve?.page).toBe(readPdf(lu).pages.length);
    expect(apres?.root.text).toBe(`${avant?.root.text}${preuve?.text}`);
  });

  it.each(
    Object.entries(tousLesDocuments(unBail(), [])).filter(([, faire]) => !faire().document.bare),
  )("se relit sans faute, quel que soit le document : %s", async (_, faire) => {
    const octets = await unScelle(await render(faire().document), sceau);
    expect((await readStructure(octets)).faults).toEqual([]);
    expect(refus(octets)).toBeNull();
  });

  it("porte un sceau PAdES de base : son instant dans le dictionnaire, et là seulement", () => {
    const texte = Buffer.from(scelle).toString("latin1");
    expect(texte).toContain("/SubFilter/ETSI.CAdES.detached/M(D:20261125134210Z)");
    const cms = Buffer.from(/\/Contents<([0-9a-f]+)>/.exec(texte)?.[1] ?? "", "hex");
    const oid = (points: string) => cms.includes(Buffer.from(points, "hex"));
    // The attributes contentType, messageDigest and signing-certificate-v2 are there, and signingTime is not.
    expect(oid("06092a864886f70d010903")).toBe(true);
    expect(oid("06092a864886f70d010904")).toBe(true);
    expect(oid("060b2a864886f70d010910022f")).toBe(true);
    expect(oid("06092a864886f70d010905")).toBe(false);
  });

  it("ne se scelle pas une seconde fois", async () => {
    await expect(unScelle(scelle, sceau)).rejects.toThrow();
  });

  it("garde aussi les pages d’un autre fichier jointes à ce qui a été lu", async () => {
    const notice = await PDFDocument.create();
    notice.addPage();
    const joint = await joindre(lu, [await notice.save()]);
    const rendu = await unScelle(joint, sceau);
    expect(refus(rendu)).toBeNull();
    expect(Buffer.compare(rendu.subarray(0, joint.length), joint)).toBe(0);
    const relu = await PDFDocument.load(rendu, { updateMetadata: false });
    expect(relu.getPageCount()).toBe(readPdf(lu).pages.length + 2);
    expect(relu.catalog.has(PDFName.of("AcroForm"))).toBe(true);
  });
});

describe("Un fichier qui n’est plus celui qui a été scellé est refusé", () => {
  it("d’un seul bit changé, où que ce soit : 3 000 essais, aucun n’est accepté", () => {
    const essai = Buffer.from(scelle);
    let graine = 20_261_125;
    const auHasard = (plafond: number) => {
      graine = (Math.imul(graine, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((graine / 2 ** 32) * plafond);
    };
    const acceptes: number[] = [];
    for (let tour = 0; tour < 3000; tour++) {
      const place = auHasard(essai.length);
      const bit = 1 << auHasard(8);
      essai[place] = (essai[place] ?? 0) ^ bit;
      if (refus(essai, null) === null) acceptes.push(place);
      essai[place] = (essai[place] ?? 0) ^ bit;
    }
    expect(acceptes).toEqual([]);
    expect(refus(essai)).toBeNull();
  });

  it("d’un seul chiffre changé à un octet de son sceau, chacun à son tour, et à chaque zéro qui le suit", () => {
    const texte = Buffer.from(scelle).toString("latin1");
    const debut = texte.indexOf("/Contents<") + "/Contents<".length;
    const remplissage = debut + 2 * (Number.parseInt(texte.slice(debut + 4, debut + 8), 16) + 4);
    const fin = texte.indexOf(">", debut);
    const essai = Buffer.from(scelle);
    const acceptes: number[] = [];
    for (let place = debut; place < fin; place++) {
      // To be quick, the test changes one hexadecimal digit of each byte, the first and the second by turns; FUZZ
      // changes both.
      const rang = place - debut;
      if (!process.env.FUZZ && place < remplissage && rang % 2 !== (rang >> 1) % 2) continue;
      const avant = essai[place] ?? 0;
      essai[place] = (avant === 0x30 ? "1" : "0").charCodeAt(0);
      if (refus(essai, null) === null) acceptes.push(place);
      essai[place] = avant;
    }
    expect(acceptes).toEqual([]);
  });

  it("d’octets ajoutés après le sceau, ou retirés", () => {
    expect(refus(Buffer.concat([scelle, Buffer.from("\n")]))).toMatch(/ne couvre pas tout/);
    expect(refus(Buffer.concat([Buffer.from("\n"), scelle]))).toMatch(/ne couvre pas tout/);
    expect(refus(scelle.subarray(0, -1))).toMatch(/ne couvre pas tout/);
    expect(refus(lu)).toMatch(/ne porte pas de sceau/);
  });

  it("d’une seconde mise à jour, même si une autre clé la scelle", async () => {
    const relu = await PDFDocument.load(scelle, { updateMetadata: false });
    relu.addPage();
    expect(refus(await relu.save())).not.toBeNull();
    const autre = await unScelle(lu, unSceau());
    const second = Buffer.concat([scelle, autre.subarray(lu.length)]);
    expect(refus(second)).toMatch(/plusieurs sceaux/);
  });

  it("du sceau d’une autre clé, sous le même nom", async () => {
    const faux = await unScelle(lu, unSceau());
    expect(refus(faux)).toMatch(/pas de cette agence/);
    expect(refus(faux, null)).toBeNull();
  });

  it("du certificat de l’agence mis sur la signature d’une autre clé", async () => {
    const faux = await unScelle(lu, { cle: unSceau().cle, certificat: sceau.certificat });
    expect(refus(faux)).toMatch(/ne tient pas/);
  });
});

describe("La clé du sceau", () => {
  it("change, et les fichiers déjà scellés se vérifient encore", async () => {
    const nouveau = unSceau();
    const ensuite = await unScelle(lu, nouveau);
    for (const fichier of [scelle, ensuite])
      expect(
        refus(
          fichier,
          [sceau, nouveau].map(({ certificat }) => sha256(certificat)),
        ),
      ).toBeNull();
    expect(refus(ensuite)).toMatch(/pas de cette agence/);
  });

  it("a un certificat qui dit qui scelle, et que la signature est simple", () => {
    const cle = cleLue(nouvelleCle());
    const du = new Date("2026-11-01T00:00:00Z");
    const sujet = (agence: string) =>
      sujetDu(certificatDAgence(cle, { agence, du, au: SCELLE_LE }));
    expect(sujet("Łucja Nguyễn-Œuvrard")).toBe(
      "C=FR, O=Łucja Nguyễn-Œuvrard, OU=Signature électronique simple, CN=Sceau de Łucja Nguyễn-Œuvrard",
    );
    expect(sujet("É".repeat(90))).toContain(`O=${"É".repeat(64)},`);
  });

  it("se refuse quand elle n’en est pas une", () => {
    expect(() => cleLue("")).toThrow();
    expect(() => cleLue(Buffer.from("pas une clé").toString("base64"))).toThrow();
  });

  it("nomme qui scelle en toutes lettres dans le fichier", async () => {
    const nom = "Sceau de Łucja Nguyễn-Œuvrard";
    const preuve = pageDePreuve({ agence: AGENCE, preuve: unePreuve(lu) });
    const { octets } = await preparerSceau(lu, { preuve, le: SCELLE_LE, nom, place: 4096 });
    const hex = /\/Name <FEFF([0-9a-f]+)>/.exec(octets.toString("latin1"))?.[1] ?? "";
    expect(Buffer.from(hex, "hex").swap16().toString("utf16le")).toBe(nom);
  });
});
