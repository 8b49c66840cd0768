import { describe, expect, test } from "vitest";
import {
  COURRIELS,
  courrielCourant,
  courrielPerdu,
  parGenre,
} from "#domain/quittances/courriel.ts";
import { OCTETS_PAR_COURRIEL, proposerTexte } from "#domain/quittances/courriel-document.ts";

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

describe("Un courriel", () => {
  test("se dit au genre de son nom", () => {
    const feminins = Object.values(COURRIELS).filter(({ feminin }) => feminin);
    expect(feminins.map(({ nom }) => nom)).toEqual(["Quittance", "Annulation"]);
  });

  test("porte un document de quinze mébioctets au plus", () => {
    expect(OCTETS_PAR_COURRIEL / 2 ** 20).toBe(15);
  });

  test("propose de nommer le document, et le logement s’il y en a un", () => {
    expect(proposerTexte("Contrat", "12 rue Cler")).toEqual({
      objet: "Contrat – 12 rue Cler",
      texte: expect.stringContaining("« Contrat », pour le logement situé 12 rue Cler."),
    });
    expect(proposerTexte("Contrat", null)).toEqual({
      objet: "Contrat",
      texte: expect.stringContaining("le document « Contrat »."),
    });
  });

  test("à envoyer est perdu dix minutes après son heure, s’il n’a pas bougé depuis", () => {
    const now = new Date("2026-11-22T10:00:00.000Z");
    const ilYA = (secondes: number) => new Date(now.getTime() - secondes * 1000).toISOString();
    const perdu = (ecrit: number, part: number | null) =>
      courrielPerdu(
        { etat: "a_envoyer", updatedAt: ilYA(ecrit), partLe: part === null ? null : ilYA(part) },
        now,
      );
    expect([perdu(600.001, null), perdu(600, null), perdu(599.999, null)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([perdu(900, 600.001), perdu(900, 600), perdu(600, 600.001)]).toEqual([
      true,
      false,
      false,
    ]);
    for (const etat of ["en_cours", "envoye", "incertain", "refuse", "annule", "retenu"] as const)
      expect(courrielPerdu({ etat, updatedAt: ilYA(3600), partLe: null }, now)).toBe(false);
  });
});
