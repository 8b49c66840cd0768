import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import type { DemandeRow, PreparationDeSignature } from "#domain/signature/wire.ts";
import { base, connecter, courrielA } from "../../support/browser/browser.ts";
import { regarder } from "../../support/browser/captures.ts";
import {
  agence,
  chezLui,
  entrer,
  lireJusquauBout,
  sansDefaut,
  signer,
} from "../../support/browser/signature.ts";

const ids = async (requete: string) =>
  (await base().execute(requete)).rows.map(({ id }) => Number(id));

/** A lease of the demo agency with two tenants and a guarantor. */
async function bailGaranti(): Promise<{
  DossierId: number;
  LocataireId: number;
  CautionId: number;
}> {
  const { rows } = await base().execute(
    `SELECT "Dossier".id DossierId, "LocataireId", "Caution".id CautionId FROM "Dossier"
     JOIN "Caution" ON "Caution"."DossierId" = "Dossier".id
     JOIN "Locataire" ON "Locataire".id = "Dossier"."LocataireId"
     WHERE "secondTitulaire" ORDER BY "Dossier".id LIMIT 1`,
  );
  const [bail] = rows;
  return {
    DossierId: Number(bail?.DossierId),
    LocataireId: Number(bail?.LocataireId),
    CautionId: Number(bail?.CautionId),
  };
}

