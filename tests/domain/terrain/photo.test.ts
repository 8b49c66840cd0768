import { describe, expect, it, test } from "vitest";
import {
  estAncienne,
  instantCorrige,
  maillon,
  type PhotoAnnoncee,
  premierMaillonRompu,
  sha256,
  tailleDeVignette,
  tailleGardee,
} from "#domain/terrain/photo.ts";

const VISITE = "0b6f2a52-7f7a-4f57-9d0c-1a2b3c4d5e6f";

async function chaine(nombre: number): Promise<PhotoAnnoncee[]> {
  const photos: PhotoAnnoncee[] = [];
  for (let rang = 1; rang <= nombre; rang++) {
    const empreinte = await sha256(new Uint8Array([rang]).buffer);
    const photo = {
      cle: `00000000-0000-4000-8000-00000000000${rang}`,
      visite: VISITE,
      rang,
      place: "sejour/mur",
      empreinte,
      empreinteVignette: empreinte,
      empreinteOriginale: empreinte,
      priseLeAppareil: "2026-11-25T14:32:00.000Z",
      priseLe: "2026-11-25T14:32:00.000Z",
      ancienne: false,
    };
    const precedent = photos.at(-1)?.maillon ?? VISITE;
    photos.push({ ...photo, maillon: await maillon(precedent, photo) });
  }
  return photos;
}

describe("Une photo", () => {
  test.each([
    [4032, 3024, 1632, 1224],
    [3024, 4032, 1224, 1632],
    [1200, 900, 1200, 900],
    [8000, 1000, 1632, 204],
  ])("de %s × %s se garde en %s × %s", (largeur, hauteur, gardee, haute) => {
    expect(tailleGardee({ largeur, hauteur })).toEqual({ largeur: gardee, hauteur: haute });
  });

  test("a une vignette de 640 pixels de long", () => {
    expect(tailleDeVignette({ largeur: 1632, hauteur: 1224 })).toEqual({
      largeur: 640,
      hauteur: 480,
    });
    expect(tailleDeVignette({ largeur: 300, hauteur: 200 })).toEqual({
      largeur: 300,
      hauteur: 200,
    });
  });

  test("prise à 14:32 sur un appareil en avance de 2 h 13 l’a été à 12:19", () => {
    const avance = (2 * 60 + 13) * 60_000;
    expect(instantCorrige("2026-11-25T14:32:00.000Z", avance)).toBe("2026-11-25T12:19:00.000Z");
  });

  test("choisie plus de dix minutes après sa prise l’a été avant la visite", () => {
    expect([estAncienne(0, 600_000), estAncienne(0, 600_001)]).toEqual([false, true]);
  });
});

describe("La chaîne des photos d’une visite", () => {
  it("tient, et se prolonge d’où elle en était", async () => {
    const photos = await chaine(4);
    expect(await premierMaillonRompu(photos, { visite: VISITE })).toBeNull();
    const suite = { visite: VISITE, precedent: photos[1]?.maillon ?? "", apres: 2 };
    expect(await premierMaillonRompu(photos.slice(2), suite)).toBeNull();
  });

  it("se rompt à la photo retirée, déplacée, refaite ou prise à une autre heure", async () => {
    const [une, deux, trois] = await chaine(3);
    if (!une || !deux || !trois) throw new Error("Trois photos.");
    const rompu = (photos: PhotoAnnoncee[]) => premierMaillonRompu(photos, { visite: VISITE });
    expect(await rompu([une, trois])).toBe(3);
    expect(await rompu([deux, une, trois])).toBe(2);
    expect(await rompu([une, { ...deux, empreinteOriginale: une.empreinte }, trois])).toBe(2);
    expect(await rompu([une, { ...deux, place: "sejour/sol" }, trois])).toBe(2);
    expect(
      await rompu([une, deux, { ...trois, priseLeAppareil: "2026-11-25T14:33:00.000Z" }]),
    ).toBe(3);
  });
});
