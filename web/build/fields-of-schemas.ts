import { join } from "node:path";
import { type Plugin, runnerImport } from "vite";
import type * as z from "zod/mini";
import { INLINE, WEB } from "./modules.ts";

const SCHEMAS = join(WEB, "lib/rules/schema.ts");

/**
 * `import { fields } from "#domain/personnes/client-fiche.ts?fields"` gives the rules that draw a form. The build
 * computes them from the schema of creation; the schema itself loads once the form is on screen. Without this, the form
 * of a dossier would load 17 KB more before it shows.
 */
export function fieldsOfSchemas(): Plugin {
  return {
    name: "fields-of-schemas",
    load: {
      filter: { id: /\?fields$/ },
      async handler(id) {
        const path = id.replace("?fields", "");
        const [{ module: file, dependencies }, { module: schemas }] = await Promise.all([
          runnerImport<{ creation: z.core.$ZodType }>(path, INLINE),
          runnerImport<typeof import("../lib/rules/schema.ts")>(SCHEMAS, INLINE),
        ]);
        for (const source of [path, ...dependencies]) this.addWatchFile(source);
        return `export const fields = ${JSON.stringify(schemas.fieldsOf(file.creation))};`;
      },
    },
  };
}
