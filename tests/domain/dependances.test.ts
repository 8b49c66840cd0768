import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const lire = (chemin: string) => readFileSync(join(ROOT, chemin), "utf8");
const paquet = (chemin: string) => JSON.parse(lire(join(chemin, "package.json")));

test("le README dit de chaque dépendance livrée la version et la licence qu’elle a", () => {
  const [, liste = ""] = lire("README.md").split("\n## Dependencies\n");
  const dites = liste.match(/^\| @?[a-z].* \| \d\S* \| \S+ \|$/gm);
  const livrees = Object.entries<string>(paquet("").dependencies).map(([nom, version]) => {
    const { license } = paquet(join("node_modules", nom));
    return `| ${nom} | ${version} | ${license} |`;
  });
  expect(dites).toEqual(livrees);
});
