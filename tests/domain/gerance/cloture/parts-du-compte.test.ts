import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type FaitPartage,
  LIGNES_PARTAGEES,
  type PartDuCompte,
  partagerLeCompte,
  repartirParFait,
} from "#domain/gerance/cloture/parts-du-compte.ts";
import type { Part } from "#domain/gerance/mandats/parts.ts";

const [PAUL, ANNE, JEAN] = [1, 2, 3];
const part = (ClientId: number, num: number, den: number): Part => ({ ClientId, num, den });
const AVANT = [part(PAUL, 3, 5), part(ANNE, 2, 5)];
const APRES = [part(PAUL, 1, 3), part(ANNE, 2, 3)];
const JOUR_AVANT = "2026-09-05";
const JOUR_APRES = "2026-10-05";

const partager = (
  faits: readonly FaitPartage[],
  suite: {
    gardes?: [number, number][];
    avant?: readonly Part[];
    apres?: readonly Part[];
    provision?: number;
    reserves?: number;
  } = {},
) => {
  const { gardes = [], avant = AVANT, apres = APRES, provision = 0, reserves = 0 } = suite;
  return partagerLeCompte({
    faits,
    gardes: new Map(gardes),
    finales: apres,
    partsLe: (jour) => (jour < "2026-10-01" ? avant : apres),
    provision,
    reserves,
  });
};

const recu = (jour: string, montant: number): FaitPartage => ({
  ligne: "encaissements",
  jour,
  montant,
});
const montants = (parts: readonly PartDuCompte[]) => parts.map(({ montant }) => montant);
const gardes = (parts: readonly PartDuCompte[]) => parts.map(({ garde }) => garde);

