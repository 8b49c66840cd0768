import { expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { inventaireMobilier } from "#worker/documents/bail/inventaire-mobilier.ts";
import { render } from "#worker/documents/page/render.ts";
import { MOBILIER_OBLIGATOIRE } from "#worker/documents/textes-legaux.ts";
import { type Changements, DEUX_TITULAIRES, unBail } from "../../support/documents/bail.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

async function lire(changements: Changements = {}) {
  const { document, warnings } = inventaireMobilier(unBail(changements));
  return { ...readPdf(await render(document)), warnings };
}

const DECRET = "Décret n° 2015-981 du 31 juillet 2015";

test("l'inventaire d'un meublé porte les onze éléments du décret, dans son ordre, et se signe deux fois", async () => {
  const { text, pages, warnings } = await lire({
    bail: { regime: "meuble" },
    appartement: { elementEquipement: "Lave-linge\nAspirateur" },
  });
  const places = MOBILIER_OBLIGATOIRE.map((element) =>
    text.toLowerCase().indexOf(element.toLowerCase()),
  );
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(places).toEqual([...places].sort((un, autre) => un - autre));
  expect(warnings).toEqual([]);
  for (const mention of [
    DECRET,
    "Mobilier obligatoire",
    "Madame Jeanne DE LA TOUR",
    "Monsieur Étienne LEFÈVRE",
    "27 bis boulevard Saint-Michel",
    "Équipements du logement",
    "Lave-linge",
    "Aspirateur",
    "Entrée Séjour Chambre Cuisine Salle d'eau",
    "W.C À l'entrée",
    "À l'entrée Fait à Paris, le 15 mars 2026",
    "À la sortie Fait à ……………, le ……………",
  ])
    expect(text).toContain(mention);
  expect(text).not.toContain("Ascenseur");
  for (const page of pages.filter((contenu) => /Séjour|Luminaires/.test(contenu)))
    expect(page).toContain("DÉSIGNATION QUANTITÉ ÉTAT À L'ENTRÉE ÉTAT À LA SORTIE OBSERVATIONS");
});

test.each(["etudiant", "mobilite"] as const)("un bail %s est meublé aussi", async (regime) => {
  const { text } = await lire({ bail: { regime } });
  for (const mention of [DECRET, "Mobilier obligatoire", "1. Literie comprenant couette"])
    expect(text).toContain(mention);
});

test("les pièces et le lieu de l'entrée sont ceux de l'état des lieux d'entrée", async () => {
  const { text } = await lire({
    bail: { regime: "meuble", lieuEntree: "Montreuil", pieces: ["Chambre 1", "Véranda"] },
  });
  expect(text).toContain("Véranda");
  expect(text).not.toContain("Séjour");
  expect(text).toContain("À l'entrée Fait à Montreuil, le 15 mars 2026");
});

test("loué nu ou en résidence secondaire, il est une annexe facultative", async () => {
  const { text: nu } = await lire();
  expect(nu).toContain("Annexe facultative – logement loué nu");
  const { text: secondaire } = await lire({ bail: { regime: "code_civil" } });
  expect(secondaire).toContain("Annexe facultative");
  for (const text of [nu, secondaire]) expect(text).not.toMatch(/2015-981|obligatoire/);
});

test("un emplacement de stationnement n'a pas de mobilier, ni donc d'inventaire", async () => {
  await expect(lire({ bail: { regime: "stationnement" } })).rejects.toThrow(
    /emplacement de stationnement n’a pas de mobilier/,
  );
});

test("ce qui manque laisse des pointillés", async () => {
  const { text } = await lire({ bail: { agence: agenceDe([]), bailleurs: [], equipements: [] } });
  expect(text).not.toMatch(/null|undefined|NaN|\[object|\u202f/);
});

test("deux titulaires signent la sortie à côté de l'agence, sur la page où ils ont signé l'entrée", async () => {
  const { pages } = await lire({
    appartement: { elementEquipement: "Lave-linge\nBaignoire\nPlacards\nHotte\nBalcon" },
    locataire: DEUX_TITULAIRES,
    bail: {
      pieces: ["Entrée", "Séjour", "Cuisine", "Chambre 1", "Chambre 2", "Salle de bains", "W.C"],
    },
  });
  expect(pages.at(-1)).toContain("À l'entrée");
  expect(pages.at(-1)).toContain("À la sortie");
});
