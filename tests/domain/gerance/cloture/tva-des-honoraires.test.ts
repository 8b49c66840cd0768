import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DettesDHonoraires,
  type FactureOuverte,
  laisseesOuvertes,
  regimeTva,
  reunirTva,
  tvaDeCompensation,
  tvaExigible,
} from "#domain/gerance/cloture/tva-des-honoraires.ts";

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

  const facture = (ttc: number, tva: number, autre: object = {}) => ({
    ...{ prelevee: true, ttc, reste: ttc, tva: [{ tauxTva: 2_000, tva }] },
    ...autre,
  });
  const attente = (ouvertes: readonly FactureOuverte[]) =>
    reunirTva(ouvertes.flatMap(({ tva }) => tva));
  const due = (ouvertes: readonly FactureOuverte[], honorairesDus: number) =>
    tvaExigible(
      { enAttente: attente(ouvertes), ouvertes },
      laisseesOuvertes(ouvertes, honorairesDus),
    );

  test("vient avec la facture réglée, la plus ancienne d’abord, et toute avec son dernier centime", () => {
    const ouvertes = [facture(3_600, 600), facture(3_000, 0), facture(3_000, 0)];
    expect(due(ouvertes, 9_600)).toEqual([]);
    expect(due(ouvertes, 7_800)).toEqual([{ tauxTva: 2_000, tva: 300 }]);
    expect(due(ouvertes, 5_600)).toEqual([{ tauxTva: 2_000, tva: 600 }]);
    expect(due(ouvertes.toReversed(), 5_600)).toEqual([]);
  });

  test("est rendue avec l’avoir que paie une facture sans TVA, ou qui est remboursé", () => {
    const avoir = facture(-1_200, -200, { prelevee: false });
    expect(due([facture(3_000, 0, { prelevee: false }), avoir], 0)).toEqual([
      { tauxTva: 2_000, tva: -200 },
    ]);
    expect(due([avoir], 0)).toEqual([]);
    expect(due([{ ...avoir, prelevee: true }], 0)).toEqual([{ tauxTva: 2_000, tva: -200 }]);
  });

  test("n’attend, quel que soit le régime de chacune, que des factures et des avoirs qui ne se sont pas payés l’un l’autre", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ ttc: fc.constantFrom(-240, -120, 120, 240), debits: fc.boolean() }), {
          minLength: 1,
          maxLength: 8,
        }),
        (suite) => {
          let dettes: DettesDHonoraires = { enAttente: [], ouvertes: [] };
          for (const { ttc, debits } of suite) {
            const nouvelle = facture(ttc, ttc / 6, {
              ...{ prelevee: false },
              ...(debits && { tva: [] }),
            });
            const exigible = tvaDeCompensation(dettes, nouvelle);
            const ouvertes = [...dettes.ouvertes, nouvelle];
            const du = ouvertes.reduce((total, { reste }) => total + reste, 0);
            const laissees = laisseesOuvertes(ouvertes, 0).toReversed();
            dettes = {
              enAttente: reunirTva([
                ...dettes.enAttente,
                ...nouvelle.tva,
                ...exigible.map(({ tauxTva, tva }) => ({ tauxTva, tva: -tva })),
              ]),
              ouvertes: laissees.filter(({ reste }) => reste !== 0),
            };
            const [{ tva } = { tva: 0 }] = dettes.enAttente;
            expect(tva === 0 || Math.sign(tva) === Math.sign(du)).toBe(true);
            expect(Math.abs(tva)).toBeLessThanOrEqual(Math.abs(du) / 6);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("encaissée en autant de fois qu’on veut fait toujours la TVA facturée, au centime, et jamais celle d’une autre facture", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc
            .record({ tauxTva: fc.constantFrom(0, 550, 1_000, 2_000), ht: fc.nat(50_000) })
            .map(({ tauxTva, ht }) => {
              const tva = Math.round((ht * tauxTva) / 10_000);
              return { prelevee: true, ttc: ht + tva, reste: ht + tva, tva: [{ tauxTva, tva }] };
            })
            .filter(({ ttc }) => ttc > 0),
          { minLength: 1, maxLength: 4 },
        ),
        fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 8 }),
        (facturees, paiements) => {
          let du = facturees.reduce((somme, { ttc }) => somme + ttc, 0);
          let ouvertes: FactureOuverte[] = facturees;
          let enAttente = attente(ouvertes);
          const exigible = [...paiements, du].flatMap((paiement) => {
            const regle = Math.min(paiement, du);
            du -= regle;
            const avant = ouvertes.filter(({ reste }) => reste > 0);
            ouvertes = laisseesOuvertes(avant, du).toReversed();
            const reglees = avant.filter(({ reste }, rang) => reste !== ouvertes[rang]?.reste);
            const tva = tvaExigible({ enAttente, ouvertes: avant }, ouvertes);
            const taux = new Set(reglees.flatMap((une) => une.tva.map(({ tauxTva }) => tauxTva)));
            expect(tva.every((une) => une.tva > 0 && taux.has(une.tauxTva))).toBe(true);
            enAttente = reunirTva([...enAttente, ...tva.map((une) => ({ ...une, tva: -une.tva }))]);
            return tva;
          });
          const sansNulle = (sommes: typeof enAttente) => sommes.filter(({ tva }) => tva !== 0);
          expect(sansNulle(reunirTva(exigible))).toEqual(sansNulle(attente(facturees)));
          expect(sansNulle(enAttente)).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
