import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { nouvellesCoordonnees } from "#domain/gerance/banque/coordonnees-bancaires.ts";
import {
  iban,
  ibanEnGroupes,
  ibanMasque,
  ibanNu,
  ibanValable,
  refusDuCompte,
} from "#domain/iban.ts";
import { ibansMasques } from "#domain/ibans-masques.ts";
import { demandeUnBic, estSepa } from "#domain/zone-sepa.ts";
import { ibanDe } from "../../../support/banque/iban.ts";

const FR = "FR7630006000011234567890189";

describe("un compte à payer", () => {
  test.each([
    [ibanDe("TN", 24), "zone SEPA"],
    [ibanDe("MA", 28), "zone SEPA"],
    [ibanDe("TR", 26), "zone SEPA"],
    [ibanDe("XX", 22), "zone SEPA"],
    [ibanDe("BE", 17), "Un IBAN BE compte 16 signes, celui-ci en a 17"],
    [ibanDe("DE", 20), "Un IBAN DE compte 22 signes, celui-ci en a 20"],
    ["FR76 3000 6000 0112 3456 7890 188", "relisez ses chiffres"],
  ])("%s est refusé dès la saisie, et dit pourquoi", (compte, raison) => {
    expect(refusDuCompte(compte)).toContain(raison);
    const lu = iban().safeParse(compte);
    expect(lu.success ? "" : lu.error.issues[0]?.message).toContain(raison);
  });

  test("de chaque pays de la zone SEPA est accepté à sa longueur, et à nulle autre", () => {
    const longueurs = {
      AT: 20,
      BE: 16,
      CH: 21,
      DE: 22,
      ES: 24,
      FR: 27,
      GB: 22,
      IT: 27,
      LU: 20,
      MC: 27,
      NL: 18,
      PT: 25,
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(longueurs)),
        fc.integer({ min: 15, max: 34 }),
        ([pays, signes], longueur) => {
          expect(refusDuCompte(ibanDe(pays, longueur)) === null).toBe(longueur === signes);
        },
      ),
    );
  });

  test("une référence RF d’une facture (ISO 11649) n’est pas un compte, et se lit entière", () => {
    expect(ibansMasques("Facture RF18539007547034")).toBe("Facture RF18539007547034");
  });

  test("hors de l’Espace économique européen est refusé sans le BIC de sa banque, dès la saisie", () => {
    const compte = { ClientId: 1, titulaire: null, iban: ibanDe("CH", 21) };
    const lu = nouvellesCoordonnees.safeParse({ ...compte, bic: null });
    expect(lu.success ? "" : lu.error.issues[0]?.message).toContain("donnez le BIC de sa banque");
    expect(nouvellesCoordonnees.safeParse({ ...compte, bic: "UBSWCHZH80A" }).success).toBe(true);
    expect(nouvellesCoordonnees.safeParse({ ...compte, iban: FR, bic: null }).success).toBe(true);
  });

  test("hors de l’Espace économique européen demande le BIC de sa banque, masqué ou non", () => {
    expect(
      ["CH", "GB", "MC", "FR", "DE"].map((pays) => demandeUnBic(`${pays}76 •••• 0189`)),
    ).toEqual([true, true, true, false, false]);
    expect([estSepa("FR76 ••••"), estSepa("TN59 ••••")]).toEqual([true, false]);
  });
});

