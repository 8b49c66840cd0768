import { expect, type Page, test } from "@playwright/test";
import type { LigneSecurite } from "#domain/profils/securite.ts";
import { Appareil, porteDe, tuerLesAppareils } from "../../support/browser/appareil.ts";
import { fautes } from "../../support/browser/axe.ts";
import { type ADMIN, connecter, seConnecter } from "../../support/browser/browser.ts";
import {
  appeler,
  attendreHorsLigne,
  bande,
  Doigt,
  lireVisite,
  ouvrirBail,
  photo,
} from "../../support/browser/terrain.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.afterEach(async () => {
  await tuerLesAppareils();
});

const entreeDe = (DossierId: number) => `/terrain/?dossier=${DossierId}&cote=entree`;
const photosDe = (page: Page) => page.getByRole("img", { name: /^Photo \d/ });

test("le navigateur tué pendant les photos puis pendant l’envoi n’a rien perdu de ce qu’il montrait gardé", async ({
  page,
  baseURL,
}, info) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "27 cours Gambetta");
  const images = await Promise.all([11, 12, 13, 14, 15, 16].map((rang) => photo(page, rang)));
  const appareil = new Appareil(info.outputPath("appareil"), baseURL ?? "");
  const dansLaChambre = async (sur: Page) => {
    await sur.getByRole("link", { name: /^Entrée · 27 cours Gambetta/ }).click();
    await sur.getByRole("link", { name: /^Chambre/ }).click();
  };

  const premier = await appareil.ouvrir("/login");
  await seConnecter(premier);
  await premier.waitForURL((url) => url.pathname !== "/login");
  await premier.goto((baseURL ?? "") + entreeDe(DossierId));
  await attendreHorsLigne(premier);
  await new Doigt(premier).toucher("2 pièces meublé");
  await expect(bande(premier)).toHaveText("Tout est envoyé");
  await premier.context().setOffline(true);
  await premier.getByRole("link", { name: /^Chambre/ }).click();

  await test.step("tué dès que des photos se montrent, le reste en train de se faire", async () => {
    const galerie = premier.getByLabel("Murs : photo de la galerie", { exact: true });
    const fichiers = images.map((buffer, rang) => ({
      name: `${rang}.jpg`,
      mimeType: "image/jpeg",
      buffer,
    }));
    await galerie.setInputFiles(fichiers);
    await expect(photosDe(premier).nth(1)).toBeVisible();
  });
  const montrees = await photosDe(premier).count();
  await appareil.tuer();

  const deuxieme = await appareil.ouvrir("/terrain/");
  await test.step("rouvert : chaque photo montrée est là", async () => {
    await dansLaChambre(deuxieme);
    await expect.poll(() => photosDe(deuxieme).count()).toBeGreaterThanOrEqual(montrees);
  });
  const gardees = await photosDe(deuxieme).count();
  expect(gardees).toBeLessThanOrEqual(images.length);

  await test.step("tué une deuxième fois, au milieu de l’envoi", async () => {
    await deuxieme.goto(`${baseURL}/login`);
    await seConnecter(deuxieme);
    await deuxieme.waitForURL((url) => url.pathname !== "/login");
    await deuxieme.context().route("**/api/Terrain/photo/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => {});
    });
    await deuxieme.goto(`${baseURL}/terrain/`);
    await expect(bande(deuxieme)).toContainText("Envoi : 2 sur");
    await appareil.tuer();
  });

  const troisieme = await appareil.ouvrir("/login");
  await seConnecter(troisieme);
  await troisieme.waitForURL((url) => url.pathname !== "/login");
  await troisieme.goto(`${baseURL}/terrain/`);
  await expect(bande(troisieme)).toHaveText("Tout est envoyé");
  await appareil.tuer();
  const { constat } = await lireVisite(page, DossierId, "entree");
  const recues = constat?.photos ?? [];
  expect(recues).toHaveLength(gardees);
  expect(recues.every(({ recueLe }) => recueLe !== null)).toBe(true);
  expect(new Set(recues.map(({ empreinte }) => empreinte)).size).toBe(gardees);
});

