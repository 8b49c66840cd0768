import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ajouterJours,
  dernierJour,
  joursDuMois,
  nombreDeJours,
  premierJour,
} from "#domain/dates.ts";
import { changementDeLoyer } from "#domain/gerance/revisions/changement.ts";
import { loyerDuMois } from "#domain/gerance/revisions/loyer-du-mois.ts";
import { type LoyerDate, loyerAffiche, loyerEnVigueur } from "#domain/gerance/revisions/loyers.ts";
import { enEuros } from "#domain/montants.ts";
import { montantsDuMois } from "#domain/quittances/jours-de-loyer.ts";
import { auLoyer } from "../../../support/documents/bail.ts";

const MILLE = { numRuns: 1_000 };

/** Rows of rent: the first day of each, its rent, then its charges, in cents. */
const lignes = (...dites: [string, number, number?][]): LoyerDate[] =>
  dites.map(([depuis, loyerHC, loyerCharge = 0], rang) => ({
    id: rang + 1,
    depuis,
    loyerHC,
    loyerCharge,
    motif: rang === 0 ? "bail" : "revision",
    annuleLe: null,
  }));

const periode = (debut: string, fin = dernierJour(debut.slice(0, 7))) => ({
  debut,
  fin,
  jours: nombreDeJours(debut, fin),
  joursDuMois: joursDuMois(debut.slice(0, 7)),
});

const duMois = (loyers: readonly LoyerDate[], debut: string, fin?: string) => {
  const { loyerHC, charge, segments } = loyerDuMois(loyers, periode(debut, fin));
  return {
    loyerHC,
    charge,
    loyers: segments.map((segment) => segment.loyerHC),
    charges: segments.map((segment) => segment.charge),
  };
};

const REVISE = lignes(["2020-01-01", 850_00, 100_00], ["2026-10-15", 859_79, 100_00]);

describe("le loyer d’un mois", () => {
  it("3. d’octobre, 850,00 jusqu’au 14 et 859,79 depuis le 15, fait 855,37 = 383,87 + 471,50", () => {
    expect(duMois(REVISE, "2026-10-01")).toMatchObject({
      loyerHC: 855_37,
      loyers: [383_87, 471_50],
    });
  });

  it("4. du même, sorti le 20, fait 550,28 = 383,87 + 166,41, et 64,52 de charges", () => {
    expect(duMois(REVISE, "2026-10-01", "2026-10-20")).toMatchObject({
      loyerHC: 550_28,
      loyers: [383_87, 166_41],
      charge: 64_52,
    });
  });

  it.each([
    ["2028-02-01", 855_06, [410_34, 444_72]],
    ["2027-02-01", 854_90, [425_00, 429_90]],
  ])("5. de février, changé le 15, suit ses 29 ou ses 28 jours : %s", (mois, loyerHC, loyers) => {
    const change = lignes(["2020-01-01", 850_00], [`${mois.slice(0, 7)}-15`, 859_79]);
    expect(duMois(change, mois)).toMatchObject({ loyerHC, loyers });
  });

  it("6. de 850,00 coupé en trois lignes égales reste 850,00 = 274,20 + 274,19 + 301,61", () => {
    const coupe = lignes(["2026-10-01", 850_00], ["2026-10-11", 850_00], ["2026-10-21", 850_00]);
    expect(duMois(coupe, "2026-10-01")).toMatchObject({
      loyerHC: 850_00,
      loyers: [274_20, 274_19, 301_61],
    });
  });

  it("7. de 850,00, 859,79 puis 870,00 pour 9, 11 et 11 jours fait 860,57", () => {
    const trois = lignes(["2026-10-01", 850_00], ["2026-10-10", 859_79], ["2026-10-21", 870_00]);
    expect(duMois(trois, "2026-10-01")).toMatchObject({
      loyerHC: 860_57,
      loyers: [246_77, 305_09, 308_71],
    });
  });

  it("dont une ligne doit une somme ronde la lui garde : 900,00 pour 23 jours de 30 font 690,00", () => {
    const trois = lignes(["2026-11-01", 900_00], ["2026-11-24", 620_00], ["2026-11-26", 900_37]);
    expect(duMois(trois, "2026-11-01")).toMatchObject({
      loyerHC: 881_40,
      loyers: [690_00, 41_34, 150_06],
    });
  });

  it("8. dont la provision passe de 100 à 120 le 10 mars appelle 114,19 = 29,03 + 85,16", () => {
    const provision = lignes(["2020-01-01", 850_00, 100_00], ["2026-03-10", 850_00, 120_00]);
    expect(duMois(provision, "2026-03-01")).toMatchObject({
      charge: 114_19,
      charges: [29_03, 85_16],
      loyerHC: 850_00,
    });
  });
});

