import { describe, expect, test } from "vitest";
import { courrielCourant, type EtatsCourriels, GENRES_COURRIEL } from "#domain/courriel.ts";

const AUCUN: EtatsCourriels = { avis: null, quittance: null };

describe("Le courriel qui compte", () => {
  test("est le dernier dans l’ordre des genres : la quittance passe avant l’avis", () => {
    expect(GENRES_COURRIEL).toEqual(["avis", "quittance"]);
    expect(courrielCourant({ avis: "envoye", quittance: "a_envoyer" })?.genre).toBe("quittance");
    expect(courrielCourant({ ...AUCUN, avis: "refuse" })).toEqual({
      genre: "avis",
      etat: "refuse",
    });
  });

  test("annulé, il laisse la place à celui d’avant ; s’ils le sont tous, c’est le premier", () => {
    expect(courrielCourant({ avis: "envoye", quittance: "annule" })?.genre).toBe("avis");
    expect(courrielCourant({ avis: "annule", quittance: "annule" })?.genre).toBe("avis");
  });

  test("n’existe pas tant qu’aucun n’a été écrit", () => {
    expect(courrielCourant(AUCUN)).toBeNull();
  });
});