test("la mémoire pleine refuse la photo, le dit, et garde encore le texte", async ({
  page,
  baseURL,
}, info) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "5 rue de Marseille");
  const appareil = new Appareil(info.outputPath("appareil"), baseURL ?? "");
  const premier = await appareil.ouvrir("/login");
  await seConnecter(premier);
  await premier.waitForURL((url) => url.pathname !== "/login");
  await premier.goto((baseURL ?? "") + entreeDe(DossierId));
  await attendreHorsLigne(premier);
  await new Doigt(premier).toucher("2 pièces meublé");
  await expect(bande(premier)).toHaveText("Tout est envoyé");
  const quotaSize = await premier.evaluate<number>(
    "navigator.storage.estimate().then(({ usage }) => usage - 500_000)",
  );
  await appareil.tuer();

  const sur = await appareil.ouvrir("/terrain/", async (vide) => {
    await vide.context().setOffline(true);
    const cdp = await vide.context().newCDPSession(vide);
    await cdp.send("Storage.overrideQuotaForOrigin", { origin: baseURL ?? "", quotaSize });
  });
  const doigt = new Doigt(sur);
  await doigt.suivre(/^Entrée · 5 rue de Marseille/);
  await doigt.suivre("Entrée");
  await sur
    .getByLabel("Sol : photo", { exact: true })
    .setInputFiles({ name: "2.jpg", mimeType: "image/jpeg", buffer: await photo(page, 22) });
  await expect(
    sur.getByText("La mémoire de l’appareil est pleine : cette photo n’est pas gardée."),
  ).toBeVisible();
  await expect(photosDe(sur)).toHaveCount(0);
  await doigt.toucher("Mauvais état", "Sol");
  await doigt.ecrire("Sol : constat", "Mauvais état, une latte brûlée", "Sol");
  await expect(bande(sur)).toContainText("Hors ligne : rien n’est perdu, 1 état des lieux");
  await appareil.tuer();

  const rouvert = await appareil.ouvrir("/terrain/", (vide) => vide.context().setOffline(true));
  await new Doigt(rouvert).suivre(/^Entrée · 5 rue de Marseille/);
  await new Doigt(rouvert).suivre("Entrée");
  await expect(rouvert.getByRole("region", { name: "Sol" })).toContainText("une latte brûlée");
  await appareil.tuer();
});

/** A script that shifts the clock of the page by `avance`; `decaler()` changes the shift. */
const HORLOGE = (avance: number) => `(() => {
  const Vraie = Date;
  let avance = ${avance};
  window.decaler = (nouvelle) => { avance = nouvelle; };
  window.Date = class extends Vraie {
    constructor(...dits) { if (dits.length > 0) super(...dits); else super(Vraie.now() + avance); }
    static now() { return Vraie.now() + avance; }
  };
})()`;

test("une horloge fausse, puis déplacée pendant la visite, laisse aux photos l’heure du serveur, et garde la sienne", async ({
  page,
  context,
}) => {
  const avance = (2 * 60 + 13) * 60_000;
  await context.addInitScript(HORLOGE(avance));
  await connecter(page);
  const DossierId = await ouvrirBail(page, "1 place Bellecour");
  await page.goto(entreeDe(DossierId));
  await attendreHorsLigne(page);
  const doigt = new Doigt(page);
  await doigt.toucher("2 pièces meublé");
  await expect(
    page.getByText("L’heure de cet appareil est fausse de 2 h 13 : celle du serveur fera foi."),
  ).toBeVisible();
  await expect(bande(page)).toHaveText("Tout est envoyé");
  await context.setOffline(true);
  await page.reload();
  await doigt.suivre("Entrée");
  const debut = Date.now();
  await doigt.photographier("Murs", await photo(page, 31));
  await page.evaluate("window.decaler(0)");
  await doigt.photographier("Sol", await photo(page, 32));
  const fin = Date.now();
  await page.getByRole("link", { name: "Retour" }).click();
  await expect(page.getByText("L’heure de cet appareil a été changée")).toBeVisible();
  await context.setOffline(false);
  await expect(bande(page)).toHaveText("Tout est envoyé");

  const photos = (await lireVisite(page, DossierId, "entree")).constat?.photos ?? [];
  const lues = photos.map(({ priseLe, priseLeAppareil }) => ({
    vraie: Date.parse(priseLe),
    dite: Date.parse(priseLeAppareil),
  }));
  expect(lues).toHaveLength(2);
  for (const { vraie } of lues) {
    expect(vraie).toBeGreaterThan(debut - 5_000);
    expect(vraie).toBeLessThan(fin + 5_000);
  }
  expect(lues.map(({ vraie, dite }) => `${Math.round((dite - vraie) / 60_000)} min`)).toEqual([
    "133 min",
    "0 min",
  ]);
});

