import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { WEB } from "./modules.ts";

const ICONS = /import \{([^}]+)\} from "lucide-react";/g;

/**
 * Icons are imported from their own files: the library's index would hide which screen uses which icon, and a record
 * would load 7 KB more.
 */
export function iconsByFile(): Plugin {
  const index = join(WEB, "../node_modules/lucide-react/dist/esm/lucide-react.mjs");
  const files = new Map<string, string>();
  const exports = readFileSync(index, "utf8").matchAll(
    /export \{([^}]+)\} from '(\.\/icons\/.+)'/g,
  );
  for (const [, names = "", file = ""] of exports) {
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) {
      files.set(name, join(dirname(index), file));
    }
  }
  const imported = (specifier: string) => {
    const [name = "", as = name] = specifier.trim().split(" as ");
    return `import ${as} from ${JSON.stringify(files.get(name) ?? name)};`;
  };
  return {
    name: "icons-by-file",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    enforce: "pre",
    transform: {
      filter: { code: /from "lucide-react"/ },
      handler: (code) =>
        code.replace(ICONS, (_, names: string) =>
          names
            .split(",")
            .filter((name) => /^\s*[A-Z]/.test(name))
            .map(imported)
            .join(""),
        ),
    },
  };
}
