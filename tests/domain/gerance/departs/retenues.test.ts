import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RetenueNotee } from "#domain/gerance/departs/depart.ts";
import { differencesEntre } from "#domain/gerance/departs/differences.ts";
import { lireGrille } from "#domain/gerance/departs/grille-vetuste.ts";
import {
  actionProposee,
  libelleDeLaRetenue,
  ligneDeLaGrille,
  manqueDeLaRetenue,
  neufLe,
  retenueProposee,
  retenuesDe,
  totalDesRetenues,
} from "#domain/gerance/departs/retenues.ts";

const TEXTE = `Accord collectif de location du 4 juin 2024
Peinture ; 7 ; 2 ; 18 ; 10
Papier peint, moquette ; 7 ; 2 ; 18 ; 10
Carrelage / parquet ; 25 ; 5 ; 4 ; 20
Faïence ; 20 ; 10 ; 8 ; 20
Robinetterie ; 15 ans ; 5 ; 9 % ; 15
Serrures ; 15 ; 5 ; 8,5 ; 15`;

const grille = lireGrille(TEXTE).grille;
if (grille === null) throw new Error("La grille de l’exemple ne se lit pas.");

type Element = "mur" | "sol" | "plafond" | "plomberie" | "serrure" | "electricite";

function difference(element: Element, avant: string | null, apres: string | null) {
  const du = (texte: string | null) => ({
    clef: "",
    pieces: [{ nom: "Séjour", [element]: texte }],
  });
  const [ligne] = differencesEntre(du(avant), du(apres));
  if (!ligne) throw new Error("Rien n’est décrit.");
  return ligne;
}

describe("la grille de vétusté", () => {
  it("se lit en texte : l’accord, puis un élément par ligne", () => {
    expect(grille.nom).toBe("Accord collectif de location du 4 juin 2024");
    expect(grille.lignes).toHaveLength(6);
    expect(grille.lignes[5]).toEqual({
      element: "Serrures",
      dureeDeVie: 15,
      franchise: 5,
      taux: 8.5,
      residuel: 15,
    });
    expect(lireGrille(" \n")).toEqual({ grille: null, refus: null });
  });

  it.each([
    ["Peinture ; 7 ; 2 ; 18 ; 10", /^La première ligne nomme l’accord collectif/],
    ["Accord du 4 juin", /^Un élément par ligne/],
    ["Accord\n\nPeinture ; 7 ; 2 ; 18", /^Ligne 3, « Peinture ; 7 ; 2 ; 18 » : écrivez « Peinture/],
    ["Accord\nPeinture ; sept ; 2 ; 18 ; 10", /« sept » n’est pas un nombre\.$/],
    ["Accord\nPeinture ; 7 ; 8 ; 18 ; 10", /la franchise dépasse la durée de vie\.$/],
    ["Accord\nPeinture ; 7 ; 2 ; 118 ; 10", /un pourcentage est compris entre 0 et 100\.$/],
    ["Accord\nPeinture ; 0 ; 0 ; 18 ; 10", /la durée de vie est de 1 à 100 ans\.$/],
    ["Accord\nPeinture;7;2;18;10\nPEINTURE;7;2;18;10", /^Ligne 3 : « PEINTURE » y est déjà\.$/],
  ])("« %s » se refuse en disant pourquoi", (texte, refus) => {
    expect(lireGrille(texte)).toMatchObject({ grille: null, refus: expect.stringMatching(refus) });
  });

  it.each([
    ["mur", "Bon état, peinture blanche", "Mauvais état, 4 trous", "Peinture"],
    ["mur", "Bon état, papier peint", "Mauvais état, décollé", "Papier peint, moquette"],
    ["mur", "Bon état, peinture blanche", "Mauvais état, papier peint posé", undefined],
    ["mur", "Bon état", "Mauvais état", undefined],
    ["sol", "Neuf, parquet de chêne", "Mauvais état, brûlure", "Carrelage / parquet"],
    ["sol", "Neuf, moquette", "Mauvais état, tachée", "Papier peint, moquette"],
    ["sol", "Bon état, lino", "Mauvais état", undefined],
    ["plafond", "Neuf, peint", "Mauvais état", "Peinture"],
    ["plomberie", "Bon état, mitigeur", "Mauvais état", "Robinetterie"],
    ["serrure", "Bon état", "Mauvais état", "Serrures"],
    ["electricite", "Bon état", "Mauvais état", undefined],
  ] as const)("%s, « %s » puis « %s » : %s", (element, avant, apres, nom) => {
    expect(ligneDeLaGrille(difference(element, avant, apres), grille)?.element).toBe(nom);
  });
});

