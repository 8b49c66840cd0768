import { expect, type Page, test } from "@playwright/test";
import { fautes } from "../../support/browser/axe.ts";
import { connecter, courrielA } from "../../support/browser/browser.ts";
import {
  adressesDesEcrans,
  aller,
  calme,
  enTetes,
  type Fiches,
  fichesDeLaDemo,
} from "../../support/browser/ecrans.ts";

const TABLETTE = { width: 820, height: 1180 };
const BUREAU = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };

test.use({ actionTimeout: 20_000 });
// This test takes a minute and a half on an idle machine, and much longer on a busy one.
test.setTimeout(900_000);

test("chaque écran et chaque onglet se lisent, clairs ou sombres, et tiennent dans une tablette et dans un téléphone", async ({
  page,
}) => {
  await connecter(page);
  for (const adresse of await adressesDesEcrans(await fichesDeLaDemo(page))) {
    await test.step(adresse, async () => {
      await aller(page, adresse);
      await verifier(page, adresse);
      if (adresse.endsWith("/edit")) return;
      const onglets = page.getByRole("main").getByRole("tab");
      for (const onglet of (await onglets.all()).slice(1)) {
        await onglet.click();
        await expect(onglet).toBeFocused();
        await calme(page);
        await verifier(page, `${adresse}, ${await onglet.innerText()}`, "[role=tabpanel]");
      }
    });
  }
});

/** The panels that open over a screen: the address of the screen, then the buttons to press one after the other. */
const OUVERTURES: readonly (readonly [(ids: Fiches) => string, ...RegExp[]])[] = [
  [() => "/client/?limit=5", /^Actions : /],
  [() => "/parametres/?tab=equipements", /^Actions : Balcon$/, /^Supprimer$/],
  [({ Client }) => `/client/${Client}`, /^Autres actions$/, /^Historique$/],
  [({ Mission }) => `/missions/${Mission}?tab=commanditaires`, /^Ajouter un commanditaire$/],
  [({ Mission }) => `/missions/${Mission}?tab=paiements`, /^Nouvel acompte$/],
  [
    ({ Dossier }) => `/dossiers/${Dossier}`,
    /^Autres actions$/,
    /^(Clore le dossier|Annuler ce bail)$/,
  ],
  [({ Dossier }) => `/dossiers/${Dossier}?tab=cautions`, /^Nouvelle caution$/],
  [({ Dossier }) => `/dossiers/${Dossier}?tab=etats-lieux`, /^Établir .* d’entrée$/],
  [({ Dossier }) => `/dossiers/${Dossier}?tab=documents`, /^Générer les étiquettes : .* locataire/],
  [({ Dossier }) => `/dossiers/${Dossier}?tab=quittances`, /^Générer une quittance$/],
  [({ Dossier }) => `/dossiers/${Dossier}?tab=compte`, /^Enregistrer un règlement$/],
  [() => "/encaissements?limit=5", /^Enregistrer des règlements$/],
  [({ Locataire }) => `/locataires/${Locataire}?tab=fichiers`, /^\p{L}+ \d{4}$/u],
  [() => "/quitances/?q=mar", /^Actions : .*Marchand/, /^Noter un paiement$/],
  [() => "/intendance/?limit=5", /^Nouvelle intendance$/],
  [() => "/intendance/?limit=5", /^Nouvelle dépense$/],
  [() => "/intendance/?limit=5", /^Actions : .*Monge/, /^Ordre de mission$/],
  [() => "/parametres/?tab=equipements", /^Nouvel équipement$/],
  [() => "/parametres/?tab=utilisateurs", /^Nouvel utilisateur$/],
  [() => "/compte?tab=second-facteur", /^Ajouter une application$/],
  [() => "/compte?tab=second-facteur", /^Ajouter une clé d’accès$/],
  [() => "/dossiers/?limit=5", /^Rechercher$/],
  [() => "/quitances/?q=mar", /^Mon compte/, /^Raccourcis clavier$/],
];

test("ce qui s’ouvre par-dessus un écran se lit aussi, et rend le focus en se fermant", async ({
  page,
}) => {
  await connecter(page);
  const ids = await fichesDeLaDemo(page);
  for (const [lieu, ...gestes] of OUVERTURES) {
    const nom = `${lieu(ids)} ${gestes.join(" ")}`;
    await test.step(nom, async () => {
      await aller(page, lieu(ids));
      const [premier, second] = gestes.map((name) =>
        page.getByRole("button", { name }).or(page.getByRole("menuitem", { name })).first(),
      );
      await premier?.click();
      await second?.click();
      const ouvert = page.locator("[role=dialog], [role=alertdialog], [role=menu]");
      await expect(ouvert).toBeVisible();
      await calme(page);
      await verifier(page, nom, "[role=dialog], [role=alertdialog], [role=menu]");
      await page.keyboard.press("Escape");
      await expect(ouvert).toBeHidden();
      await expect(premier ?? page.locator("none")).toBeFocused();
    });
  }
});

