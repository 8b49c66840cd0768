import { describe, expect, test } from "vitest";
import {
  libelleMode,
  MODES_REGLEMENT,
  type ModeReglement,
  modeDeQuittance,
  modeDeReglement,
  parMode,
} from "#domain/gerance/locataires/reglement.ts";
import { MODES_QUITTANCE } from "#domain/quittances/paiement.ts";

const TOUS = Object.keys(MODES_REGLEMENT) as ModeReglement[];

describe("Les modes de règlement", () => {
  test("une quittance garde « Virement » et « Cheque » sous leurs noms, et chaque mode y a le sien", () => {
    expect([modeDeQuittance("virement"), modeDeQuittance("cheque")]).toEqual([
      "Virement",
      "Cheque",
    ]);
    expect(new Set(TOUS.map(modeDeQuittance))).toEqual(new Set(MODES_QUITTANCE));
  });

  test.each(TOUS)("« %s » se lit sous ses deux noms, et se dit pareil", (mode) => {
    const surQuittance = modeDeQuittance(mode);
    expect([modeDeReglement(mode), modeDeReglement(surQuittance)]).toEqual([mode, mode]);
    expect(libelleMode(surQuittance)).toBe(MODES_REGLEMENT[mode]);
  });

  test("un mode inconnu n’en est aucun, et l’on paie « en espèces » mais « par virement »", () => {
    expect(modeDeReglement("troc")).toBeNull();
    expect([parMode("especes"), parMode("Virement")]).toEqual(["en espèces", "par virement"]);
  });
});