describe("un IBAN", () => {
  test.each([
    [FR, true],
    ["fr76 3000 6000 0112 3456 7890 189", true],
    ["DE89 3704 0044 0532 0130 00", true],
    ["GB82 WEST 1234 5698 7654 32", true],
    ["FR76 3000 6000 0112 3456 7890 188", false],
    ["FR76 3000 6000 0112 3456 7890", false],
    ["7630006000011234567890189", false],
    ["", false],
  ])("« %s » est valable : %s", (iban, dit) => {
    expect(ibanValable(iban)).toBe(dit);
  });

  it("dont un chiffre change, ou dont deux voisins s’échangent, ne l’est plus", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: FR.length - 1 }), fc.nat(9), (rang, chiffre) => {
        const autre = FR.slice(0, rang) + chiffre + FR.slice(rang + 1);
        expect(ibanValable(autre)).toBe(autre === FR);
        const voisins =
          FR.slice(0, rang) +
          FR.slice(rang, rang + 2)
            .split("")
            .reverse()
            .join("");
        const echange = voisins + FR.slice(rang + 2);
        expect(ibanValable(echange)).toBe(echange === FR);
      }),
    );
  });

  it("masqué, ne dit que ses bouts, et reste ce qu’il est masqué deux fois", () => {
    expect(ibanMasque(FR)).toBe("FR76 •••• •••• •••• 0189");
    expect(ibanMasque("DE89 3704 0044 0532 0130 00")).toBe("DE89 •••• •••• •••• 3000");
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (texte) => {
        const masque = ibanMasque(texte);
        expect(ibanMasque(masque)).toBe(masque);
        const nu = ibanNu(texte);
        if (nu !== "" && !nu.includes("•") && nu.length < 15)
          expect(masque).toBe("•••• •••• •••• •••• ••••");
      }),
    );
  });

  it("dans un libellé, n’y reste entier ni seul, ni en groupes, ni collé ; le reste du texte ne change pas", () => {
    expect(ibansMasques(`VIR SEPA12 PA04 ${ibanEnGroupes(FR)} LOYER 11/26`)).toBe(
      "VIR SEPA12 PA04 FR76 •••• •••• •••• 0189 LOYER 11/26",
    );
    expect(ibansMasques("FACTURE FR7630006000011234567890188")).toBe(
      "FACTURE FR7630006000011234567890188",
    );
    const mots = fc.string({ unit: fc.constantFrom(..."ABR 019.-/é"), maxLength: 20 });
    const compte = fc
      .constantFrom(FR, "DE89370400440532013000", ibanDe("TN", 24), ibanDe("NO", 15))
      .chain((nu) => fc.constantFrom(nu, nu.toLowerCase(), `${nu} `));
    fc.assert(
      fc.property(mots, compte, mots, (avant, entier, apres) => {
        const montre = ibansMasques(`${avant} ${entier}/${apres}`);
        expect(ibanNu(montre)).not.toContain(ibanNu(entier));
        expect(montre).toContain(ibanMasque(entier));
        expect(ibansMasques(avant)).toBe(avant);
      }),
    );
  });

  it.each([
    ["en groupes séparés de « / »", FR.replace(/.{4}(?=.)/g, "$& / ")],
    ["en groupes séparés de « _ »", FR.replace(/.{4}(?=.)/g, "$&_")],
    ["en groupes séparés d’espaces insécables", FR.replace(/.{4}(?=.)/g, "$&\u00A0")],
    ["en groupes séparés d’espaces fines", FR.replace(/.{4}(?=.)/g, "$&\u202F")],
    ["dont le pays est à part", FR.replace("FR", "FR ")],
    [
      "en pleine chasse",
      [...FR].map((signe) => String.fromCharCode(signe.charCodeAt(0) + 0xfee0)).join(""),
    ],
  ])("%s, n’y reste pas davantage", (_nom, ecrit) => {
    expect(ibansMasques(`Ｖir Releve_${ecrit}.é`)).toBe("Ｖir Releve_FR76 •••• •••• •••• 0189.é");
  });

  it("d’une banque française, n’y reste pas non plus sans son pays, quand sa clé est juste", () => {
    const RIB = FR.slice(4);
    for (const ecrit of [
      RIB,
      "30006 00001 12345678901 89",
      "3000 6000 0112 3456 7890 189",
      "30006-00001-12345678901-89",
      "30006\u00A000001\u00A012345678901\u00A089",
    ])
      expect(ibansMasques(`REF 12 RIB ${ecrit} LOYER`), ecrit).toBe("REF 12 RIB •••• 0189 LOYER");
    expect(ibansMasques("RIB 20041 01005 0500013M026 06")).toBe("RIB •••• 2606");
    for (const autre of [`${RIB.slice(0, -1)}8`, `${RIB}0`, `1${RIB}`, "30006 00001 12345678901"])
      expect(ibansMasques(`VIR ${autre} LOYER`), autre).toBe(`VIR ${autre} LOYER`);
  });

  it("s’écrit par groupes de quatre", () => {
    expect(ibanEnGroupes(FR)).toBe("FR76 3000 6000 0112 3456 7890 189");
  });
});
