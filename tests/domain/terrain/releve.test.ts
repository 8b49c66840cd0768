import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { avecEtat, etatEnTete } from "#domain/biens/etat-en-tete.ts";
import { creation } from "#domain/biens/etat-lieux.ts";
import { indexLu } from "#domain/biens/index-des-compteurs.ts";
import { clesManquantes } from "#domain/gerance/departs/differences.ts";
import { CLES, type Cle, clesEnMots, clesLues } from "#domain/terrain/cles.ts";
import { compteurEnMots, compteurLu } from "#domain/terrain/compteurs.ts";
import { differencesDesAjouts } from "#domain/terrain/differences.ts";
import { MOBILIER_MINIMAL, mobilierManquant, nouvelAjout } from "#domain/terrain/mobilier.ts";
import { duModele, MODELES, type Modele, piecesDuModele } from "#domain/terrain/modeles.ts";
import { aLaPhrase, avecPhrase, phrasesDe } from "#domain/terrain/phrases.ts";
import {
  avancement,
  complementsAlignes,
  departDeSortie,
  piecesDuReleve,
  remplie,
} from "#domain/terrain/releve.ts";

const JOUR = { lieu: "Lyon", date: "2026-11-25" };

describe("Un élément sur place", () => {
  test("change d’état sans perdre son texte ; redemander l’état le retire", () => {
    expect(avecEtat("Bon état, trace", "Mauvais état")).toBe("Mauvais état, trace");
    expect(avecEtat("Bon état, trace", "Bon état")).toBe("trace");
    expect(avecEtat("", "Neuf")).toBe("Neuf");
    expect(etatEnTete("Neuf trous")).toBeNull();
  });

  test("reçoit une phrase, la compte si elle se compte, la rend sinon", () => {
    const un = avecPhrase("Bon état", "trou de cheville (n)");
    expect(un).toBe("Bon état, trou de cheville");
    const trois = avecPhrase(avecPhrase(un, "trou de cheville (n)"), "trou de cheville (n)");
    expect(trois).toBe("Bon état, trou de cheville × 3");
    expect(aLaPhrase(trois, "trou de cheville (n)")).toBe(true);
    expect(avecPhrase(avecPhrase(trois, "fissure"), "fissure")).toBe(trois);
    expect(avecPhrase("tache", "tache")).toBe("");
    expect(aLaPhrase("taché", "tache")).toBe(false);
  });

  test("a des phrases à lui, et six au plus", () => {
    expect(phrasesDe("plomberie")).toContain("fuite");
    expect(phrasesDe("lit")).toContain("cassé");
    for (const cle of ["mur", "sol", "electricite", "lit"])
      expect(phrasesDe(cle).length).toBeLessThanOrEqual(6);
  });
});

describe("Les compléments d’un état des lieux", () => {
  const pieces = [{ nom: "Séjour" }, { nom: "Chambre" }];
  const connus = complementsAlignes(pieces, null);
  const avecLit = {
    ...connus,
    pieces: connus.pieces.map((piece) =>
      piece.cle === "chambre"
        ? { ...piece, ajouts: [nouvelAjout({ cle: "lit", nom: "Lit", genre: "meuble" })] }
        : piece,
    ),
  };

  it("suivent les noms quand un client de la spécification échange deux pièces", () => {
    const echangees = complementsAlignes([{ nom: "Chambre" }, { nom: "SEJOUR" }], avecLit);
    expect(echangees.pieces.map(({ cle, ajouts }) => [cle, ajouts.length])).toEqual([
      ["chambre", 1],
      ["sejour", 0],
    ]);
  });

  it("donnent à deux pièces de même nom deux clés, les mêmes sur deux appareils", () => {
    const deux = [{ nom: "Chambre" }, { nom: "Chambre" }];
    expect(complementsAlignes(deux, null).pieces.map(({ cle }) => cle)).toEqual([
      "chambre",
      "chambre-2",
    ]);
    expect(complementsAlignes(deux, null)).toEqual(complementsAlignes(deux, null));
  });

  it("ne changent rien à la grille du fil : une pièce y a neuf clés au plus", () => {
    const releve = duModele(departDeSortie(null, JOUR), "deux_pieces_meuble");
    const [sejour] = piecesDuReleve(releve);
    const rempli = sejour && remplie(sejour, () => "Bon état");
    const lu = creation.parse({ ...releve.valeurs, pieces: [rempli?.piece] });
    expect(lu.pieces[0]).toEqual(rempli?.piece);
    expect(new Set(Object.keys({ ...rempli?.piece, observation: "" })).size).toBe(9);
  });
});

