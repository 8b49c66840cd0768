import { join } from "node:path";
import type { Plugin } from "vite";
import { WEB } from "./modules.ts";

const JSX_RUNTIME = "react/jsx-runtime";
const TYPESET = join(WEB, "lib/typeset.ts");

/**
 * Elements are created through `typeset.ts`, which makes the spaces at French punctuation in their text no-break
 * spaces. It weighs nothing measurable, and no text of a screen needs the space typed by hand.
 */
export function typesetText(): Plugin {
  return {
    name: "typeset-text",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: (id, importer = "") =>
      id === JSX_RUNTIME && importer !== TYPESET && !importer.startsWith("\0")
        ? TYPESET
        : undefined,
  };
}
