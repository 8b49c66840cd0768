import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { equilibree } from "#domain/gerance/livres/ecritures.ts";
import { apportDeLAgence } from "#domain/gerance/livres/ecritures-mandats.ts";
import { refusDeReprise } from "#domain/gerance/reversements/apport.ts";
import { manqueDeCouverture } from "#domain/gerance/reversements/reversement.ts";

const centimes = () => fc.integer({ min: 0, max: 100_000_000 });

describe("Un apport de l’agence", () => {
  test("va en banque et n’est à aucun propriétaire", () => {
    const ecriture = apportDeLAgence(3, 44_840);
    expect(equilibree(ecriture)).toBe(true);
    expect(ecriture.lignes.map(({ compte, debit, credit }) => [compte, debit, credit])).toEqual([
      [{ genre: "512G", de: 3 }, 44_840, 0],
      [{ genre: "4551", de: null }, 0, 44_840],
    ]);
  });

  test("ne se reprend que si, sans lui, rien ne manque à personne", () => {
    fc.assert(
      fc.property(centimes(), centimes(), centimes(), centimes(), (compte, autres, du, montant) => {
        const fonds = { compte, detenu: compte + autres, du };
        const repris = { compte: compte - montant, detenu: fonds.detenu - montant, du };
        expect(refusDeReprise(fonds, montant) === null).toBe(
          repris.compte >= 0 && manqueDeCouverture(repris) === 0,
        );
      }),
    );
  });
});
