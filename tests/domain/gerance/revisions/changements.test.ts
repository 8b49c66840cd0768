import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ajouterJours,
  dernierJour,
  joursDuMois,
  nombreDeJours,
  premierJour,
} from "#domain/dates.ts";
import {
  annulerChangement,
  changementConvenu,
  type FaitsDuChangement,
  HAUSSE,
  type LoyerChange,
  PALIERS,
} from "#domain/gerance/revisions/changement-convenu.ts";
import { loyerDuMois } from "#domain/gerance/revisions/loyer-du-mois.ts";
import type { ChangementVoulu } from "#domain/gerance/revisions/loyer-lu.ts";
import { loyerEnVigueur } from "#domain/gerance/revisions/loyers.ts";

const MILLE = { numRuns: 1_000 };
const TODAY = "2026-11-25";

const ligne = (depuis: string, loyerHC: number, reste: Partial<LoyerChange> = {}): LoyerChange => ({
  id: Number(depuis.replaceAll("-", "")),
  depuis,
  loyerHC,
  loyerCharge: 100_00,
  motif: "bail",
  rang: null,
  annuleLe: null,
  ...reste,
});

/** An unfurnished lease of 1 July 2025 at 850 € and 100 € of provisions, DPE class D, billed up to November 2026. */
const faits = (
  changements: Omit<Partial<FaitsDuChangement>, "bail"> & {
    bail?: Partial<FaitsDuChangement["bail"]>;
  } = {},
): FaitsDuChangement => ({
  loyers: [ligne("2025-07-01", 850_00)],
  dernierMois: "2026-11",
  classes: [{ classe: "D", depuis: "2021-09-15", jusquau: "2031-09-14", attestation: false }],
  attestationLeveGel: "confirmer",
  ...changements,
  bail: {
    regime: "nu",
    signeLe: null,
    debut: "2025-07-01",
    mois: 36,
    codePostal: "75005",
    fin: null,
    chargesMode: "provisions",
    ...changements.bail,
  },
});

const voulu = (changements: Partial<ChangementVoulu> = {}): ChangementVoulu => ({
  motif: "avenant",
  depuis: "2026-12-01",
  jusquau: null,
  loyerHC: 800_00,
  loyerCharge: 100_00,
  commentaire: null,
  finTravaux: null,
  facture: null,
  ...changements,
});

const refus = (demande: Partial<ChangementVoulu>, dits = faits()) =>
  changementConvenu(dits, voulu(demande), TODAY).refus;

