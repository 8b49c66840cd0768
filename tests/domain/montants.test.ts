import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  arrondir,
  enCentimes,
  enEuros,
  formatEuros,
  formatNombre,
  horsTaxe,
  montantTva,
  prorata,
  somme,
} from "#domain/montants.ts";
import { BLANK, enLettres } from "#worker/documents/mentions.ts";
import { centimesEnChiffres } from "./nombres-en-lettres.ts";

const CENTIMES_MAXIMAUX = 99_999_999_999;
const desCentimes = fc.integer({ min: 0, max: CENTIMES_MAXIMAUX });
const unLoyer = fc.integer({ min: 0, max: 10_000_000 }).map(enEuros);
const unTaux = fc.integer({ min: 0, max: 10_000 }).map((centiemes) => centiemes / 100);

describe("les centimes", () => {
  it("font l'aller et retour sans perte", () => {
    fc.assert(
      fc.property(fc.integer({ min: -CENTIMES_MAXIMAUX, max: CENTIMES_MAXIMAUX }), (centimes) => {
        expect(enCentimes(enEuros(centimes))).toBe(centimes);
      }),
    );
  });

  it("arrondissent le demi-centime au-dessus, malgré la virgule flottante", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (centimes) => {
        expect(arrondir(Number(`${centimes}.5e-2`))).toBe((centimes + 1) / 100);
        expect(arrondir(Number(`${centimes}.499e-2`))).toBe(centimes / 100);
      }),
    );
    expect(arrondir(1.005)).toBe(1.01);
    expect(arrondir(-1.005)).toBe(-1.01);
    expect(Object.is(arrondir(-0.001), 0)).toBe(true);
  });

  it("s'additionnent dans n'importe quel ordre", () => {
    fc.assert(
      fc.property(fc.array(unLoyer, { maxLength: 20 }), unLoyer, unLoyer, (reste, un, autre) => {
        expect(somme(somme(...reste, un), autre)).toBe(somme(un, somme(autre, ...reste)));
      }),
    );
    expect(somme(0.1, 0.2)).toBe(0.3);
    expect(somme()).toBe(0);
  });
});

describe("la TVA", () => {
  it("ajoutée au hors taxe redonne le TTC au centime, pour tout taux", () => {
    fc.assert(
      fc.property(desCentimes.map(enEuros), unTaux, (ttc, taux) => {
        const ht = horsTaxe(ttc, taux);
        expect(somme(ht, montantTva(ttc, taux))).toBe(ttc);
        expect(Math.abs(ht - ttc / (1 + taux / 100))).toBeLessThan(0.00501);
      }),
    );
  });

  it("de 1000 € TTC à 20 % est de 166,67 € pour 833,33 € hors taxe", () => {
    expect(horsTaxe(1000, 20)).toBe(833.33);
    expect(montantTva(1000, 20)).toBe(166.67);
    expect(horsTaxe(0.03, 20)).toBe(0.03);
    expect(horsTaxe(850, 0)).toBe(850);
  });
});

describe("le prorata", () => {
  const unMois = fc.integer({ min: 28, max: 31 });

  it("rend le mois plein exact, croît avec les jours et ne dépasse jamais le mois", () => {
    fc.assert(
      fc.property(unLoyer, unMois, (mensuel, jours) => {
        const parts = Array.from({ length: jours + 1 }, (_, nombre) =>
          prorata(mensuel, nombre, jours),
        );
        expect(parts[0]).toBe(0);
        expect(parts[jours]).toBe(mensuel);
        expect(parts).toEqual(parts.toSorted((un, autre) => un - autre));
      }),
    );
  });

  it("s'écarte de la part exacte d'un demi-centime au plus", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10_000_000n), unMois, fc.nat(31), (centimes, jours, rang) => {
        const occupes = Math.min(rang, jours);
        const attendu = (2n * centimes * BigInt(occupes) + BigInt(jours)) / (2n * BigInt(jours));
        expect(enCentimes(prorata(Number(centimes) / 100, occupes, jours))).toBe(Number(attendu));
      }),
    );
  });
});

describe("les nombres affichés", () => {
  test.each([
    [1234.56, "1\u00A0234,56\u00A0€"],
    [0, "0,00\u00A0€"],
    [-12, "\u221212,00\u00A0€"],
    [-0.001, "0,00\u00A0€"],
    [1.005, "1,01\u00A0€"],
    [999.5, "999,50\u00A0€"],
    [1_234_567.8, "1\u00A0234\u00A0567,80\u00A0€"],
  ])("%d s'écrit « %s »", (montant, texte) => expect(formatEuros(montant)).toBe(texte));

  it("prennent le nombre de décimales demandé", () => {
    expect(formatNombre(45.6, 2)).toBe("45,60");
    expect(formatNombre(12_345, 0)).toBe("12\u00A0345");
    expect(formatNombre(0.05, 1)).toBe("0,1");
    expect(formatNombre(135.84, 2)).toBe("135,84");
  });
});

describe("les montants en lettres", () => {
  test.each([
    [0, "zéro euro"],
    [1, "un euro"],
    [2, "deux euros"],
    [1.5, "un euro et cinquante centimes"],
    [0.02, "deux centimes"],
    [
      999_999_999.99,
      "neuf cent quatre-vingt-dix-neuf millions neuf cent quatre-vingt-dix-neuf mille neuf cent quatre-vingt-dix-neuf euros et quatre-vingt-dix-neuf centimes",
    ],
    [17, "dix-sept euros"],
    [21, "vingt et un euros"],
    [71, "soixante et onze euros"],
    [72, "soixante-douze euros"],
    [80, "quatre-vingts euros"],
    [81, "quatre-vingt-un euros"],
    [91, "quatre-vingt-onze euros"],
    [99, "quatre-vingt-dix-neuf euros"],
    [100, "cent euros"],
    [180, "cent quatre-vingts euros"],
    [200, "deux cents euros"],
    [201, "deux cent un euros"],
    [850, "huit cent cinquante euros"],
    [1000, "mille euros"],
    [1234.56, "mille deux cent trente-quatre euros et cinquante-six centimes"],
    [1001.01, "mille un euros et un centime"],
    [80_000, "quatre-vingt mille euros"],
    [200_000, "deux cent mille euros"],
    [1_000_000, "un million d'euros"],
    [1_200_000, "un million deux cent mille euros"],
    [80_000_000, "quatre-vingts millions d'euros"],
    [200_000_080, "deux cents millions quatre-vingts euros"],
    [2_000_000.5, "deux millions d'euros et cinquante centimes"],
    [0.5, "cinquante centimes"],
    [0.01, "un centime"],
  ])("%d s'écrit « %s »", (montant, lettres) => expect(enLettres(montant)).toBe(lettres));

  it("se relisent tous, du centime au milliard", () => {
    fc.assert(
      fc.property(desCentimes, (centimes) => {
        expect(centimesEnChiffres(enLettres(enEuros(centimes)))).toBe(centimes);
      }),
    );
    for (let euros = 0; euros <= 2000; euros++)
      expect(centimesEnChiffres(enLettres(euros))).toBe(euros * 100);
  });

  it("laissent en blanc ce qui ne s'écrit pas", () => {
    for (const montant of [
      -0.01,
      999_999_999.996,
      1_000_000_000,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ])
      expect(enLettres(montant)).toBe(BLANK);
  });
});
