import { expect, it, test } from "vitest";
import { adresseComplete, adresseConnue, nomAppartement } from "#domain/biens/adresse.ts";

test.each([
  [null, "3 place Bellecour"],
  ["", "3 place Bellecour"],
  ["0", "3 place Bellecour, RdC"],
  ["1", "3 place Bellecour, 1er"],
  ["2", "3 place Bellecour, 2e"],
  ["11", "3 place Bellecour, 11e"],
  ["-1", "3 place Bellecour, -1"],
  ["entresol", "3 place Bellecour, entresol"],
])("à l'étage « %s », un appartement se nomme « %s »", (etage, nom) => {
  expect(nomAppartement({ adresse: "3 place Bellecour", etage })).toBe(nom);
});

it("une adresse est complète avec la voie et la ville ou son code, connue dès qu'on en dit un mot", () => {
  const parties = [null, " ", "x"];
  for (const adresse of parties)
    for (const codePostal of parties)
      for (const ville of parties) {
        const [voie, code, commune] = [adresse, codePostal, ville].map((dit) => dit === "x");
        const lue = { adresse, codePostal, ville };
        expect([lue, adresseConnue(lue)]).toEqual([lue, [voie, code, commune].includes(true)]);
        expect([lue, adresseComplete(lue)]).toEqual([lue, voie && [code, commune].includes(true)]);
      }
});
