import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serieIrl } from "#domain/bail/irl.ts";
import { ajouterJours, dernierJour, joursDuMois } from "#domain/dates.ts";
import { anniversairesOuverts } from "#domain/gerance/revisions/anniversaires.ts";
import { annulerRevision } from "#domain/gerance/revisions/annulation.ts";
import {
  complementsDe,
  type QuittanceAVenir,
  totalDesComplements,
} from "#domain/gerance/revisions/complement.ts";
import { jourDeDemande } from "#domain/gerance/revisions/effet.ts";
import { controleDIndice, montantRevise } from "#domain/gerance/revisions/indices.ts";
import { loyerDuMois } from "#domain/gerance/revisions/loyer-du-mois.ts";
import { loyerEnVigueur } from "#domain/gerance/revisions/loyers.ts";
import { noterPostage } from "#domain/gerance/revisions/postage.ts";
import {
  type DemandeDeRevision,
  demanderRevision,
  etatRevision,
  examinerRevision,
  type FaitsDeRevision,
} from "#domain/gerance/revisions/revision.ts";
import {
  type Bail,
  type Changements,
  chiffree,
  classe,
  demande,
  faits,
  INDICES,
  indice,
  loyer,
  PARTIE,
  reference,
} from "../../../support/gerance/revisions.ts";

const MILLE = { numRuns: 1_000 };

describe("le loyer révisé", () => {
  it.each([
    [850_00, 146_68, 148_37, 859_79],
    [1_200_50, 145_77, 145_78, 1_200_58],
    [735_00, 144_51, 145_77, 741_41],
    [1_000_00, 144_64, 145_78, 1_007_88],
    [850_00, 144_51, 145_77, 857_41],
    [620_00, 145_47, 146_60, 624_82],
  ])("1. de %s centimes, de l’indice %s à %s, est de %s", (montant, ancien, nouveau, revise) => {
    expect(montantRevise(montant, ancien, nouveau)).toBe(revise);
  });

  it("2. baisse avec l’indice, 859,79 × 148,00 / 148,37 = 857,65, sauf réglage contraire", () => {
    const baisse = {
      loyers: [loyer(859_79)],
      reference: reference("2025-07-01", 2025, 148_37),
      indices: [indice("IRL", 2, 2026, 148_00)],
    };
    expect(chiffree(faits(baisse), demande("2026-07-01")).loyerApres).toBe(857_65);
    const sans = faits(baisse);
    const reglages = { ...sans.reglages, baisseIndice: false };
    expect(examinerRevision({ ...sans, reglages }, demande("2026-07-01")).etat).toBe("appliquee");
  });

  it("9. après une année renoncée, se divise par l’indice de l’année d’avant, ou par le dernier appliqué", () => {
    const renoncee = faits({
      bail: { debut: "2024-07-01" },
      reference: reference("2024-07-01", 2024, 145_17),
    });
    expect(chiffree(renoncee, demande("2026-07-01"))).toMatchObject({
      loyerApres: 859_79,
      indiceAncien: 146_68,
      trimestre: { annee: 2026, trimestre: 2 },
    });
    const reglages = { ...renoncee.reglages, indiceApresRenonciation: "dernier_applique" as const };
    const autre = { ...renoncee, reglages };
    expect(chiffree(autre, demande("2026-07-01")).loyerApres).toBe(868_74);
    const gelee = { ...autre, dernierGel: "2025-07-01" };
    expect(chiffree(gelee, demande("2026-07-01")).loyerApres).toBe(859_79);
  });

  it("20. suit la série de son lieu : Corse 706,08, outre-mer 706,07, et non 706,10", () => {
    const revise = (codePostal: string, valeur: number) =>
      chiffree(
        faits({
          bail: { codePostal, debut: "2025-01-01" },
          anniversaire: "2026-01-01",
          loyers: [loyer(700_00)],
          reference: {
            serie: serieIrl(codePostal),
            annee: 2024,
            trimestre: 3,
            valeur,
            depuis: "2025-01-01",
          },
        }),
        demande("2026-01-01"),
      ).loyerApres;
    expect([revise("20000", 140_36), revise("97400", 141_74), revise("75005", 144_51)]).toEqual([
      706_08, 706_07, 706_10,
    ]);
  });

  it("21. emporte le forfait de charges quand le bail le dit : 45,00 deviennent 45,52", () => {
    const revise = (bail: Partial<Bail>) =>
      chiffree(faits({ bail, loyers: [loyer(850_00, 45_00)] }), demande("2026-07-01")).chargeApres;
    expect(revise({ chargesMode: "forfait", forfaitRevise: true })).toBe(45_52);
    expect(revise({ chargesMode: "forfait" })).toBe(45_00);
    expect(revise({ forfaitRevise: true })).toBe(45_00);
  });

  it("Q6. ne baisse pas quand l’indice ne baisse pas, et ne se demande qu’une fois par anniversaire", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 100_00, max: 200_00 }),
        fc.nat(10_00),
        fc.integer({ min: -60, max: 380 }),
        fc.integer({ min: -60, max: 380 }),
        (montant, ancien, hausse, un, autre) => {
          const dits = faits({
            loyers: [loyer(montant)],
            reference: reference("2025-07-01", 2025, ancien),
            indices: [indice("IRL", 2, 2026, ancien + hausse)],
          });
          const premiere = demanderRevision(dits, demande(ajouterJours("2026-07-01", un)));
          if (!premiere.aEcrire) return;
          const { revision, ligne } = premiere.aEcrire;
          expect(ligne.loyerHC).toBeGreaterThan(montant);
          const apres = {
            ...dits,
            revisions: [{ ...revision, ...PARTIE, annuleeLe: null }],
            loyers: [...dits.loyers, { ...ligne, id: 2, annuleLe: null }],
          };
          expect(
            demanderRevision(apres, demande(ajouterJours("2026-07-01", autre))).aEcrire,
          ).toBeNull();
        },
      ),
      MILLE,
    );
  });
});

