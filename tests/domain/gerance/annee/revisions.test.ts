import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parution, serieIrl } from "#domain/bail/irl.ts";
import { finDuDpe } from "#domain/biens/dpe.ts";
import { ajouterAnnees, ajouterJours, dernierJour, joursDuMois } from "#domain/dates.ts";
import {
  type AccordNote,
  type AccordsDuBail,
  accordAttendu,
  motsDeLAccord,
} from "#domain/gerance/revisions/accord.ts";
import {
  anniversaire,
  anniversairesEntre,
  anniversairesOuverts,
  depuisQuand,
  ouvertureDe,
} from "#domain/gerance/revisions/anniversaires.ts";
import { annulerRevision } from "#domain/gerance/revisions/annulation.ts";
import {
  complementsDe,
  type QuittanceAVenir,
  totalDesComplements,
} from "#domain/gerance/revisions/complement.ts";
import { jourDeDemande } from "#domain/gerance/revisions/effet.ts";
import { type ClasseDpe, debutDuGel } from "#domain/gerance/revisions/gel.ts";
import {
  anneesPlusTard,
  controleDIndice,
  type IndiceValeur,
  montantRevise,
} from "#domain/gerance/revisions/indices.ts";
import { loyerDuMois } from "#domain/gerance/revisions/loyer-du-mois.ts";
import { type LoyerDate, loyerEnVigueur } from "#domain/gerance/revisions/loyers.ts";
import { noterPostage } from "#domain/gerance/revisions/postage.ts";
import {
  type DemandeDeRevision,
  demanderRevision,
  etatRevision,
  examinerRevision,
  type FaitsDeRevision,
} from "#domain/gerance/revisions/revision.ts";

const MILLE = { numRuns: 1_000 };

/** An index of the INSEE, in hundredths. */
const indice = (
  serie: IndiceValeur["serie"],
  trimestre: number,
  annee: number,
  valeur: number,
) => ({
  serie,
  trimestre,
  annee,
  valeur,
});
const INDICES: IndiceValeur[] = [
  indice("IRL", 2, 2023, 140_59),
  indice("IRL", 2, 2024, 145_17),
  indice("IRL", 2, 2025, 146_68),
  indice("IRL", 2, 2026, 148_37),
  indice("IRL", 3, 2024, 144_51),
  indice("IRL", 3, 2025, 145_77),
  indice("IRL_CORSE", 3, 2024, 140_36),
  indice("IRL_CORSE", 3, 2025, 141_58),
  indice("IRL_OM", 3, 2024, 141_74),
  indice("IRL_OM", 3, 2025, 142_97),
];

const loyer = (loyerHC: number, loyerCharge = 0): LoyerDate => ({
  id: 1,
  depuis: "2000-01-01",
  loyerHC,
  loyerCharge,
  motif: "bail",
  annuleLe: null,
});

const classe = (
  nom: ClasseDpe["classe"],
  depuis = "2021-09-15",
  attestation = false,
): ClasseDpe => ({ classe: nom, depuis, jusquau: "2031-09-14", attestation });

/** A request whose mail has left. */
const PARTIE = { canal: "courriel", posteeLe: null, courriel: "envoye" } as const;

type Bail = FaitsDeRevision["bail"];
type Changements = Partial<Omit<FaitsDeRevision, "bail">> & { bail?: Partial<Bail> };

/** An unfurnished lease of 1 July 2025, DPE class D, revised by the IRL of the second quarter. */
function faits({ bail = {}, ...changements }: Changements = {}): FaitsDeRevision {
  return {
    bail: {
      regime: "nu",
      debut: "2025-07-01",
      signeLe: null,
      mois: 36,
      codePostal: "75005",
      convenue: null,
      fin: null,
      chargesMode: "provisions",
      forfaitRevise: false,
      ...bail,
    },
    anniversaire: "2026-07-01",
    reference: { serie: "IRL", annee: 2025, trimestre: 2, valeur: 146_68, depuis: "2025-07-01" },
    sansReference: null,
    dernierGel: null,
    indices: INDICES,
    classes: [classe("D")],
    loyers: [loyer(850_00, 100_00)],
    revisions: [],
    accords: null,
    dernierMois: null,
    quittances: [],
    repriseLe: null,
    reglages: {
      indiceApresRenonciation: "annee_precedente",
      baisseIndice: true,
      attestationLeveGel: "confirmer",
      choixEffet: "premier_du_mois",
    },
    ...changements,
  };
}

