import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ELEMENTS } from "#domain/biens/elements.ts";
import { canonique, fusion, memeReleve } from "#domain/terrain/fusion.ts";
import { duModele } from "#domain/terrain/modeles.ts";
import {
  avecPieces,
  departDeSortie,
  type PieceDuReleve,
  piecesDuReleve,
  type Releve,
} from "#domain/terrain/releve.ts";

const BASE = duModele(
  departDeSortie(null, { lieu: "Lyon", date: "2026-11-25" }),
  "deux_pieces_meuble",
);

/** The inventory with one room changed, or removed when `changer` returns null. */
const dans = (
  releve: Releve,
  cle: string,
  changer: (piece: PieceDuReleve) => PieceDuReleve | null,
): Releve =>
  avecPieces(
    releve,
    piecesDuReleve(releve).flatMap((piece) =>
      piece.complement.cle === cle ? (changer(piece) ?? []) : piece,
    ),
  );

const ecrire = (cle: string, element: string, texte: string) => (releve: Releve) =>
  dans(releve, cle, ({ piece, complement }) => ({
    piece: { ...piece, [element]: texte },
    complement,
  }));

const retirer = (cle: string) => (releve: Releve) => dans(releve, cle, () => null);

const ajouterPiece = (nom: string) => (releve: Releve) =>
  avecPieces(releve, [
    ...piecesDuReleve(releve),
    {
      piece: { nom, sol: "Neuf" },
      complement: { cle: nom.toLowerCase(), nom, proprete: null, ajouts: [] },
    },
  ]);

const meuble = (cle: string, constat: string) => (releve: Releve) =>
  dans(releve, "chambre", ({ piece, complement }) => ({
    piece,
    complement: {
      ...complement,
      ajouts: complement.ajouts.map((ajout) => (ajout.cle === cle ? { ...ajout, constat } : ajout)),
    },
  }));

const champ = (nom: "clef" | "eauFroide" | "interphone", texte: string) => (releve: Releve) => ({
  ...releve,
  valeurs: { ...releve.valeurs, [nom]: texte },
});

type Geste = (releve: Releve) => Releve;

const geste = (cles: readonly string[]): fc.Arbitrary<Geste> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...cles), fc.constantFrom(...ELEMENTS), fc.constantFrom("Neuf", "Usé"))
      .map(([cle, element, texte]) => ecrire(cle, element, texte)),
    fc.constantFrom(...cles).map(retirer),
  );

const jouer = (gestes: readonly Geste[]) => gestes.reduce((releve, un) => un(releve), BASE);

describe("La fusion de deux visites", () => {
  it("de deux agents dans des pièces différentes est la même dans les deux sens, sans rien à choisir", () => {
    const un = fc.array(geste(["entree", "sejour", "cuisine"]), { maxLength: 8 });
    const autre = fc.array(geste(["chambre", "salle-d-eau", "w-c"]), { maxLength: 8 });
    fc.assert(
      fc.property(un, autre, (miens, leurs) => {
        const [mien, leur] = [jouer(miens), jouer(leurs)];
        const deux = fusion(BASE, { mien, leur });
        const inverse = fusion(BASE, { mien: leur, leur: mien });
        expect(deux.conflits).toEqual([]);
        expect(canonique(deux.releve)).toBe(canonique(inverse.releve));
        expect(memeReleve(deux.releve, inverse.releve)).toBe(true);
      }),
    );
  });

  it("ne perd aucun texte écrit par l’un ou par l’autre, même dans une pièce que l’autre retire", () => {
    const gestes = fc.array(geste(["entree", "sejour"]), { maxLength: 8 });
    fc.assert(
      fc.property(gestes, gestes, (miens, leurs) => {
        const [mien, leur] = [jouer(miens), jouer(leurs)];
        const { releve, conflits } = fusion(BASE, { mien, leur });
        const textes = (de: Releve) =>
          piecesDuReleve(de).flatMap(({ piece, complement }) =>
            ELEMENTS.flatMap((element) =>
              piece[element] ? `piece/${complement.cle}/${element}=${piece[element]}` : [],
            ),
          );
        const gardes = new Set([
          ...textes(releve),
          ...conflits.flatMap(({ chemin, mien: moi, leur: lui }) => [
            `${chemin}=${moi}`,
            `${chemin}=${lui}`,
          ]),
        ]);
        for (const texte of [...textes(mien), ...textes(leur)]) expect(gardes).toContain(texte);
      }),
    );
  });

  it("ajoute les pièces des deux, prend le compteur de l’un et les clés de l’autre", () => {
    const mien = champ("eauFroide", "214 m³")(ajouterPiece("Cave")(BASE));
    const leur = champ("clef", "2 badges")(meuble("lit", "Neuf")(ajouterPiece("Balcon")(BASE)));
    const { releve, conflits } = fusion(BASE, { mien, leur });
    expect(conflits).toEqual([]);
    expect(releve.valeurs).toMatchObject({ eauFroide: "214 m³", clef: "2 badges" });
    expect(releve.valeurs.pieces.map(({ nom }) => nom).slice(-2)).toEqual(["Balcon", "Cave"]);
    const lit = piecesDuReleve(releve)[3]?.complement.ajouts.find(({ cle }) => cle === "lit");
    expect(lit?.constat).toBe("Neuf");
  });

  it("du même élément écrit autrement attend qu’on choisisse", () => {
    const mien = ecrire("sejour", "mur", "Bon état")(BASE);
    const leur = ecrire("sejour", "mur", "Mauvais état")(BASE);
    const attendu = { chemin: "piece/sejour/mur", mien: "Bon état", leur: "Mauvais état" };
    expect(fusion(BASE, { mien, leur }).conflits).toEqual([attendu]);
    const choisi = fusion(BASE, { mien, leur, choix: { "piece/sejour/mur": "leur" } });
    expect(choisi.conflits).toEqual([]);
    expect(choisi.releve.valeurs.pieces[1]?.mur).toBe("Mauvais état");
  });

  it("d’un envoi déjà reçu ne change rien", () => {
    const mien = ecrire("sejour", "mur", "Bon état")(BASE);
    const { releve, conflits } = fusion(BASE, { mien, leur: mien });
    expect(conflits).toEqual([]);
    expect(memeReleve(releve, mien)).toBe(true);
  });

  it("lit pareil deux accents composés autrement, et des champs dans un autre ordre", () => {
    const [compose, decompose] = ["État".normalize("NFC"), "État".normalize("NFD")];
    expect(canonique({ a: compose, b: { c: 1, d: 2 } })).toBe(
      canonique({ b: { d: 2, c: 1 }, a: decompose }),
    );
  });
});
