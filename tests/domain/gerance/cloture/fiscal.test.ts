import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  aideFiscale,
  aReintegrer,
  type DonneesFiscales,
  type RecetteFiscale,
} from "#domain/gerance/cloture/fiscal.ts";
import { enCentimes } from "#domain/montants.ts";

const PAUL = { ClientId: 1, nom: "Paul", morale: false };
const ANNE = { ClientId: 2, nom: "Anne", morale: false };
const SOIXANTE_QUARANTE = [
  { ClientId: 1, num: 60, den: 100 },
  { ClientId: 2, num: 40, den: 100 },
];
const LOT = { AppartementId: 1, nom: "Lot A", meuble: false };

const recette = (montant: number, autres: Partial<RecetteFiscale> = {}): RecetteFiscale => ({
  date: "2026-05-02",
  AppartementId: 1,
  meuble: false,
  nature: "loyer",
  payeur: "locataire",
  libelle: "Loyer",
  montant: enCentimes(montant),
  tauxTva: null,
  ensemble: "",
  ...autres,
});

const depense = (nature: DonneesFiscales["depenses"][number]["nature"], montant: number) => ({
  date: "2026-10-14",
  AppartementId: 1,
  meuble: false,
  nature,
  fournisseur: "Plomberie X",
  libelle: "Fuite cuisine",
  montant: enCentimes(montant),
  tauxRecuperable: 0,
});

const annee = (donnees: Partial<DonneesFiscales>) =>
  aideFiscale({
    annee: 2026,
    lots: [LOT],
    recettes: [],
    depenses: [],
    frais: [],
    sansDate: 0,
    avancesReprises: 0,
    sansLigne: 0,
    mandants: [PAUL, ANNE],
    partsLe: () => SOIXANTE_QUARANTE,
    ...donnees,
  });

const dit = (aide: ReturnType<typeof annee>) =>
  Object.fromEntries(aide.lignes.map(({ ligne, montant }) => [ligne, montant]));

