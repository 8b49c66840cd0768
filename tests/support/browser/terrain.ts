import { expect, type Page } from "@playwright/test";

/** Counts what a finger does on the page: every touch, every key. */
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

  /** Two touches: the camera, then its shutter. */
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

/** A photo as a telephone takes it, of one colour that its rank tells. */
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

/** Waits until the worker of the territory serves the page. */
export const attendreHorsLigne = (page: Page) =>
  page.waitForFunction(`(async () => {
    const [nom] = await caches.keys();
    return Boolean(nom && (await (await caches.open(nom)).match("/terrain/")));
  })()`);
