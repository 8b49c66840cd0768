import { describe, expect, test } from "vitest";
import { delaisDeComplement, objetsOuverts } from "#domain/terrain/complement.ts";
import {
  type ContenuDuConstat,
  consentementAuConstat,
  empreinteConstat,
} from "#domain/terrain/constat.ts";
import { PERIODE } from "#domain/terrain/periode.ts";
import { contenuConstat } from "../../support/documents/constat.ts";

/** The same content in another form: the keys of each object reversed, each text in decomposed Unicode. */
function retourne(valeur: unknown): unknown {
  if (typeof valeur === "string") return valeur.normalize("NFD");
  if (Array.isArray(valeur)) return valeur.map(retourne);
  if (typeof valeur !== "object" || valeur === null) return valeur;
  return Object.fromEntries(
    Object.entries(valeur)
      .toReversed()
      .map(([champ, contenu]) => [champ, retourne(contenu)]),
  );
}

describe("L’empreinte d’un constat", () => {
  test("ne dépend ni de l’ordre des champs, ni de la façon d’écrire un accent, ni de ce qui est vide", async () => {
    const contenu = contenuConstat();
    const empreinte = await empreinteConstat(contenu);
    expect(empreinte).toMatch(/^[0-9a-f]{64}$/);
    expect(await empreinteConstat(retourne(contenu) as ContenuDuConstat)).toBe(empreinte);
    const { valeurs } = contenu.releve;
    const vide = {
      ...contenu,
      releve: { ...contenu.releve, valeurs: { ...valeurs, interphone: "" } },
    };
    expect(await empreinteConstat(vide)).toBe(empreinte);
  });

  test("change avec un mot, une photo, une partie, l’entrée comparée", async () => {
    const contenu = contenuConstat();
    const { releve, photos, cadre } = contenu;
    const [piece] = releve.valeurs.pieces;
    const autres: ContenuDuConstat[] = [
      {
        ...contenu,
        releve: {
          ...releve,
          valeurs: { ...releve.valeurs, pieces: [{ ...piece, nom: "Séjour", mur: "Neuf" }] },
        },
      },
      {
        ...contenu,
        releve: { ...releve, complements: { ...releve.complements, reserves: "Rien" } },
      },
      { ...contenu, photos: photos.slice(1) },
      { ...contenu, photos: photos.toReversed() },
      { ...contenu, cadre: { ...cadre, locataires: [] } },
      { ...contenu, entree: { releve, photos } },
      { ...contenu, cote: "sortie" },
    ];
    const empreintes = await Promise.all([contenu, ...autres].map(empreinteConstat));
    expect(new Set(empreintes).size).toBe(empreintes.length);
  });

  test("se consent en une phrase qui compte pièces et photos", () => {
    expect(consentementAuConstat(contenuConstat())).toBe(
      "Je reconnais avoir lu cet état des lieux (2\u00A0pièces, 2\u00A0photos) et je le signe électroniquement.",
    );
  });
});

const CHAUFFE = "15/10 – 15/04";

describe("Le complément d’un état des lieux d’entrée", () => {
  test.each([
    ["2026-11-25", "2026-12-05", "2026-12-07", "2026-12-25", "2026-12-28"],
    ["2026-06-10", "2026-06-20", "2026-06-22", "2026-11-15", "2026-11-16"],
    ["2026-04-15", "2026-04-25", "2026-04-27", "2026-05-15", "2026-05-15"],
    ["2026-04-16", "2026-04-26", "2026-04-27", "2026-11-15", "2026-11-16"],
    ["2026-12-31", "2027-01-10", "2027-01-11", "2027-01-31", "2027-02-01"],
  ])(
    "entrée le %s : jusqu’au %s, pris jusqu’au %s ; chauffage jusqu’au %s, pris jusqu’au %s",
    (entree, legal, accepte, chauffe, chauffeAcceptee) => {
      expect(delaisDeComplement(entree, CHAUFFE)).toEqual({
        logement: { dernierJour: legal, accepteJusquau: accepte },
        chauffage: { dernierJour: chauffe, accepteJusquau: chauffeAcceptee },
      });
    },
  );

  test("se demande jusqu’au soir du dernier jour, à Paris", () => {
    const delais = delaisDeComplement("2026-11-25", CHAUFFE);
    expect(objetsOuverts(delais, new Date("2026-12-07T22:59:00Z"))).toEqual([
      "logement",
      "chauffage",
    ]);
    expect(objetsOuverts(delais, new Date("2026-12-07T23:00:00Z"))).toEqual(["chauffage"]);
    expect(objetsOuverts(delais, new Date("2026-12-28T23:00:00Z"))).toEqual([]);
  });

  test("la période de chauffe se lit comme on l’écrit", () => {
    expect(["15/10 – 15/04", "15/10-15/04", "01/10 au 30/04"].every((un) => PERIODE.test(un))).toBe(
      true,
    );
    expect(["", "octobre", "32/10 – 15/04", "15/13-15/04"].some((un) => PERIODE.test(un))).toBe(
      false,
    );
  });
});
