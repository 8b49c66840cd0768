import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ELEMENTS } from "#domain/biens/elements.ts";
import type { Piece } from "#domain/biens/etat-lieux.ts";
import {
  clesManquantes,
  differencesEntre,
  nomDeLaDifference,
  piecesSeules,
} from "#domain/gerance/departs/differences.ts";

const TEXTES = [
  "Neuf",
  "Très bon état",
  "Bon état, peinture blanche",
  "État d’usage",
  "Mauvais état, 4 trous",
  "Peinture blanche",
  "",
] as const;

const NOMS = ["Entrée", "Séjour", "Cuisine", "Chambre 1", "Chambre 2", "Salle d’eau"] as const;

const piece = (nom: string) =>
  fc
    .record(
      Object.fromEntries(
        ELEMENTS.map((element) => [element, fc.constantFrom<string | null>(...TEXTES, null)]),
      ),
    )
    .map((elements): Piece => ({ nom, ...elements }));

const constat = fc.record({
  pieces: fc
    .subarray([...NOMS])
    .chain((noms) => fc.tuple(...noms.map(piece)).map((pieces): Piece[] => pieces)),
  clef: fc.constantFrom("3 clés", "2 clés, 1 badge", "Trousseau complet"),
});

const parCle = (lignes: ReturnType<typeof differencesEntre>) =>
  lignes.toSorted((une, autre) => (une.cle < autre.cle ? -1 : 1));

/** The change found between two descriptions of the walls of one room, and the sum proposed for it. */
function murs(avant: string | null, apres: string | null) {
  const du = (mur: string | null) => ({ clef: "2 clés", pieces: [{ nom: "Séjour", mur }] });
  const [ligne] = differencesEntre(du(avant), du(apres));
  return [ligne?.ecart, ligne?.proposition];
}

