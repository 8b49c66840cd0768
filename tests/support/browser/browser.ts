import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/web";
import { expect, type Page, test } from "@playwright/test";
import { unzipSync } from "fflate";
import { places } from "../../../worker/local/settings.ts";
import { baseDe, donneesDe } from "./parties.ts";

export const ADMIN = { email: "admin@patrimoine-locatif.example", password: "demonstration" };

/** The folder where the product under test writes its mails. */
const courriels = () => join(donneesDe(test.info().project.name), "courriels");

type Identifiants = Record<"email" | "password", string>;

/** From now on, any breach of the page's security policy fails the test. */
function surveiller(page: Page): void {
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?Type/i.test(message.text())) {
      throw new Error(message.text());
    }
  });
}

/**
 * Opens a session through the API, hands its token to the page and opens `vers`. It takes a second less than
 * {@link connecterParLaPage}, which uses the sign-in page. From then on, any breach of the page's security policy fails
 * the test.
 */
export async function connecter(
  page: Page,
  vers = "/",
  credentials: Identifiants = ADMIN,
): Promise<void> {
  surveiller(page);
  const login = await page.request.post("/api/user/login", { data: { credentials } });
  const { data }: { data: { user: { token: string }; appareil: string } } = await login.json();
  // Any file of the product gives access to its browser storage; this one is small.
  await page.goto("/terrain.webmanifest");
  await page.evaluate(`sessionStorage.setItem("jwt_access_token", ${JSON.stringify(data.user.token)});
    localStorage.setItem("appareil", ${JSON.stringify(data.appareil)})`);
  await page.goto(vers);
}

/** Signs in as a user does; from then on, any breach of the page's security policy fails the test. */
export async function connecterParLaPage(page: Page, compte: Identifiants = ADMIN): Promise<void> {
  surveiller(page);
  await page.goto("/login");
  await seConnecter(page, compte);
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Fills in the sign-in form where the test is, and sends it. */
export async function seConnecter(page: Page, { email, password }: Identifiants = ADMIN) {
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

/** The database of the product under test, for states that no act of a user produces. */
export const base = () =>
  createClient({
    url: process.env[baseDe(test.info().project.name)] ?? "",
    authToken: readFileSync(places(donneesDe(test.info().project.name)).databaseToken, "utf8"),
  });

export const notification = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();

/**
 * Does an act that opens a paper in a new tab, then closes the tab, because a page in the background draws only one
 * frame a second. The headless shell of Chromium shows no PDF: there, the tab downloads the paper.
 */
export async function ouvrirUnPapier(page: Page, geste: () => Promise<unknown>): Promise<void> {
  let telecharge = "";
  const onglet = page.waitForEvent("popup", (ouvert) => {
    ouvert.on("download", (fichier) => {
      telecharge = fichier.url();
    });
    return true;
  });
  await geste();
  const papier = await onglet;
  await expect.poll(() => telecharge || papier.url()).toMatch(/^blob:/);
  await papier.close();
}

/** Delays this request by half a second, so that its answer comes after the others. */
export async function tarder(page: Page, lecture: string): Promise<void> {
  await page.route(lecture, async (route) => {
    await sleep(500);
    await route.fallback();
  });
}

/** The newest mail of a receipt: folder, text, and the links of the two answers. */
export function dernierCourriel(
  numero: string,
): Record<"dossier" | "texte" | "oui" | "non", string> {
  const folder = courriels();
  const suffix = `_${numero.slice(-6)}.pdf`;
  const name = readdirSync(folder)
    .sort()
    .reverse()
    .find((mail) => readdirSync(join(folder, mail)).some((file) => file.endsWith(suffix)));
  if (!name) throw new Error(`Aucun courriel pour ${numero}`);
  const texte = readFileSync(join(folder, name, "message.txt"), "utf8");
  const lien = (state: string) =>
    texte.match(new RegExp(`/quitance/validation/${state}/[0-9a-f]{32,}`))?.[0] ?? "";
  return { dossier: name, texte, oui: lien("true"), non: lien("false") };
}

/**
 * The text that matches in the newest mail to this address, or its first group; waits until the mail has been sent.
 */
export async function courrielA(adresse: string, motif: RegExp): Promise<string> {
  const folder = courriels();
  const lu = (): string => {
    const name = readdirSync(folder)
      .sort()
      .filter((mail) => mail.includes(`_${adresse}`))
      // The product writes this file of a mail last.
      .findLast((mail) => existsSync(join(folder, mail, "entetes.txt")));
    const texte = name ? readFileSync(join(folder, name, "message.txt"), "utf8") : "";
    const [tout = "", groupe = tout] = texte.match(motif) ?? [];
    return groupe;
  };
  await expect.poll(lu, { message: `courriel à ${adresse}` }).not.toBe("");
  return lu();
}

/** The names of the files in a zip; all must be PDFs. */
export function nomsDuZip(path: string): string[] {
  const files = unzipSync(readFileSync(path));
  for (const bytes of Object.values(files)) {
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe("%PDF-");
  }
  return Object.keys(files);
}
