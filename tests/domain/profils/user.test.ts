import { describe, expect, it, test } from "vitest";
import { HEURES_PROVISOIRE, motDePasse, refusMotDePasse } from "#domain/profils/mot-de-passe.ts";
import { MINUTES_DE_CONFIRMATION } from "#domain/profils/securite.ts";
import { connexion, creation } from "#domain/profils/user.ts";
import { accepte, refus } from "../../support/fiches/schemas.ts";

test.each([
  ["cinq caractères", "aZ3é!", false],
  ["six caractères", "aZ3é!k", true],
  ["256 caractères", "a".repeat(256), true],
  ["257 caractères", "a".repeat(257), false],
  ["un caractère nul", "aZ3é!k\0", false],
  ["un demi-caractère", "aZ3é!k\ud800", false],
])("un mot de passe choisi : %s", (_nom, valeur, choisi) => {
  expect(accepte(motDePasse, valeur)).toBe(choisi);
});

it("un mot de passe d'avant la règle permet encore d'entrer", () => {
  const entrer = (password: string) =>
    accepte(connexion, { credentials: { email: "a@exemple.fr", password } });
  expect(entrer("azerty")).toBe(true);
  expect(entrer("a".repeat(256))).toBe(true);
  expect(entrer("a".repeat(257))).toBe(false);
  const long = `${"a".repeat(243)}@exemple.fr`;
  const adresse = (email: string) => accepte(connexion, { credentials: { email, password: "x" } });
  expect([adresse(long), adresse(`a${long}`)]).toEqual([true, false]);
});

it("un administrateur en nomme un autre", () => {
  for (const role of ["user", "user_delete", "admin"]) {
    expect(refus(creation, { email: "a@exemple.fr", role })).toEqual({});
  }
  expect(Object.keys(refus(creation, { email: "a@exemple.fr", role: "root" }))).toEqual(["role"]);
});

it("le mot de passe donné n'est pas redemandé pendant un quart d'heure", () => {
  expect(MINUTES_DE_CONFIRMATION).toBe(15);
});

it("un mot de passe provisoire attend trois jours", () => {
  expect(HEURES_PROVISOIRE / 24).toBe(3);
});

describe("un mot de passe que l’on devine", () => {
  const lea = {
    longueur: 6,
    email: "lea.martin@jardin-immo.fr",
    agence: "Cabinet Duvallon & Fils",
    ville: "Lyon",
  };
  test.each([
    ["le mot du métier", "agence"],
    ["le mot du métier, habillé", "Agence2026!"],
    ["le métier, accentué", "Immobilière"],
    ["sa propre adresse", "lea.martin@jardin-immo.fr"],
    ["le début de son adresse", "Lea.Martin75"],
    ["le domaine de son adresse", "jardin-immo"],
    ["le nom de l’agence", "cabinet-duvallon-fils"],
    ["un mot du nom de l’agence", "DUVALLON!!"],
    ["deux mots du métier", "agence-immo"],
    ["le métier et l’année", "Loyers2026"],
    ["le métier, coupé de chiffres", "immo75location"],
    ["la ville", "lyon69000"],
    ["l’agence et la ville", "DuvallonLyon"],
  ])("est refusé : %s", (_nom, essai) => {
    expect(refusMotDePasse(essai, lea)).toMatch("se devine");
  });

  test.each([
    "agence-du-lac-bleu",
    "essai-1234",
    "demonstration",
    "martine75",
    "cheval agrafe pile",
    "482913",
    "éàüéàü",
  ])("n’est pas celui-ci : %s", (essai) => {
    expect(refusMotDePasse(essai, lea)).toBeNull();
  });

  it("compte ses caractères comme on les lit, et dit combien il en faut", () => {
    const douze = { ...lea, longueur: 12 };
    expect(refusMotDePasse("onze lettre", douze)).toBe(
      "Votre mot de passe doit contenir au moins 12 charactères.",
    );
    expect(refusMotDePasse("🐎🐎🐎🐎🐎🐎", douze)).not.toBeNull();
    expect(refusMotDePasse("douze lettre", douze)).toBeNull();
    expect(refusMotDePasse("bleus", { ...lea, agence: "" })).toBe(
      "Votre mot de passe doit contenir au moins 6 charactères.",
    );
  });
});