describe("Une visite", () => {
  it("d’entrée part d’un modèle qui a tout le mobilier du décret quand il est meublé", () => {
    for (const modele of Object.keys(MODELES) as Modele[]) {
      const manque = mobilierManquant(piecesDuModele(modele).map(({ complement }) => complement));
      expect([modele, manque]).toEqual([
        modele,
        MODELES[modele].nom.includes("meublé") ? [] : [...MOBILIER_MINIMAL],
      ]);
    }
  });

  it("de sortie part de l’entrée : ses pièces et ses meubles, rien de décrit, aucun compteur", () => {
    const entree = duModele(departDeSortie(null, JOUR), "deux_pieces_meuble");
    const decrite = piecesDuReleve(entree).map((piece) => remplie(piece, () => "Neuf"));
    const releve = {
      ...entree,
      edf: "12 kWh",
      valeurs: {
        ...entree.valeurs,
        antenne: "collective",
        eauFroide: "12 m³",
        pieces: decrite.map(({ piece }) => piece),
      },
      complements: { ...entree.complements, pieces: decrite.map(({ complement }) => complement) },
    };
    const sortie = departDeSortie(releve, JOUR);
    expect(sortie.valeurs).toMatchObject({ antenne: "collective", eauFroide: "Non relevé" });
    expect(sortie.edf).toBeNull();
    expect(piecesDuReleve(sortie).map(({ complement }) => complement.cle)).toEqual(
      decrite.map(({ complement }) => complement.cle),
    );
    expect(piecesDuReleve(sortie).every((piece) => avancement(piece).decrits === 0)).toBe(true);
  });

  it("remplit d’un geste ce qui est vide, et rien d’autre", () => {
    const [cuisine] = piecesDuReleve(duModele(departDeSortie(null, JOUR), "trois_pieces_nu")).slice(
      2,
    );
    if (!cuisine) throw new Error("Pas de cuisine.");
    const commencee = { ...cuisine, piece: { ...cuisine.piece, mur: "Mauvais état" } };
    const remplieDUnGeste = remplie(commencee, () => "Bon état");
    expect(remplieDUnGeste.piece).toMatchObject({ mur: "Mauvais état", sol: "Bon état" });
    expect(avancement(remplieDUnGeste)).toEqual({ decrits: 8, total: 8 });
    expect(remplieDUnGeste.piece.observation).toBeUndefined();
  });

  it("dit le meuble qui manque à la sortie, et celui qui s’est dégradé", () => {
    const lit = { ...nouvelAjout({ cle: "lit", nom: "Lit", genre: "meuble" }), constat: "Neuf" };
    const chaises = {
      ...nouvelAjout({ cle: "chaise", nom: "Chaise", genre: "meuble" }),
      nombre: 4,
      constat: "Bon état",
    };
    const piece = { cle: "sejour", nom: "Séjour", proprete: null };
    const lignes = differencesDesAjouts(
      [{ ...piece, ajouts: [lit, chaises] }],
      [
        {
          ...piece,
          ajouts: [
            { ...lit, constat: "Mauvais état" },
            { ...chaises, nombre: 3 },
          ],
        },
      ],
    );
    expect(lignes.map(({ nom, ecart, manquants }) => [nom, ecart, manquants])).toEqual([
      ["Lit", "degrade", 0],
      ["Chaise", "degrade", 1],
    ]);
    expect(differencesDesAjouts([{ ...piece, ajouts: [lit] }], [])[0]).toMatchObject({
      manquants: 1,
      proposition: "a_decider",
    });
    const muet = [{ ...piece, ajouts: [{ ...lit, constat: null }] }];
    expect(differencesDesAjouts(muet, muet)[0]).toMatchObject({ ecart: "identique" });
  });
});

describe("Les clés et les compteurs", () => {
  const comptes = fc.dictionary(
    fc.constantFrom(...(Object.keys(CLES) as Cle[])),
    fc.integer({ min: 0, max: 20 }),
  );

  it("se comptent au doigt, dans les mots que le papier compte", () => {
    expect(clesEnMots({ comptes: { palier: 2, badge: 1 }, reste: "double au gardien" })).toBe(
      "2 clés de porte palière, 1 badge, double au gardien",
    );
    expect(
      clesManquantes("3 clés de porte palière, 1 badge", "2 clés de porte palière, 1 badge"),
    ).toMatchObject([{ remises: 3, rendues: 2 }]);
  });

  it("les clés se relisent comme elles sont écrites, et le reste du texte reste", () => {
    fc.assert(
      fc.property(
        comptes,
        fc.constantFrom("", "double au gardien", "3 clés dépareillées"),
        (deux, reste) => {
          const lus = clesLues(clesEnMots({ comptes: deux, reste }));
          expect({ ...lus, comptes: { ...lus.comptes } }).toEqual({ comptes: { ...deux }, reste });
        },
      ),
    );
  });

  it("un relevé se relit : numéro, index, ou pourquoi il n’y en a pas", () => {
    const mots = compteurEnMots("eauFroide", { numero: "A 4471", index: "1 214,5", dit: "" });
    expect(mots).toBe("n° A-4471, 1 214,5 m³");
    expect(compteurLu(mots)).toEqual({ numero: "A-4471", index: "1 214,5", dit: "" });
    expect(indexLu(mots)).toBe(1214.5);
    expect(compteurLu("Inaccessible")).toEqual({ numero: "", index: "", dit: "Inaccessible" });
    expect(compteurEnMots("edf", compteurLu("Non relevé"))).toBeNull();
  });
});