describe("la demande", () => {
  const PLUS_TARD = faits({
    bail: { debut: "2026-07-01" },
    anniversaire: "2027-07-01",
    reference: reference("2026-07-01", 2026, 148_37),
    indices: [...INDICES, indice("IRL", 2, 2027, 150_00)],
  });

  it("10. d’un anniversaire du 01/07/2027 vaut jusqu’au 30/06/2028 ; le 01/07/2028 elle est perdue", () => {
    const choix = "des_la_demande";
    const dernierJour = demande("2028-06-30", { choix });
    expect(chiffree(PLUS_TARD, dernierJour)).toMatchObject({
      effetLe: "2028-06-30",
      joursPerdus: 365,
    });
    expect(examinerRevision(PLUS_TARD, demande("2028-07-01", { choix })).etat).toBe("perdue");
    expect(etatRevision(PLUS_TARD, "2028-07-01")).toBe("perdue");
    expect(etatRevision({ ...PLUS_TARD, repriseLe: "2028-07-01" }, "2028-09-01")).toBeNull();
    expect(anniversairesOuverts(PLUS_TARD.bail, "2028-07-01")).toEqual(["2028-07-01"]);
  });

  it("12. d’un courriel parti le 30/06/2026 à 22 h 30 UTC est du 01/07 à Paris : l’effet aussi", () => {
    const partiLe = new Date("2026-06-30T22:30:00Z");
    const demandeLe = jourDeDemande({ canal: "mail", partiLe }, 5);
    expect(demandeLe).toBe("2026-07-01");
    expect(chiffree(faits(), demande(demandeLe)).effetLe).toBe("2026-07-01");
  });

  it("13. d’un courriel du jour de vingt-cinq heures est du 25/10 à 22 h 30 UTC, du 26/10 à 23 h 30", () => {
    const jourDe = (instant: string) =>
      jourDeDemande({ canal: "mail", partiLe: new Date(instant) }, 5);
    expect([jourDe("2026-10-25T22:30:00Z"), jourDe("2026-10-25T23:30:00Z")]).toEqual([
      "2026-10-25",
      "2026-10-26",
    ]);
    expect(jourDeDemande({ canal: "lettre", posteeLe: "2026-10-28" }, 5)).toBe("2026-11-02");
  });

  it("14. attend l’indice du 2e trimestre ; saisi le 15/07, demandé le 16/07, il vaut au 01/08", () => {
    const sans = faits({ indices: INDICES.filter(({ annee }) => annee < 2026) });
    expect(etatRevision(sans, "2026-07-05")).toBe("attente_indice");
    expect(etatRevision(faits(), "2026-07-15")).toBe("a_notifier");
    expect(chiffree(faits(), demande("2026-07-16"))).toMatchObject({
      effetLe: "2026-08-01",
      joursPerdus: 31,
    });
  });

  it("G 30. du 15/10 d’un anniversaire du 01/07 fait 855,37 en octobre dès la demande, ou vaut au 01/11", () => {
    const effet = (choix: DemandeDeRevision["choix"]) =>
      chiffree(faits({ dernierMois: "2026-09" }), demande("2026-10-15", { choix }));
    expect(effet("premier_du_mois").effetLe).toBe("2026-11-01");
    const { effetLe, loyerApres } = effet("des_la_demande");
    const { loyerHC } = loyerDuMois(
      [loyer(850_00), { ...loyer(loyerApres), id: 2, depuis: effetLe }],
      { debut: "2026-10-01", fin: "2026-10-31", jours: 31, joursDuMois: 31 },
    );
    expect([effetLe, loyerHC]).toEqual(["2026-10-15", 855_37]);
  });

  const factureDe = (mois: string, dit: Partial<QuittanceAVenir> = {}): QuittanceAVenir => ({
    ...{ date: `${mois}-01`, dateFin: dernierJour(mois), automatique: true, RevisionId: null },
    ...{ loyerHC: 850_00, charge: 100_00, ...dit },
  });
  const facturees = (quittances: QuittanceAVenir[]) =>
    faits({
      bail: { debut: "2025-10-01" },
      anniversaire: "2026-10-01",
      reference: reference("2025-10-01", 2025, 146_68),
      ...{ dernierMois: quittances.at(-1)?.dateFin.slice(0, 7) ?? null, quittances },
    });
  const AUSSITOT_COMPLETE = { choix: "des_la_demande", complement: true } as const;

  it("22. du 03/11, novembre quittancé, vaut au 01/12, ou au 03/11 par un complément de 9,14", () => {
    const novembre = facturees([factureDe("2026-11")]);
    const aussitot = demande("2026-11-03", AUSSITOT_COMPLETE);
    expect(chiffree(novembre, { ...aussitot, complement: false })).toMatchObject({
      ...{ effetLe: "2026-12-01", complements: [] },
    });
    expect(chiffree(novembre, aussitot)).toMatchObject({
      effetLe: "2026-11-03",
      complements: [{ du: "2026-11-03", au: "2026-11-30", loyerHC: 9_14, charge: 0 }],
    });
    const aussiDecembre = facturees([factureDe("2026-11"), factureDe("2026-12")]);
    expect(chiffree(aussiDecembre, aussitot).complements).toEqual([
      { du: "2026-11-03", au: "2026-11-30", loyerHC: 9_14, charge: 0 },
      { du: "2026-12-01", au: "2026-12-31", loyerHC: 9_79, charge: 0 },
    ]);
  });

  it("22. ne se complète ni quand le loyer baisse, ni à côté d’une quittance faite à la main", () => {
    const effet = (dits: FaitsDeRevision) =>
      chiffree(dits, demande("2026-11-03", AUSSITOT_COMPLETE)).effetLe;
    const manuelle = factureDe("2026-11", { automatique: false });
    expect(effet(facturees([manuelle]))).toBe("2026-12-01");
    expect(effet(facturees([factureDe("2026-11"), manuelle]))).toBe("2026-12-01");
    const baisse = {
      ...facturees([factureDe("2026-11")]),
      indices: [indice("IRL", 2, 2026, 146_00)],
    };
    expect(effet(baisse)).toBe("2026-12-01");
    const dejaCompletee = [
      factureDe("2026-11"),
      factureDe("2026-11", { automatique: false, RevisionId: 7, loyerHC: 9_14, charge: 0 }),
    ];
    expect(effet(facturees(dejaCompletee))).toBe("2026-12-01");
  });

  it("22. complète au centime : ce qui est facturé, plus le complément, fait le loyer du mois sous ses lignes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        fc.constantFrom("2026-11", "2026-12", "2027-02", "2028-02"),
        fc.nat(27),
        (loyerHC, charge, hausse, mois, jour) => {
          const effetLe = ajouterJours(`${mois}-01`, jour);
          const facture = factureDe(mois, { loyerHC, charge });
          const apres = { loyerApres: loyerHC + hausse, chargeApres: charge };
          const complements = complementsDe([facture], [loyer(loyerHC, charge)], {
            ...apres,
            effetLe,
          });
          const lignes = [
            loyer(loyerHC, charge),
            { ...loyer(apres.loyerApres, charge), id: 2, depuis: effetLe },
          ];
          const jours = joursDuMois(mois);
          const { total } = loyerDuMois(lignes, {
            ...{ debut: facture.date, fin: facture.dateFin, jours, joursDuMois: jours },
          });
          expect(loyerHC + charge + totalDesComplements(complements ?? [])).toBe(total);
          for (const { du, au } of complements ?? [])
            expect([du, au]).toEqual([effetLe, facture.dateFin]);
        },
      ),
      MILLE,
    );
  });

  it("se refuse un jour où le loyer change déjà, trop tôt, ou quand le bail finit avant", () => {
    const refus = (dits: FaitsDeRevision, le: string) => demanderRevision(dits, demande(le)).refus;
    const change = { ...loyer(900_00), id: 2, depuis: "2026-07-01" };
    const deja = faits({ loyers: [loyer(850_00), change] });
    expect(refus(deja, "2026-06-15")).toMatch(/change déjà le 01\/07\/2026/);
    expect(refus(faits(), "2026-05-16")).toBe("Pas avant le 17/05/2026.");
    expect(refus(faits({ bail: { fin: "2026-07-31" } }), "2026-07-02")).toMatch(/finit avant/);
  });
});

