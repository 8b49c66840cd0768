import { expect, it, test } from "vitest";
import * as z from "zod/mini";
import { EN_LETTRES_LATINES, estImprimable } from "#domain/caracteres.ts";
import { creation as caution } from "#domain/caution.ts";
import { undrawable } from "#worker/documents/typeface.ts";

it("la saisie admet ce que la police des documents dessine, et rien d'autre", () => {
  const differents: string[] = [];
  for (let point = 0x20; point < 0x20000; point++) {
    const caractere = String.fromCodePoint(point);
    const lettre = /[\p{L}\p{N}]/u.test(caractere) && caractere.isWellFormed();
    if (lettre && estImprimable(caractere) !== (undrawable(caractere).length === 0))
      differents.push(caractere);
  }
  expect(differents).toEqual([]);
});

test.each([
  ["Nguyễn Thị Ḥāfiẓ", true],
  ["Παπαδόπουλος", true],
  ["Щербаков", true],
  ["d’Alembert-Œuvrard", true],
  ["王", false],
  ["محمد", false],
  ["Léo 😀", false],
])("« %s » s'imprime : %s", (nom, imprimable) => {
  expect(estImprimable(nom)).toBe(imprimable);
  const saisie = z.safeParse(caution, { nom, prenom: "X", mail: "a@b.fr", mobile: "0612345678" });
  expect(saisie.success).toBe(imprimable);
  if (!imprimable) expect(saisie.error?.issues[0]?.message).toBe(EN_LETTRES_LATINES);
});
