import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WORKER = join(import.meta.dirname, "../../../worker");
const IMPORT = /^(?:import|export) (type )?([^;]*?)from "([^"]+)";/gm;

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

const PAPIER = readFileSync(join(WORKER, "operations/README.md"), "utf8");

/** The rooms of a storey: each imports only rooms that come after it. */
const ORDRES = {
  "operations/gerance": PAPIER.match(/a test holds it\):\s+`([^`]+)`/)?.[1] ?? "",
  "domain/gerance":
    "departs reversements cloture rapprochement charges revisions relances reprise mandats locataires livres banque",
};

test.each([
  ["operations/gerance", true],
  // A rule may name the type of a row that a room above it composes.
  ["domain/gerance", false],
] as const)("les salles de %s ne s’importent que vers le bas", (etage, types) => {
  const ordre = ORDRES[etage].split(/\s+/);
  const voisines = salles(etage, { types });
  expect([...voisines.keys()].sort()).toEqual(ordre.toSorted());
  expect([...voisines.values()].some((importees) => importees.size > 3)).toBe(true);
  const montees = [...voisines].flatMap(([salle, importees]) =>
    [...importees]
      .filter((autre) => ordre.indexOf(autre) < ordre.indexOf(salle))
      .map((autre) => `${salle} → ${autre}`),
  );
  expect(montees).toEqual([]);
});
