import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rollup } from "vite";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));

/** The most JavaScript, gzipped, that the product may load to show any screen first. */
const FIRST_SCREEN_MAX = 175 * 1024;

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
        .filter(({ isEntry }) => isEntry)
        .flatMap((entry) => [...withImports(entry)]);
      const routes = this.getModuleInfo(`${import.meta.dirname}/routes.ts`);
      const screens = new Set(routes?.dynamicallyImportedIds);
      for (const screen of chunks.filter(({ facadeModuleId }) =>
        screens.has(facadeModuleId ?? ""),
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

/** Builds both sides: the browser's files into dist/client, the worker into dist/patrimoine_locatif. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    limitWeight(),
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
          output: { chunkFileNames: "assets/[hash:7].js" },
        },
      },
    },
  },
});