/** Days over two years, a leap day included. */
const jour = fc.nat(730).map((rang) => ajouterJours("2027-06-01", rang));
const centimes = fc.nat(300_000);
const suites = fc
  .uniqueArray(fc.record({ depuis: jour, loyerHC: centimes, loyerCharge: fc.nat(50_000) }), {
    selector: ({ depuis }) => depuis,
    minLength: 1,
    maxLength: 8,
  })
  .map((dites) =>
    dites.map((ligne, rang) => ({
      ...ligne,
      id: rang + 1,
      motif: "correction" as const,
      annuleLe: null,
    })),
  );
const moisQuelconque = fc.tuple(jour, fc.nat(30), fc.nat(30)).map(([leJour, un, autre]) => {
  const mois = leJour.slice(0, 7);
  const dans = (rang: number) => ajouterJours(premierJour(mois), rang % joursDuMois(mois));
  const [debut = "", fin = ""] = [dans(un), dans(autre)].toSorted();
  return periode(debut, fin);
});

describe("les loyers datés", () => {
  it("Q1. font le même mois, que des lignes de même montant le coupent ou non, et celui d’un loyer seul", () => {
    fc.assert(
      fc.property(
        suites,
        moisQuelconque,
        fc.array(jour, { maxLength: 5 }),
        (loyers, mois, coupes) => {
          const dits = new Set(loyers.map(({ depuis }) => depuis));
          const premier = loyers.map(({ depuis }) => depuis).toSorted()[0] ?? "";
          const ajoutees = [...new Set(coupes)]
            .filter((depuis) => !dits.has(depuis) && depuis > premier)
            .flatMap((depuis, rang) => {
              const regne = loyerEnVigueur(loyers, depuis);
              return regne ? [{ ...regne, id: 100 + rang, depuis }] : [];
            });
          const entier = loyerDuMois(loyers, mois);
          const coupe = loyerDuMois([...ajoutees, ...loyers], mois);
          expect([coupe.loyerHC, coupe.charge]).toEqual([entier.loyerHC, entier.charge]);
          const [seule] = loyers;
          const seul = loyerDuMois(seule ? [seule] : [], mois);
          const dossier = {
            loyerHC: enEuros(seule?.loyerHC ?? 0),
            loyerCharge: enEuros(seule?.loyerCharge ?? 0),
            dateDebutBail: mois.debut,
            dateFinBail: mois.fin,
            dateDebutPreavis: null,
            dateFinPreavis: null,
            dateSortie: null,
            dateRelocation: null,
          };
          const attendu = montantsDuMois(auLoyer(dossier), mois.debut.slice(0, 7));
          expect([enEuros(seul.loyerHC), enEuros(seul.charge)]).toEqual([
            attendu?.loyerHC,
            attendu?.charge,
          ]);
        },
      ),
      MILLE,
    );
  });

  it("Q2. se partagent en lignes dont la somme est le mois, loyer et charges, et qui couvrent ses jours", () => {
    fc.assert(
      fc.property(suites, moisQuelconque, (loyers, mois) => {
        const { loyerHC, charge, total, segments } = loyerDuMois(loyers, mois);
        const somme = (de: (segment: (typeof segments)[number]) => number) =>
          segments.reduce((somme, segment) => somme + de(segment), 0);
        expect(somme((segment) => segment.loyerHC)).toBe(loyerHC);
        expect(somme((segment) => segment.charge)).toBe(charge);
        expect(somme(({ jours }) => jours)).toBe(mois.jours);
        expect(total).toBe(loyerHC + charge);
        for (const { du, jours, ...segment } of segments) {
          const ligne = loyerEnVigueur(loyers, du);
          const exacts = [ligne?.loyerHC ?? 0, ligne?.loyerCharge ?? 0].map(
            (montant) => (montant * jours) / mois.joursDuMois,
          );
          for (const [rang, part] of [segment.loyerHC, segment.charge].entries())
            expect([Math.floor(exacts[rang] ?? 0), Math.ceil(exacts[rang] ?? 0)]).toContain(part);
        }
      }),
      MILLE,
    );
  });

  it("Q3. ne changent aucun mois quittancé quand le dossier change de loyer", () => {
    fc.assert(
      fc.property(suites, jour, jour, centimes, fc.nat(50_000), (loyers, un, today, HC, charge) => {
        const dernierMois = un.slice(0, 7);
        const affiche = loyerEnVigueur(loyers, today);
        if (!affiche) throw new Error("Aucun loyer.");
        const voulu = { loyerHC: HC, loyerCharge: charge };
        const { annule, ligne } = changementDeLoyer(loyers, voulu, { dernierMois, affiche });
        if (!ligne) return;
        const apres: LoyerDate[] = [
          ...loyers.map((loyer) => (loyer === annule ? { ...loyer, annuleLe: today } : loyer)),
          { ...ligne, id: 1_000, annuleLe: null },
        ];
        const premier = loyers.map(({ depuis }) => depuis).toSorted()[0] ?? "";
        for (let rang = 0; rang < 12; rang++) {
          const debut = premierJour(ajouterJours(`${dernierMois}-01`, -30 * rang).slice(0, 7));
          if (debut < premier) break;
          expect(loyerDuMois(apres, periode(debut))).toEqual(loyerDuMois(loyers, periode(debut)));
        }
        expect(new Set(apres.filter((l) => l.annuleLe === null).map((l) => l.depuis)).size).toBe(
          apres.filter((l) => l.annuleLe === null).length,
        );
      }),
      MILLE,
    );
  });
});

