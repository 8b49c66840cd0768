import { randomUUID } from "node:crypto";
import { maillon, type PhotoAnnoncee, sha256 } from "#domain/terrain/photo.ts";
import type { EnvoiDeVisite } from "#domain/terrain/terrain-fiche.ts";
import { JPEG } from "../fichiers/televersements.ts";
import { RELEVE } from "./constat.ts";

export function envoi(rest: Partial<EnvoiDeVisite> = {}): EnvoiDeVisite {
  return {
    format: 1,
    cle: randomUUID(),
    version: null,
    valeurs: RELEVE.valeurs,
    complements: RELEVE.complements,
    photos: [],
    retirees: [],
    ...rest,
  };
}

/** The bytes of a photo that depends on this rank, and of its thumbnail. */
export const pixels = (rang: number) => ({
  photo: new Uint8Array([...JPEG, rang, 1]),
  vignette: new Uint8Array([...JPEG, rang, 2]),
});

/** The photos of a visit, each chained to the one before as the device does. */
export async function photosDe(visite: string, nombre: number): Promise<PhotoAnnoncee[]> {
  const photos: PhotoAnnoncee[] = [];
  for (let rang = 1; rang <= nombre; rang++) {
    const { photo, vignette } = pixels(rang);
    const prise = {
      cle: randomUUID(),
      visite,
      rang,
      place: "sejour/mur",
      empreinte: await sha256(photo.buffer),
      empreinteVignette: await sha256(vignette.buffer),
      empreinteOriginale: await sha256(new Uint8Array([rang]).buffer),
      priseLeAppareil: "2026-11-25T14:32:00.000Z",
      priseLe: "2026-11-25T14:32:00.000Z",
      ancienne: false,
    };
    photos.push({ ...prise, maillon: await maillon(photos.at(-1)?.maillon ?? visite, prise) });
  }
  return photos;
}