/** Creates the account of a colleague who may write, but is no administrator. */
async function ouvrirCompte(page: Page): Promise<typeof ADMIN> {
  const email = `paul.${Date.now()}@agence.example`;
  const { password } = await appeler<{ password: string }>(page, "POST", "/User", {
    email,
    role: "user",
  });
  const choisi = "choix-de-paul-69";
  const { user } = await (
    await page.request.post("/api/user/login", { data: { credentials: { email, password } } })
  )
    .json()
    .then(({ data }) => data);
  await page.request.post("/api/user/setPassword", {
    headers: { Authorization: `Token ${user.token}` },
    data: { password: choisi },
  });
  return { email, password: choisi };
}

async function seDeconnecter(page: Page, geste?: string): Promise<void> {
  await page.goto("/logout");
  if (geste) await page.getByRole("button", { name: geste }).click();
  await page.waitForURL("**/login");
}

test("ce qu’un compte n’a pas envoyé attend son retour, ne se montre à aucun autre, se reprend ou s’efface au vu du journal", async ({
  page,
  context,
}) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "8 rue Mercière");
  const paul = await ouvrirCompte(page);
  const coupe = () => context.route("**/api/Terrain/*/*", (route) => route.abort());
  const retabli = () => context.unroute("**/api/Terrain/*/*");
  await page.goto(entreeDe(DossierId));
  await expect(page.getByText("De quoi partir")).toBeVisible();
  await coupe();
  await new Doigt(page).toucher("2 pièces meublé");
  await expect(bande(page)).toContainText("1 état des lieux");
  await page.goto("/logout");
  await expect(page.getByText("1 état des lieux n’est pas envoyé.")).toBeVisible();
  await page.getByRole("button", { name: "Envoyer, puis se déconnecter" }).click();
  await expect(page.getByText("tout est encore sur l’appareil")).toBeVisible();
  await page.getByRole("button", { name: "Les garder sur cet appareil" }).click();
  await page.waitForURL("**/login");

  await test.step("personne, puis un collègue, n’en voient que l’attente ; sa déconnexion ne l’emporte pas", async () => {
    await page.goto("/terrain/");
    await expect(page.getByText("Un état des lieux d’un collègue attend")).toBeVisible();
    await expect(page.getByText("8 rue Mercière")).toBeHidden();
    await connecter(page, "/terrain/", paul);
    await expect(page.getByText("Un état des lieux d’un collègue attend")).toBeVisible();
    const proposee = page.locator("section", { hasText: "8 rue Mercière" });
    await expect(proposee).toContainText("Préparer pour hors ligne");
    await expect(page.getByRole("link", { name: /8 rue Mercière/ })).toBeHidden();
    await expect(page.getByRole("button", { name: "Le reprendre" })).toBeHidden();
    await seDeconnecter(page);
  });

  await test.step("il revient : tout est là, tout part", async () => {
    await retabli();
    await connecter(page, "/terrain/");
    await expect(page.getByText("8 rue Mercière, 4e")).toBeVisible();
    await expect(bande(page)).toHaveText("Tout est envoyé");
    await seDeconnecter(page);
    const restes = await page.evaluate(`(async () => ({
      bases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
    }))()`);
    expect(restes).toEqual({ bases: 0, caches: 0 });
  });

  const brouillonDePaul = async () => {
    await connecter(page, `/terrain/?dossier=${DossierId}&cote=sortie`, paul);
    await page.getByRole("link", { name: /^Entrée/ }).click();
    await coupe();
    await new Doigt(page).toucher("Neuf", "Plafond");
    await expect(bande(page)).toContainText("1 état des lieux");
  };

  await test.step("un administrateur reprend celui d’un collègue, et l’envoie", async () => {
    await brouillonDePaul();
    await seDeconnecter(page, "Les garder sur cet appareil");
    await retabli();
    await connecter(page, "/terrain/");
    await page.getByRole("button", { name: "Le reprendre" }).click();
    await expect(page.getByText("Sortie · 8 rue Mercière, 4e")).toBeVisible();
    await expect(bande(page)).toHaveText("Tout est envoyé");
    await seDeconnecter(page);
  });

  await test.step("effacé sans être envoyé, le journal le dit", async () => {
    await brouillonDePaul();
    await page.goto("/logout");
    await page.getByLabel("Pour les effacer").fill("effacer");
    await page.getByRole("button", { name: "Les effacer" }).click();
    await page.waitForURL("**/login");
    await retabli();
    await connecter(page, "/terrain/");
    await expect(bande(page)).toHaveText("Tout est envoyé");
    const journal = () => appeler<LigneSecurite[]>(page, "GET", "/Securite");
    const brouillons = async () =>
      (await journal())
        .filter(({ evenement }) => evenement.startsWith("brouillon_"))
        .map(({ evenement, details }) => [evenement, details?.dossiers]);
    await expect.poll(brouillons).toEqual([
      ["brouillon_efface", [DossierId]],
      ["brouillon_repris", [DossierId]],
    ]);
  });
});

