import { join } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { lightPasswords } from "./support/worker/light-passwords.ts";

/** `domain`: the pure rules, in Node. `api`: the worker in workerd, bound as wrangler.toml says, on a real sqld. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    // The worker writes a line for each request: those of a test that fails are worth reading.
    silent: "passed-only",
    projects: [
      {
        // Pure rules: what one file imports serves the next.
        test: {
          name: "domain",
          include: ["domain/**/*.test.ts"],
          environment: "node",
          isolate: false,
          // Most browsers have this Temporal; the others are imitated.
          execArgv: ["--harmony-temporal"],
          testTimeout: 180_000,
        },
      },
      {
        plugins: [
          lightPasswords,
          cloudflareTest(({ inject }) => ({
            main: "../worker/index.ts",
            wrangler: { configPath: "../wrangler.toml" },
            miniflare: {
              cf: false,
              // No test asks for a file of the browser: those of dist may be written meanwhile.
              assets: { directory: join(import.meta.dirname, "support/worker") },
              bindings: {
                DATABASE_URL: inject("database"),
                DATABASE_AUTH_TOKEN: inject("databaseToken"),
                DATA_KEYS: `1:${"0123456789abcdef".repeat(4)}`,
                JWT_SECRET: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
              },
            },
          })),
        ],
        test: {
          name: "api",
          include: ["api/**/*.test.ts"],
          globalSetup: "./support/worker/global-setup.ts",
          setupFiles: "./support/worker/setup-file.ts",
          // One workerd and one database for all: the files follow one another, each on fresh storage.
          isolate: false,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
