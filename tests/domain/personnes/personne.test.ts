import { expect, test } from "vitest";
import { nomComplet, nomLegal, titreCourt } from "#domain/personnes/personne.ts";

test("une personne se nomme par son titre court, une société par sa seule dénomination", () => {
  const madame = { titre: "Mademoiselle", prenom: "Jeanne", nom: "de La Tour" };
  expect(nomComplet(madame)).toBe("Mme Jeanne de La Tour");
  expect(nomLegal(madame)).toBe("Madame Jeanne DE LA TOUR");
  expect(nomComplet({ ...madame, qualite: "personne_physique" })).toBe("Mme Jeanne de La Tour");
  for (const qualite of ["sci_familiale", "personne_morale"] as const) {
    const societe = { titre: "Madame", prenom: "Jeanne", nom: "SCI Les Tilleuls", qualite };
    expect(nomComplet(societe)).toBe("SCI Les Tilleuls");
    expect(nomLegal(societe)).toBe("SCI LES TILLEULS");
  }
});

test.each([
  ["Monsieur", "M."],
  ["Madame", "Mme"],
  ["Mademoiselle", "Mme"],
  [null, ""],
])("%s s'abrège « %s »", (titre, court) => {
  expect(titreCourt(titre)).toBe(court);
  const nom = nomLegal({ titre, prenom: null, nom: "Petit" });
  expect(nom).toBe(titre ? `${titre === "Monsieur" ? titre : "Madame"} PETIT` : "PETIT");
});
