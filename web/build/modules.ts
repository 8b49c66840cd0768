import { join } from "node:path";
import type { Rollup } from "vite";

export const WEB = join(import.meta.dirname, "..");
export const ROUTES = join(WEB, "routes.ts");

/** The screen of the inventory on site; `territory.ts` limits its weight apart from the other screens. */
export const TERRITORY = join(WEB, "terrain/terrain.tsx");

/** The parts of the inventory on site that load late, and that must open offline all the same. */
export const LATE = ["sign/screen.tsx", "clash.tsx"].map((file) => join(WEB, "terrain", file));

export const INLINE = { configFile: false, root: WEB } as const;

export interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** The screens, in the order of their routes. */
export const screenIds = (modules: Modules): readonly string[] =>
  modules.getModuleInfo(ROUTES)?.dynamicallyImportedIds ?? [];

export const isMain = (file: Rollup.OutputChunk | Rollup.OutputAsset | undefined) =>
  file?.type === "chunk" && file.moduleIds.includes(`${WEB}/main.tsx`);

const chunksOf = (bundle: Rollup.OutputBundle) =>
  Object.values(bundle).filter((file) => file.type === "chunk");

/** The file of a module, with everything that it imports statically. */
export function filesOfModule(bundle: Rollup.OutputBundle, id: string): Rollup.OutputChunk[] {
  const chunks = chunksOf(bundle);
  const holder = chunks.find(({ moduleIds }) => moduleIds.includes(id));
  return holder ? [...withImports(holder, chunks)] : [];
}

function withImports(
  chunk: Rollup.OutputChunk,
  chunks: readonly Rollup.OutputChunk[],
  all = new Set<Rollup.OutputChunk>(),
): Set<Rollup.OutputChunk> {
  if (all.has(chunk)) return all;
  all.add(chunk);
  for (const imported of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) {
    withImports(imported, chunks, all);
  }
  return all;
}

/**
 * For each screen, the files loaded to show it first: the files that start the product, and the files that the screen
 * imports statically.
 */
export function filesOf(bundle: Rollup.OutputBundle, modules: Modules) {
  const chunks = chunksOf(bundle);
  const start = chunks
    .filter((chunk) => chunk.isEntry || isMain(chunk))
    .flatMap((entry) => [...withImports(entry, chunks)]);
  return screenIds(modules).map((id) => {
    const [screen, ...imported] = filesOfModule(bundle, id);
    return { screen, files: [...new Set([...start, ...(screen ? [screen] : []), ...imported])] };
  });
}
