import { expect, test } from "vitest";
import { nomComplet } from "#domain/personne.ts";

test("une personne se nomme par son titre court, une société par sa seule dénomination", () => {
  const madame = { titre: "Mademoiselle", prenom: "Jeanne", nom: "de La Tour" };
  expect(nomComplet(madame)).toBe("Mme Jeanne de La Tour");
  expect(nomComplet({ ...madame, qualite: "personne_physique" })).toBe("Mme Jeanne de La Tour");
  for (const qualite of ["sci_familiale", "personne_morale"] as const)
    expect(nomComplet({ titre: "Madame", prenom: "SCI", nom: "Les Tilleuls", qualite })).toBe(
      "SCI Les Tilleuls",
    );
});