describe("un changement de loyer convenu", () => {
  it("à la baisse, s’écrit au jour dit, sans rien justifier", () => {
    expect(changementConvenu(faits(), voulu(), TODAY)).toEqual({
      refus: null,
      lignes: [{ depuis: "2026-12-01", loyerHC: 800_00, loyerCharge: 100_00, motif: "avenant" }],
      avertissements: [],
    });
  });

  it("à la hausse, dit sa raison et son risque, et se refuse en classe F ou G, ou inconnue", () => {
    const hausse = { loyerHC: 900_00 };
    expect(refus(hausse)).toEqual({
      champ: "commentaire",
      phrase: "Dites ce qui justifie la hausse.",
    });
    const raisonnee = { ...hausse, commentaire: "Un garage est ajouté au bail." };
    expect(changementConvenu(faits(), voulu(raisonnee), TODAY).avertissements).toEqual([HAUSSE]);
    const classee = (classe: "F" | "G") =>
      faits({ classes: [{ classe, depuis: "2021-09-15", jusquau: null, attestation: false }] });
    expect(refus(raisonnee, classee("G"))?.phrase).toMatch(/classe F ou G/);
    expect(refus(raisonnee, faits({ classes: [] }))?.phrase).toMatch(/Saisissez la classe énergie/);
    expect(refus({}, classee("F"))).toBeNull();
    const civil = { ...classee("F"), bail: { ...faits().bail, regime: "code_civil" as const } };
    expect(refus(raisonnee, civil)).toBeNull();
  });

  it("par des travaux, veut leur fin, leur facture et ce qu’ils sont, et ne fait que monter", () => {
    const travaux = { motif: "travaux", loyerHC: 900_00 } as const;
    const finis = { ...travaux, finTravaux: "2026-11-20" };
    expect([
      refus({ ...travaux, loyerHC: 800_00 })?.champ,
      refus(travaux)?.champ,
      refus({ ...travaux, finTravaux: "2026-12-02" })?.phrase,
      refus(finis)?.champ,
      refus({ ...finis, facture: "Facture 114" })?.phrase,
      refus({ ...finis, facture: "Facture 114", commentaire: "Double vitrage." }),
    ]).toEqual([
      "loyerHC",
      "finTravaux",
      "Le loyer change une fois les travaux achevés.",
      "facture",
      "Dites les travaux : l’avenant les nomme.",
      null,
    ]);
  });

  it("de la provision, se justifie, ne touche pas le loyer, et ne vaut pas pour un forfait", () => {
    const provision = { motif: "provision", loyerHC: 850_00, loyerCharge: 120_00 } as const;
    expect(refus(provision)?.champ).toBe("commentaire");
    const justifiee = { ...provision, commentaire: "Décompte de 2025." };
    expect(refus(justifiee)).toBeNull();
    expect(refus({ ...justifiee, loyerHC: 860_00 })?.champ).toBe("loyerHC");
    expect(refus(justifiee, faits({ bail: { chargesMode: "forfait" } }))?.phrase).toMatch(
      /^Un forfait de charges/,
    );
  });

  it("d’un renouvellement, monte le jour du renouvellement d’un bail nu ou à un anniversaire, et dit ses paliers", () => {
    const depuis = "2028-07-01";
    const hausse = { motif: "renouvellement", loyerHC: 880_00, depuis } as const;
    const dite = { ...hausse, commentaire: "Proposée le 20/12/2027, acceptée le 15/02/2028." };
    expect([
      refus({ ...dite, depuis: "2027-07-01" })?.champ,
      refus({ ...dite, depuis: "2028-08-01" })?.champ,
      refus({ ...dite, loyerHC: 850_00 })?.champ,
      refus(hausse)?.champ,
      refus(dite, faits({ bail: { regime: "meuble" } }))?.champ,
      refus({ ...dite, depuis: "2029-07-01" }),
    ]).toEqual(["depuis", "depuis", "loyerHC", "commentaire", "motif", null]);
    expect(changementConvenu(faits(), voulu(dite), TODAY).avertissements).toEqual([PALIERS]);
    const classee = faits({
      classes: [{ classe: "G", depuis: "2021-09-15", jusquau: null, attestation: false }],
    });
    expect(refus(dite, classee)?.phrase).toMatch(/classe F ou G/);
  });

  it("par une remise, a une fin, et le loyer d’avant revient le lendemain", () => {
    const remise = { motif: "remise", loyerHC: 600_00 } as const;
    expect([
      refus(remise)?.champ,
      refus({ ...remise, jusquau: "2026-11-30" })?.phrase,
      refus({ ...remise, loyerHC: 860_00, jusquau: "2027-02-28" })?.phrase,
    ]).toEqual(["jusquau", "La fin précède le début.", "Une remise ne fait que baisser le loyer."]);
    const { lignes } = changementConvenu(
      faits(),
      voulu({ ...remise, jusquau: "2027-02-28" }),
      TODAY,
    );
    expect(lignes?.map(({ depuis, loyerHC }) => [depuis, loyerHC])).toEqual([
      ["2026-12-01", 600_00],
      ["2027-03-01", 850_00],
    ]);
  });

  it("se refuse un mois quittancé, hors du bail, le même, ou à côté d’un autre qui vient", () => {
    expect(refus({ depuis: "2026-11-10" })?.phrase).toBe(
      "Le mois de novembre 2026 est déjà quittancé : le loyer change au plus tôt le 01/12/2026.",
    );
    expect(refus({ depuis: "2025-06-30" })?.phrase).toBe("Le bail commence le 01/07/2025.");
    expect(refus({}, faits({ bail: { fin: "2026-11-30" } }))?.phrase).toMatch(/^Le bail finit/);
    expect(refus({ loyerHC: 850_00 })?.phrase).toBe("C’est déjà le loyer de ce jour-là.");
    const revise = faits({
      loyers: [ligne("2025-07-01", 850_00), ligne("2027-01-01", 859_79, { motif: "revision" })],
    });
    expect(refus({}, revise)?.phrase).toMatch(/^Le loyer change déjà le 01\/01\/2027/);
    const courte = { motif: "remise", loyerHC: 600_00, jusquau: "2026-12-30" } as const;
    expect(refus(courte, revise)?.phrase).toBeUndefined();
    expect(refus({ ...courte, jusquau: "2026-12-31" }, revise)?.phrase).toMatch(/change déjà/);
    const neuf = faits({ dernierMois: null });
    expect(refus({ depuis: "2025-07-01" }, neuf)?.phrase).toMatch(/premier jour du bail/);
  });
});

