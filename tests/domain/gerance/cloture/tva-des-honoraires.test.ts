import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { regimeTva, reunirTva, tvaExigible } from "#domain/gerance/cloture/tva-des-honoraires.ts";

describe("La TVA des honoraires", () => {
  const agence = { franchiseTva: false, optionDebits: false, optionDebitsDepuis: null };

  test("suit l’encaissement, ou les débits depuis le jour de l’option, ou n’est pas due", () => {
    expect(regimeTva(agence, "2026-10-31")).toBe("encaissements");
    const option = { ...agence, optionDebits: true, optionDebitsDepuis: "2027-01-01" };
    expect([regimeTva(option, "2026-12-31"), regimeTva(option, "2027-01-01")]).toEqual([
      "encaissements",
      "debits",
    ]);
    expect(regimeTva({ ...option, optionDebitsDepuis: null }, "2020-01-01")).toBe("debits");
    expect(regimeTva({ ...option, franchiseTva: true }, "2027-01-01")).toBe("franchise");
  });

  test("vient avec ce qui est encaissé, en proportion, et toute avec le dernier centime", () => {
    const attente = [{ tauxTva: 2_000, tva: 1_330 }];
    expect(tvaExigible(attente, { regle: 3_000, du: 7_980 })).toEqual([
      { tauxTva: 2_000, tva: 500 },
    ]);
    expect(tvaExigible(attente, { regle: 7_980, du: 7_980 })).toEqual(attente);
    expect(tvaExigible(attente, { regle: 0, du: 7_980 })).toEqual([]);
    const avoir = [{ tauxTva: 2_000, tva: -1_330 }];
    expect(tvaExigible(avoir, { regle: -7_980, du: -7_980 })).toEqual(avoir);
  });

  test("encaissée en autant de fois qu’on veut fait toujours la TVA facturée, au centime", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ tauxTva: fc.constantFrom(550, 1_000, 2_000), tva: fc.nat(50_000) }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 }),
        (facturee, paiements) => {
          let du = paiements.reduce((somme, un) => somme + un, 0);
          let attente = reunirTva(facturee);
          const exigible = paiements.flatMap((regle) => {
            const tva = tvaExigible(attente, { regle, du });
            attente = reunirTva([...attente, ...tva.map((une) => ({ ...une, tva: 0 - une.tva }))]);
            expect(attente.every((une) => une.tva >= 0)).toBe(true);
            du -= regle;
            return tva;
          });
          const sansNulle = (sommes: typeof attente) => sommes.filter(({ tva }) => tva !== 0);
          expect(sansNulle(reunirTva(exigible))).toEqual(sansNulle(reunirTva(facturee)));
          expect(sansNulle(attente)).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
