import { describe, expect, it, test } from "vitest";
import { creation, evolution, nomsDesPieces } from "#domain/biens/etat-lieux.ts";
import { compteurRecule, indexLu } from "#domain/biens/index-des-compteurs.ts";
import { refus } from "../../support/fiches/schemas.ts";

const UN_ETAT_DES_LIEUX = {
  lieu: "Paris",
  date: "2026-03-15",
  clef: "deux clés",
  eauFroide: "12 m³",
  eauChaude: "8 m³",
  chauffage: "collectif",
  antenne: "collective",
  amenagement: "aucun",
};

describe("un état des lieux", () => {
  it("commence avec les cinq pièces usuelles, sans double vitrage", () => {
    const { pieces, doubleVitrage } = creation.parse(UN_ETAT_DES_LIEUX);
    expect(pieces.map(({ nom }) => nom)).toEqual([
      "Entrée",
      "Séjour",
      "Cuisine",
      "Salle d'eau",
      "W.C",
    ]);
    expect(doubleVitrage).toBe(false);
  });

  it("a soixante pièces au plus, peut-être aucune", () => {
    const pieces = (nombre: number) => Array.from({ length: nombre }, () => ({ nom: "Chambre" }));
    const de = (nombre: number) =>
      refus(creation, { ...UN_ETAT_DES_LIEUX, pieces: pieces(nombre) });
    expect([de(0), de(60)]).toEqual([{}, {}]);
    expect(de(61)).toEqual({ pieces: "60 pièces au plus." });
  });

  test.each([
    [undefined, []],
    [null, []],
    [0, []],
    [1, []],
    [2, ["Chambre"]],
    [3, ["Chambre 1", "Chambre 2"]],
  ])("à remplir à la main nomme les chambres d'un logement de %s pièces", (nombre, chambres) => {
    expect(nomsDesPieces(nombre)).toEqual([
      "Entrée",
      "Séjour",
      ...chambres,
      "Cuisine",
      "Salle d'eau",
      "W.C",
    ]);
  });

  it("à remplir à la main nomme vingt chambres au plus", () => {
    const chambres = (nombre: number) => nomsDesPieces(nombre).slice(2, -3);
    expect(chambres(21)).toHaveLength(20);
    expect(chambres(22)).toEqual(chambres(21));
    expect(chambres(21).at(-1)).toBe("Chambre 20");
  });

  test.each([
    ["Bon état", " bon ÉTAT ", "identique"],
    ["Bon état", "Rayé", "à préciser"],
    ["Bon état", null, "à préciser"],
    ["Bon état", undefined, "à préciser"],
    [" ", "Bon état", "non relevé à l'entrée"],
    [null, null, "non relevé à l'entrée"],
    [undefined, "", "non relevé à l'entrée"],
  ])("de « %s » à l'entrée à « %s » à la sortie : %s", (avant, apres, attendue) => {
    expect(evolution(avant, apres)).toBe(attendue);
  });
});

describe("Un compteur", () => {
  test.each([
    ["214 m³", 214],
    ["compteur n° 4471, 1 214,5 m3", 1214.5],
    [" 87 ", 87],
    ["collectif", null],
    ["2 radiateurs sur 3", null],
    [null, null],
  ])("qui dit « %s » indique %s", (texte, index) => {
    expect(indexLu(texte)).toBe(index);
  });

  test("ne recule que s’il se lit des deux côtés, et plus bas à la sortie", () => {
    expect(compteurRecule("214 m³", "98 m³")).toBe(true);
    expect(compteurRecule("214 m³", "214 m³")).toBe(false);
    expect(compteurRecule("214 m³", "999 m³")).toBe(false);
    expect(compteurRecule("collectif", "12 m³")).toBe(false);
    expect(compteurRecule("214 m³", "non relevé")).toBe(false);
  });
});
