import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import {
  bailApresDeces,
  dernierJourDuConge,
  effetDuCongeDuBailleur,
  finDeSolidarite,
  preavisDuLocataire,
} from "#domain/gerance/departs/conge.ts";
import { etatDepart } from "#domain/gerance/departs/etat-depart.ts";
import {
  echeanceDeRestitution,
  echeanceDesCharges,
  majorationDeRetard,
  provisionAuPlus,
  soldeDeSortie,
  soldeDesCharges,
} from "#domain/gerance/departs/solde-de-sortie.ts";
import { ageEnAnnees, retenueApresVetuste } from "#domain/gerance/departs/vetuste.ts";

const jour = fc.nat(3000).map((nombre) => ajouterJours("2026-01-01", nombre));
const centimes = fc.nat(500_000);

describe("le congé du locataire", () => {
  it.each([
    ["2026-11-30", "nu", "2027-02-28"],
    ["2027-11-30", "nu", "2028-02-29"],
    ["2026-01-31", "meuble", "2026-02-28"],
  ] as const)("reçu le %s, bail %s : finit le %s", (recuLe, regime, fin) => {
    const conge = { recuLe, regime, zoneTendue: false, motif: null, justifie: true };
    expect(preavisDuLocataire(conge)?.fin).toBe(fin);
  });

  it("n’est d’un mois que si la lettre en donne et en prouve le motif, zone tendue comprise", () => {
    const conge = {
      recuLe: "2026-11-10",
      regime: "nu",
      zoneTendue: true,
      motif: "mutation",
    } as const;
    expect(preavisDuLocataire({ ...conge, justifie: true })).toEqual({
      mois: 1,
      fin: "2026-12-10",
    });
    expect(preavisDuLocataire({ ...conge, justifie: false })).toEqual({
      mois: 3,
      fin: "2027-02-10",
    });
  });
});

describe("le congé du bailleur", () => {
  it("se reçoit six mois avant le terme d’un bail nu, trois d’un meublé", () => {
    expect(dernierJourDuConge("2028-02-29", "nu")).toBe("2027-08-29");
    expect(dernierJourDuConge("2027-06-30", "meuble")).toBe("2027-03-30");
    expect(dernierJourDuConge("2027-06-30", "etudiant")).toBeNull();
  });

  it("trop tard, ou pour une vente trop proche de l’achat, se refuse avec sa raison ; une reprise attend deux ans", () => {
    const conge = {
      regime: "nu",
      terme: "2028-02-29",
      recuLe: "2027-08-29",
      acquisLe: null,
    } as const;
    expect(effetDuCongeDuBailleur({ ...conge, motif: "vente" }).effet).toBe("2028-02-29");
    expect(effetDuCongeDuBailleur({ ...conge, motif: "motif", recuLe: "2027-08-30" }).refus).toBe(
      "Le locataire devait recevoir ce congé le 29/08/2027 au plus tard : le bail est reconduit.",
    );
    const achete = { ...conge, acquisLe: "2026-06-15" };
    expect(effetDuCongeDuBailleur({ ...achete, motif: "vente" }).refus).toContain(
      "le terme suivant",
    );
    expect(effetDuCongeDuBailleur({ ...achete, motif: "reprise" }).effet).toBe("2028-06-15");
  });
});

describe("un colocataire qui part", () => {
  it("doit encore six mois, ou jusqu’à ce qu’un autre le remplace", () => {
    const solidaire = (
      effet: string,
      remplaceLe: string | null,
      regime: "nu" | "mobilite" = "nu",
    ) => finDeSolidarite({ effet, remplaceLe, regime });
    expect(solidaire("2026-08-31", null)).toBe("2027-02-28");
    expect(solidaire("2026-12-31", null)).toBe("2027-06-30");
    expect(solidaire("2026-08-31", "2026-10-01")).toBe("2026-10-01");
    expect(solidaire("2026-08-31", "2026-08-01")).toBe("2026-08-31");
    expect(solidaire("2026-08-31", null, "mobilite")).toBe("2026-08-31");
  });
});

