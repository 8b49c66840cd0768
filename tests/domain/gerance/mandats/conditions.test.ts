import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import {
  aVenir,
  effectives,
  ibanDeVirement,
} from "#domain/gerance/banque/coordonnees-bancaires.ts";
import {
  avertissementsConditions,
  conditionsApres,
  conditionsEcrites,
  enVigueurLe,
  PREMIERES_CONDITIONS,
} from "#domain/gerance/mandats/conditions.ts";
import { nouvellesConditions } from "#domain/gerance/mandats/conditions-fiche.ts";
import {
  fontUn,
  partEcrite,
  partLue,
  partsDe,
  repartirParts,
  totalEcrit,
} from "#domain/gerance/mandats/parts.ts";
import { ribValable } from "#domain/iban.ts";

const part = (num: number, den: number) => ({ num, den });

describe("Les quotes-parts d’un mandat", () => {
  test.each([
    [100_000, [part(1, 3), part(1, 3), part(1, 3)], [33_334, 33_333, 33_333]],
    [86_245, [part(1, 2), part(1, 4), part(1, 4)], [43_123, 21_561, 21_561]],
    [100_101, [part(3, 7), part(2, 7), part(2, 7)], [42_901, 28_600, 28_600]],
    [86_245, [part(60, 100), part(2, 5)], [51_747, 34_498]],
  ])("partagent %d centimes au plus fort reste (vecteurs 17 et 18)", (montant, parts, attendu) => {
    expect(repartirParts(montant, parts)).toEqual(attendu);
  });

  const parts = fc
    .array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 12 })
    .map((nums) => {
      const den = nums.reduce((somme, num) => somme + num, 0);
      return nums.map((num) => part(num, den));
    });

  it("font le montant au centime, chacune à moins d’un centime de l’exact, dans tout ordre (P5)", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), parts, (montant, siennes) => {
        const sommes = repartirParts(montant, siennes);
        expect(sommes.reduce((a, b) => a + b, 0)).toBe(montant);
        for (const [rang, { num, den }] of siennes.entries()) {
          const somme = sommes[rang] ?? Number.NaN;
          expect(Math.abs(somme - (montant * num) / den)).toBeLessThan(1);
          expect(somme * Math.sign(montant)).toBeGreaterThanOrEqual(0);
        }
        expect(repartirParts(montant, siennes)).toEqual(sommes);
        expect(fontUn(siennes)).toBe(true);
        expect(fontUn([...siennes, part(1, 1_000_000)])).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("ne font le tout qu’exactement", () => {
    expect(fontUn([part(3333, 10_000), part(3333, 10_000), part(3333, 10_000)])).toBe(false);
    expect(fontUn([part(1, 3), part(2, 6), part(333_333, 999_999)])).toBe(true);
    expect(fontUn([])).toBe(false);
  });

  it("s’écrivent comme on les dit, et se relisent", () => {
    expect(
      [part(60, 100), part(1, 3), part(67, 200), part(5, 5), part(1, 8)].map(partEcrite),
    ).toEqual(["60\u00A0%", "1/3", "33,5\u00A0%", "100\u00A0%", "12,5\u00A0%"]);
    expect(["60 %", "60", "33,5%", "2/6", "100", "1/8"].map(partLue)).toEqual([
      part(3, 5),
      part(3, 5),
      part(67, 200),
      part(1, 3),
      part(1, 1),
      part(1, 8),
    ]);
    expect(["0", "0/4"].map(partLue)).toEqual([part(0, 1), part(0, 1)]);
    expect(["", "5/4", "120 %", "un tiers", "1/0", "-5"].map(partLue)).toEqual(Array(6).fill(null));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (a, b) => {
          const une = part(Math.min(a, b), Math.max(a, b));
          const lue = partLue(partEcrite(une));
          expect(lue && BigInt(lue.num) * BigInt(une.den)).toBe(
            BigInt(une.num) * BigInt(lue?.den ?? 0),
          );
        },
      ),
    );
    expect([totalEcrit([part(1, 2), part(1, 3)]), totalEcrit([part(1, 2), part(2, 3)])]).toEqual([
      "5/6",
      null,
    ]);
  });

  it("vont tout entières à qui est seul ; à plusieurs, il faut qu’elles soient dites", () => {
    expect(partsDe([], [7])).toEqual([{ ClientId: 7, num: 1, den: 1 }]);
    expect([partsDe([], [7, 8]), partsDe([], [])]).toEqual([null, null]);
    const dites = [{ ClientId: 7, num: 1, den: 1 }];
    expect(partsDe(dites, [7, 8])).toBe(dites);
  });
});

