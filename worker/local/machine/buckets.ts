import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { places, ROOT } from "../settings.ts";

/** Opens the R2 buckets of a data folder while the product is stopped; nothing else may use the folder meanwhile. */
export async function openBuckets(dataDir: string) {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, "wrangler.toml"));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: places(dataDir).runtime,
      workers: [
        {
          name: "buckets",
          modules: [{ type: "ESModule", path: "buckets.js", contents: "export default {}" }],
          compatibilityDate: "2026-10-01",
          r2Buckets: workerOptions.r2Buckets as Record<string, string>,
        },
      ],
    }),
  );
  const [files, copies] = await Promise.all([
    miniflare.getR2Bucket("FILES"),
    miniflare.getR2Bucket("BACKUPS"),
  ]);
  return { files, copies, close: () => miniflare.dispose() };
}
