import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { agenceDe, type CleAgence, manquesAgence, REGLAGES, refusReglage } from "#domain/agence.ts";
import type { Reglage } from "#domain/reglage.ts";

const reglages = Object.entries<Reglage>(REGLAGES) as [CleAgence, Reglage][];
const cle = fc.constantFrom(...reglages.map(([nom]) => nom));
const lire = (nom: CleAgence, valeur: string | null) => agenceDe([{ nom, valeur }]);

/** What people may write, and what they should not. */
const texte = fc.oneof(
  fc.constantFrom("", " ", "true", "false", "oui", "vingt", "135,84", "20", "-1", "1e999", "NaN"),
  fc.double({ noNaN: true }).map(String),
  fc.integer({ min: 0, max: 200 }).map(String),
  fc.string(),
);

describe("un réglage", () => {
  test.each([
    ["irlValeur", "135,84", 135.84],
    ["irlValeur", " 135.84 ", 135.84],
    ["tva", "5,5", 5.5],
    ["cautionNbMois", "24", 24],
    ["plafondEdl", null, null],
    ["encadrementActif", "false", false],
    ["finEncadrement", "2027-11-23", "2027-11-23"],
    ["finEncadrement", "", null],
    ["zoneDefaut", "tendue", "tendue"],
    ["agenceNom", "20", "20"],
    ["clauseRgpd", null, ""],
  ] as const)("%s, écrit « %s », vaut %s", (nom, ecrit, vaut) => {
    expect(lire(nom, ecrit)).toMatchObject({ [nom]: vaut, illisibles: [] });
  });

  it("vaut son défaut tant qu’il n’est pas donné, ou s’il est vidé alors qu’il est requis", () => {
    const agence = agenceDe([]);
    for (const [nom, { defaut }] of reglages) expect(agence[nom]).toEqual(defaut);
    expect(lire("tva", null)).toEqual(agence);
    expect(lire("agenceNom", "")).toEqual(agence);
  });

  it("a un défaut qu’il peut valoir", () => {
    for (const [nom, { defaut }] of reglages.filter(([nom]) => nom !== "agenceNom")) {
      expect([nom, refusReglage(nom, String(defaut))]).toEqual([nom, null]);
    }
  });

  it("se relit tel qu’il fut accepté, et ce qui fut rangé de refusé se lit quand même", () => {
    fc.assert(
      fc.property(cle, texte, (nom, ecrit) => {
        const { illisibles, ...agence } = lire(nom, ecrit);
        const { defaut, saisie } = REGLAGES[nom] as Reglage;
        expect(typeof (agence[nom] ?? defaut)).toBe(typeof defaut);
        const accepte = refusReglage(nom, ecrit) === null;
        if (accepte) expect(illisibles).toEqual([]);
        if (!accepte && illisibles.length > 0) expect(agence[nom]).toEqual(defaut);
        if (accepte && (saisie === "nombre" || saisie === "entier") && agence[nom] !== null) {
          expect(lire(nom, String(agence[nom]))[nom]).toBe(agence[nom]);
        }
      }),
    );
  });

  it("illisible est dit par les documents", () => {
    expect(manquesAgence(lire("tva", "vingt"))).toContain(
      "Le réglage «\u00A0TVA, Taux de TVA\u00A0» ne peut pas valoir «\u00A0vingt\u00A0»\u00A0: sa valeur par défaut est employée.",
    );
  });

  test.each(["constructor", "__proto__", "toString", "remarque", "logo"])(
    "d’un nom que le produit ignore (« %s ») vaut ce qu’on veut",
    (nom) => {
      expect(refusReglage(nom, "n’importe quoi")).toBeNull();
    },
  );
});
