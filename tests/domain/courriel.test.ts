import { describe, expect, test } from "vitest";
import { courrielCourant, parGenre } from "#domain/courriel.ts";

const AUCUN = parGenre(() => null);

describe("Le courriel qui compte", () => {
  test("est le dernier dans l’ordre des genres : la quittance passe avant l’avis", () => {
    expect(courrielCourant({ ...AUCUN, avis: "envoye", quittance: "a_envoyer" })?.genre).toBe(
      "quittance",
    );
    expect(courrielCourant({ ...AUCUN, avis: "refuse" })).toEqual({
      genre: "avis",
      etat: "refuse",
    });
  });

  test("annulé, il laisse la place à celui d’avant ; s’ils le sont tous, c’est le premier", () => {
    expect(courrielCourant({ ...AUCUN, avis: "envoye", quittance: "annule" })?.genre).toBe("avis");
    expect(courrielCourant(parGenre(() => "annule" as const))?.genre).toBe("avis");
  });

  test("n’existe pas tant qu’aucun n’a été écrit", () => {
    expect(courrielCourant(AUCUN)).toBeNull();
  });
});
