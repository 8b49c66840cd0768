import { expect, it, test } from "vitest";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";

test.each([
  ["de La Tour d’Auvergne", "de-la-tour-d-auvergne"],
  ["Łukasz Œuvrard-Strauß", "lukasz-oeuvrard-strauss"],
  ["Παπαδόπουλος", "papadopoulos"],
  ["Щербаков", "shcherbakov"],
  ["王", ""],
])("« %s » s'écrit « %s » dans un nom de fichier", (texte, mots) => {
  expect(motsDeFichier(texte, "-")).toBe(mots);
});

it("un nom de fichier garde les mots que soixante caractères tiennent, et le premier toujours", () => {
  const mot = "a".repeat(29);
  expect(motsDeFichier(`${mot} ${"b".repeat(30)}`, "_")).toHaveLength(60);
  expect(motsDeFichier(`${mot} ${"b".repeat(31)} c`, "_")).toBe(`${mot}_c`);
  expect(motsDeFichier("a".repeat(80), "_")).toHaveLength(80);
});
