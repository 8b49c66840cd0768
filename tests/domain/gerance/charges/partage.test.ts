import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { refusDeCle, repartirDepense } from "#domain/gerance/charges/cles.ts";
import type { ReleveCompteur } from "#domain/gerance/charges/compteurs.ts";
import {
  exerciceCivil,
  exerciceDu,
  exerciceEnMots,
  joursDeLExercice,
  refusDExercice,
} from "#domain/gerance/charges/exercice.ts";
import { type BailACharges, chargesDuLogement } from "#domain/gerance/charges/partage.ts";
import { RECUPERABLES, type Recuperable } from "#domain/missions/natures-de-depense.ts";
import { bail, depense, parts, poids } from "../../../support/gerance/charges.ts";

const MILLE = { numRuns: 1_000 };

describe("les charges d’un exercice", () => {
  const A_PUIS_B = [bail(1, "2027-01-01", { dateFinBail: "2028-05-15" }), bail(2, "2028-07-01")];

  it("25. 2028, bissextile : A jusqu’au 15/05, vide, B depuis le 01/07, 847,20 font 314,81, 106,48 et 425,91", () => {
    expect(parts(exerciceCivil(2028), A_PUIS_B, [depense("R41", 847_20)])).toEqual({
      proprietaire: 106_48,
      baux: [314_81, 425_91],
      jours: [136, 184],
    });
  });

  it("26. la taxe d’ordures de 145,00 y fait 53,88, 18,22 et 72,90", () => {
    expect(parts(exerciceCivil(2028), A_PUIS_B, [depense("R81", 145_00)])).toMatchObject({
      proprietaire: 18_22,
      baux: [53_88, 72_90],
    });
  });

  it("27. du 01/07/2025 au 30/06/2026, 1 186,43 : A jusqu’au 31/03 doit 890,63, B depuis le 15/04 250,29", () => {
    const exercice = exerciceDu("2026-01-15", "07-01");
    expect(exercice).toEqual({ du: "2025-07-01", au: "2026-06-30" });
    expect(joursDeLExercice(exercice)).toBe(365);
    const baux = [bail(1, "2024-01-01", { dateFinBail: "2026-03-31" }), bail(2, "2026-04-15")];
    expect(parts(exercice, baux, [depense("R41", 1_186_43)])).toMatchObject({
      proprietaire: 45_51,
      baux: [890_63, 250_29],
    });
  });

  it("28. du 01/10/2027 au 30/09/2028 compte 366 jours : 152 d’un locataire parti le 29/02 font 304,00 de 732,00", () => {
    const exercice = { du: "2027-10-01", au: "2028-09-30" };
    expect(joursDeLExercice(exercice)).toBe(366);
    const baux = [bail(1, "2027-01-01", { dateFinBail: "2028-02-29" })];
    expect(parts(exercice, baux, [depense("R41", 732_00)])).toEqual({
      proprietaire: 428_00,
      baux: [304_00],
      jours: [152],
    });
  });

  it("33. de deux baux individuels, le second depuis le 01/04/2027, 600,00 font 373,97 et 226,03", () => {
    const baux = [
      bail(1, "2026-01-01", { colocation: true }),
      bail(2, "2027-04-01", { colocation: true }),
    ];
    expect(parts(exerciceCivil(2027), baux, [depense("R41", 600_00)])).toEqual({
      proprietaire: 0,
      baux: [373_97, 226_03],
      jours: [455 / 2, 275 / 2],
    });
  });

  it("34. des mêmes, le premier au forfait, les 373,97 restent au propriétaire", () => {
    const baux = [
      bail(1, "2026-01-01", { colocation: true, mode: "forfait" }),
      bail(2, "2027-04-01", { colocation: true }),
    ];
    expect(parts(exerciceCivil(2027), baux, [depense("R41", 600_00)])).toMatchObject({
      proprietaire: 373_97,
      baux: [226_03],
    });
  });

  it("37. un centime en deux parts égales va au propriétaire", () => {
    const moitie = [
      bail(1, "2024-01-01", { colocation: true, mode: "forfait" }),
      bail(2, "2024-01-01", { colocation: true }),
    ];
    expect(parts(exerciceCivil(2025), moitie, [depense("R41", 1)])).toMatchObject({
      proprietaire: 1,
      baux: [0],
    });
  });

  it("se nomme par l’année de son dernier jour, et ne coupe aucun mois", () => {
    expect(exerciceDu("2026-06-30", "07-01")).toEqual({ du: "2025-07-01", au: "2026-06-30" });
    expect(exerciceDu("2026-07-01", "07-01").au).toBe("2027-06-30");
    expect(exerciceDu("2028-02-29", "03-01").au).toBe("2028-02-29");
    expect([exerciceCivil(2025), exerciceDu("2026-01-15", "07-01")].map(exerciceEnMots)).toEqual([
      "2025",
      "l’exercice 2026",
    ]);
    expect(refusDExercice({ du: "2025-07-01", au: "2026-06-30" })).toBeNull();
    expect(refusDExercice({ du: "2025-07-15", au: "2026-07-14" })).toMatch(/premier jour/);
    expect(refusDExercice({ du: "2025-07-01", au: "2026-07-31" })).toMatch(/30\/06\/2026/);
  });
});

/** The leases, expenses and meter readings of a dwelling over a year of charges, drawn at random. */
const exercices = fc
  .tuple(fc.integer({ min: 2023, max: 2028 }), fc.integer({ min: 1, max: 12 }))
  .map(([annee, mois]) =>
    exerciceDu(
      `${annee}-${String(mois).padStart(2, "0")}-15`,
      `${String(mois).padStart(2, "0")}-01`,
    ),
  );

