import { queryOptions } from "@tanstack/react-query";
import type { TableLue } from "#domain/import/colonnes.ts";
import type { CorrespondanceImport } from "#domain/import/colonnes-fiche.ts";
import type { EssaiImport, ImportRow } from "#domain/import/fiche.ts";
import { type FormeImport, GENRES } from "#domain/import/genres.ts";
import { OCTETS_PAR_IMPORT } from "#domain/import/limites.ts";
import { formatSize } from "#web/lib/format.ts";
import { api } from "#web/lib/server/api.ts";

const NAME = "Import";

/** The resources to read again after an import was made or undone. */
export const TOUCHED_BY_IMPORT = [NAME, ...GENRES, "dashboard", "History"];

export const importsQuery = queryOptions({
  queryKey: [NAME] as const,
  queryFn: ({ signal }) => api.list<ImportRow>("/Import", undefined, signal),
});

/** A file to import, with the field chosen for each of its columns. */
export interface Told extends CorrespondanceImport {
  file: File;
}

function formOf({ file, ...told }: { file: File; genre: FormeImport } & Partial<Told>): FormData {
  const form = new FormData();
  form.append("genre", told.genre);
  if (told.colonnes) form.append("colonnes", JSON.stringify(told.colonnes));
  if (told.defauts) form.append("defauts", JSON.stringify(told.defauts));
  if (told.corrections?.length) form.append("corrections", JSON.stringify(told.corrections));
  if (told.bonnesLignes) form.append("bonnesLignes", "true");
  form.append("fichier", file);
  return form;
}

const tableOf = (file: File, genre: FormeImport, signal: AbortSignal) =>
  api.post<TableLue>("/Import/lire", formOf({ file, genre }), { signal });

export interface Chosen {
  file: File;
  /** The rank of this choice. A corrected file, chosen again, has a new rank, and so is read again. */
  rank: number;
}

/** The table of the last chosen file. The rank is in the key, so that an answer about an earlier file is dropped. */
export const tableQuery = (chosen: Chosen | null, genre: FormeImport) =>
  queryOptions({
    queryKey: ["ImportTable", chosen?.rank, genre] as const,
    queryFn: async ({ signal }) => {
      if (!chosen) return null;
      if (chosen.file.size > OCTETS_PAR_IMPORT) throw tooLarge(chosen.file);
      return { file: chosen.file, table: await tableOf(chosen.file, genre, signal) };
    },
    enabled: chosen !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const tooLarge = ({ size }: File) =>
  new Error(
    `Ce fichier est trop lourd : ${formatSize(size)}, pour ${formatSize(OCTETS_PAR_IMPORT)} au plus. Coupez-le en plusieurs.`,
  );

export const tryImport = (told: Told) => api.post<EssaiImport>("/Import/essai", formOf(told));
export const makeImport = (told: Told) => api.post<ImportRow>("/Import", formOf(told));
/** Saves the faulty lines of a file, with the faults of each. */
export const saveWrongLines = (told: Told) =>
  api.download("/api/Import/erreurs", {}, { method: "POST", body: formOf(told) });
export const undoImport = (id: number) => api.post<ImportRow>(`/Import/${id}/annuler`, {});
export const saveExample = (genre: FormeImport) => api.download(`/api/Import/exemple/${genre}`);
