import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rendreProvision } from "#domain/gerance/charges/annulation.ts";
import {
  ecartDuRectificatif,
  justificatifsJusquau,
} from "#domain/gerance/charges/decompte-envoye.ts";
import { decompteDeCharges } from "#domain/gerance/charges/decompte-etabli.ts";
import type { EnvoiDuDecompte } from "#domain/gerance/charges/decompte-lu.ts";
import type { DonneesDeCharges } from "#domain/gerance/charges/donnees-du-decompte.ts";
import { exerciceCivil } from "#domain/gerance/charges/exercice.ts";
import { chargesDuLogement, joursDuProprietaire } from "#domain/gerance/charges/partage.ts";
import {
  changerProvision,
  debutDeProvision,
  provisionProposee,
} from "#domain/gerance/charges/provision.ts";
import {
  douziemes,
  echelonner,
  parDouziemes,
  refusDEchelonnement,
  refusDExigibilite,
} from "#domain/gerance/charges/solde-a-payer.ts";
import { crediterCharges, type SoldeEnFaveur } from "#domain/gerance/charges/solde-en-faveur.ts";
import { equilibree } from "#domain/gerance/livres/ecritures.ts";
import { enParts } from "#domain/gerance/livres/repartition.ts";
import { consommer, type EcheanceOuverte } from "#domain/gerance/locataires/compte-tenu.ts";
import { imputer, type NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import type { LoyerDate, MotifLoyer } from "#domain/gerance/revisions/loyers.ts";
import { NOUVELLE_PROVISION } from "#domain/gerance/revisions/loyers-remplaces.ts";
import {
  bail,
  DU_LOT,
  donnees,
  EAU_DE_MARTIN,
  MARTIN,
  solde,
} from "../../../support/gerance/charges.ts";

const MILLE = { numRuns: 1_000 };

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

  it("laisse une remise de charges courir jusqu’à sa fin, et s’annule sans la défaire", () => {
    const ligne = (id: number, depuis: string, loyerCharge: number, motif: MotifLoyer) =>
      ({ id, depuis, loyerHC: 850_00, loyerCharge, motif, annuleLe: null }) as LoyerDate;
    const [bailEcrit, baisse, retour] = [
      ligne(1, "2025-03-15", 140_00, "bail"),
      ligne(2, "2026-02-01", 60_00, "remise"),
      ligne(3, "2026-05-01", 140_00, "remise"),
    ];
    const avant = [bailEcrit, baisse, retour];
    const lignes = changerProvision(avant, 185_94, "2026-03-01");
    expect(lignes.map(({ depuis, loyerCharge }) => [depuis, loyerCharge])).toEqual([
      ["2026-05-01", 185_94],
    ]);
    expect(changerProvision(avant, 50_00, "2026-03-01")[0]).toMatchObject({
      ...{ depuis: "2026-03-01", loyerCharge: 50_00 },
    });
    const aVenir = changerProvision(avant, 185_94, "2026-01-01");
    expect(aVenir.map(({ depuis, loyerCharge }) => [depuis, loyerCharge])).toEqual([
      ["2026-01-01", 185_94],
      ["2026-05-01", 185_94],
    ]);
    const notes = [
      ...[bailEcrit, baisse, ligne(4, "2026-01-01", 185_94, "provision")],
      ligne(5, "2026-05-01", 185_94, "remise"),
    ].map((note) => ({ ...note, motifAnnulation: null }));
    const remplacee = { ...retour, annuleLe: "2025-12-01", motifAnnulation: NOUVELLE_PROVISION };
    const rendues = rendreProvision(
      [...notes, remplacee],
      { depuis: "2026-01-01", montant: 185_94 },
      null,
    );
    expect(rendues?.map(({ annule, ligne: rendue }) => [annule.id, rendue?.loyerCharge])).toEqual([
      [4, undefined],
      [5, 140_00],
    ]);
  });

  it("envoyé ne porte plus que sa différence, et douze mois seulement s’il fut tardif", () => {
    const envoi = {
      ...{ id: 7, envoyeLe: "2026-02-01", canal: "lettre" as const },
      exigibleLe: "2026-03-01",
      ...{ solde: 448.27, montant: 448.27, mois: null, rectificatif: false },
      ...{ acheminement: "parti" as const, reserve: null, aRenvoyer: null, posteLe: "2026-02-01" },
      partiLe: "2026-02-01",
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
    expect([change.ecart, change.refusEnvoi]).toEqual([85.04, null]);
    const demande = { annee: 2025, reste: 448.27 };
    expect(refusDEchelonnement(envoi, { ...demande, mois: 12 })).toMatch(/trois ou six mois/);
    expect(refusDEchelonnement(envoi, { ...demande, mois: 3 })).toBeNull();
    const le = (envoyeLe: string, partiLe: string | null = null) =>
      refusDEchelonnement({ ...envoi, envoyeLe, partiLe }, { ...demande, annee: 2024, mois: 12 });
    expect([le("2025-12-31"), le("2026-01-02"), le("2025-12-31", "2026-01-04")]).toEqual([
      expect.stringContaining("à temps"),
      null,
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
