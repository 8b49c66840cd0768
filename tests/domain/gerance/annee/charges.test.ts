import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import {
  calculDeLaPart,
  cleEnVigueur,
  refusDeCle,
  repartirDepense,
} from "#domain/gerance/charges/cles.ts";
import {
  mesureDe,
  type ReleveCompteur,
  refusDeReleve,
  relevesAvecConstats,
} from "#domain/gerance/charges/compteurs.ts";
import {
  changerProvision,
  debutDeProvision,
  type EnvoiDuDecompte,
  ecartDuRectificatif,
  echelonner,
  justificatifsJusquau,
  provisionProposee,
} from "#domain/gerance/charges/decompte.ts";
import {
  exerciceCivil,
  exerciceDu,
  exerciceEnMots,
  joursDeLExercice,
  refusDExercice,
} from "#domain/gerance/charges/exercice.ts";
import {
  type BailACharges,
  chargesDuLogement,
  type DepenseRecuperable,
  joursDuProprietaire,
} from "#domain/gerance/charges/partage.ts";
import { crediterCharges, type SoldeEnFaveur } from "#domain/gerance/charges/solde-en-faveur.ts";
import {
  depensePayee,
  type Ecriture,
  ensemble,
  equilibree,
} from "#domain/gerance/livres/ecritures.ts";
import { enParts } from "#domain/gerance/livres/repartition.ts";
import {
  type DonneesDeCharges,
  decompteDeCharges,
  douziemes,
  parDouziemes,
  refusDEchelonnement,
  refusDExigibilite,
} from "#domain/gerance/locataires/charges.ts";
import { consommer, type EcheanceOuverte } from "#domain/gerance/locataires/compte-tenu.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import { imputer } from "#domain/gerance/locataires/imputation.ts";
import { partRecuperable } from "#domain/gerance/mandats/depense.ts";
import { RECUPERABLES, type Recuperable } from "#domain/missions/depense.ts";

const MILLE = { numRuns: 1_000 };

const bail = (
  id: number,
  dateDebutBail: string,
  changements: Partial<BailACharges> = {},
): BailACharges => ({
  id,
  colocation: false,
  dateDebutBail,
  dateFinBail: null,
  dateDebutPreavis: null,
  dateFinPreavis: null,
  dateSortie: null,
  mode: "provisions",
  provisions: 0,
  ...changements,
});

const depense = (
  code: Recuperable,
  montant: number,
  changements: Partial<DepenseRecuperable> = {},
): DepenseRecuperable => ({
  date: "2025-06-30",
  code,
  libelle: "Décompte du syndic",
  numFacture: "S-1",
  montant,
  tauxRecuperable: RECUPERABLES[code].taux,
  ...changements,
});

const releve = (date: string, m3: number, numero = "A"): ReleveCompteur => ({
  compteur: "eauFroide",
  numero,
  date,
  index: m3 * 1_000,
});

/** The part of the owner, then that of each lease. */
function parts(
  exercice: ReturnType<typeof exerciceCivil>,
  baux: BailACharges[],
  depenses: DepenseRecuperable[],
  releves: ReleveCompteur[] = [],
) {
  const { baux: leurs, proprietaire } = chargesDuLogement(exercice, { baux, depenses, releves });
  return {
    proprietaire: proprietaire.reduce((total, part) => total + part, 0),
    baux: leurs.map(({ total }) => total),
    jours: leurs.map(({ jours }) => jours),
  };
}

const poids = (...lots: number[]) =>
  lots.map((poidsDuLot, rang) => ({ AppartementId: rang + 1, poids: poidsDuLot }));

const montants = (montant: number, total: number, ...lots: number[]) => {
  const { lots: repartis, reste } = repartirDepense(montant, { total, lots: poids(...lots) });
  return [...repartis.map((lot) => lot.montant), reste];
};

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

