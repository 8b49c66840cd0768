import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fieldsOfSchemas } from "./build/fields-of-schemas.ts";
import { groups } from "./build/groups.ts";
import { iconsByFile } from "./build/icons-by-file.ts";
import { limitWeight } from "./build/limit-weight.ts";
import { nameScreens, nameWhatDraws } from "./build/name-files.ts";
import { territory } from "./build/territory.ts";
import { typesetText } from "./build/typeset-text.ts";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));

/** Builds both sides: the browser's files into dist/client, the worker into dist/patrimoine_locatif. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    typesetText(),
    iconsByFile(),
    fieldsOfSchemas(),
    limitWeight(),
    nameWhatDraws(),
    nameScreens(),
    territory(),
    cloudflare({
      configPath: "../wrangler.toml",
      inspectorPort: false,
      persistState: { path: process.env.RUNTIME_DIR ?? "../.data/runtime" },
    }),
  ],
  // React itself has had this hook since version 18.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  define: { "import.meta.env.VITE_VERSION": JSON.stringify(manifest.version) },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2024",
    cssTarget: ["chrome125", "firefox128", "safari18"],
    assetsInlineLimit: 0,
    // Every supported browser knows `modulepreload`.
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Each screen lists its files in a header: short names save 3 KB.
          output: {
            chunkFileNames: "assets/[hash:7].js",
            codeSplitting: { groups },
          },
        },
      },
    },
  },
});