describe("l’état d’une révision", () => {
  it("suit ses dates : rien, à notifier, notifiée, appliquée, renoncée", () => {
    expect(etatRevision(faits(), "2026-05-16")).toBeNull();
    expect(etatRevision(faits(), "2026-05-17")).toBe("a_notifier");
    const notee = { anniversaire: "2026-07-01", effetLe: "2026-07-01", annuleeLe: null, ...PARTIE };
    const demandee = faits({ revisions: [notee] });
    expect(etatRevision(demandee, "2026-06-30")).toBe("notifiee");
    expect(etatRevision(demandee, "2026-07-01")).toBe("appliquee");
    const renoncee = faits({ revisions: [{ ...notee, effetLe: null }] });
    expect(etatRevision(renoncee, "2026-06-30")).toBe("renoncee");
    const annulee = faits({ revisions: [{ ...notee, annuleeLe: "2026-06-20" }] });
    expect(etatRevision(annulee, "2026-06-30")).toBe("a_notifier");
    const mobilite = faits({ bail: { regime: "mobilite" } });
    expect(etatRevision(mobilite, "2026-06-30")).toBe("exclue");
    expect(etatRevision(faits({ reference: null }), "2026-06-30")).toBe("sans_clause");
    expect(etatRevision(faits({ bail: { fin: "2026-06-30" } }), "2026-06-15")).toBeNull();
  });

  it("d’un indice qui ne bouge pas est appliquée sans lettre, le jour venu", () => {
    const stable = faits({ indices: [indice("IRL", 2, 2026, 146_68)] });
    expect(etatRevision(stable, "2026-06-30")).toBeNull();
    expect(etatRevision(stable, "2026-07-01")).toBe("appliquee");
  });
});