test("un bail à deux locataires et une caution se signe de trois navigateurs, puis l’agence le scelle", async ({
  page,
  browser,
}) => {
  await connecter(page);
  const chez = await agence(page);
  const { DossierId, LocataireId, CautionId } = await bailGaranti();
  const duBail = { type: "contratLocation", entiteId: DossierId, sources: { id: DossierId } };
  const deLActe = {
    type: "acteCautionnement",
    entiteId: CautionId,
    sources: { id: DossierId, cautionId: CautionId },
  };
  const preparer = ({ type, entiteId, sources }: typeof duBail) =>
    chez.appeler<PreparationDeSignature>(
      "GET",
      `/DemandeSignature/preparation?${new URLSearchParams({ ...sources, type, entiteId } as never)}`,
    );
  const ouvrir = async (papier: typeof duBail) => {
    const { signataires } = await preparer(papier);
    const demande = await chez.appeler<DemandeRow>("POST", "/DemandeSignature", {
      ...papier,
      lieu: "distance",
      consommateur: true,
      signataires,
    });
    const mails = signataires.flatMap(({ role, mail }) => (role === "agence" ? [] : [mail ?? ""]));
    return { demande, mails };
  };
  const compte = async (qui: string, chezQui: Awaited<ReturnType<typeof chezLui>>) => {
    const clics = await chezQui.clics();
    const description = `${qui} : ${clics} clics, ${chezQui.secondes()} s`;
    test.info().annotations.push({ type: "compté", description });
    return clics;
  };

  const { demande: bail, mails } = await ouvrir(duBail);
  const [premier = "", second = ""] = mails;
  let duPremier = "";

  await test.step("le premier locataire lit tout, puis signe en cinq clics", async () => {
    const lui = await chezLui(browser, premier);
    await expect(lui.page.getByText(bail.titre)).toBeVisible();
    await regarder(lui.page, "signature-lien");
    await sansDefaut(lui.page);
    duPremier = lui.lien;
    await entrer(lui, "Lire le document");
    await expect(lui.page.getByText("« Je signe » s’ouvre à la fin du texte")).toBeVisible();
    await lireJusquauBout(lui);
    await lui.page.getByRole("button", { name: "Je signe" }).click();
    await signer(lui);
    await expect(lui.page.getByRole("heading", { name: "Vous avez signé." })).toBeVisible();
    await expect(
      lui.page
        .getByText("L’agence signe la dernière")
        .or(lui.page.getByText("Les autres signataires")),
    ).toBeVisible();
    expect(await compte("premier locataire", lui)).toBe(5);
    await regarder(lui.page, "signature-signe");
    await sansDefaut(lui.page);
    await lui.partir();
  });

  await test.step("le second, sur un téléphone, dessine aussi sa signature", async () => {
    const lui = await chezLui(browser, second, { telephone: true });
    await entrer(lui, "Lire le document");
    await regarder(lui.page, "signature-lecture");
    await sansDefaut(lui.page);
    await lireJusquauBout(lui);
    await lui.page.getByRole("button", { name: "Je signe" }).click();
    await lui.page.getByText("Dessiner ma signature").click();
    const cadre = lui.page.getByRole("img", { name: "Cadre pour dessiner votre signature" });
    await cadre.scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await cadre.boundingBox()) ?? {};
    await lui.page.mouse.move(x + 30, y + 60);
    await lui.page.mouse.down();
    await lui.page.mouse.move(x + 120, y + 30, { steps: 8 });
    await lui.page.mouse.move(x + 200, y + 80, { steps: 8 });
    await lui.page.mouse.up();
    await expect(lui.page.getByRole("img", { name: "Votre signature dessinée" })).toBeVisible();
    await regarder(lui.page, "signature-dessin");
    await sansDefaut(lui.page);
    await signer(lui);
    await expect(lui.page.getByRole("heading", { name: "Vous avez signé." })).toBeVisible();
    await compte("second locataire, à 390 px", lui);
    await lui.partir();
  });

  await test.step("la caution colle la mention : refusée ; elle l’écrit elle-même, à 390 px", async () => {
    const blocages = (await preparer(deLActe)).blocages;
    expect(blocages.join()).toMatch(/pièce d’identité de la caution/);
    const { rows } = await base().execute(`SELECT nom FROM "Caution" WHERE id = ${CautionId}`);
    await chez.deposerIdentite(LocataireId, `Pièce d’identité caution ${rows[0]?.nom}`);
    const { mails } = await ouvrir(deLActe);
    const lui = await chezLui(browser, mails[0] ?? "", { telephone: true });
    await entrer(lui, "Lire le document");
    await expect(
      lui.page.getByRole("button", { name: "Télécharger le bail garanti" }),
    ).toBeVisible();
    await lireJusquauBout(lui);
    await lui.page.getByRole("button", { name: "Je signe" }).click();
    const modele = (await lui.page.locator("#modele").textContent()) ?? "";
    const champ = lui.page.getByLabel("Votre mention");
    await lui.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(modele)})`);
    await champ.click();
    await lui.page.keyboard.press("Control+V");
    await expect(lui.page.getByRole("alert")).toContainText("la loi veut que la caution écrive");
    await expect(champ).toHaveValue("");
    for (const geste of ["insertFromDrop", "insertFromYank"])
      expect(
        await lui.page.evaluate(
          `mention.dispatchEvent(new InputEvent("beforeinput", { inputType: "${geste}", cancelable: true }))`,
        ),
        geste,
      ).toBe(false);
    await regarder(lui.page, "signature-collage");
    await sansDefaut(lui.page);

    const premiere = `${modele.split(".")[0]}.`;
    await champ.click();
    await lui.page.keyboard.type(premiere.replaceAll("\u00a0", " "), { delay: 4 });
    await signer(lui);
    await expect(lui.page.getByText("Vous gardez alors le bénéfice de discussion")).toBeVisible();
    await regarder(lui.page, "signature-question");
    await sansDefaut(lui.page);
    await lui.page.getByRole("button", { name: "Non, je complète ma mention" }).click();
    await champ.press("End");
    await champ.press("Control+End");
    await lui.page.keyboard.type(" Je renonce aux bénéfices de discussion et de division.", {
      delay: 4,
    });
    await expect(lui.page.getByText(/\d{3} signes en \d+ seconde/)).toBeVisible();
    await lui.page.getByRole("button", { name: "Signer le document" }).click();
    await expect(lui.page.getByRole("heading", { name: "Vous avez signé." })).toBeVisible();
    await compte("caution, à 390 px", lui);
    await lui.partir();
  });

  await test.step("l’agence signe la dernière : le bail est scellé, chacun reçoit le sien", async () => {
    await chez.signer(bail.id);
    const { etat, empreinteScellee } = await chez.lire(bail.id);
    expect(etat).toBe("scellee");
    expect(empreinteScellee).toMatch(/^[\da-f]{64}$/);
    await courrielA(premier, /est signé par tous/);
  });

  await test.step("par son lien, il télécharge l’exemplaire scellé, que chacun vérifie par son empreinte", async () => {
    const lui = await chezLui(browser, premier, { lien: duPremier });
    await entrer(lui, "Ouvrir mon exemplaire");
    await expect(
      lui.page.getByRole("heading", { name: "Ce document est signé par tous et scellé." }),
    ).toBeVisible();
    await regarder(lui.page, "signature-scelle");
    await sansDefaut(lui.page);
    const attendu = lui.page.waitForEvent("download");
    await lui.page.getByRole("button", { name: "Télécharger l’exemplaire scellé" }).click();
    const chemin = test.info().outputPath("bail-scelle.pdf");
    await (await attendu).saveAs(chemin);

    await lui.page.getByRole("link", { name: "vérifier un fichier" }).click();
    const demandes: string[] = [];
    lui.page.on("request", (demande) =>
      demandes.push(`${demande.url()} ${demande.postData() ?? ""}`),
    );
    await lui.page.getByLabel("Fichier à vérifier").setInputFiles(chemin);
    await expect(
      lui.page.getByRole("heading", { name: /Ce fichier est celui que l’agence a scellé le/ }),
    ).toBeVisible();
    expect(demandes.filter((demande) => demande.includes("/api/"))).toEqual([
      expect.stringMatching(/\/api\/Verification\/[\da-f]{64} $/),
    ]);
    await regarder(lui.page, "verification-scelle");
    await sansDefaut(lui.page);
    const certificat = lui.page.waitForEvent("download");
    await lui.page.getByRole("button", { name: "Télécharger le certificat" }).click();
    const pem = readFileSync((await (await certificat).path()) ?? "", "utf8");
    expect(pem).toContain("BEGIN CERTIFICATE");

    const octets = readFileSync(chemin);
    octets[2000] = (octets[2000] ?? 0) ^ 1;
    writeFileSync(chemin, octets);
    await lui.page.getByLabel("Fichier à vérifier").setInputFiles(chemin);
    await expect(
      lui.page.getByRole("heading", { name: "Ce fichier est inconnu, ou a été modifié." }),
    ).toBeVisible();
    await regarder(lui.page, "verification-modifie");
    await sansDefaut(lui.page);
    await lui.partir();
  });
});

test("le second refuse : le lien du troisième le dit, l’agence aussi, et rien n’est signé", async ({
  page,
  browser,
}) => {
  await connecter(page);
  const chez = await agence(page);
  const { entiteId, signataires: proposes } = await chez.preparer(
    "contratLocation",
    await ids(`SELECT id FROM "Dossier" WHERE "contratLocationId" IS NULL ORDER BY id DESC`),
  );
  const locataires = proposes.filter(({ role }) => role === "locataire");
  const mails = ["premier", "second", "troisieme"].map((nom) => `${nom}.${Date.now()}@exemple.fr`);
  const { id } = await chez.appeler<DemandeRow>("POST", "/DemandeSignature", {
    type: "contratLocation",
    entiteId,
    sources: { id: entiteId },
    lieu: "distance",
    consommateur: true,
    signataires: [
      ...mails.map((mail, rang) => ({
        role: "locataire",
        rang: 1,
        nom: locataires[rang]?.nom ?? `Locataire ${rang}`,
        mail,
      })),
      { role: "agence", rang: 2, nom: "L’agence" },
    ],
  });
  const [premier = "", second = "", troisieme = ""] = mails;
  const lui = await chezLui(browser, premier);
  await entrer(lui, "Lire le document");
  await lireJusquauBout(lui);
  await lui.page.getByRole("button", { name: "Je signe" }).click();
  await signer(lui);
  await expect(lui.page.getByRole("heading", { name: "Vous avez signé." })).toBeVisible();
  await lui.partir();

  // The third signer is already reading when the second refuses.
  const dernier = await chezLui(browser, troisieme, { telephone: true });
  await entrer(dernier, "Lire le document");

  await test.step("le second refuse avant d’avoir tout lu, dit pourquoi et confirme", async () => {
    const elle = await chezLui(browser, second);
    await entrer(elle, "Lire le document");
    await elle.page.getByRole("button", { name: "Je refuse" }).click();
    await elle.page.getByLabel("Votre raison").fill("Le loyer n’est pas celui de l’annonce.");
    await regarder(elle.page, "signature-refus");
    await sansDefaut(elle.page);
    await elle.page.getByRole("button", { name: "Refuser", exact: true }).click();
    await elle.page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Refuser de signer" })
      .click();
    await expect(
      elle.page.getByRole("heading", { name: "Vous avez refusé de signer." }),
    ).toBeVisible();
    await regarder(elle.page, "signature-refusee");
    await sansDefaut(elle.page);
    await elle.partir();
  });

  await test.step("le troisième, qui lisait, l’apprend à la fin du texte ; son lien le dit aussi", async () => {
    const ferme = dernier.page.getByRole("heading", {
      name: "Un signataire a refusé : ce document ne se signe plus.",
    });
    await expect(async () => {
      await dernier.page.evaluate("scrollTo(0, document.body.scrollHeight)");
      await expect(ferme).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await dernier.page.goto(dernier.lien);
    await expect(ferme).toBeVisible();
    await regarder(dernier.page, "signature-fermee");
    await sansDefaut(dernier.page);
    await courrielA(troisieme, /Un signataire a refusé/);
    await dernier.partir();
  });

  const { etat, signataires } = await chez.lire(id);
  expect(etat).toBe("refusee");
  expect(signataires.find(({ motif }) => motif)?.motif).toMatch(/annonce/);
  const { rows: bail } = await base().execute(
    `SELECT "contratLocationId" FROM "Dossier" WHERE id = ${entiteId}`,
  );
  expect(bail[0]?.contratLocationId).toBeNull();
});

test("un mandat signé à distance se renonce par le même lien, une fois", async ({
  page,
  browser,
}) => {
  await connecter(page);
  const chez = await agence(page);
  const { entiteId, signataires } = await chez.preparer(
    "ordreMission",
    await ids(`SELECT id FROM "Mission" WHERE "ordreMissionId" IS NULL ORDER BY id`),
  );
  const [premier, ...conjoints] = signataires.filter(({ role }) => role === "mandant");
  const { id } = await chez.appeler<DemandeRow>("POST", "/DemandeSignature", {
    type: "ordreMission",
    entiteId,
    sources: { id: entiteId },
    lieu: "distance",
    consommateur: true,
    signataires: [
      {
        ...premier,
        qualite: conjoints.map(({ nom }) => `pour ${nom}, par procuration`).join(", ") || null,
      },
      ...signataires.filter(({ role }) => role === "agence"),
    ],
  });
  const mail = premier?.mail ?? "";
  const lui = await chezLui(browser, mail);

  await test.step("il dit qu’il a reçu le formulaire, puis signe", async () => {
    await entrer(lui, "Lire le document");
    await lireJusquauBout(lui);
    await lui.page.getByRole("button", { name: "Je signe" }).click();
    await signer(lui);
    await expect(lui.page.getByRole("alert")).toHaveText("Cochez les cases marquées d’une étoile.");
    await lui.page.getByRole("checkbox", { name: /formulaire/ }).check();
    await regarder(lui.page, "signature-cases");
    await sansDefaut(lui.page);
    await lui.page.getByRole("button", { name: "Signer le document" }).click();
    await expect(lui.page.getByRole("heading", { name: "Vous avez signé." })).toBeVisible();
    await chez.signer(id);
  });

  await test.step("« Renoncer au contrat ici », « Confirmer la rétractation », l’accusé de réception", async () => {
    await lui.page.goto(lui.lien);
    await entrer(lui, "Ouvrir mon exemplaire");
    await regarder(lui.page, "signature-retractable");
    await sansDefaut(lui.page);
    await lui.page.getByRole("button", { name: "Renoncer au contrat ici" }).click();
    await regarder(lui.page, "signature-retractation");
    await sansDefaut(lui.page);
    await lui.page.getByRole("button", { name: "Confirmer la rétractation" }).click();
    await expect(
      lui.page.getByRole("heading", { name: "Vous avez renoncé à ce contrat." }),
    ).toBeVisible();
    await regarder(lui.page, "signature-retractee");
    await sansDefaut(lui.page);
    await courrielA(mail, /Je vous notifie ma rétractation/);
    expect((await chez.lire(id)).retracteeLe).not.toBeNull();
  });

  await test.step("une fois seulement", async () => {
    await lui.page.goto(lui.lien);
    await entrer(lui, "Ouvrir mon exemplaire");
    await expect(lui.page.getByText(/Votre rétractation a été reçue le/)).toBeVisible();
    await expect(lui.page.getByRole("button", { name: "Renoncer au contrat ici" })).toHaveCount(0);
  });
  await lui.partir();
});

test("la page d’un signataire dit un lien inconnu, et ne survit pas à elle-même", async ({
  page,
}) => {
  await page.goto(`/signature/${"A".repeat(43)}`);
  await expect(page.getByRole("heading", { name: /Ce lien n’existe pas/ })).toBeVisible();
  await page.goto("/signature");
  await expect(page.getByText("Ouvrez cette page depuis votre courriel.")).toBeVisible();
  await regarder(page, "signature-sans-lien");
});
