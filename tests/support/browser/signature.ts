import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { TypeDocument } from "#domain/fichiers/document.ts";
import type { DemandeDetail, PreparationDeSignature } from "#domain/signature/wire.ts";
import { fautes } from "./axe.ts";
import { courrielA } from "./browser.ts";
import { enTetes } from "./ecrans.ts";

/** Calls of the API as the agency, beside the browser. */
export async function agence(page: Page) {
  const headers = await enTetes(page);
  const appeler = async <Reponse>(
    method: "GET" | "POST" | "PUT",
    chemin: string,
    data?: object,
  ): Promise<Reponse> => {
    const reponse = await page.request.fetch(`/api${chemin}`, { method, headers, data });
    const texte = await reponse.text();
    expect(reponse.ok(), `${method} ${chemin} : ${texte}`).toBe(true);
    return JSON.parse(texte).data;
  };
  return {
    appeler,
    /** The preparation of the first of these records whose paper can be signed. */
    preparer: async (type: TypeDocument, ids: readonly number[]) => {
      const refus: string[] = [];
      for (const entiteId of ids) {
        const preparation = await appeler<PreparationDeSignature>(
          "GET",
          `/DemandeSignature/preparation?type=${type}&entiteId=${entiteId}&id=${entiteId}`,
        );
        if (preparation.blocages.length === 0) return { ...preparation, entiteId };
        refus.push(...preparation.blocages);
      }
      throw new Error(`${type} : ${[...new Set(refus)].join(" ")}`);
    },
    lire: (id: number) => appeler<DemandeDetail>("GET", `/DemandeSignature/${id}`),
    signer: (id: number) => appeler("POST", `/DemandeSignature/${id}/signer`, {}),
    /** Adds the identity paper of a guarantor, kept on the tenant. */
    deposerIdentite: async (LocataireId: number, nom: string) => {
      const fichier = { name: "identite.pdf", mimeType: "application/pdf" };
      const buffer = Buffer.from("%PDF-1.7\n%%EOF\n");
      const reponse = await page.request.post("/api/Fichier", {
        headers,
        multipart: { LocataireId, nom, url: { ...fichier, buffer } },
      });
      expect(reponse.ok(), await reponse.text()).toBe(true);
    },
  };
}

const TELEPHONE = { width: 390, height: 844 };
const BUREAU = { width: 1440, height: 900 };

/** A signer at home, in a browser of his own; the test counts his clicks and his seconds. */
export interface ChezLui {
  page: Page;
  mail: string;
  lien: string;
  clics(): Promise<number>;
  secondes(): number;
  partir(): Promise<void>;
}

export async function chezLui(
  browser: Browser,
  mail: string,
  { telephone = false, lien: connu }: { telephone?: boolean; lien?: string } = {},
): Promise<ChezLui> {
  const contexte = await browser.newContext({
    viewport: telephone ? TELEPHONE : BUREAU,
    hasTouch: telephone,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await contexte.newPage();
  await page.addInitScript(
    "window.clics = 0; addEventListener('click', ({ isTrusted, detail }) => { if (isTrusted && detail) window.clics += 1; }, true)",
  );
  const debut = Date.now();
  const lien = connu ?? (await courrielA(mail, /http\S+\/signature\/[\w-]{43}/));
  await page.goto(lien);
  return {
    page,
    mail,
    lien,
    clics: () => page.evaluate<number>("window.clics"),
    secondes: () => Math.round((Date.now() - debut) / 1000),
    partir: () => contexte.close(),
  };
}

/**
 * Asks for a code, enters it and opens the paper. All tests have one IP address, which may try thirty times a minute:
 * a refused click is tried again.
 */
export async function entrer({ page, mail }: ChezLui, ouvrir: string): Promise<void> {
  const code = page.getByLabel("Code à six chiffres");
  await insister(page.getByRole("button", { name: "Recevoir un code" }), () =>
    expect(code).toBeFocused({ timeout: 15_000 }),
  );
  await code.fill(await courrielA(mail, /: (\d{6})\b/));
  await insister(page.getByRole("button", { name: ouvrir }), () =>
    expect(page).toHaveURL(/\/signature$/, { timeout: 15_000 }),
  );
  await expect(page.getByLabel("Texte du document").or(page.getByRole("status"))).not.toHaveCount(
    0,
  );
}

const UNE_MINUTE = 60_000;

/** Clicks; after a refusal, clicks again a minute later. */
async function insister(bouton: Locator, fait: () => Promise<void>): Promise<void> {
  await bouton.click();
  await fait().catch(async () => {
    await bouton.page().waitForTimeout(UNE_MINUTE);
    await bouton.click();
    await fait();
  });
}

/** Scrolls to the end of the text, most of a window at a time, as a reader does. */
export async function lireJusquauBout({ page }: ChezLui): Promise<void> {
  const signe = page.getByRole("button", { name: "Je signe" });
  await expect(signe).toBeDisabled();
  for (let tour = 0; tour < 200 && (await signe.isDisabled()); tour++)
    await page.evaluate("scrollBy(0, innerHeight * 0.8)");
  await expect(signe).toBeEnabled();
}

export async function signer({ page }: ChezLui): Promise<void> {
  await page.getByRole("checkbox", { name: /je le signe électroniquement/ }).check();
  await page.getByRole("button", { name: "Signer le document" }).click();
}

export async function sansDefaut(page: Page): Promise<void> {
  expect(
    (await fautes(page)).map(({ id, nodes }) => `${id} : ${nodes.map(({ html }) => html)}`),
  ).toEqual([]);
}
