import { join } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { lightPasswords } from "./support/worker/light-passwords.ts";

/**
 * `domain`: the pure rules, in Node. `api`: the worker in workerd, with the bindings of wrangler.toml, on a real
 * sqld.
 */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    // The worker prints a line for each request: only the lines of failed tests are shown.
    silent: "passed-only",
    projects: [
      {
        // Without isolation, test files share the modules that they import; the rules keep no state.
        test: {
          name: "domain",
          include: ["domain/**/*.test.ts"],
          environment: "node",
          isolate: false,
          // Node hides Temporal behind this flag. Most browsers have Temporal, and the product imitates it in the
          // others.
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
              // No test reads the files of the browser: another step may be writing those of `dist` meanwhile.
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
          // All files share one workerd and one database: they run one after the other, each after emptying the
          // storage.
          isolate: false,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
