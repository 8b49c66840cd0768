import type * as z from "zod/mini";
import type {
  FichierDetail,
  FichierRevele,
  FichierRow,
  modification,
} from "#domain/fichiers/fichier.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export type Modification = z.output<typeof modification> & { version?: number };

export const fichiers = resource<FichierRow, FichierDetail, never, Modification>("Fichier");

/** The addresses of a sensitive file and of its former versions; the journal of security notes each reading. */
export const reveal = (id: number) => api.post<FichierRevele>(`/Fichier/${id}/reveler`);

export type Readable = FichierRow & { url: string };

/** Gives the row with its address. For a sensitive file, it first calls `reveal` to get the address. */
export async function readable(row: FichierRow): Promise<Readable> {
  return { ...row, url: row.url ?? (await reveal(row.id)).url };
}

/** The records that may keep a file, as the wire names them. */
export const KEEPERS = ["ClientId", "LocataireId", "AppartementId"] as const;

export type Keeper = (typeof KEEPERS)[number];

/** The resources to read again after a file was added, changed or deleted. */
export const TOUCHED_BY_FICHIERS = [
  "Fichier",
  "Client",
  "Locataire",
  "Appartement",
  "Remplacement",
];

/** The name with the extension, which the API gives apart. */
export const fullName = ({ nom, extention }: Pick<FichierRow, "nom" | "extention">) =>
  extention ? `${nom}.${extention}` : nom;
