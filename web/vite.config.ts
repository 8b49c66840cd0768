import { readFileSync } from "node:fs";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Builds both sides: the browser's files into dist/client, the worker into dist/patrimoine_locatif. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    cloudflare({
      configPath: "../wrangler.toml",
      inspectorPort: false,
      persistState: { path: process.env.RUNTIME_DIR ?? "../.data/runtime" },
    }),
  ],
  define: { "import.meta.env.VITE_VERSION": JSON.stringify(manifest.version) },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2024",
    cssTarget: ["chrome125", "firefox128", "safari18"],
    assetsInlineLimit: 0,
  },
});