describe("la part proposée d’une réparation", () => {
  const peinture = difference("mur", "Bon état, peinture blanche", "Mauvais état, 4 trous");
  const faits = { prix: 48_000, refaitLe: "2020-11-01", clesLe: "2026-11-14", grille };

  it("est celle de la grille : 480,00 € à 6 ans font 134,40 €, 28 %", () => {
    expect(retenueProposee(peinture, faits)).toMatchObject({ montant: 13_440, age: 6, part: 28 });
  });

  it("manque sans grille, sans ligne sûre, sans âge ou sans prix, et une phrase dit pourquoi", () => {
    const muet = difference("mur", "Bon état", "Mauvais état");
    for (const [ligne, autres, raison] of [
      [peinture, { grille: null }, "Aucune grille"],
      [muet, {}, "« Séjour, murs »"],
      [peinture, { refaitLe: null }, "date des derniers travaux"],
      [peinture, { clesLe: null }, "clés"],
      [peinture, { prix: null }, "prix"],
    ] as const) {
      const proposee = retenueProposee(ligne, { ...faits, ...autres });
      expect(proposee).toMatchObject({ montant: null, raison: expect.stringContaining(raison) });
    }
  });

  it("compte l’âge depuis l’entrée quand l’élément y était neuf", () => {
    expect(neufLe({ avant: "Neuf, peinture blanche" }, "2022-09-01")).toBe("2022-09-01");
    expect(neufLe({ avant: "Bon état, peinture neuve en 2019" }, "2022-09-01")).toBeNull();
  });
});

describe("les sommes retenues", () => {
  const retenue = fc.record({
    libelle: fc.constantFrom("Séjour, murs", "Clés et badges"),
    difference: fc.constant(null),
    qui: fc.constantFrom("locataire", "bailleur", "a_discuter"),
    prix: fc.constant(null),
    montant: fc.nat(500_000).map((centimes) => centimes / 100),
    preuve: fc.constantFrom("devis", null),
    action: fc.constantFrom("reparer", null),
    vetuste: fc.constant(null),
  }) satisfies fc.Arbitrary<RetenueNotee>;

  it("sont, au centime, celles que le locataire supporte, et aucune autre", () => {
    fc.assert(
      fc.property(fc.array(retenue), (retenues) => {
        const autres = retenues.filter(({ qui }) => qui !== "locataire");
        expect(retenuesDe(autres)).toEqual([]);
        const centimes = retenues
          .filter(({ qui }) => qui === "locataire")
          .reduce((total, { montant }) => total + Math.round(montant * 100), 0);
        expect(totalDesRetenues(retenues)).toBe(centimes);
      }),
    );
  });

  it("disent sur le compte ce qui se fait, et la part qu’en laisse la vétusté", () => {
    const murs: RetenueNotee = {
      ...{ libelle: "Peinture du séjour", difference: null, qui: "locataire", prix: 480 },
      ...{ montant: 307.2, preuve: "devis", action: "reparer", vetuste: { age: 4, part: 64 } },
    };
    for (const [dit, ligne] of [
      [{}, "Peinture du séjour, réparation : 64 % du devis de 480,00 €, après 4 ans de vétusté"],
      [
        { preuve: "facture", action: "rien", vetuste: { age: 0, part: 62.5 } },
        "Peinture du séjour : 62,50 % de la facture de 480,00 €, après moins d’un an de vétusté",
      ],
      [{ vetuste: null, action: null }, "Peinture du séjour (devis de 480,00 €)"],
      [{ vetuste: null, montant: 480 }, "Peinture du séjour, réparation (devis)"],
      [
        { vetuste: null, preuve: "photos", action: "nettoyer" },
        "Peinture du séjour, nettoyage (photos et états des lieux)",
      ],
    ] as const)
      expect(libelleDeLaRetenue({ ...murs, ...dit }).replaceAll("\u00A0", " ")).toBe(ligne);
  });

  it("se réparent ou se remplacent là où l’état est dégradé", () => {
    expect(actionProposee(difference("mur", "Bon état", "Mauvais état"))).toBe("reparer");
    expect(actionProposee(difference("mur", "Neuf", "Usagé"))).toBe("rien");
    expect(actionProposee(difference("mur", "Bon état", "Bleu"))).toBeNull();
    const [cles] = differencesEntre({ clef: "3", pieces: [] }, { clef: "2", pieces: [] });
    if (!cles) throw new Error("Les clés ne se comparent pas.");
    expect([cles.ecart, actionProposee(cles)]).toEqual(["degrade", "remplacer"]);
    const faits = { prix: 5_000, refaitLe: "2020-11-01", clesLe: "2026-11-14", grille };
    expect(retenueProposee(cles, faits)).toMatchObject({ montant: null, raison: null });
  });

  it("veulent un montant, au plus le prix, et une preuve", () => {
    const complete = { qui: "locataire", prix: 480, montant: 134.4, preuve: "devis" } as const;
    expect(manqueDeLaRetenue(complete)).toBeNull();
    expect(manqueDeLaRetenue({ ...complete, montant: 0 })).toContain("montant");
    expect(manqueDeLaRetenue({ ...complete, montant: 480.01 })).toContain("dépasse");
    expect(manqueDeLaRetenue({ ...complete, preuve: null })).toContain("preuve");
    expect(manqueDeLaRetenue({ ...complete, qui: "bailleur", preuve: null })).toBeNull();
  });
});
