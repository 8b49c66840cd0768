import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Regime } from "#domain/bail/bail.ts";
import {
  avertissementsDuree,
  delaiDuCommandement,
  deNeufMois,
  duree,
  moisCommences,
  reconduitSeul,
} from "#domain/bail/duree.ts";
import { ajouterJours, type Jour, terme } from "#domain/dates.ts";
import { attendre } from "../../support/fiches/avertissements.ts";

const DEBUT = "2026-03-15";
const TRAVAIL = { motifDureeReduite: "Mutation professionnelle" };
const personne = { qualite: "personne_physique" } as const;
const societe = { qualite: "personne_morale" } as const;
const sci = { qualite: "sci_familiale" } as const;

const bail = (
  regime: Regime | null,
  dossier: Parameters<typeof duree>[0]["dossier"] = {},
  bailleurs: Parameters<typeof duree>[0]["bailleurs"] = [personne],
) => ({ regime, dossier: { dateDebutBail: DEBUT, ...dossier }, bailleurs });

const legale = (mois: number, dernierJour: Jour) => ({ mois, terme: dernierJour });
const convenue = (mois: number | null, dernierJour: Jour | null) => ({
  mois,
  terme: dernierJour,
});

describe("la durée d'un bail", () => {
  it("nu est de trois ans, de six si un bailleur est une personne morale autre qu'une SCI familiale", () => {
    expect(duree(bail("nu"))).toEqual(legale(36, "2029-03-14"));
    expect(duree(bail("nu", {}, [personne, sci]))).toEqual(legale(36, "2029-03-14"));
    expect(duree(bail("nu", {}, [personne, societe]))).toEqual(legale(72, "2032-03-14"));
    expect(duree(bail("nu", {}, null))).toEqual(legale(36, "2029-03-14"));
    expect(duree(bail("nu", { dateFinBail: "2027-03-14" }))).toEqual(legale(36, "2029-03-14"));
  });

  it("nu est réduite par un motif, jusqu'au jour convenu", () => {
    const fin = { dateFinBail: "2027-09-14" };
    expect(duree(bail("nu", { ...TRAVAIL, ...fin }))).toEqual(convenue(18, "2027-09-14"));
    expect(duree(bail("nu", TRAVAIL))).toEqual(convenue(null, null));
    const blanc = { ...fin, motifDureeReduite: " " };
    expect(duree(bail("nu", blanc))).toEqual(legale(36, "2029-03-14"));
    expect(duree(bail("meuble", { ...TRAVAIL, ...fin }))).toEqual(legale(12, "2027-03-14"));
  });

  it("étudiant est de neuf mois, sauf si l'on a convenu d'un autre jour", () => {
    expect(duree(bail("etudiant"))).toEqual(legale(9, "2026-12-14"));
    expect(duree(bail("etudiant", { dateFinBail: "2026-12-14" }))).toEqual(legale(9, "2026-12-14"));
    expect(duree(bail("etudiant", { dateFinBail: "2027-01-14" }))).toEqual(
      convenue(10, "2027-01-14"),
    );
  });

  it("de Code civil est celle qu'on a convenue, sinon d'un an ; de mobilité celle qu'on a convenue", () => {
    const fin = { dateFinBail: "2026-09-14" };
    expect(duree(bail("code_civil"))).toEqual(legale(12, "2027-03-14"));
    expect(duree(bail("code_civil", fin))).toEqual(convenue(6, "2026-09-14"));
    expect(duree(bail("mobilite", fin))).toEqual(convenue(6, "2026-09-14"));
    expect(duree(bail("mobilite"))).toEqual(convenue(null, null));
    expect(duree(bail("nu", { dateDebutBail: null }))).toEqual(convenue(null, null));
  });

  it("ne vient pas d'une fin donnée par un congé", () => {
    const conge = { dateFinBail: "2026-09-14", dateFinPreavis: "2026-09-14" };
    const donne = { ...conge, dateDebutPreavis: "2026-06-14" };
    expect(duree(bail("code_civil", donne))).toEqual(legale(12, "2027-03-14"));
    expect(duree(bail("code_civil", conge))).toEqual(convenue(6, "2026-09-14"));
    expect(duree(bail("code_civil", { ...donne, dateFinPreavis: "2026-09-01" }))).toEqual(
      convenue(6, "2026-09-14"),
    );
  });

  it("de neuf mois n'est pas reconduite d'elle-même, celle d'un stationnement sans fin l'est", () => {
    expect(deNeufMois(bail("etudiant"))).toBe(true);
    expect(deNeufMois(bail("etudiant", { dateFinBail: "2027-01-14" }))).toBe(false);
    expect(deNeufMois(bail("meuble"))).toBe(false);
    const fin = { dateFinBail: "2026-09-14" };
    const conge = { ...fin, dateDebutPreavis: "2026-06-14", dateFinPreavis: "2026-09-14" };
    expect(reconduitSeul(bail("stationnement"))).toBe(true);
    expect(reconduitSeul(bail("stationnement", fin))).toBe(false);
    expect(reconduitSeul(bail("stationnement", conge))).toBe(true);
    expect(reconduitSeul(bail("code_civil"))).toBe(false);
  });

  it("compte pour un mois celui qui est commencé", () => {
    const mois = (dateFinBail: Jour | null) => moisCommences(bail("code_civil", { dateFinBail }));
    expect([mois("2026-04-13"), mois("2026-04-14"), mois("2026-04-15")]).toEqual([1, 1, 2]);
    expect([mois(DEBUT), mois("2026-03-14"), mois(null)]).toEqual([1, null, 12]);
    expect(moisCommences(bail("mobilite"))).toBeNull();
    expect(moisCommences(bail("nu", { dateDebutBail: null }))).toBeNull();
  });

  it("se compte en mois entiers, de quantième à quantième, dix ans au plus", () => {
    const unDebut = fc.nat(20_000).map((rang) => ajouterJours("2000-01-01", rang));
    const moisDe = (dateDebutBail: Jour, dateFinBail: Jour) =>
      duree(bail("code_civil", { dateDebutBail, dateFinBail })).mois;
    fc.assert(
      fc.property(unDebut, fc.integer({ min: 1, max: 120 }), (debut, mois) => {
        const fin = terme(debut, mois);
        expect(moisDe(debut, fin)).toBe(mois);
        expect(moisDe(debut, ajouterJours(fin, 1))).toBeNull();
        expect(moisDe(debut, ajouterJours(fin, -1))).toBeNull();
      }),
    );
    expect(moisDe(DEBUT, terme(DEBUT, 1))).toBe(1);
    expect(moisDe(DEBUT, terme(DEBUT, 121))).toBeNull();
    expect(moisDe(DEBUT, ajouterJours(DEBUT, -1))).toBeNull();
  });
});