describe("le loyer affiché", () => {
  const bail = { debut: "2026-01-15", fin: "2026-12-31" };
  const loyers = lignes(["2026-01-15", 850_00], ["2026-12-01", 900_00], ["2027-02-01", 950_00]);
  it("est celui du jour ; le premier d’un bail à venir ; le dernier d’un bail fini", () => {
    const affiche = (today: string) => loyerAffiche(loyers, bail, today)?.loyerHC;
    expect(["2025-12-01", "2026-11-30", "2026-12-01", "2027-06-01"].map(affiche)).toEqual([
      850_00, 850_00, 900_00, 900_00,
    ]);
    expect(loyerAffiche([], bail, "2026-06-01")).toBeNull();
  });

  it("23. de 900,00 noté le 25/11, novembre quittancé, commence le 01/12 et le dit ; 850,00 s’affiche jusque-là", () => {
    const avant = lignes(["2024-01-01", 850_00, 100_00]);
    const [affiche] = avant;
    if (!affiche) throw new Error("Aucun loyer.");
    const voulu = { loyerHC: 900_00, loyerCharge: 100_00 };
    const { annule, ligne, avertissements } = changementDeLoyer(avant, voulu, {
      dernierMois: "2026-11",
      affiche,
    });
    expect([annule, ligne]).toEqual([
      null,
      { ...voulu, depuis: "2026-12-01", motif: "correction" },
    ]);
    expect(avertissements).toEqual([
      "Le loyer change à compter du 01/12/2026 ; les quittances déjà faites ne bougent pas.",
    ]);
    const apres: LoyerDate[] = [
      ...avant,
      { ...voulu, depuis: "2026-12-01", motif: "correction", id: 2, annuleLe: null },
    ];
    expect(loyerDuMois(apres, periode("2026-11-01")).loyerHC).toBe(850_00);
    expect(loyerEnVigueur(apres, "2026-11-30")?.loyerHC).toBe(850_00);
    expect(loyerEnVigueur(apres, "2026-12-01")?.loyerHC).toBe(900_00);
    const demande = { dernierMois: "2026-11", affiche };
    for (const meme of [voulu, affiche]) {
      expect(changementDeLoyer(apres, meme, demande).ligne).toBeNull();
    }
    const decide: LoyerDate[] = [
      ...avant,
      { ...voulu, depuis: "2027-02-01", motif: "avenant", id: 3, annuleLe: null },
    ];
    expect(changementDeLoyer(decide, { ...voulu, loyerHC: 870_00 }, demande)).toMatchObject({
      refus: "Le loyer change déjà le 01/02/2027 : annulez d’abord ce changement.",
      ligne: null,
    });
    const retouche = { ...voulu, loyerHC: 910_00 };
    expect(changementDeLoyer(apres, retouche, demande).annule?.id).toBe(2);
  });

  it("corrige le loyer du bail tant que rien n’est quittancé", () => {
    const avant = lignes(["2027-01-01", 850_00]);
    const [affiche] = avant;
    if (!affiche) throw new Error("Aucun loyer.");
    const voulu = { loyerHC: 870_00, loyerCharge: 0 };
    expect(changementDeLoyer(avant, voulu, { dernierMois: null, affiche })).toEqual({
      refus: null,
      annule: affiche,
      ligne: { ...voulu, depuis: "2027-01-01", motif: "bail" },
      avertissements: [],
    });
  });
});
