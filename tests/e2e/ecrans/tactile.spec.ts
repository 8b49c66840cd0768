import { expect, type Page, test } from "@playwright/test";
import { connecter } from "../../support/browser/browser.ts";
import { aller, fichesDeLaDemo } from "../../support/browser/ecrans.ts";

/** Half of what a finger must find, in CSS pixels, around the middle of a control. */
const RAYON = 19;

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });

test("sur une tablette, chaque commande offre 40 points au doigt", async ({ page }) => {
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
    "/parametres/",
  ]) {
    await aller(page, adresse);
    if (adresse === "/quitances/")
      await expect(page.getByRole("link", { name: /sans quittance automatique/ })).toBeVisible();
    for (const commande of await tropPetites(page)) petites.push(`${adresse} : ${commande}`);
  }
  expect(petites).toEqual([]);
});

/** The controls of the page that a finger may miss; links inside a text are no controls. */
const tropPetites = (page: Page): Promise<string[]> => page.evaluate(MESURE);

const MESURE = `(() => {
  const rayon = ${RAYON};
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
    const [cx, cy] = [x + width / 2, y + height / 2];
    const bords = [[cx - rayon, cy], [cx + rayon, cy], [cx, cy - rayon], [cx, cy + rayon]];
    if (bords.every(([bx, by]) => touche(commande, bx, by))) return [];
    const nom = commande.getAttribute("aria-label") ?? cible.textContent.trim();
    return [cible.tagName + " « " + nom.slice(0, 40) + " » " + Math.round(width) + " × " + Math.round(height)];
  });
})()`;