describe("les différences entre les états des lieux", () => {
  it("de deux états identiques sont toutes « identique », et rien n’est proposé", () => {
    fc.assert(
      fc.property(constat, (etat) => {
        for (const ligne of differencesEntre(etat, structuredClone(etat)))
          expect(ligne).toMatchObject({ ecart: "identique", proposition: null });
      }),
    );
  });

  it("ne dépendent ni de l’ordre des pièces, ni des accents, ni des majuscules de leurs noms", () => {
    fc.assert(
      fc.property(constat, constat, (entree, sortie) => {
        const retournee = {
          ...sortie,
          pieces: sortie.pieces
            .toReversed()
            .map((piece) => ({ ...piece, nom: piece.nom.toUpperCase().replace("É", "E") })),
        };
        const entreeRetournee = { ...entree, pieces: entree.pieces.toReversed() };
        const noms = new Set(entree.pieces.map(({ nom }) => nom));
        const communes = (lignes: ReturnType<typeof differencesEntre>) =>
          parCle(lignes.filter(({ piece: nom }) => noms.has(nom)));
        expect(communes(differencesEntre(entreeRetournee, retournee))).toEqual(
          communes(differencesEntre(entree, sortie)),
        );
      }),
    );
  });

  it("nomment une fois, et une seule, chaque élément qui diffère, sous une clé à lui", () => {
    fc.assert(
      fc.property(constat, constat, (entree, sortie) => {
        const lignes = differencesEntre(entree, sortie);
        expect(new Set(lignes.map(({ cle }) => cle)).size).toBe(lignes.length);
        const texte = (
          { pieces }: typeof entree,
          nom: string,
          element: (typeof ELEMENTS)[number],
        ) => pieces.find((piece) => piece.nom === nom)?.[element] || null;
        for (const nom of NOMS) {
          for (const element of ELEMENTS) {
            const [avant, apres] = [texte(entree, nom, element), texte(sortie, nom, element)];
            const trouvees = lignes.filter(
              (ligne) => ligne.piece === nom && ligne.element === element,
            );
            expect(trouvees.map((difference) => [difference.avant, difference.apres])).toEqual(
              avant === null && apres === null ? [] : [[avant, apres]],
            );
          }
        }
      }),
    );
  });

  it("gardent leurs clés quand deux pièces portent le même nom", () => {
    const chambre = (mur: string) => ({ nom: "Chambre", mur });
    const lignes = differencesEntre(
      { clef: "", pieces: [chambre("Neuf"), chambre("Bon état")] },
      { clef: "", pieces: [chambre("Neuf"), chambre("Mauvais état")] },
    );
    expect(lignes.map(({ cle, ecart }) => [cle, ecart])).toEqual([
      ["Chambre/mur", "identique"],
      ["Chambre/mur/2", "degrade"],
    ]);
  });

  it("disent la pièce que seul un état des lieux connaît, décrite ou non", () => {
    const entree = { clef: "", pieces: [{ nom: "Séjour", mur: "Neuf" }, { nom: "Cellier" }] };
    const sortie = { clef: "", pieces: [{ nom: "SEJOUR" }, { nom: "Balcon", sol: "Bon état" }] };
    expect(piecesSeules(entree, sortie)).toEqual([
      { nom: "Cellier", cote: "entree" },
      { nom: "Balcon", cote: "sortie" },
    ]);
    const [sejour, balcon] = differencesEntre(entree, sortie);
    expect(sejour).toMatchObject({ ecart: "a_preciser", apres: null, seulement: null });
    expect(balcon).toMatchObject({ ecart: "non_releve_entree", seulement: "sortie" });
    expect(sejour && nomDeLaDifference(sejour)).toBe("Séjour, murs");
  });

  it.each([
    ["Neuf", "Bon état, deux trous rebouchés", "usure", "bailleur"],
    ["Bon état", "état d’usage", "usure", "bailleur"],
    ["Neuf", "MOYEN", "usure", "bailleur"],
    ["Très bon état", "Mauvais état, 4 trous", "degrade", "a_decider"],
    ["usagé", "Dégradé", "degrade", "a_decider"],
    ["Mauvais état, taché", "Mauvais état, troué", "a_preciser", null],
    ["Mauvais état", "Mauvais", "identique", null],
    ["Mauvais état", "Bon état", "ameliore", null],
    [null, "Mauvais état", "non_releve_entree", "bailleur"],
    ["Non relevé", "Mauvais état", "non_releve_entree", "bailleur"],
    ["Bon état", null, "a_preciser", "a_decider"],
    ["Bon état", "  bon   ETAT. ", "identique", null],
    ["Bon état", "Très bon", "identique", null],
    ["Bon état, peinture blanche", "Identique à l’entrée", "identique", null],
    ["Bon état, peinture blanche", "Bon état, peinture jaunie", "a_preciser", "a_decider"],
    ["Peinture blanche", "Peinture écaillée", "a_preciser", "a_decider"],
  ])("« %s » puis « %s » : %s, proposé : %s", (avant, apres, ecart, proposition) => {
    expect(murs(avant, apres)).toEqual([ecart, proposition]);
  });

  it.each([
    "n’est pas en mauvais état",
    "légèrement dégradé",
    "Bon état, mais le mur du fond est dégradé",
    "neuf trous de chevilles",
    "Pas neuf, plinthe en bon état",
  ])("ne lisent aucun état dans « %s »", (apres) => {
    expect(murs("Neuf", apres)).toEqual(["a_preciser", "a_decider"]);
  });

  it("comptent les clés qui manquent, et laissent à compter ce que la sortie ne dit pas", () => {
    expect(
      clesManquantes("2 clefs de porte, 3 badges (parking)", "2 clés de porte ; 1 badge"),
    ).toEqual([{ nom: "badges (parking)", remises: 3, rendues: 1 }]);
    expect(clesManquantes("2 clés, 1 badge", "2 clés")).toEqual([]);
    const cles = (avant: string, apres: string) =>
      differencesEntre({ clef: avant, pieces: [] }, { clef: apres, pieces: [] })[0];
    expect(cles("3 clés", "2 clés")).toMatchObject({ ecart: "degrade", proposition: "a_decider" });
    expect(cles("3 clefs, 1 badge", "1 badge, 3 clés")).toMatchObject({ ecart: "identique" });
    expect(cles("3 clés, 1 badge", "3 clés")).toMatchObject({ ecart: "a_preciser" });
  });
});
