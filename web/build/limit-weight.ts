import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { filesOf, TERRITORY, WEB } from "./modules.ts";

/**
 * The most bytes of gzipped JavaScript loaded to show a screen: a screen without a form, a screen that opens on a
 * form, and the settings, which also load the schemas of their fields.
 */
const READ_MAX = 150 * 1024;
const FORM_MAX = 157 * 1024;
const SETTINGS_MAX = 176 * 1024;

const FORM = "components/record/record-form.tsx";
const SETTINGS = join(WEB, "features/parametres/screen.tsx");

export function limitWeight(): Plugin {
  return {
    name: "limit-weight",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    writeBundle(_options, bundle) {
      for (const { screen, files } of filesOf(bundle, this)) {
        if (screen?.moduleIds.includes(TERRITORY)) continue;
        const weight = files.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
        const typed = files.some(({ moduleIds }) => moduleIds.some((id) => id.endsWith(FORM)));
        const settings = screen?.moduleIds.includes(SETTINGS);
        if (weight <= (settings ? SETTINGS_MAX : typed ? FORM_MAX : READ_MAX)) continue;
        this.error(`${screen?.moduleIds.at(-1)}: ${weight} bytes of JavaScript to show it first.`);
      }
    },
  };
}
