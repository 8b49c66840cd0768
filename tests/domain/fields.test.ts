import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import {
  champsDe,
  courriel,
  dayOfMonth,
  decimal,
  entier,
  euros,
  facultatif,
  identifiant,
  isoDate,
  numero,
  ouDefaut,
  paragraphe,
  REQUIS,
  requis,
  sansVides,
  solde,
  taux,
  telephone,
  texte,
} from "#domain/fields.ts";
import { isRequired } from "#web/lib/rules/rules.ts";
import { fieldsOf } from "#web/lib/rules/schema.ts";
import { accepte, refus } from "../support/fiches/schemas.ts";

describe("un nombre", () => {
  test.each<[string, z.core.$ZodType, number[], number[]]>([
    ["montant", euros(), [0, 0.01, 1.1, 99_999_999.99], [-0.01, 0.001, 1.005, 100_000_000]],
    ["nombre", decimal(), [0, 0.0001, 1_000_000], [-0.0001, 0.00001, 1_000_000.0001]],
    ["nombre de trois au plus", decimal(3), [3, 2.9999], [3.0001]],
    ["taux", taux(), [0, 5.5, 2.75, 100], [-0.01, 100.01, 2.755]],
    ["entier", entier(), [0, 1, 1_000_000], [-1, 0.5, 1_000_001]],
    ["entier de deux à trois", entier(2, 3), [2, 3], [1, 4]],
    ["jour du mois", dayOfMonth(), [1, 31], [0, 32, 1.5]],
    ["identifiant", identifiant(), [1, Number.MAX_SAFE_INTEGER], [0, -1, 1.5]],
  ])("un %s", (_nom, schema, acceptes, refuses) => {
    expect(acceptes.filter((nombre) => !accepte(schema, nombre))).toEqual([]);
    expect(refuses.filter((nombre) => accepte(schema, nombre))).toEqual([]);
    for (const autre of [Number.NaN, Number.POSITIVE_INFINITY, "1", true])
      expect(accepte(schema, autre)).toBe(false);
  });

  it("de centimes est un montant, de quatre décimales un nombre, quel qu'il soit", () => {
    fc.assert(
      fc.property(fc.nat(9_999_999_999), (entiers) => {
        expect(accepte(euros(), entiers / 100)).toBe(true);
        expect(accepte(euros(), (entiers + 0.5) / 100)).toBe(false);
        expect(accepte(decimal(1_000_000), entiers / 10_000)).toBe(true);
      }),
    );
  });

  it("dit son pas à qui lit la description de l'API", () => {
    const pas = (schema: z.core.$ZodType) => z.toJSONSchema(schema).multipleOf;
    expect([euros(), solde(), taux(), decimal()].map(pas)).toEqual([0.01, 0.01, 0.01, 0.0001]);
  });

  it("entier n'est jamais moins zéro", () => {
    expect(Object.is(z.parse(entier(), -0), 0)).toBe(true);
    expect(z.parse(entier(), 7)).toBe(7);
  });

  it("peut s'écrire comme un numéro, qui reste un texte", () => {
    expect(z.parse(numero(), 12)).toBe("12");
    expect(z.parse(numero(), "B12")).toBe("B12");
    expect([accepte(numero(), "1".repeat(50)), accepte(numero(), "1".repeat(51))]).toEqual([
      true,
      false,
    ]);
    expect(accepte(numero(), null)).toBe(false);
  });
});

