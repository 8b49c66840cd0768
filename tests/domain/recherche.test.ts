import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { motsCherches, rechercheNormalisee, texteDeRecherche } from "#domain/recherche.ts";

test.each([
  ["Léo D’Alembert", "leo d alembert"],
  ["  JEAN-PIERRE   l'Hôte ", "jean pierre l hote"],
  ["Œuvré Æther Straße", "oeuvre aether strasse"],
  ["Łukasz Đorđe Øystein Þór Guðrún Işıl İnci", "lukasz dorde oystein thor gudrun isil inci"],
  ["Nguyễn\u00A0Thị", "nguyen thi"],
  ["e\u0301te\u0301", "ete"],
  ["01 23 45 67 89", "01 23 45 67 89"],
  ["", ""],
])("chercher « %s » compare « %s »", (texte, compare) => {
  expect(rechercheNormalisee(texte)).toBe(compare);
  expect(rechercheNormalisee(compare)).toBe(compare);
});

describe("une fiche se trouve", () => {
  it("par chacune de ses valeurs, celles qui manquent à part", () => {
    const fiche = texteDeRecherche(["Léo", null, undefined, "", 0, "D’Alembert"]);
    expect(fiche).toBe("leo 0 d alembert");
  });

  it("par un téléphone écrit d'une autre façon, mais pas par un code postal ou un prix", () => {
    const fiche = texteDeRecherche(["Léo", "01 23 45 67 89"]);
    for (const saisie of ["0123456789", "01.23.45.67.89", "01 23-45 67-89", "01 23 45"])
      expect(motsCherches(saisie).every((mot) => fiche.includes(mot))).toBe(true);
    expect(motsCherches("+33 1 23 45 67 89")).toEqual(["33123456789"]);
    expect(motsCherches("06 12 3")).toEqual(["06123"]);
    expect(motsCherches("06 12")).toEqual(["06", "12"]);
    expect(motsCherches("75005 Paris")).toEqual(["75005", "paris"]);
  });

  it("par tout ce qu'on y a écrit", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (valeurs) => {
        const fiche = texteDeRecherche(valeurs);
        for (const valeur of valeurs)
          for (const mot of motsCherches(valeur)) expect(fiche).toContain(mot);
      }),
    );
    expect(motsCherches("  ")).toEqual([]);
  });
});
