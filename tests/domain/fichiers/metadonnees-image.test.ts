import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { dimensionsDe, estTropGrande, tropDePixels } from "#domain/fichiers/dimensions-image.ts";
import { sansMetadonnees } from "#domain/fichiers/metadonnees-image.ts";
import {
  aCesDimensions,
  bloc,
  bout,
  exif,
  type FormeHeic,
  heicDeForme,
  heicDeTelephone,
  jpegDeTelephone,
  MARQUE,
  PHOTO,
  pngDeTelephone,
  segment,
  webpDeTelephone,
} from "../../support/fichiers/photos.ts";

const DE_TELEPHONE: Record<string, Uint8Array> = {
  "image/jpeg": jpegDeTelephone(),
  "image/png": pngDeTelephone(),
  "image/webp": webpDeTelephone(),
  "image/heic": heicDeTelephone(),
};
const TYPES = Object.keys(DE_TELEPHONE);

/** The image without its private metadata, when it arrives in pieces of this many bytes. */
async function montree(type: string, image: Uint8Array, pas = image.length): Promise<Buffer> {
  async function* morceaux() {
    for (let fait = 0; fait < image.length; fait += pas) yield image.slice(fait, fait + pas);
  }
  const sortis: Uint8Array[] = [];
  for await (const morceau of sansMetadonnees(type, morceaux())) sortis.push(morceau.slice());
  return Buffer.concat(sortis);
}

const texte = (octets: Uint8Array) => Buffer.from(octets).toString("latin1");

