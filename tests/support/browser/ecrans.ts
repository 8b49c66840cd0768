import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Role } from "#domain/profils/droits.ts";
import { ADMIN } from "./browser.ts";

const ROUTES = join(import.meta.dirname, "../../../web/routes.ts");

/** The paths of every screen of the product, as the routes name them. */
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

/** The addresses of each route for staff, as few as possible; routes for visitors have none here. */
const ADRESSES: Readonly<Record<string, (ids: Fiches) => string[]>> = {
  "/login": () => [],
  "/logout": () => [],
  "/quitance/validation/:state/:uuid": () => [],
  // A page without an account: its own story visits it.
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
  // A separate page: its own story visits it.
  "/terrain/": () => [],
  "/annee": () => ["/annee"],
  "/signatures": () => ["/signatures", "/signatures?etat=finies"],
  // Both need a paper put to signature: the story about the agency's signature visits them.
  "/signatures/:id": () => [],
  "/signatures/:id/sur-place": () => [],
  "/echeances": () => ["/echeances"],
  "/impayes": () => ["/impayes?limit=5", "/impayes?q=introuvable", "/impayes?tab=relances"],
  "/cloture": () => ["/cloture", "/cloture?mois=2020-01"],
  // An account exists once its month is prepared: the story about the close visits one.
  "/cloture/:id": () => [],
  // The demo has no statement yet: the story about the bank visits one.
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
 * Every address to visit for these routes, the unknown one last.
 * @throws when a route is not visited anywhere.
 */
export async function adressesDesEcrans(ids: Fiches): Promise<string[]> {
  const visites = (await cheminsDesRoutes()).map((chemin) => {
    const adresses = ADRESSES[chemin];
    if (!adresses) throw new Error(`La route ${chemin} n’est visitée nulle part.`);
    return adresses(ids);
  });
  return [...visites.flat(), "/nulle-part"];
}

/** Records of the demo agency that have something in each tab. */
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

/** The headers for an administrator's calls outside the browser. */
export async function enTetes(page: Page): Promise<{ Authorization: string }> {
  const login = await page.request.post("/api/user/login", { data: { credentials: ADMIN } });
  const { data } = await login.json();
  return { Authorization: `Token ${data.user.token}` };
}

/** Sets how many seconds a mail sent by staff waits before it leaves. */
export async function delaiDesEnvois(page: Page, secondes: number): Promise<void> {
  const headers = await enTetes(page);
  const { data } = await (await page.request.get("/api/Variable", { headers })).json();
  const { id } = data.find(({ nom }: { nom: string }) => nom === "delaiEnvoi");
  const options = { headers, data: { valeur: String(secondes) } };
  expect((await page.request.put(`/api/Variable/${id}`, options)).ok()).toBe(true);
}

/** A new account of this role, with its own password. */
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

/** Opens this address without a reload, scrolls to its end, and waits until everything is read. */
export async function aller(page: Page, adresse: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(adresse)})`);
  await calme(page);
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await calme(page);
  await page.evaluate("scrollTo(0, 0)");
}

const OCCUPE = '[aria-busy="true"], .animate-breathe';

/** The next frame on which nothing is being read, or the frame two seconds later. */
const PROCHAIN_CALME = `new Promise((suite) => {
  const fin = performance.now() + 2000;
  const regarder = () => {
    if (document.querySelector('${OCCUPE}') && performance.now() < fin) requestAnimationFrame(regarder);
    else suite();
  };
  requestAnimationFrame(regarder);
})`;

/**
 * Waits until all is read: frame after frame first, because Playwright checks less and less often. A page that reloads
 * meanwhile, as that of the inventory on site does, is checked again.
 */
export async function calme(page: Page): Promise<void> {
  await expect(() => page.evaluate(PROCHAIN_CALME)).toPass();
  await expect(page.locator(OCCUPE)).toHaveCount(0);
}

/** Answers the question shown before avis whose due day is past, if it is asked. */
export async function genererMalgreTout(page: Page, faites: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  const fait = page.getByText(faites).first();
  await expect(question.or(fait)).toBeVisible();
  if (await question.isVisible()) {
    await question.getByRole("button", { name: "Générer et envoyer" }).press("Enter");
  }
  await expect(fait).toBeVisible();
}
