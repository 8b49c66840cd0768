import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import {
  ALPHABET_SECOURS,
  CODES_DE_SECOURS,
  presenterSecours,
  SIGNES_SECOURS,
} from "#domain/profils/facteur.ts";
import {
  assertion,
  attestation,
  codeSecours,
  codeTotp,
  secondFacteur,
} from "#domain/profils/facteur-fiche.ts";
import { accepte } from "../../support/fiches/schemas.ts";

const SECOURS = "abcd".repeat(6);
const ASSERTION = {
  id: "AQID",
  rawId: "AQID",
  type: "public-key",
  response: { clientDataJSON: "e30", authenticatorData: "AQID", signature: "AQID" },
};
const ATTESTATION = {
  ...ASSERTION,
  response: { clientDataJSON: "e30", attestationObject: "AQID" },
};

describe("un code de secours", () => {
  it("est l'un de dix, que personne ne devine ni ne lit de travers", () => {
    expect(CODES_DE_SECOURS).toBe(10);
    expect(Math.log2(ALPHABET_SECOURS.length) * SIGNES_SECOURS).toBeGreaterThan(115);
    expect(ALPHABET_SECOURS).not.toMatch(/[01ilo]/);
  });

  it("se relit tel qu'il se montre, en capitales ou espacé aussi", () => {
    const signe = fc.constantFrom(...ALPHABET_SECOURS);
    const code = fc.string({ unit: signe, minLength: SIGNES_SECOURS, maxLength: SIGNES_SECOURS });
    fc.assert(
      fc.property(code, (un) => {
        const montre = presenterSecours(un);
        expect(montre).toMatch(/^(\w{4}-){5}\w{4}$/);
        for (const ecrit of [un, montre, montre.toUpperCase(), montre.replaceAll("-", " ")])
          expect(z.parse(codeSecours, ecrit)).toBe(un);
      }),
    );
    for (const faux of ["", SECOURS.slice(1), `${SECOURS}a`, `0${SECOURS.slice(1)}`])
      expect(accepte(codeSecours, faux)).toBe(false);
  });
});

test("un code de l'application a six chiffres, comme qu'on les espace", () => {
  for (const code of ["123456", "123 456", " 1 2 3 4 5 6 "])
    expect(z.parse(codeTotp, code)).toBe("123456");
  for (const faux of ["12345", "1234567", "12345a", `123456${" ".repeat(15)}`])
    expect(accepte(codeTotp, faux)).toBe(false);
});

test("la seconde étape veut une preuve et une seule", () => {
  const preuves = { code: "123456", secours: SECOURS, assertion: ASSERTION };
  const acceptees = fc.sample(fc.subarray(Object.entries(preuves)), 50);
  for (const choisies of [...acceptees, ...Object.entries(preuves).map((une) => [une])])
    expect(accepte(secondFacteur, { jeton: "abc", ...Object.fromEntries(choisies) })).toBe(
      choisies.length === 1,
    );
});

test.each([
  ["id", assertion, ASSERTION, 1364],
  ["response.clientDataJSON", assertion, ASSERTION, 4096],
  ["response.authenticatorData", assertion, ASSERTION, 4096],
  ["response.signature", assertion, ASSERTION, 4096],
  ["response.userHandle", assertion, ASSERTION, 88],
  ["response.attestationObject", attestation, ATTESTATION, 20_000],
  ["jeton", secondFacteur, { code: "123456" }, 60],
] as const)("ce qu'une passkey répond est du base64url borné : %s", (champ, schema, reste, max) => {
  const [nom = "", enfant] = champ.split(".");
  const avec = (texte: string) => {
    const dedans = "response" in reste ? reste.response : {};
    const valeur = enfant ? { ...dedans, [enfant]: texte } : texte;
    return accepte(schema, { ...reste, [nom]: valeur });
  };
  expect([avec("a".repeat(max)), avec("a".repeat(max + 1)), avec("a+/=")]).toEqual([
    true,
    false,
    false,
  ]);
});