describe("Les parts d’un compte", () => {
  it("un loyer rejeté après un changement de parts se reprend comme il s’était partagé", () => {
    const rejet = partager([recu(JOUR_AVANT, -90_000)]);
    expect(rejet.map(({ lignes }) => lignes.encaissements)).toEqual([-54_000, -36_000]);
    expect([montants(rejet), gardes(rejet)]).toEqual([
      [0, 0],
      [-54_000, -36_000],
    ]);

    // The next rents first repay what each owner owes, out of his own share.
    const suivant = partager([recu(JOUR_APRES, 180_000)], {
      gardes: [
        [PAUL, -54_000],
        [ANNE, -36_000],
      ],
    });
    expect(montants(suivant)).toEqual([6_000, 84_000]);
    expect(gardes(suivant)).toEqual([0, 0]);
  });

  it("un indivisaire qui part reçoit ce qui avait été gardé de lui, avant les autres", () => {
    const partis = { apres: [part(PAUL, 1, 2), part(JEAN, 1, 2)], provision: 140_000 };
    const seul = partager([], {
      ...partis,
      gardes: [
        [PAUL, 70_000],
        [ANNE, 70_000],
      ],
    });
    expect(seul.map(({ ClientId, montant, garde }) => [ClientId, montant, garde])).toEqual([
      [PAUL, 0, 70_000],
      [JEAN, 0, 0],
      [ANNE, 70_000, 0],
    ]);
    // The rents of a new owner first pay his own share of the provision.
    const loue = partager([recu(JOUR_APRES, 100_000)], {
      ...partis,
      gardes: [
        [PAUL, 70_000],
        [JEAN, 0],
      ],
    });
    expect([montants(loue), gardes(loue)]).toEqual([
      [30_000, 0],
      [90_000, 50_000],
    ]);
  });

  it("personne n’est payé sur les factures à venir, même qui part", () => {
    const parts = partager([], {
      apres: [part(PAUL, 1, 1)],
      gardes: [
        [PAUL, 10_000],
        [ANNE, 70_000],
      ],
      reserves: 50_000,
    });
    expect([montants(parts), gardes(parts)]).toEqual([
      [0, 30_000],
      [10_000, 40_000],
    ]);
  });

  it("font chaque ligne et chaque solde, au centime, et personne ne reçoit moins que rien", () => {
    const fait = fc.record({
      ligne: fc.constantFrom(...LIGNES_PARTAGEES),
      jour: fc.constantFrom(JOUR_AVANT, JOUR_APRES),
      montant: fc.integer({ min: -300_000, max: 300_000 }),
    });
    const tiers = fc.integer({ min: 1, max: 999 });
    fc.assert(
      fc.property(
        fc.array(fait, { maxLength: 20 }),
        tiers,
        tiers,
        fc.array(fc.integer({ min: -50_000, max: 50_000 }), { minLength: 3, maxLength: 3 }),
        fc.nat(100_000),
        fc.nat(100_000),
        (faits, un, autre, gardees, provision, reserves) => {
          const parts = partager(faits, {
            avant: [part(PAUL, un, 1_000), part(ANNE, 1_000 - un, 1_000)],
            apres: [part(PAUL, autre, 1_000), part(JEAN, 1_000 - autre, 1_000)],
            gardes: [PAUL, ANNE, JEAN].map((id, rang) => [id, gardees[rang] ?? 0]),
            provision,
            reserves,
          });
          const somme = (de: (part: PartDuCompte) => number) =>
            parts.reduce((total, part) => total + de(part), 0);
          const gardesAvant = gardees.reduce((total, garde) => total + garde, 0);
          for (const ligne of LIGNES_PARTAGEES) {
            const attendu = faits
              .filter((dit) => dit.ligne === ligne)
              .reduce((total, { montant }) => total + montant, 0);
            const dite = somme(({ lignes }) => lignes[ligne]);
            // The cent that rounding leaves over may be in another line of the same owner.
            const ecart = dite - attendu - (ligne === "soldePrecedent" ? gardesAvant : 0);
            expect(Math.abs(ecart)).toBeLessThanOrEqual(6);
          }
          const solde = gardesAvant + faits.reduce((total, { montant }) => total + montant, 0);
          const reversement = somme(({ montant }) => montant);
          expect(somme(({ garde }) => garde)).toBe(solde - reversement);
          for (const { lignes, montant, garde } of parts) {
            const sien = LIGNES_PARTAGEES.reduce((total, ligne) => total + lignes[ligne], 0);
            expect([sien, montant >= 0]).toEqual([montant + garde, true]);
          }
          expect(reversement).toBeGreaterThanOrEqual(Math.max(0, solde - provision - reserves));
          expect(reversement).toBeLessThanOrEqual(Math.max(0, solde - reserves));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("des honoraires vont aux jours et aux logements de leur base, au centime", () => {
    const partsLe = (jour: string) => (jour < "2026-10-01" ? AVANT : APRES);
    expect(
      repartirParFait(
        12_600,
        [
          { jour: "2026-09-05", base: 90_000, AppartementId: 1 },
          { jour: "2026-10-05", base: 45_000, AppartementId: 1 },
          { jour: "2026-10-09", base: 15_000, AppartementId: 2 },
        ],
        partsLe,
      ),
    ).toEqual([
      { jour: "2026-09-05", montant: 7_560, AppartementId: 1 },
      { jour: "2026-10-05", montant: 3_780, AppartementId: 1 },
      { jour: "2026-10-05", montant: 1_260, AppartementId: 2 },
    ]);
    const faits = fc.array(
      fc.record({
        jour: fc.constantFrom(JOUR_AVANT, JOUR_APRES),
        base: fc.integer({ min: -9_000, max: 90_000 }),
        AppartementId: fc.constantFrom(undefined, 1, 2),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(faits, fc.integer({ min: -10_000, max: 10_000 }), (dits, ttc) => {
        const jours = repartirParFait(ttc, dits, partsLe);
        expect(jours.reduce((total, { montant }) => total + montant, 0)).toBe(ttc);
      }),
      { numRuns: 1_000 },
    );
  });
});
