import { expect, type Page, test } from "@playwright/test";
import { connecter } from "../../support/browser/browser.ts";
import { aller, fichesDeLaDemo } from "../../support/browser/ecrans.ts";

/** For each device: its size, and the size that each control must offer to a finger, in CSS pixels. */
const APPAREILS = [
  { nom: "une tablette", taille: { width: 820, height: 1180 }, points: 40 },
  { nom: "un téléphone", taille: { width: 390, height: 844 }, points: 44 },
];

for (const { nom, taille, points } of APPAREILS) {
  test.describe(nom, () => {
    test.use({ viewport: taille, hasTouch: true, isMobile: true });

    test(`sur ${nom}, chaque commande offre ${points} points au doigt`, ({ page }) =>
      toucher(page, points / 2 - 1));
  });
}

/** Expects every control of the main screens to react to a touch this far from its middle, in CSS pixels. */
async function toucher(page: Page, rayon: number) {
  await connecter(page);
  expect(await page.evaluate("matchMedia('(pointer: coarse)').matches")).toBe(true);
  const fiches = await fichesDeLaDemo(page);
  const petites: string[] = [];
  for (const adresse of [
    "/",
    "/quitances/",
    "/quitances/?mode=generation",
    "/quitances/year",
    "/client/?limit=5",
    `/client/${fiches.Client}/edit`,
    `/appartements/${fiches.Appartement}`,
    `/appartements/${fiches.Appartement}?tab=proprietaires`,
    `/locataires/${fiches.Locataire}/edit`,
    "/locataires/?limit=5",
    `/dossiers/${fiches.Dossier}/edit`,
    `/dossiers/${fiches.Dossier}?tab=documents`,
    `/missions/${fiches.Mission}`,
    "/intendance/?limit=5",
    "/impayes?limit=5",
    "/cloture",
    "/comptes/reprise",
    "/parametres/",
  ]) {
    await aller(page, adresse);
    if (adresse === "/quitances/")
      await expect(page.getByRole("link", { name: /sans quittance automatique/ })).toBeVisible();
    for (const commande of await tropPetites(page, rayon)) petites.push(`${adresse} : ${commande}`);
  }
  expect(petites).toEqual([]);
}

/** The controls that do not react to a touch at `rayon` from their middle. A link inside a text is not a control. */
const tropPetites = (page: Page, rayon: number): Promise<string[]> =>
  page.evaluate(`(${MESURE})(${rayon})`);

const MESURE = `(rayon) => {
  const commandes = document.querySelectorAll(
    "button, select, input, textarea, summary, [role=tab], [role=option], nav a, a[class*=rounded-md]",
  );
  const touche = (commande, x, y) => {
    const atteint = document.elementFromPoint(x, y);
    const etiquette = atteint?.closest("label");
    return commande.contains(atteint) || etiquette?.control === commande;
  };
  return [...commandes].flatMap((commande) => {
    const libelle = commande.closest("label");
    const cible = commande.matches(".sr-only") && libelle ? libelle : commande;
    if (!cible.checkVisibility() || cible.closest("[aria-hidden=true]")) return [];
    if (cible === commande && commande.matches(":disabled, [tabindex='-1'], .sr-only")) return [];
    cible.scrollIntoView({ block: "center", inline: "center" });
    const { x, y, width, height } = cible.getBoundingClientRect();
    if (width >= 2 * rayon && height >= 2 * rayon) return [];
    // A bar of the chart is narrower than a finger: a line of its figures leads there too (WCAG 2.5.8, equivalent).
    if (Math.round(width) >= 24 && height >= 88) return [];
    const [cx, cy] = [x + width / 2, y + height / 2];
    const bords = [[cx - rayon, cy], [cx + rayon, cy], [cx, cy - rayon], [cx, cy + rayon]];
    if (bords.every(([bx, by]) => touche(commande, bx, by))) return [];
    const nom = commande.getAttribute("aria-label") ?? cible.textContent.trim();
    return [cible.tagName + " « " + nom.slice(0, 40) + " » " + Math.round(width) + " × " + Math.round(height)];
  });
}`;