describe("un texte", () => {
  it("est débarrassé des blancs qui l'entourent, qui ne comptent pas", () => {
    expect(z.parse(texte(3), "  abc  ")).toBe("abc");
    expect(refus(texte(3), "abcd")).toEqual({ "": "3 caractères au plus." });
    expect(accepte(texte(), "a".repeat(255))).toBe(true);
    expect(accepte(texte(), "a".repeat(256))).toBe(false);
  });

  test.each<[string, string, boolean, boolean, boolean]>([
    ["une lettre", "é", true, true, true],
    ["un chiffre", "7", true, true, true],
    ["un signe", "€", true, true, true],
    ["une ponctuation", "–", true, true, true],
    ["deux lignes", "a\nb", true, false, true],
    ["deux lignes de Windows", "a\r\nb", true, false, true],
    ["une tabulation", "a\tb", true, false, true],
    ["rien", "", true, false, false],
    ["un blanc", " ", true, false, false],
    ["un blanc invisible", "\u200b", true, false, false],
    ["un caractère nul", "a\0", false, false, false],
    ["une sonnerie", "a\u0007", false, false, false],
    ["un demi-caractère", "a\ud800", false, false, false],
    ["un retour de la lecture", "a\u202e", false, false, false],
    ["deux lignes d'Unicode", "a\u2028b", true, false, true],
  ])("qui contient %s est permis, requis ou un paragraphe", (_nom, valeur, ...permis) => {
    const schemas = [texte(), requis(), paragraphe(255)];
    expect(schemas.map((schema) => accepte(schema, valeur))).toEqual(permis);
  });

  it("requis se dit requis s'il manque, et dit sa longueur s'il est trop long", () => {
    for (const vide of ["", " ", null, undefined])
      expect(refus(requis(), vide)).toEqual({ "": REQUIS });
    expect(refus(requis(), 12)).toEqual({ "": "Un texte est attendu." });
    expect(refus(requis(2), "abc")).toEqual({ "": "2 caractères au plus." });
    expect(accepte(requis(), "a".repeat(255))).toBe(true);
    expect(accepte(requis(), "a".repeat(256))).toBe(false);
  });

  it("est une adresse e-mail de 254 caractères au plus, ou un téléphone de 6 à 30", () => {
    const mail = (longueur: number) => `${"a".repeat(longueur - 11)}@exemple.fr`;
    expect([mail(20), mail(254), mail(255)].map((un) => accepte(courriel(), un))).toEqual([
      true,
      true,
      false,
    ]);
    for (const faux of ["a", "a@b", "@exemple.fr", "a b@exemple.fr"])
      expect(accepte(courriel(), faux)).toBe(false);
    const numeros = ["123456", "+33 (0)1-23.45.67.89", "1".repeat(30)];
    expect(numeros.filter((numero) => !accepte(telephone(), numero))).toEqual([]);
    for (const faux of ["12345", "1".repeat(31), "01 23 45 67 89 poste 2", "01+23456"])
      expect(accepte(telephone(), faux)).toBe(false);
  });
});

describe("une date", () => {
  it("est un jour du calendrier de 1900 à 2199, et rien d'autre", () => {
    const bornes = fc.integer({ min: Date.UTC(1890, 0), max: Date.UTC(2210, 0) });
    fc.assert(
      fc.property(bornes, (instant) => {
        const jour = new Date(instant).toISOString().slice(0, 10);
        const annee = Number(jour.slice(0, 4));
        expect(accepte(isoDate(), jour)).toBe(annee >= 1900 && annee <= 2199);
      }),
    );
    for (const jour of ["1900-01-01", "2199-12-31", "2028-02-29"])
      expect(accepte(isoDate(), jour)).toBe(true);
    for (const faux of [
      "2026-02-29",
      "2026-04-31",
      "2026-13-01",
      "2026-00-10",
      "2026-01-00",
      "1899-12-31",
      "2200-01-01",
      "2026-1-1",
      "2026-01-01T00:00:00Z",
      "",
    ])
      expect(accepte(isoDate(), faux)).toBe(false);
  });
});

describe("une fiche", () => {
  it("n'a plus de textes vides, à toute profondeur utile", () => {
    expect(
      sansVides({ a: " ", b: ["", "x", { c: "\n" }], d: 0, e: false, f: null, g: undefined }),
    ).toEqual({ a: null, b: [null, "x", { c: null }], d: 0, e: false, f: null, g: undefined });
    const enListe = (dedans: unknown) => [dedans];
    const enObjet = (dedans: unknown) => ({ dedans });
    for (const emballer of [enListe, enObjet]) {
      const profonde = (niveaux: number, fond: string | null) =>
        Array.from({ length: niveaux }).reduce(emballer, fond);
      expect(sansVides(profonde(13, ""))).toEqual(profonde(13, null));
      expect(sansVides(profonde(14, ""))).toEqual(profonde(14, ""));
    }
  });

  it("dit de chaque champ s'il est requis, et ne garde que ceux qu'elle connaît", () => {
    const schema = z.strictObject({ nom: requis(), ville: facultatif(texte()), age: entier() });
    const connus = fieldsOf(schema);
    expect(["nom", "ville", "age", "inconnu"].map((champ) => isRequired(connus, champ))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(champsDe(schema, { nom: "x", id: 12, ville: null })).toEqual({ nom: "x", ville: null });
  });

  it("dit de chaque champ ce qu'il tient au départ, et ce qu'il devient une fois vidé", () => {
    const groupe = z.strictObject({ surface: decimal() });
    const schema = z.strictObject({
      nom: requis(),
      ville: facultatif(texte()),
      tva: z._default(ouDefaut(taux(), 20), 20),
      jour: z._default(dayOfMonth(), 5),
      encadrement: facultatif(groupe),
    });
    expect(fieldsOf(schema)).toEqual({
      nom: { emptied: "refused" },
      ville: { emptied: "kept" },
      tva: { emptied: "replaced", start: 20 },
      jour: { emptied: "refused", start: 5 },
      encadrement: { emptied: "kept", fields: { surface: { emptied: "refused" } } },
    });
  });
});