describe("une image montrée ne dit plus où, quand ni par qui elle fut prise", () => {
  test.each(TYPES)(
    "%s : ni dans ses champs, ni après elle ; pas un octet de plus",
    async (type) => {
      const image = DE_TELEPHONE[type] ?? new Uint8Array();
      expect(texte(image)).toContain(MARQUE);
      const sortie = await montree(type, image);
      expect(texte(sortie)).not.toContain(MARQUE);
      expect(texte(sortie)).not.toContain("SECRET");
      expect(sortie.length).toBe(image.length);
      expect(dimensionsDe(type, sortie)).toEqual({ largeur: 8, hauteur: 6 });
      expect((await montree(type, sortie)).equals(sortie)).toBe(true);
    },
  );

  test.each(["image/jpeg", "image/png", "image/webp"] as const)(
    "%s : ce qui la dessine et la tourne reste",
    async (type) => {
      const nue = PHOTO[type];
      expect((await montree(type, nue)).equals(nue)).toBe(true);
      const sortie = await montree(type, DE_TELEPHONE[type] ?? nue);
      const dessin = {
        "image/jpeg": nue.subarray(2),
        "image/png": nue.subarray(33, -12),
        "image/webp": nue.subarray(12),
      };
      expect(sortie.indexOf(dessin[type])).toBeGreaterThan(0);
      expect(texte(sortie)).toContain("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06");
    },
  );

  it("l’orientation est lue dans les deux ordres d’octets ; droite, elle n’est pas dite", async () => {
    const avec = (orientation: number, petit: boolean) =>
      montree("image/jpeg", jpegDeTelephone(orientation, petit));
    expect((await avec(8, true)).equals(await avec(8, false))).toBe(true);
    expect(texte(await avec(1, true))).not.toContain("MM\0*");
  });

  it("un PNG garde des sommes justes", async () => {
    const sortie = await montree("image/png", pngDeTelephone());
    let place = 8;
    let dernier = "";
    while (dernier !== "IEND") {
      const longueur = sortie.readUInt32BE(place);
      dernier = texte(sortie.subarray(place + 4, place + 8));
      expect(sortie.readUInt32BE(place + 8 + longueur)).toBe(
        crc32(sortie.subarray(place + 4, place + 8 + longueur)),
      );
      place += 12 + longueur;
    }
  });

  test.each(TYPES)("%s : de quelque façon qu’elle arrive en morceaux", async (type) => {
    const image = DE_TELEPHONE[type] ?? new Uint8Array();
    const entiere = await montree(type, image);
    for (let pas = 1; pas <= 40; pas++) {
      expect([pas, (await montree(type, image, pas)).equals(entiere)]).toEqual([pas, true]);
    }
  });

  test.each(TYPES)(
    "%s : abîmée, elle passe sans erreur ni octet de plus",
    async (type) => {
      const image = DE_TELEPHONE[type] ?? new Uint8Array();
      const abimee = fc
        .tuple(
          fc.array(fc.tuple(fc.nat(image.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
          fc.nat(image.length),
          fc.integer({ min: 1, max: 64 }),
        )
        .map(([changes, fin, pas]) => {
          const copie = image.slice(0, fin % 3 === 0 ? fin : image.length);
          for (const [place, octet] of changes) if (place < copie.length) copie[place] = octet;
          return { copie, pas };
        });
      await fc.assert(
        fc.asyncProperty(abimee, async ({ copie, pas }) => {
          expect((await montree(type, copie, pas)).length).toBe(copie.length);
        }),
        { numRuns: Number(process.env.FUZZ) || 300 },
      );
    },
    60_000,
  );

  it("ce qui n’est pas une telle image passe tel quel", async () => {
    for (const type of [...TYPES, "application/pdf"]) {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (octets) => {
          const etrangers = Uint8Array.from([0, ...octets]);
          if (type === "application/pdf" || type === "image/jpeg") {
            expect((await montree(type, etrangers)).equals(etrangers)).toBe(true);
          } else expect((await montree(type, etrangers)).length).toBe(etrangers.length);
        }),
      );
    }
  });
});

const formes: FormeHeic[] = ([0, 1, 2] as const).flatMap((version) =>
  ([0, 1] as const).flatMap((liste) =>
    ([2, 3] as const).flatMap((info) =>
      [0, 16].flatMap((base) =>
        ([0, 4] as const).flatMap((rang) =>
          [false, true].map((jusquauBout) => ({ version, liste, info, base, rang, jusquauBout })),
        ),
      ),
    ),
  ),
);

describe("ce qu’une image perd, et rien d’autre", () => {
  it("HEIC : les objets Exif, XMP et autres, où qu’ils soient et de quelque version que soient ses boîtes", async () => {
    for (const forme of formes) {
      const { image, montree: attendue } = heicDeForme(forme);
      for (const pas of [1, 7, image.length])
        expect([forme, texte(await montree("image/heic", image, pas))]).toEqual([
          forme,
          texte(attendue),
        ]);
    }
  });

  it("JPEG : les segments d’application et les commentaires, sauf ce qui sert aux couleurs", async () => {
    const vide = (octets: Uint8Array) => new Uint8Array(octets.length);
    const garde = (marque: number, contenu: string) => {
      const ecrit = segment(marque, bout(contenu));
      return [ecrit, ecrit] as const;
    };
    const perd = (marque: number, contenu: string) =>
      [segment(marque, bout(contenu)), segment(marque, vide(bout(contenu)))] as const;
    const brut = (...octets: number[]) =>
      [Uint8Array.from(octets), Uint8Array.from(octets)] as const;
    const dessin = [1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd7, 4, 0xff, 0, 0xff, 0, 5];
    const morceaux = [
      brut(0xff, 0xd8),
      garde(0xe0, "JFIF"),
      brut(0xff, 0xff),
      garde(0xe2, "ICC_PROFILE\0profil"),
      perd(0xe2, "MPF\0image"),
      perd(0xe1, "XMP"),
      perd(0xe3, "trois"),
      perd(0xed, "Photoshop"),
      garde(0xee, "Adobe"),
      perd(0xef, "quinze"),
      garde(0xf0, "extension"),
      garde(0xdf, "avant"),
      garde(0xdb, "tables"),
      perd(0xfe, "commentaire"),
      garde(0xfd, "reste"),
      brut(0xff, 0x01),
      garde(0xc0, "cadre"),
      garde(0xda, "premier balayage"),
      brut(...dessin, 0xff, 0),
      perd(0xfe, "entre deux"),
      garde(0xc4, "autres tables"),
      garde(0xda, ""),
      brut(...dessin, 0xff, 0xd9),
      [bout("SECRET"), vide(bout("SECRET"))] as const,
    ];
    const image = bout(...morceaux.map(([ecrit]) => ecrit));
    const attendue = texte(bout(...morceaux.map(([, montre]) => montre)));
    for (let pas = 1; pas <= image.length; pas++)
      expect([pas, texte(await montree("image/jpeg", image, pas))]).toEqual([pas, attendue]);
  });

  const TIFF = (orientation: number) =>
    bout(
      "MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0",
      Uint8Array.of(orientation),
      "\0\0\0\0\0\0",
    );

  it("l’orientation reste si le segment a tout juste sa place, et de 2 à 8 seulement", async () => {
    const jpeg = (contenu: Uint8Array) => bout(Uint8Array.of(0xff, 0xd8), segment(0xe1, contenu));
    const sortie = async (contenu: Uint8Array) =>
      (await montree("image/jpeg", jpeg(contenu))).subarray(6);
    for (let orientation = 0; orientation <= 10; orientation++) {
      const juste = bout("Exif\0\0", TIFF(orientation));
      const gardee = orientation >= 2 && orientation <= 8;
      expect([orientation, texte(await sortie(juste))]).toEqual([
        orientation,
        texte(gardee ? juste : new Uint8Array(juste.length)),
      ]);
      const etroit = juste.subarray(0, -1);
      expect(texte(await sortie(etroit))).toBe("\0".repeat(etroit.length));
    }
    const petit = exif(5, true);
    expect(texte(await sortie(bout("Exif\0\0", petit)))).toBe(
      texte(bout("Exif\0\0", TIFF(5), new Uint8Array(petit.length - 26))),
    );
  });

  it("PNG et WebP : jusqu’à 64 Ko, l’orientation est lue ; au-delà, tout s’efface", async () => {
    const png = (contenu: Uint8Array, nom = "eXIf") =>
      bout(PHOTO["image/png"].subarray(0, 8), bloc(nom, contenu), bloc("IEND", bout("")));
    const webp = (contenu: Uint8Array) => {
      const taille = new Uint8Array(4);
      new DataView(taille.buffer).setUint32(0, contenu.length, true);
      return bout("RIFF\0\0\0\0WEBPEXIF", taille, contenu);
    };
    const de = (taille: number) => bout(TIFF(6), new Uint8Array(taille - 26).fill(1));
    const efface = (taille: number) => bout(TIFF(6), new Uint8Array(taille - 26));
    const juste = 65_536;
    expect((await montree("image/png", png(de(juste)))).equals(png(efface(juste)))).toBe(true);
    expect(
      (await montree("image/png", png(de(juste + 1)))).equals(
        png(new Uint8Array(juste + 1), "viDe"),
      ),
    ).toBe(true);
    expect((await montree("image/webp", webp(de(juste)))).equals(webp(efface(juste)))).toBe(true);
    expect(
      (await montree("image/webp", webp(de(juste + 2)))).equals(webp(new Uint8Array(juste + 2))),
    ).toBe(true);
    expect(
      (await montree("image/png", png(bout(TIFF(1))))).equals(png(new Uint8Array(26), "viDe")),
    ).toBe(true);
  });
});

describe("une image dit sa taille avant d’être décodée", () => {
  it("au-delà de cinquante millions de points, elle est de trop", () => {
    for (const type of ["image/jpeg", "image/png"] as const) {
      const juste = dimensionsDe(type, aCesDimensions[type](10_000, 5_000));
      const trop = dimensionsDe(type, aCesDimensions[type](10_000, 5_001));
      expect([juste, trop]).toEqual([
        { largeur: 10_000, hauteur: 5_000 },
        { largeur: 10_000, hauteur: 5_001 },
      ]);
      expect([juste && estTropGrande(juste), trop && estTropGrande(trop)]).toEqual([false, true]);
    }
    expect(tropDePixels({ largeur: 12_000, hauteur: 9_000 })).toBe(
      "Cette image compte 108 mégapixels, 50 au plus : réduisez-la, ou envoyez-la en PDF.",
    );
  });

  it("JPEG : au premier cadre, quelle que soit sa sorte, après tout ce qui peut le précéder", () => {
    const cadre = (marque: number) =>
      segment(marque, bout("\x08", Uint8Array.of(0x12, 0x34, 0x56, 0x78), "\x03"));
    const lue = { largeur: 0x5678, hauteur: 0x1234 };
    const de = (...morceaux: (Uint8Array | string)[]) =>
      dimensionsDe("image/jpeg", bout(Uint8Array.of(0xff, 0xd8), ...morceaux));
    for (let marque = 0xc0; marque <= 0xcf; marque++) {
      const table = [0xc4, 0xc8, 0xcc].includes(marque);
      expect([marque, de(cadre(marque))]).toEqual([marque, table ? null : lue]);
      expect(de(segment(0xe1, bout("Exif")), cadre(marque), cadre(0xc0))).toEqual(lue);
    }
    for (const seul of [0x01, 0xd0, 0xd7, 0xd8])
      expect([seul, de(Uint8Array.of(0xff, seul), cadre(0xc0))]).toEqual([seul, lue]);
    for (const autre of [0xbf, 0xd9, 0xfe])
      expect([autre, de(segment(autre, bout("abcd")), cadre(0xc2))]).toEqual([autre, lue]);
    expect(de(Uint8Array.of(0xff, 0xff), cadre(0xc0))).toEqual(lue);
    expect(de(Uint8Array.of(0xfe), cadre(0xc0))).toBeNull();
    expect(de(cadre(0xc0).subarray(0, 8))).toBeNull();
  });

  it("WebP étendu compte sur trois octets, l’ordinaire sur quatorze bits", () => {
    const etendu = bout(
      "RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0",
      Uint8Array.of(0x45, 0x23, 0x01, 0x54, 0x32, 0x02),
    );
    expect(dimensionsDe("image/webp", etendu)).toEqual({ largeur: 0x12346, hauteur: 0x23255 });
    const ordinaire = bout(
      "RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a",
      Uint8Array.of(0x34, 0xd2, 0x21, 0x83),
    );
    expect(dimensionsDe("image/webp", ordinaire)).toEqual({ largeur: 0x1234, hauteur: 0x0321 });
    const sansPerte = bout("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f", Uint8Array.of(0x07, 0x40, 0x01, 0));
    expect(dimensionsDe("image/webp", sansPerte)).toEqual({ largeur: 8, hauteur: 6 });
    expect(dimensionsDe("image/webp", bout("RIFF\0\0\0\0WEBPAUTR", new Uint8Array(20)))).toBeNull();
  });

  it("HEIC et AVIF : la plus grande de celles qu’ils disent, jusqu’à leur dernier octet", () => {
    const ispe = (largeur: number, hauteur: number) => {
      const boite = Buffer.alloc(20);
      boite.writeUInt32BE(20);
      boite.write("ispe", 4, "latin1");
      boite.writeUInt32BE(largeur, 12);
      boite.writeUInt32BE(hauteur, 16);
      return boite;
    };
    for (const type of ["image/heic", "image/avif"]) {
      const de = (...morceaux: (Uint8Array | string)[]) => dimensionsDe(type, bout(...morceaux));
      expect(de(ispe(8, 6))).toEqual({ largeur: 8, hauteur: 6 });
      expect(de(ispe(8, 6), "ipxe", ispe(80, 2), ispe(9, 5))).toEqual({ largeur: 80, hauteur: 2 });
      expect(de(ispe(3, 0))).toEqual({ largeur: 3, hauteur: 0 });
      expect(de(ispe(8, 6).subarray(0, 19))).toBeNull();
    }
    const large = new Uint8Array(60);
    large.set(ispe(8, 6), 30);
    expect(dimensionsDe("image/heic", large.subarray(30, 50))).toEqual({ largeur: 8, hauteur: 6 });
  });

  it("quelles que soient sa forme et ses abîmes", () => {
    const gif = Buffer.from("GIF89a\x10\x27\x20\x4e", "latin1");
    expect(dimensionsDe("image/gif", gif)).toEqual({ largeur: 10_000, hauteur: 20_000 });
    expect(dimensionsDe("image/webp", PHOTO["image/webp"])).toEqual({ largeur: 8, hauteur: 6 });
    const sansPerte = Buffer.from("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\xff\xff\xff\x0f", "latin1");
    expect(dimensionsDe("image/webp", sansPerte)).toEqual({ largeur: 16_384, hauteur: 16_384 });
    expect(dimensionsDe("application/pdf", gif)).toBeNull();
    for (const type of [...TYPES, "image/gif", "image/avif"]) {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 60 }), (octets) => {
          const lue = dimensionsDe(type, octets);
          expect(lue === null || Number.isInteger(lue.largeur * lue.hauteur)).toBe(true);
        }),
      );
    }
  });
});