test("la connexion et la page du locataire tiennent dans un téléphone", async ({ page }) => {
  await page.setViewportSize(TELEPHONE);
  await page.goto("/login");
  await calme(page);
  await verifier(page, "/login", "body", [TELEPHONE]);
  await page.route("**/api/Quitance/validation/*", (route) =>
    route.fulfill({ json: { data: DEMANDE } }),
  );
  await page.goto(`/quitance/validation/true/${"0".repeat(32)}`);
  await expect(page.getByRole("button", { name: "Oui, j’ai payé" })).toBeVisible();
  await verifier(page, "page du locataire", "body", [TELEPHONE]);
});

test("la page du propriétaire se lit et se parcourt au clavier, de la porte à ses papiers", async ({
  page,
}) => {
  const headers = await enTetes(page);
  const api = async (method: "get" | "post", path: string) =>
    (await (await page.request[method](`/api${path}`, { headers })).json()).data;
  const [{ id }] = await api("get", "/Client?q=tilleuls&page=1&limit=1");
  const { mailPro } = await api("get", `/Client/${id}`);
  await api("post", `/Client/${id}/acces`);
  await page.setViewportSize(TELEPHONE);

  await test.step("le lien", async () => {
    await page.goto(await courrielA(mailPro, /\/proprietaire\/[\w-]{43}/));
    await expect(page.getByRole("heading", { name: "Votre compte de propriétaire" })).toBeVisible();
    await verifier(page, "lien du propriétaire", "body", [TELEPHONE]);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Recevoir un code" })).toBeFocused();
    await page.keyboard.press("Enter");
  });

  await test.step("son code", async () => {
    await expect(page.getByLabel("Code à six chiffres")).toBeFocused();
    await verifier(page, "code du propriétaire", "body", [TELEPHONE]);
    await page.keyboard.type(await courrielA(mailPro, /: (\d{6})\b/));
    await page.keyboard.press("Enter");
  });

  await test.step("son compte, dont le premier papier suit le titre", async () => {
    await expect(page.getByText("Ce qui vous revient aujourd’hui")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    for (const etroit of [TELEPHONE, TABLETTE]) {
      await page.setViewportSize(etroit);
      await verifier(page, `compte du propriétaire à ${etroit.width}`, "body", [etroit]);
    }
    await page.keyboard.press("Tab");
    const papier = page.getByRole("button", { name: /^Télécharger le compte rendu/ }).first();
    await expect(papier).toBeFocused();
    const [fichier] = await Promise.all([
      page.waitForEvent("download"),
      page.keyboard.press("Enter"),
    ]);
    expect(fichier.suggestedFilename()).toMatch(/\.pdf$/);
    await expect(papier).toBeFocused();
  });
});

const DEMANDE = {
  locataire: "Mme Maximilienne-Éléonore de La Rochefoucauld-Montbel",
  logement: "23 Grande-Rue-Charles-de-Gaulle, 3e, 94130 Nogent-sur-Marne",
  periode: "novembre 2026",
  total: 1570,
  repondu: false,
  agenceNom: "Agence",
  agenceEmail: "contact@agence.example",
};

/**
 * Expects axe to find nothing, in the light theme at a desk and in the dark one on a phone; expects no sideways
 * scrolling.
 */
async function verifier(page: Page, nom: string, partie = "body", etroits = [TABLETTE, TELEPHONE]) {
  const bureau = page.viewportSize() ?? BUREAU;
  const trouvees = await analyser(page, partie, "light");
  for (const etroit of etroits) {
    await page.setViewportSize(etroit);
    await tenir(page, nom);
  }
  trouvees.push(...(await analyser(page, partie, "dark")));
  await page.setViewportSize(bureau);
  expect.soft(trouvees, nom).toEqual([]);
}

/** Expects the page not to scroll sideways. */
async function tenir(page: Page, nom: string) {
  const debord = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  const { width } = page.viewportSize() ?? BUREAU;
  expect.soft(debord, `${nom} : défilement horizontal à ${width} px`).toBe(0);
}

async function analyser(
  page: Page,
  partie: string,
  colorScheme: "light" | "dark",
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  const trouvees = await fautes(page, { partie });
  return trouvees
    .filter(({ impact }) => impact !== "minor")
    .map(({ id, impact, nodes }) => {
      const ou = nodes.slice(0, 3).map(({ target, any }) => `${target} ${any[0]?.message ?? ""}`);
      return `${colorScheme} ${impact} ${id} (${nodes.length}) : ${ou.join(" ; ")}`;
    });
}
