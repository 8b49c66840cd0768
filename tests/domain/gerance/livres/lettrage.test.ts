import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { exerciceDe, joursDeLExercice } from "#domain/gerance/livres/exercices.ts";
import { aNouveaux, compteDeResultat } from "#domain/gerance/livres/fec.ts";
import { type LigneALettrer, lettreDuRang, lettrer } from "#domain/gerance/livres/lettrage.ts";

const ligne = (id: number, montant: number, date = `2026-10-${10 + id}`): LigneALettrer => ({
  id,
  date,
  debit: Math.max(0, montant),
  credit: Math.max(0, 0 - montant),
});
const lettres = (
  lignes: readonly LigneALettrer[],
  liens: Parameters<typeof lettrer>[1] = [],
  desLaPlusAncienne = true,
) => {
  const dites = lettrer(lignes, liens, { desLaPlusAncienne });
  return lignes.map(({ id }) => dites.get(id)?.lettre ?? "");
};

describe("Le lettrage d’un compte", () => {
  test("réunit facture, règlement et avoir qui se soldent, au jour du dernier", () => {
    const lignes = [ligne(1, 12_180), ligne(2, -7_980), ligne(3, -4_200), ligne(4, 7_980)];
    expect(lettres(lignes)).toEqual(["A", "A", "A", ""]);
    expect(lettrer(lignes, [], { desLaPlusAncienne: true }).get(1)?.date).toBe("2026-10-13");
  });

  test("laisse ce qui n’est réglé qu’en partie, et suit d’abord ce que disent les pièces", () => {
    expect(lettres([ligne(1, 12_180), ligne(2, -7_980)])).toEqual(["", ""]);
    const deux = [ligne(1, 12_180), ligne(2, 7_980), ligne(3, -7_980)];
    expect(lettres(deux)).toEqual(["", "", ""]);
    expect(lettres(deux, [{ ligne: 2, par: 3 }])).toEqual(["", "A", "A"]);
  });

  test("d’un locataire ne suit que ses imputations", () => {
    const compte = [ligne(1, 85_000), ligne(2, 85_000), ligne(3, -85_000)];
    expect(lettres(compte, [], false)).toEqual(["", "", ""]);
    expect(lettres(compte, [{ ligne: 2, par: 3, montant: 85_000 }], false)).toEqual(["", "A", "A"]);
  });

  test("ses lettres se suivent après Z", () => {
    expect([0, 25, 26, 27, 701, 702].map(lettreDuRang)).toEqual([
      "A",
      "Z",
      "AA",
      "AB",
      "ZZ",
      "AAA",
    ]);
  });

  test("solde toujours chacune de ses lettres, et ne laisse que le solde du compte", () => {
    const montants = fc.array(fc.integer({ min: -500, max: 500 }).filter(Boolean), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(montants, (dits) => {
        const compte = dits.map((montant, rang) => ligne(rang + 1, montant, "2026-10-01"));
        const dites = lettrer(compte, [], { desLaPlusAncienne: true });
        const solde = (siennes: readonly LigneALettrer[]) =>
          siennes.reduce((total, { debit, credit }) => total + debit - credit, 0);
        const parLettre = Map.groupBy(compte, ({ id }) => dites.get(id)?.lettre ?? "");
        const ouvertes = parLettre.get("") ?? [];
        parLettre.delete("");
        for (const siennes of parLettre.values()) expect(solde(siennes)).toBe(0);
        expect(solde(ouvertes)).toBe(solde(compte));
        if (solde(compte) === 0) expect(ouvertes).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("L’exercice de l’agence", () => {
  test("porte l’année où il se clôt", () => {
    expect([exerciceDe("2026-06-30", 6), exerciceDe("2026-07-01", 6)]).toEqual(["2026", "2027"]);
    expect(joursDeLExercice("2027", 6)).toMatchObject({ du: "2026-07-01", au: "2027-06-30" });
    expect(joursDeLExercice("2026", 12)).toMatchObject({ du: "2026-01-01", au: "2026-12-31" });
  });

  test("chaque jour est d’un seul, qui le contient, et le lendemain du dernier ouvre le suivant", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 1, max: 12 }), (n, fin) => {
        const jour = ajouterJours("2024-01-01", n);
        const { exercice, du, au } = joursDeLExercice(exerciceDe(jour, fin), fin);
        expect([du <= jour, jour <= au]).toEqual([true, true]);
        expect(exerciceDe(ajouterJours(au, 1), fin)).toBe(String(Number(exercice) + 1));
      }),
    );
  });

  test("s’ouvre sur les soldes de la veille, ligne par ligne où ils se lettrent", () => {
    const commun = { tiers: null, lettre: null };
    const origine = { piece: "FH-2026-000007", pieceDate: "2026-12-05", libelle: "Honoraires" };
    const lignes = aNouveaux(
      [
        { ...commun, genre: "411H", solde: 7_980, origine },
        { ...commun, genre: "44571", solde: -2_030 },
        { ...commun, genre: "706", solde: 0 },
        { ...commun, genre: compteDeResultat("dernier", -5_950), solde: -5_950 },
      ],
      { exercice: "2027", du: "2027-01-01", valideLe: null },
    );
    expect(
      lignes.map(({ genre, debit, credit, piece, pieceDate }) => [
        genre,
        debit,
        credit,
        piece,
        pieceDate,
      ]),
    ).toEqual([
      ["411H", 7_980, 0, "FH-2026-000007", "2026-12-05"],
      ["44571", 0, 2_030, "AN-2027", "2027-01-01"],
      ["120", 0, 5_950, "AN-2027", "2027-01-01"],
    ]);
    expect(
      ([1, -1] as const).flatMap((sens) => [
        compteDeResultat("dernier", sens),
        compteDeResultat("avant", sens),
      ]),
    ).toEqual(["129", "119", "120", "110"]);
  });
});
