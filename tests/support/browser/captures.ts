import { expect, type Page } from "@playwright/test";
import { calme } from "./ecrans.ts";

const captures = process.env.CAPTURES;

/** Checks at three widths that the page does not scroll sideways; with `CAPTURES`, takes a picture of each. */
export async function regarder(page: Page, nom: string): Promise<void> {
  const taille = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await calme(page);
    const debord = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(debord, `${nom} à ${width}`).toBe(0);
    if (captures)
      await page.screenshot({ path: `${captures}/${nom}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize(taille);
}
