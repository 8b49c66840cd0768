import { describe, expect, it } from "vitest";
import {
  consommationDuBail,
  mesureDe,
  refusDeReleve,
  relevesAvecConstats,
} from "#domain/gerance/charges/compteurs.ts";
import { decompteDeCharges } from "#domain/gerance/charges/decompte-etabli.ts";
import { exerciceCivil } from "#domain/gerance/charges/exercice.ts";
import { chargesDuLogement } from "#domain/gerance/charges/partage.ts";
import { bail, depense, donnees, parts, releve } from "../../../support/gerance/charges.ts";

describe("un compteur", () => {
  const EXERCICE = exerciceCivil(2025);
  const SUITE = [bail(1, "2024-01-01", { dateFinBail: "2025-08-03" }), bail(2, "2025-08-04")];
  const eau = (montant: number) => depense("R21", montant, { compteur: "eauFroide" });

  it("36. partage par ce que chacun a consommé, 41 → 70 puis 70 → 91 à 5,00 le m³, sans prorata", () => {
    const releves = [releve("2025-01-01", 41), releve("2025-08-03", 70), releve("2025-12-31", 91)];
    const { natures } = chargesDuLogement(EXERCICE, {
      baux: SUITE,
      depenses: [eau(250_00)],
      releves,
    });
    expect(natures[0]?.indexEstimes).toEqual([]);
    expect(parts(EXERCICE, SUITE, [eau(250_00)], releves)).toMatchObject({
      proprietaire: 0,
      baux: [145_00, 105_00],
    });
  });

  it("se lit aussi dans les états des lieux, qui ne disent pas son numéro", () => {
    const lus = relevesAvecConstats(
      [releve("2025-12-31", 91)],
      [
        { ...releve("2025-03-15", 41), numero: null },
        { ...releve("2025-12-31", 90), numero: null },
      ],
    );
    expect(lus).toEqual([releve("2025-12-31", 91), releve("2025-03-15", 41)]);
    expect(mesureDe(lus, "eauFroide").quantite("2025-03-15", "2026-01-01")).toBe(50_000);
  });

  it("laisse au propriétaire ce que le logement vide ou un forfait a consommé", () => {
    const releves = [
      releve("2025-01-01", 0),
      releve("2025-03-31", 10),
      releve("2025-05-01", 12),
      releve("2025-12-31", 20),
    ];
    const baux = [
      bail(1, "2024-01-01", { dateFinBail: "2025-03-31" }),
      bail(2, "2025-05-01", { mode: "forfait" }),
    ];
    expect(parts(EXERCICE, baux, [eau(200_00)], releves)).toMatchObject({
      proprietaire: 100_00,
      baux: [100_00],
    });
  });

  it("dont un index manque à l’entrée se partage par les jours entre ses relevés, et le décompte le dit", () => {
    const releves = [releve("2024-12-31", 0), releve("2025-12-31", 365)];
    const { natures } = chargesDuLogement(EXERCICE, {
      baux: SUITE,
      depenses: [eau(365_00)],
      releves,
    });
    expect(natures[0]?.indexEstimes).toEqual(["2025-08-04"]);
    const { baux, proprietaire } = parts(EXERCICE, SUITE, [eau(365_00)], releves);
    expect(proprietaire).toBe(0);
    expect(Math.abs((baux[0] ?? 0) - 215_00)).toBeLessThan(1_00);
    const decompte = decompteDeCharges(
      donnees({ baux: SUITE, depenses: [eau(365_00)], releves }),
      "2026-02-01",
    );
    expect(decompte).toMatchObject({
      lignes: [{ code: "R21", compteur: "eauFroide" }],
      consommations: [{ compteur: "eauFroide", quantite: 215.591, index: null }],
    });
    expect(typeof decompte === "string" ? "" : decompte.avertissements.join()).toContain(
      "Index de compteur non relevé le 04/08/2025",
    );
  });

  it("lu à l’entrée et à la sortie, dit ses index et ce qu’il a compté", () => {
    const releves = [releve("2025-01-01", 41), releve("2025-08-03", 70), releve("2025-12-31", 91)];
    const decompte = decompteDeCharges(
      donnees({ baux: SUITE, depenses: [eau(250_00)], releves }),
      "2026-02-01",
    );
    expect(decompte).toMatchObject({
      consommations: [{ compteur: "eauFroide", quantite: 29, index: { debut: 41, fin: 70 } }],
    });
  });

  it("qui n’a rien compté, ou que nul n’a relevé, laisse sa facture aux jours", () => {
    const attendu = parts(EXERCICE, SUITE, [depense("R21", 365_00)]);
    expect(parts(EXERCICE, SUITE, [eau(365_00)])).toEqual(attendu);
    const immobile = [releve("2025-01-01", 41), releve("2025-12-31", 41)];
    expect(parts(EXERCICE, SUITE, [eau(365_00)], immobile)).toEqual(attendu);
    expect(
      decompteDeCharges(
        donnees({ baux: SUITE, depenses: [eau(365_00)], releves: immobile }),
        "2026-02-01",
      ),
    ).toMatchObject({ lignes: [{ compteur: null }], consommations: [] });
  });

  it("remplacé repart de son propre index ; le même ne recule pas", () => {
    const releves = [
      releve("2025-01-01", 90),
      releve("2025-06-01", 100),
      releve("2025-06-02", 0, "B"),
      releve("2025-12-31", 30, "B"),
    ];
    const { quantite } = mesureDe(releves, "eauFroide");
    expect(quantite("2025-01-01", "2026-01-01")).toBe(40_000);
    expect(mesureDe(releves, "eauChaude").quantite("2025-01-01", "2026-01-01")).toBe(0);
    expect(refusDeReleve(releve("2025-09-01", 20, "B"), releves)).toBeNull();
    expect(refusDeReleve(releve("2025-09-01", 31, "B"), releves)).toMatch(/31\/12\/2025/);
    expect(refusDeReleve(releve("2025-04-01", 89), releves)).toMatch(/01\/01\/2025/);
  });

  it("relevé sans numéro, est le compteur relevé avant", () => {
    const sansNumero = (date: string, m3: number) => ({ ...releve(date, m3), numero: null });
    const releves = [releve("2025-01-01", 100), sansNumero("2025-12-31", 150)];
    const jours = { du: "2025-01-01", au: "2025-12-31" };
    expect(consommationDuBail(releves, "eauFroide", jours)).toEqual({
      ...{ compteur: "eauFroide", quantite: 50_000, index: { debut: 100_000, fin: 150_000 } },
    });
    expect(refusDeReleve(sansNumero("2026-01-31", 20), releves)).toMatch(/01\/01\/2025/);
    expect(refusDeReleve(sansNumero("2026-01-31", 151), releves)).toBeNull();
    expect(refusDeReleve(releve("2026-01-31", 20, "B"), releves)).toBeNull();
  });

  it("relevé d’abord sans numéro, est celui dont on note le numéro ensuite, s’il n’a pas reculé", () => {
    const sansNumero = (date: string, m3: number) => ({ ...releve(date, m3), numero: null });
    const releves = [
      sansNumero("2025-01-01", 41),
      sansNumero("2025-08-03", 70),
      releve("2025-12-31", 91),
    ];
    expect(parts(EXERCICE, SUITE, [eau(250_00)], releves)).toMatchObject({
      proprietaire: 0,
      baux: [145_00, 105_00],
    });
    const remplace = [sansNumero("2025-01-01", 41), releve("2025-12-31", 12)];
    expect(mesureDe(remplace, "eauFroide").quantite("2025-01-01", "2026-01-01")).toBe(0);
    expect(refusDeReleve(releve("2026-01-31", 5, "B"), [sansNumero("2025-01-01", 41)])).toBeNull();
  });
});