describe("au décès du locataire", () => {
  it("un bail nu passe à qui vivait là ou finit ; un meublé passe aux héritiers", () => {
    expect(bailApresDeces("nu", false)).toBe("termine");
    expect(bailApresDeces("nu", true)).toBe("transfere");
    expect(bailApresDeces("meuble", true)).toBe("aux_heritiers");
  });
});

describe("la vétusté", () => {
  const peinture = { element: "Peinture", franchise: 2, taux: 18, residuel: 10 };
  const parquet = { element: "Parquet", franchise: 5, taux: 4, residuel: 20 };

  it.each([
    [48_000, 2, peinture, 48_000],
    [48_000, 6, peinture, 13_440],
    [48_000, 12, peinture, 4_800],
    [99_990, 9, parquet, 83_992],
    [48_000, null, peinture, null],
  ])("d’un devis de %s centimes à %s ans", (prix, age, ligne, part) => {
    expect(retenueApresVetuste(prix, age, ligne)).toBe(part);
  });

  it("se compte en années entières", () => {
    expect(ageEnAnnees("2020-03-15", "2026-03-14")).toBe(5);
    expect(ageEnAnnees("2020-03-15", "2026-03-15")).toBe(6);
  });

  it("ne fait jamais payer plus que le devis, ni moins que la part résiduelle", () => {
    fc.assert(
      fc.property(centimes, fc.nat(60), fc.constantFrom(peinture, parquet), (prix, age, ligne) => {
        const part = retenueApresVetuste(prix, age, ligne) ?? -1;
        expect(part).toBeLessThanOrEqual(prix);
        expect(part).toBeGreaterThanOrEqual(Math.floor((prix * ligne.residuel) / 100));
      }),
    );
  });
});

describe("la restitution du dépôt", () => {
  it.each([
    ["2026-12-31", true, "2027-01-31"],
    ["2027-12-30", false, "2028-02-29"],
    ["2028-01-31", true, "2028-02-29"],
  ] as const)(
    "clés rendues le %s, conforme %s : le %s au plus tard",
    (cles, conforme, echeance) => {
      expect(echeanceDeRestitution(cles, conforme, "nu")).toBe(echeance);
    },
  );

  it.each([
    ["2027-01-14", "2027-01-14", 62_000, 0],
    ["2027-01-14", "2027-01-15", 62_000, 6_200],
    ["2027-01-14", "2027-02-14", 62_000, 6_200],
    ["2027-01-14", "2027-02-15", 62_000, 12_400],
    ["2028-01-31", "2028-02-29", 85_979, 8_598],
    ["2028-01-31", "2028-03-01", 85_979, 17_196],
  ])("due le %s, rendue le %s, loyer %s : %s de majoration", (echeance, rendu, loyerHC, due) => {
    const retard = { echeance, rendu, loyerHC, restitution: 1, adresseConnue: true };
    expect(majorationDeRetard(retard)).toBe(due);
    expect(majorationDeRetard({ ...retard, restitution: 0 })).toBe(0);
    expect(majorationDeRetard({ ...retard, adresseConnue: false })).toBe(0);
  });

  it("coûte d’autant plus qu’elle tarde", () => {
    fc.assert(
      fc.property(jour, jour, jour, centimes, (echeance, un, autre, loyerHC) => {
        const [tot = un, tard = autre] = [un, autre].toSorted();
        const a = (rendu: string) =>
          majorationDeRetard({ echeance, rendu, loyerHC, restitution: 1, adresseConnue: true });
        expect(a(tot)).toBeLessThanOrEqual(a(tard));
      }),
    );
  });
});