const duree = fc.record({
  debut: fc.integer({ min: -60, max: 400 }),
  jours: fc.integer({ min: 0, max: 300 }),
  mode: fc.constantFrom("provisions" as const, "periodique" as const, "forfait" as const),
});

const factures = fc.array(
  fc.record({
    code: fc.constantFrom(...(Object.keys(RECUPERABLES) as Recuperable[])),
    montant: fc.integer({ min: -50_000, max: 500_000 }),
    mesuree: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

const index = fc.uniqueArray(fc.tuple(fc.integer({ min: -30, max: 400 }), fc.nat(50_000)), {
  selector: ([rang]) => rang,
  maxLength: 6,
});

const lots = fc.array(fc.nat(400), { minLength: 1, maxLength: 10 });

function logement(
  exercice: ReturnType<typeof exerciceCivil>,
  durees: readonly { debut: number; jours: number; mode: BailACharges["mode"] }[],
  dits: readonly { code: Recuperable; montant: number; mesuree: boolean }[],
  lus: readonly (readonly [number, number])[],
) {
  const baux = durees.map(({ debut, jours, mode }, rang) => {
    const dateDebutBail = ajouterJours(exercice.du, debut);
    return bail(rang + 1, dateDebutBail, {
      colocation: true,
      dateFinBail: ajouterJours(dateDebutBail, jours),
      mode,
    });
  });
  const depenses = dits.map(({ code, montant, mesuree }) =>
    depense(code, montant, mesuree ? { compteur: "eauFroide" } : {}),
  );
  let compte = 0;
  const releves = lus
    .toSorted(([un], [autre]) => un - autre)
    .map(([rang, plus]): ReleveCompteur => {
      compte += plus;
      return {
        compteur: "eauFroide",
        numero: null,
        date: ajouterJours(exercice.du, rang),
        index: compte,
      };
    });
  return { baux, depenses, releves };
}

describe("le partage", () => {
  it("Q8. rend toute la dépense : locataires, propriétaire et hors gestion, par nature, clé et compteur", () => {
    fc.assert(
      fc.property(
        exercices,
        fc.array(duree, { maxLength: 5 }),
        factures,
        index,
        lots,
        fc.nat(400),
        (exercice, durees, dits, lus, tantiemes, ailleurs) => {
          const total = tantiemes.reduce((somme, tantieme) => somme + tantieme, ailleurs);
          const cle = { total, lots: poids(...tantiemes) };
          if (refusDeCle(cle) !== null) return;
          const { baux, depenses, releves } = logement(exercice, durees, dits, lus);
          let rendu = 0;
          const entieres = depenses.map((entiere) => ({
            entiere,
            repartie: repartirDepense(entiere.montant, cle),
          }));
          for (const { entiere, repartie } of entieres) {
            const sommeDesLots = repartie.lots.reduce((somme, lot) => somme + lot.montant, 0);
            expect(sommeDesLots + repartie.reste).toBe(entiere.montant);
            rendu += repartie.reste;
          }
          for (const rang of tantiemes.keys()) {
            const siennes = entieres.map(({ entiere, repartie }) => ({
              ...entiere,
              montant: repartie.lots[rang]?.montant ?? 0,
            }));
            const {
              natures,
              proprietaire,
              baux: leurs,
            } = chargesDuLogement(exercice, {
              baux,
              depenses: siennes,
              releves,
            });
            for (const [nature, { recuperable, depenses: payees }] of natures.entries()) {
              const partsDesBaux = leurs.reduce(
                (somme, charges) => somme + (charges.parts[nature] ?? 0),
                0,
              );
              expect(partsDesBaux + (proprietaire[nature] ?? 0)).toBe(recuperable);
              rendu += partsDesBaux + (proprietaire[nature] ?? 0) + (payees - recuperable);
            }
          }
          expect(rendu).toBe(depenses.reduce((somme, { montant }) => somme + montant, 0));
        },
      ),
      MILLE,
    );
  });

  it("Q10. ne bouge que d’un centime, celui des restes égaux, quand les lots ou les baux changent d’ordre", () => {
    fc.assert(
      fc.property(
        exercices,
        fc.array(duree, { maxLength: 5 }),
        factures,
        index,
        lots,
        fc.nat(3_000_000),
        (exercice, durees, dits, lus, tantiemes, montant) => {
          const cle = poids(...tantiemes);
          const total = tantiemes.reduce((somme, tantieme) => somme + tantieme, 1);
          const dEndroit = repartirDepense(montant, { total, lots: cle });
          const aLEnvers = repartirDepense(montant, { total, lots: cle.toReversed() });
          for (const lot of dEndroit.lots) {
            const autre = aLEnvers.lots.find((un) => un.AppartementId === lot.AppartementId);
            expect(Math.abs(lot.montant - (autre?.montant ?? 0))).toBeLessThanOrEqual(1);
          }
          const { baux, depenses, releves } = logement(exercice, durees, dits, lus);
          const un = chargesDuLogement(exercice, { baux, depenses, releves });
          const autre = chargesDuLogement(exercice, {
            baux: baux.toReversed(),
            depenses: depenses.toReversed(),
            releves: releves.toReversed(),
          });
          expect(autre.proprietaire).toEqual(un.proprietaire);
          for (const { bail: sien, parts: siennes } of un.baux) {
            const retourne = autre.baux.find(({ bail: leur }) => leur.id === sien.id);
            for (const [rang, part] of siennes.entries()) {
              expect(Math.abs(part - (retourne?.parts[rang] ?? 0))).toBeLessThanOrEqual(1);
            }
          }
        },
      ),
      MILLE,
    );
  });
});
