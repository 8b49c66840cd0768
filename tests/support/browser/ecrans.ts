import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Role } from "#domain/profils/droits.ts";
import { ADMIN } from "./browser.ts";

const ROUTES = join(import.meta.dirname, "../../../web/routes.ts");

/** The paths of all screens, read from the product's routes. */
export async function cheminsDesRoutes(): Promise<string[]> {
  const { routes }: { routes: readonly { path: string }[] } = await import(ROUTES);
  return routes.map(({ path }) => path);
}

export type Fiches = Record<"Client" | "Mission" | "Appartement" | "Locataire" | "Dossier", number>;

const fiche = (base: string, entite: keyof Fiches) => ({
  [`${base}/new`]: () => [`${base}/new`],
  [`${base}/:id/edit`]: (ids: Fiches) => [`${base}/${ids[entite]}/edit`],
  [`${base}/:id`]: (ids: Fiches) => [`${base}/${ids[entite]}`],
});

/**
 * For each route, the fewest addresses that show all of its screen to staff. An empty list means that other tests
 * visit the page.
 */
const ADRESSES: Readonly<Record<string, (ids: Fiches) => string[]>> = {
  "/login": () => [],
  "/logout": () => [],
  "/quitance/validation/:state/:uuid": () => [],
  // Pages for visitors without an account: tests of their own visit them.
  "/proprietaire/:jeton?": () => [],
  "/comptable/:jeton?": () => [],
  "/signature/:jeton?": () => [],
  "/verification": () => ["/verification"],
  "/setPassword": () => ["/setPassword"],
  "/compte": () => ["/compte", "/compte?tab=second-facteur", "/compte?tab=sessions"],
  "/second-facteur": () => ["/second-facteur"],
  "/controles": () => ["/controles"],
  "/registres": () => [
    "/registres",
    "/registres?tab=fonds",
    "/registres?tab=soldes",
    "/registres?tab=exports",
    "/registres?tab=comptable",
  ],
  "/banque": () => ["/banque", "/banque?tab=comptes"],
  // A separate application: a test of its own visits it.
  "/terrain/": () => [],
  "/annee": () => ["/annee"],
  "/signatures": () => ["/signatures", "/signatures?etat=finies"],
  // Both screens need a paper put to signature: the test of the agency's signature visits them.
  "/signatures/:id": () => [],
  "/signatures/:id/sur-place": () => [],
  "/echeances": () => ["/echeances"],
  "/impayes": () => ["/impayes?limit=5", "/impayes?q=introuvable", "/impayes?tab=relances"],
  "/cloture": () => ["/cloture", "/cloture?mois=2020-01"],
  // `ids` names no account: the test of the close visits one.
  "/cloture/:id": () => [],
  // `ids` names no batch and no statement: the tests of the ledger and of the bank visit them.
  "/reversements": () => ["/reversements", "/reversements?tab=lots"],
  "/reversements/:id": () => [],
  "/banque/releves/:id": () => [],
  "/comptes/reprise": () => ["/comptes/reprise"],
  "/import": () => ["/import"],
  "/encaissements": () => ["/encaissements?limit=5", "/encaissements?q=introuvable"],
  "/": () => ["/"],
  "/quitances/": () => ["/quitances/?q=mar", "/quitances/?mode=generation&q=mar"],
  "/quitances/envois": () => ["/quitances/envois"],
  "/quitances/year": () => ["/quitances/year?q=mar"],
  "/client/": () => ["/client/?limit=5", "/client/?q=introuvable"],
  ...fiche("/client", "Client"),
  "/missions/": () => ["/missions/?limit=5"],
  ...fiche("/missions", "Mission"),
  "/appartements/": () => ["/appartements/?limit=5"],
  ...fiche("/appartements", "Appartement"),
  "/locataires/": () => ["/locataires/?limit=5"],
  ...fiche("/locataires", "Locataire"),
  "/dossiers/": () => ["/dossiers/?limit=5"],
  ...fiche("/dossiers", "Dossier"),
  "/intendance/": () => ["/intendance/?limit=5", "/intendance/?filtre=toutes&limit=5"],
  "/fournisseurs/": () => ["/fournisseurs/?limit=5", "/fournisseurs/?q=introuvable"],
  "/parametres/": () => ["/parametres/"],
};

