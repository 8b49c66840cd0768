import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const lire = (chemin: string) => readFileSync(join(ROOT, chemin), "utf8");
const paquet = (chemin: string) => JSON.parse(lire(join(chemin, "package.json")));

test("le papier des décisions dit de chaque dépendance livrée la version et la licence qu’elle a", () => {
  const [, liste = ""] = lire("worker/DECISIONS.md").split("\n## Dependencies\n");
  const dites = liste.match(/^\| @?[a-z].* \| \d\S* \| \S+ \|$/gm);
  const livrees = Object.entries<string>(paquet("").dependencies).map(([nom, version]) => {
    const { license } = paquet(join("node_modules", nom));
    return `| ${nom} | ${version} | ${license} |`;
  });
  expect(dites).toEqual(livrees);
});

test("ce que le worker et le navigateur importent est livré", () => {
  const sources = globSync("{worker,web}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (chemin) => !/^(worker\/(local|db\/drizzle)|web\/(build|vite))/.test(chemin),
  );
  const importes = sources.flatMap((chemin) =>
    [...lire(chemin).matchAll(/^(?:import |export |\} )(?!type ).*?from "([^"#.][^"]*)";/gm)].map(
      ([, nom = ""]) =>
        nom
          .split("/")
          .slice(0, nom.startsWith("@") ? 2 : 1)
          .join("/"),
    ),
  );
  const fournis = [...Object.keys(paquet("").dependencies), "cloudflare:workers"];
  expect(
    [...new Set(importes)].filter((nom) => !nom.startsWith("node:") && !fournis.includes(nom)),
  ).toEqual([]);
});
