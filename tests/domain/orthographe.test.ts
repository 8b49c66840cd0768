import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apostrophesCourbes, deNom, insecables } from "#domain/orthographe.ts";

describe("Les espaces de la ponctuation française", () => {
  test("ne coupent jamais une ligne, et rien d’autre ne change", () => {
    expect(insecables("Reste dû : 12 € ; « payé » ? Oui !")).toBe(
      "Reste dû\u00A0: 12 €\u00A0; «\u00A0payé\u00A0»\u00A0? Oui\u00A0!",
    );
    for (const tel of ["https://a.example/?b=c d", "a ? b", "10:30", "ratio 16 :9", " :root"]) {
      const attendu = tel.replace("a ? b", "a\u00A0? b");
      expect(insecables(tel)).toBe(attendu);
    }
  });

  test("se lisent comme avant, quoi que l’on écrive, et une seconde fois ne fait plus rien", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (texte) => {
        const rendu = insecables(texte);
        expect(rendu.replaceAll("\u00A0", " ")).toBe(texte.replaceAll("\u00A0", " "));
        expect(insecables(rendu)).toBe(rendu);
      }),
    );
  });
});

test.each([
  ["Ilyès OUARDI", "d’Ilyès OUARDI"],
  ["Éric", "d’Éric"],
  ["Hélène", "d’Hélène"],
  ["HERVÉ", "d’HERVÉ"],
  ["Hôtel d’Ornano", "d’Hôtel d’Ornano"],
  ["Yves", "d’Yves"],
  ["œuvres sociales", "d’œuvres sociales"],
  ["Yasmine", "de Yasmine"],
  ["Hassan", "de Hassan"],
  ["Hugo", "de Hugo"],
  ["Hauts-de-Seine Habitat", "de Hauts-de-Seine Habitat"],
  ["Madame Hélène PETIT", "de Madame Hélène PETIT"],
  ["……………", "de ……………"],
])("« de » devant « %s »", (nom, dit) => expect(deNom(nom)).toBe(dit));

test("l’apostrophe est celle de l’imprimeur, sauf dans une adresse électronique", () => {
  expect(apostrophesCourbes("L'avis d'échéance, à o'neil@exemple.fr, s'il vous plaît")).toBe(
    "L’avis d’échéance, à o'neil@exemple.fr, s’il vous plaît",
  );
});
