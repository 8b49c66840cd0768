import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const DOMAINE = join(import.meta.dirname, "../../../worker/domain");
const LIGNE = /^\| [^|]+ \| \[`([^`]+)`\]\(([^)]+)\) \|$/gm;

describe("la carte des règles", () => {
  it("nomme chaque fichier de règles, une fois, et aucun autre ; une fiche a le nom de sa voisine, ou sa ligne", () => {
    const presents = readdirSync(DOMAINE, { recursive: true, encoding: "utf8" });
    const avecVoisine = (chemin: string) =>
      chemin.endsWith("-fiche.ts") && presents.includes(chemin.replace("-fiche.ts", ".ts"));
    const fichiers = presents.filter((chemin) => chemin.endsWith(".ts") && !avecVoisine(chemin));
    const lignes = [...readFileSync(join(DOMAINE, "MAP.md"), "utf8").matchAll(LIGNE)];
    expect(lignes.map(([, nom]) => nom).sort()).toEqual(fichiers.sort());
    for (const [, nom, lien] of lignes) expect(lien).toBe(nom);
  });
});
