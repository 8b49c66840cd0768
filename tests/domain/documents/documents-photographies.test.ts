import { describe, expect, test } from "vitest";
import { nouvelAjout } from "#domain/terrain/mobilier.ts";
import { type Complements, SANS_COMPLEMENTS } from "#domain/terrain/releve.ts";
import { type DonneesEtatDesLieux, etatDesLieux } from "#worker/documents/bail/etat-des-lieux.ts";
import type { PhotoImprimee } from "#worker/documents/bail/photographies.ts";
import { render } from "#worker/documents/page/render.ts";
import { donneesEtatDesLieux, etatLieux, piece } from "../../support/documents/etat-des-lieux.ts";
import { readStructure } from "../../support/documents/pdf-structure.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { PHOTO } from "../../support/fichiers/photos.ts";

const photo = (numero: number, place: string): PhotoImprimee => ({
  place,
  numero,
  priseLe: "2026-03-01T09:30:00.000Z",
  empreinte: String(numero).padStart(2, "0").repeat(32),
  ancienne: numero === 2,
  vignette: new Uint8Array(PHOTO["image/jpeg"]),
});

const lit = { ...nouvelAjout({ cle: "lit", nom: "Lit", genre: "meuble" }), nombre: 2 };

const complements = (constat: string, presents: string | null): Complements => ({
  ...SANS_COMPLEMENTS,
  presents,
  pieces: [
    {
      cle: "chambre",
      nom: "Chambre",
      proprete: "propre",
      ajouts: [{ ...lit, constat, fonctionne: "oui" }],
    },
  ],
});

const etat = (constat: string, presents: string | null = null) => ({
  ...etatLieux({ pieces: [piece("Chambre")] }),
  complements: complements(constat, presents),
});

async function lire(changements: Partial<DonneesEtatDesLieux>) {
  const { document, warnings } = etatDesLieux(donneesEtatDesLieux(changements));
  const octets = await render(document);
  const { parts, faults } = await readStructure(octets);
  const figures = parts
    .filter(({ role, alternative }) => role === "Figure" && !alternative?.startsWith("Logo"))
    .map(({ alternative }) => alternative);
  return { ...readPdf(octets), warnings, faults, figures };
}

describe("L’état des lieux écrit sur place", () => {
  test("annexe ses photographies, numérotées, datées, avec leur lieu et leur empreinte", async () => {
    const { text, faults, figures } = await lire({
      etatEntree: etat("Neuf", "Mme Roy"),
      photos: {
        entree: [photo(1, "chambre/sol"), photo(2, "chambre/lit"), photo(3, "compteur/edf")],
        sortie: [],
      },
    });
    expect(faults).toEqual([]);
    expect(figures).toEqual([
      "Chambre, sol, photo 1",
      "Chambre, lit, photo 2",
      "Compteur, électricité, photo 3",
    ]);
    for (const mention of [
      "Lit 2, Neuf, fonctionne",
      "Propreté Propre",
      "Photo n° 1 : Chambre, sol",
      "Prise le 01/03/2026 à 10:30, empreinte 0101010101010101…",
      "Prise le 01/03/2026 à 10:30, avant la visite, empreinte 0202020202020202…",
      "Personnes présentes : Mme Roy",
    ])
      expect(text).toContain(mention);
  });

  test("en range soixante par six, dans leur ordre ; une page seulement commence, une autre finit", async () => {
    const soixante = Array.from({ length: 60 }, (_, rang) => photo(rang + 1, "chambre/sol"));
    const { pages, faults, figures } = await lire({
      etatEntree: etat("Neuf"),
      photos: { entree: soixante, sortie: [] },
    });
    expect([faults, figures.length]).toEqual([[], 60]);
    const numeros = pages
      .map((page) => [...page.matchAll(/Photo n° (\d+) :/g)].map(([, numero]) => Number(numero)))
      .filter(({ length }) => length > 0);
    expect(numeros.flat()).toEqual(soixante.map(({ numero }) => numero));
    expect(numeros.slice(1, -1).map(({ length }) => length)).toEqual(
      Array.from({ length: numeros.length - 2 }, () => 6),
    );
    expect(numeros.length).toBeLessThanOrEqual(11);
  });

  test("laisse à une photo dont l’image n’est jamais venue son numéro, son empreinte et sa place", async () => {
    const { text, faults, figures } = await lire({
      etatEntree: etat("Neuf"),
      photos: {
        entree: [photo(1, "chambre/sol"), { ...photo(2, "chambre/lit"), vignette: null }],
        sortie: [],
      },
    });
    expect([faults, figures]).toEqual([[], ["Chambre, sol, photo 1"]]);
    expect(text).toContain("Photo n° 2 : Chambre, lit");
    expect(text).toContain("Image jamais parvenue de l'appareil qui l'a prise");
  });

  test("met à la sortie chaque photo de l’entrée à côté de celle du même endroit", async () => {
    const { text, faults, figures } = await lire({
      cote: "sortie",
      etatEntree: etat("Neuf"),
      etatSortie: etat("Mauvais état"),
      photos: {
        entree: [photo(1, "chambre/sol"), photo(2, "chambre/mur")],
        sortie: [photo(1, "chambre/mur"), photo(2, "chambre/mur")],
      },
    });
    expect(faults).toEqual([]);
    expect(figures).toEqual([
      "Chambre, murs, photo 2, entrée",
      "Chambre, murs, photo 1, sortie",
      "Chambre, murs, photo 2, sortie",
    ]);
    expect(text).toContain("Lit 2, Neuf, fonctionne 2, Mauvais état, fonctionne à préciser");
    expect(text).toContain(
      "À gauche l'entrée, aux lieux photographiés à la sortie, à droite la sortie.",
    );
  });

  test("dit les photographies qui manquent encore, et se passe d’elles sans rien changer au papier", async () => {
    const sans = await lire({ etatEntree: etatLieux() });
    expect(sans.text).not.toContain("Photographies");
    const { warnings } = await lire({ etatEntree: etatLieux(), photosAttendues: 3 });
    expect(warnings).toContain(
      "3 photographies annoncées ne sont pas encore arrivées\u00A0: le document ne les montre pas.",
    );
  });
});
