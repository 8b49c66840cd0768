import { createClient } from "@libsql/client/web";
import { expect, test as histoire, type Locator, type Page } from "@playwright/test";
import { aujourdhui, moisEnLettres } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { fireDailyRun } from "../../../worker/local/machine/daily-run.ts";
import {
  type MoisDAgence,
  remplirAgence,
  soldesAttendus,
} from "../../support/agence/mois-agence.ts";
import { connecter, notification } from "../../support/browser/browser.ts";
import { demarrer, type Produit } from "../../support/browser/produit.ts";

/** A product of its own, because the forty tenants of this agency would disturb the other tests. */
const test = histoire.extend<object, { produit: Produit }>({
  produit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const produit = await demarrer("mois-agence");
      await use(produit);
      await produit.arreter();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ produit }, use) => use(produit.address),
});

/** A user; the test counts the clicks and the keys. */
class Personne {
  clics = 0;
  touches = 0;
  readonly #page: Page;
  readonly #debut = performance.now();

  constructor(page: Page) {
    this.#page = page;
  }

  async cliquer(ou: Locator): Promise<void> {
    this.clics++;
    await ou.click();
  }

  async presser(...touches: string[]): Promise<void> {
    for (const touche of touches) {
      this.touches++;
      await this.#page.keyboard.press(touche);
    }
  }

  async taper(texte: string): Promise<void> {
    this.touches += texte.length;
    await this.#page.keyboard.type(texte);
  }

