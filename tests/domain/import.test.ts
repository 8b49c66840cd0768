import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours, formatJour } from "#domain/dates.ts";
import { CHAMPS, reconnaitre } from "#domain/import/colonnes.ts";
import { memePersonne } from "#domain/import/connus.ts";
import { GENRES } from "#domain/import/genres.ts";
import { loyersPoses } from "#domain/import/loyers.ts";
import {
  codePostalLu,
  jourLu,
  montantLu,
  nomEntier,
  ouiNonLu,
  periodeLue,
  piecesLues,
  telephoneLu,
  titreLu,
  ValeurRefusee,
} from "#domain/import/valeurs.ts";
import { formatEuros } from "#domain/montants.ts";

describe("Une valeur d’un autre logiciel", () => {
  it("est un jour, écrit comme il l’écrit", () => {
    const jours = fc
      .integer({ min: 0, max: 60_000 })
      .map((ecart) => ajouterJours("1950-01-01", ecart));
    fc.assert(
      fc.property(jours, (jour) => {
        const numero = Math.round((Date.parse(jour) - Date.parse("1899-12-30")) / 86_400_000);
        const dits = [jour, formatJour(jour), `${formatJour(jour)} 00:00:00`, `${jour}T00:00:00Z`];
        expect(dits.map(jourLu)).toEqual(dits.map(() => jour));
        if (numero > 9999) expect(jourLu(String(numero))).toBe(jour);
      }),
    );
    expect(["1er février 2024", "2024/02/01", "01.02.24", "1 févr. 2024"].map(jourLu)).toEqual(
      Array(4).fill("2024-02-01"),
    );
    for (const faux of ["31/02/2024", "13/13/2024", "demain", "2024"]) {
      expect(() => jourLu(faux), faux).toThrow(ValeurRefusee);
    }
  });

  it("est un montant, écrit comme il l’écrit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (centimes) => {
        const euros = centimes / 100;
        const dits = [
          formatEuros(euros),
          euros.toFixed(2),
          `${euros.toFixed(2).replace(".", ",")} €/mois`,
        ];
        expect(dits.map(montantLu)).toEqual(dits.map(() => euros));
      }),
    );
    for (const faux of ["1.234", "douze", "12,345"]) {
      expect(() => montantLu(faux), faux).toThrow(ValeurRefusee);
    }
  });

  it("retrouve ce qu’un tableur a perdu", () => {
    expect(["612345678", "33612345678", "06 12 34 56 78"].map(telephoneLu)).toEqual([
      "0612345678",
      "+33612345678",
      "06 12 34 56 78",
    ]);
    expect(["1000", "75005", "75 005", "F-75005"].map(codePostalLu)).toEqual([
      "01000",
      "75005",
      "75005",
      "75005",
    ]);
  });

  it("nomme une personne, ou une société", () => {
    expect(nomEntier("Mme DE LA TOUR Jeanne")).toEqual({
      titre: "Madame",
      nom: "DE LA TOUR",
      prenom: "Jeanne",
    });
    expect(nomEntier("de La Tour Jeanne")).toEqual({ nom: "de La Tour", prenom: "Jeanne" });
    expect(nomEntier("SCI Les Tilleuls")).toMatchObject({
      qualite: "personne_morale",
      prenom: null,
    });
    expect(["M.", "Mr", "Madame", "mlle"].map(titreLu)).toEqual([
      "Monsieur",
      "Monsieur",
      "Madame",
      "Mademoiselle",
    ]);
    expect(() => titreLu("M. et Mme")).toThrow(/deux personnes/);
    expect(() => nomEntier("M. et Mme Dupont")).toThrow(/deux personnes/);
  });

  it("dit un logement", () => {
    expect(["T3", "F2 bis", "Studio", "4", "3 pièces"].map(piecesLues)).toEqual([3, 2, 1, 4, 3]);
    expect(
      ["1930", "avant 1946", "1965", "1946-1970", "1985", "après 1990", "2005"].map(periodeLue),
    ).toEqual([
      "avant 1946",
      "avant 1946",
      "1946-1970",
      "1946-1970",
      "1971-1990",
      "après 1990",
      "après 1990",
    ]);
    expect(["Oui", "x", "0", "FAUX"].map(ouiNonLu)).toEqual([true, true, false, false]);
  });
});

describe("Les colonnes", () => {
  it.each(GENRES)("de %s se reconnaissent à leur titre, chacune une fois", (genre) => {
    const titres = CHAMPS[genre].map(({ titre }) => titre);
    expect(reconnaitre(titres, genre)).toEqual(CHAMPS[genre].map(({ champ }) => champ));
  });

  it("se reconnaissent sans accents, majuscules ni petits mots, la plus sûre d’abord", () => {
    expect(
      reconnaitre(
        ["LOYER", "Loyer H.C.", "Loyer hors charges (€)", "C.P.", "Inconnue"],
        "Appartement",
      ),
    ).toEqual([null, null, "loyerHC", null, null]);
    expect(reconnaitre(["Nom du locataire", "CP", "DATE DE NAISSANCE"], "Locataire")).toEqual([
      "nom",
      "codePostal",
      "naissance",
    ]);
  });
});

describe("La même personne", () => {
  const une = { nom: "Lefèvre", prenom: "Inès", mails: ["ines@exemple.fr"], naissance: null };
  it("a les mêmes noms, que rien ne contredit", () => {
    expect(memePersonne(une, { ...une, nom: "LEFEVRE", mails: [] })).toBe(true);
    expect(memePersonne(une, { ...une, mails: ["autre@exemple.fr"] })).toBe(false);
    expect(
      memePersonne({ ...une, naissance: "1990-01-01" }, { ...une, naissance: "1991-01-01" }),
    ).toBe(false);
  });
});

it("un logement prend le loyer de son dernier bail", () => {
  const bail = (ligne: number, dateDebutBail: string, loyerHC: number) => ({
    ligne,
    AppartementId: 1,
    dateDebutBail,
    loyerHC,
    loyerCharge: 10,
  });
  const baux = [bail(2, "2024-01-01", 900), bail(3, "2020-01-01", 500)];
  expect(loyersPoses(baux, [])).toEqual([{ AppartementId: 1, ligne: 2, loyerHC: 900, charge: 10 }]);
  expect(loyersPoses(baux, [{ AppartementId: 1, dateDebutBail: "2025-01-01" }])).toEqual([]);
});