describe("L’aide à la déclaration", () => {
  it("du lot A des DURAND : 2 669,60 € de charges, 7 530,40 € avant intérêts, chacun sa part", () => {
    const aide = annee({
      recettes: Array.from({ length: 12 }, (_, mois) => [
        recette(850, { date: `2026-${String(mois + 1).padStart(2, "0")}-02` }),
        recette(100, { nature: "charges" }),
      ]).flat(),
      frais: Array.from({ length: 12 }, () => ({
        date: "2026-06-05",
        libelle: "FH",
        montant: enCentimes(79.8),
      })),
      depenses: [
        depense("assurance_loyers", 285),
        depense("assurance", 120),
        depense("travaux", 132),
        depense("taxe_fonciere", 745),
        depense("ordures_menageres", 145),
        depense("copropriete", 1240),
        depense("regularisation_copropriete", 830),
      ],
    });
    expect(dit(aide)).toEqual({
      "211": 10_200,
      "221": 957.6,
      "222": 20,
      "223": 405,
      "224": 132,
      "227": 745,
      "229": 1240,
      "230": -830,
    });
    expect(aide.charges).toEqual({ montant: 2669.6, parts: [1601.76, 1067.84] });
    expect(aide.net).toEqual({ montant: 7530.4, parts: [4518.24, 3012.16] });
    expect(aide.travaux).toEqual([
      {
        date: "2026-10-14",
        nom: "Lot A",
        fournisseur: "Plomberie X",
        libelle: "Fuite cuisine",
        montant: 132,
      },
    ]);
    expect(aide.mandants.map(({ microFoncier }) => microFoncier)).toEqual([true, true]);
  });

  it("laisse à son année une dépense payée, et retire au centime, de celle où il fut annulé, son paiement", () => {
    const payee = { ...depense("travaux", 1.01), tauxRecuperable: 50 };
    const reprise = {
      ...payee,
      montant: -payee.montant,
      libelle: "Paiement annulé : Fuite cuisine",
    };
    const [avant, apres] = [annee({ depenses: [payee] }), annee({ depenses: [reprise] })];
    expect([dit(avant)["224"], dit(apres)["224"]]).toEqual([0.5, -0.5]);
    expect(apres.charges).toEqual({ montant: 19.5, parts: [11.7, 7.8] });
    expect(apres.travaux).toMatchObject([{ libelle: reprise.libelle, montant: -0.5 }]);
  });

  it("n’offre pas le micro-foncier à une société", () => {
    const aide = annee({ recettes: [recette(850)], mandants: [PAUL, { ...ANNE, morale: true }] });
    expect(aide.mandants.map(({ microFoncier }) => microFoncier)).toEqual([true, false]);
  });

  it("ajoute ce qui n’était pas déductible des appels de l’an passé", () => {
    const [nonDeductible, recuperable, surplus] = [200_00, 180_00, 20_00];
    expect(aReintegrer({ nonDeductible, recuperable, surplus })).toBe(400_00);
    expect(1200_00 - 800_00).toBe(400_00);
  });

  it("rend au propriétaire ce qu’aucun locataire ne rembourse, et compte la réparation que paie le locataire", () => {
    const recuperable = { ...depense("administration", 100), tauxRecuperable: 100 };
    const restee = { ...depense("charges_non_recuperees", 40), tauxRecuperable: 100 };
    const reparation = recette(60, { nature: "reparation" });
    const depenses = [recuperable, restee];
    expect(dit(annee({ depenses, recettes: [reparation] }))).toEqual({
      "212": 60,
      "222": 20,
      "225": 40,
    });
    const meuble = annee({
      lots: [{ ...LOT, meuble: true }],
      depenses: depenses.map((depense) => ({ ...depense, meuble: true })),
    });
    expect(meuble.meubles.map(({ depense: moins }) => moins)).toEqual([100]);
  });

  it("ne compte ni dépôt, ni charges, et met à part ce que paie l’assurance", () => {
    const aide = annee({
      recettes: [
        recette(850, { nature: "depot" }),
        recette(100, { nature: "charges" }),
        recette(850, { payeur: "gli" }),
        recette(100, { payeur: "gli", nature: "charges" }),
        recette(210, { payeur: "caf" }),
        recette(500, { payeur: "caution" }),
      ],
    });
    expect(dit(aide)).toEqual({ "211": 710, "213": 950, "222": 20 });
  });

  it("d’une location meublée n’a aucune ligne, mais un journal", () => {
    const aide = annee({
      lots: [{ ...LOT, meuble: true }],
      recettes: [
        recette(850, { meuble: true }),
        recette(100, { nature: "charges", meuble: true }),
        recette(900, { nature: "depot", meuble: true }),
      ],
      depenses: [{ ...depense("travaux", 132), meuble: true }],
    });
    expect([aide.lignes, aide.nus, aide.travaux]).toEqual([[], [], []]);
    expect(aide.meubles.map(({ recette: plus, depense: moins }) => [plus, moins])).toEqual([
      [850, 0],
      [100, 0],
      [0, 132],
    ]);
  });

  it("d’un bailleur qui facture la TVA compte ses loyers hors taxe, et dit la TVA à part, au centime", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50_000, max: 50_000 }), { minLength: 1, maxLength: 12 }),
        (loyers) => {
          const recettes = loyers.map((montant) => ({ ...recette(0, { tauxTva: 20 }), montant }));
          const [tva] = annee({ recettes }).tva;
          const ttc = loyers.reduce((un, loyer) => un + loyer, 0);
          expect(enCentimes(tva?.ttc ?? 0)).toBe(ttc);
          expect(enCentimes(tva?.ht ?? 0) + enCentimes(tva?.tva ?? 0)).toBe(ttc);
          expect(annee({ recettes }).brut.montant).toBe((tva?.ht ?? 0) + 0);
        },
      ),
    );
    const aide = annee({
      recettes: [
        recette(120, { tauxTva: 20 }),
        recette(12, { tauxTva: 20, nature: "charges" }),
        recette(60, { tauxTva: 20, nature: "reparation" }),
        recette(90, { tauxTva: 0 }),
        recette(120, { tauxTva: 20, payeur: "gli" }),
      ],
    });
    expect(dit(aide)).toEqual({ "211": 190, "212": 60, "213": 120, "222": 20 });
    expect(aide.tva).toEqual([{ nom: "Lot A", taux: 20, ttc: 132, ht: 110, tva: 22 }]);
    // The VAT is that of the whole receipt: 15,83 € on 95 €, not 14,17 € + 1,67 € for its two lines.
    const quittance = (ensemble: string) => [
      recette(85, { tauxTva: 20, ensemble }),
      recette(10, { tauxTva: 20, ensemble, nature: "charges" }),
    ];
    const deux = annee({ recettes: [...quittance("mai"), ...quittance("juin")] });
    expect(deux.tva).toMatchObject([{ ttc: 190, tva: 31.66 }]);
  });

  it("d’un logement loué meublé puis nu dit les loyers de chacun à leur place", () => {
    const aide = annee({
      lots: [LOT, { ...LOT, meuble: true }],
      recettes: [recette(900, { meuble: true }), recette(600)],
      depenses: [{ ...depense("travaux", 50), meuble: true }, depense("travaux", 132)],
      frais: [{ date: "2026-06-05", libelle: "FH", montant: enCentimes(150) }],
    });
    expect(dit(aide)).toEqual({ "211": 600, "221": 60, "222": 20, "224": 132 });
    expect(aide.meubles.map(({ recette: plus, depense: moins }) => [plus, moins])).toEqual([
      [900, 0],
      [0, 90],
      [0, 50],
    ]);
    expect(aide.travaux.map(({ montant }) => montant)).toEqual([132]);
    expect(aide.avertissements).toEqual([
      "Lot A : loué nu et meublé dans l’année ; vérifiez où vont ses dépenses.",
    ]);
  });

  it("dit les dépenses qui ne sont d’aucune ligne, ou d’aucune année", () => {
    const dites = (nombre: number) =>
      annee({
        depenses: Array.from({ length: nombre }, () => depense("autre", 10)),
        sansDate: nombre,
      }).avertissements;
    expect(dites(1)).toEqual([
      "1 dépense sans ligne de la déclaration : dites sa nature, ou vérifiez qu’elle n’en a pas.",
      "1 dépense réglée n’a pas de date : elle n’est d’aucune année.",
    ]);
    expect(dites(2)).toEqual([
      "2 dépenses sans ligne de la déclaration : dites leur nature, ou vérifiez qu’elles n’en ont pas.",
      "2 dépenses réglées n’ont pas de date : elles ne sont d’aucune année.",
    ]);
  });

  it("partage chaque ligne comme on était ce jour-là", () => {
    const aide = annee({
      recettes: [recette(100), recette(100, { date: "2026-09-02" })],
      partsLe: (jour) =>
        jour < "2026-07-01" ? [{ ClientId: 1, num: 1, den: 1 }] : SOIXANTE_QUARANTE,
    });
    expect(aide.lignes[0]?.parts).toEqual([160, 40]);
  });

  it("porte le forfait comme les honoraires gardés : ceux d’un loyer repris au partage de son jour n’y comptent plus", () => {
    const TIERS = [
      { ClientId: 1, num: 1, den: 3 },
      { ClientId: 2, num: 2, den: 3 },
    ];
    const partsLe = (jour: string) => (jour < "2026-02-01" ? SOIXANTE_QUARANTE : TIERS);
    const frais = (date: string, montant: number, partageLe = date) => ({
      ...{ date, partageLe, libelle: "FH", montant: enCentimes(montant) },
    });
    const forfait = (...les: ReturnType<typeof frais>[]) =>
      annee({ frais: les, partsLe }).lignes.find(({ ligne }) => ligne === "222")?.parts;
    const [janvier, rendus] = [frais("2026-01-05", 79.8), frais("2026-03-10", -79.8, "2026-01-05")];
    const fevrier = frais("2026-02-05", 79.8);
    // The 20,00 € follow the fees: 10,00 € at 60/40 = 6,00 + 4,00, and 10,00 € in thirds = 3,33 + 6,67.
    expect(forfait(janvier, fevrier)).toEqual([9.33, 10.67]);
    // The January rent was refused, so its fees were given back, in the shares of January: only February's count.
    expect(forfait(janvier, rendus, fevrier)).toEqual([6.67, 13.33]);
    // Without fees, the days count: 31 at 60/40 (1,70 € = 1,02 + 0,68), 334 in thirds (18,30 € = 6,10 + 12,20).
    expect(forfait()).toEqual([7.12, 12.88]);
    expect(forfait(janvier, rendus)).toEqual([7.12, 12.88]);
    const mois = fc
      .integer({ min: 1, max: 12 })
      .map((m) => `2026-${String(m).padStart(2, "0")}-05`);
    const pris = fc.record({ le: mois, montant: fc.integer({ min: 100, max: 50_000 }) });
    fc.assert(
      fc.property(fc.array(pris, { minLength: 1 }), fc.array(pris), (gardes, repris) => {
        const dits = gardes.map(({ le, montant }) => frais(le, montant / 100));
        const allers = repris.map(({ le, montant }) => frais(le, montant / 100));
        const retours = repris.map(({ le, montant }) => frais("2026-12-20", -montant / 100, le));
        const lu = forfait(...dits) ?? [];
        expect(lu.reduce((total, part) => total + enCentimes(part), 0)).toBe(2_000);
        expect(forfait(...allers, ...dits.toReversed(), ...retours)).toEqual(lu);
        const totalGarde = gardes.reduce((total, { montant }) => total + montant, 0);
        const exact = gardes.reduce(
          (total, { le, montant }) => total + montant * (partsLe(le) === TIERS ? 1 / 3 : 0.6),
          0,
        );
        expect(Math.abs(enCentimes(lu[0] ?? 0) - (2_000 * exact) / totalGarde)).toBeLessThan(2);
      }),
    );
  });

  it("ne laisse à personne aucun centime du forfait, quel que soit le jour des premières parts, ou de parts tues ensuite", () => {
    const jour = fc
      .date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const frais = fc.array(
      fc.record({ date: jour, montant: fc.integer({ min: -900, max: 9_000 }) }),
    );
    fc.assert(
      fc.property(frais, jour, jour, (les, un, autre) => {
        const [premier = "", au = ""] = [un, autre].toSorted();
        const du = `${premier.slice(0, 7)}-01`;
        const { lignes } = annee({
          frais: les.map((pris) => ({ ...pris, libelle: "FH" })),
          partsLe: (le) => (le >= du && le <= au ? SOIXANTE_QUARANTE : null),
        });
        expect(lignes.find(({ ligne }) => ligne === "222")?.parts).toEqual([12, 8]);
      }),
    );
    const jamais = annee({ recettes: [recette(100)], partsLe: () => null });
    expect(jamais.lignes.map(({ montant, parts }) => [montant, parts])).toEqual([
      [100, [0, 0]],
      [20, [0, 0]],
    ]);
    expect(jamais.avertissements[0]).toContain("Les quotes-parts des mandants ne sont pas dites");
  });

  it("partage toute somme sans perdre un centime, et ses totaux sont ceux des lignes imprimées", () => {
    const cents = fc.integer({ min: -200_000, max: 200_000 }).filter((montant) => montant !== 0);
    fc.assert(
      fc.property(
        fc.array(cents, { maxLength: 12 }),
        fc.array(cents, { maxLength: 6 }),
        fc.integer({ min: 1, max: 99 }),
        (loyers, frais, num) => {
          const lots = [LOT, { AppartementId: 2, nom: "Lot B", meuble: false }];
          const aide = annee({
            lots,
            recettes: loyers.map((montant, rang) => ({
              ...recette(0, { AppartementId: (rang % 2) + 1 }),
              montant,
            })),
            frais: frais.map((montant) => ({ date: "2026-03-05", libelle: "FH", montant })),
            partsLe: () => [
              { ClientId: 1, num, den: 100 },
              { ClientId: 2, num: 100 - num, den: 100 },
            ],
          });
          const total = (sommes: readonly number[]) =>
            sommes.reduce((un, somme) => un + enCentimes(somme), 0);
          for (const { montant, parts } of [...aide.lignes, aide.brut, aide.charges, aide.net]) {
            expect(total(parts)).toBe(enCentimes(montant));
          }
          expect(enCentimes(aide.brut.montant)).toBe(loyers.reduce((un, loyer) => un + loyer, 0));
          const honoraires = aide.lignes.filter(({ ligne }) => ligne === "221");
          expect(total(honoraires.map(({ montant }) => montant))).toBe(
            frais.reduce((un, autre) => un + autre, 0),
          );
          expect(total(aide.nus.map(({ net }) => net.montant))).toBe(enCentimes(aide.net.montant));
        },
      ),
    );
  });
});