const demande = (
  demandeLe: string,
  changements: Partial<DemandeDeRevision> = {},
): DemandeDeRevision => ({
  demandeLe,
  choix: "premier_du_mois",
  classeConfirmee: false,
  complement: false,
  ...changements,
});

function chiffree(dits: FaitsDeRevision, uneDemande: DemandeDeRevision) {
  const { etat, revision } = examinerRevision(dits, uneDemande);
  if (!revision) throw new Error(`Pas de révision : ${etat}.`);
  return revision;
}

/** The index that the lease refers to, in force since `depuis`. */
const reference = (depuis: string, annee: number, valeur: number, trimestre = 2) =>
  ({ serie: "IRL", annee, trimestre, valeur, depuis }) as const;

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

describe("l’anniversaire", () => {
  it("11. d’un bail du 29/02/2024 est le 28/02/2025, et de nouveau le 29 en 2028", () => {
    const dates = { debut: "2024-02-29", convenue: null };
    expect([1, 2, 3, 4].map((rang) => anniversaire(dates, rang))).toEqual([
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
  });

  it("est la date convenue quand il y en a une, et s’ouvre quarante-cinq jours avant", () => {
    const dates = { debut: "2024-07-15", convenue: "01-01" };
    expect([1, 2].map((rang) => anniversaire(dates, rang))).toEqual(["2025-01-01", "2026-01-01"]);
    expect(anniversairesOuverts(dates, "2025-11-16")).toEqual(["2025-01-01"]);
    expect(anniversairesOuverts(dates, "2025-11-17")).toEqual(["2025-01-01", "2026-01-01"]);
    expect(anniversairesOuverts(dates, "2026-01-01")).toEqual(["2026-01-01"]);
  });
});

describe("la date convenue", () => {
  it("laisse passer celle qui vient avant l’indice suivant : juillet et 2e trimestre, révisé chaque 1er octobre", () => {
    const dates = { debut: "2025-07-01", convenue: "10-01" };
    const depuis = depuisQuand(dates, { annee: 2025, trimestre: 2 });
    expect(anniversairesEntre(dates, depuis, "2027-12-31")).toEqual(["2026-10-01", "2027-10-01"]);
  });

  it("prend toujours le dernier indice du trimestre qui paraît avant elle, ou dans les quarante-cinq jours", () => {
    const jour = fc.integer({ min: 0, max: 3_650 }).map((n) => ajouterJours("2020-01-01", n));
    const convenue = fc
      .integer({ min: 0, max: 365 })
      .map((n) => ajouterJours("2020-01-01", n).slice(5));
    const trimestre = fc.record({
      annee: fc.integer({ min: 2020, max: 2030 }),
      trimestre: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(jour, convenue, trimestre, (debut, convenue, reference) => {
        const publie = parution(reference);
        fc.pre(publie <= debut && debut < ajouterAnnees(publie, 1));
        const dates = { debut, convenue };
        const depuis = depuisQuand(dates, reference);
        const jours = anniversairesEntre(dates, depuis, ajouterAnnees(debut, 5));
        // A lease signed once the next index could be used keeps a lag of one index for good.
        const retard = ouvertureDe(ajouterAnnees(publie, 1)) <= debut ? 1 : 0;
        for (const [rang, le] of jours.entries()) {
          expect(le >= ouvertureDe(parution(anneesPlusTard(reference, rang + 1)))).toBe(true);
          expect(le < ouvertureDe(parution(anneesPlusTard(reference, rang + 2 + retard)))).toBe(
            true,
          );
        }
      }),
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

describe("l’accord du bailleur, que son mandat demande", () => {
  const accord = (dit: Partial<AccordNote> = {}): AccordNote => ({
    id: 1,
    ClientId: 1,
    anniversaire: "2026-07-01",
    loyerApres: 859_79,
    chargeApres: 100_00,
    demandeLe: "2026-06-10",
    accorde: null,
    reponduLe: null,
    ...dit,
  });
  const PAUL = { id: 1, nom: "M. Paul DURAND" };
  const ANNE = { id: 2, nom: "Mme Anne DURAND" };
  const du = (notes: AccordNote[] | null, de: AccordsDuBail["de"] = "contact") =>
    notes && { de, bailleurs: [PAUL, ANNE], notes };
  const etat = (notes: AccordNote[] | null, de?: AccordsDuBail["de"]) =>
    etatRevision(faits({ accords: du(notes, de) }), "2026-06-15");
  const refus = (notes: AccordNote[] | null) =>
    demanderRevision(faits({ accords: du(notes) }), demande("2026-06-15")).refus;
  const oui = { accorde: true, reponduLe: "2026-06-12" };

  it("se demande avant la révision, s’attend, puis la permet ; un mandat qui ne le demande pas n’attend rien", () => {
    expect(etat(null)).toBe("a_notifier");
    expect([etat([]), refus([])]).toEqual([
      "accord_a_demander",
      "Le mandat demande l’accord du propriétaire : demandez-le d’abord.",
    ]);
    expect([etat([accord()]), refus([accord()])]).toEqual([
      "accord_demande",
      "Le propriétaire n’a pas encore donné son accord.",
    ]);
    expect([etat([accord(oui)]), refus([accord(oui)])]).toEqual(["a_notifier", null]);
  });

  it("ne vaut que jusqu’au loyer accepté : au-delà, ou après un refus, il se redemande", () => {
    expect(etat([accord({ ...oui, loyerApres: 859_78 })])).toBe("accord_a_demander");
    expect(etat([accord({ ...oui, loyerApres: 870_00 })])).toBe("a_notifier");
    expect(etat([accord(oui), accord({ ...oui, id: 2, accorde: false })])).toBe(
      "accord_a_demander",
    );
    expect(etat([accord({ ...oui, accorde: false }), accord({ ...oui, id: 2 })])).toBe(
      "a_notifier",
    );
  });

  it("n’ouvre ni ne retarde rien d’autre : gelée, à saisir ou perdue, la révision le dit d’abord", () => {
    expect(etatRevision(faits({ accords: du([]), classes: [classe("G")] }), "2026-07-02")).toBe(
      etatRevision(faits({ classes: [classe("G")] }), "2026-07-02"),
    );
    expect(etatRevision(faits({ accords: du([accord()]) }), "2027-07-01")).toBe("perdue");
    expect(etatRevision(faits({ accords: du([]) }), "2026-05-01")).toBeNull();
  });

  it("du contact, n’attend pas les autres ; un autre qui répond vaut pour tous", () => {
    expect(etat([accord({ ClientId: 2 })])).toBe("accord_a_demander");
    expect(etat([accord(oui), accord({ ClientId: 2, id: 2 })])).toBe("a_notifier");
    expect(etat([accord({ ...oui, ClientId: 2 })])).toBe("a_notifier");
  });

  it("de chacun, ne se forme qu’au dernier oui, et dit qui a répondu", () => {
    const dAnne = { ClientId: 2, id: 2 };
    expect(etat([accord(oui)], "tous")).toBe("accord_a_demander");
    expect(etat([accord(oui), accord(dAnne)], "tous")).toBe("accord_demande");
    expect(etat([accord(oui), accord({ ...dAnne, ...oui, loyerApres: 859_78 })], "tous")).toBe(
      "accord_a_demander",
    );
    expect(etat([accord(oui), accord({ ...dAnne, ...oui })], "tous")).toBe("a_notifier");
    const mots = (notes: AccordNote[]) => {
      const attendu = accordAttendu(du(notes, "tous"), { loyerApres: 859_79, chargeApres: 100_00 });
      return attendu && motsDeLAccord(attendu).replace(/\s/gu, " ");
    };
    expect([mots([accord(oui)]), mots([accord(oui), accord(dAnne)])]).toEqual([
      "Accord de chaque propriétaire : M. Paul DURAND, oui le 12/06/2026 ; Mme Anne DURAND, à demander.",
      "Accord de chaque propriétaire : M. Paul DURAND, oui le 12/06/2026 ; Mme Anne DURAND, demandé le 10/06/2026, sans réponse.",
    ]);
  });

  it("d’un logement sans propriétaire, manque, de l’un comme de tous", () => {
    const SANS = { bailleurs: [], notes: [] };
    for (const de of ["contact", "tous"] as const)
      expect(etatRevision(faits({ accords: { ...SANS, de } }), "2026-06-15")).toBe(
        "accord_a_demander",
      );
  });

  it("ne se présume jamais : sans un oui au moins aussi haut, le dernier dit, de qui le doit, aucun loyer n’est révisé", () => {
    const unAccord = fc.record({
      id: fc.integer({ min: 1, max: 99 }),
      ClientId: fc.constantFrom(1, 2),
      anniversaire: fc.constant("2026-07-01"),
      loyerApres: fc.integer({ min: 850_00, max: 870_00 }),
      chargeApres: fc.integer({ min: 99_00, max: 101_00 }),
      demandeLe: fc.constantFrom("2026-06-10", null),
      accorde: fc.constantFrom(true, false, null),
      reponduLe: fc.constant("2026-06-12"),
    });
    fc.assert(
      fc.property(
        fc.array(unAccord, { maxLength: 4 }),
        fc.constantFrom("contact" as const, "tous" as const),
        (notes, de) => {
          const { aEcrire } = demanderRevision(
            faits({ accords: du(notes, de) }),
            demande("2026-06-15"),
          );
          const couvert = (dernier: AccordNote | undefined) =>
            dernier?.accorde === true &&
            dernier.loyerApres >= 859_79 &&
            dernier.chargeApres >= 100_00;
          const dUn = (id: number) => notes.findLast(({ ClientId }) => ClientId === id);
          const duContact = notes.findLast(
            ({ ClientId, accorde }) => ClientId === 1 || accorde !== null,
          );
          const attendu = de === "tous" ? couvert(dUn(1)) && couvert(dUn(2)) : couvert(duContact);
          expect(aEcrire !== null).toBe(attendu);
        },
      ),
      MILLE,
    );
  });
});

describe("la classe F ou G", () => {
  const AUSSITOT = { choix: "des_la_demande" } as const;

  it("15. gèle un bail nu de trois ans du 01/09/2019, reconduit le 01/09/2022", () => {
    const bail = { debut: "2019-09-01", mois: 36, codePostal: "75005", signeLe: null };
    expect(debutDuGel(bail)).toBe("2022-09-01");
    const gele = faits({
      bail,
      classes: [classe("G")],
      anniversaire: "2026-09-01",
      reference: reference("2025-09-01", 2025, 146_68),
    });
    expect(etatRevision(gele, "2026-09-01")).toBe("gelee");
  });

  it("16. laisse réviser jusqu’au terme un bail de six ans du 01/12/2020, dès la demande et non au 01/12", () => {
    const avantTerme = faits({
      bail: { debut: "2020-12-01", mois: 72 },
      classes: [classe("G")],
      anniversaire: "2025-12-01",
      reference: reference("2024-12-01", 2024, 145_17),
    });
    expect(chiffree(avantTerme, demande("2026-11-25", AUSSITOT)).effetLe).toBe("2026-11-25");
    expect(examinerRevision(avantTerme, demande("2026-11-25")).etat).toBe("gelee");
    expect(etatRevision(avantTerme, "2026-11-25")).toBe("gelee");
  });

  it("17. gèle un meublé du 01/10/2021 depuis sa reconduction du 01/10/2022", () => {
    const bail = {
      regime: "meuble",
      debut: "2021-10-01",
      mois: 12,
      codePostal: "75005",
      signeLe: null,
    } as const;
    expect(debutDuGel(bail)).toBe("2022-10-01");
    const gele = faits({
      bail,
      classes: [classe("F")],
      anniversaire: "2026-10-01",
      reference: reference("2025-10-01", 2025, 146_68),
    });
    expect(etatRevision(gele, "2026-10-01")).toBe("gelee");
  });

  it("18. changée de F à E par une attestation du 10/02/2026 dégèle ensuite, quand une personne le confirme", () => {
    const attestee = faits({
      bail: { debut: "2024-01-01" },
      anniversaire: "2026-01-01",
      reference: reference("2025-01-01", 2024, 144_51, 3),
      classes: [classe("F"), classe("E", "2026-02-10", true)],
    });
    const etat = (le: string, classeConfirmee: boolean, attestationLeveGel = "confirmer") =>
      examinerRevision(
        {
          ...attestee,
          reglages: {
            ...attestee.reglages,
            attestationLeveGel: attestationLeveGel as "confirmer" | "oui" | "non",
          },
        },
        demande(le, { classeConfirmee }),
      ).etat;
    expect(etat("2026-02-09", true)).toBe("gelee");
    expect(etat("2026-02-11", true)).toBe("a_notifier");
    expect(etat("2026-02-11", false)).toBe("classe_a_confirmer");
    expect(etat("2026-02-11", false, "oui")).toBe("a_notifier");
    expect(etat("2026-02-11", true, "non")).toBe("gelee");
  });

  it("19. gèle outre-mer un bail du 02/07/2024, et celui du 01/06/2024 à sa reconduction", () => {
    const gel = (debut: string) =>
      debutDuGel({ debut, mois: 36, codePostal: "97400", signeLe: null });
    expect([gel("2024-07-02"), gel("2024-06-01")]).toEqual(["2024-07-02", "2027-06-01"]);
    const etat = (debut: string, anniversaireLe: string) =>
      etatRevision(
        faits({
          bail: { debut, codePostal: "97400" },
          classes: [classe("F")],
          anniversaire: anniversaireLe,
          reference: {
            serie: "IRL_OM",
            annee: 2024,
            trimestre: 3,
            valeur: 141_74,
            depuis: ajouterAnnees(anniversaireLe, -1),
          },
        }),
        anniversaireLe,
      );
    expect([etat("2024-06-01", "2026-06-01"), etat("2024-07-02", "2026-07-02")]).toEqual([
      "a_notifier",
      "gelee",
    ]);
  });

  it("se saisit d’abord quand nulle n’est connue, ou que son DPE est périmé", () => {
    const etat = (classes: ClasseDpe[]) => etatRevision(faits({ classes }), "2026-07-01");
    expect(etat([])).toBe("classe_a_saisir");
    expect(etat([{ ...classe("D"), jusquau: "2026-06-30" }])).toBe("classe_a_saisir");
    expect(etat([{ ...classe("D"), jusquau: null }])).toBe("a_notifier");
    const fins = ["2021-09-15", "2021-06-30", "2016-03-01"].map(finDuDpe);
    expect(fins).toEqual(["2031-09-14", "2024-12-31", "2022-12-31"]);
  });

  it("Q7. ne laisse jamais écrire de loyer révisé, ni un bail qui ne se révise pas", () => {
    const anniversaires = fc.nat(9).map((rang) => ajouterAnnees("2022-09-01", rang));
    fc.assert(
      fc.property(
        anniversaires,
        fc.integer({ min: -60, max: 400 }),
        fc.constantFrom("gel", "exclu", "sans clause"),
        fc.constantFrom("F", "G"),
        fc.boolean(),
        fc.boolean(),
        (anniversaireLe, jours, cas, nom, confirme, aussitot) => {
          const demandeLe = ajouterJours(anniversaireLe, jours);
          const annee = Number(anniversaireLe.slice(0, 4));
          const dits = faits({
            bail: {
              debut: "2019-09-01",
              regime: cas === "exclu" ? (confirme ? "mobilite" : "etudiant") : "nu",
            },
            anniversaire: anniversaireLe,
            classes: cas === "gel" ? [classe(nom as "F" | "G", "2020-01-01")] : [classe("A")],
            reference:
              cas === "sans clause"
                ? null
                : reference(ajouterAnnees(anniversaireLe, -1), annee - 1, 140_00),
            indices: [indice("IRL", 2, annee, 150_00)],
          });
          const { aEcrire, refus } = demanderRevision(
            dits,
            demande(demandeLe, {
              classeConfirmee: confirme,
              choix: aussitot ? "des_la_demande" : "premier_du_mois",
            }),
          );
          const permise = cas === "gel" && aEcrire !== null && aEcrire.ligne.depuis < "2022-09-01";
          if (!permise) expect([aEcrire, typeof refus]).toEqual([null, "string"]);
        },
      ),
      MILLE,
    );
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
    demandeLe: "2026-11-10",
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