describe("une dépense d’immeuble", () => {
  const TANTIEMES = [92, 85, 110, 104, 98, 88, 121, 96, 103, 103];

  it("29. de 4 387,50 se partage au centime entre dix lots par leurs tantièmes", () => {
    expect(montants(4_387_50, 1_000, ...TANTIEMES)).toEqual([
      403_65, 372_94, 482_63, 456_30, 429_97, 386_10, 530_89, 421_20, 451_91, 451_91, 0,
    ]);
    expect(calculDeLaPart(4_387_50, { poids: 92, total: 1_000, nom: "Tantièmes généraux" })).toBe(
      "4\u00A0387,50\u00A0×\u00A092/1000, Tantièmes généraux",
    );
  });

  it("30. dont deux lots seuls sont gérés ne laisse à personne d’ici les 3 610,91 des autres", () => {
    expect(montants(4_387_50, 1_000, 92, 85)).toEqual([403_65, 372_94, 3_610_91]);
    expect(montants(-4_387_50, 1_000, 92, 85)).toEqual([-403_65, -372_94, -3_610_91]);
  });

  it("31. se partage aussi par surfaces et par personnes", () => {
    expect(montants(1_000_01, 161_00, 31_50, 44_20, 58_00, 27_30)).toEqual([
      195_65, 274_54, 360_25, 169_57, 0,
    ]);
    expect(montants(300_00, 7, 1, 2, 4)).toEqual([42_86, 85_71, 171_43, 0]);
  });

  it("32. de gardien, 75 % de 30 000,00, fait 2 070,00 au lot, 1 656,00 au locataire, 414,00 au propriétaire", () => {
    const [lot] = repartirDepense(30_000_00, { total: 1_000, lots: poids(92) }).lots;
    expect(partRecuperable(depense("R91", 30_000_00))).toBe(22_500_00);
    expect(partRecuperable(depense("R92", 30_000_00))).toBe(12_000_00);
    const gardien = depense("R91", lot?.montant ?? 0);
    expect(partRecuperable(gardien)).toBe(2_070_00);
    const exercice = exerciceCivil(2025);
    expect(parts(exercice, [bail(1, "2025-03-15")], [gardien])).toEqual({
      proprietaire: 414_00,
      baux: [1_656_00],
      jours: [292],
    });
  });

  it("35. d’eau se partage par les mètres cubes des lots, et le reste non mesuré suit une autre clé", () => {
    expect(montants(9_812_37, 1_957, 50, 64, 183, 70)).toEqual([
      250_70, 320_89, 917_56, 350_98, 7_972_24,
    ]);
  });

  it("suit la clé de son jour, qui ne dépasse pas son total", () => {
    const cle = (depuis: string, total: number) =>
      ({ genre: "tantiemes", depuis, total, lots: poids(92, 85) }) as const;
    const cles = [cle("2026-01-01", 1_010), cle("2020-01-01", 1_000)];
    expect(cleEnVigueur(cles, "2025-12-31")?.total).toBe(1_000);
    expect(cleEnVigueur(cles, "2026-01-01")?.total).toBe(1_010);
    expect(cleEnVigueur(cles, "2019-12-31")).toBeNull();
    expect(refusDeCle({ total: 177, lots: poids(92, 85) })).toBeNull();
    expect(refusDeCle({ total: 176, lots: poids(92, 85) })).toMatch(
      /177, plus que le total de 176/,
    );
    expect(refusDeCle({ total: 10, lots: poids(0) })).toMatch(/Aucun logement/);
    expect(refusDeCle({ total: 10, lots: [...poids(1), ...poids(2)] })).toMatch(/qu’une fois/);
  });

  it("Q9. payée en une fois fait une somme au fournisseur, et à chaque mandat sa part", () => {
    fc.assert(
      fc.property(
        fc.nat(5_000_000),
        fc.array(fc.nat(500), { minLength: 1, maxLength: 12 }),
        fc.nat(500),
        (montant, tantiemes, ailleurs) => {
          const total = tantiemes.reduce((somme, tantieme) => somme + tantieme, ailleurs);
          const { lots, reste } = repartirDepense(montant, { total, lots: poids(...tantiemes) });
          const payees = lots.filter((lot) => lot.montant > 0);
          const ecriture = ensemble(
            payees.map((lot) =>
              depensePayee({
                mandat: lot.AppartementId % 3,
                fournisseur: 7,
                compteBancaire: 1,
                montant: lot.montant,
              }),
            ),
            "DEP",
          );
          if (payees.length > 0) expect(equilibree(ecriture)).toBe(true);
          expect(solde(ecriture, "512G")).toBe(total === 0 ? 0 : reste - montant);
          expect(solde(ecriture, "401")).toBe(0);
          for (const mandat of [0, 1, 2]) {
            const siens = payees.filter((lot) => lot.AppartementId % 3 === mandat);
            expect(solde(ecriture, "4670", mandat)).toBe(
              siens.reduce((somme, lot) => somme + lot.montant, 0),
            );
          }
        },
      ),
      MILLE,
    );
  });
});

