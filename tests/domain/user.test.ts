import { expect, it, test } from "vitest";
import { MINUTES_DE_CONFIRMATION } from "#domain/securite.ts";
import { connexion, creation, motDePasse } from "#domain/user.ts";
import { accepte, refus } from "../support/schemas.ts";

test.each([
  ["cinq caractères", "aZ3é!", false],
  ["six caractères", "aZ3é!k", true],
  ["256 caractères", "a".repeat(256), true],
  ["257 caractères", "a".repeat(257), false],
  ["un des plus courants", "azerty", false],
  ["un des plus courants, en capitales", "MotDePasse", false],
  ["un autre qui commence pareil", "azerty7", true],
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

it("un administrateur n'en nomme pas d'autre", () => {
  const compte = (role: string) => refus(creation, { email: "a@exemple.fr", role });
  expect(compte("user")).toEqual({});
  expect(compte("user_delete")).toEqual({});
  expect(Object.keys(compte("admin"))).toEqual(["role"]);
});

it("le mot de passe donné n'est pas redemandé pendant un quart d'heure", () => {
  expect(MINUTES_DE_CONFIRMATION).toBe(15);
});
