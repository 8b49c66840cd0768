import { queryOptions } from "@tanstack/react-query";
import type { CorrespondanceImport, TableLue } from "#domain/import/colonnes.ts";
import type { EssaiImport, ImportRow } from "#domain/import/fiche.ts";
import { GENRES, type GenreImport } from "#domain/import/genres.ts";
import { api } from "#web/lib/api.ts";

const NAME = "Import";

/** What must be read again once records were made, or taken back. */
export const TOUCHED_BY_IMPORT = [NAME, ...GENRES, "dashboard", "History"];

export const importsQuery = queryOptions({
  queryKey: [NAME] as const,
  queryFn: ({ signal }) => api.list<ImportRow>("/Import", undefined, signal),
});

/** A file and what its columns hold. */
export interface Told extends CorrespondanceImport {
  file: File;
}

function formOf({ file, ...told }: { file: File; genre: GenreImport } & Partial<Told>): FormData {
  const form = new FormData();
  form.append("genre", told.genre);
  if (told.colonnes) form.append("colonnes", JSON.stringify(told.colonnes));
  if (told.defauts) form.append("defauts", JSON.stringify(told.defauts));
  form.append("fichier", file);
  return form;
}

export const readTable = (file: File, genre: GenreImport) =>
  api.post<TableLue>("/Import/lire", formOf({ file, genre }));
export const tryImport = (told: Told) => api.post<EssaiImport>("/Import/essai", formOf(told));
export const makeImport = (told: Told) => api.post<ImportRow>("/Import", formOf(told));
export const undoImport = (id: number) => api.post<ImportRow>(`/Import/${id}/annuler`, {});
export const saveExample = (genre: GenreImport) => api.download(`/api/Import/exemple/${genre}`);
