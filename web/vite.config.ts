import { appendFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rollup, runnerImport } from "vite";
import type * as z from "zod/mini";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));

/**
 * The most JavaScript, gzipped, that the product may load to show a screen first: one that is read, one that opens on a form,
 * and the settings, which are read by their schemas.
 */
const READ_MAX = 148 * 1024;
const FORM_MAX = 155 * 1024;
const SETTINGS_MAX = 174 * 1024;

/** The files that start the product, and all that each screen imports at once: what it takes to show it first. */
function filesOf(bundle: Rollup.OutputBundle, modules: Modules) {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const withImports = (chunk: Rollup.OutputChunk, all = new Set<Rollup.OutputChunk>()) => {
    if (all.has(chunk)) return all;
    all.add(chunk);
    for (const imported of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) {
      withImports(imported, all);
    }
    return all;
  };
  const start = chunks
    .filter((chunk) => chunk.isEntry || isMain(chunk))
    .flatMap((entry) => [...withImports(entry)]);
  return screenIds(modules).map((id) => {
    const screen = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    return { screen, files: [...new Set([...start, ...(screen ? withImports(screen) : [])])] };
  });
}

/** The screens, in the order of their routes. */
const screenIds = (modules: Modules): readonly string[] =>
  modules.getModuleInfo(ROUTES)?.dynamicallyImportedIds ?? [];

/** Fails the build when a screen has become too heavy. */
function limitWeight(): Plugin {
  return {
    name: "limit-weight",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    writeBundle(_options, bundle) {
      for (const { screen, files } of filesOf(bundle, this)) {
        const weight = files.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
        const typed = files.some(({ moduleIds }) => moduleIds.some((id) => id.endsWith(FORM)));
        const settings = screen?.moduleIds.includes(SETTINGS);
        if (weight <= (settings ? SETTINGS_MAX : typed ? FORM_MAX : READ_MAX)) continue;
        this.error(
          `${screen?.name}: ${Math.ceil(weight / 1024)} KB of JavaScript to show it first.`,
        );
      }
    },
  };
}

/**
 * `import { fields } from "#domain/client-fiche.ts?fields"` is what a form must know of the schema of creation to be drawn,
 * worked out of it here: the schema itself comes once the form is there.
 */
function fieldsOfSchemas(): Plugin {
  return {
    name: "fields-of-schemas",
    load: {
      filter: { id: /\?fields$/ },
      async handler(id) {
        const path = id.replace("?fields", "");
        const [{ module: file, dependencies }, { module: schemas }] = await Promise.all([
          runnerImport<{ creation: z.core.$ZodType }>(path, INLINE),
          runnerImport<typeof import("./lib/schema.ts")>(SCHEMAS, INLINE),
        ]);
        for (const source of [path, ...dependencies]) this.addWatchFile(source);
        return `export const fields = ${JSON.stringify(schemas.fieldsOf(file.creation))};`;
      },
    },
  };
}