describe("l’annulation d’une révision", () => {
  const revision = {
    effetLe: "2026-12-01",
    lettreDu: "2026-11-10",
    annuleeLe: null,
    loyerAvant: 850_00,
    partie: true,
  };

  it("24. se fait le 30/11 avant l’effet du 01/12, sans quittance ; le 05/12 avec quittance elle se refuse", () => {
    const loyers = ["2025-07-01", "2026-12-01"];
    const annulee = annulerRevision(revision, {
      ...{ quittances: ["2026-11-30"], loyers, today: "2026-11-30" },
    });
    expect(annulee).toEqual({
      refus: null,
      lettre:
        "Notre lettre du 10/11/2026 est sans effet\u00A0: votre loyer reste de 850,00\u00A0€.",
    });
    const tard = { quittances: ["2026-11-30", "2026-12-31"], loyers, today: "2026-12-05" };
    expect(annulerRevision(revision, tard).refus).toMatch(/pris effet le 01\/12\/2026/);
    const quittancee = { ...tard, today: "2026-11-30" };
    expect(annulerRevision(revision, quittancee).refus).toMatch(/quittance/);
    const jamaisPartie = { quittances: [], loyers, today: "2026-11-30" };
    const suivie = { ...jamaisPartie, loyers: [...loyers, "2027-02-01"] };
    expect(annulerRevision(revision, suivie).refus).toMatch(/change encore le 01\/02\/2027/);
    for (const today of ["2026-11-30", "2026-12-05"])
      expect(annulerRevision({ ...revision, partie: false }, { ...jamaisPartie, today })).toEqual({
        refus: null,
        lettre: null,
      });
  });

  it("Q5. rend chaque jour le loyer, le mois et l’état d’avant", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: -45, max: 364 }),
        fc.boolean(),
        (montant, jours, aussitot) => {
          const dits = faits({ loyers: [loyer(montant, 100_00)] });
          const demandeLe = ajouterJours("2026-07-01", jours);
          const choix = aussitot ? "des_la_demande" : "premier_du_mois";
          const { aEcrire } = demanderRevision(dits, demande(demandeLe, { choix }));
          if (!aEcrire) return;
          const annulee = {
            ...dits,
            loyers: [...dits.loyers, { ...aEcrire.ligne, id: 2, annuleLe: demandeLe }],
            revisions: [{ ...aEcrire.revision, ...PARTIE, annuleeLe: demandeLe }],
          };
          for (let rang = -60; rang <= 400; rang += 20) {
            const jour = ajouterJours("2026-07-01", rang);
            expect(loyerEnVigueur(annulee.loyers, jour)).toEqual(loyerEnVigueur(dits.loyers, jour));
            expect(etatRevision(annulee, jour)).toBe(etatRevision(dits, jour));
          }
          const juillet = { debut: "2026-07-01", fin: "2026-07-31", jours: 31, joursDuMois: 31 };
          expect(loyerDuMois(annulee.loyers, juillet)).toEqual(loyerDuMois(dits.loyers, juillet));
          expect(examinerRevision(annulee, demande(demandeLe, { choix }))).toEqual(
            examinerRevision(dits, demande(demandeLe, { choix })),
          );
        },
      ),
      MILLE,
    );
  });
});

