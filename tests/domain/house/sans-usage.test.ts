import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const RACINE = join(import.meta.dirname, "../../..");
const EXPORT = /^export (?:default )?(?:async )?(?:const|function\*?|interface|type|class) (\w+)/gm;

const sansCommentaires = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/[^\n]*/g, "$1");

test("rien de ce qu’un fichier exporte n’est sans usage", () => {
  const codes = globSync(["{worker,web,tests}/**/*.{ts,tsx}"], {
    cwd: RACINE,
    exclude: (chemin) => /node_modules|results/.test(String(chemin)),
  }).map((chemin) => ({
    chemin,
    code: sansCommentaires(readFileSync(join(RACINE, chemin), "utf8")),
  }));
  const fois = new Map<string, number>();
  for (const { code } of codes)
    for (const [mot] of code.matchAll(/[A-Za-z_$][\w$]*/g)) fois.set(mot, (fois.get(mot) ?? 0) + 1);
  // The database and drizzle use the tables and their relations without naming them.
  const exportes = codes
    .filter(({ chemin }) => !chemin.startsWith("tests/") && !chemin.startsWith("worker/db/schema/"))
    .flatMap(({ code }) => [...code.matchAll(EXPORT)].map(([, nom = ""]) => nom));
  expect(exportes.length).toBeGreaterThan(3000);
  expect(exportes.filter((nom) => fois.get(nom) === 1)).toEqual([]);
});