test("une nouvelle version s’installe à côté d’un brouillon ouvert, et le rend entier", async ({
  page,
  context,
  baseURL,
}) => {
  const porte = await porteDe(baseURL ?? "");
  await connecter(page);
  const DossierId = await ouvrirBail(page, "33 rue Garibaldi");
  const sur = await context.newPage();
  await sur.goto(`${porte.adresse}/login`);
  await seConnecter(sur);
  await sur.waitForURL((url) => url.pathname !== "/login");
  await sur.goto(porte.adresse + entreeDe(DossierId));
  await attendreHorsLigne(sur);
  const doigt = new Doigt(sur);
  await doigt.toucher("2 pièces meublé");
  await sur.reload();
  await doigt.suivre("Entrée");
  await doigt.ecrire("Observations : constat", "Écrit avant la nouvelle version", "Observations");

  porte.livrer();
  const cherchee = `navigator.serviceWorker.getRegistration("/terrain").then(async (installe) => {
    if (!installe.installing) await installe.update();
    return Boolean(installe.waiting);
  })`;
  await expect.poll(() => sur.evaluate(cherchee)).toBe(true);
  await sur.getByRole("link", { name: "Retour" }).click();
  await expect(sur.getByText("Une nouvelle version est prête.")).toBeVisible();
  let chargements = 0;
  sur.on("load", () => {
    chargements += 1;
  });
  // On a busy machine the button may move under the click, which is then made again.
  await expect(async () => {
    const bouton = sur.getByRole("button", { name: "Mettre à jour" });
    if (chargements === 0 && (await bouton.isVisible())) await bouton.click();
    await expect.poll(() => chargements, { timeout: 10_000 }).toBeGreaterThan(0);
  }).toPass();
  await expect(sur.getByText("Une nouvelle version est prête.")).toBeHidden();
  await doigt.suivre("Entrée");
  await expect(sur.getByRole("region", { name: "Observations" })).toContainText(
    "Écrit avant la nouvelle version",
  );
  await expect(bande(sur)).toHaveText("Tout est envoyé");
  const { constat } = await lireVisite(page, DossierId, "entree");
  expect(constat?.releve.valeurs.pieces[0]?.observation).toBe("Écrit avant la nouvelle version");
  porte.fermer();
});

