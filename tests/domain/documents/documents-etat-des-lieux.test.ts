import { describe, expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { type DonneesEtatDesLieux, etatDesLieux } from "#worker/documents/bail/etat-des-lieux.ts";
import { render } from "#worker/documents/page/render.ts";
import { donneesEtatDesLieux, etatLieux, piece } from "../../support/documents/etat-des-lieux.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

async function lire(changements: Partial<DonneesEtatDesLieux> = {}) {
  const { document, warnings } = etatDesLieux(donneesEtatDesLieux(changements));
  return { ...readPdf(await render(document)), warnings };
}

const MOT_DE_MACHINE = /null|undefined|NaN|\[object|\u202f/;

test("l'état des lieux d'entrée porte les mentions du décret n° 2016-382", async () => {
  const { text, title, warnings } = await lire();
  expect(title).toBe("ÉTAT DES LIEUX D'ENTRÉE – Monsieur Étienne LEFÈVRE");
  expect(warnings).toEqual([]);
  for (const mention of [
    "ÉTAT DES LIEUX D'ENTRÉE",
    "Établi contradictoirement le 1er mars 2026",
    "n° 89-462 du 6 juillet 1989 et décret n° 2016-382 du 30 mars 2016",
    "Madame Jeanne DE LA TOUR 4 place de la Contrescarpe 75005 PARIS",
    "Monsieur Étienne LEFÈVRE",
    "27 bis boulevard Saint-Michel 75005 PARIS 4e étage, cave n° 12",
    "2 pièces principales Surface habitable : 45,60 m² Bâtiment B, porte gauche",
    "ÉTABLI PAR LE MANDATAIRE Saint-Michel Gestion 18 rue de la Harpe 75005 PARIS",
    "Eau froide – 123 m³, compteur n° 48211",
    "Eau chaude Individuelle 77 m³",
    "Électricité PDL n° 22510400000000 10 400 kWh",
    "Gaz – 4 512 m³",
    "Chauffage Collectif Radiateurs, 3 répartiteurs",
    "TYPE NOMBRE REMIS USAGE",
    "Clefs de porte 2 Porte",
    "Badge 1 Hall et local à vélos",
    "Clef de boîte aux lettres 1 Boîte aux lettres",
    "Portail du parking",
    "Accès à l'immeuble, code communiqué séparément",
    "Neuf : n'a jamais servi · Bon état : sans défaut · État d'usage : traces d'un usage normal · Mauvais état : abîmé, cassé ou à remplacer",
    "dans les dix jours de son établissement et, pour les éléments de chauffage, pendant le premier mois de la période de chauffe.",
    "dressé par un commissaire de justice, à frais partagés par moitié entre le bailleur et le locataire, avisés au moins sept jours à l'avance",
    "OBSERVATIONS ET RÉSERVES DES PARTIES",
    "Un exemplaire est remis à chacune des parties au moment de la signature.",
    "Fait à Paris, le 1er mars 2026, en deux exemplaires",
    "POUR LE BAILLEUR, LE MANDATAIRE",
    "LE LOCATAIRE Monsieur Étienne LEFÈVRE",
  ])
    expect(text).toContain(mention);
  for (const nom of ["Entrée", "Séjour", "Cuisine", "Salle d'eau", "W.C"])
    expect(text).toContain(
      `${nom} Murs B – peinture blanche Sol TB – parquet Plafond B Fenêtres B – double vitrage`,
    );
  expect(text).not.toMatch(/Évolution|vétusté|Nouvelle adresse|12A45/i);
});

describe("l'état des lieux de sortie", () => {
  const sortie = {
    cote: "sortie",
    nouvelleAdresse: "8 quai de la Fosse, 44000 Nantes",
    etatSortie: etatLieux({
      date: "2027-08-31",
      clef: "2 clefs de porte",
      pieces: [
        piece("Entrée", { mur: "M – trous", sol: " tb – PARQUET ", plafond: null }),
        piece("Salon"),
        piece("Cuisine"),
        piece("Salle d'eau"),
        piece("W.C"),
        piece("Balcon"),
      ],
    }),
  } as const;

  test("rappelle la date de l'entrée, donne la nouvelle adresse et compare pièce par pièce", async () => {
    const { text, warnings } = await lire(sortie);
    expect(warnings).toEqual([]);
    for (const mention of [
      "ÉTAT DES LIEUX DE SORTIE",
      "Établi contradictoirement le 31 août 2027",
      "DATE DE L'ÉTAT DES LIEUX D'ENTRÉE 01/03/2026 NOUVELLE ADRESSE DU LOCATAIRE 8 quai de la Fosse, 44000 Nantes",
      "ÉLÉMENT ÉTAT À L'ENTRÉE ÉTAT À LA SORTIE ÉVOLUTION",
      "Murs B – peinture blanche M – trous à préciser",
      "Sol TB – parquet tb – PARQUET identique",
      "Plafond B …………… à préciser",
      "Salon (à l'entrée : Séjour)",
      "Balcon Murs …………… B – peinture blanche non relevé à l'entrée",
      "2 clefs de porte à préciser",
      "RELEVÉ À L'ENTRÉE RELEVÉ À LA SORTIE",
      "Il est tenu compte de la vétusté, entendue comme l'état d'usure ou de détérioration résultant du temps ou de l'usage normal des matériaux et éléments d'équipement du logement.",
      "établi sans frais pour le locataire",
    ])
      expect(text).toContain(mention);
    expect(text).not.toMatch(/dix jours|12A45/);
  });

  test("ce que ni l'entrée ni la sortie ne décrivent n'a pas d'évolution", async () => {
    const pieces = [piece("Entrée", { observation: null })];
    const { text } = await lire({
      ...sortie,
      etatEntree: etatLieux({ pieces }),
      etatSortie: etatLieux({ pieces, date: "2027-08-31" }),
    });
    expect(text).toContain("Observations …………… …………… –");
    expect(text).not.toContain("non relevé");
  });

  test("sans entrée, le dit dans chaque ligne et avertit", async () => {
    const { text, warnings } = await lire({ ...sortie, etatEntree: null });
    expect(text).toContain("Murs Aucun état des lieux d'entrée M – trous non relevé à l'entrée");
    expect(warnings).toEqual(
      ["Le dossier n'a aucun état des lieux d'entrée : la comparaison est impossible."].map(
        (phrase) => phrase.replace(" :", "\u00a0:"),
      ),
    );
  });

  test("pas encore saisi, il reprend l'entrée et ne présume aucun changement", async () => {
    const { text } = await lire({ ...sortie, etatSortie: null });
    expect(text).toContain("Murs B – peinture blanche …………… ……………");
    expect(text).not.toMatch(/à préciser|identique/);
  });

  test("une pièce de longueur ordinaire n'est jamais coupée, un petit tableau non plus", async () => {
    for (const cote of ["entree", "sortie"] as const) {
      const { pages } = await lire({ ...sortie, cote });
      const suite = /ÉVOLUTION (Double|Antenne|Aménagement|Sol|Plafond|Fenêtres)/;
      expect(pages.join().match(/Entrée Murs/g)).toHaveLength(1);
      for (const nom of ["Entrée", "Salon", "Séjour", "Cuisine", "Salle d'eau", "W.C", "Balcon"]) {
        const tenues = pages.filter((page) => page.includes(`${nom} Murs`));
        for (const page of tenues)
          expect(page.slice(page.indexOf(`${nom} Murs`))).toMatch(/^.*?Serrures.*?Observations/s);
      }
      const generaux = pages.filter((page) => page.includes("Double vitrage"));
      expect(generaux).toHaveLength(1);
      expect(generaux[0]).toMatch(/Interphone.*Double vitrage.*Antenne.*Aménagement/s);
      expect(pages.slice(1).join()).not.toMatch(suite);
    }
  });

  test("sans nouvelle adresse, laisse un blanc, jamais une adresse d'avant le bail", async () => {
    const { text, warnings } = await lire({ ...sortie, nouvelleAdresse: null });
    expect(text).toContain("NOUVELLE ADRESSE DU LOCATAIRE …………… Article");
    expect(warnings).toEqual(["La nouvelle adresse du locataire n'est pas renseignée."]);
  });

  test("dit ce que montrait le compteur électrique à l'entrée et à la sortie", async () => {
    const { text } = await lire({ ...sortie, edfSortie: "12733" });
    expect(text).toContain("10 400 kWh 12 733 kWh");
  });
});

test("un bail du Code civil ne cite pas la loi de 1989", async () => {
  for (const cote of ["entree", "sortie"] as const) {
    const { text } = await lire({ regime: "code_civil", cote, etatSortie: etatLieux() });
    expect(text).toContain("Article 1731 du Code civil.");
    expect(text).not.toMatch(/89-462|2016-382|dix jours|commissaire/);
  }
});

test("celui d'un emplacement de stationnement n'a ni pièce, ni compteur", async () => {
  const { text } = await lire({ regime: "stationnement", etatEntree: null });
  expect(text).toContain("EMPLACEMENT Bâtiment B, porte gauche");
  expect(text).toContain("État de l'emplacement");
  expect(text).toContain("Article 1731 du Code civil.");
  expect(text).not.toMatch(/Séjour|PDL|pièce|Double vitrage|89-462|logement/i);
});

test("deux titulaires signent tous deux, le parent d'un mineur dit sa qualité", async () => {
  const { text } = await lire({
    locataires: [
      { titre: "Monsieur", prenom: "Łukasz", nom: "Żółć" },
      { titre: "Mademoiselle", prenom: "Thị Hường", nom: "Nguyễn" },
    ],
    mineur: { titre: null, prenom: "Zoé", nom: "Nguyễn" },
  });
  for (const mention of [
    "Monsieur Łukasz ŻÓŁĆ Madame Thị Hường NGUYỄN",
    "Occupant du logement : Zoé NGUYỄN, enfant mineur du locataire, qui n'acquiert pas la qualité de locataire.",
    "en trois exemplaires",
    "LE LOCATAIRE 1 Monsieur Łukasz ŻÓŁĆ Également représentant légal de Zoé NGUYỄN",
    "LE LOCATAIRE 2 Madame Thị Hường NGUYỄN",
    "Mandataire Locataire 1 Locataire 2 Paraphes",
  ])
    expect(text).toContain(mention);
});

test("sans rien de saisi, c'est un formulaire en pointillés avec les pièces habituelles", async () => {
  const rien = { adresse: null, codePostal: null, ville: null };
  const { text, warnings } = await lire({
    etatEntree: null,
    edfEntree: null,
    bailleurs: [],
    locataires: [],
    logement: {
      ...rien,
      etage: null,
      caveNum: null,
      situation: null,
      nbPiece: null,
      surface: null,
      pdl: null,
      chauffage: "collective",
      eauChaude: "collective",
      detailClef: null,
      detailTelecomande: null,
      digicode: null,
    },
    agence: agenceDe([]),
  });
  expect(text).toContain("Fait à ……………, le ……………, en deux exemplaires");
  expect(text).toContain("Séjour Murs …………… Sol ……………");
  expect(text).not.toMatch(MOT_DE_MACHINE);
  expect(warnings).toHaveLength(8);
});

test("vierge, il nomme les chambres d'après le nombre de pièces et laisse cinq lignes de clés", async () => {
  const { logement } = donneesEtatDesLieux();
  const vierge = (nbPiece: number | null, cote: "entree" | "sortie" = "entree") =>
    etatDesLieux(
      donneesEtatDesLieux({
        cote,
        etatEntree: null,
        logement: { ...logement, detailClef: "1 clef de cave", digicode: null, nbPiece },
      }),
    ).document.blocks.filter((bloc) => bloc.kind === "table");
  const nommees = (nbPiece: number | null) =>
    (vierge(nbPiece).at(-1)?.rows ?? [])
      .filter(({ tone }) => tone === "group")
      .map(({ cells }) => cells[0]);
  expect(nommees(1)).toEqual(["Entrée", "Séjour", "Cuisine", "Salle d'eau", "W.C"]);
  expect(nommees(null)).toEqual(nommees(1));
  expect(nommees(2)[2]).toBe("Chambre");
  expect(nommees(4)).toEqual([
    "Entrée",
    "Séjour",
    "Chambre 1",
    "Chambre 2",
    "Chambre 3",
    "Cuisine",
    "Salle d'eau",
    "W.C",
  ]);
  const clefs = vierge(2)[1]?.rows.map(({ cells }) => cells.join("|"));
  expect(clefs).toEqual([
    "Clef de cave|1|Cave",
    "Télécommande|……………|Portail du parking",
    "||",
    "||",
    "||",
  ]);
  expect(vierge(2, "sortie")[1]?.rows).toHaveLength(5);
});

test("le nombre de télécommandes se compte à l'entrée, et reste à compter à la sortie", async () => {
  const { logement } = donneesEtatDesLieux();
  const dit = async (detailTelecomande: string, cote: "entree" | "sortie" = "entree") =>
    (
      await lire({
        cote,
        etatSortie: etatLieux({ date: "2027-08-31" }),
        logement: { ...logement, detailTelecomande },
      })
    ).text;
  expect(await dit("2 télécommandes")).toContain("Télécommandes 2 ……………");
  expect(await dit("2 télécommandes (portail)")).toContain("Télécommandes 2 Portail");
  expect(await dit("2")).toContain("Télécommande 2 ……………");
  expect(await dit("1 portail du parking")).toContain("Télécommande 1 Portail du parking");
  expect(await dit("2 télécommandes", "sortie")).toContain("Télécommandes …………… ……………");
});

test("aucun code d'accès n'est imprimé, où qu'il soit écrit", async () => {
  const { logement } = donneesEtatDesLieux();
  const clef = "2 clefs de porte, digicode : 12A45, code alarme 9876";
  const etat = etatLieux({ clef, interphone: "En service, code 4321" });
  for (const cote of ["entree", "sortie"] as const) {
    const { text } = await lire({
      cote,
      etatEntree: etat,
      etatSortie: { ...etat, date: "2027-08-31" },
      logement: { ...logement, detailTelecomande: "Portail, code 2468" },
    });
    expect(text).toContain("communiqué séparément");
    expect(text).not.toMatch(/12A45|9876|4321|2468/);
  }
});

test("un code écrit dans un texte libre n'est pas imprimé, et l'agence en est avertie", async () => {
  const { logement } = donneesEtatDesLieux();
  const etat = etatLieux({
    clef: "2 clés, badge Vigik B12 puis 99#, clé n° 4512, badge de parking (code 3698), alarme : 2580",
    amenagement: "Coffre code 0000 ; alarme 9876 ; boîte à clés 4589",
    interphone: "2145B, en service en 2019, 3e étage",
    antenne: "Boîte à clés : 7531",
    chauffage: "Chaudière de 120 kg, code d'accès B12 puis 99#",
    pieces: [
      piece("Entrée", {
        mur: "Peinture code RAL 9010, coffre 150 cm",
        serrure: "Digicode 8642",
        observation: "Alarme vérifiée le 12/03/2026, 12 m²",
      }),
    ],
  });
  for (const cote of ["entree", "sortie"] as const) {
    const { text, warnings } = await lire({
      cote,
      nouvelleAdresse: "8 quai de la Fosse, 44000 Nantes",
      etatEntree: etat,
      etatSortie: etat,
      logement: { ...logement, situation: "Bâtiment B, code 1357", digicode: null },
    });
    expect(text).not.toMatch(/\b0000\b|9876|4589|2145B|7531|B12|99#|8642|1357|3698|2580/);
    for (const mention of [
      "Badge Vigik …………… Code communiqué séparément",
      "Coffre code (communiqué séparément) ; alarme (communiqué séparément) ; boîte à clés (communiqué séparément)",
      "(communiqué séparément), en service en 2019, 3e étage",
      "Chaudière de 120 kg",
      "RAL 9010",
      "coffre 150 cm",
      "12/03/2026, 12 m²",
      "n° 4512",
      "Badge de parking …………… Parking, code communiqué séparément Alarme – Communiqué séparément",
    ])
      expect(text.replace(/-? ?\n/g, " ")).toContain(mention);
    expect(warnings).toEqual([expect.stringContaining("n'est pas imprimé")]);
  }
});

test("un relevé saisi sans unité est imprimé en kilowattheures", async () => {
  expect((await lire({ edfEntree: "104003" })).text).toContain("104 003 kWh");
  expect((await lire({ edfEntree: "HP 812, HC 455" })).text).toContain("HP 812, HC 455");
});

describe("une clef dite par l'état des lieux et par l'appartement n'est comptée qu'une fois", () => {
  const { logement } = donneesEtatDesLieux();
  const rangs = (clef: string, sortie: string | null = null) => {
    const { document } = etatDesLieux(
      donneesEtatDesLieux({
        cote: sortie === null ? "entree" : "sortie",
        etatEntree: etatLieux({ clef }),
        etatSortie: sortie === null ? null : etatLieux({ date: "2027-08-31", clef: sortie }),
        logement: {
          ...logement,
          detailClef: "2 clés de porte palière, 1 badge Vigik",
          detailTelecomande: "2 télécommandes de parking",
          digicode: null,
        },
      }),
    );
    const tableaux = document.blocks.filter((bloc) => bloc.kind === "table");
    return tableaux[1]?.rows
      .map(({ cells }) => cells.slice(0, 2).join(" : "))
      .filter((rang) => !rang.startsWith("Interphone"));
  };
  const BLANC = "……………";

  test("l'état des lieux l'emporte, sorte par sorte", () => {
    expect(rangs("2 clés, 2 télécommandes, badge Vigik")).toEqual([
      "Clés : 2",
      "Télécommandes : 2",
      `Badge Vigik : ${BLANC}`,
    ]);
    expect(rangs("3 clefs, 2 bips")).toEqual(["Clefs : 3", "Bips : 2", "Badge Vigik : 1"]);
    expect(rangs("1 badge")).toEqual([
      "Badge : 1",
      "Clés de porte palière : 2",
      "Télécommandes de parking : 2",
    ]);
  });

  test("la sortie reprend la même liste, et laisse à compter ce dont elle ne dit rien", () => {
    expect(rangs("2 clés, 2 télécommandes, badge Vigik", "1 clé")).toEqual([
      "Clé : 1",
      `Télécommandes : ${BLANC}`,
      `Badge Vigik : ${BLANC}`,
    ]);
  });
});

test("douze pièces : une pièce coupée redit son nom et l'en-tête à la page suivante", async () => {
  const pieces = Array.from({ length: 12 }, (_, rang) =>
    piece(`Pièce ${rang + 1} aux murs longuement décrits`, { observation: "fissure ".repeat(60) }),
  );
  const { pages } = await lire({
    cote: "sortie",
    etatEntree: etatLieux({ pieces }),
    etatSortie: etatLieux({ pieces, date: "2027-08-31" }),
  });
  const suites = pages.filter((page) =>
    /ÉVOLUTION Pièce \d+ aux murs longuement décrits (Sol|Plafond|Fenêtres|Électricité|Plomberie|Serrures|Observations) /.test(
      page,
    ),
  );
  expect(suites.length).toBeGreaterThan(0);
  for (const page of pages.slice(0, -1)) expect(page).toContain("Paraphes");
  expect(pages.at(-1)).toContain("Fait à Paris, le 31 août 2027");
});
