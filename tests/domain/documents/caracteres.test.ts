import { expect, it, test } from "vitest";
import * as z from "zod/mini";
import { modification as appartement } from "#domain/biens/appartement-fiche.ts";
import {
  CARACTERES_IMPRIMABLES,
  EN_LETTRES_LATINES,
  estImprimable,
  TEXTE_EN_LETTRES_LATINES,
} from "#domain/caracteres.ts";
import { creation as caution } from "#domain/personnes/caution.ts";
import { modification as client } from "#domain/personnes/client-fiche.ts";
import { modification as locataire } from "#domain/personnes/locataire-fiche.ts";
import { ARIMO_REGULAR_EUROPEAN } from "#worker/documents/fonts/arimo-regular-european.generated.ts";
import { undrawable } from "#worker/documents/page/typeface.ts";

/** Boxes to tick: the product draws them, nobody types them. */
const CASES = "☐☑";

it("la saisie admet ce que la police des documents dessine, et rien d'autre", () => {
  const differents: string[] = [];
  for (let point = 0x20; point < 0x20000; point++) {
    const caractere = String.fromCodePoint(point);
    const lisible = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(caractere) && !CASES.includes(caractere);
    if (lisible && estImprimable(caractere) !== (undrawable(caractere).length === 0))
      differents.push(caractere);
  }
  expect(differents).toEqual([]);
});

it("la police est taillée à la liste des caractères : de leurs premiers à leurs derniers, et rien d'autre", () => {
  const points = [...ARIMO_REGULAR_EUROPEAN.characters].map((un) => un.codePointAt(0) ?? 0);
  expect(CARACTERES_IMPRIMABLES.flat().filter((borne) => !points.includes(borne))).toEqual([]);
  const hors = points.filter(
    (point) => !CARACTERES_IMPRIMABLES.some(([un, autre]) => un <= point && point <= autre),
  );
  expect(String.fromCodePoint(...hors)).toBe(CASES);
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

test.each([
  ["12 rue de l’Œuvre ☎", true],
  ["Οδός Ερμού 5", true],
  ["北京市朝阳区", false],
  ["ถนนสุขุมวิท", false],
])("l'adresse « %s » s'imprime : %s, et le refus ne parle pas d'un nom", (adresse, imprimable) => {
  for (const fiche of [appartement, client, locataire]) {
    const saisie = z.safeParse(fiche, { adresse, ville: adresse });
    expect(saisie.error?.issues.map(({ message, path }) => [path.join(), message]) ?? []).toEqual(
      imprimable
        ? []
        : [
            ["adresse", TEXTE_EN_LETTRES_LATINES],
            ["ville", TEXTE_EN_LETTRES_LATINES],
          ],
    );
  }
});
