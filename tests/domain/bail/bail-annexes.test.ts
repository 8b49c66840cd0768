import { describe, expect, it, test } from "vitest";
import { annexeJointe, annexePrevue, annexesPresentes } from "#domain/bail/annexes.ts";
import { avertissementsAnnexes } from "#domain/bail/annexes-exigees.ts";
import type { Regime } from "#domain/bail/bail.ts";
import { ANNEXES } from "#domain/biens/dossier.ts";
import { type Changements, unBail } from "../../support/documents/bail.ts";
import { attendre } from "../../support/fiches/avertissements.ts";

const lignes = (regime: Regime) => ANNEXES.filter((une) => annexePrevue(une, { regime }));
const sans = (...absentes: string[]) => ANNEXES.filter((une) => !absentes.includes(une));

describe("les annexes d'un bail", () => {
  it("sont celles de son régime", () => {
    for (const regime of ["nu", "meuble", "etudiant"] as const)
      expect(lignes(regime)).toEqual(ANNEXES);
    expect(lignes("mobilite")).toEqual(sans("notice"));
    expect(lignes("code_civil")).toEqual(
      sans("notice", "amiante", "electricite", "gaz", "bruit", "references"),
    );
    expect(lignes("stationnement")).toEqual([
      "reglement",
      "etatDesLieux",
      "cautionnement",
      "assurance",
      "rib",
    ]);
  });

  const RIEN = { etatDesLieux: false, mobilier: false, actes: [] };
  test.each([
    ["rien", RIEN, [], []],
    ["l'état des lieux", { ...RIEN, etatDesLieux: true }, ["etatDesLieux"], []],
    ["le mobilier seul", { ...RIEN, mobilier: true }, [], []],
    [
      "l'état des lieux et le mobilier",
      { ...RIEN, etatDesLieux: true, mobilier: true },
      ["etatDesLieux"],
      ["etatDesLieux"],
    ],
    ["l'acte de chaque garant", { ...RIEN, actes: [true] }, ["cautionnement"], ["cautionnement"]],
    ["l'acte d'un garant sur deux", { ...RIEN, actes: [true, false] }, [], []],
  ] as const)("présentes : de %s signé, nu puis meublé", (_cas, fichiers, nu, meuble) => {
    const { dossier } = unBail();
    expect(annexesPresentes({ regime: "nu", dossier }, fichiers)).toEqual(nu);
    expect(annexesPresentes({ regime: "meuble", dossier }, fichiers)).toEqual(meuble);
  });

  it("sont jointes si leur fichier est là, ou si on les a cochées", () => {
    const jointe = (presentes: "dpe"[] | null, annexes: "dpe"[] | null) =>
      annexeJointe({ presentes, dossier: { annexes } }, "dpe");
    expect([jointe(["dpe"], null), jointe(null, ["dpe"]), jointe(["dpe"], ["dpe"])]).toEqual([
      true,
      true,
      true,
    ]);
    expect([jointe(null, null), jointe([], [])]).toEqual([false, false]);
  });

  const manquent = (changements: Changements) =>
    avertissementsAnnexes(unBail({ dossier: { annexes: [] }, ...changements }));
  const ABSENTES = /^manque annexes : .*cochées : (.*)\.$/;

  it("que la loi veut et que rien ne joint sont dites", () => {
    const dites = (changements: Changements) =>
      manquent(changements).map(
        ({ phrase }) => ABSENTES.exec(`manque annexes : ${phrase}`.replaceAll("\u00A0", " "))?.[1],
      );
    const recent = {
      periodeConstruction: "après 1990",
      syndicNom: null,
      gardienNom: null,
    } as const;
    attendre(avertissementsAnnexes(unBail()), []);
    expect(dites({})).toEqual([
      "Règlement de copropriété, DPE, Plomb (CREP), État des risques, Notice d'information",
    ]);
    expect(dites({ appartement: recent })).toEqual(["DPE, État des risques, Notice d'information"]);
    expect(dites({ appartement: recent, bail: { presentes: ["dpe", "notice"] } })).toEqual([
      "État des risques",
    ]);
    expect(dites({ appartement: recent, bail: { presentes: null } })).toEqual([
      "DPE, État des risques",
    ]);
    expect(dites({ appartement: recent, bail: { regime: "mobilite" } })).toEqual([
      "DPE, État des risques",
    ]);
    expect(dites({ bail: { regime: "stationnement" } })).toEqual(["Règlement de copropriété"]);
    expect(dites({ appartement: recent, bail: { regime: "stationnement" } })).toEqual([]);
    expect(avertissementsAnnexes({ ...unBail(), appartement: null })).toEqual([]);
  });
});
