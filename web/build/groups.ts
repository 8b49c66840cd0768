import { type Modules, screenIds, TERRITORY, WEB } from "./modules.ts";

/** Libraries whose imports are not followed: the index of a library would bring in all its modules. */
const LIBRARY = /\/node_modules\/(?!react-dom\/|scheduler\/|lucide-react\/dist\/esm\/icons\/)/;

function addWithImports(id: string, modules: Modules, inside: Set<string>) {
  if (inside.has(id) || LIBRARY.test(id)) return;
  inside.add(id);
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
    addWithImports(imported, modules, inside);
  }
}

/** Puts the modules at these paths in one file, with all that they import statically, most libraries aside. */
function together(name: string, priority: number, ...paths: string[]) {
  const inside = new Set<string>();
  return {
    debugName: name,
    priority,
    name: (id: string, modules: Modules) => {
      if (inside.size === 0) {
        for (const path of paths) {
          addWithImports(`${WEB}/${path}`, modules, inside);
        }
      }
      return inside.has(id) ? name : null;
    },
  };
}

/** The screens that import a module statically; the page of a record and its edit form count as one. */
function screensOf(id: string, modules: Modules): readonly string[] {
  if (screensByModule.size === 0) {
    for (const screen of screenIds(modules)) {
      // The inventory on site is not counted: the code that only one other screen shares with it stays out of the
      // groups.
      if (screen === TERRITORY) continue;
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

/**
 * Small modules shared by several screens go into one file: « parts » when a record, its form or the sign-in uses
 * them, else « words ».
 */
const FIRST = /\/record\.tsx$|\/session\//;
const SMALL =
  /components\/(?:ui\/|fields\/lazy-select-dialog|notice|waiting|list\/row-actions|record\/record-head|record\/tabbed-screen)|lib\/(?:lots|several|one-at-a-time)|domain\/(?!fields|signature|montant-ecrit|missions\/natures-de-depense|gerance\/(?:cloture|revisions))|\/lucide-react\//;

type Some = (screens: readonly string[]) => boolean;

function shared(
  name: string,
  priority: number,
  { such, test = /./ }: { such: Some; test?: RegExp },
) {
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

/** Whether a module of the domain imports the code that checks typed values. */
const needsSchemas = (id: string, modules: Modules) =>
  /\/domain\//.test(id) &&
  modules
    .getModuleInfo(id)
    ?.importedIds.some((imported) => /\/zod\/|domain\/fields\.ts$/.test(imported));

/**
 * The groups of modules, one file for each. Without them, a dossier would load 76 files instead of 12, and 17 KB more.
 */
export const groups = [
  // A screen may load a few kilobytes that it does not use, because one more file would cost the browser more.
  { name: "start", tags: ["$initial" as const], priority: 12 },
  shared("parts", 10, {
    such: (screens) => screens.some((screen) => FIRST.test(screen)),
    test: SMALL,
  }),
  {
    name: (id: string, modules: Modules) =>
      /\/node_modules\/zod\/|domain\/fields\.ts$/.test(id) ||
      (screensOf(id, modules).length > 1 && needsSchemas(id, modules))
        ? "schemas"
        : null,
    priority: 9,
  },
  together("page", 11, "main.tsx"),
  together("list", 8, "components/list/record-list.tsx", "components/record/related-records.tsx"),
  together("record", 7, "components/record/record-screen.tsx"),
  together("form", 6, "components/record/record-edit.tsx"),
  shared("visitors", 7, {
    such: all(/\/(?:proprietaire|signature|verification)\/(?:accountant-)?page\.tsx$/),
  }),
  shared("words", 6, { such: () => true, test: SMALL }),
  shared("record", 5, { such: all(/\/record\.tsx$|\/reprise\//) }),
  shared("receipts", 4, { such: all(/\/(?:quittances|dashboard)\//) }),
  shared("accounts", 3, {
    such: all(/\/(?:cloture|reversements|comptes|banque|registres|annee)\//),
  }),
];