describe("le compte de sortie", () => {
  it("de PETIT rend 159,27 €, puis 139,60 € une fois les charges connues", () => {
    const solde = soldeDeSortie({
      depot: 62_000,
      du: 17_733,
      retenues: [
        { libelle: "Peinture séjour", montant: 13_440 },
        { libelle: "Clé manquante", montant: 2_500 },
      ],
      provision: provisionAuPlus(62_000, {
        collectif: true,
        chargesMode: "provisions",
        regime: "nu",
      }),
    });
    expect(solde).toEqual({ impute: 33_673, provision: 12_400, restitution: 15_927, resteDu: 0 });
    expect(soldeDesCharges(solde.provision, { appele: 62_800, reel: 61_240 })).toBe(13_960);
    expect(echeanceDesCharges("2027-05-12")).toBe("2027-06-12");
  });

  it("d’un locataire qui doit plus que son dépôt ne rend rien et dit ce qui reste dû", () => {
    const retenues = [{ libelle: "Peinture", montant: 13_440 }];
    expect(soldeDeSortie({ depot: 62_000, du: 70_000, retenues, provision: 12_400 })).toEqual({
      impute: 62_000,
      provision: 0,
      restitution: 0,
      resteDu: 21_440,
    });
  });

  it("ne garde un cinquième que dans un immeuble collectif dont les charges sont des provisions", () => {
    const meuble = { collectif: true, chargesMode: "provisions", regime: "meuble" } as const;
    expect(provisionAuPlus(140_000, meuble)).toBe(28_000);
    expect(provisionAuPlus(140_000, { ...meuble, chargesMode: "forfait" })).toBe(0);
    expect(provisionAuPlus(140_000, { ...meuble, collectif: false })).toBe(0);
    expect(provisionAuPlus(140_000, { ...meuble, regime: "code_civil" })).toBe(0);
  });

  it("rend, garde et impute tout le dépôt, au centime, quoi qu’il soit dû", () => {
    fc.assert(
      fc.property(
        centimes,
        fc.integer({ min: -200_000, max: 500_000 }),
        fc.array(fc.nat(50_000), { maxLength: 6 }),
        centimes,
        (depot, du, montants, provision) => {
          const retenues = montants.map((montant) => ({ libelle: "Retenue", montant }));
          const solde = soldeDeSortie({ depot, du, retenues, provision });
          const dette = montants.reduce((somme, montant) => somme + montant, du);
          expect(solde.impute + solde.provision + solde.restitution - solde.resteDu).toBe(
            depot + Math.max(0, -dette) - Math.max(0, dette - depot),
          );
          expect(depot - dette).toBe(solde.provision + solde.restitution - solde.resteDu);
          for (const montant of Object.values(solde)) expect(montant).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe("l’état d’un départ", () => {
  const recu = {
    transmis: false,
    visites: false,
    clesLe: null,
    etatDesLieux: false,
    arreteLe: null,
    restitution: 0,
    restitueLe: null,
    resteDu: 0,
    provision: 0,
    clotLe: null,
  };
  it("ne dit pas restitué un dépôt dont rien ne revient, ni un congé le bail d’un mort qui continue", () => {
    const doit = { ...recu, clesLe: "2026-11-14", arreteLe: "2026-11-20", resteDu: 5_000 };
    expect(etatDepart(doit)).toBe("reste_du");
    expect(etatDepart({ ...doit, clotLe: "2026-12-01" })).toBe("clos");
    expect(etatDepart({ ...recu, transmis: true })).toBe("transmis");
  });

  it("suit ses dates", () => {
    const visites = { ...recu, visites: true };
    const cles = { ...visites, clesLe: "2026-11-14" };
    const etat = { ...cles, etatDesLieux: true };
    const arrete = { ...etat, arreteLe: "2026-11-20", restitution: 15_927, provision: 12_400 };
    const rendu = { ...arrete, restitueLe: "2026-12-01" };
    const charges = { ...rendu, provision: 0 };
    const suite = [
      recu,
      visites,
      cles,
      etat,
      arrete,
      rendu,
      charges,
      { ...charges, clotLe: "2027-06-01" },
    ];
    expect(suite.map(etatDepart)).toEqual([
      "recu",
      "visites",
      "cles_rendues",
      "a_arreter",
      "arrete",
      "en_attente_de_charges",
      "restitue",
      "clos",
    ]);
  });
});
