import { basename, join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { build } from "vite";
import { removeFolder, temporaryFolder } from "../folders.ts";

/** A worker of this folder, built from the product's sources and run in a workerd of its own. */
export interface Bare {
  /**
   * @param what a path of the worker
   * @returns the number of bytes made
   */
  run(what: string, count: number): Promise<number>;
  close(): Promise<void>;
}

export async function startBare(databaseUrl = "", worker = "bare-worker.ts"): Promise<Bare> {
  const folder = temporaryFolder();
  const entry = join(import.meta.dirname, worker);
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true, target: "webworker", resolve: { conditions: ["workerd", "import"] } },
    build: {
      ssr: entry,
      outDir: folder,
      target: "es2024",
      rollupOptions: { external: [/^node:/] },
    },
  });
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      cf: false,
      resourcePersistencePath: join(folder, "runtime"),
      workers: [
        {
          name: "bare",
          rootPath: folder,
          modules: [{ type: "ESModule", path: `${basename(entry, ".ts")}.js` }],
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          r2Buckets: { FILES: "bare" },
          bindings: { DATABASE_URL: databaseUrl },
        },
      ],
    }),
  );
  const address = await runtime.ready;
  return {
    run: async (what, count) => {
      const answer = await fetch(new URL(`/${encodeURIComponent(what)}?count=${count}`, address));
      if (!answer.ok) throw new Error(await answer.text());
      return Number(await answer.json());
    },
    close: async () => {
      await runtime.dispose();
      removeFolder(folder);
    },
  };
}
