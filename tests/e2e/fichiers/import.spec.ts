import { expect, test } from "@playwright/test";
import { connecter, notification } from "../../support/browser/browser.ts";

const FICHIER = (naissance: string) => `Identifiant;Locataire;Mail;Contact;Adresse;CP;Ville;Né le
IMP1;M. DUPONTEL Léo;leo.dupontel@exemple.fr;06 11 22 33 44;8 rue de la Paix;75002;Paris;14/07/1990
IMP2;Mme MARTINEZ Zoé;zoe.martinez@exemple.fr;755667788;3 place du Marché;33000;Bordeaux;${naissance}
`;

test("un fichier d’un autre logiciel est corrigé, vérifié, importé, puis annulé", async ({
  page,
}) => {
  await connecter(page, "/parametres/?tab=defauts");
  await page.getByRole("link", { name: "Importer", exact: true }).click();
  await expect(page.getByText("Aucun import")).toBeVisible();
  await page.getByText("Locataires", { exact: true }).last().click();
  const choisir = (contenu: string, name = "locataires.csv") =>
    page.getByLabel("Fichier CSV ou Excel (.xlsx)").setInputFiles({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(contenu, "latin1"),
    });
  const colonne = (nom: string) => page.getByRole("combobox", { name: `Colonne ${nom}` });
  const verdict = page.getByRole("region", { name: "Ce que ferait l’import" });
  const verifier = () => page.getByRole("button", { name: "Vérifier" }).click();

  await test.step("trop lourd, il n’est pas envoyé ; choisi avant un autre, il n’est plus montré", async () => {
    let lus = 0;
    const liberer = Promise.withResolvers<void>();
    await page.route("**/api/Import/lire", async (route) => {
      if (++lus === 1) await liberer.promise;
      await route.continue().catch(() => {});
    });
    await choisir("x".repeat(11 * 1024 * 1024), "lourd.csv");
    await expect(page.getByRole("alert")).toHaveText(/trop lourd\s: 11\sMo, pour 10\sMo au plus/);
    expect(lus).toBe(0);
    await choisir("Nom\nLent\n", "lent.csv");
    await expect.poll(() => lus).toBe(1);
    await choisir("Nom\nVif\n", "vif.csv");
    await expect(page.getByText("vif.csv · 1 ligne")).toBeVisible();
    liberer.resolve();
    await page.waitForTimeout(500);
    await expect(page.getByText("vif.csv · 1 ligne")).toBeVisible();
    await page.unroute("**/api/Import/lire");
  });

  await test.step("ce qui manque et ce qui est faux est dit à sa ligne", async () => {
    await choisir(FICHIER("31/02/1985"));
    await expect(
      page.getByText("2 lignes · CSV, séparé par des points-virgules, Windows-1252"),
    ).toBeVisible();
    await expect(colonne("Locataire")).toHaveValue("nomComplet");
    await expect(colonne("Contact")).toHaveValue("");
    await verifier();
    await expect(verdict.getByText("2 erreurs")).toBeVisible();
    await expect(
      verdict.getByText(/aucune colonne ne le dit/).filter({ visible: true }),
    ).toBeVisible();
    await expect(
      verdict.getByText(/«\s31\/02\/1985\s» n’est pas une date/).filter({ visible: true }),
    ).toBeVisible();
    await expect(verdict.getByRole("button", { name: /^Importer/ })).toBeDisabled();
  });

  await test.step("la colonne dite à la main, la ligne juste peut partir seule, l’autre en fichier", async () => {
    await colonne("Contact").selectOption("tel");
    await verifier();
    await expect(verdict.getByText("1 locataire à créer")).toBeVisible();
    await expect(verdict.getByRole("button", { name: "Importer la ligne juste" })).toBeEnabled();
    const fichier = page.waitForEvent("download");
    await verdict.getByRole("button", { name: "Lignes à corriger" }).click();
    expect((await fichier).suggestedFilename()).toBe("a_corriger_Locataire.csv");
  });

  await test.step("corrigé à l’écran, il s’importe en entier", async () => {
    const cellule = verdict.getByRole("textbox", { name: "Né le, ligne 3" });
    await expect(cellule).toHaveValue("31/02/1985");
    await cellule.fill("02/11/1985");
    await cellule.press("Enter");
    await expect(verdict.getByText("2 locataires à créer")).toBeVisible();
    await expect(cellule).toHaveCount(0);
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
    });
    await verdict.getByRole("button", { name: "Importer 2 locataires" }).dblclick();
    await notification(page, "2 fiches créées.");
    await expect(
      page.getByRole("row", { name: /locataires\.csv.*2 locataires.*Importé/ }),
    ).toBeVisible();
    expect(posts).toEqual(["/api/Import"]);
    await page.goto("/locataires/?q=martinez");
    await expect(page.getByText("MARTINEZ").first()).toBeVisible();
  });

  await test.step("un état locatif se prend d’un coup", async () => {
    await page.goto("/import");
    const entetes =
      "Lot;Adresse;CP;Ville;Propriétaire;Mail propriétaire;Tél. propriétaire;Locataire;Mail locataire;Tél. locataire;Entrée;Loyer;Charges;Dépôt";
    const commun = "9 rue Dupleix;75015;Paris;SCI Dupleix;sci@dupleix.example;0144000001";
    await choisir(
      `${entetes}\nD1;${commun};Mme DUPLEIX Rose;rose@dupleix.example;0611223344;01/02/2024;700;50;700\nD2;${commun};Vacant;;;;650;40;\n`,
      "etat locatif.csv",
    );
    await expect(colonne("Loyer")).toHaveValue("Dossier.loyerHC");
    await verifier();
    for (const dit of ["1 propriétaire", "2 appartements", "1 locataire", "1 bail"]) {
      await expect(verdict.getByText(`${dit} à créer`)).toBeVisible();
    }
    await verdict.getByRole("button", { name: "Importer 2 lignes" }).click();
    await notification(page, "5 fiches créées.");
    await expect(
      page.getByRole("row", { name: /etat locatif\.csv.*1 bail.*Importé/ }),
    ).toBeVisible();
  });

  await test.step("et s’annule, après avoir demandé", async () => {
    await page.goto("/import");
    await page.getByRole("button", { name: "Annuler l’import de locataires.csv" }).click();
    await page.getByRole("button", { name: "Annuler l’import", exact: true }).click();
    await notification(page, "L’import est annulé.");
    await expect(page.getByRole("row", { name: /locataires\.csv.*Annulé/ })).toBeVisible();
    await page.goto("/locataires/?q=martinez");
    await expect(page.getByText("MARTINEZ")).toHaveCount(0);
  });
});
