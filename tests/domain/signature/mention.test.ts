import { describe, expect, it } from "vitest";
import { lireMention, montantDuModele } from "#domain/signature/mention.ts";
import { finDeRetractation, peutSeRetracter } from "#domain/signature/retractation.ts";

const MODELE =
  "« Je m'engage, en qualité de caution, à payer à Madame Jeanne DE LA TOUR ce que lui doivent Madame Léa ROY et Monsieur Hugo DUPONT au titre du bail du 25 novembre 2026 en cas de défaillance de ceux-ci, dans la limite de trente mille six cents euros (30 600,00 €) en principal et accessoires. Je reconnais ne pouvoir exiger de la bailleresse ni qu'elle poursuive d'abord les locataires, ni qu'elle divise ses poursuites entre les cautions. »";
const avec = (sommes: string, fin = "Je renonce aux bénéfices de discussion et de division.") =>
  `Je me porte caution et paierai en cas de défaillance du locataire, dans la limite de ${sommes}. ${fin}`;
const lire = (texte: string) => lireMention(texte, MODELE, "caution");

describe("La mention de la caution", () => {
  it("dit la somme de l’acte, en lettres et en chiffres, comme on l’écrit", () => {
    expect(montantDuModele(MODELE)).toBe(30_600);
    for (const sommes of [
      "trente mille six cents euros (30 600 €)",
      "Trente-mille-six-cents euros, soit 30.600,00 euros",
      "30600 € (trente mille six cent euros)",
    ])
      expect(lire(avec(sommes))).toEqual({ refus: [], gardeDiscussion: false });
    expect(lire(MODELE)).toEqual({ refus: [], gardeDiscussion: false });
  });

  it("est refusée d’une autre somme, en chiffres ou en lettres, ou sans les mots qui engagent", () => {
    expect(lire(avec("trente mille six cents euros (30 060 €)")).refus).toHaveLength(1);
    expect(lire(avec("cent trente mille six cents euros (30 600 €)")).refus).toHaveLength(1);
    expect(lire(avec("trente mille six euros (30 600 €)")).refus).toHaveLength(1);
    expect(lire(avec("30 600 €")).refus).toHaveLength(1);
    expect(lire("J’accepte.").refus).toHaveLength(4);
  });

  it("sans renoncer à la discussion et à la division, demande si c’est voulu", () => {
    const sommes = "trente mille six cents euros (30 600 €)";
    expect(lire(avec(sommes, "Je renonce au bénéfice de discussion."))).toEqual({
      refus: [],
      gardeDiscussion: true,
    });
  });
});

describe("La mention de qui reconnaît une dette", () => {
  const modele = "« Je reconnais devoir la somme de mille quatre cents euros (1 400,00 €). »";
  const lireDette = (texte: string) => lireMention(texte, modele, "locataire");

  it("dit la somme, en lettres et en chiffres, et qu’elle est due ; rien de la caution", () => {
    expect(montantDuModele(modele)).toBe(1400);
    for (const texte of [modele, "Je dois mille quatre cents euros, soit 1400 €"])
      expect(lireDette(texte)).toEqual({ refus: [], gardeDiscussion: false });
  });

  it("est refusée d’une autre somme, sans aveu, ou reprise d’une main", () => {
    const somme = "mille quatre cents euros (1 400 €)";
    expect(lireDette("Je dois mille quatre cents euros (1 040 €)").refus).toHaveLength(1);
    expect(lireDette("Je dois mille quarante euros (1 400 €)").refus).toHaveLength(1);
    expect(lireDette("Je dois 1 400 €").refus).toHaveLength(1);
    expect(lireDette(somme).refus).toHaveLength(1);
    expect(lireDette(`Je ne reconnais pas devoir ${somme}`).refus).toHaveLength(1);
    expect(lireDette(`Je dois ${somme}, sous réserve de vos comptes`).refus).toHaveLength(1);
    for (const reprise of ["Je refuse de devoir", "Je nie devoir", "Je reconnais devoir moins de"])
      expect(lireDette(`${reprise} ${somme}`).refus).toHaveLength(1);
    expect(lireDette(`Je dois ${somme} à condition que l’eau coule`).refus).toHaveLength(1);
  });
});

describe("Le délai de rétractation", () => {
  it("ne compte pas le jour de la signature, et finit un jour ouvrable", () => {
    expect(
      ["2026-12-01", "2026-12-12", "2026-12-18"].map((jour) => finDeRetractation(jour, 14)),
    ).toEqual(["2026-12-15", "2026-12-28", "2027-01-04"]);
  });

  it("vaut tout son dernier jour, une fois", () => {
    const delai = { retractationJusqua: "2026-12-15", retracteeLe: null };
    expect(peutSeRetracter(delai, "2026-12-15")).toBe(true);
    expect(peutSeRetracter(delai, "2026-12-16")).toBe(false);
    expect(peutSeRetracter({ ...delai, retracteeLe: "2026-12-10" }, "2026-12-11")).toBe(false);
    expect(peutSeRetracter({ ...delai, retractationJusqua: null }, "2026-12-01")).toBe(false);
  });
});