test("le dossier dit les photos attendues, de qui et où ; il ne dit rien une fois qu’elles sont là, ou que l’agence y renonce", async ({
  page,
  context,
}, info) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "2 rue Sala");
  await page.goto(entreeDe(DossierId));
  await context.route("**/api/Terrain/photo/**", (route) => route.abort());
  const doigt = new Doigt(page);
  await doigt.toucher("2 pièces meublé");
  await doigt.suivre("Entrée");
  await doigt.photographier("Murs", await photo(page, 51));
  await expect(bande(page)).toContainText("1 photo à envoyer");
  const bureau = await context.newPage();
  const entree = bureau.getByRole("region", { name: "État des lieux d’entrée" });
  const attendue = entree.getByText(
    /^1 photo attendue de l’appareil d.admin@.+, dernier contact le/,
  );
  await expect(async () => {
    await bureau.goto(`/dossiers/${DossierId}?tab=etats-lieux`);
    await expect(attendue).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(attendue.getByRole("link", { name: "Sur place" })).toBeVisible();
  await context.unroute("**/api/Terrain/photo/**");
  await page.getByRole("button", { name: "Envoyer" }).click();
  await expect(bande(page)).toHaveText("Tout est envoyé");
  await bureau.reload();
  await expect(entree.getByText(/^Établi le/)).toBeVisible();
  await expect(attendue).toBeHidden();

  await test.step("celle d’un appareil perdu cesse d’être attendue, avec une raison", async () => {
    await context.route("**/api/Terrain/photo/**", (route) => route.abort());
    await doigt.photographier("Sol", await photo(page, 52));
    await expect(bande(page)).toContainText("1 photo à envoyer");
    await expect(async () => {
      await bureau.reload();
      await expect(attendue).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await entree.getByRole("button", { name: "Ne plus les attendre" }).click();
    const demande = bureau.getByRole("dialog", { name: "Ne plus attendre ces photos" });
    await demande.getByLabel("Motif").fill("Tablette volée");
    await bureau.screenshot({ path: info.outputPath("abandon.png") });
    await demande.getByRole("button", { name: "Ne plus les attendre" }).click();
    await expect(attendue).toBeHidden();
  });
});

/** The controls too small for a thumb, and the fields small enough to make some telephones zoom. */
const DEFAUTS = `(() => {
  const vus = (choix) => [...document.querySelectorAll(choix)].filter((un) => un.offsetParent !== null);
  const petits = vus("main button, footer button, header a, main ul a").filter((un) => {
    const { width, height } = un.getBoundingClientRect();
    return height < 40 || width < 40;
  });
  const champs = vus("input:not([type=file]), textarea").filter((un) => parseFloat(getComputedStyle(un).fontSize) < 16);
  const large = document.scrollingElement.scrollWidth > innerWidth;
  return [
    ...petits.map((un) => "petit : " + (un.textContent || un.ariaLabel)),
    ...champs.map((un) => "texte petit : " + un.id),
    ...(large ? ["défile de côté"] : []),
  ];
})()`;

test("à 390 px, chaque écran de la visite tient sous le pouce et se lit", async ({ page }) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "14 quai de la Pêcherie");
  const doigt = new Doigt(page);
  const verifier = (nom: string) =>
    test.step(nom, async () => {
      expect.soft(await page.evaluate<string[]>(DEFAUTS), nom).toEqual([]);
      expect
        .soft(
          (await fautes(page)).map(({ id, nodes }) => [id, nodes[0]?.html]),
          nom,
        )
        .toEqual([]);
    });
  await page.goto(entreeDe(DossierId));
  await expect(page.getByText("De quoi partir")).toBeVisible();
  await verifier("Départ");
  await doigt.toucher("2 pièces meublé");
  await expect(bande(page)).toHaveText("Tout est envoyé");
  await verifier("Pièces");
  await doigt.suivre("Entrée");
  await doigt.toucher("État d’usage", "Murs");
  await doigt.photographier("Murs", await photo(page, 41));
  await verifier("Une pièce");
  await doigt.toucher("+ Meuble");
  await verifier("Un meuble à ajouter");
  await page.getByRole("link", { name: "Retour" }).click();
  await doigt.suivre("Compteurs, clés, général");
  await verifier("Compteurs, clés, général");
  await page.getByRole("link", { name: "Retour" }).click();
  await doigt.suivre("Relecture");
  await verifier("Relecture");
  await doigt.toucher("Terminer");
  await expect(page.getByRole("heading", { name: "Sur place" })).toBeVisible();
  await verifier("Sur place");
});
