import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { Journal } from "./machine/journal.ts";
import { MailLog } from "./machine/mails.ts";
import { places, type Settings } from "./settings.ts";
import { readBuiltWorker } from "./worker-options.ts";

const FRONT_DOOR = join(import.meta.dirname, "machine/front-door.mjs");

/** The bindings that this machine adds to those of `wrangler.toml`; `PUBLIC_URL` replaces the one of that file. */
export interface Bindings {
  DATABASE_URL: string;
  DATABASE_AUTH_TOKEN: string;
  JWT_SECRET: string;
  DATA_KEYS: string;
  BACKUP_RECIPIENTS?: string;
  SEAL_KEY?: string;
  PUBLIC_URL: string;
}

/**
 * Runs the built worker in workerd, with the bindings of `wrangler.toml`, as wrangler would. The data folder keeps
 * the content of R2, and the log until the next start.
 * @param inspected opens the inspector of workerd, on a port that it chooses
 * @param around the text of a module that wraps the worker's own
 */
export async function startRuntime(
  settings: Settings,
  bindings: Bindings,
  { inspected = false, around }: { inspected?: boolean; around?: string | undefined } = {},
): Promise<Miniflare> {
  const { runtime, mails, journal } = places(settings.dataDir);
  const lines = new Journal(journal, console.error);
  // Without this flag, an idle worker frees no memory, and keeps the 200 MB of a daily run until the next one.
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= "--optimize-for-size";
  const { folder, entry, options: worker } = readBuiltWorker();
  const others = globSync("**/*.{js,mjs}", { cwd: folder }).filter((path) => path !== entry);
  const options: V4MiniflareOptions = {
    // Miniflare's own entry would open the buckets to any caller that names it. Under this upstream path, that entry
    // finds none of its tools. The worker `front-door` answers at the product's port instead.
    host: "127.0.0.1",
    port: 0,
    upstream: "http://localhost/none/",
    publicUrl: settings.address,
    log: new MailLog(mails),
    logRequests: false,
    handleStructuredLogs: ({ level, message }) => {
      lines.write(message);
      if (level === "warn" || level === "error") console.error(message);
    },
    cf: false,
    ...(inspected ? { inspectorPort: 0 } : {}),
    resourcePersistencePath: runtime,
    workers: [
      {
        name: "front-door",
        modules: [{ type: "ESModule", path: "front-door.js", contents: readFileSync(FRONT_DOOR) }],
        compatibilityDate: "2026-10-01",
        compatibilityFlags: ["service_binding_extra_handlers"],
        serviceBindings: { PRODUCT: "patrimoine-locatif" },
        unsafeDirectSockets: [{ host: "127.0.0.1", port: settings.port }],
      },
      {
        ...worker,
        name: "patrimoine-locatif",
        rootPath: folder,
        modules: [
          ...(around ? [{ type: "ESModule", path: "around.mjs", contents: around } as const] : []),
          ...[entry, ...others].map((path) => ({ type: "ESModule", path }) as const),
        ],
        bindings: { ...(worker.bindings as Record<string, string>), ...bindings },
      },
    ],
  };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  await miniflare.ready;
  return miniflare;
}