/**
 * The addresses to visit for all routes; an unknown address comes last.
 * @throws when `ADRESSES` forgets a route.
 */
export async function adressesDesEcrans(ids: Fiches): Promise<string[]> {
  const visites = (await cheminsDesRoutes()).map((chemin) => {
    const adresses = ADRESSES[chemin];
    if (!adresses) throw new Error(`La route ${chemin} n’est visitée nulle part.`);
    return adresses(ids);
  });
  return [...visites.flat(), "/nulle-part"];
}

/** Records of the demo agency that fill each tab of their screens. */
export async function fichesDeLaDemo(page: Page): Promise<Fiches> {
  const headers = await enTetes(page);
  const premiere = async (liste: string): Promise<number> => {
    const reponse = await page.request.get(`/api/${liste}&page=1&limit=1`, { headers });
    const { data } = await reponse.json();
    return data[0].id;
  };
  return {
    Client: await premiere("Client?sort=-nbBiens"),
    Mission: await premiere("Mission?sort=-nbAppart"),
    Appartement: await premiere("Appartement?q=martyrs"),
    Locataire: await premiere("Locataire?q=moreau"),
    Dossier: await premiere("Dossier?q=bouchard"),
  };
}

/** The headers with which a test calls the API as an administrator. */
export async function enTetes(page: Page): Promise<{ Authorization: string }> {
  const login = await page.request.post("/api/user/login", { data: { credentials: ADMIN } });
  const { data } = await login.json();
  return { Authorization: `Token ${data.user.token}` };
}

/** Sets the delay, in seconds, between a user's request for a mail and its sending. */
export async function delaiDesEnvois(page: Page, secondes: number): Promise<void> {
  const headers = await enTetes(page);
  const { data } = await (await page.request.get("/api/Variable", { headers })).json();
  const { id } = data.find(({ nom }: { nom: string }) => nom === "delaiEnvoi");
  const options = { headers, data: { valeur: String(secondes) } };
  expect((await page.request.put(`/api/Variable/${id}`, options)).ok()).toBe(true);
}

/** Creates an account of this role, whose password is already chosen. */
export async function compte(page: Page, role: Role) {
  const email = `${role}.${Date.now()}@agence.example`;
  const ouvert = await page.request.post("/api/user/register", {
    headers: await enTetes(page),
    data: { email, role },
  });
  const { password: provisoire } = (await ouvert.json()).data;
  const login = await page.request.post("/api/user/login", {
    data: { credentials: { email, password: provisoire } },
  });
  const password = "choisi-par-elle";
  await page.request.post("/api/user/setPassword", {
    headers: { Authorization: `Token ${(await login.json()).data.user.token}` },
    data: { password },
  });
  return { email, password };
}

/** Opens this address without a reload, shows the page down to its end, and waits until everything is loaded. */
export async function aller(page: Page, adresse: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(adresse)})`);
  await calme(page);
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await calme(page);
  await page.evaluate("scrollTo(0, 0)");
}

const OCCUPE = '[aria-busy="true"], .animate-breathe';

/** Resolves on the first frame with nothing left to load, or two seconds later. */
const PROCHAIN_CALME = `new Promise((suite) => {
  const fin = performance.now() + 2000;
  const regarder = () => {
    if (document.querySelector('${OCCUPE}') && performance.now() < fin) requestAnimationFrame(regarder);
    else suite();
  };
  requestAnimationFrame(regarder);
})`;

/**
 * Waits until everything is loaded. The page itself checks at each frame first, because Playwright alone checks less
 * and less often. When the page reloads meanwhile, as the inventory on site does, the wait begins again.
 */
export async function calme(page: Page): Promise<void> {
  await expect(() => page.evaluate(PROCHAIN_CALME)).toPass();
  await expect(page.locator(OCCUPE)).toHaveCount(0);
}

/**
 * When the product asks whether to make avis d'échéance after their due day, confirms; then waits for the
 * notification `faites`.
 */
export async function genererMalgreTout(page: Page, faites: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  const fait = page.getByText(faites).first();
  await expect(question.or(fait)).toBeVisible();
  if (await question.isVisible()) {
    await question.getByRole("button", { name: "Générer et envoyer" }).press("Enter");
  }
  await expect(fait).toBeVisible();
}
