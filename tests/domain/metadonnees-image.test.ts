import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { dimensionsDe, estTropGrande, tropDePixels } from "#domain/dimensions-image.ts";
import { sansMetadonnees } from "#domain/metadonnees-image.ts";
import {
  aCesDimensions,
  heicDeTelephone,
  jpegDeTelephone,
  MARQUE,
  PHOTO,
  pngDeTelephone,
  webpDeTelephone,
} from "../support/photos.ts";

const DE_TELEPHONE: Record<string, Uint8Array> = {
  "image/jpeg": jpegDeTelephone(),
  "image/png": pngDeTelephone(),
  "image/webp": webpDeTelephone(),
  "image/heic": heicDeTelephone(),
};
const TYPES = Object.keys(DE_TELEPHONE);

/** What comes out when it arrives in pieces of this many bytes. */
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
