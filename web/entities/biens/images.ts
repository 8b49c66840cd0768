import type { ImageDetail, ImageRow } from "#domain/fichiers/fichier.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const images = resource<ImageRow, ImageDetail, never>("Image");

/** The resources to read again once an image was added or taken away. */
export const TOUCHED_BY_IMAGES = ["Image", "Appartement"];

/** Takes an image off its apartment without deleting it, for users who may not delete. */
export function detachImage(appartementId: number, id: number): Promise<unknown> {
  return api.put(`/Appartement/${appartementId}/image/remove/${id}`);
}
