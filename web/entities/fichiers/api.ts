import type * as z from "zod/mini";
import type { FichierDetail, FichierRow, modification } from "#domain/fichier.ts";
import { resource } from "#web/lib/resource.ts";

export type Modification = z.output<typeof modification> & { version?: number };

export const fichiers = resource<FichierRow, FichierDetail, never, Modification>("Fichier");

/** What a file may be kept on, as the wire names the link. */
export const KEEPERS = ["ClientId", "LocataireId", "AppartementId"] as const;

/** The record whose files these are. */
export type Keeper = (typeof KEEPERS)[number];

/** What must be read again once a file was added, changed or deleted. */
export const TOUCHED_BY_FICHIERS = [
  "Fichier",
  "Client",
  "Locataire",
  "Appartement",
  "Remplacement",
];

/** What the API keeps of a file's name: without its extension, which it has apart. */
export const fullName = ({ nom, extention }: Pick<FichierRow, "nom" | "extention">) =>
  extention ? `${nom}.${extention}` : nom;
