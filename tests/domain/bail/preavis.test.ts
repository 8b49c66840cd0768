import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finPreavis, MOTIFS_PREAVIS, type MotifPreavis } from "#domain/bail/preavis.ts";
import { restitutionDepot } from "#domain/bail/restitution-depot.ts";
import { ajouterJours, ajouterMois, dernierJour, moisDe } from "#domain/dates.ts";

const jour = fc.nat(3000).map((nombre) => ajouterJours("2024-01-01", nombre));
const REGIMES = fc.constantFrom("nu", "meuble", "etudiant", "mobilite");
const motif = fc.option(fc.constantFrom(...(Object.keys(MOTIFS_PREAVIS) as MotifPreavis[])));
const numero = (un: string) => Number(un.slice(8));

describe("la fin du préavis du locataire", () => {
  it.each([
    ["2026-11-22", "nu", false, null, "2027-02-22"],
    ["2026-11-22", "nu", true, null, "2026-12-22"],
    ["2026-11-22", "nu", false, "mutation", "2026-12-22"],
    ["2026-11-22", "meuble", false, null, "2026-12-22"],
    ["2026-11-22", "etudiant", false, null, "2026-12-22"],
    ["2026-11-22", "mobilite", false, null, "2026-12-22"],
    ["2026-11-22", "code_civil", true, "mutation", null],
    ["2026-11-30", "nu", false, null, "2027-02-28"],
    ["2027-11-30", "nu", false, null, "2028-02-29"],
    ["2027-01-31", "meuble", false, null, "2027-02-28"],
  ] as const)(
    "reçu le %s, bail %s, zone tendue %s, motif %s : %s",
    (recuLe, regime, zoneTendue, raison, fin) => {
      expect(finPreavis(recuLe, { regime, zoneTendue, motif: raison })).toBe(fin);
    },
  );

  it("porte le même numéro un ou trois mois plus tard, ou tombe le dernier jour d'un mois qui ne l'a pas", () => {
    fc.assert(
      fc.property(jour, REGIMES, fc.boolean(), motif, (recuLe, regime, zoneTendue, raison) => {
        const fin = finPreavis(recuLe, { regime, zoneTendue, motif: raison });
        const reduit = regime !== "nu" || zoneTendue || raison !== null;
        const mois = ajouterMois(moisDe(recuLe), reduit ? 1 : 3);
        expect(moisDe(fin ?? "")).toBe(mois);
        const attendu = Math.min(numero(recuLe), numero(dernierJour(mois)));
        expect(numero(fin ?? "")).toBe(attendu);
      }),
    );
  });

  it("un congé reçu plus tard ne finit jamais plus tôt", () => {
    fc.assert(
      fc.property(jour, fc.nat(60), fc.boolean(), (recuLe, apres, zoneTendue) => {
        const fin = (un: string) => finPreavis(un, { regime: "nu", zoneTendue, motif: null }) ?? "";
        expect(fin(ajouterJours(recuLe, apres)) >= fin(recuLe)).toBe(true);
      }),
    );
  });
});

describe("la restitution du dépôt", () => {
  it.each([
    ["2026-11-22", "nu", { conforme: "2026-12-22", sinon: "2027-01-22" }],
    ["2026-12-31", "meuble", { conforme: "2027-01-31", sinon: "2027-02-28" }],
    ["2026-11-22", "code_civil", null],
  ] as const)("clés rendues le %s, bail %s : %j", (cles, regime, attendu) => {
    expect(restitutionDepot(cles, regime)).toEqual(attendu);
  });

  it("se doit un mois après les clés, deux si l'état des lieux n'est pas conforme, jamais dans l'autre ordre", () => {
    fc.assert(
      fc.property(jour, REGIMES, (cles, regime) => {
        const { conforme, sinon } = restitutionDepot(cles, regime) ?? { conforme: "", sinon: "" };
        expect([moisDe(conforme), moisDe(sinon)]).toEqual([
          ajouterMois(moisDe(cles), 1),
          ajouterMois(moisDe(cles), 2),
        ]);
        expect(cles < conforme && conforme < sinon).toBe(true);
      }),
    );
  });
});
