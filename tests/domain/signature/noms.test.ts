import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusDuNom } from "#domain/signature/noms.ts";

const accepte = (signe: string, attendu: string, autres?: string[]) =>
  refusDuNom(signe, attendu, autres) === null;

describe("Le nom sous lequel on signe", () => {
  it.each([
    ["Madame LEA ROY", "Mme Léa Roy"],
    ["Roy Léa", "Mme Léa Roy"],
    ["Léa Roy-Martin", "Mme Léa Roy"],
    ["Mme Léa Lefèvre née Roy", "Mme Léa Roy"],
    ["Mme Léa Lefèvre", "Mme Léa Roy"],
    ["Marie Durand", "DURAND Marie"],
    ["Anne Durand", "Mme Anne-Marie Durand"],
    ["L. Roy", "Mme Léa Roy"],
    ["Mme Roy", "Mme Léa Roy"],
    ["Lucja Nguyen Oeuvrard", "Mme Łucja Nguyễn-Œuvrard"],
    ["Jeanne de la Tour", "Mme Jeanne de La Tour"],
    ["M. Rémi d’Artagnan", "M. REMI D'ARTAGNAN"],
    ["SCI LES LILAS", "SCI Les Lilas"],
  ])("« %s » est bien celui de « %s »", (signe, attendu) =>
    expect(accepte(signe, attendu)).toBe(true),
  );

  it.each([
    ["Paul Durand", "Marie Durand"],
    ["M. Paul Durand", "Mme Marie Durand"],
    ["Durand Paul", "Mme Marie Durand"],
    ["Paul DURAND", "DURAND Marie"],
    ["M. Durand", "Mme Marie Durand"],
    ["P. Durand", "Mme Marie Durand"],
    ["Mme Paul Durand", "Mme Marie Durand"],
    ["Jean de Roy", "Mme Jeanne de La Tour"],
    ["M. Hugo Dupont", "Mme Léa Roy"],
    ["Mme", "Mme Léa Roy"],
  ])("« %s » n’est pas celui de « %s »", (signe, attendu) =>
    expect(refusDuNom(signe, attendu)).toBe(
      `Ce document attend la signature de\u00A0: ${attendu}. Si ce nom est faux, demandez à l’agence de le corriger.`,
    ),
  );

  it("n’est pas celui d’un autre signataire, seul ni avec le sien ; un nom qu’ils portent tous deux reste le sien", () => {
    expect(accepte("Marie et Paul Durand", "Mme Marie Durand", ["M. Paul Durand"])).toBe(false);
    expect(accepte("Marie Petit", "Mme Marie Durand", ["Mme Marie Petit"])).toBe(false);
    expect(accepte("Marie Durand-Petit", "Mme Marie Durand", ["M. Paul Petit"])).toBe(true);
    expect(accepte("Léa Roy-Martin", "Mme Léa Roy", ["Léa Martin"])).toBe(true);
    expect(accepte("Jean-Paul Durand", "M. Jean-Paul Durand", ["M. Jean Durand"])).toBe(true);
    expect(accepte("Jean-Paul Durand", "M. Jean Durand", ["M. Jean-Paul Durand"])).toBe(false);
  });

  const prenom = fc.constantFrom("Marie", "Paul", "Jean-Pierre", "Éloïse", "Zoé", "François");
  const famille = fc.constantFrom("Durand", "Lefèvre", "de La Tour", "Nguyễn", "O’Brien", "Roy");
  const civilite = fc.constantFrom("Mme ", "M. ", "");
  const ecrit = fc.constantFrom(
    (texte: string) => texte,
    (texte: string) => texte.toUpperCase(),
    (texte: string) => texte.normalize("NFD").replace(/\p{M}/gu, ""),
    (texte: string) => texte.replaceAll("-", " "),
  );

  it("se corrige dans l’ordre, les accents, les majuscules et par un nom d’usage ; le prénom d’un autre ne s’y met jamais", () => {
    fc.assert(
      fc.property(
        fc.tuple(civilite, prenom, famille),
        fc.tuple(prenom, famille, ecrit),
        ([titre, sien, nom], [autre, usage, ecrire]) => {
          const attendu = `${titre}${sien} ${nom}`;
          for (const signe of [`${sien} ${nom}`, `${nom} ${sien}`, `${sien} ${nom}-${usage}`])
            expect([signe, accepte(ecrire(signe), attendu)]).toEqual([signe, true]);
          expect(accepte(ecrire(`${sien} ${usage}`), attendu)).toBe(true);
          if (autre === sien) return;
          for (const signe of [`${autre} ${nom}`, `${nom} ${autre}`, `${autre} ${nom}-${usage}`])
            expect([signe, accepte(ecrire(signe), attendu)]).toEqual([signe, false]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