describe("les avertissements sur la durée", () => {
  const MOBILITE = { motifMobilite: "Stage" };
  const HORS_MOBILITE = /^doute dateFinBail : La durée d'un bail mobilité .* un et dix mois/;
  const HORS_REDUITE = /^doute dateFinBail : La durée réduite .* un et trois ans/;
  const HORS_ETUDIANT = /^doute dateFinBail : La durée du bail étudiant n'est pas de neuf mois/;

  test.each<[string, Regime | null, Parameters<typeof duree>[0]["dossier"], RegExp[]]>([
    ["nu, sans rien de plus", "nu", {}, []],
    ["d'un régime inconnu", null, { dateFinBail: "2026-03-16" }, []],
    [
      "mobilité sans début",
      "mobilite",
      { ...MOBILITE, dateDebutBail: null },
      [/^manque dateFinBail : .*mobilité/],
    ],
    ["mobilité sans fin", "mobilite", MOBILITE, [/^manque dateFinBail : .*mobilité/]],
    [
      "mobilité d'un mois moins un jour",
      "mobilite",
      { ...MOBILITE, dateFinBail: "2026-04-13" },
      [HORS_MOBILITE],
    ],
    ["mobilité d'un mois", "mobilite", { ...MOBILITE, dateFinBail: "2026-04-14" }, []],
    ["mobilité de dix mois", "mobilite", { ...MOBILITE, dateFinBail: "2027-01-14" }, []],
    [
      "mobilité de dix mois et un jour",
      "mobilite",
      { ...MOBILITE, dateFinBail: "2027-01-15" },
      [HORS_MOBILITE],
    ],
    [
      "mobilité de onze mois",
      "mobilite",
      { ...MOBILITE, dateFinBail: "2027-02-14" },
      [HORS_MOBILITE],
    ],
    ["mobilité sans motif", "mobilite", { dateFinBail: "2026-09-14" }, [/^manque motifMobilite/]],
    [
      "mobilité au motif blanc",
      "mobilite",
      { dateFinBail: "2026-09-14", motifMobilite: " " },
      [/^manque motifMobilite/],
    ],
    ["étudiant de neuf mois", "etudiant", { dateFinBail: "2026-12-14" }, []],
    ["étudiant sans fin", "etudiant", {}, []],
    ["étudiant sans début", "etudiant", { dateDebutBail: null }, []],
    [
      "étudiant de neuf mois moins un jour",
      "etudiant",
      { dateFinBail: "2026-12-13" },
      [HORS_ETUDIANT],
    ],
    [
      "étudiant de neuf mois et un jour",
      "etudiant",
      { dateFinBail: "2026-12-15" },
      [HORS_ETUDIANT],
    ],
    ["étudiant de dix mois", "etudiant", { dateFinBail: "2027-01-14" }, [HORS_ETUDIANT]],
    ["réduit sans fin", "nu", TRAVAIL, [/^manque dateFinBail : .*durée réduite/]],
    [
      "réduit à un an moins un jour",
      "nu",
      { ...TRAVAIL, dateFinBail: "2027-03-13" },
      [HORS_REDUITE],
    ],
    ["réduit à un an", "nu", { ...TRAVAIL, dateFinBail: "2027-03-14" }, []],
    ["réduit à trois ans", "nu", { ...TRAVAIL, dateFinBail: "2029-03-14" }, []],
    [
      "réduit à trois ans et un jour",
      "nu",
      { ...TRAVAIL, dateFinBail: "2029-03-15" },
      [HORS_REDUITE],
    ],
    ["meublé d'un jour", "meuble", { ...TRAVAIL, dateFinBail: "2026-03-16" }, []],
  ])("d'un bail %s", (_cas, regime, dossier, attendus) => {
    attendre(avertissementsDuree(bail(regime, dossier)), attendus);
  });

  it("d'un bail mobilité ou réduit, ne se disent que hors de la durée permise", () => {
    const reproche = (
      regime: Regime,
      dateFinBail: Jour,
      motifs: typeof TRAVAIL | typeof MOBILITE,
    ) => avertissementsDuree(bail(regime, { ...motifs, dateFinBail })).length > 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), (jours) => {
        const fin = ajouterJours(DEBUT, jours);
        expect(reproche("mobilite", fin, MOBILITE)).toBe(
          fin < terme(DEBUT, 1) || fin > terme(DEBUT, 10),
        );
        expect(reproche("nu", fin, TRAVAIL)).toBe(fin < terme(DEBUT, 12) || fin > terme(DEBUT, 36));
      }),
    );
  });

  it("une personne morale ne réduit pas la durée d'un bail nu", () => {
    const reduit = { ...TRAVAIL, dateFinBail: "2027-03-14" };
    attendre(avertissementsDuree(bail("nu", reduit, [societe])), [
      /^doute motifDureeReduite : Un bailleur personne morale/,
    ]);
    attendre(avertissementsDuree(bail("nu", reduit, [sci])), []);
    attendre(avertissementsDuree(bail("nu", {}, [societe])), []);
  });
});

it("le commandement laisse deux mois avant la loi du 27 juillet 2023, six semaines depuis", () => {
  expect(delaiDuCommandement("2023-07-28")).toBe("deux_mois");
  expect(delaiDuCommandement("2023-07-29")).toBe("six_semaines");
});