describe("l’annulation d’un changement", () => {
  const remise = [
    ligne("2025-07-01", 850_00),
    ligne("2026-12-01", 600_00, { motif: "remise", rang: 1 }),
    ligne("2027-03-01", 850_00, { motif: "remise", rang: 1 }),
  ];
  const annulation = (loyers: LoyerChange[], rang: number, dernierMois = "2026-11") => {
    const visee = loyers[rang];
    if (!visee) throw new Error("Pas de ligne.");
    return annulerChangement({ loyers, dernierMois }, visee);
  };

  it("retire les deux lignes d’une remise, par l’une ou l’autre", () => {
    for (const rang of [1, 2]) expect(annulation(remise, rang).lignes).toEqual(remise.slice(1));
  });

  it("se refuse une fois quittancé, suivi d’un autre, ou pour une révision ou le loyer du bail ; une remise, si l’autre vient avant sa fin", () => {
    const suivie = [...remise, ligne("2027-07-01", 859_79, { motif: "revision" })];
    expect(annulation(suivie, 1).lignes).toEqual(remise.slice(1));
    const avec = [...remise, ligne("2027-03-01", 859_79, { motif: "revision" })];
    expect([
      annulation(remise, 1, "2026-12").refus,
      annulation(avec, 1).refus,
      annulation(avec, 3).refus,
      annulation(remise, 0, "2025-06").refus,
    ]).toEqual([
      "Le mois de décembre 2026 est déjà quittancé.",
      "Le loyer change encore le 01/03/2027 : annulez d’abord ce changement-là.",
      "Annulez la révision elle-même : le locataire en est averti.",
      "Le loyer du bail ne s’annule pas : corrigez-le dans le dossier.",
    ]);
  });
});

it("Q3, Q4. Un changement ne touche aucun mois quittancé, tient ses jours et rend le loyer d’avant ; annulé, il n’a rien été", () => {
  const motif = fc.constantFrom("avenant", "remise", "provision" as const, "travaux");
  fc.assert(
    fc.property(
      motif,
      fc.integer({ min: -400, max: 800 }),
      fc.nat(200),
      fc.nat(200_000),
      fc.nat(30_000),
      (dit, jours, duree, loyerHC, loyerCharge) => {
        const depuis = ajouterJours("2027-02-01", jours);
        const demande = voulu({
          motif: dit,
          depuis,
          jusquau: ajouterJours(depuis, duree),
          loyerHC: dit === "provision" ? 850_00 : loyerHC,
          loyerCharge,
          ...{ commentaire: "Accord", facture: "114", finTravaux: "2025-08-01" },
        });
        const dits = faits();
        const { lignes } = changementConvenu(dits, demande, TODAY);
        if (!lignes) return;
        const avant = dits.loyers as LoyerChange[];
        const apres = [
          ...avant,
          ...lignes.map((une, place) => ({ ...une, id: place + 1, rang: 1, annuleLe: null })),
        ];
        for (let mois = "2025-08-01"; mois <= "2028-12-01"; ) {
          const fin = dernierJour(mois.slice(0, 7));
          const periode = {
            ...{ debut: mois, fin, jours: nombreDeJours(mois, fin) },
            joursDuMois: joursDuMois(mois.slice(0, 7)),
          };
          if (
            mois < "2026-12-01" ||
            fin < depuis ||
            (dit === "remise" && mois > ajouterJours(demande.jusquau ?? "", 1))
          )
            expect(loyerDuMois(apres, periode).total).toBe(loyerDuMois(avant, periode).total);
          mois = premierJour(ajouterJours(fin, 1).slice(0, 7));
        }
        expect(loyerEnVigueur(apres, depuis)).toMatchObject({
          loyerHC: demande.loyerHC,
          loyerCharge,
        });
        const premiere = apres[1];
        const annulee =
          premiere && annulerChangement({ loyers: apres, dernierMois: "2026-11" }, premiere);
        expect(annulee?.lignes).toHaveLength(lignes.length);
      },
    ),
    MILLE,
  );
});