/** The page names all that draws it, so that the browser asks for it beside what starts it. */
function nameWhatDraws(): Plugin {
  return {
    name: "name-what-draws",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, chunk }) {
        const wanted = new Set(chunk?.dynamicImports.filter((name) => isMain(bundle[name])));
        for (const name of wanted) {
          const found = bundle[name];
          if (found?.type === "chunk") for (const imported of found.imports) wanted.add(imported);
        }
        return [...wanted]
          .filter((name) => !html.includes(name))
          .map((name) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}` },
            injectTo: "head",
          }));
      },
    },
  };
}

/**
 * The answer to the address of a screen names the files that draw it, in a `Link` header: the browser asks for them while it
 * reads the page, and not once a script has told which.
 */
function nameScreens(): Plugin {
  return {
    name: "name-screens",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle);
      const styles = names.filter((file) => file.endsWith(".css"));
      const fonts = names.filter((file) => file.includes("inter-latin-wght"));
      const { module } = await runnerImport<Routes>(ROUTES, INLINE);
      const screens = filesOf(bundle, this);
      const named = [...new Set(module.routes.map(({ screen }) => screen))];
      if (screens.length !== named.length) this.error("routes.ts: one file a screen.");
      const rules = module.routes.flatMap(({ path, screen }) => {
        // What starts the product comes first: a browser that asks for six files at once asks in this order.
        const links = [
          ...styles.map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
          ...(screens[named.indexOf(screen)]?.files ?? []).map(
            ({ fileName }) => `</${fileName}>; rel=modulepreload`,
          ),
          ...fonts.map((file) => `</${file}>; rel=preload; as=font; crossorigin`),
        ];
        return addressesOf(path).map((address) => `${address}\n  Link: ${links.join(", ")}\n`);
      });
      appendFileSync(join(dir, "_headers"), `\n${rules.join("")}`);
    },
  };
}

/** Elements are made by what sets the spaces of French punctuation in their text. */
function typesetText(): Plugin {
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

/**
 * React by its names. It is CommonJS: each file of the build would otherwise copy all of it into an object of its own as it
 * starts, and go through that object whenever it draws anything.
 */
function reactByName(): Plugin {
  const require = createRequire(import.meta.url);
  const PREFIX = "\0named:";
  return {
    name: "react-by-name",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    enforce: "pre",
    resolveId: (id, importer, { kind }) =>
      REACT.test(id) && kind === "import-statement" && !importer?.startsWith(PREFIX)
        ? PREFIX + id
        : undefined,
    load(id) {
      if (!id.startsWith(PREFIX)) return;
      const module = id.slice(PREFIX.length);
      const names = Object.keys(require(module)).filter((name) => !name.startsWith("__"));
      return [
        `import whole from ${JSON.stringify(module)};`,
        "export default whole;",
        `export const { ${names.join(", ")} } = whole;`,
      ].join("\n");
    },
  };
}

/** Icons by their own files: the index of the library would hide which screen uses which. */
function iconsByFile(): Plugin {
  const index = join(import.meta.dirname, "../node_modules/lucide-react/dist/esm/lucide-react.mjs");
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

const ICONS = /import \{([^}]+)\} from "lucide-react";/g;
const JSX_RUNTIME = "react/jsx-runtime";
const TYPESET = join(import.meta.dirname, "lib/typeset.ts");
const REACT = /^react(?:\/jsx-runtime)?$/;

/** What every form is made of. */
const FORM = "components/record-form.tsx";
const ROUTES = join(import.meta.dirname, "routes.ts");
const SETTINGS = join(import.meta.dirname, "features/parametres/screen.tsx");
const SCHEMAS = join(import.meta.dirname, "lib/schema.ts");
interface Routes {
  routes: readonly { path: string; screen: object }[];
}

/** For what is read of the product's own modules while it is built. */
const INLINE = { configFile: false, root: import.meta.dirname } as const;

/** `/proprietaire/:jeton?` stands for two addresses, as the rules of the static files write them. */
const addressesOf = (path: string) =>
  path.endsWith("?") ? [path.replace(/\/:\w+\?$/, "") || "/", path.slice(0, -1)] : [path];

interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** Adds a module and all that it imports at once. */
function addWithImports(id: string, modules: Modules, inside: Set<string>) {
  if (inside.has(id) || LIBRARY.test(id)) return;
  inside.add(id);
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
    addWithImports(imported, modules, inside);
  }
}

/** These modules and what they import, in one file. */
function together(name: string, priority: number, ...paths: string[]) {
  const inside = new Set<string>();
  return {
    debugName: name,
    priority,
    name: (id: string, modules: Modules) => {
      if (inside.size === 0) {
        for (const path of paths) {
          addWithImports(`${import.meta.dirname}/${path}`, modules, inside);
        }
      }
      return inside.has(id) ? name : null;
    },
  };
}

/** The screens that import a module at once, whatever they load later; a record is one, read or edited. */
function screensOf(id: string, modules: Modules): readonly string[] {
  if (screensByModule.size === 0) {
    for (const screen of screenIds(modules)) {
      const inside = new Set<string>();
      addWithImports(screen, modules, inside);
      const counted = screen.replace(/\/edit\.tsx$/, "/record.tsx");
      for (const used of inside) {
        screensByModule.set(used, (screensByModule.get(used) ?? new Set()).add(counted));
      }
    }
  }
  return [...(screensByModule.get(id) ?? [])];
}

const screensByModule = new Map<string, Set<string>>();

/** Of what is small and shared: what a record, a form or the login needs comes with them, the rest apart. */
const FIRST = /\/record\.tsx$|\/session\//;
const SMALL =
  /components\/(?:ui\/|lazy-select-dialog|notice|waiting|row-actions|record-head|tabbed-screen)|lib\/(?:several|one-at-a-time)|domain\/(?!fields|depense|gerance\/cloture)|\/lucide-react\//;

type Some = (screens: readonly string[]) => boolean;

/** What several screens share, when they are such ones, in one file: one more costs more than what a screen could do without. */
function shared(name: string, priority: number, such: Some, test = /./) {
  return {
    debugName: name,
    priority,
    name: (id: string, modules: Modules) => {
      const screens = screensOf(id, modules);
      const taken = screens.length > 1 && such(screens) && test.test(id);
      return taken && !needsSchemas(id, modules) ? name : null;
    },
  };
}

const all =
  (family: RegExp): Some =>
  (screens) =>
    screens.every((screen) => family.test(screen));

/** A module of the domain that checks what is typed. */
const needsSchemas = (id: string, modules: Modules) =>
  /\/domain\//.test(id) &&
  modules
    .getModuleInfo(id)
    ?.importedIds.some((imported) => /\/zod\/|domain\/fields\.ts$/.test(imported));

/** An index of a library would bring all that anybody takes from it. */
const LIBRARY = /\/node_modules\/(?!react-dom\/|scheduler\/|lucide-react\/dist\/esm\/icons\/)/;

const isMain = (file: Rollup.OutputChunk | Rollup.OutputAsset | undefined) =>
  file?.type === "chunk" && file.moduleIds.includes(`${import.meta.dirname}/main.tsx`);

/** Builds both sides: the browser's files into dist/client, the worker into dist/patrimoine_locatif. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    typesetText(),
    reactByName(),
    iconsByFile(),
    fieldsOfSchemas(),
    limitWeight(),
    nameWhatDraws(),
    nameScreens(),
    cloudflare({
      configPath: "../wrangler.toml",
      inspectorPort: false,
      persistState: { path: process.env.RUNTIME_DIR ?? "../.data/runtime" },
    }),
  ],
  // React has it itself since its version 18.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  define: { "import.meta.env.VITE_VERSION": JSON.stringify(manifest.version) },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2024",
    cssTarget: ["chrome125", "firefox128", "safari18"],
    assetsInlineLimit: 0,
    // Every browser that it is built for reads modules ahead by itself.
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Each screen lists the files to read ahead: short names make it 3 KB lighter.
          output: {
            chunkFileNames: "assets/[hash:7].js",
            codeSplitting: {
              groups: [
                // One file each: what starts the product, what draws every page, every list, every record. A file more costs the
                // browser more than the kilobytes that one screen could do without.
                { name: "start", tags: ["$initial"], priority: 12 },
                shared("parts", 10, (screens) => screens.some((one) => FIRST.test(one)), SMALL),
                {
                  name: (id: string, modules: Modules) =>
                    /\/node_modules\/zod\/|domain\/fields\.ts$/.test(id) ||
                    (screensOf(id, modules).length > 1 && needsSchemas(id, modules))
                      ? "schemas"
                      : null,
                  priority: 9,
                },
                together("page", 11, "main.tsx"),
                together("list", 8, "components/record-list.tsx", "components/related-records.tsx"),
                together("record", 7, "components/record-screen.tsx"),
                together("form", 6, "components/record-edit.tsx"),
                shared("words", 6, () => true, SMALL),
                shared("record", 5, all(/\/record\.tsx$|\/reprise\//)),
                shared("receipts", 4, all(/\/(?:quittances|dashboard)\//)),
                shared("accounts", 3, all(/\/(?:cloture|reversements|comptes|banque|registres)\//)),
              ],
            },
          },
        },
      },
    },
  },
});