/** The balance of an account: debits less credits, in cents. */
function solde({ lignes }: Pick<Ecriture, "lignes">, genre: string, de?: number): number {
  return lignes
    .filter(({ compte }) => compte.genre === genre && (de === undefined || compte.de === de))
    .reduce((somme, { debit, credit }) => somme + debit - credit, 0);
}

describe("un compteur", () => {
  const EXERCICE = exerciceCivil(2025);
  const SUITE = [bail(1, "2024-01-01", { dateFinBail: "2025-08-03" }), bail(2, "2025-08-04")];
  const eau = (montant: number) => depense("R21", montant, { compteur: "eauFroide" });

  it("36. partage par ce que chacun a consommé, 41 → 70 puis 70 → 91 à 5,00 le m³, sans prorata", () => {
    const releves = [releve("2025-01-01", 41), releve("2025-08-03", 70), releve("2025-12-31", 91)];
    const { natures } = chargesDuLogement(EXERCICE, {
      baux: SUITE,
      depenses: [eau(250_00)],
      releves,
    });
    expect(natures[0]?.indexEstimes).toEqual([]);
    expect(parts(EXERCICE, SUITE, [eau(250_00)], releves)).toMatchObject({
      proprietaire: 0,
      baux: [145_00, 105_00],
    });
  });

  it("se lit aussi dans les états des lieux, qui ne disent pas son numéro", () => {
    const lus = relevesAvecConstats(
      [releve("2025-12-31", 91)],
      [
        { ...releve("2025-03-15", 41), numero: null },
        { ...releve("2025-12-31", 90), numero: null },
      ],
    );
    expect(lus).toEqual([releve("2025-12-31", 91), releve("2025-03-15", 41)]);
    expect(mesureDe(lus, "eauFroide").quantite("2025-03-15", "2026-01-01")).toBe(50_000);
  });

  it("laisse au propriétaire ce que le logement vide ou un forfait a consommé", () => {
    const releves = [
      releve("2025-01-01", 0),
      releve("2025-03-31", 10),
      releve("2025-05-01", 12),
      releve("2025-12-31", 20),
    ];
    const baux = [
      bail(1, "2024-01-01", { dateFinBail: "2025-03-31" }),
      bail(2, "2025-05-01", { mode: "forfait" }),
    ];
    expect(parts(EXERCICE, baux, [eau(200_00)], releves)).toMatchObject({
      proprietaire: 100_00,
      baux: [100_00],
    });
  });

  it("dont un index manque à l’entrée se partage par les jours entre ses relevés, et le décompte le dit", () => {
    const releves = [releve("2024-12-31", 0), releve("2025-12-31", 365)];
    const { natures } = chargesDuLogement(EXERCICE, {
      baux: SUITE,
      depenses: [eau(365_00)],
      releves,
    });
    expect(natures[0]?.indexEstimes).toEqual(["2025-08-04"]);
    const { baux, proprietaire } = parts(EXERCICE, SUITE, [eau(365_00)], releves);
    expect(proprietaire).toBe(0);
    expect(Math.abs((baux[0] ?? 0) - 215_00)).toBeLessThan(1_00);
    const decompte = decompteDeCharges(
      donnees({ baux: SUITE, depenses: [eau(365_00)], releves }),
      "2026-02-01",
    );
    expect(decompte).toMatchObject({
      lignes: [{ code: "R21", compteur: "eauFroide" }],
      consommations: [{ compteur: "eauFroide", quantite: 215.591, index: null }],
    });
    expect(typeof decompte === "string" ? "" : decompte.avertissements.join()).toContain(
      "Index de compteur non relevé le 04/08/2025",
    );
  });

  it("lu à l’entrée et à la sortie, dit ses index et ce qu’il a compté", () => {
    const releves = [releve("2025-01-01", 41), releve("2025-08-03", 70), releve("2025-12-31", 91)];
    const decompte = decompteDeCharges(
      donnees({ baux: SUITE, depenses: [eau(250_00)], releves }),
      "2026-02-01",
    );
    expect(decompte).toMatchObject({
      consommations: [{ compteur: "eauFroide", quantite: 29, index: { debut: 41, fin: 70 } }],
    });
  });

  it("qui n’a rien compté, ou que nul n’a relevé, laisse sa facture aux jours", () => {
    const attendu = parts(EXERCICE, SUITE, [depense("R21", 365_00)]);
    expect(parts(EXERCICE, SUITE, [eau(365_00)])).toEqual(attendu);
    const immobile = [releve("2025-01-01", 41), releve("2025-12-31", 41)];
    expect(parts(EXERCICE, SUITE, [eau(365_00)], immobile)).toEqual(attendu);
    expect(
      decompteDeCharges(
        donnees({ baux: SUITE, depenses: [eau(365_00)], releves: immobile }),
        "2026-02-01",
      ),
    ).toMatchObject({ lignes: [{ compteur: null }], consommations: [] });
  });

  it("remplacé repart de son propre index ; le même ne recule pas", () => {
    const releves = [
      releve("2025-01-01", 90),
      releve("2025-06-01", 100),
      releve("2025-06-02", 0, "B"),
      releve("2025-12-31", 30, "B"),
    ];
    const { quantite } = mesureDe(releves, "eauFroide");
    expect(quantite("2025-01-01", "2026-01-01")).toBe(40_000);
    expect(mesureDe(releves, "eauChaude").quantite("2025-01-01", "2026-01-01")).toBe(0);
    expect(refusDeReleve(releve("2025-09-01", 20, "B"), releves)).toBeNull();
    expect(refusDeReleve(releve("2025-09-01", 31, "B"), releves)).toMatch(/31\/12\/2025/);
    expect(refusDeReleve(releve("2025-04-01", 89), releves)).toMatch(/01\/01\/2025/);
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

/** The expenses of lot A; 75 % of the caretaker is recoverable. */
const DU_LOT = [
  depense("R11", 357_00),
  depense("R41", 300_00),
  depense("R44", 288_80),
  depense("R91", 1_104_00),
  depense("R81", 145_00),
  depense("R21", 250_00, { compteur: "eauFroide" }),
];
const EAU_DE_MARTIN = [releve("2025-03-15", 41), releve("2025-12-31", 91)];
const MARTIN = bail(1, "2025-03-15", { provisions: 76_77 + 9 * 140_00 });

const donnees = (changements: Partial<DonneesDeCharges> = {}): DonneesDeCharges => ({
  exercice: exerciceCivil(2025),
  DossierId: 1,
  baux: [MARTIN],
  depenses: DU_LOT,
  releves: EAU_DE_MARTIN,
  moisAppeles: [],
  provisionnee: true,
  ailleurs: null,
  ecartees: { sansDate: 0, nonPayees: 0, appelsDuSyndic: 0 },
  appelee: null,
  ...changements,
});

function decompte(changements: Partial<DonneesDeCharges> = {}) {
  const dit = decompteDeCharges(donnees(changements), "2026-02-01");
  if (typeof dit === "string") throw new Error(dit);
  return dit;
}

describe("le décompte", () => {
  it("38. de MARTIN est de 448,27, et de 28,27 quand 420,00 de provisions sont dites appelées ailleurs", () => {
    expect(decompte()).toMatchObject({ total: 1_785.04, provisions: 1_336.77, solde: 448.27 });
    expect(decompte({ ailleurs: 420_00 }).solde).toBe(28.27);
  });

  it("39. se paie par douzièmes : 448,27 en 7 × 37,36 et 5 × 37,35, 100,00 en 4 × 8,34 et 8 × 8,33", () => {
    expect(douziemes(448.27)).toEqual([...Array(7).fill(37.36), ...Array(5).fill(37.35)]);
    expect(enParts(100_00, 12)).toEqual([...Array(4).fill(8_34), ...Array(8).fill(8_33)]);
    const echelons = echelonner(448_27, { exigibleLe: "2026-01-31", mois: 3 });
    expect(echelons).toEqual([
      { exigibleLe: "2026-01-31", montant: 149_43 },
      { exigibleLe: "2026-02-28", montant: 149_42 },
      { exigibleLe: "2026-03-31", montant: 149_42 },
    ]);
  });

  it("40. de 2024, envoyé le 31/12/2025, se paie en une fois ; le 02/01/2026, par douzièmes à la demande", () => {
    expect(parDouziemes({ annee: 2024 }, "2025-12-31")).toBe(false);
    expect(parDouziemes({ annee: 2024 }, "2026-01-02")).toBe(true);
  });

  it("43. envoyé le 10/03, n’est pas exigible le 09/04, et l’est le 10/04", () => {
    expect(refusDExigibilite("2026-04-09", "2026-03-10")).toMatch(/^Le 10\/04\/2026 au plus tôt/);
    expect(refusDExigibilite("2026-04-10", "2026-03-10")).toBeNull();
    expect(refusDExigibilite("2026-04-14", "2026-03-10", "2026-03-15")).toMatch(
      /^Le 15\/04\/2026 au plus tôt : la lettre arrive vers le 15\/03\/2026/,
    );
    expect(refusDExigibilite("2027-03-11", "2026-03-10")).toMatch(/^Le 10\/03\/2027 au plus tard/);
  });

  it("laisse au propriétaire les jours sans bail, et non ceux d’un forfait", () => {
    const forfait = { ...bail(2, "2025-03-15"), mode: "forfait" as const };
    const parti = {
      ...bail(3, "2024-01-01", { dateFinBail: "2024-12-31" }),
      mode: "forfait" as const,
    };
    expect(joursDuProprietaire(exerciceCivil(2025), [forfait, parti])).toEqual({
      ...{ vides: 73, forfaits: [2] },
    });
  });

  it("laisse ses justificatifs six mois, et se rectifie de la seule différence", () => {
    expect(justificatifsJusquau("2026-08-31")).toBe("2027-02-28");
    const fige = { total: 1_785_04, provisions: 1_336_77, ailleurs: null };
    expect(ecartDuRectificatif(fige, fige)).toBeNull();
    expect(ecartDuRectificatif(fige, { ...fige, total: 1_800_00 })).toBe(14_96);
    expect(ecartDuRectificatif(fige, { ...fige, ailleurs: 420_00 })).toBe(-420_00);
  });

  it("propose la provision que l’année justifie : 2 231,30, l’eau ramenée à l’an, font 185,94 par mois", () => {
    const exercice = exerciceCivil(2025);
    const charges = chargesDuLogement(exercice, {
      baux: [MARTIN],
      depenses: DU_LOT,
      releves: EAU_DE_MARTIN,
    });
    const [siennes] = charges.baux;
    expect(siennes && provisionProposee(charges, siennes, exercice)).toBe(185_94);
  });

  it("propose une provision qui commence au premier mois non facturé, et que gardent les loyers à venir", () => {
    const ligne = (id: number, depuis: string, loyerHC: number, loyerCharge: number) =>
      ({ id, depuis, loyerHC, loyerCharge, motif: "bail", annuleLe: null }) as const;
    const loyers = [ligne(1, "2025-03-15", 850_00, 140_00), ligne(2, "2026-06-01", 859_79, 140_00)];
    const depuis = debutDeProvision("2026-02-10", "2026-03");
    const lignes = changerProvision(loyers, 185_94, depuis);
    expect(lignes).toEqual([
      {
        ...{ depuis: "2026-04-01", loyerHC: 850_00, loyerCharge: 185_94 },
        ...{ motif: "provision", remplace: null },
      },
      {
        ...{ depuis: "2026-06-01", loyerHC: 859_79, loyerCharge: 185_94 },
        ...{ motif: "bail", remplace: loyers[1] },
      },
    ]);
    expect(changerProvision(loyers, 140_00, depuis)).toEqual([]);
  });

  it("envoyé ne porte plus que sa différence, et douze mois seulement s’il fut tardif", () => {
    const envoi = {
      ...{ id: 7, envoyeLe: "2026-02-01", canal: "lettre" as const },
      exigibleLe: "2026-03-01",
      ...{ solde: 448.27, montant: 448.27, mois: null, rectificatif: false },
      ...{ acheminement: "parti" as const, reserve: null, aRenvoyer: null, posteLe: "2026-02-01" },
    } satisfies EnvoiDuDecompte;
    const fige = { total: 1_785_04, provisions: 1_336_77, ailleurs: null };
    const egal = decompte({ provisionnee: false, envoye: { ...envoi, fige } });
    expect([egal.ecart, egal.refusEnvoi]).toEqual([
      null,
      expect.stringMatching(/^Ce décompte est envoyé depuis le 01\/02\/2026/),
    ]);
    const change = decompte({
      provisionnee: false,
      envoye: { ...envoi, fige: { ...fige, total: 1_700_00 } },
    });
    expect([change.ecart, change.refusEnvoi, change.refus]).toEqual([
      85.04,
      null,
      expect.stringContaining("décompte rectificatif"),
    ]);
    const demande = { annee: 2025, reste: 448.27 };
    expect(refusDEchelonnement(envoi, { ...demande, mois: 12 })).toMatch(/trois ou six mois/);
    expect(refusDEchelonnement(envoi, { ...demande, mois: 3 })).toBeNull();
    const le = (envoyeLe: string) =>
      refusDEchelonnement({ ...envoi, envoyeLe }, { ...demande, annee: 2024, mois: 12 });
    expect([le("2025-12-31"), le("2026-01-02")]).toEqual([
      expect.stringContaining("à temps"),
      null,
    ]);
  });

  it("d’un exercice décalé se dit par son dernier jour", () => {
    const exercice = { du: "2025-07-01", au: "2026-06-30" };
    const dit = decompteDeCharges(donnees({ exercice }), "2026-06-30");
    expect(dit).toMatchObject({ annee: 2026, joursDeLAnnee: 365, du: "2025-07-01" });
    expect(typeof dit === "string" ? "" : dit.avertissements.join(" ")).toContain(
      "L’exercice 2026 n’est pas fini",
    );
  });
});

describe("un solde en faveur du locataire", () => {
  const PARTIES = { dossier: 1, mandat: 2 };
  const due = (
    id: number,
    mois: string,
    reste: number,
    nature: NatureEcheance = "loyer",
  ): EcheanceOuverte => ({
    ...{ id, mois, nature, reste, mandat: 2, inscrite: true, QuitanceId: null },
    exigibleLe: `${mois}-01`,
  });
  const faveur = { montant: 300_00, fonds: "agence", disponible: 500_00 } as const;

  /**
   * The entries that give a balance back to the tenant, then spend it on his open sums; null when the balance is
   * refused.
   */
  function rendre(credit: SoldeEnFaveur, ouvertes: EcheanceOuverte[]) {
    const rendu = crediterCharges(PARTIES, credit);
    if (typeof rendu === "string") return null;
    const avance = { ReglementId: 1, fonds: credit.fonds, reste: credit.montant };
    const spent = consommer(1, { ...avance, date: "2026-11-25" }, ouvertes);
    const { imputations } = spent;
    const ecritures = [rendu, ...(spent.ecriture ? [spent.ecriture] : [])];
    return { ecritures, imputations, lignes: ecritures.flatMap(({ lignes }) => lignes) };
  }

  it("41. de 300,00, qui doit 180,00 : 4670 de 500,00 à 380,00, 411 soldé, 120,00 d’avance, avis suivant 830,00", () => {
    const rendu = rendre(faveur, [due(1, "2026-11", 180_00)]);
    if (!rendu) throw new Error("refusé");
    const { ecritures, imputations, lignes } = rendu;
    expect(ecritures.every(equilibree)).toBe(true);
    const [premiere] = ecritures;
    expect(premiere && [solde(premiere, "4670"), solde(premiere, "4191")]).toEqual([
      300_00, -300_00,
    ]);
    expect([180_00 + solde({ lignes }, "411"), 500_00 - solde({ lignes }, "4670")]).toEqual([
      0, 380_00,
    ]);
    const avance = -solde({ lignes }, "4191");
    expect(avance).toBe(120_00);
    expect(imputations).toEqual([{ echeanceId: 1, montant: 180_00 }]);
    const avis = [due(2, "2026-12", 850_00), due(3, "2026-12", 100_00, "charges")];
    const payees = imputer({ montant: avance, date: "2026-11-26" }, avis).imputations;
    expect(950_00 - payees.reduce((somme, { montant }) => somme + montant, 0)).toBe(830_00);
  });

  it("42. de 300,00 se refuse quand le compte du mandat n’en porte que 200,00", () => {
    expect(crediterCharges(PARTIES, { ...faveur, disponible: 200_00 })).toBe(
      "Le compte du mandat ne porte que 200,00\u00A0€ : demandez le reste au propriétaire.",
    );
  });

  it("chez un propriétaire qui reçoit les loyers se note de son côté, sans toucher 4670 ni 4191", () => {
    const rendu = rendre({ ...faveur, fonds: "proprietaire", disponible: 0 }, [
      due(1, "2026-11", 180_00),
    ]);
    const lignes = rendu?.lignes ?? [];
    const soldes = ["802", "803", "411", "4671", "4670", "4191"].map((genre) =>
      solde({ lignes }, genre),
    );
    expect(soldes).toEqual([-120_00, 120_00, -180_00, 180_00, 0, 0]);
  });

  it("Q19. ne rend jamais 411 négatif, ni différent de ce que 4671 attend", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.nat(500_000),
        fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 5 }),
        (montant, disponible, restes) => {
          const dues = restes.map((reste, rang) => due(rang + 1, `2026-0${rang + 1}`, reste));
          const doit = restes.reduce((somme, reste) => somme + reste, 0);
          const credit = rendre({ ...faveur, montant, disponible }, dues);
          expect(credit !== null).toBe(disponible >= montant);
          const lignes = credit?.lignes ?? [];
          const reste = doit + solde({ lignes }, "411");
          expect(reste).toBeGreaterThanOrEqual(0);
          expect(reste).toBe(doit - solde({ lignes }, "4671"));
          expect(0 - solde({ lignes }, "4191")).toBe(credit ? Math.max(0, montant - doit) : 0);
          expect(disponible - solde({ lignes }, "4670")).toBeGreaterThanOrEqual(0);
        },
      ),
      MILLE,
    );
  });
});
