import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  motsCherches,
  numeroDeQuittance,
  rechercheNormalisee,
  texteDeRecherche,
} from "#domain/recherche.ts";

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

test.each([
  ["446", "000446"],
  ["n° 446", "000446"],
  ["000446", "000446"],
  ["2026-446", "2026-000446"],
  [" 2026-000446 ", "2026-000446"],
  ["0612", null],
  ["1234567", null],
  ["446 rue", null],
])("le numéro de quittance « %s » est %s", (saisie, numero) => {
  expect(numeroDeQuittance(saisie)).toBe(numero);
});

describe("une fiche se trouve", () => {
  it("par chacune de ses valeurs, celles qui manquent à part", () => {
    const fiche = texteDeRecherche(["Léo", null, undefined, "", 0, "D’Alembert"]);
    expect(fiche).toBe("leo 0 d alembert dalembert");
  });

  it("par un nom dont l'apostrophe n'est pas tapée, et par un téléphone d'outre-mer", () => {
    const fiche = texteDeRecherche(["M’BAYE", "Teriʻi", "+590 690 12 34 56"]);
    for (const saisie of ["mbaye", "m'baye", "teri'i", "0690123456", "+590690123456"])
      expect(
        motsCherches(saisie).every((mot) => fiche.includes(mot)),
        saisie,
      ).toBe(true);
  });

  it("par un téléphone écrit d'une autre façon, mais pas par un code postal ou un prix", () => {
    const fiche = texteDeRecherche(["Léo", "01 23 45 67 89"]);
    for (const saisie of ["0123456789", "01.23.45.67.89", "01 23-45 67-89", "01 23 45"])
      expect(motsCherches(saisie).every((mot) => fiche.includes(mot))).toBe(true);
    for (const saisie of [
      "+33 1 23 45 67 89",
      "0033123456789",
      "+33 (0)1 23 45 67 89",
      "+33 1 23 4",
    ])
      expect(motsCherches(saisie).every((mot) => fiche.includes(mot))).toBe(true);
    for (const ecrit of ["+33 6 12 34 56 78", "06 12 34 56 78", "0033612345678"]) {
      const recue = texteDeRecherche([ecrit]);
      for (const saisie of ["+33 6 12", "0612345678", "06 12 34", "06.12.34.56.78"])
        expect(motsCherches(saisie).every((mot) => recue.includes(mot))).toBe(true);
    }
    // An older version, which did not read « +33 » as « 0 », wrote the search words of this record: it is still
    // found.
    expect("33612345678").toContain(motsCherches("06 12 34 56 78")[0]);
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
