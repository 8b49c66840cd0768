import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { aujourdhui } from "#domain/dates.ts";
import { connecter } from "../../support/browser/browser.ts";
import { enTetes } from "../../support/browser/ecrans.ts";

test("Ctrl K : chercher et ouvrir une fiche sans toucher la souris", async ({ page }) => {
  await connecter(page);
  await expect(page.getByRole("button", { name: "Rechercher" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const champ = page.getByRole("combobox");
  await expect(champ).toBeFocused();

  await test.step("les quatre listes répondent ensemble, sans accents ni majuscules", async () => {
    await page.keyboard.type("harcourt");
    for (const groupe of ["Locataires", "Dossiers"]) {
      await expect(page.getByRole("group", { name: groupe })).toContainText(/Harcourt/);
    }
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("chateau");
    await expect(page.getByRole("group", { name: "Appartements" })).toContainText("Château");
  });

  await test.step("les flèches choisissent, Entrée ouvre, le titre de la page reçoit le focus", async () => {
    const choisie = page.getByRole("option", { selected: true });
    const appartement = page.getByRole("group", { name: "Appartements" }).getByRole("option");
    await expect(choisie).toHaveCount(1);
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
    while ((await appartement.and(choisie).count()) === 0) await page.keyboard.press("ArrowDown");
    await expect(champ).toHaveAttribute(
      "aria-activedescendant",
      (await choisie.getAttribute("id")) ?? "",
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/appartements\/\d+/);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("heading", { name: /Château/ })).toBeVisible();
  });

  await test.step("ce que l’on vient d’ouvrir est proposé, Échap rend le focus", async () => {
    const bouton = page.getByRole("button", { name: "Rechercher" });
    await bouton.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: "Derniers consultés" })).toContainText("Château");
    await page.keyboard.type("zzzz");
    await expect(page.getByText("Rien ne correspond à cette recherche.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bouton).toBeFocused();
  });
});

test("Entrée pressée avant la réponse ouvre le premier résultat ; trop de résultats mènent à la liste", async ({
  page,
}) => {
  await connecter(page);
  await expect(page.getByRole("button", { name: "Rechercher" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("Harcourt");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/(locataires|dossiers|client|appartements)\/\d+/);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("rue");
  await page.getByRole("option", { name: /Voir les \d+ appartements/ }).click();
  await expect(page).toHaveURL(/appartements\/\?q=rue/);
  await expect(page.getByRole("searchbox")).toHaveValue("rue");
});

test("rien ne se perd de ce que l’on tape pendant que la recherche s’ouvre", async ({ page }) => {
  await connecter(page);
  await page.route("**/*quick-search*", async (route) => {
    await sleep(1500);
    await route.fallback();
  });
  await page.goto("/client/");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Harcurt");
  for (let back = 0; back < 3; back += 1) await page.keyboard.press("Backspace");
  // These letters are typed once the search box is there.
  await page.keyboard.type("ourt", { delay: 700 });
  await expect(page.getByRole("combobox")).toHaveValue("Harcourt");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/(locataires|dossiers)\/\d+/);
});

test("un téléphone mène d’abord au locataire, un numéro à sa quittance, à son mandat, à sa caution", async ({
  page,
}) => {
  await connecter(page);
  const headers = await enTetes(page);
  const lire = async (liste: string) =>
    (await (await page.request.get(`/api/${liste}`, { headers })).json()).data;
  const [locataire] = await lire("Locataire?q=moreau&page=1&limit=1");
  const [client] = await lire("Client?page=1&limit=1");
  await page.request.put(`/api/Client/${client.id}`, {
    headers,
    data: { fixePro: locataire.tel },
  });
  const chiffres = locataire.tel.replace(/\D/g, "");
  const groupes = page.getByRole("listbox").getByRole("group");
  const champ = page.getByRole("combobox");
  await page.keyboard.press("Control+k");
  await expect(champ).toBeFocused();

  for (const saisie of [
    locataire.tel,
    chiffres,
    `+33 ${chiffres.slice(1, 2)} ${chiffres.slice(2, 4)} ${chiffres.slice(4, 6)} ${chiffres.slice(6, 8)}`,
    `${chiffres.slice(0, 2)} ${chiffres.slice(2, 4)} ${chiffres.slice(4, 6)} ${chiffres.slice(6, 8)}`,
  ]) {
    await test.step(saisie, async () => {
      await champ.fill("");
      await champ.fill(saisie);
      await expect(page.getByRole("group", { name: "Clients" })).toBeVisible();
      await expect(groupes.first()).toHaveAccessibleName("Locataires");
      await expect(groupes.first().getByRole("option", { name: locataire.nom })).toBeVisible();
    });
  }

  // The last receipt of this year: its number has several digits, even when receipts of next year exist.
  const [annee] = aujourdhui(new Date()).split("-");
  const [quittance] = await lire(`Quitance?annee=${annee}&page=1&limit=1&sort=-numero`);
  for (const saisie of [String(Number(quittance.numero.slice(5))), quittance.numero]) {
    await test.step(saisie, async () => {
      await champ.fill(saisie);
      await expect(groupes.first()).toHaveAccessibleName("Quittances");
      await expect(groupes.first()).toContainText(`Quittance n° ${quittance.numero}`);
    });
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`dossiers/${quittance.DossierId}\\?tab=quittances`));
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);

  const [caution] = await lire("Caution?libre=false&page=1&limit=1");
  const missions = await lire("Mission");
  const mission = missions.find(({ numRegistre }: { numRegistre: string | null }) => numRegistre);
  for (const [saisie, groupe] of [
    [caution.nom, "Cautions"],
    [mission.numRegistre, "Missions"],
  ]) {
    await page.keyboard.press("Control+k");
    await champ.fill(saisie);
    await expect(
      page.getByRole("group", { name: groupe }).getByRole("option").first(),
    ).toBeVisible();
    await page.keyboard.press("Escape");
  }
});

test("deux cautions d’un même dossier se parcourent l’une après l’autre", async ({ page }) => {
  await connecter(page);
  const headers = await enTetes(page);
  const dossiers = await page.request.get("/api/Dossier?page=1&limit=1", { headers });
  const [{ id }] = (await dossiers.json()).data;
  for (const prenom of ["Ana", "Bela"]) {
    const data = { nom: "Zwingenberg", prenom, mobile: "0611223344", mail: "z@exemple.fr" };
    const creee = await page.request.post("/api/Caution", { headers, data });
    const { data: caution } = await creee.json();
    await page.request.put(`/api/Dossier/${id}/caution/add/${caution.id}`, { headers });
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zwingenberg");
  const cautions = page.getByRole("group", { name: "Cautions" }).getByRole("option");
  await expect(cautions).toHaveCount(2);
  await expect(cautions.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(cautions.last()).toHaveAttribute("aria-selected", "true");
  await expect(cautions.first()).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`dossiers/${id}\\?tab=cautions`));
});