describe("Les conditions d’un mandat", () => {
  const lire = (corps: object) => z.parse(nouvellesConditions, corps);
  const ecrites = {
    depuis: "2026-01-01",
    modeFonds: "agence",
    tauxHonoraires: 7.5,
    tauxEn: "ttc",
    assiette: "encaisse_hc",
    autresHonoraires: [{ libelle: "Déclaration fiscale", montant: 40, quand: "annee" }],
    provision: 300,
    jourReversement: 12,
  };

  it("gardent ce qu’un changement ne dit pas, et passent d’euros en centimes et retour", () => {
    const premieres = conditionsApres(undefined, lire(ecrites));
    expect(premieres).toMatchObject({
      tauxHonoraires: 750,
      tauxTva: 2000,
      provision: 30_000,
      autresHonoraires: [{ montant: 4000 }],
      periodicite: "mensuelle",
    });
    const suivantes = conditionsApres(
      premieres,
      lire({ depuis: "2026-06-01", modeFonds: "proprietaire" }),
    );
    expect(suivantes).toEqual({ ...premieres, modeFonds: "proprietaire" });
    const { depuis: _depuis, ...dites } = ecrites;
    expect(conditionsEcrites(premieres)).toMatchObject(dites);
    const forfait = conditionsApres(
      premieres,
      lire({ ...ecrites, assiette: "forfait", forfait: 25 }),
    );
    expect([forfait.forfait, forfait.tauxHonoraires]).toEqual([2500, null]);
    expect(conditionsApres(forfait, lire(ecrites)).forfait).toBeNull();
  });

  it("refusent des quotes-parts qui ne font pas le tout, un mandant dit deux fois, un mois entamé", () => {
    const refuse = (corps: object) =>
      !z.safeParse(nouvellesConditions, { ...ecrites, ...corps }).success;
    const un = { ClientId: 1, num: 1, den: 2 };
    expect(refuse({ parts: [un, { ...un, ClientId: 2 }] })).toBe(false);
    expect(refuse({ parts: [] })).toBe(false);
    expect(refuse({ parts: [un] })).toBe(true);
    expect(refuse({ parts: [un, un] })).toBe(true);
    expect(refuse({ parts: [{ ClientId: 1, num: 3, den: 2 }] })).toBe(true);
    expect(refuse({ depuis: "2026-01-02" })).toBe(true);
    expect(refuse({ autresHonoraires: [{ libelle: "Divers", montant: 0, quand: "annee" }] })).toBe(
      true,
    );
  });

  it("valent du premier d’un mois au suivant, les dernières écrites d’un même jour", () => {
    const rows = [
      { id: 3, depuis: "2026-06-01" },
      { id: 4, depuis: "2026-01-01" },
      { id: 1, depuis: "2026-01-01" },
    ].toSorted((a, b) => b.depuis.localeCompare(a.depuis) || b.id - a.id);
    expect(
      ["2025-12-31", "2026-05-31", "2026-06-01"].map((jour) => enVigueurLe(rows, jour)?.id),
    ).toEqual([undefined, 4, 3]);
  });

  it("disent ce qui manque pour recevoir des fonds et rendre compte", () => {
    const mandat = {
      dateSignature: "2026-01-01",
      mandants: 2,
      parts: 2,
      nus: false,
      garant: "Galian",
    };
    const conditions = conditionsApres(undefined, lire(ecrites));
    expect(avertissementsConditions(conditions, mandat)).toEqual([]);
    expect(
      avertissementsConditions(
        { ...PREMIERES_CONDITIONS, modeFonds: "agence" },
        { dateSignature: null, mandants: 2, parts: 0, nus: true, garant: "" },
      ).map((phrase) => phrase.split(" ").slice(0, 3).join(" ")),
    ).toEqual([
      "Ce mandat n’a",
      "Le garant de",
      "Ces conditions ne",
      "Un nu-propriétaire a",
      "Les quotes-parts des",
    ]);
  });
});

describe("Les coordonnées bancaires d’un mandant", () => {
  test.each([
    ["FR7630006000011234567890189", true],
    ["FR7630006000011234567890188", false],
    ["FR1420041010050500013M02606", true],
    ["DE89370400440532013000", true],
    // The check digits of the IBAN are right, but its RIB key is wrong.
    ["FR4930006000011234567890190", false],
  ])("« %s » : sa clé RIB se vérifie (vecteur 26)", (iban, valable) => {
    expect(z.safeParse(ibanDeVirement(), iban).success).toBe(valable);
  });

  it("de France et de Monaco seules ont une clé", () => {
    expect(["FR7630006000011234567890190", "FR14", "BE68539007547034"].map(ribValable)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("ne valent qu’une fois confirmées et leur délai passé ; les dernières l’emportent", () => {
    const un = { id: 1, etat: "confirme" as const, actifLe: "2026-01-01T00:00:00.000Z" };
    const deux = { id: 2, etat: "confirme" as const, actifLe: "2026-11-25T10:00:00.000Z" };
    const attend = { ...deux, id: 3, etat: "en_attente" as const };
    const tot = "2026-11-25T09:59:59.999Z";
    expect([effectives([un, deux], tot), aVenir([un, deux], tot)]).toEqual([un, deux]);
    expect([effectives([un, deux], deux.actifLe), aVenir([un, deux], deux.actifLe)]).toEqual([
      deux,
      undefined,
    ]);
    expect([effectives([attend, un], deux.actifLe), aVenir([attend, un], tot)]).toEqual([
      un,
      attend,
    ]);
    const retour = { ...un, id: 4, actifLe: tot };
    expect([effectives([un, deux, retour], "2027-01-01"), aVenir([un, deux, retour], tot)]).toEqual(
      [retour, undefined],
    );
    expect(aVenir([un, { ...attend, etat: "refuse" as const }], tot)).toBeUndefined();
  });
});
