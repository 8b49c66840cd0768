import { expect, type Page } from "@playwright/test";
import type { Visite } from "#domain/terrain/visite.ts";

/** Drives the page as a finger does, and counts the touches and keys. */
export class Doigt {
  gestes = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async toucher(nom: string | RegExp, dans?: string): Promise<void> {
    this.gestes += 1;
    await this.#dans(dans)
      .getByRole("button", { name: nom, exact: typeof nom === "string" })
      .first()
      .click();
  }

  async suivre(nom: string | RegExp): Promise<void> {
    this.gestes += 1;
    await this.page.getByRole("link", { name: nom }).first().click();
  }

  async ecrire(champ: string, texte: string, dans?: string): Promise<void> {
    this.gestes += 1 + texte.length;
    await this.#dans(dans).getByLabel(champ, { exact: true }).first().fill(texte);
  }

  /** Two touches: the camera, then the shutter. */
  async photographier(nom: string, image: Buffer): Promise<void> {
    this.gestes += 2;
    const avant = await this.page.getByRole("img", { name: /^Photo / }).count();
    await this.page
      .getByLabel(`${nom} : photo`, { exact: true })
      .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: image });
    await expect(this.page.getByRole("img", { name: /^Photo / })).toHaveCount(avant + 1);
  }

  #dans(region: string | undefined) {
    if (!region) return this.page;
    const nom = { name: region, exact: true };
    return this.page.getByRole("region", nom).or(this.page.getByRole("group", nom));
  }
}

/** A photo of the size that a phone takes, in one color that depends on its rank. */
export async function photo(page: Page, rang: number): Promise<Buffer> {
  const contenu = await page.evaluate<string>(`(() => {
    const toile = document.createElement("canvas");
    toile.width = 2016;
    toile.height = 1512;
    const dessin = toile.getContext("2d");
    dessin.fillStyle = "hsl(${rang * 37} 60% 60%)";
    dessin.fillRect(0, 0, toile.width, toile.height);
    dessin.fillStyle = "white";
    dessin.font = "600px sans-serif";
    dessin.fillText("${rang}", 200, 900);
    return toile.toDataURL("image/jpeg", 0.9).split(",")[1];
  })()`);
  return Buffer.from(contenu, "base64");
}

/** Waits until the service worker of the inventory on site serves the page: from then on, it works offline. */
export async function attendreHorsLigne(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate("Boolean(navigator.serviceWorker.controller)")).toBe(true);
  await expect(page.getByText("L’appareil se prépare")).toBeHidden();
}

/** The line at the foot of the inventory on site that shows what is kept and what is sent. */
export const bande = (page: Page) => page.getByRole("status").last();

export async function appeler<T>(
  page: Page,
  methode: string,
  chemin: string,
  corps?: object,
): Promise<T> {
  const jeton = await page.evaluate(
    `localStorage.getItem("jwt_access_token") ?? sessionStorage.getItem("jwt_access_token")`,
  );
  const reponse = await page.request.fetch(`/api${chemin}`, {
    method: methode,
    headers: { Authorization: `Token ${jeton}` },
    ...(corps ? { data: corps } : {}),
  });
  return (await reponse.json()).data;
}

export const lireVisite = (page: Page, DossierId: number, cote: string) =>
  appeler<Visite>(page, "GET", `/Terrain/${DossierId}/${cote}`);

/** A furnished lease of a new dwelling, which has no inventory yet. */
export async function ouvrirBail(page: Page, adresse: string): Promise<number> {
  const logement = await appeler<{ id: number }>(page, "POST", "/Appartement", {
    adresse,
    codePostal: "69003",
    ville: "Lyon",
    etage: "4",
    surface: 42,
    nbPiece: 2,
    loyerHC: 700,
    charge: 50,
  });
  const locataire = await appeler<{ id: number }>(page, "POST", "/Locataire", {
    nom: "Roy",
    prenom: "Anne",
    mail: "anne.roy@exemple.fr",
    tel: "01 23 45 67 89",
    adresse: "1 rue de la Paix",
    codePostal: "75002",
    ville: "Paris",
  });
  const jour = new Date().toISOString().slice(0, 10);
  const dossier = await appeler<{ id: number }>(page, "POST", "/Dossier", {
    AppartementId: logement.id,
    LocataireId: locataire.id,
    dateEntree: jour,
    dateCreationBail: jour,
    dateDebutBail: jour,
    depotGarantie: 1400,
    jourQuitance: 5,
    loyerHC: 700,
    loyerCharge: 50,
    numFraisDossier: `T-${adresse}`,
    typeBail: "meuble",
  });
  return dossier.id;
}

/** The photos kept on the device: the fingerprint of each, by key. */
export const empreintesGardees = (page: Page) =>
  page.evaluate<Record<string, string>>(`new Promise((resolve, reject) => {
    const ouverture = indexedDB.open("terrain");
    ouverture.onerror = () => reject(ouverture.error);
    ouverture.onsuccess = () => {
      const lecture = ouverture.result.transaction("photos").objectStore("photos").getAll();
      lecture.onsuccess = () => {
        ouverture.result.close();
        resolve(Object.fromEntries(lecture.result.map(({ cle, empreinte }) => [cle, empreinte])));
      };
    };
  })`);

/**
 * From the rooms of a visit: the agent says how the tenant was identified, chooses this code, and hands the tablet
 * over.
 */
export async function remettreLaTablette(page: Page, code: string): Promise<void> {
  const doigt = new Doigt(page);
  await doigt.suivre("Relecture");
  await doigt.toucher("Faire signer");
  await doigt.toucher("Carte d’identité");
  await page.getByLabel("Code", { exact: true }).fill(code);
  await doigt.toucher("Remettre la tablette");
}

/** The only tenant ticks the sentence, draws and signs on the tablet. */
export async function leLocataireSigne(page: Page): Promise<void> {
  const doigt = new Doigt(page);
  await doigt.toucher(/^Signer\s:/);
  await page.getByRole("checkbox").check();
  await dessiner(page);
  await doigt.toucher("Je signe");
  await expect(page.getByText("A signé")).toBeVisible();
}

export async function reprendreLaTablette(page: Page, code: string): Promise<void> {
  const doigt = new Doigt(page);
  await doigt.toucher("Rendre la tablette à l’agent");
  await page.getByLabel("Votre code de quatre chiffres").fill(code);
  await doigt.toucher("Reprendre la tablette");
}

export async function dessiner(page: Page): Promise<void> {
  const cadre = page.getByRole("img", { name: "Cadre pour dessiner votre signature" });
  const place = await cadre.boundingBox();
  if (!place) throw new Error("Pas de cadre.");
  const { x, y, width, height } = place;
  await page.mouse.move(x + width * 0.2, y + height * 0.6);
  await page.mouse.down();
  for (let pas = 1; pas <= 20; pas++)
    await page.mouse.move(
      x + width * (0.2 + pas * 0.03),
      y + height * (0.6 - 0.3 * Math.sin(pas / 2)),
    );
  await page.mouse.up();
}