describe("la lettre d’une révision, une fois postée", () => {
  const lettre = {
    ...{ anniversaire: "2026-07-01", effetLe: "2026-11-01", faiteLe: "2026-10-15" },
    ...{ loyerApres: 859_79, chargeApres: 100_00 },
  };
  const revisee = { ...loyer(859_79, 100_00), id: 2, depuis: lettre.effetLe };
  const loyers = [loyer(850_00, 100_00), { ...revisee, motif: "revision" as const }];
  const poster = (posteeLe: string, dits: Changements = {}) =>
    noterPostage(faits({ loyers, ...dits }), lettre, {
      posteeLe,
      demandeLe: jourDeDemande({ canal: "lettre", posteeLe }, 5),
    });

  it("garde l’effet qu’elle annonce, s’il ne précède pas sa réception ; sinon le reporte au 1er du mois", () => {
    expect(poster("2026-10-27")).toEqual({ refus: null, ligne: null });
    expect(poster("2026-10-28").ligne).toEqual({
      ...{ depuis: "2026-12-01", loyerHC: 859_79, loyerCharge: 100_00, motif: "revision" },
    });
    expect(poster("2026-10-14").refus).toMatch(/Faite le 15\/10\/2026/);
  });

  it("ne reporte ni un loyer quittancé, ni suivi d’un autre, ni d’un bail qui finit ou gèle, ni après un an", () => {
    const tard = "2026-10-28";
    expect(poster(tard, { dernierMois: "2026-10" }).refus).toBeNull();
    expect(poster(tard, { dernierMois: "2026-11" }).refus).toMatch(/porte déjà le nouveau loyer/);
    const suite = { ...loyer(900_00), id: 3, depuis: "2027-02-01" };
    expect(poster(tard, { loyers: [...loyers, suite] }).refus).toMatch(/change encore/);
    expect(poster(tard, { bail: { fin: "2026-11-20" } }).refus).toMatch(/bail finit/);
    const gele = { bail: { debut: "2020-12-01", mois: 72 }, classes: [classe("G")] };
    expect(poster(tard, gele).refus).toMatch(/classe F ou G/);
    expect(poster("2027-06-26").refus).toMatch(/perdue/);
  });

  it("ne fait jamais courir le loyer avant la demande", () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(15), (jours, delai) => {
        const posteeLe = ajouterJours(lettre.faiteLe, jours);
        const demandeLe = jourDeDemande({ canal: "lettre", posteeLe }, delai);
        const { refus, ligne } = noterPostage(faits({ loyers }), lettre, { posteeLe, demandeLe });
        if (refus === null) expect(demandeLe <= (ligne?.depuis ?? lettre.effetLe)).toBe(true);
      }),
      MILLE,
    );
  });
});

describe("un indice saisi", () => {
  it("se confirme hors de −1 % à +6 % sur un an, et se refuse trop loin du dernier", () => {
    const saisi = (valeur: number) => controleDIndice(indice("IRL", 2, 2026, valeur), INDICES);
    expect(saisi(148_37)).toEqual({ refus: null, aConfirmer: null });
    expect(saisi(160_00)).toEqual({ refus: null, aConfirmer: 9.08 });
    expect(saisi(14_84).refus).toMatch(/^Trop loin du 3e trimestre 2025/);
  });
});
