import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { ADMIN, base, connecterParLaPage, notification } from "../../support/browser/browser.ts";

const PASSWORD = "un-compte-bien-garde";
const PAS = 30_000;

async function enAdmin(request: APIRequestContext) {
  const login = await request.post("/api/user/login", { data: { credentials: ADMIN } });
  return { Authorization: `Token ${(await login.json()).data.user.token}` };
}

/** Creates a colleague who has chosen a password, and signs in on this page. */
async function arriver(page: Page, request: APIRequestContext): Promise<string> {
  const email = `facteur.${Date.now()}@agence.example`;
  const created = await request.post("/api/user/register", {
    headers: await enAdmin(request),
    data: { email, role: "user" },
  });
  const { password } = (await created.json()).data;
  await connecterParLaPage(page, { email, password });
  await page.getByLabel("Nouveau mot de passe").fill(PASSWORD);
  await page.getByLabel("Le même, encore une fois").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(/quitances/);
  return email;
}

async function quitter(page: Page) {
  await page.goto("/logout");
  await expect(page).toHaveURL(/\/login/);
}

async function donnerMotDePasse(page: Page, email: string) {
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

/**
 * Adds an authenticator application. The code of the previous step confirms it, so that the present code is still
 * unused.
 */
async function ajouterApplication(page: Page) {
  await page.getByRole("button", { name: "Ajouter une application" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const cle = await page.getByRole("dialog").locator("code").innerText();
  const totp = new TOTP({ secret: cle.replace(/\s/g, "") });
  await page
    .getByLabel("2. Tapez le code de six chiffres")
    .fill(totp.generate({ timestamp: Date.now() - PAS }));
  await page.keyboard.press("Enter");
  const codes = page.getByRole("list", { name: "Codes de secours" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const secours = await codes.allInnerTexts();
  return { totp, secours };
}

/** Gives the page a virtual device that holds passkeys and always recognizes its user. */
async function brancherAppareil(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("une application à codes : posée, demandée à la connexion, un code ou un code de secours ne sert qu’une fois", async ({
  page,
  request,
}) => {
  const email = await arriver(page, request);
  await page.goto("/compte?tab=second-facteur");
  const { totp, secours } = await ajouterApplication(page);
  const telechargement = page.waitForEvent("download");
  await page.getByRole("button", { name: "Télécharger" }).click();
  expect((await telechargement).suggestedFilename()).toBe("codes-de-secours.txt");
  await page.getByRole("button", { name: "J’ai gardé mes codes" }).click();
  await expect(page.getByText("10 codes restants sur 10")).toBeVisible();

  await quitter(page);
  await donnerMotDePasse(page, email);
  const code = totp.generate();
  await page.getByLabel("Code de l’application").fill("000000");
  await page.keyboard.press("Enter");
  await notification(page, "Ce code n’est pas le bon.");
  await page.getByLabel("Code de l’application").fill(code);
  await page.keyboard.press("Enter");
  await page.waitForURL(/quitances/);

  await quitter(page);
  await donnerMotDePasse(page, email);
  await page.getByLabel("Code de l’application").fill(code);
  await page.keyboard.press("Enter");
  await notification(page, "Ce code a déjà servi");
  await page.getByRole("button", { name: "Utiliser un code de secours" }).click();
  await page.getByLabel("Code de secours").fill(secours[0] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(/quitances/);

  await quitter(page);
  await donnerMotDePasse(page, email);
  await page.getByRole("button", { name: "Utiliser un code de secours" }).click();
  await page.getByLabel("Code de secours").fill(secours[0] ?? "");
  await page.keyboard.press("Enter");
  await notification(page, "il a déjà servi");
  await page.getByRole("button", { name: "Revenir au mot de passe" }).click();
  await expect(page.getByLabel("Adresse e-mail")).toHaveValue(email);
});

test("une clé d’accès : posée, elle ouvre après le mot de passe, puis seule ; renommée, retirée", async ({
  page,
  request,
}) => {
  const email = await arriver(page, request);
  await brancherAppareil(page);
  await base().execute({
    sql: `UPDATE "Session" SET "confirmedAt" = ? WHERE "UserId" = (SELECT id FROM "User" WHERE email = ?)`,
    args: [new Date(Date.now() - 3_600_000).toISOString(), email],
  });
  await page.goto("/compte?tab=second-facteur");
  await page.getByRole("button", { name: "Ajouter une clé d’accès" }).click();
  const question = page.getByRole("dialog", { name: "Confirmez votre mot de passe" });
  await question.getByLabel("Mot de passe").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByLabel("Nom").fill("Portable");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "J’ai gardé mes codes" }).click();
  const cles = page.getByRole("list", { name: "Clés d’accès" });
  await expect(cles).toContainText("Portable");

  await quitter(page);
  await donnerMotDePasse(page, email);
  await page.getByRole("button", { name: "Utiliser ma clé d’accès" }).click();
  await page.waitForURL(/quitances/);

  await quitter(page);
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click();
  await page.waitForURL(/quitances/);

  await page.goto("/compte?tab=second-facteur");
  await expect(cles).toContainText("utilisée le");
  await page.getByRole("button", { name: "Renommer Portable" }).click();
  await page.getByLabel("Nom", { exact: true }).fill("Vieux portable");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Retirer Vieux portable" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Retirer" }).click();
  await notification(page, "La clé d’accès est retirée.");
  await expect(cles).toHaveCount(0);
  await quitter(page);
  await donnerMotDePasse(page, email);
  await page.waitForURL(/quitances/);
});

test("exigé par l’agence, le second facteur se pose avant tout, session ouverte comprise ; un administrateur le retire", async ({
  page,
  request,
}) => {
  const email = await arriver(page, request);
  const headers = await enAdmin(request);
  const variables = await (await request.get("/api/Variable", { headers })).json();
  const nom = "secondFacteurEquipe";
  const [connu] = variables.data.filter((variable: { nom: string }) => variable.nom === nom);
  const adresse = connu ? `/api/Variable/${connu.id}` : "/api/Variable";
  const exiger = (valeur: string) =>
    connu
      ? request.put(adresse, { headers, data: { valeur } })
      : request.post(adresse, { headers, data: { nom, valeur } });
  // A request still under way would lead the page to the second factor before the click.
  await page.waitForLoadState("networkidle");
  const { data: exige } = await (await exiger("true")).json();
  try {
    await page.getByRole("link", { name: "Clients" }).click();
    await expect(page).toHaveURL(/second-facteur/);
    await expect(page.getByText("Votre agence demande un second facteur")).toBeVisible();
    await page.goto("/client/");
    await expect(page).toHaveURL(/second-facteur/);
    await ajouterApplication(page);
    await page.getByRole("button", { name: "J’ai gardé mes codes" }).click();
    await page.waitForURL(/quitances/);
    await page.goto("/client/");
    await expect(page.getByRole("table")).toBeVisible();
  } finally {
    await request.put(`/api/Variable/${exige.id}`, { headers, data: { valeur: "false" } });
  }

  await quitter(page);
  await connecterParLaPage(page);
  await page.goto("/parametres/?tab=utilisateurs");
  const ligne = page.getByRole("row").filter({ hasText: email });
  await expect(ligne).toContainText("Actif");
  await ligne.getByRole("button", { name: /Autres actions|Actions/ }).click();
  await page.getByRole("menuitem", { name: "Réinitialiser le second facteur" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Réinitialiser" }).click();
  await expect(ligne).toContainText("Aucun");
});
