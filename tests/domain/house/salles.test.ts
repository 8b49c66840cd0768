import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WORKER = join(import.meta.dirname, "../../../worker");
const IMPORT = /^import (type )?([^;]*?)from "([^"]+)";/gm;

/** For each room of a storey, the rooms of that storey that its files import; a room is a folder. */
function salles(etage: string, { types }: { types: boolean }): Map<string, Set<string>> {
  const voisines = new Map<string, Set<string>>();
  for (const chemin of globSync(`${etage}/*/**/*.ts`, { cwd: WORKER })) {
    const salle = salleDe(chemin, etage);
    const importees = voisines.get(salle) ?? new Set();
    voisines.set(salle, importees);
    for (const [, type, noms = "", lieu = ""] of readFileSync(
      join(WORKER, chemin),
      "utf8",
    ).matchAll(IMPORT)) {
      const seulementDesTypes = type !== undefined || /^\{(?:\s*type \w+,?)+\s*\}/.test(noms);
      if (seulementDesTypes && !types) continue;
      const cible = lieu.startsWith(".")
        ? join(chemin, "..", lieu)
        : lieu.replace(/^#domain/, "domain").replace(/^#worker\//, "");
      const autre = salleDe(cible, etage);
      if (cible.startsWith(`${etage}/`) && autre !== salle) importees.add(autre);
    }
  }
  return voisines;
}

const salleDe = (chemin: string, etage: string) =>
  chemin.slice(etage.length + 1).split("/")[0] ?? "";

/** The rooms left once each room that imports none of those left is taken away: the rooms of circles, and above them. */
function enRond(voisines: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const restes = new Map(voisines);
  for (;;) {
    const basse = [...restes].find(([, importees]) =>
      [...importees].every((autre) => !restes.has(autre)),
    );
    if (!basse) return [...restes.keys()];
    restes.delete(basse[0]);
  }
}

test.each([
  ["operations/gerance", true],
  // A rule may name the type of a row that a room above it composes.
  ["domain/gerance", false],
])("les salles de %s ne s’importent que vers le bas", (etage, types) => {
  const voisines = salles(etage, { types });
  expect(voisines.size).toBeGreaterThan(10);
  expect([...voisines.values()].some((importees) => importees.size > 3)).toBe(true);
  expect(enRond(voisines)).toEqual([]);
});
