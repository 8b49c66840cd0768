import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rollup } from "vite";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));

/** The most JavaScript, gzipped, that the product may load to show any screen first. */
const FIRST_SCREEN_MAX = 172 * 1024;

/** How many parts loaded on demand use an icon that they all load with others. */
const ICON_SHARED_BY = 8;

/** Fails the build when a screen has become too heavy: what starts the product, and all that the screen imports. */
function limitWeight(): Plugin {
  return {
    name: "limit-weight",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const withImports = (chunk: Rollup.OutputChunk, all = new Set<Rollup.OutputChunk>()) => {
        if (all.has(chunk)) return all;
        all.add(chunk);
        for (const imported of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) {
          withImports(imported, all);
        }
        return all;
      };
      const start = chunks
        .filter((chunk) => chunk.isEntry || isMain(chunk))
        .flatMap((entry) => [...withImports(entry)]);
      const routes = this.getModuleInfo(`${import.meta.dirname}/routes.ts`);
      const screens = new Set(routes?.dynamicallyImportedIds);
      for (const screen of chunks.filter(({ moduleIds }) =>
        moduleIds.some((id) => screens.has(id)),
      )) {
        const loaded = [...new Set([...start, ...withImports(screen)])];
        const weight = loaded.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
        if (weight <= FIRST_SCREEN_MAX) continue;
        this.error(
          `${screen.name}: ${Math.ceil(weight / 1024)} KB of JavaScript to show it first.`,
        );
      }
    },
  };
}

/** The page names all that draws it, so that the browser asks for it beside what starts it. */
function nameWhatDraws(): Plugin {
  return {
    name: "name-what-draws",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, chunk }) {
        const wanted = new Set(chunk?.dynamicImports.filter((name) => isMain(bundle[name])));
        for (const name of wanted) {
          const found = bundle[name];
          if (found?.type === "chunk") for (const imported of found.imports) wanted.add(imported);
        }
        return [...wanted]
          .filter((name) => !html.includes(name))
          .map((name) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}` },
            injectTo: "head",
          }));
      },
    },
  };
}

interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** These modules and what they import, in one file. */
function together(name: string, priority: number, ...paths: string[]) {
  const inside = new Set<string>();
  const add = (id: string, modules: Modules) => {
    // An index of a library would bring all that anybody takes from it.
    if (inside.has(id) || (id.includes("node_modules") && !WHOLE.test(id))) return;
    inside.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) add(imported, modules);
  };
  return {
    debugName: name,
    priority,
    name: (id: string, modules: Modules) => {
      if (inside.size === 0) {
        for (const path of paths) add(`${import.meta.dirname}/${path}`, modules);
      }
      return inside.has(id) ? name : null;
    },
  };
}

const WHOLE = /\/node_modules\/(?:react-dom|scheduler)\//;

const isMain = (file: Rollup.OutputChunk | Rollup.OutputAsset | undefined) =>
  file?.type === "chunk" && file.moduleIds.includes(`${import.meta.dirname}/main.tsx`);

/** Builds both sides: the browser's files into dist/client, the worker into dist/patrimoine_locatif. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    limitWeight(),
    nameWhatDraws(),
    cloudflare({
      configPath: "../wrangler.toml",
      inspectorPort: false,
      persistState: { path: process.env.RUNTIME_DIR ?? "../.data/runtime" },
    }),
  ],
  // React has it itself since its version 18.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  define: { "import.meta.env.VITE_VERSION": JSON.stringify(manifest.version) },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2024",
    cssTarget: ["chrome125", "firefox128", "safari18"],
    assetsInlineLimit: 0,
    // Every browser that it is built for reads modules ahead by itself.
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Each screen lists the files to read ahead: short names make it 3 KB lighter.
          output: {
            chunkFileNames: "assets/[hash:7].js",
            codeSplitting: {
              groups: [
                // One file each: what starts the product, what draws every page, every list, every record. A file more costs the
                // browser more than the kilobytes that one screen could do without.
                { name: "start", tags: ["$initial"], priority: 9 },
                { name: "schemas", test: /\/node_modules\/zod\/|domain\/fields\.ts$/, priority: 9 },
                together("page", 9, "main.tsx"),
                together(
                  "list",
                  7,
                  "components/record-list.tsx",
                  "components/related-records.tsx",
                  "components/waiting.tsx",
                  "components/ui/tabs.tsx",
                  "components/notice.tsx",
                  "components/record-head.tsx",
                ),
                together("record", 6, "components/record-screen.tsx"),
                { name: "icons", test: /lucide-react/, minShareCount: ICON_SHARED_BY, priority: 8 },
              ],
            },
          },
        },
      },
    },
  },
});