  dire(quoi: string): void {
    const secondes = Math.round((performance.now() - this.#debut) / 1000);
    console.log(`${quoi} : ${this.clics} clics, ${this.touches} touches, ${secondes} s`);
  }
}

const releve = (nom: string, contenu: string) => ({
  name: nom,
  mimeType: "text/plain",
  buffer: Buffer.from(contenu, "latin1"),
});

async function deposer(page: Page, nom: string, contenu: string): Promise<void> {
  await page.getByLabel("Relevés à importer").setInputFiles(releve(nom, contenu));
  await expect(page.getByRole("status").filter({ hasText: nom })).toBeVisible();
}

/**
 * The lines that need a decision, by a word of their label, each with what a user who knows the tenants would do.
 * Enter accepts every other line.
 */
const GESTES: Readonly<Record<string, (qui: Personne, page: Page, mois: MoisDAgence) => unknown>> =
  {
    "TIERS PAYANT": async (qui, page) => {
      // Once the line before is settled, only these three dossiers can make the sum of the line.
      await expect(page.getByRole("option", { selected: true })).toContainText("3 dossiers");
      await qui.presser("Enter");
    },
    "SANS MOTIF": async (qui, page) => {
      await qui.presser("i");
      await expect(page.getByRole("button", { name: /^À identifier/ })).toBeFocused();
      await qui.presser("Enter");
    },
    "SOCIETE HORIZON": partager,
  };

/** Shares one payment between two tenants: the user searches for each, the product proposes the sums. */
async function partager(qui: Personne, page: Page, { occupants }: MoisDAgence): Promise<void> {
  await qui.presser("s");
  const dialogue = page.getByRole("dialog");
  await expect(dialogue.getByRole("combobox").first()).toBeFocused();
  for (const { nom } of occupants.slice(-2)) {
    await qui.taper(nom.slice(0, 4));
    await expect(dialogue.getByRole("option").first()).toContainText(nom);
    await qui.presser("Enter");
  }
  await expect(dialogue).toContainText("Tout est réparti.");
  await qui.presser("Enter");
}

test("un mois d’agence : quarante locataires, un relevé, tout rapproché au clavier, et les relances", async ({
  page,
  produit,
}) => {
  const agence = await remplirAgence(produit.address, aujourdhui(new Date()));
  const { releves, occupants, solde, mois } = agence;
  await connecter(page);

  await test.step("le mois d’avant : chacun a cité sa référence, il n’y a rien à faire", async () => {
    await page.goto("/banque?tab=releves");
    await deposer(page, "avant.cfonb", releves[0]);
    const recu = page.getByRole("status").filter({ hasText: "avant.cfonb" });
    await expect(recu).toContainText("38 lignes rapprochées d’elles-mêmes, rien à faire.");
  });

  const qui = new Personne(page);
  await test.step("ce mois-ci : du fichier à la dernière ligne, au clavier", async () => {
    await deposer(page, "mois.cfonb", releves[1]);
    qui.clics++;
    const recu = page.getByRole("status").filter({ hasText: "mois.cfonb" });
    await expect(recu).toContainText(
      /44 lignes\s; .* 28 lignes rapprochées d’elles-mêmes, 16 à rapprocher\./,
    );
    await qui.cliquer(page.getByRole("link", { name: "Rapprocher les 16 lignes qui restent" }));
    const lignes = page.getByRole("option");
    const choisie = page.getByRole("option", { selected: true });
    await expect(lignes).toHaveCount(16);
    for (let reste = 16; reste > 0; reste--) {
      const texte = (await choisie.textContent()) ?? "";
      const [, geste] = Object.entries(GESTES).find(([mot]) => texte.includes(mot)) ?? [];
      if (geste) await geste(qui, page, agence);
      else await qui.presser("Enter");
      await expect(
        page.getByRole("listbox", { name: "Lignes à rapprocher" }).getByRole("option"),
      ).toHaveCount(reste - 1);
    }
    await expect(page.getByText("Tout est rapproché")).toBeVisible();
    qui.dire("44 lignes de relevé");
  });

  await test.step("chaque ligne est rapprochée ou écartée, et la banque s’accorde avec les livres", async () => {
    for (const [nom, nombre] of [
      ["À identifier", 1],
      ["Rapprochées", 79],
      ["Écartées", 2],
    ]) {
      await expect(page.getByRole("radio", { name: `${nom} ${nombre}` })).toBeVisible();
    }
    const etat = page.getByRole("region", { name: /^État de rapprochement/ });
    await expect(etat).toContainText(formatEuros(solde / 100));
    await expect(etat).toContainText("Aucun écart");
  });
  await test.step("chacun doit ce qu’il doit : les soldes, les quittances données et reprises", async () => {
    for (const [nom, du] of Object.entries(soldesAttendus(occupants))) {
      await page.goto(`/dossiers/?q=${nom}`);
      const rangee = page.getByRole("row").filter({ hasText: nom });
      await expect(rangee).toContainText(formatEuros(Math.abs(du)));
    }
    const etatDe = async (rang: number) => {
      const { id } = occupants[rang] ?? { id: 0 };
      await page.goto(`/dossiers/${id}?tab=quittances`);
      return page.getByRole("row").filter({ hasText: new RegExp(moisEnLettres(mois), "i") });
    };
    await expect(await etatDe(0)).toContainText("Payé");
    await expect(await etatDe(36)).not.toContainText("Payé");
  });

  await test.step("les comptes sont en ordre", async () => {
    await page.goto("/controles");
    await expect(page.getByText("En ordre").first()).toBeVisible();
    await expect(page.getByText("À examiner", { exact: true })).toHaveCount(0);
  });

  await test.step("le passage quotidien prépare les relances, une personne les envoie", async () => {
    // Each receipt looks as if it had been made on its due day.
    await createClient(produit.base).execute("UPDATE Quitance SET emission = echeance");
    await fireDailyRun(produit.address, new Date());
    const envoi = new Personne(page);
    await page.goto("/impayes");
    await expect(page.getByRole("row")).toHaveCount(5);
    await envoi.cliquer(page.getByRole("tab", { name: /^Relances à valider/ }));
    await expect(page.getByRole("row")).toHaveCount(5);
    await envoi.cliquer(page.getByRole("row").first().getByRole("checkbox"));
    await envoi.cliquer(page.getByRole("button", { name: "Envoyer", exact: true }));
    await notification(page, /^4 relances validées/);
    await expect(page.getByText("Aucune relance à valider")).toBeVisible();
    envoi.dire("4 relances");
  });
});
